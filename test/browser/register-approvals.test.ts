// What a cashier may not do at the register: locked, and let pass by a manager's PIN.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { permissionsOf } from '#test/api/operator-helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { until } from '../harness/process.ts';
import { onStage, PHONE, type Tab } from './harness.ts';
import { newestOrder, openRegister, stock, touchProduct } from './register-screen.ts';

onStage('approvals at the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  let manager: Json;
  before(async () => {
    const { client, card } = stage().service;
    menu = await stock(stage());
    manager = await make(client, 'staff', { first_name: 'Mia', pin: '9731', is_admin: true });
    const role = await make(client, 'roles', { name: 'Lead', permissions: permissionsOf(['MakeDiscount']) });
    const roles = [{ role_id: role.id, site_id: menu.site }];
    await make(client, 'staff', { first_name: 'Noah', pin: '9732', roles });
    // Without a PIN nobody approves anything.
    await make(client, 'staff', { first_name: 'Ivy', roles });
    const permissions = permissionsOf(['FinishSale']);
    await change(client, `staff/${card.staff[0].id}`, { is_admin: false, permissions });
  });

  const latest = () => newestOrder(stage(), menu.site);
  const approval = ({ page }: Tab) => page.getByRole('dialog', { name: 'Approval needed' });
  const enter = async (tab: Tab, pin: string) => {
    for (const digit of pin) await approval(tab).getByRole('button', { name: digit, exact: true }).click();
    await approval(tab).getByRole('button', { name: 'Approve', exact: true }).click();
  };
  const history = async ({ id }: Json): Promise<Json> =>
    (await read(stage().service.client, `orders/${id}/history`)).at(-1);

  it('a discount is given with a PIN and a reason, or not at all', async () => {
    const tab = await openRegister(stage(), { expected: /403/ });
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale' });
    await touchProduct(tab, 'Tomato soup');
    await sale.getByRole('button', { name: 'Discount' }).click();
    await page.getByRole('menuitem', { name: 'Needs an approval 10% off' }).click();
    await sale.getByText('$9.00').last().waitFor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await sale.getByRole('button', { name: 'Exact cash' }).click();
    await approval(tab).getByText('Needed: Give discounts.').waitFor();
    await approval(tab).getByText('Who may: Mia, Noah', { exact: true }).waitFor();
    const people = asked.filter((url) => /\/(?:staff|roles|approvers)\b/.test(url));
    assert.deepEqual(
      people.map((url) => new URL(url).search),
      ['?rights=MakeDiscount&limit=5'],
    );
    await tab.checkAccessibility();
    await tab.picture('register-approval');
    await approval(tab).getByRole('button', { name: 'Close', exact: true }).click();
    // Nothing was sold, and the sale is still there.
    await sale.getByText('$9.00').last().waitFor();
    await sale.getByRole('button', { name: 'Exact cash' }).click();
    await enter(tab, '0000');
    await approval(tab).getByText(/PIN/).first().waitFor();
    await approval(tab)
      .getByText('No staff member with this PIN has the permission “Give discounts”.')
      .waitFor();
    await approval(tab).getByRole('button', { name: 'Regular guest' }).click();
    await enter(tab, '9731');
    await page
      .getByRole('dialog')
      .getByText(/^Sale /)
      .waitFor();
    const order = await latest();
    assert.deepEqual([order.status, order.total], ['COMPLETE', 9]);
    const [first] = await read(stage().service.client, `orders/${order.id}/history`);
    assert.deepEqual(
      first.approvals.map((each: Json) => [each.right, each.staff_member_id, each.reason]),
      [['MakeDiscount', manager.id, 'Regular guest']],
    );
  });

  it('no change is shown for what nobody approved', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale' });
    await touchProduct(tab, 'Tomato soup');
    await sale.getByRole('button', { name: 'Discount' }).click();
    await page.getByRole('menuitem', { name: 'Needs an approval 10% off' }).click();
    await sale.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('button', { name: '$20.00' }).click();
    await approval(tab).waitFor();
    assert.equal(await page.getByText('Change due').count(), 0);
    await approval(tab).getByRole('button', { name: 'Close', exact: true }).click();
    await approval(tab).waitFor({ state: 'detached' });
    await page.getByRole('status', { name: 'Amount due' }).getByText('$9.00').waitFor();
    assert.equal(await page.getByText('Change due').count(), 0);
    // The money is taken: what goes back is said.
    await page.getByRole('button', { name: '$20.00' }).click();
    await enter(tab, '9731');
    await page.getByRole('alert').getByText('$11.00').waitFor();
  });

  it('what is free needs no PIN: a sale at its price', async () => {
    const tab = await openRegister(stage());
    const sale = tab.page.getByRole('region', { name: 'Sale' });
    await touchProduct(tab, 'Tomato soup');
    await sale.getByRole('button', { name: 'Exact cash', exact: true }).click();
    await tab.page
      .getByRole('dialog')
      .getByText(/^Sale /)
      .waitFor();
    assert.deepEqual((await history(await latest())).approvals, []);
  });

  it('a line is voided, and an order deleted, with a PIN; on a phone too', async () => {
    const { client } = stage().service;
    const lines = [{ product_id: menu.soup.id, quantity: 3 }];
    const order = await make(client, 'orders', { site_id: menu.site, status: 'ON_HOLD', lines });
    const tab = await openRegister(stage(), { size: PHONE });
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    const drop = async () => {
      await panel.getByRole('button', { name: 'Void Tomato soup' }).click();
      const dialog = page.getByRole('dialog', { name: 'Void Tomato soup' });
      await dialog.getByRole('button', { name: 'Fewer' }).click();
      await dialog.getByRole('button', { name: 'Wrong item' }).click();
      await dialog.getByRole('button', { name: /Void 2/ }).click();
    };
    await drop();
    await approval(tab).getByText('Void items').waitFor();
    await tab.checkAccessibility();
    await approval(tab).getByRole('button', { name: 'Close', exact: true }).click();
    assert.equal((await read(client, `orders/${order.id}`)).lines[0].quantity, 3);
    assert.equal(
      await panel.getByText('Wrong item').count(),
      0,
      'what was not approved is not shown as voided',
    );
    await drop();
    await enter(tab, '9731');
    await until('the void', async () => (await read(client, `orders/${order.id}`)).lines[0].quantity === 1);
    const [given] = (await history(order)).approvals;
    assert.deepEqual([given.right, given.reason], ['Void', 'Wrong item']);
    const remove = panel.getByRole('button', { name: /Delete/ });
    await remove.click();
    await remove.click();
    await enter(tab, '9731');
    await until('the deletion', async () => (await client.get(`orders/${order.id}`)).json.deleted !== false);
  });

  it('takes over a reason that is longer than its own may be, as far as it goes', async () => {
    const { client } = stage().service;
    const lines = [{ product_id: menu.soup.id }];
    const order = await make(client, 'orders', { site_id: menu.site, status: 'ON_HOLD', lines });
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    await page.getByRole('button', { name: 'Needs an approval Reject' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reject order' });
    await dialog.locator('.chip').first().click();
    await dialog.getByRole('textbox').fill('x'.repeat(300));
    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await enter(tab, '9731');
    await until('the rejection', async () => {
      const { status, reject_reason: why } = await read(client, `orders/${order.id}`);
      return status === 'REJECTED' && why.notes.length === 300;
    });
    assert.equal((await history(order)).approvals[0].reason, 'x'.repeat(255));
  });

  it('what was done offline and is no longer allowed stays in the queue, and goes with a PIN', async () => {
    const { client, card } = stage().service;
    const [member] = card.staff;
    const allowed = permissionsOf(['FinishSale', 'MakeDiscount']);
    await change(client, `staff/${member.id}`, { permissions: allowed });
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /403|ERR_INTERNET_DISCONNECTED|ERR_FAILED/,
    });
    const { page } = tab;
    const before = (await latest()).id;
    const sale = page.getByRole('region', { name: 'Sale' });
    await touchProduct(tab, 'Tomato soup');
    await sale.getByRole('button', { name: 'Discount' }).click();
    await page.getByRole('menuitem', { name: '10% off' }).click();
    await tab.context.setOffline(true);
    await sale.getByRole('button', { name: 'Exact cash' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Saved on this register/)
      .waitFor();
    await change(client, `staff/${member.id}`, { permissions: permissionsOf(['FinishSale']) });
    await tab.context.setOffline(false);
    await page.keyboard.press('Escape');
    await page
      .getByRole('alert')
      .getByRole('link', { name: /This needs the permission “Give discounts”/ })
      .click();
    const needs = page.getByRole('region', { name: 'Needs attention' });
    await needs.getByText('This needs the permission “Give discounts”.').waitFor();
    assert.equal((await latest()).id, before, 'nothing was sold');
    await needs.getByRole('button', { name: 'Try again' }).click();
    await approval(tab).getByText('Needed: Give discounts.').waitFor();
    await enter(tab, '9731');
    await page.getByText('All changes sent').waitFor();
    const order = await latest();
    assert.deepEqual([order.status, order.total, order.payments.length], ['COMPLETE', 9, 1]);
    const entries: Json[] = await read(client, `orders/${order.id}/history`);
    assert.deepEqual(
      entries.flatMap(({ approvals }) => approvals.map((each: Json) => each.right)),
      ['MakeDiscount'],
    );
  });

  it('a sale is refunded with a PIN', async () => {
    const { client, card } = stage().service;
    const [cash] = card.payment_methods;
    const sold = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'COMPLETE', lines: [{ product_id: menu.soup.id }] },
      payments: [{ method_id: cash.id, amount: 10 }],
    });
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByLabel('Receipt number').fill(sold.order_number.toLowerCase());
    await page.keyboard.press('Enter');
    const record = page.getByRole('region', { name: 'Sale', exact: true });
    await record.getByRole('heading', { name: new RegExp(sold.saleid) }).waitFor();
    // Of the line, and of the sale.
    await record.getByRole('img', { name: 'Needs an approval' }).nth(1).waitFor();
    await record.getByRole('button', { name: 'Refund Tomato soup' }).click();
    await record.getByRole('status', { name: 'To refund' }).getByText('$10.00').waitFor();
    await record.getByRole('button', { name: cash.name, exact: true }).click();
    await approval(tab).getByText('Refund sales').waitFor();
    await enter(tab, '9731');
    await page.getByText('$10.00 refunded').waitFor();
    const { orders } = await read(client, `orders/${sold.id}/refunds`);
    assert.equal((await history(orders[0])).approvals[0].right, 'Refund');
  });

  it('is offered the reasons that belong to what is approved', async () => {
    const { client, card } = stage().service;
    await make(client, 'shifts', { register_id: card.sites[0].registers[0].id, float: 50 });
    const tab = await openRegister(stage());
    const { page } = tab;
    const reasons = approval(tab).getByRole('group', { name: 'Reason' }).getByRole('button');
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await page.getByRole('button', { name: 'Needs an approval X report' }).click();
    await approval(tab).getByText('See the X report').waitFor();
    await approval(tab).getByLabel('Reason').waitFor();
    assert.deepEqual(await reasons.allTextContents(), []);
    await approval(tab).getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('button', { name: 'Needs an approval No sale' }).click();
    await approval(tab).getByText('Open the drawer').waitFor();
    assert.deepEqual(await reasons.allTextContents(), ['Change', 'Supplier', 'Petty cash', 'Bank']);
  });
});
