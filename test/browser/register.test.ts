// The register in a browser: selling, paying, incoming orders, open orders, and a network that comes and goes.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE, type Stage, type Tab } from './harness.ts';
import { openRegister, setUpRegister, stock, touchProduct } from './register-screen.ts';

/** How soon an order has to be on the register, in ms: 0.1 s where nothing else runs, many times that on a busy machine. */
const SOON_MS = 3_000;

onStage('the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  const basket = (tab: Tab) => tab.page.getByRole('region', { name: 'Sale', exact: true });
  const latest = async ({ service }: Stage): Promise<Json> =>
    (await read(service.client, `sites/${menu.site}/orders?limit=1&fields=lines,options,payments`))[0];

  it('sells what is pressed, searched and scanned, and takes money in parts', async () => {
    const { service } = stage();
    const tab = await setUpRegister(stage(), { kept: true });
    const { page } = tab;
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await touchProduct(tab, /Tomato soup/);
    await touchProduct(tab, /Steak/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Choose Side.').waitFor();
    await dialog.getByRole('button', { name: /Garden salad/ }).click();
    await dialog.getByLabel('Kitchen notes').fill('rare');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await touchProduct(tab, /Filter coffee/);
    await dialog.getByRole('button', { name: 'Oat milk' }).click();
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await touchProduct(tab, /Flowers/);
    await dialog.getByLabel('Price, tax included').fill('3');
    await dialog.getByText('The price is at least').waitFor();
    await dialog.getByLabel('Price, tax included').fill('7,5');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await basket(tab).getByText('without').waitFor({ state: 'detached' });
    // 20 soup, 30 steak, 2 salad, 4.75 coffee, 7.50 flowers.
    await basket(tab).getByText('$64.25').last().waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-sell');
    await basket(tab).getByRole('button', { name: 'Pay' }).click();
    await dialog.getByText('Split equally').click();
    await dialog.getByLabel('Amount tendered').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-pay');
    await dialog.getByRole('button', { name: 'Card' }).click();
    await dialog.getByRole('list', { name: 'Payments' }).waitFor();
    await dialog.getByRole('button', { name: '$50.00' }).click();
    await dialog.getByRole('alert').getByText('$17.88').waitFor();
    await dialog.getByText(/^Sale /).waitFor();
    const sold = await latest(stage());
    assert.equal(sold.status, 'COMPLETE');
    assert.equal(sold.total, 64.25);
    assert.deepEqual(
      sold.payments.map((payment: Json) => payment.amount),
      [32.13, 32.12],
    );
    assert.equal(sold.register_id, service.card.sites[0].registers[0].id);
    assert.equal(sold.staff_member_id, service.card.staff[0].id);
    await tab.picture('register-paid');
    await dialog.getByRole('button', { name: 'New sale' }).click();
    await basket(tab).getByText('No lines yet').waitFor();
  });

  it('goes on splitting a bill until the last of equal parts', async () => {
    const tab = await openRegister(stage());
    await touchProduct(tab, /Tomato soup/);
    await basket(tab).getByRole('button', { name: 'Pay' }).click();
    const dialog = tab.page.getByRole('dialog');
    await dialog.getByText('Split equally').click();
    await dialog.getByLabel('Parts').fill('3');
    const asked: string[] = [];
    for (const left of [3, 2, 1]) {
      if (left > 1) assert.equal(await dialog.getByLabel('Parts').inputValue(), String(left));
      asked.push(await dialog.getByLabel('Amount tendered').inputValue());
      await dialog.getByRole('button', { name: 'Card' }).click();
      await dialog
        .getByRole('list', { name: 'Payments' })
        .getByRole('listitem')
        .nth(3 - left)
        .waitFor();
    }
    await dialog.getByText(/^Sale /).waitFor();
    const sold = await latest(stage());
    assert.equal(sold.status, 'COMPLETE');
    assert.deepEqual(
      sold.payments.map(({ amount }: Json) => amount.toFixed(2)),
      asked,
    );
    await dialog.getByRole('button', { name: 'New sale' }).click();
  });

  it('finds by name, SKU and barcode, also from a scanner, and shows at once what is out of stock', async () => {
    const { client } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const search = page.getByRole('searchbox', { name: /Search by name/ });
    await search.fill('tomato');
    await page.getByRole('button', { name: /Tomato soup/ }).waitFor();
    await search.press('Enter');
    await basket(tab).getByText('Tomato soup').waitFor();
    await search.fill('soup');
    await search.press('Enter');
    await basket(tab).getByText('2 × Tomato soup').waitFor();
    // A scanner types without looking where the focus is.
    await page.getByRole('heading', { name: 'Register 1' }).or(basket(tab)).first().click();
    // At the speed of one, however busy this machine is.
    await page.evaluate(`for (const key of [...'4006381333931', 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await basket(tab).getByText('3 × Tomato soup').waitFor();
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    const answer = await client.put(`sites/${menu.site}/products/${menu.soup.id}`, {
      availability: { is_available: true, amount: 2 },
    });
    assert.equal(answer.status, 200);
    await page.getByRole('button', { name: /Tomato soup.*2 left/ }).waitFor();
    await client.put(`sites/${menu.site}/products/${menu.soup.id}`, { availability: { amount: 0 } });
    await page.getByRole('button', { name: /Tomato soup.*Out of stock/ }).waitFor();
    await client.put(`sites/${menu.site}/products/${menu.soup.id}`, { availability: { amount: null } });
    await page.getByRole('button', { name: /Tomato soup \$10.00/ }).waitFor();
  });

  it('rings for orders of add-ons until somebody has decided', async () => {
    const { service } = stage();
    const { client } = service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const submit = async (fields: object): Promise<Json> => {
      const order = { site_id: menu.site, lines: [{ product_id: menu.soup.id }], ...fields };
      const answer = await client.post('orders', order);
      assert.equal(answer.status, 201, answer.text);
      // The service looks for changes twice a second; here its clock is moved by hand.
      service.ticker.tick();
      return answer.json;
    };
    const status = async (order: Json) => (await read(client, `orders/${order.id}`)).status;
    const alarm = () => page.evaluate('document.documentElement.dataset.alarm ?? "off"');
    await page.getByRole('link', { name: 'Incoming' }).click();
    await page.getByText('No incoming orders', { exact: true }).waitFor();
    const quiet = await submit({ enable_alert_sound: false, order_type: 'Pickup', notes: 'Ring twice' });
    const times: number[] = [];
    const appears = async (card: Locator): Promise<void> => {
      const began = performance.now();
      await card.waitFor();
      times.push(performance.now() - began);
    };
    await appears(page.getByRole('article', { name: `Order ${quiet.order_number}` }));
    assert.equal(await alarm(), 'off');
    const loud = await submit({
      prompt_for_reject_reason: true,
      order_type: 'Delivery',
      customer_id: service.card.customers[0].id,
    });
    const card = page.getByRole('article', { name: `Order ${loud.order_number}` });
    await appears(card);
    assert.ok(Math.min(...times) < SOON_MS, `it took ${times.map(Math.round).join(', ')} ms`);
    await card.getByText(/Sandbox add-on/).waitFor();
    assert.equal(await alarm(), 'on');
    await tab.checkAccessibility();
    await tab.picture('register-incoming');
    await card.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Too busy' }).click();
    await dialog.getByLabel('Notes for the add-on').fill('An hour at least');
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await card.waitFor({ state: 'detached' });
    await page
      .getByRole('article', { name: `Order ${quiet.order_number}` })
      .getByRole('button', { name: 'Accept' })
      .click();
    await page.getByText('No incoming orders', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    assert.equal(await status(quiet), 'ACCEPTED');
    const rejected = await read(client, `orders/${loud.id}`);
    assert.equal(rejected.status, 'REJECTED');
    assert.deepEqual(rejected.reject_reason, { id: 2, name: 'Too busy', notes: 'An hour at least' });
    assert.equal(await alarm(), 'off');
    const held = await submit({ fulfil_at: '2026-03-07T20:00:00Z' });
    const late = page.getByRole('article', { name: `Order ${held.order_number}` });
    await late.getByText('1 h 30 min').waitFor();
    await late.getByRole('button', { name: 'Hold' }).click();
    await late.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    assert.equal(await status(held), 'ON_HOLD');
  });

  it('does not show a decided order again while orders are read anew', async () => {
    const { service } = stage();
    const { page } = await openRegister(stage());
    const order = { site_id: menu.site, lines: [{ product_id: menu.soup.id }] };
    const [first, second] = [
      await make(service.client, 'orders', order),
      await make(service.client, 'orders', order),
    ];
    const card = ({ order_number: number }: Json) => page.getByRole('article', { name: `Order ${number}` });
    await page.getByRole('link', { name: /Incoming/ }).click();
    await card(first).waitFor();
    await card(second).waitFor();

    const isRead = Promise.withResolvers<void>();
    let isDecided = false;
    let readings = 0;
    await page.route(/\/orders\/submitted\?/, async (route) => {
      if (isDecided) readings++;
      await isRead.promise;
      // One that the page gave up meanwhile is not continued.
      await route.continue().catch(() => undefined);
    });
    page.on('response', (answer) => {
      if (answer.request().method() === 'PUT' && /\/orders\/\d+$/.test(answer.url())) isDecided = true;
    });
    await card(first).getByRole('button', { name: 'Accept' }).click();
    await until('the orders are read after it', () => readings > 0);
    assert.deepEqual([await card(first).count(), await card(second).count()], [0, 1]);
    isRead.resolve();
    await card(second).getByRole('button', { name: 'Accept' }).click();
    await page.getByText('No incoming orders', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    for (const { id } of [first, second])
      assert.equal((await read(service.client, `orders/${id}`)).status, 'ACCEPTED');
  });

  it('keeps a table open: adds to it, calls its course, voids a line, and is paid by item', async () => {
    const { client } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await touchProduct(tab, /Steak/);
    await dialog.getByRole('button', { name: /Fries/ }).click();
    await dialog.getByText('2nd', { exact: true }).click();
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    await dialog.getByRole('button', { name: 'Dine in' }).click();
    await dialog.getByLabel('Table or group').fill('12');
    await dialog.getByLabel('Guests').fill('2');
    await dialog.getByText('% off').click();
    await dialog.getByLabel('Percent off').fill('10');
    await tab.checkAccessibility();
    await tab.picture('register-details');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await basket(tab).getByText('$36.00').last().waitFor();
    await basket(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await basket(tab).getByText('No lines yet').waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    const list = page.getByRole('region', { name: 'Open orders' });
    await list.getByText('Table 12').first().waitFor();
    const order = await latest(stage());
    assert.equal(order.status, 'ON_HOLD');
    assert.equal(order.guests, 2);
    assert.equal(order.order_type, 'Dine in');
    assert.equal(order.total, 36);
    await list.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByRole('button', { name: 'Call course 2' }).click();
    await panel.getByText('Course 2, called').waitFor();
    await panel.getByRole('button', { name: 'Add' }).click();
    await basket(tab).getByText('Adding to table 12').waitFor();
    await touchProduct(tab, /Tomato soup/);
    await basket(tab).getByText('$9.00').last().waitFor();
    await basket(tab).getByRole('button', { name: 'Add to table 12' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await list.getByRole('link', { name: new RegExp(order.order_number) }).click();
    await panel.getByText('$45.00').first().waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-orders');
    await panel.getByRole('button', { name: 'Void Tomato soup' }).first().click();
    await dialog.getByRole('button', { name: 'Wrong item' }).click();
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Void', exact: true }).click();
    await panel.getByText('$36.00').first().waitFor();
    await panel.getByRole('button', { name: 'Pay' }).click();
    await dialog.getByText('Split by item').click();
    await dialog.getByLabel(/Tomato soup/).check();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    // The item says $27.00 from the start; the form of the second payment is another, with a tip of its own.
    await dialog.getByRole('list', { name: 'Payments' }).waitFor();
    await dialog.getByText('$27.00').first().waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await list.getByText('$36.00 · $27.00 due').waitFor();
    await panel.getByRole('button', { name: 'Pay' }).click();
    await dialog.getByLabel('Tip').fill('3');
    await dialog.getByRole('button', { name: 'Card' }).click();
    await dialog.getByText(/^Sale /).waitFor();
    const paid = await read(client, `orders/${order.id}`);
    assert.equal(paid.status, 'COMPLETE');
    assert.deepEqual(
      paid.payments.map((payment: Json) => [payment.amount, payment.tip]),
      [
        [9, 0],
        [27, 3],
      ],
    );
    assert.deepEqual(
      paid.lines.map((line: Json) => [line.product.name, line.course_status]),
      [
        ['Steak', 'called'],
        ['Fries', 'called'],
        ['Tomato soup', 'no status'],
      ],
    );
  });

  it('shows what an add-on has locked, with the reason, and holds to its price limit', async () => {
    const { client } = stage().service;
    const tab = await openRegister(stage());
    const { page } = tab;
    const post = async (fields: object): Promise<Json> => {
      const lines = [{ product_id: menu.soup.id }];
      const answer = await client.post('orders', {
        site_id: menu.site,
        status: 'ACCEPTED',
        lines,
        ...fields,
      });
      assert.equal(answer.status, 201, answer.text);
      return answer.json;
    };
    const locked = await post({ lock: ['NEW_LINES', 'PAYMENTS'] });
    const limited = await post({ price_limit: 15 });
    const list = page.getByRole('region', { name: 'Open orders' });
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await page.getByRole('link', { name: 'Orders' }).click();
    await list.getByRole('link', { name: new RegExp(locked.order_number) }).click();
    await panel.getByText(/Nothing can be added: .*\(NEW_LINES\)/).waitFor();
    await panel.getByText(/No payment can be taken: .*\(PAYMENTS\)/).waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Add' }).isDisabled(), true);
    assert.equal(await panel.getByRole('button', { name: 'Pay' }).isDisabled(), true);
    await tab.checkAccessibility();
    await tab.picture('register-locked');
    await list.getByRole('link', { name: new RegExp(limited.order_number) }).click();
    await panel.getByText('Price limit of the add-on').waitFor();
    await panel.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await basket(tab)
      .getByText(/may not go beyond \$15.00/)
      .waitFor();
    assert.equal(
      await basket(tab)
        .getByRole('button', { name: /^Add to/ })
        .isDisabled(),
      true,
    );
  });

  it('gives money back for a part of a past sale', async () => {
    const { client } = stage().service;
    const sale = await client.post('orders', {
      site_id: menu.site,
      status: 'PENDING',
      lines: [{ product_id: menu.soup.id, quantity: 3 }, { product_id: menu.coffee.id }],
      payments: [{ method_id: stage().service.card.payment_methods[0].id, amount: 34 }],
    });
    assert.equal(sale.json.status, 'COMPLETE', sale.text);
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByLabel('Receipt number').fill(sale.json.saleid);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Sale', exact: true });
    await panel.getByRole('button', { name: 'Refund', exact: true }).click();
    await panel.getByLabel('Tomato soup', { exact: true }).check();
    await panel.getByLabel('Quantity of Tomato soup').fill('2');
    await panel.getByRole('status', { name: 'To refund' }).getByText('$20.00').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-refund');
    await panel.getByRole('button', { name: 'Cash', exact: true }).click();
    await page.getByText('$20.00 refunded').waitFor();
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    const refund = await latest(stage());
    assert.equal(refund.original_order_id_str, sale.json.id_str);
    assert.equal(refund.total, -20);
    assert.equal(refund.paid, -20);
  });

  it('sells on without a network, and sends everything once', async () => {
    const { service } = stage();
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/,
    });
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    const before = (await read(service.client, `sites/${menu.site}/orders?limit=5000`)).length;
    await tab.context.setOffline(true);
    await touchProduct(tab, /Tomato soup/);
    await basket(tab).getByRole('button', { name: 'Pay' }).click();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await dialog.getByText(/Saved on this register/).waitFor();
    await dialog.getByRole('button', { name: 'New sale' }).click();
    await touchProduct(tab, /Tomato soup/);
    await page.getByRole('button', { name: 'Details' }).click();
    await dialog.getByLabel('Table or group').fill('7');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await basket(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await page.getByText(/Offline · 2 to send/).waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: /Table 7/ }).click();
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByRole('button', { name: 'Add' }).click();
    await touchProduct(tab, /Flowers/);
    await dialog.getByLabel('Price, tax included').fill('20');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await basket(tab).getByRole('button', { name: 'Add to table 7' }).click();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: /Table 7/ }).click();
    await panel.getByText('$30.00 · $30.00 due').waitFor();
    await tab.checkAccessibility();
    await page.getByRole('link', { name: 'Offline queue' }).click();
    await page.getByRole('list', { name: 'Waiting changes' }).getByText('1 line added to table 7').waitFor();
    await page.getByText('Sale of $10.00', { exact: true }).waitFor();
    await page.getByText('Order of $10.00, table 7').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-unsent');
    await tab.context.setOffline(false);
    await page.getByText('All changes sent').waitFor();
    const after: Json[] = await read(service.client, `sites/${menu.site}/orders?limit=5000`);
    assert.equal(after.length, before + 2);
    assert.deepEqual(
      after.slice(0, 2).map((order) => [order.status, order.total, order.group_id]),
      [
        ['ON_HOLD', 30, '7'],
        ['COMPLETE', 10, null],
      ],
    );
  });

  it('shows a refused change, and puts its lines on an order of their own', async () => {
    const { client } = stage().service;
    const order = await client.post('orders', {
      site_id: menu.site,
      status: 'ACCEPTED',
      group_id: '9',
      lines: [{ product_id: menu.coffee.id }],
    });
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|400/,
    });
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(order.json.order_number) }).click();
    await page
      .getByRole('region', { name: 'Order', exact: true })
      .getByRole('button', { name: 'Add' })
      .click();
    await tab.context.setOffline(true);
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await basket(tab).getByRole('button', { name: 'Add to table 9' }).click();
    const closed = await client.put(`orders/${order.json.id}`, { status: 'COMPLETE' });
    assert.equal(closed.status, 200);
    await tab.context.setOffline(false);
    await page.getByRole('link', { name: /Offline queue/ }).click();
    await page.getByText('The order was completed before this came').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-refused');
    await page.getByRole('button', { name: 'Move to a new order' }).click();
    await page.getByText('All changes sent').waitFor();
    const moved = await latest(stage());
    assert.equal(moved.status, 'ON_HOLD');
    assert.deepEqual(
      moved.lines.map((line: Json) => line.product.name),
      ['Tomato soup'],
    );
  });

  it('brings a refused order back to the basket', async () => {
    const { client } = stage().service;
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|400/,
    });
    const { page } = tab;
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await tab.context.setOffline(true);
    await basket(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await client.put(`sites/${menu.site}/products/${menu.soup.id}`, { availability: { amount: 0 } });
    await tab.context.setOffline(false);
    await page.getByRole('link', { name: /Offline queue/ }).click();
    await page.getByText(/Tomato soup is out of stock\./).waitFor();
    await page.getByRole('button', { name: 'Edit sale' }).click();
    await basket(tab).getByText('Tomato soup').waitFor();
    await client.put(`sites/${menu.site}/products/${menu.soup.id}`, { availability: { amount: null } });
    await basket(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await basket(tab).getByText('No lines yet').waitFor();
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
  });

  it('agrees with another register at the same table, and opens the receipt', async () => {
    const { service } = stage();
    await make(service.client, 'registers', { name: 'Second till', site_id: menu.site });
    const one = await openRegister(stage());
    const two = await openRegister(stage(), { register: 'Second till' });
    await touchProduct(one, /Tomato soup/);
    await one.page.getByRole('button', { name: 'Details' }).click();
    const dialog = one.page.getByRole('dialog');
    await dialog.getByLabel('Table or group').fill('21');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await basket(one).getByRole('button', { name: 'Send to kitchen' }).click();
    await two.page.getByRole('link', { name: 'Orders' }).click();
    await two.page.getByText('Table 21').waitFor();
    const order = await latest(stage());
    await two.page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const panel = two.page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByRole('button', { name: 'Details' }).click();
    const details = two.page.getByRole('dialog');
    await details.getByText('Amount off').click();
    await details.getByLabel('Amount off', { exact: true }).last().fill('1');
    await details.getByLabel('Customer').fill('ada');
    await details.getByRole('button', { name: /Ada Example/ }).click();
    await details.getByRole('button', { name: 'Check in' }).click();
    await details.getByText('Checked in', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Done' }).click();
    await panel.getByText('$9.00').first().waitFor();
    await one.page.getByRole('link', { name: 'Orders' }).click();
    await one.page.getByRole('link', { name: /Ada Example.*\$9.00/ }).waitFor();
    await panel.getByRole('button', { name: 'Pay' }).click();
    await details.getByRole('button', { name: 'Cash', exact: true }).click();
    await details.getByText(/^Sale /).waitFor();
    const opened = two.context.waitForEvent('page');
    await details.getByRole('button', { name: 'PDF receipt' }).click();
    await (await opened).close();
    const printed = two.page.waitForResponse(/\/receipt$/);
    await details.getByRole('button', { name: 'Print' }).click();
    assert.equal((await printed).status(), 201);
    await one.page.getByRole('link', { name: /Ada Example/ }).waitFor({ state: 'detached' });
    const checkins = await read(service.client, `sites/${menu.site}/checkins`);
    assert.equal(checkins.length, 1);
  });

  it('opens without a network, with what was not sent, which two tabs send once', async () => {
    const { client } = stage().service;
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/;
    const tab = await openRegister(stage(), { kept: true, expected });
    const { page } = tab;
    const count = async () => (await read(client, `sites/${menu.site}/orders?limit=5000`)).length;
    const before = await count();
    // The page is kept by the time its worker has answered.
    await page.evaluate(`(async () => {
      const { scope } = await navigator.serviceWorker.ready;
      const cache = await caches.open('passbell-register');
      for (let look = 0; look < 200; look++) {
        const kept = await cache.keys();
        if (await cache.match(scope) && kept.some((each) => each.url.endsWith('.css'))) return;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error('The page is not kept.');
    })()`);
    await tab.context.setOffline(true);
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await touchProduct(tab, /Tomato soup/);
    await basket(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await basket(tab).getByText('No lines yet').waitFor();
    await touchProduct(tab, /Tomato soup/);
    // It is kept behind the touch: a reload at once would come before that.
    await basket(tab).getByText('Tomato soup').waitFor();
    await page.reload();
    await basket(tab).getByText('Tomato soup').waitFor();
    await page.getByText(/Offline · 1 to send/).waitFor();
    const other = await stage().open({ beside: tab, expected });
    await other.goto('/register');
    await other.page.getByText(/Offline · 1 to send/).waitFor();
    await tab.context.setOffline(false);
    for (const each of [tab, other]) {
      await each.page.getByRole('link', { name: 'Offline queue' }).click();
      await each.page.getByText('All changes sent').waitFor();
    }
    assert.equal(await count(), before + 1);
  });

  for (const [name, options] of [
    ['dark', { scheme: 'dark' }],
    ['phone', { size: PHONE }],
  ] as const) {
    it(`can be used by everybody: ${name}`, async () => {
      const tab = await openRegister(stage(), options);
      const { page } = tab;
      await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
      await touchProduct(tab, /Tomato soup/);
      await tab.checkAccessibility();
      await tab.picture(`register-sell-${name}`);
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(wide, false, 'The page is wider than the screen.');
      const small = (await page.evaluate(`[...document.querySelectorAll('button, a, input')]
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 40)
        .map((each) => each.outerHTML.slice(0, 200))`)) as string[];
      assert.deepEqual(small, []);
      if (name === 'phone') {
        await page.getByRole('button', { name: /1 line · \$10.00/ }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Pay' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cash' }).waitFor();
        await tab.checkAccessibility();
        await tab.picture('register-pay-phone');
      }
    });
  }
});
