// Discounts, and when price lists hold, in the back office.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make, read } from '../api/helpers.ts';
import { until } from '../harness/process.ts';
import { DESK, onStage, PHONE } from './harness.ts';

onStage('discounts in the back office', (stage) => {
  it('are added, changed and deleted, and say at each field what is wrong', async () => {
    const { client } = stage().service;
    const tab = await stage().open({ size: DESK, expected: /409/ });
    const { page } = tab;
    await tab.signIn('/discounts');
    await page.getByText('No discounts yet').waitFor();
    await page.getByRole('button', { name: 'New discount' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Staff meal');
    await dialog.getByLabel('Percent off').fill('150');
    await dialog.getByRole('button', { name: 'Add discount' }).click();
    await dialog.getByText('At most 100 percent.').waitFor();
    await tab.checkAccessibility();
    await tab.picture('office-discount');
    await dialog.getByLabel('Percent off').fill('12.5');
    await dialog.getByRole('switch', { name: 'A reason has to be given' }).click();
    await dialog.getByRole('button', { name: 'Add discount' }).click();
    await page.getByText('Discount added').waitFor();
    const [made] = await read(client, 'discounts');
    assert.deepEqual([made.name, made.value, made.reason_required], ['Staff meal', 0.125, true]);
    await page.getByRole('table').getByText('12.5%').waitFor();
    await tab.checkAccessibility();
    await page.getByRole('table').getByRole('button', { name: 'Staff meal' }).click();
    await dialog.getByRole('switch', { name: 'Archived' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Discount saved').waitFor();
    assert.equal((await read(client, `discounts/${made.id}`)).archived, true);
    await page.getByRole('table').getByRole('button', { name: 'Staff meal' }).click();
    await dialog.getByRole('button', { name: 'Delete Staff meal' }).click();
    await page.getByRole('button', { name: 'Delete discount' }).click();
    await page.getByText('No discounts yet').waitFor();
  });

  it('a price list holds at times and for types of orders', async () => {
    const { client } = stage().service;
    const list = await make(client, 'price_lists', { name: 'Happy hour' });
    const tab = await stage().open({ size: PHONE });
    const { page } = tab;
    await tab.signIn(`/price-lists/${list.id_str}`);
    await page.getByRole('button', { name: 'Add times' }).click();
    const row = page.getByRole('group', { name: 'Times 1' });
    await row.getByText('Sun').click();
    await row.getByLabel('Begins at').fill('16:30');
    await row.getByLabel('Ends at').fill('18:00');
    await page.getByRole('combobox', { name: 'Order types' }).click();
    await page.getByRole('option', { name: 'Takeaway' }).click();
    await page.keyboard.press('Escape');
    await tab.checkAccessibility();
    await tab.picture('office-price-list-terms');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the terms', async () => (await read(client, `price_lists/${list.id}`)).schedule !== null);
    const { schedule, order_types } = await read(client, `price_lists/${list.id}`);
    assert.deepEqual(schedule, [{ weekdays: [1, 2, 3, 4, 5, 6], from: '16:30', until: '18:00' }]);
    assert.deepEqual(order_types, ['Takeaway']);
    const wide = await stage().open({ size: DESK });
    await wide.signIn('/price-lists');
    await wide.page.getByText(/Takeaway · Mon, Tue, Wed, Thu, Fri, Sat 16:30–18:00/).waitFor();
  });
});
