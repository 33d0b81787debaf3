// A payment that a terminal takes: asked for at the register, answered by the add-on of the method.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read, secondAddon } from '#test/api/helpers.ts';
import { permissionsOf } from '#test/api/operator-helpers.ts';
import type { Client, Json } from '#test/harness/service.ts';
import { until } from '../harness/process.ts';
import { onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

onStage('payment requests at the register', (stage) => {
  let terminal: Client;
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
    terminal = await secondAddon(stage().service);
    const body = { name: 'Terminal', kind: 'addon', takes_requests: true };
    await make(terminal, 'payment_methods', body);
  });

  const pay = ({ page }: Tab) => page.getByRole('dialog', { name: 'Payment' });
  const panel = (tab: Tab) => pay(tab).getByRole('group', { name: 'Payment request' });
  const sell = async ({ page }: Tab, product = /Tomato soup/): Promise<void> => {
    await page.getByRole('button', { name: product }).click();
    await page.getByRole('region', { name: 'Sale' }).getByRole('button', { name: /Pay$/ }).click();
  };
  const charge = (tab: Tab) => pay(tab).getByRole('button', { name: 'Terminal', exact: true }).click();
  /** The newest request, once it is pending. */
  const pending = async (): Promise<Json> => {
    let found: Json;
    await until('a request is pending', async () => {
      [found] = await read(terminal, 'payment_requests?status=pending&newest=true&limit=1');
      return found !== undefined;
    });
    return found;
  };
  const say = ({ id }: Json, body: object) => change(terminal, `payment_requests/${id}`, body);
  /** The terminal declines so soon that the answer is there before the register reads the request. */
  const declineAtOnce = ({ page }: Tab, message: string) =>
    page.route('**/payment_requests', async (route) => {
      const response = await route.fetch();
      if (route.request().method() === 'POST')
        await say({ id: (await response.json()).id_str }, { status: 'declined', message });
      await route.fulfill({ response });
    });
  const orderOf = ({ order_id: id }: Json) => read(terminal, `orders/${id}`);

  it('is declined, then unknown, asked about again and approved; nothing is charged twice', async () => {
    const tab = await openRegister(stage());
    await sell(tab);
    await pay(tab).getByLabel('Tip').waitFor();
    await charge(tab);
    await panel(tab).getByText('Present card').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-request');
    const declined = await pending();
    await say(declined, { message: 'Enter PIN' });
    await panel(tab).getByText('Enter PIN').waitFor();
    await say(declined, { status: 'declined', message: 'Not enough funds' });
    await pay(tab).getByText('The payment was declined: Not enough funds').waitFor();
    await tab.checkAccessibility();
    await charge(tab);
    const request = await pending();
    assert.equal(request.order_id, declined.order_id);
    await say(request, { status: 'unknown' });
    await panel(tab).getByText('Outcome unknown').waitFor();
    assert.equal(await pay(tab).getByRole('button', { name: 'Cash' }).count(), 0);
    await tab.checkAccessibility();
    await tab.picture('register-request-unknown');
    // The screen is loaded anew: what is unknown is still so, here and wherever the order is opened.
    await tab.page.reload();
    const { order_number: number } = await orderOf(request);
    await tab.page.getByRole('link', { name: 'Orders' }).click();
    await tab.page.getByRole('link', { name: new RegExp(number) }).click();
    const open = tab.page.getByRole('region', { name: 'Order', exact: true });
    await open.getByText('Terminal has not said whether $10.00 was paid.').waitFor();
    await open.getByRole('button', { name: 'Pay' }).click();
    await panel(tab).getByRole('button', { name: 'Ask again' }).click();
    await panel(tab).getByText('Asked again. The answer is shown here as soon as it comes.').waitFor();
    await say(request, { status: 'approved', tip: 1, card: { brand: 'Visa', last4: '4242' } });
    await pay(tab)
      .getByText(/^Sale /)
      .waitFor();
    const order = await orderOf(request);
    assert.deepEqual([order.status, order.payments.length, order.tips], ['COMPLETE', 1, 1]);
  });

  it('says why it was declined, also where the answer was there before the register could read it', async () => {
    const tab = await openRegister(stage());
    await declineAtOnce(tab, 'Not this card');
    await sell(tab);
    await charge(tab);
    const declined = pay(tab).getByText('The payment was declined: Not this card');
    await declined.waitFor();
    // Once the sale is paid it is past.
    await pay(tab).getByRole('button', { name: 'Cash', exact: true }).click();
    await pay(tab)
      .getByText(/^Sale /)
      .waitFor();
    assert.equal(await declined.count(), 0);
  });

  it('another register says that the card is not presented there', async () => {
    const { client } = stage().service;
    await make(client, 'registers', { name: 'Bar', site_id: menu.site });
    const lines = [{ product_id: menu.soup.id }];
    const order = await make(client, 'orders', { site_id: menu.site, status: 'ON_HOLD', lines });
    const begin = async (register?: string) => {
      const tab = await openRegister(stage(), register === undefined ? {} : { register });
      await tab.page.getByRole('link', { name: 'Orders' }).click();
      await tab.page.getByRole('link', { name: new RegExp(order.order_number) }).click();
      const open = tab.page.getByRole('region', { name: 'Order', exact: true });
      await open.getByRole('button', { name: 'Pay', exact: true }).click();
      return tab;
    };
    const here = await begin();
    await charge(here);
    await panel(here).getByText('Present card').waitFor();
    const there = await begin('Bar');
    const said = 'It was asked for at another register: the card is presented there.';
    await panel(there).getByText(said).waitFor();
    await there.checkAccessibility();
    assert.equal(await panel(here).getByText(said).count(), 0);
    await say(await pending(), { status: 'approved' });
    await pay(there).getByText('Paid', { exact: true }).waitFor();
  });

  it('gives money back, once the terminal does not refuse', async () => {
    const { client, card } = stage().service;
    const sold = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'PENDING', lines: [{ product_id: menu.soup.id }] },
      payments: [{ method_id: card.payment_methods[0].id, amount: 10 }],
    });
    const tab = await openRegister(stage());
    await declineAtOnce(tab, 'The card has expired');
    await tab.page.getByRole('link', { name: 'Sales' }).click();
    await tab.page.getByRole('link', { name: new RegExp(sold.order_number) }).click();
    const record = tab.page.getByRole('region', { name: 'Sale', exact: true });
    await record.getByRole('button', { name: 'Refund Tomato soup' }).click();
    await record.getByRole('status', { name: 'To refund' }).getByText('$10.00').waitFor();
    await record.getByRole('button', { name: 'Terminal', exact: true }).click();
    await pay(tab).getByText('The payment was declined: The card has expired').waitFor();
    await tab.page.unroute('**/payment_requests');
    await charge(tab);
    const request = await pending();
    assert.deepEqual([request.kind, request.amount], ['refund', 10]);
    await panel(tab).getByText('Present the card for the refund').waitFor();
    await say(request, { status: 'approved', ref: 'BACK-1' });
    await pay(tab)
      .getByText(/^Sale /)
      .waitFor();
    const refund = await orderOf(request);
    assert.deepEqual([refund.status, refund.total, refund.payments.length], ['COMPLETE', -10, 1]);
    assert.equal((await read(client, `orders/${sold.id}/refunds`)).refunded, 10);
  });

  it('shows an answer that comes while the register reads the request for the first time', async () => {
    const { client, card } = stage().service;
    const soldOne = () =>
      make(client, 'orders', {
        ...{ site_id: menu.site, status: 'PENDING', lines: [{ product_id: menu.soup.id }] },
        payments: [{ method_id: card.payment_methods[0].id, amount: 10 }],
      });
    const sold = await soldOne();
    const tab = await openRegister(stage());
    // What was read before the answer arrives after its event, and after that of a sale which followed.
    let isFirst = true;
    await tab.page.route('**/orders/*/payment_requests?*', async (route) => {
      const response = await route.fetch();
      if (isFirst) {
        isFirst = false;
        await say(await pending(), { status: 'approved', ref: 'BACK-2' });
        const { order_number: number } = await soldOne();
        await tab.page.getByRole('link', { name: new RegExp(number) }).waitFor();
      }
      await route.fulfill({ response });
    });
    await tab.page.getByRole('link', { name: 'Sales' }).click();
    await tab.page.getByRole('link', { name: new RegExp(sold.order_number) }).click();
    const record = tab.page.getByRole('region', { name: 'Sale', exact: true });
    await record.getByRole('button', { name: 'Refund Tomato soup' }).click();
    await record.getByRole('button', { name: 'Terminal', exact: true }).click();
    await pay(tab)
      .getByText(/^Sale /)
      .waitFor();
    assert.equal(isFirst, false);
  });

  it('is cancelled, then a part of it is paid by the terminal and the rest in cash', async () => {
    const tab = await openRegister(stage(), { size: PHONE });
    await touchProduct(tab, 'Tomato soup');
    await tab.page.getByRole('button', { name: /1 line/ }).click();
    await tab.page.getByRole('button', { name: 'Pay', exact: true }).click();
    await charge(tab);
    const request = await pending();
    await tab.checkAccessibility();
    await tab.picture('register-request-phone');
    await panel(tab).getByRole('button', { name: 'Cancel payment' }).click();
    await panel(tab).getByText('Cancelling…').waitFor();
    await say(request, { status: 'cancelled' });
    await pay(tab).getByText('The payment was cancelled. Nothing was charged.').waitFor();
    await charge(tab);
    await say(await pending(), { status: 'approved', amount: 4 });
    await pay(tab).getByRole('list', { name: 'Payments' }).getByText('$4.00').waitFor();
    await pay(tab).getByRole('button', { name: 'Cash', exact: true }).click();
    await pay(tab)
      .getByText(/^Sale /)
      .waitFor();
    await until('the order is complete', async () => (await orderOf(request)).status === 'COMPLETE');
    assert.deepEqual(
      (await orderOf(request)).payments.map(({ amount }: Json) => amount),
      [4, 6],
    );
  });

  it('the form of a payment cannot be changed while it is being kept', async () => {
    const { client, card } = stage().service;
    const permissions = permissionsOf(['CashIn']);
    await change(client, `staff/${card.staff[0].id}`, { is_admin: false, permissions });
    const tab = await openRegister(stage());
    await sell(tab);
    await pay(tab).getByRole('button', { name: /Cash$/ }).click();
    await tab.page.getByRole('dialog', { name: 'Approval needed' }).waitFor();
    assert.equal(await pay(tab).getByLabel('Tip').isDisabled(), true);
    assert.equal(await pay(tab).getByLabel('Amount tendered').isDisabled(), true);
    await tab.page
      .getByRole('dialog', { name: 'Approval needed' })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await until('the form is open again', () => pay(tab).getByLabel('Tip').isEnabled());
  });
});
