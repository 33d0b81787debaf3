import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { HOLDS_STOCK, ORDER_STATUSES, TRANSITIONS } from '#src/orders/rules/status.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  everythingOf,
  invalidFields,
  make,
  read,
  refused,
  withoutTwins,
} from './helpers.ts';
import { choose, type Menu, openMenu } from './menu-helpers.ts';
import { newSite } from './order-helpers.ts';

onEachEngine('stock and orders', (service) => {
  let menu: Menu;
  let log: EventLog;
  /** Counted: 10. */
  let pie: Json;
  before(async () => {
    menu = await openMenu(service());
    log = await EventLog.open(menu.client);
  });
  const atSite = (product: Json, site = menu.site) => `sites/${site}/products/${product.id}`;
  const counted = (amount: unknown, fields: object = {}, site = menu.site): Promise<Json> =>
    make(menu.client, `sites/${site}/products`, {
      name: 'Pie',
      unit_price: 5,
      availability: { is_available: true, amount },
      ...fields,
    });
  const stock = (product: Json, availability: object, site?: string) =>
    change(menu.client, atSite(product, site), { availability });
  const left = async (product: Json, site?: string) =>
    (await read(menu.client, atSite(product, site))).availability.amount;
  /** The amounts that events told of since the last look, before and after: `10>8`. */
  const told = async () =>
    (await log.take())
      .filter(({ topic }) => topic === 'products/availability')
      .map(({ payload }) => `${payload.previous.amount}>${payload.availability.amount}`);
  const of = (product: Json, quantity = 1) => ({ product_id: product.id, quantity });
  const held = (product: Json, quantity = 1, fields: object = {}) =>
    menu.order({ status: 'ON_HOLD', lines: [of(product, quantity)], ...fields });
  /** Refused for a product that is out of stock, and everything is as it was. */
  const outOfStock = async (product: Json, work: () => Promise<Answer>) => {
    const was = await everythingOf(service(), menu.client.companyId);
    const answer = await work();
    refused(answer, 400, 'out_of_stock');
    assert.equal(answer.json.error_description, `Product (${product.id}) is out of stock.`);
    assert.equal(await everythingOf(service(), menu.client.companyId), was);
  };
  beforeEach(async () => {
    pie = await counted(10);
    await log.take();
  });

  describe('the statuses', () => {
    it('that hold it take it when an order is made in them, others do not', async () => {
      for (const status of ORDER_STATUSES) {
        const product = await counted(10);
        await log.take();
        await menu.order({ status, lines: [of(product, 2)] });
        const holds = HOLDS_STOCK.has(status);
        assert.equal(await left(product), holds ? 8 : 10, status);
        assert.deepEqual(await told(), holds ? ['10>8'] : [], status);
      }
    });

    it('take it when they are entered, and give it back when they are left', async () => {
      for (const from of ORDER_STATUSES) {
        for (const to of TRANSITIONS[from]) {
          const product = await counted(10);
          const order = await menu.order({ status: from, lines: [of(product, 2)] });
          await log.take();
          await change(menu.client, `orders/${order.id}`, { status: to });
          const [was, is] = [from, to].map((status) => (HOLDS_STOCK.has(status) ? 8 : 10));
          assert.equal(await left(product), is, `${from} to ${to}`);
          assert.deepEqual(await told(), was === is ? [] : [`${was}>${is}`], `${from} to ${to}`);
        }
      }
    });

    it('of a deleted order hold nothing', async () => {
      for (const status of ORDER_STATUSES.filter((each) => each !== 'COMPLETE')) {
        const product = await counted(10);
        const order = await menu.order({ status, lines: [of(product, 2)] });
        await log.take();
        await drop(menu.client, `orders/${order.id}`);
        assert.equal(await left(product), 10, status);
        assert.deepEqual(await told(), HOLDS_STOCK.has(status) ? ['8>10'] : [], status);
      }
    });

    it('are checked, also ACCEPTED: what is not there is not sold', async () => {
      for (const status of HOLDS_STOCK) {
        const body = (fields: object) => ({ site_id: menu.site, status, ...fields });
        await outOfStock(pie, () => menu.client.post('orders', body({ lines: [of(pie, 10.5)] })));
        await outOfStock(pie, () => menu.client.post('orders', body({ lines: [of(pie, 6), of(pie, 5)] })));
        await outOfStock(pie, () => menu.client.post('orders/price', body({ lines: [of(pie, 11)] })));
        const waiting = await menu.order({ lines: [of(pie, 11)] });
        await outOfStock(pie, () => menu.client.put(`orders/${waiting.id}`, { status, notes: 'Now' }));
      }
      await menu.order({ status: 'ACCEPTED', lines: [of(pie, 6), of(pie, 4)] });
      assert.equal(await left(pie), 0);
    });

    it('are left alone by a payment that completes', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      const order = await menu.order({ status: 'PENDING', lines: [of(pie, 2)] });
      const paid = await make(menu.client, `orders/${order.id}/payments`, { method_id: cash, amount: 10 });
      assert.deepEqual([paid.status, await told()], ['COMPLETE', ['10>8']]);
      await menu.order({
        status: 'PENDING',
        lines: [of(pie, 2)],
        payments: [{ method_id: cash, amount: 10 }],
      });
      assert.deepEqual(await told(), ['8>6']);
    });
  });

  describe('lines', () => {
    it('take what they sell more and give back what they sell less', async () => {
      const order = await held(pie, 2);
      const lines = `orders/${order.id}/lines`;
      await make(menu.client, lines, [of(pie, 3), of(menu.soup), of(pie, 1)]);
      await change(menu.client, `${lines}/2`, { quantity: 5 });
      await change(menu.client, `${lines}/2`, { quantity: 0.5 });
      await change(menu.client, `${lines}/2`, { notes: 'Warm', number: 1 });
      await drop(menu.client, `${lines}/4`);
      await change(menu.client, `${lines}/2`, { quantity: -3 });
      await drop(menu.client, `${lines}/1`);
      assert.deepEqual(await told(), ['10>8', '8>4', '4>2', '2>6.5', '6.5>7.5', '7.5>12.5', '12.5>13']);
      await drop(menu.client, `orders/${order.id}`);
      assert.deepEqual(await told(), ['13>10']);
    });

    it('are refused when there is not enough, all of them', async () => {
      const order = await held(pie, 8);
      const lines = `orders/${order.id}/lines`;
      await outOfStock(pie, () => menu.client.post(lines, [of(menu.soup), of(pie, 1), of(pie, 1.5)]));
      await outOfStock(pie, () => menu.client.post(lines, of(pie, 3)));
      await outOfStock(pie, () => menu.client.put(`${lines}/1`, { quantity: 11 }));
      await change(menu.client, `${lines}/1`, { quantity: 10 });
      await outOfStock(pie, () => menu.client.put(`${lines}/1`, { quantity: 10.0001 }));
      assert.equal(await left(pie), 0);
    });

    it('of orders that hold nothing take nothing', async () => {
      const order = await menu.order({ lines: [of(pie, 50)] });
      await make(menu.client, `orders/${order.id}/lines`, of(pie, 50));
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 70 });
      assert.deepEqual([await left(pie), await told()], [10, []]);
    });

    it('count to the fourth decimal', async () => {
      const cheese = await counted(1.0001);
      await held(cheese, 0.0001);
      assert.equal(await left(cheese), 1);
      await outOfStock(cheese, () =>
        menu.client.post('orders', { site_id: menu.site, status: 'ON_HOLD', lines: [of(cheese, 1.0001)] }),
      );
      await held(cheese, 0.3333);
      assert.equal(await left(cheese), 0.6667);
      const body = { site_id: menu.site, lines: [of(cheese, 0.00001)] };
      invalidFields(await menu.client.post('orders', body), 'lines[0].quantity');
    });

    it('hold together what may be changed together', async () => {
      const order = await menu.order({ status: 'ON_HOLD', lines: [of(pie, 4), of(pie, -4)] });
      assert.deepEqual(await told(), []);
      await drop(menu.client, `orders/${order.id}/lines/2`);
      assert.deepEqual(await told(), ['10>6']);
    });
  });

  describe('options and modifiers', () => {
    it('are counted like lines, without those that are left out', async () => {
      const onion = await counted(10);
      const bun = await counted(10);
      const bacon = await counted(10, { is_modifier: true });
      const set = await make(menu.client, 'optionsets', {
        name: 'Inside',
        instructions: true,
        options: [{ product_id: onion.id }, { product_id: bun.id }],
      });
      const roll = await counted(null, { option_sets: [set.id] });
      const inside = choose(
        set,
        onion,
        onion,
        [onion, { instructions: 'No' }],
        [bun, { instructions: 'No' }],
      );
      await log.take();
      const order = await menu.order({
        status: 'ON_HOLD',
        lines: [
          { ...of(roll, 2), option_sets: [inside] },
          { ...of(menu.soup, 1.5), modifiers: [bacon.id, -bacon.id, bacon.id] },
        ],
      });
      assert.deepEqual([await left(onion), await left(bun), await left(bacon)], [6, 10, 7]);
      assert.deepEqual(await told(), ['10>6', '10>7']);
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 3 });
      await change(menu.client, `orders/${order.id}/lines/6`, { modifiers: [bacon.id] });
      await change(menu.client, `orders/${order.id}/lines/6`, { modifiers: [-bacon.id] });
      assert.deepEqual(await told(), ['6>4', '7>8.5', '8.5>10']);
      await drop(menu.client, `orders/${order.id}/optionsets/1`);
      assert.deepEqual(await told(), ['4>10']);
      await make(menu.client, `orders/${order.id}/optionsets`, { ...choose(set, bun), line_number: 1 });
      assert.deepEqual(await told(), ['10>7']);
      await drop(menu.client, `orders/${order.id}`);
      assert.deepEqual(await told(), ['7>10']);
    });

    it('are refused when there is not enough of them', async () => {
      const onion = await counted(1);
      const bacon = await counted(1, { is_modifier: true });
      const set = await make(menu.client, 'optionsets', { name: 'In', options: [{ product_id: onion.id }] });
      const roll = await counted(null, { option_sets: [set.id] });
      const post = (line: object) =>
        menu.client.post('orders', { site_id: menu.site, status: 'ACCEPTED', lines: [line] });
      const sets = { option_sets: [choose(set, onion, onion)] };
      await outOfStock(onion, () => post({ ...of(roll), ...sets }));
      await outOfStock(bacon, () => post({ ...of(menu.soup), modifiers: [bacon.id, bacon.id] }));
      const order = await menu.order({ status: 'ACCEPTED', lines: [of(roll, 2), of(menu.soup, 2)] });
      const add = { ...choose(set, onion), line_number: 1 };
      await outOfStock(onion, () => menu.client.post(`orders/${order.id}/optionsets`, add));
      const soup = `orders/${order.id}/lines/2`;
      await outOfStock(bacon, () => menu.client.put(soup, { modifiers: [bacon.id] }));
      await change(menu.client, soup, { quantity: 1, modifiers: [bacon.id] });
      await outOfStock(bacon, () => menu.client.put(soup, { quantity: 2 }));
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 1 });
      await make(menu.client, `orders/${order.id}/optionsets`, add);
      await outOfStock(onion, () => menu.client.put(`orders/${order.id}/lines/1`, { quantity: 2 }));
      assert.deepEqual([await left(onion), await left(bacon)], [0, 0]);
    });
  });

  describe('what comes back', () => {
    it('by a refund does not come back again with the order that was refunded', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      for (const end of ['rejected', 'smaller'] as const) {
        const product = await counted(10);
        const order = await menu.order({
          status: 'ON_HOLD',
          lines: [of(product, 3)],
          payments: [{ method_id: cash, amount: 5 }],
        });
        await make(menu.client, 'orders', {
          site_id: menu.site,
          original_order_id_str: order.id_str,
          lines: [of(product, -1)],
          payments: [{ method_id: cash, amount: -5 }],
        });
        assert.equal(await left(product), 8, end);
        const path = `orders/${order.id}`;
        if (end === 'rejected') await change(menu.client, path, { status: 'REJECTED' });
        else await drop(menu.client, `${path}/lines/${order.lines[0].number}`);
        assert.equal(await left(product), 10, end);
      }
    });

    it('by the order does not come back again by a refund, nor what was never taken', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      const other = await newSite(menu.client);
      for (const [from, to, left_] of [
        ['ON_HOLD', 'REJECTED', [7, 10, 10]],
        ['SUBMITTED', 'REJECTED', [10, 10, 10]],
        ['SUBMITTED', 'SUBMITTED', [10, 10, 10]],
        ['COMPLETE', 'COMPLETE', [7, 7, 10]],
      ] as const) {
        for (const site of [menu.site, other]) {
          const product = await counted(10);
          await stock(product, { is_available: true, amount: 10 }, other);
          const all = async () => (await left(product)) + (await left(product, other)) - 10;
          const paid = { lines: [of(product, 3)], payments: [{ method_id: cash, amount: 15 }] };
          const order = await menu.order({ ...paid, status: from });
          const seen = [await all()];
          if (from !== to) await change(menu.client, `orders/${order.id}`, { status: to });
          seen.push(await all());
          for (const quantity of [-1, -2])
            await make(menu.client, 'orders', {
              site_id: site,
              original_order_id_str: order.id_str,
              lines: [of(product, quantity)],
              payments: [{ method_id: cash, amount: 5 * quantity }],
            });
          seen.push(await all());
          assert.deepEqual(seen, left_, `${from} to ${to}`);
        }
      }
    });

    it('by a refund before the order takes anything is not taken for it', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      const paid = { lines: [of(pie, 3)], payments: [{ method_id: cash, amount: 15 }] };
      const order = await menu.order(paid);
      const back = { site_id: menu.site, original_order_id_str: order.id_str };
      await make(menu.client, 'orders', { ...back, lines: [of(pie, -1)] });
      await change(menu.client, `orders/${order.id}`, { status: 'ACCEPTED' });
      // An exchange takes what it sells.
      await make(menu.client, 'orders', { ...back, lines: [of(pie, -1), { ...of(pie, 2), unit_price: 0 }] });
      await change(menu.client, `orders/${order.id}`, { status: 'COMPLETE' });
      await make(menu.client, 'orders', { ...back, lines: [of(pie, -1)] });
      assert.deepEqual(await told(), ['10>8', '8>7', '7>8']);
    });

    it('by a refund is nothing of what was not counted when it was sold, or is not when it comes back', async () => {
      const cake = await counted(null);
      const sold = await menu.order({ status: 'COMPLETE', lines: [of(cake, 2), of(pie, 3)] });
      await stock(cake, { amount: 5 });
      await stock(pie, { amount: null });
      await log.take();
      const back = { site_id: menu.site, original_order_id_str: sold.id_str };
      const free = (product: Json, quantity: number) => ({ ...of(product, quantity), unit_price: 0 });
      await make(menu.client, 'orders', { ...back, lines: [free(cake, -2), free(pie, -1)] });
      assert.deepEqual(await told(), []);
      await stock(pie, { amount: 8 });
      await make(menu.client, 'orders', { ...back, lines: [free(pie, -2)] });
      assert.deepEqual([await left(cake), await left(pie)], [5, 10]);
    });

    it('by a refund that waited for its money is taken again when that is deleted', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      const payments = [{ method_id: cash, amount: 15 }];
      const order = await held(pie, 3, { payments });
      const back = { site_id: menu.site, original_order_id_str: order.id_str, refund_pending: true };
      const withdraw = async () => {
        const refund = await make(menu.client, 'orders', { ...back, lines: [of(pie, -1)] });
        assert.equal(refund.status, 'PENDING');
        return () => drop(menu.client, `orders/${refund.id}`);
      };
      await (await withdraw())();
      const late = await withdraw();
      await change(menu.client, `orders/${order.id}`, { status: 'REJECTED' });
      await late();
      assert.deepEqual([await told(), await left(pie)], [['10>7', '7>8', '8>7', '7>8', '8>10'], 10]);
    });

    it('by a refund is there again, once', async () => {
      const cash = (await read(menu.client, 'payment_methods'))[0].id;
      const order = await menu.order({
        status: 'COMPLETE',
        lines: [of(pie, 3)],
        payments: [{ method_id: cash, amount: 15 }],
      });
      const refund = (quantity: number) => ({
        site_id: menu.site,
        original_order_id_str: order.id_str,
        lines: [of(pie, quantity)],
      });
      await make(menu.client, 'orders', refund(-1));
      await make(menu.client, 'orders', refund(-2));
      assert.deepEqual(await told(), ['10>7', '7>8', '8>10']);
      invalidFields(await menu.client.post('orders', refund(-1)), 'lines[0].quantity');
      assert.deepEqual([await told(), await left(pie)], [[], 10]);
    });

    it('without a receipt is there again too, in the statuses that hold stock', async () => {
      const order = await menu.order({ lines: [of(pie, -2)] });
      assert.deepEqual(await told(), []);
      await change(menu.client, `orders/${order.id}`, { status: 'ACCEPTED' });
      await drop(menu.client, `orders/${order.id}`);
      assert.deepEqual(await told(), ['10>12', '12>10']);
    });

    it('is not taken away again when it was sold meanwhile', async () => {
      const returned = await held(pie, -2);
      await held(pie, 11);
      await outOfStock(pie, () => menu.client.delete(`orders/${returned.id}`));
      await outOfStock(pie, () => menu.client.put(`orders/${returned.id}`, { status: 'REJECTED' }));
      await stock(pie, { amount: 2 });
      await drop(menu.client, `orders/${returned.id}`);
      assert.equal(await left(pie), 0);
    });

    it('may be of what is not for sale any more', async () => {
      await stock(pie, { is_available: false });
      await held(pie, -1);
      assert.equal(await left(pie), 11);
    });

    it('is nothing of what was not counted when it was taken', async () => {
      const cake = await counted(null);
      const order = await held(cake, 2);
      await stock(cake, { amount: 5 });
      await log.take();
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 1 });
      assert.deepEqual(await told(), []);
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 3 });
      await change(menu.client, `orders/${order.id}/lines/1`, { quantity: 0.5 });
      assert.deepEqual(await told(), ['5>3', '3>5']);
      await change(menu.client, `orders/${order.id}`, { status: 'REJECTED' });
      assert.deepEqual([await told(), await left(cake)], [[], 5]);
    });

    it('is nothing of what is not counted any more, or not at the site', async () => {
      const first = await held(pie, 2);
      await stock(pie, { amount: null });
      await log.take();
      await change(menu.client, `orders/${first.id}`, { status: 'REJECTED' });
      assert.deepEqual([await told(), await left(pie)], [[], null]);
      const cake = await counted(5);
      const second = await held(cake, 2, { lines: [of(cake, 2), of(pie)] });
      await drop(menu.client, atSite(cake));
      await log.take();
      await outOfStock(cake, () => menu.client.put(`orders/${second.id}/lines/1`, { quantity: 3 }));
      await change(menu.client, `orders/${second.id}/lines/1`, { quantity: 1 });
      await drop(menu.client, `products/${cake.id}`);
      await drop(menu.client, `orders/${second.id}`);
      assert.deepEqual(await told(), []);
    });
  });

  describe('what may not be sold', () => {
    it('is out of stock where it counts, however much there is', async () => {
      const off = await counted(5, { availability: { is_available: false, amount: 5 } });
      const elsewhere = await make(menu.client, 'products', { name: 'Elsewhere', unit_price: 1 });
      for (const product of [off, elsewhere]) {
        const order = await menu.order({ lines: [of(product)] });
        for (const status of HOLDS_STOCK) {
          await outOfStock(product, () => menu.client.put(`orders/${order.id}`, { status }));
        }
        const busy = await menu.order({ status: 'ACCEPTED' });
        await outOfStock(product, () => menu.client.post(`orders/${busy.id}/lines`, of(product)));
      }
    });

    it('is sold for tomorrow when the check is skipped, and takes nothing today', async () => {
      const off = await counted(1, { availability: { is_available: false, amount: 1 } });
      const now = Number(service().clock.now() / 1000n);
      const [today, tomorrow] = [0, 36].map((hours) => new Date(now + hours * 3_600_000).toISOString());
      const later = { ignore_availability: true, fulfil_at: tomorrow };
      for (const fields of [
        { ...later, ignore_availability: false },
        { ...later, fulfil_at: today },
      ]) {
        const body = { site_id: menu.site, status: 'ON_HOLD', lines: [of(off, 3)], ...fields };
        await outOfStock(off, () => menu.client.post('orders', body));
      }
      await log.take();
      const order = await held(off, 3, later);
      const path = `orders/${order.id}`;
      await change(menu.client, path, { status: 'ACCEPTED' });
      await change(menu.client, `${path}/lines/1`, { quantity: 4 });
      assert.deepEqual([await told(), await left(off)], [[], 1]);
      // Once the check is not skipped any more, it is for sale or it is not.
      for (const body of [{ ignore_availability: false }, { fulfil_at: today }]) {
        await outOfStock(off, () => menu.client.put(path, body));
      }
      await stock(off, { is_available: true, amount: 3 });
      await log.take();
      await outOfStock(off, () => menu.client.put(path, { ignore_availability: false }));
      await change(menu.client, `${path}/lines/1`, { quantity: 2 });
      await change(menu.client, path, { ignore_availability: false });
      await change(menu.client, path, { ignore_availability: true });
      await change(menu.client, path, { fulfil_at: today });
      await change(menu.client, path, { fulfil_at: tomorrow });
      await drop(menu.client, path);
      assert.deepEqual(await told(), ['3>1', '1>3', '3>1', '1>3']);
    });

    it('is taken on its day, at the next change of its order, and given back as it was taken', async () => {
      const { client, site } = menu;
      const day = 24 * 3_600_000;
      const later = () => ({
        ignore_availability: true,
        fulfil_at: new Date(Number(service().clock.now() / 1000n) + 2 * day).toISOString(),
      });
      const [few, none, ahead] = [await counted(5), await counted(2), await counted(1)];
      const orders = [await held(few, 3, later()), await held(none, 3, later())];
      await log.take();
      // Completed before its day: there is no later change.
      const done = await menu.order({ status: 'COMPLETE', lines: [of(ahead, 3)], ...later() });
      assert.deepEqual(await told(), ['1>0']);
      service().clock.advance(BigInt(3 * day) * 1000n);
      assert.deepEqual([await left(few), await left(none)], [5, 2]);
      for (const { id } of orders) await change(client, `orders/${id}`, { status: 'ACCEPTED' });
      // What was promised before is not refused; what is sold on top of it is.
      assert.deepEqual(await told(), ['5>2', '2>0']);
      await outOfStock(none, () => client.put(`orders/${orders[1].id}/lines/1`, { quantity: 4 }));
      await stock(none, { amount: 10 });
      await log.take();
      for (const { id } of orders) await change(client, `orders/${id}`, { status: 'COMPLETE' });
      assert.deepEqual(await told(), ['10>9']);
      for (const [at, product] of [few, none, ahead].entries()) {
        const original_order_id_str = [...orders, done][at].id_str;
        const lines = [{ ...of(product, -3), unit_price: 0 }];
        await make(client, 'orders', { site_id: site, original_order_id_str, lines });
      }
      assert.deepEqual(await told(), ['2>5', '9>12', '0>1']);
    });
  });

  describe('what is told', () => {
    it("is each amount that changed, with what it was, in the order's own commit", async () => {
      const other = await counted(7, { sku: 'CAKE' });
      await log.take();
      await menu.order({ status: 'ACCEPTED', lines: [of(other, 7), of(pie, 1), of(menu.soup)] });
      const events = await log.take();
      assert.deepEqual(
        events.map(({ topic }) => topic),
        ['products/availability', 'products/availability', 'orders/created', 'orders/kitchen_print'],
      );
      const { updated_at, ...payload } = events[0].payload;
      assert.match(updated_at, /Z$/);
      assert.deepEqual(withoutTwins(payload), {
        company_id: Number(menu.client.companyId),
        site_id: Number(menu.site),
        product_id: other.id,
        sku: 'CAKE',
        availability: { is_available: true, amount: 0 },
        previous: { is_available: true, amount: 7 },
      });
      assert.equal(events[1].payload.product_id, pie.id);
      const inventory = await read(menu.client, `sites/${menu.site}/inventory?limit=5000`);
      assert.equal(inventory.find(({ id }: Json) => id === other.id).stock, 0);
    });

    it('is nothing when nothing changes', async () => {
      const order = await held(pie, 2);
      await log.take();
      await change(menu.client, `orders/${order.id}`, { status: 'ON_HOLD' });
      await change(menu.client, `orders/${order.id}`, order);
      await change(menu.client, `orders/${order.id}/lines/1`, order.lines[0]);
      assert.deepEqual(await log.take(), []);
    });

    it('is once, and is taken once, under an Idempotency-Key', async () => {
      const body = { site_id: menu.site, status: 'ACCEPTED', lines: [of(pie, 2)] };
      const headers = { 'idempotency-key': `stock-${service().engine}` };
      const first = await menu.client.post('orders', body, { headers });
      const again = await menu.client.post('orders', body, { headers });
      assert.equal(again.text, first.text);
      assert.deepEqual([await left(pie), await told()], [8, ['10>8']]);
      // A refusal is kept as well, though there is enough by then.
      const much = { ...body, lines: [of(pie, 9)] };
      const key = { headers: { 'idempotency-key': `none-${service().engine}` } };
      refused(await menu.client.post('orders', much, key), 400, 'out_of_stock');
      await stock(pie, { amount: 100 });
      refused(await menu.client.post('orders', much, key), 400, 'out_of_stock');
      assert.equal(await left(pie), 100);
    });
  });

  it('is counted at each site for itself', async () => {
    const other = await newSite(menu.client);
    await change(menu.client, atSite(pie, other), { availability: { is_available: true, amount: 3 } });
    await log.take();
    await held(pie, 2);
    await held(pie, 3, { site_id: other });
    assert.deepEqual(await told(), ['10>8', '3>0']);
    await outOfStock(pie, () =>
      menu.client.post('orders', { site_id: other, status: 'ON_HOLD', lines: [of(pie)] }),
    );
    assert.deepEqual([await left(pie), await left(pie, other)], [8, 0]);
  });
});
