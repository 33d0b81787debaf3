import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read, UNKNOWN_ID } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

/** A tax with terms of its own. */
const taxWith = async (client: Client, fields: object): Promise<number> =>
  (await make(client, 'taxes', { code: 'T', name: 'Tax', ...fields })).id;

const amounts = (line: Json) => [line.line_total_ex_tax, line.line_total_tax];

onEachEngine('how money is counted', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const product = (site: string, fields: object): Promise<Json> =>
    make(shop.client, `sites/${site}/products`, { name: 'Thing', ...fields });

  describe('where taxes are rounded (reference: money.21, money.22)', () => {
    it('is as the site says, else as the company does; null is the company again', async () => {
      const { client } = shop;
      const site = await newSite(client);
      const tax = await taxWith(client, { rate: 0.1 });
      const thing = await product(site, { unit_price_ex_tax: 1.04, taxes: [tax] });
      const lines = [1, 2, 3].map(() => ({ product_id: thing.id }));
      const taxOf = async () => (await shop.order({ site_id: site, lines })).total_tax;
      assert.equal(await taxOf(), 0.3);
      const sold = await shop.order({ site_id: site, lines });
      await change(client, `sites/${site}`, { tax_rounding: 'document' });
      assert.equal(await taxOf(), 0.31);
      await change(client, `sites/${site}`, { tax_rounding: null });
      assert.equal(await taxOf(), 0.3);
      await change(client, '', { tax_rounding: 'document' });
      try {
        assert.equal(await taxOf(), 0.31);
        await change(client, `sites/${site}`, { tax_rounding: 'line' });
        assert.equal(await taxOf(), 0.3);
        // What was sold keeps the way in which it was counted.
        const kept = await change(client, `orders/${sold.id}`, { notes: 'later' });
        assert.equal(kept.total_tax, 0.3);
        assert.deepEqual(kept.lines, sold.lines);
      } finally {
        await change(client, '', { tax_rounding: 'line' });
      }
    });

    it('halves go to the even one where the site says so', async () => {
      const { client } = shop;
      const site = await newSite(client, { rounding_mode: 'half_even' });
      const thing = await product(site, {
        unit_price_ex_tax: 0.25,
        taxes: [await taxWith(client, { rate: 0.1 })],
      });
      const order = await shop.order({ site_id: site, lines: [{ product_id: thing.id }] });
      assert.deepEqual(amounts(order.lines[0]), [0.25, 0.02]);
      assert.equal(order.lines[0].taxes[0].exact, 0.025);
      const back = await shop.order({
        site_id: site,
        original_order_id_str: (
          await shop.order({
            site_id: site,
            lines: [{ product_id: thing.id }],
            payments: [{ method_id: shop.card, amount: 0.27 }],
          })
        ).id_str,
        lines: [{ product_id: thing.id, quantity: -1 }],
      });
      assert.deepEqual(amounts(back.lines[0]), [-0.25, -0.02]);
    });

    it('refuses what is no setting, naming it', async () => {
      const { client } = shop;
      const site = await newSite(client);
      for (const [body, field] of [
        [{ tax_rounding: 'order' }, 'tax_rounding'],
        [{ rounding_mode: 'up' }, 'rounding_mode'],
        [{ cash_rounding: { increment: -0.05 } }, 'cash_rounding.increment'],
        [{ cash_rounding: {} }, 'cash_rounding.increment'],
        [{ cash_rounding: { increment: 0.015 } }, 'cash_rounding.increment'],
        [{ cash_rounding: { increment: 0.05, methods: ['card'] } }, 'cash_rounding.methods[0]'],
        [{ discounts_include_tax: 'yes' }, 'discounts_include_tax'],
      ] as const) {
        invalidFields(await client.put(`sites/${site}`, body), field);
        invalidFields(await client.put('', body), field);
      }
      invalidFields(await client.put('', { tax_rounding: null, rounding_mode: 'x' }), 'rounding_mode');
      for (const [body, field] of [
        [{ effective_from: '2026-02-30' }, 'effective_from'],
        [{ effective_from: 'tomorrow' }, 'effective_from'],
        [{ effective_from: '2026-02-02', effective_until: '2026-02-01' }, 'effective_until'],
        [{ order_types: ['Elsewhere'] }, 'order_types[0]'],
        [{ order_types: [] }, 'order_types'],
        [{ threshold: { amount: 110, applies: 'at' } }, 'threshold.applies'],
        [{ threshold: { applies: 'above' } }, 'threshold.amount'],
        [{ sort: -1 }, 'sort'],
      ] as const) {
        invalidFields(await client.post('taxes', { code: 'T', name: 'T', rate: 0.1, ...body }), field);
      }
      for (const day of ['2026-02-30', '2026-02-03T00:00:00Z']) {
        const tax = { code: 'T', name: 'T', rate: 0.1, effective_from: day };
        const { errors } = (await client.post('taxes', tax)).json;
        assert.equal(errors[0].error_description, 'must be a day such as 2026-01-31.');
      }
      const dated = await taxWith(client, { rate: 0.1, effective_until: '2026-02-01' });
      invalidFields(await client.put(`taxes/${dated}`, { effective_from: '2026-02-02' }), 'effective_until');
      await change(client, `taxes/${dated}`, { effective_from: '2026-02-01' });
    });
  });

  describe('which taxes are charged (reference: money.24, money.25)', () => {
    it('those of the type of the order, also when it changes', async () => {
      const { client } = shop;
      const here = await taxWith(client, { rate: 0.19, order_types: ['Dine in'] });
      const away = await taxWith(client, { rate: 0.07, order_types: ['Takeaway', 'Pickup', 'Delivery'] });
      const meal = await product(shop.site, { unit_price: 11.9, taxes: [here, away] });
      assert.equal(meal.unit_price_ex_tax, 10);
      const order = await shop.order({ order_type: 'Takeaway', lines: [{ product_id: meal.id }] });
      assert.deepEqual(amounts(order.lines[0]), [11.12, 0.78]);
      const inside = await change(client, `orders/${order.id}`, { order_type: 'Dine in' });
      assert.deepEqual(amounts(inside.lines[0]), [10, 1.9]);
      assert.deepEqual(
        inside.taxes.map((tax: Json) => [tax.id, tax.amount]),
        [[here, 1.9]],
      );
      const usual = await shop.order({ lines: [{ product_id: meal.id }] });
      assert.deepEqual(amounts(usual.lines[0]), [10, 1.9]);
    });

    it('those of the day on which it was placed, by the clocks of the site', async () => {
      const { client } = shop;
      const site = await newSite(client, { timezone: 'Pacific/Auckland' });
      const old = await taxWith(client, { rate: 0.2, effective_until: '2026-06-30' });
      const next = await taxWith(client, { rate: 0.21, effective_from: '2026-07-01' });
      const thing = await product(site, { unit_price_ex_tax: 100, taxes: [old, next] });
      const taxAt = async (placed_at: string) =>
        (await shop.order({ site_id: site, placed_at, lines: [{ product_id: thing.id }] })).total_tax;
      // Midnight in Auckland is noon in UTC.
      assert.equal(await taxAt('2026-06-30T11:59:59Z'), 20);
      assert.equal(await taxAt('2026-06-30T12:00:00Z'), 21);
      const late = await shop.order({ site_id: site, placed_at: '2026-06-30T11:00:00Z' });
      const added = await make(client, `orders/${late.id}/lines`, { product_id: thing.id });
      assert.equal(added.total_tax, 20);
    });

    it('compound ones on those before them by sort, those on top beside the price, thresholds by the price of one', async () => {
      const { client } = shop;
      const qst = await taxWith(client, { rate: 0.095, compound: true, sort: 2 });
      const gst = await taxWith(client, { rate: 0.05, sort: 1 });
      const stacked = await product(shop.site, { unit_price_ex_tax: 200, taxes: [qst, gst] });
      assert.equal(stacked.unit_price, 229.95);
      const order = await shop.order({ lines: [{ product_id: stacked.id }] });
      assert.deepEqual(
        order.taxes.map((tax: Json) => [tax.id, tax.taxable, tax.amount]),
        [
          [gst, 200, 10],
          [qst, 210, 19.95],
        ],
      );
      const top = await product(shop.site, {
        unit_price: 11,
        taxes: [await taxWith(client, { rate: 0.1 }), await taxWith(client, { rate: 0.1, on_top: true })],
      });
      assert.deepEqual([top.unit_price, top.unit_price_ex_tax], [11, 10]);
      assert.equal((await shop.order({ lines: [{ product_id: top.id }] })).total, 12);
      const shirt = await product(shop.site, {
        unit_price_ex_tax: 120,
        taxes: [await taxWith(client, { rate: 0.04, threshold: { amount: 110, applies: 'above' } })],
      });
      const taxed = await shop.order({ lines: [{ product_id: shirt.id }] });
      assert.equal(taxed.total_tax, 4.8);
      const cheaper = await change(client, `orders/${taxed.id}`, { price_variation: 0.9 });
      assert.deepEqual([cheaper.total, cheaper.total_tax, cheaper.lines[0].taxes], [108, 0, []]);
      // Sent back as it is read it stays what it is: with the full price the tax comes back.
      const [line] = cheaper.lines;
      const { unit_price, unit_price_inc_tax, taxes } = line;
      await change(client, `orders/${taxed.id}/lines/1`, { unit_price, unit_price_inc_tax, taxes });
      assert.equal((await change(client, `orders/${taxed.id}`, { price_variation: 1 })).total_tax, 4.8);
    });

    it('a change of a tax leaves what was sold alone', async () => {
      const { client } = shop;
      const tax = await taxWith(client, { rate: 0.1 });
      const thing = await product(shop.site, { unit_price_ex_tax: 10, taxes: [tax] });
      const order = await shop.order({ lines: [{ product_id: thing.id }] });
      await change(client, `taxes/${tax}`, {
        rate: 0.2,
        compound: true,
        on_top: true,
        order_types: ['Kiosk'],
      });
      assert.deepEqual((await change(client, `orders/${order.id}`, { notes: 'x' })).lines, order.lines);
    });
  });

  describe('the taxes of a line (reference: money.28)', () => {
    it('are those that it names, in the order in which they are charged', async () => {
      const { client } = shop;
      const qst = await taxWith(client, { rate: 0.095, compound: true, sort: 2, order_types: ['Kiosk'] });
      const gst = await taxWith(client, { rate: 0.05, sort: 1, effective_until: '2020-01-01' });
      const thing = await product(shop.site, { unit_price_ex_tax: 200, taxes: [] });
      const order = await shop.order({ lines: [{ product_id: thing.id, taxes: [qst, { id: gst }, qst] }] });
      assert.deepEqual(
        order.lines[0].taxes.map((tax: Json) => [tax.id, tax.amount]),
        [
          [gst, 10],
          [qst, 19.95],
        ],
      );
      const none = await change(client, `orders/${order.id}/lines/1`, { taxes: [] });
      assert.equal(none.total_tax, 0);
      const sent = await client.put(`orders/${order.id}/lines/1`, { taxes: [gst, Number(UNKNOWN_ID)] });
      invalidFields(sent, 'taxes[1]');
      invalidFields(
        await client.post('orders', {
          site_id: shop.site,
          lines: [{ product_id: thing.id, taxes: [Number(UNKNOWN_ID)] }],
        }),
        'lines[0].taxes[0]',
      );
    });

    it('are not those of another company', async () => {
      const { client, tea } = shop;
      const foreign = await taxWith(service().foreign, { rate: 0.1 });
      invalidFields(
        await client.post('orders', {
          site_id: shop.site,
          lines: [{ product_id: tea.id, taxes: [foreign] }],
        }),
        'lines[0].taxes[0]',
      );
      invalidFields(
        await client.post('products', { name: 'X', unit_price: 1, taxes: [foreign] }),
        'taxes[0]',
      );
    });

    it('sent back as they are read change nothing', async () => {
      const { client } = shop;
      const here = await taxWith(client, { rate: 0.19, order_types: ['Dine in'] });
      const away = await taxWith(client, { rate: 0.07, order_types: ['Takeaway'] });
      const meal = await product(shop.site, { unit_price: 11.9, taxes: [here, away] });
      const order = await shop.order({ order_type: 'Takeaway', lines: [{ product_id: meal.id }] });
      const [{ taxes }] = order.lines;
      assert.deepEqual(await change(client, `orders/${order.id}/lines/1`, { taxes }), order);
      assert.deepEqual(
        amounts((await change(client, `orders/${order.id}`, { order_type: 'Dine in' })).lines[0]),
        [10, 1.9],
      );
    });
  });

  describe('exemption (reference: money.26)', () => {
    it('comes with a customer and goes with them; what the body says wins', async () => {
      const { client } = shop;
      const thing = await product(shop.site, {
        unit_price: 11,
        taxes: [await taxWith(client, { rate: 0.1 })],
      });
      const school = await make(client, 'customers', {
        first_name: 'School',
        email: 'school@example.org',
        tax_exempt: { number: 'E 1', reason: 'Education' },
      });
      const lines = [{ product_id: thing.id }];
      const order = await shop.order({ customer_id: school.id, lines });
      assert.deepEqual([order.total, order.total_tax, order.taxes], [10, 0, []]);
      assert.deepEqual(order.tax_exempt, { number: 'E 1', reason: 'Education' });
      const gone = await change(client, `orders/${order.id}`, { customer_id: null });
      assert.deepEqual([gone.total, gone.tax_exempt], [11, null]);
      const linked = await change(client, `orders/${order.id}`, { customer_id: school.id });
      assert.equal(linked.total, 10);
      assert.deepEqual(await change(client, `orders/${order.id}/lines/1`, linked.lines[0]), linked);
      assert.equal((await change(client, `orders/${order.id}`, { tax_exempt: null })).total, 11);
      // Null in a new order says nothing, as everywhere.
      assert.equal((await shop.order({ customer_id: school.id, tax_exempt: null, lines })).total, 10);
      const own = await shop.order({ tax_exempt: { number: 'D 9' }, lines });
      assert.deepEqual([own.total, own.tax_exempt], [10, { number: 'D 9', reason: null }]);
      // What an order was given itself stays, whoever its customer is.
      const kept = await change(client, `orders/${own.id}`, { customer_id: shop.customer });
      assert.equal(kept.tax_exempt.number, 'D 9');
      const sale = await shop.order({
        customer_id: school.id,
        lines,
        payments: [{ method_id: shop.card, amount: 10 }],
      });
      await change(client, `customers/${school.id}`, { tax_exempt: null });
      const back = await shop.order({
        original_order_id_str: sale.id_str,
        lines: [{ product_id: thing.id, quantity: -1 }],
      });
      assert.deepEqual([back.total, back.total_tax, back.taxes], [-10, 0, []]);
      const shown = back.lines[0];
      assert.deepEqual([shown.unit_price, shown.unit_price_inc_tax, shown.unit_tax], [10, 10, 0]);
    });
  });

  describe('cash in coins (reference: money.27)', () => {
    it('settles what coins cannot pay, by create, by payment and by refund', async () => {
      const { client, cash, card } = shop;
      const site = await newSite(client, { cash_rounding: { increment: 0.05 } });
      assert.deepEqual((await read(client, `sites/${site}`)).cash_rounding, {
        increment: 0.05,
        methods: ['cash'],
      });
      const thing = await product(site, { unit_price: 10.02 });
      const lines = [{ product_id: thing.id }];
      const open = await shop.order({ site_id: site, status: 'PENDING', lines });
      assert.deepEqual([open.due, open.cash_due], [10.02, 10]);
      const paid = await make(client, `orders/${open.id}/payments`, { method_id: cash, amount: 10 });
      assert.deepEqual([paid.status, paid.due, paid.total, paid.paid], ['COMPLETE', 0, 10.02, 10]);
      assert.equal(paid.payments[0].rounding, -0.02);
      const byCard = await shop.order({
        site_id: site,
        status: 'PENDING',
        lines,
        payments: [{ method_id: card, amount: 10 }],
      });
      assert.deepEqual([byCard.status, byCard.due, byCard.payments[0].rounding], ['PENDING', 0.02, 0]);
      const refund = await shop.order({
        site_id: site,
        original_order_id_str: paid.id_str,
        lines: [{ product_id: thing.id, quantity: -1 }],
        payments: [{ method_id: cash, amount: -10 }],
      });
      assert.deepEqual([refund.total, refund.paid, refund.payments[0].rounding], [-10.02, -10, 0.02]);
      const given = await read(client, `orders/${paid.id}/refunds`);
      assert.deepEqual([given.refunded, given.left], [10.02, 0]);
      const again = await client.post('orders', {
        site_id: site,
        original_order_id_str: paid.id_str,
        lines: [],
        payments: [{ method_id: cash, amount: -0.05 }],
      });
      assert.equal(again.status, 400, again.text);
    });

    it('is not rounded to coins that no amount of the currency comes to', async () => {
      const { client } = shop;
      const dinar = await newSite(client, { currency: 'KWD', cash_rounding: { increment: 0.025 } });
      invalidFields(await client.put(`sites/${dinar}`, { currency: 'AUD' }), 'cash_rounding.increment');
      await change(client, '', { cash_rounding: { increment: 0.15 } });
      const yen = await newSite(client, { currency: 'JPY' });
      assert.equal((await read(client, `sites/${yen}`)).counting.cash_rounding, null);
      const thing = await product(yen, { unit_price: 101 });
      const order = await shop.order({ site_id: yen, lines: [{ product_id: thing.id }] });
      assert.deepEqual([order.due, order.cash_due], [101, undefined]);
      // Parts of the smallest amount round nothing, and are no fault.
      await change(client, '', { cash_rounding: { increment: 0.05 } });
      const other = await shop.order({ site_id: yen, lines: [{ product_id: thing.id }] });
      assert.deepEqual([other.due, other.cash_due], [101, 101]);
      await change(client, '', { cash_rounding: null });
    });

    it('takes its rounding back when all of the coins are given back', async () => {
      const { client, cash, card } = shop;
      const site = await newSite(client, { cash_rounding: { increment: 0.05 } });
      const thing = await product(site, { unit_price: 10.02 });
      const open = await shop.order({ site_id: site, status: 'ACCEPTED', lines: [{ product_id: thing.id }] });
      const pay = (method_id: string, amount: number) =>
        make(client, `orders/${open.id}/payments`, { method_id, amount });
      assert.equal((await pay(cash, 10)).due, 0);
      const back = await pay(cash, -10);
      assert.deepEqual(
        [back.due, back.cash_due, back.payments.map(({ rounding }: Json) => rounding)],
        [10.02, 10, [-0.02, 0.02]],
      );
      assert.deepEqual([(await pay(card, 10)).due, (await pay(card, 0.02)).due], [0.02, 0]);
    });

    it('rounds up as well, and gives back as much in coins', async () => {
      const { client, cash, card } = shop;
      const site = await newSite(client, { cash_rounding: { increment: 0.05 } });
      const thing = await product(site, { unit_price: 10.03 });
      const sale = await shop.order({
        site_id: site,
        status: 'PENDING',
        lines: [{ product_id: thing.id }],
        payments: [{ method_id: card, amount: 10.03 }],
      });
      const refund = await shop.order({
        site_id: site,
        original_order_id_str: sale.id_str,
        lines: [{ product_id: thing.id, quantity: -1 }],
        payments: [{ method_id: cash, amount: -10.05 }],
      });
      assert.equal(refund.payments[0].rounding, -0.02);
      const loose = await shop.order({
        site_id: site,
        status: 'ACCEPTED',
        lines: [{ product_id: thing.id, quantity: -1 }],
      });
      const back = await make(client, `orders/${loose.id}/payments`, { method_id: cash, amount: -10.05 });
      assert.deepEqual([back.paid, back.payments[0].rounding], [-10.05, -0.02]);
      invalidFields(
        await client.post(`orders/${loose.id}/payments`, { method_id: cash, amount: -0.05 }),
        'amount',
      );
    });
  });
});
