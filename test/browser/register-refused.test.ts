// The register when the service refuses, and when two registers do the same: nothing is reported as done that is not.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

/** Where each character of a text stands on the page, from the left. */
async function placesOf({ page }: Tab, text: string): Promise<number[]> {
  return (await page.evaluate(`(() => {
    const wanted = ${JSON.stringify(text)};
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const at = node.textContent.indexOf(wanted);
      if (at < 0 || !node.parentElement.checkVisibility()) continue;
      return Array.from(wanted, (_, place) => {
        const range = document.createRange();
        range.setStart(node, at + place);
        range.setEnd(node, at + place + 1);
        return range.getBoundingClientRect().left;
      });
    }
    return [];
  })()`)) as number[];
}

const ascending = (places: readonly number[]) => places.toSorted((a, b) => a - b);

onStage('the register, refused', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
    await make(stage().service.client, 'registers', { name: 'Second till', site_id: menu.site });
  });

  const makeOrder = (fields: object): Promise<Json> =>
    make(stage().service.client, 'orders', { site_id: menu.site, status: 'ON_HOLD', ...fields });
  const openOrder = async ({ page }: Tab, { order_number: number }: Json) => {
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: new RegExp(number) }).click();
    return page.getByRole('region', { name: 'Order', exact: true });
  };

  it('offers an item that was paid no second time, also when payment begins again', async () => {
    const order = await makeOrder({
      group_id: '4',
      lines: [{ product_id: menu.soup.id }, { product_id: menu.coffee.id }, { product_id: menu.soup.id }],
    });
    const tab = await openRegister(stage());
    const { page } = tab;
    const panel = await openOrder(tab, order);
    const dialog = page.getByRole('dialog');
    const items = dialog.getByRole('group', { name: 'Items' }).getByRole('checkbox');
    const begin = async () => {
      await panel.getByRole('button', { name: 'Pay' }).click();
      await dialog.getByText('Split by item').click();
    };
    await begin();
    assert.equal(await items.count(), 3);
    await items.nth(0).check();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await dialog.getByRole('list', { name: 'Payments' }).waitFor();
    await dialog.getByText('Split by item').click();
    assert.equal(await items.count(), 2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await begin();
    assert.equal(await items.count(), 2);
    await dialog.getByLabel(/^Filter coffee/).waitFor();
    const says = /\$10\.00 was paid without items/;
    assert.equal(await dialog.getByText(says).count(), 0);
    await tab.checkAccessibility();
    await page.keyboard.press('Escape');
    // Another register knows that money was paid, and not what for.
    const other = await openRegister(stage(), { register: 'Second till' });
    await (await openOrder(other, order)).getByRole('button', { name: 'Pay' }).click();
    const there = other.page.getByRole('dialog');
    await there.getByText('Split by item').click();
    await there.getByRole('alert').getByText(says).waitFor();
    await other.checkAccessibility();
  });

  /** Pays an item of an order in cash, and leaves the payment before its answer comes, which waits until it is let go. */
  const payUnanswered = async (group: string) => {
    const { client } = stage().service;
    const lines = [
      { product_id: menu.soup.id },
      { product_id: menu.coffee.id },
      { product_id: menu.soup.id },
    ];
    const order = await makeOrder({ group_id: group, lines });
    const tab = await openRegister(stage());
    const { page } = tab;
    const panel = await openOrder(tab, order);
    const dialog = page.getByRole('dialog');
    const answered = Promise.withResolvers<void>();
    await page.route(/\/payments$/, async (route) => {
      const response = await route.fetch();
      await answered.promise;
      // The register may have given up waiting.
      await route.fulfill({ response }).catch(() => undefined);
    });
    await panel.getByRole('button', { name: 'Pay' }).click();
    await dialog.getByText('Split by item').click();
    await dialog.getByRole('group', { name: 'Items' }).getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await until('the service has it', async () => (await read(client, `orders/${order.id}`)).paid === 10);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const payAgain = async () => {
      await panel.getByRole('button', { name: 'Pay' }).click();
      await dialog.waitFor();
    };
    const due = dialog.getByRole('status', { name: 'Amount due' });
    return { page, dialog, due, payAgain, letGo: answered.resolve };
  };

  it('counts a payment once while the service has it and its answer is on its way', async () => {
    const { due, payAgain, letGo } = await payUnanswered('7');
    await payAgain();
    letGo();
    await due.getByText('$14.00').waitFor();
  });

  it('takes no more of an order while a payment of it cannot be sent, and says so', async () => {
    const { page, dialog, due, payAgain, letGo } = await payUnanswered('8');
    await page.clock.install();
    await payAgain();
    await dialog.getByRole('progressbar').waitFor();
    await page.clock.runFor(15_000);
    await dialog.getByText('The order could not be sent. Check the connection.').waitFor();
    assert.equal(await due.count(), 0);
    letGo();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await page.clock.runFor(10_000);
    await due.getByText('$14.00').waitFor();
  });

  it('says where it happened that a payment was refused, and on every screen until somebody decides', async () => {
    const { client } = stage().service;
    const order = await makeOrder({ group_id: '5', lines: [{ product_id: menu.soup.id }] });
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401|400/,
    });
    const { page } = tab;
    const panel = await openOrder(tab, order);
    await panel.getByRole('button', { name: 'Pay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cash', exact: true }).waitFor();
    await tab.context.setOffline(true);
    await dialog.getByRole('button', { name: '$20.00' }).click();
    await dialog.getByText('Sending…').waitFor();
    await dialog.getByText('Change due').waitFor();
    const closed = await client.put(`orders/${order.id}`, { status: 'COMPLETE' });
    assert.equal(closed.status, 200);
    await tab.context.setOffline(false);
    const sentence = 'If money was taken for it here, give it back.';
    await dialog.getByRole('alert').getByText(sentence).first().waitFor();
    // It is not paid, and nothing goes back of what was not taken.
    for (const said of ['Paid', 'Change due'])
      await dialog.getByText(said, { exact: true }).waitFor({ state: 'detached' });
    await tab.checkAccessibility();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const bar = page.getByRole('alert').getByRole('link', { name: /Cash payment of \$10\.00, table 5/ });
    for (const screen of ['Sell', 'Sales', 'Incoming']) {
      await page.getByRole('link', { name: screen, exact: true }).click();
      await bar.waitFor();
    }
    await tab.checkAccessibility();
    await tab.picture('register-refused-bar');
    await bar.click();
    const needs = page.getByRole('region', { name: 'Needs attention' });
    await needs.getByText(sentence).waitFor();
    // It was money: it is asked about before nothing says so any more.
    await needs.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('alert').getByText('$10.00 was taken.').waitFor();
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await needs.getByText(sentence).waitFor();
    await needs.getByRole('button', { name: 'Discard' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('All changes sent').waitFor();
    await page.getByRole('link', { name: /^Offline queue$/ }).waitFor();
    await stage().service.app.requests.flush();
    const office = await stage().open();
    await office.signIn('/');
    await office.page.getByRole('link', { name: /refused at the registers/ }).waitFor();
    await office.page.getByText(sentence, { exact: false }).waitFor();
  });

  const seen = async ({ page }: Tab, label: RegExp) => {
    await page.getByRole('alert').getByRole('link', { name: label }).click();
    const needs = page.getByRole('region', { name: 'Needs attention' });
    await needs.getByText(label).waitFor();
    await needs.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('All changes sent').waitFor();
  };

  it('keeps in sight that a customer could not be checked in', async () => {
    const { client } = stage().service;
    const fields = { first_name: 'Gone', last_name: 'Meanwhile', email: 'gone@example.com' };
    const customer = await make(client, 'customers', fields);
    const tab = await openRegister(stage(), { expected: /401|404|400/ });
    const { page } = tab;
    await touchProduct(tab, 'Tomato soup');
    await page.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Customer', { exact: true }).fill('Meanwhile');
    await dialog.getByRole('button', { name: 'Gone Meanwhile' }).click();
    await client.delete(`customers/${customer.id_str}`);
    await dialog.getByRole('button', { name: 'Check in' }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('Check-in of Gone Meanwhile').waitFor();
    await tab.checkAccessibility();
    await page.keyboard.press('Escape');
    await seen(tab, /Check-in of Gone Meanwhile/);
    await stage().service.app.requests.flush();
    const office = await stage().open();
    await office.signIn('/');
    await office.page.getByRole('link', { name: /refused at the registers/ }).waitFor();
  });

  it('keeps in sight that a receipt could not be printed', async () => {
    const sale = await makeOrder({ status: 'COMPLETE', lines: [{ product_id: menu.soup.id }] });
    const tab = await openRegister(stage(), { expected: /401|409/ });
    const panel = await findSale(tab, sale);
    const body = JSON.stringify({ error: 'conflict', error_description: 'The printer is taken apart.' });
    await tab.page.route(/\/receipt$/, (route) =>
      route.fulfill({ status: 409, contentType: 'application/json', body }),
    );
    await panel.getByRole('button', { name: 'Print' }).click();
    await panel.getByRole('alert').getByText('The printer is taken apart.').waitFor();
    await tab.checkAccessibility();
    await seen(tab, new RegExp(`Printing the receipt of ${sale.saleid}`));
  });

  it('keeps in sight what the back office was refused, until it is closed', async () => {
    const order = await makeOrder({ lines: [{ product_id: menu.soup.id }] });
    const office = await stage().open({ expected: /409/ });
    const { page } = office;
    const body = JSON.stringify({ error: 'conflict', error_description: 'Somebody else was first.' });
    const refuse = (path: RegExp) =>
      page.route(path, (route) =>
        route.request().method() === 'PUT'
          ? route.fulfill({ status: 409, contentType: 'application/json', body })
          : route.continue(),
      );
    await refuse(/\/orders\/\d+$/);
    await refuse(/\/sites\/\d+$/);
    await office.signIn(`/orders/${order.id_str}`);
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').getByText('Accept: Somebody else was first.').waitFor();
    await office.checkAccessibility();
    await page.goto(new URL('/kitchens', page.url()).href);
    await page.clock.install();
    await page.getByRole('switch').first().click();
    const note = page.getByRole('alert').getByText('Somebody else was first.');
    await note.waitFor();
    await page.clock.fastForward(60_000);
    await note.waitFor();
    await page.getByRole('button', { name: 'Close this note' }).click();
    await note.waitFor({ state: 'detached' });
  });

  it('leaves the number of an order whole beside a name that is read from the right', async () => {
    const { client } = stage().service;
    const customer = { first_name: 'محمد', last_name: 'الأحمد', email: 'm@example.com' };
    const order = await makeOrder({ customer, lines: [{ product_id: menu.soup.id, notes: 'بدون ملح' }] });
    const tab = await openRegister(stage());
    const panel = await openOrder(tab, order);
    await panel.getByRole('heading', { name: new RegExp(order.order_number) }).waitFor();
    const places = await placesOf(tab, order.order_number);
    assert.equal(places.length, order.order_number.length);
    assert.deepEqual(places, ascending(places));
    const office = await stage().open({ size: PHONE });
    await office.signIn(`/orders/${order.id_str}`);
    await office.page.getByText('محمد', { exact: false }).first().waitFor();
    await client.delete(`orders/${order.id}`);
  });

  const sell = async (fields: object): Promise<Json> => {
    const sale = await makeOrder({ status: 'COMPLETE', ...fields });
    assert.equal(sale.status, 'COMPLETE');
    return sale;
  };
  const findSale = async ({ page }: Tab, { saleid }: Json) => {
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByLabel('Receipt number').fill(saleid);
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Sale', exact: true });
    await panel.getByRole('heading', { name: new RegExp(`^Sale .*${saleid}$`) }).waitFor();
    return panel;
  };

  it('gives a line back once, whichever register was first, and says so to the other', async () => {
    const { client, card } = stage().service;
    const sale = await sell({
      lines: [{ product_id: menu.soup.id, quantity: 2 }, { product_id: menu.coffee.id }],
      payments: [{ method_id: card.payment_methods[0].id, amount: 24 }],
    });
    const one = await openRegister(stage());
    const two = await openRegister(stage(), { register: 'Second till', expected: /401|400|ERR_FAILED/ });
    const panels = [await findSale(one, sale), await findSale(two, sale)] as const;
    for (const panel of panels) {
      await panel.getByRole('button', { name: 'Refund', exact: true }).click();
      await panel.getByLabel('Filter coffee', { exact: true }).check();
      await panel.getByRole('status', { name: 'To refund' }).getByText('$4.00').waitFor();
    }
    // Neither register gets the other's change in time.
    await two.page.route(/\/orders\/\d+\/refunds/, (route) => route.abort());
    const [first, second] = panels;
    await first.getByRole('button', { name: 'Cash', exact: true }).click();
    await one.page.getByText('$4.00 refunded').waitFor();
    await first.getByText('Refunded', { exact: true }).first().waitFor();
    await second.getByRole('button', { name: 'Cash', exact: true }).click();
    await second.getByRole('alert').getByText('Not refunded').waitFor();
    await second
      .getByRole('alert')
      .getByText(/^.?Filter coffee.?: not that many left to refund$/)
      .waitFor();
    assert.equal(await two.page.getByText('$4.00 refunded').count(), 0);
    await two.checkAccessibility();
    await two.picture('register-refund-refused');
    const orders = await read(client, `orders/${sale.id_str}/refunds`);
    assert.deepEqual([orders.refunded, orders.orders.length], [4, 1]);
    assert.equal(await two.page.getByText(/lines\[|of product/).count(), 0);
    // The refunded quantity is shown at both, and no longer offered.
    await two.page.unroute(/\/orders\/\d+\/refunds/);
    for (const panel of panels) {
      await panel.getByRole('list', { name: 'Lines' }).getByText('Refunded', { exact: true }).waitFor();
      await panel.getByRole('checkbox', { name: 'Filter coffee' }).waitFor({ state: 'detached' });
    }
    await first.getByRole('button', { name: 'Refund', exact: true }).click();
    await first.getByLabel('Tomato soup', { exact: true }).check();
    await first.getByLabel('Quantity of Tomato soup').fill('1');
    await first.getByRole('button', { name: 'Cash', exact: true }).click();
    await first.getByText('1 refunded, 1 left').waitFor();
    await one.picture('register-given-back');
    await two.page
      .getByRole('alert')
      .getByRole('link', { name: /Refund of \$4\.00/ })
      .click();
    const needs = two.page.getByRole('region', { name: 'Needs attention' });
    await needs.getByRole('button', { name: 'Dismiss' }).click();
    await two.page.getByText('All changes sent').waitFor();
  });

  it('gives nothing back without the network, and once when the answer got lost', async () => {
    const { client } = stage().service;
    const sale = await sell({
      lines: [{ product_id: menu.soup.id }],
      payments: [{ method_id: stage().service.card.payment_methods[0].id, amount: 10 }],
    });
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/,
    });
    const { page } = tab;
    const panel = await findSale(tab, sale);
    const button = panel.getByRole('button', { name: 'Refund', exact: true });
    await button.waitFor();
    await tab.context.setOffline(true);
    await panel.getByText('Refunds need a connection.').waitFor();
    assert.equal(await button.isDisabled(), true);
    await tab.context.setOffline(false);
    await button.click();
    await panel.getByLabel('Tomato soup', { exact: true }).check();
    // The service carries it out, and the answer is lost.
    await page.route(/\/orders$/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await panel.getByRole('button', { name: 'Cash', exact: true }).click();
    await panel
      .getByRole('alert')
      .getByText(/No answer/)
      .waitFor();
    assert.equal(await page.getByText('$10.00 refunded').count(), 0);
    await page.unroute(/\/orders$/);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('$10.00 refunded').waitFor();
    await panel.getByText('Fully refunded').waitFor();
    await tab.checkAccessibility();
    const { orders } = await read(client, `orders/${sale.id_str}/refunds`);
    assert.equal(orders.length, 1);
  });
});
