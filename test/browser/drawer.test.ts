// The drawer of a register: opened, moved and counted there, looked at in the back office.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { permissionsOf } from '#test/api/operator-helpers.ts';
import { onStage, PHONE } from './harness.ts';
import { enterPin, openRegister, stock } from './register-screen.ts';

const RIGHTS = ['CashIn', 'CashOut', 'OpenCashDrawer', 'XReport', 'ZReport'] as const;

onStage('the drawer', (stage) => {
  it('is opened, counted by coins and notes, and closed at the register; the back office has its cash-up', async () => {
    const { service } = stage();
    const { client, card } = service;
    const menu = await stock(stage());
    const [{ id: staff }] = card.staff;
    const register = card.sites[0].registers[0].id;
    const permissions = RIGHTS.map((code) => ({ code, name: code, domain: 'Cash' }));
    await change(client, `staff/${staff}`, { is_admin: false, permissions: permissions.slice(0, 3) });
    const tab = await openRegister(stage(), { expected: /40[13]/ });
    const { page } = tab;
    const dialog = page.getByRole('dialog', { name: 'Drawer' });
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await dialog.getByText('The drawer is closed.').waitFor();
    await dialog.getByLabel('Float').fill('1OO');
    await dialog.getByText('Enter an amount').waitFor();
    await dialog.getByLabel('Float').fill('100,50');
    await press('Open drawer');
    await dialog.getByText(/^Open since/).waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-drawer');

    await press('Cash in');
    await dialog.getByRole('textbox', { name: 'Cash in' }).fill('20');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await press('Cash in');
    await page.getByText('Cash in noted').waitFor();
    await press('No sale');
    await page.getByText('No sale noted').waitFor();
    // What needs an approval says so; without one there is nothing to see.
    await press('Needs an approval X report');
    const approval = page.getByRole('dialog', { name: 'Approval needed' });
    await approval.getByText('See the X report').waitFor();
    await approval.getByRole('button', { name: 'Close', exact: true }).click();
    await dialog.getByText('Not approved: nothing was changed.').waitFor();
    await press('Back');
    await change(client, `staff/${staff}`, { permissions });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Lock register' }).click();
    await enterPin(stage(), tab);
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();

    const [cash] = card.payment_methods;
    await make(client, 'orders', {
      ...{ site_id: menu.site, register_id: register, status: 'PENDING' },
      lines: [{ product_id: menu.soup.id, quantity: 2 }],
      payments: [{ method_id: cash.id, amount: 20, tip: 1 }],
    });
    let reports = 0;
    page.on('request', (request) => {
      if (/\/shifts\/\d+\/report/.test(request.url())) reports++;
    });
    await press('X report');
    const figures = dialog.getByRole('table', { name: 'Drawer' });
    await figures.getByRole('row', { name: /Expected.*\$141\.50/ }).waitFor();
    // The drawer is read again when something happens to it; a report, which may take a PIN, is as of when it was opened.
    const [shift] = await read(client, `registers/${register}/shifts?state=open`);
    const again = page.waitForResponse((response) => response.url().includes('/shifts?'));
    await make(client, `shifts/${shift.id}/movements`, { kind: 'no_sale' });
    await again;
    assert.equal(reports, 1);
    await tab.checkAccessibility();
    await press('Back');

    await press('Count and close');
    await dialog.getByLabel('$100.00', { exact: true }).fill('1');
    await dialog.getByLabel('$20.00', { exact: true }).fill('2');
    await dialog.getByLabel('$0.50', { exact: true }).fill('1.5');
    await dialog.getByText('This must be a whole number.').waitFor();
    await dialog.getByText('One of the numbers is no whole number.').waitFor();
    await dialog.getByLabel('$0.50', { exact: true }).fill('2');
    await dialog.getByText('$141.00', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Half a dollar is missing');
    await tab.checkAccessibility();
    await tab.picture('register-count');
    await press('Close drawer');
    await dialog.getByText(/no\. 1$/).waitFor();
    await figures.getByRole('row', { name: /Difference.*0\.50/ }).waitFor();
    await tab.picture('register-cashup');
    await press('Done');

    const [cashup] = await read(client, `registers/${register}/cashups`);
    assert.deepEqual([cashup.expected, cashup.counted, cashup.difference], [141.5, 141, -0.5]);
    await make(client, 'shifts', { register_id: register, float: 50 });

    const office = await stage().open();
    await office.signIn('/cashups');
    await office.page.getByRole('region', { name: 'Open drawers' }).getByText('$50.00').waitFor();
    await office.page.getByRole('row', { name: /no\. 1.*-?\$0\.50/ }).waitFor();
    await office.checkAccessibility();
    await office.picture('cashups-light');
    await office.page.getByRole('link', { name: /no\. 1$/ }).click();
    await office.page.getByText('Half a dollar is missing').waitFor();
    await office.page.getByRole('table', { name: 'Coins and notes' }).getByText('2 × $20.00').waitFor();
    await office.page.getByRole('table', { name: 'Payments' }).getByText('$21.00').waitFor();
    await office.checkAccessibility();
    await office.picture('cashup-light');
    await office.page.getByRole('button', { name: 'Mark as processed' }).click();
    await office.page.getByRole('button', { name: 'Mark as not processed' }).waitFor();
    assert.equal((await read(client, `cashups/${cashup.id}`)).processed, true);
    await office.goto('/cashups?state=new');
    await office.page.getByText('All cash-ups are processed').waitFor();

    const phone = await stage().open({ size: PHONE });
    await phone.signIn(`/cashups/${cashup.id}`);
    await phone.page.getByRole('table', { name: 'Drawer' }).waitFor();
    await phone.checkAccessibility();
    await phone.picture('cashup-phone');
  });

  it('says when more is taken out than it should hold, and takes it out anyway; it is counted at once', async () => {
    const { client, card } = stage().service;
    const [{ id: staff }] = card.staff;
    const site = card.sites[0].id;
    const register = await make(client, 'registers', { name: 'Bar', site_id: site });
    const permissions = permissionsOf(RIGHTS);
    await change(client, `staff/${staff}`, { is_admin: false, permissions });
    const shift = await make(client, 'shifts', { register_id: register.id, float: 100 });
    const tab = await openRegister(stage(), { register: 'Bar', expected: /40[13]/ });
    const { page } = tab;
    const dialog = page.getByRole('dialog', { name: 'Drawer' });
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const beyond = dialog.getByText('That is more than the drawer should hold: $100.00.');
    const begin = async (amount: string) => {
      await press('Cash out');
      await dialog.getByRole('textbox', { name: 'Cash out' }).fill(amount);
      await dialog.getByRole('button', { name: 'Bank', exact: true }).click();
    };
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await begin('100.01');
    await beyond.waitFor();
    await tab.checkAccessibility();
    await dialog.getByRole('textbox', { name: 'Cash out' }).fill('100');
    await beyond.waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Cash out' }).fill('130');
    await press('Take out anyway');
    await page.getByText('Cash out noted').waitFor();
    // Whoever may not know what it holds is not told by a warning either.
    await change(client, `staff/${staff}`, { permissions: permissionsOf(['CashOut', 'ZReport']) });
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Lock register' }).click();
    await enterPin(stage(), tab);
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await begin('500');
    assert.equal(await dialog.getByRole('button', { name: 'Cash out', exact: true }).isEnabled(), true);
    assert.equal(await dialog.getByRole('alert').count(), 0);
    await press('Back');

    await press('Count and close');
    await dialog.getByText('Total', { exact: true }).click();
    const total = dialog.getByRole('textbox', { name: 'Total' });
    await total.pressSequentially('12.345');
    await dialog.getByText('Enter an amount').waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Close drawer' }).isDisabled(), true);
    await total.fill('12,5');
    await dialog.getByText('$12.50').waitFor();
    await press('Close drawer');
    await dialog.getByText(/no\. 1$/).waitFor();
    assert.equal((await read(client, `cashups/${shift.id}`)).counted, 12.5);
  });
});
