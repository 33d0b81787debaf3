// Taking money at the register: what is charged, recorded and given back as change.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import { onStage } from './harness.ts';
import { newestOrder, openRegister, stock, touchProduct } from './register-screen.ts';

onStage('taking money at the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  it('takes service once, and a tip is a tip', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale', exact: true });
    const dialog = page.getByRole('dialog');
    await touchProduct(tab, /Tomato soup/);
    await sale.getByRole('button', { name: 'Details' }).click();
    await dialog.getByLabel('Service charge (%)').fill('10');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await sale.getByText('$11.00').waitFor();
    await sale.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog.getByLabel('Tip').fill('5');
    await dialog.getByLabel('Card surcharge').fill('0.5');
    const charge = dialog.getByRole('status', { name: 'To charge' });
    await charge.getByText('$16.50').waitFor();
    assert.equal(await dialog.getByLabel('Amount tendered').inputValue(), '16.50');
    await dialog.getByRole('button', { name: '$20.00' }).click();
    await dialog.getByRole('alert').getByText('$3.50').waitFor();
    await dialog.getByText(/^Sale /).waitFor();
    await dialog.getByText('Paid', { exact: true }).waitFor();
    assert.equal(await dialog.getByText('To refund').count(), 0);
    await tab.checkAccessibility();
    const order = await newestOrder(stage(), menu.site);
    const { status, paid, due, tips, tip_service_paid: service, credit_card_surcharge: surcharge } = order;
    assert.deepEqual([status, paid, due, tips, service, surcharge], ['COMPLETE', 10, 0, 5, 1, 0.5]);
  });

  it('shows what somebody else takes meanwhile, and keeps what was typed', async () => {
    const { client, card } = stage().service;
    const lines = [{ product_id: menu.soup.id }, { product_id: menu.coffee.id }];
    const fields = { site_id: menu.site, status: 'PENDING', group_id: '6', lines };
    const order = await make(client, 'orders', fields);
    const takeElsewhere = (amount: number) =>
      make(client, `orders/${order.id}/payments`, { method_id: card.payment_methods[0].id, amount });
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    await page
      .getByRole('region', { name: 'Order', exact: true })
      .getByRole('button', { name: 'Pay' })
      .click();
    const dialog = page.getByRole('dialog');
    const due = dialog.getByRole('status', { name: 'Amount due' });
    await due.getByText('$14.00').waitFor();
    await dialog.getByLabel('Tip').fill('2');
    await dialog.getByLabel('Reference').fill('Room 12');
    await takeElsewhere(4);
    await dialog.getByRole('alert').getByText('Somebody took $4.00 meanwhile.').waitFor();
    await due.getByText('$10.00').waitFor();
    await dialog.getByRole('status', { name: 'To charge' }).getByText('$12.00').waitFor();
    assert.equal(await dialog.getByLabel('Tip').inputValue(), '2');
    assert.equal(await dialog.getByLabel('Reference').inputValue(), 'Room 12');
    await tab.checkAccessibility();
    // What is taken here is counted once, however often the order is read.
    await dialog.getByLabel('Amount tendered').fill('5');
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await due.getByText('$7.00').waitFor();
    await until('the service has it', async () => (await read(client, `orders/${order.id}`)).due === 7);
    await takeElsewhere(1);
    await dialog.getByRole('alert').getByText('Somebody took $5.00 meanwhile.').waitFor();
    await due.getByText('$6.00').waitFor();
    await takeElsewhere(6);
    await dialog.getByText('Paid', { exact: true }).waitFor();
    await dialog.getByText(/^Sale /).waitFor();
    assert.equal(await dialog.getByText('Change due').count(), 0);
  });

  it('shows what others do with an order that was made here, while it is paid', async () => {
    const { client, card } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale', exact: true });
    const dialog = page.getByRole('dialog');
    const due = dialog.getByRole('status', { name: 'Amount due' });
    await touchProduct(tab, /Tomato soup/);
    await touchProduct(tab, /Filter coffee/);
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await touchProduct(tab, /^Fries/);
    await sale.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog.getByText('Split by item').click();
    const items = dialog.getByRole('group', { name: 'Items' }).getByRole('checkbox');
    await items.nth(0).check();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await due.getByText('$7.00').waitFor();
    await until('the service has it', async () => (await newestOrder(stage(), menu.site)).due === 7);
    const order = await newestOrder(stage(), menu.site);
    await items.nth(0).check();
    const charge = dialog.getByRole('status', { name: 'To charge' });
    await charge.getByText('$4.00').waitFor();
    await dialog.getByLabel('Reference').fill('Room 12');
    // Another register sells more at the same table, and takes some of it.
    await make(client, `orders/${order.id}/lines`, { product_id: menu.soup.id });
    await due.getByText('$17.00').waitFor();
    await make(client, `orders/${order.id}/payments`, { method_id: card.payment_methods[0].id, amount: 3 });
    await due.getByText('$14.00').waitFor();
    await dialog.getByText('Somebody took $3.00 meanwhile.').waitFor();
    assert.equal(await items.count(), 3);
    assert.equal(await dialog.getByLabel('Reference').inputValue(), 'Room 12');
    await charge.getByText('$4.00').waitFor();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await due.getByText('$10.00').waitFor();
    await dialog.getByText('Full amount').click();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await dialog.getByText('Paid', { exact: true }).waitFor();
    await until('it is paid', async () => (await read(client, `orders/${order.id}`)).status === 'COMPLETE');
    const { payments } = await read(client, `orders/${order.id}`);
    const amounts = payments.map(({ amount }: { amount: number }) => amount);
    assert.deepEqual(amounts, [10, 3, 4, 10]);
  });

  it('says what is owed of an order that was completed without its money (reference: orders.74)', async () => {
    const { client } = stage().service;
    const lines = [{ product_id: menu.soup.id }];
    const order = await make(client, 'orders', { site_id: menu.site, status: 'COMPLETE', lines });
    const tab = await openRegister(stage());
    const { page } = tab;
    for (const path of ['orders', 'past']) {
      await tab.goto(`/register/${path}/${order.id}`);
      const note = page.getByRole('note');
      await note.getByText('$10.00 not paid').waitFor();
      await note.getByText('Cash in').waitFor();
    }
    await tab.checkAccessibility();
  });

  it('completes no order of which something is left to pay by then', async () => {
    const { client, card } = stage().service;
    const lines = [{ product_id: menu.soup.id }];
    const payments = [{ method_id: card.payment_methods[0].id, amount: 10 }];
    const fields = { site_id: menu.site, status: 'ACCEPTED', lines, payments };
    const order = await make(client, 'orders', fields);
    const back = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'ACCEPTED' },
      lines: [{ product_id: menu.soup.id, quantity: -1 }],
    });
    const tab = await openRegister(stage(), { kept: true, expected: /ERR_INTERNET_DISCONNECTED/ });
    const { page } = tab;
    await tab.goto(`/register/orders/${back.id}`);
    const button = page.getByRole('button', { name: 'Complete order' });
    await page.getByRole('button', { name: 'Pay' }).waitFor();
    assert.equal(await button.count(), 0);
    await tab.goto(`/register/orders/${order.id}`);
    await button.waitFor();
    await page.context().setOffline(true);
    await button.click();
    await make(client, `orders/${order.id}/lines`, { product_id: menu.coffee.id });
    await page.context().setOffline(false);
    await page
      .getByText(/It is not settled any more/)
      .first()
      .waitFor();
    const { status, due } = await read(client, `orders/${order.id}`);
    assert.deepEqual([status, due], ['ACCEPTED', 4]);
  });

  it('sends a sale to the kitchen once, however often it is tapped', async () => {
    const { client } = stage().service;
    const count = async () => (await read(client, `sites/${menu.site}/orders?limit=50`)).length;
    const tab = await openRegister(stage());
    const sale = tab.page.getByRole('region', { name: 'Sale', exact: true });
    const before = await count();
    await touchProduct(tab, /Tomato soup/);
    // Two taps in one turn of the page, before anything could be drawn.
    await sale
      .getByRole('button', { name: 'Send to kitchen' })
      .evaluate(new Function('button', 'button.click(); button.click();') as () => void);
    await sale.getByText('No lines yet').waitFor();
    await tab.page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    await until('the order is there', async () => (await count()) > before);
    assert.equal(await count(), before + 1);
  });
});
