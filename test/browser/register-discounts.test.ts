// Discounts by name at the register, and prices that hold at times and for types of orders.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { permissionsOf } from '#test/api/operator-helpers.ts';
import { until } from '../harness/process.ts';
import { onStage, type Tab } from './harness.ts';
import { newestOrder, openRegister, stock, touchProduct } from './register-screen.ts';

const ALL_DAY = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }];

onStage('discounts at the register (reference: discounts.5)', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    const { client, card } = stage().service;
    menu = await stock(stage());
    await make(client, 'discounts', { name: 'Staff', kind: 'share', value: 0.5, sort: 1 });
    const asks = { reason_required: true, kind: 'amount', value: null, sort: 2 };
    await make(client, 'discounts', { name: 'Goodwill', ...asks });
    await make(client, 'discounts', { name: 'House', kind: 'share', value: 1, right: 'ApplyComp', sort: 3 });
    const permissions = permissionsOf(['FinishSale', 'MakeDiscount']);
    await change(client, `staff/${card.staff[0].id}`, { is_admin: false, permissions });
  });

  const latest = () => newestOrder(stage(), menu.site);
  const sale = ({ page }: Tab) => page.getByRole('region', { name: 'Sale', exact: true });
  const held = async (tab: Tab) => {
    await sale(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await tab.page.getByText('Sent to kitchen').waitFor();
    await tab.page.getByText('No lines yet').waitFor();
  };

  it('are two taps for a sale, and asked for where they ask', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    await touchProduct(tab, /Tomato soup/);
    await sale(tab).getByRole('button', { name: 'Discount' }).click();
    await page.getByRole('menuitem', { name: 'Needs an approval House' }).waitFor();
    await page.getByRole('menuitem', { name: 'Staff', exact: true }).click();
    await sale(tab).getByText('$5.00').last().waitFor();
    await sale(tab)
      .getByText(/Staff.*50% off/)
      .first()
      .waitFor();
    // One that asks is not given before both are said.
    await sale(tab).getByRole('button', { name: 'Staff', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Goodwill' }).click();
    const dialog = page.getByRole('dialog', { name: 'Goodwill' });
    const give = dialog.getByRole('button', { name: 'Give discount' });
    assert.equal(await give.isDisabled(), true);
    await dialog.getByLabel('Amount off').fill('3');
    await dialog.getByText('Give a reason.').waitFor();
    assert.equal(await give.isDisabled(), true);
    await tab.checkAccessibility();
    await tab.picture('register-discount');
    await dialog.getByRole('button', { name: 'Complaint' }).click();
    await give.click();
    await sale(tab).getByText('$7.00').last().waitFor();
    await held(tab);
    await until('the order', async () => (await latest()).discount_name === 'Goodwill');
    const order = await latest();
    assert.deepEqual([order.total, order.discount_reason], [7, 'Complaint']);
    // Opened again it is still there, and its reason is changed without choosing it anew.
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByText(/Goodwill/).waitFor();
    await panel.getByRole('button', { name: 'Details' }).click();
    const details = page.getByRole('dialog', { name: 'Details' });
    await details.getByRole('button', { name: 'Goodwill', pressed: true }).waitFor();
    const reason = details.getByRole('textbox', { name: 'Reason' });
    await reason.fill('');
    assert.equal(await details.getByRole('button', { name: 'Done' }).isDisabled(), true);
    await reason.fill('Cold soup');
    await details.getByRole('button', { name: 'Done' }).click();
    await until('the reason', async () => (await latest()).discount_reason === 'Cold soup');
    assert.deepEqual([(await latest()).total, (await latest()).discount_name], [7, 'Goodwill']);
  });

  it('are given on a line, without a network too', async () => {
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|net::/,
    });
    const { page } = tab;
    await touchProduct(tab, /Tomato soup/);
    await tab.page.context().setOffline(true);
    await sale(tab)
      .getByRole('list', { name: 'Lines' })
      .getByRole('button', { name: /^Tomato soup/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Tomato soup' });
    await dialog.getByRole('button', { name: 'Staff', exact: true }).click();
    await dialog.getByRole('button', { name: /Save/ }).click();
    await sale(tab).getByText('$5.00').last().waitFor();
    await sale(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await page.getByText('No lines yet').waitFor();
    await tab.page.context().setOffline(false);
    await until('the line', async () => (await latest()).lines?.[0]?.discount_name === 'Staff');
    assert.equal((await latest()).total, 5);
  });

  it('prices go by the time and the type of the order, and new lines by that of theirs', async () => {
    const { client } = stage().service;
    const list = async (fields: object, unit_price: number) => {
      const made = await make(client, 'price_lists', { name: 'Terms', ...fields });
      await change(client, `price_lists/${made.id}/products/${menu.soup.id}`, { unit_price });
    };
    await list({ schedule: ALL_DAY }, 8);
    await list({ order_types: ['Delivery'] }, 12);
    const lines = [{ product_id: menu.soup.id }];
    const order = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'ON_HOLD', order_type: 'Delivery', lines },
    });
    assert.equal(order.total, 12);
    const tab = await openRegister(stage());
    const { page } = tab;
    await touchProduct(tab, /Tomato soup.*\$8\.00/);
    await sale(tab).getByText('$8.00').last().waitFor();
    await sale(tab).getByRole('button', { name: 'Clear sale' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    await page
      .getByRole('region', { name: 'Order', exact: true })
      .getByRole('button', { name: 'Add', exact: true })
      .click();
    await touchProduct(tab, /Tomato soup.*\$12\.00/);
    await sale(tab).getByText('$12.00').last().waitFor();
    await sale(tab)
      .getByRole('button', { name: /^Add to/ })
      .click();
    await until('the line', async () => (await read(client, `orders/${order.id}`)).total === 24);
  });
});
