import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Decimal, ONE } from '#src/kernel/money.ts';
import { Projector } from '#src/reports/projector.ts';
import { chanceOf } from '#test/harness/chance.ts';
import {
  addFigures,
  completeOrders,
  discountFigures,
  exact,
  type Figures,
  figuresOf,
  type Listed,
  lineFigures,
  localTime,
  orderFigures,
  totalOf,
  WORDS,
} from '#test/harness/report-model.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read, secondAddon } from './helpers.ts';
import { newSite, newTax } from './order-helpers.ts';

// Random orders through the API; every report is compared with what the orders themselves show.

const SEED = 20_261_121;
const ORDERS = 70;
/** So that one look takes many steps. */
const BATCH = 4;
const RANGE = 'from=2026-01-01&to=2026-04-30';

interface Place {
  readonly site: string;
  readonly zone: string;
  readonly register: string;
}

/** Fields of an order that are refused by what the rest of it comes to. */
const BOUNDED = /^payments\[\d+\]\.amount$|price_fixed_variation$/;

onEachEngine('reports of random orders', (service) => {
  const chance = chanceOf(SEED);
  const next = (below: number) => Math.floor(chance() * below);
  const pick = <T>(from: readonly T[]): T => from[next(from.length)] as T;
  let client: Client;
  let places: readonly Place[];
  let products: readonly Json[];
  let staff: readonly string[];
  let methods: readonly string[];
  let other: Client;
  /** What lines would cost without any variation, by order. */
  const listed = new Map<string, readonly Decimal[]>();
  /** The same with the variations of lines, and without those of orders. */
  const byLines = new Map<string, readonly Decimal[]>();
  let discounts: readonly Json[];
  const costs = new Map<string, Decimal>();
  let customers: readonly string[];
  let categories: ReadonlyMap<string, readonly string[]>;

  before(async () => {
    client = service().client;
    const zones = ['Australia/Sydney', 'America/New_York', 'Asia/Kathmandu'];
    places = await Promise.all(
      zones.map(async (zone) => {
        const site = await newSite(client, { name: zone, timezone: zone });
        const register = await make(client, 'registers', { name: `Till ${zone}`, site_id: site });
        return { site, zone, register: register.id_str };
      }),
    );
    const taxes = [await newTax(client, 0.1), await newTax(client, 0.075)];
    const prices = [
      { unit_price: 9.95, taxes: [taxes[0]], cost_price: 4.4, cost_taxes: [taxes[0]] },
      { unit_price_ex_tax: 3.37, taxes },
      { unit_price: 2, cost_price_ex_tax: 0.625 },
      { unit_price_ex_tax: 12.345, taxes: [taxes[1]] },
    ];
    products = await Promise.all(
      prices.map((price, at) => make(client, 'products', { name: `Dish ${at}`, ...price })),
    );
    costs.set(products[0].id_str, exact('4')).set(products[2].id_str, exact('0.625'));
    for (const { site } of places) {
      for (const { id } of products) {
        await change(client, `sites/${site}/products/${id}`, { availability: { is_available: true } });
      }
    }
    const made = await Promise.all(['Hot', 'Cold'].map((name) => make(client, 'categories', { name })));
    const [hot, cold] = made.map(({ id_str }) => String(id_str));
    await change(client, `categories/${hot}/products`, { product_ids: [products[0].id, products[1].id] });
    await change(client, `categories/${cold}/products`, { product_ids: [products[1].id, products[2].id] });
    const inThem = await Promise.all(
      products.map(async ({ id_str }) => {
        const found = await read(client, `products/${id_str}/categories`);
        return [id_str, found.map((each: Json) => String(each.id_str))] as const;
      }),
    );
    categories = new Map(inThem);
    assert.deepEqual(
      inThem.map(([, found]) => found.length),
      [1, 2, 1, 0],
      'a product is in two categories, another in none',
    );
    staff = await Promise.all(
      ['Ann', 'Bob'].map(async (first_name) => (await make(client, 'staff', { first_name })).id_str),
    );
    customers = await Promise.all(
      ['Ada', 'Cy'].map(
        async (first_name) =>
          (await make(client, 'customers', { first_name, email: `${first_name}@x.example` })).id_str,
      ),
    );
    methods = service().card.payment_methods.map(({ id }: Json) => String(id));
    other = await secondAddon(service());
    const kinds = [
      { name: 'Staff', kind: 'share', value: 0.1 },
      { name: 'Voucher', kind: 'amount', value: 0.4 },
    ];
    discounts = await Promise.all(kinds.map((kind) => make(client, 'discounts', kind)));
  });

  /** What lines cost when nothing is made cheaper. */
  function listedTotals(site: string, lines: readonly Json[]): Promise<Decimal[]> {
    return totalsOf(
      site,
      lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
    );
  }

  async function totalsOf(site: string, lines: readonly Json[]): Promise<Decimal[]> {
    const answer = await client.post('orders/price', { site_id: site, lines });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.lines.map((line: Json) => exact(line.line_total_ex_tax) + exact(line.line_total_tax));
  }

  const variation = (): object =>
    pick([
      ...[{}, {}, { price_variation: 0.9 }, { price_variation: 1.25 }, { price_fixed_variation: -0.55 }],
      ...discounts.map(({ id }) => ({ discount_id: id })),
    ]);

  async function place(): Promise<Json> {
    const { site, register } = pick(places);
    const lines = Array.from({ length: 1 + next(4) }, () => ({
      product_id: pick(products).id,
      quantity: pick([1, 2, 3, 0.5, -1]),
      ...variation(),
    }));
    const moment = Date.UTC(2026, 0, 1) + next(100 * 24 * 60) * 60_000;
    const body: Json = {
      site_id: site,
      status: pick(['COMPLETE', 'COMPLETE', 'COMPLETE', 'PENDING', 'SUBMITTED']),
      placed_at: new Date(moment).toISOString(),
      lines,
      ...variation(),
      ...pick([{}, { register_id: register }]),
      ...pick([{}, { staff_member_id: pick(staff) }]),
      ...pick([{}, { customer_id: pick(customers) }]),
      ...pick([{}, { order_type: pick(['Delivery', 'Takeaway']) }]),
      ...pick([{}, { tip_service_percent: 12.5 }, { tip_service_amount: 1.5 }]),
      payments: Array.from({ length: next(4) }, () => ({
        method_id: pick(methods),
        amount: pick([0.05, 3, 25.55, -1]),
        tip: pick([0, 0.35, 2]),
        credit_card_surcharge: pick([0, 0.1]),
        ...pick([{}, { paid_at: new Date(Date.UTC(2026, 0, 1 + next(60), 12)).toISOString() }]),
      })),
    };
    const answer = await pick([client, client, other]).post('orders', body);
    // One that gives back more than came in, or takes off more than it comes to, is refused: another is drawn.
    if (answer.status === 400 && answer.json.errors.every(({ field }: Json) => BOUNDED.test(field)))
      return place();
    assert.equal(answer.status, 201, answer.text);
    listed.set(answer.json.id_str, await listedTotals(site, lines));
    byLines.set(answer.json.id_str, await totalsOf(site, lines));
    return answer.json;
  }

  /** Gives back part of a completed order. */
  async function refund(order: Json): Promise<void> {
    // Of a product in one line, so that it is known what of it comes back.
    const count = (id: unknown) => order.lines.filter((line: Json) => line.product_id === id).length;
    const sold = order.lines.find((line: Json) => line.quantity >= 1 && count(line.product_id) === 1);
    if (sold === undefined || !(order.paid > 5)) return;
    const lines = [{ product_id: sold.product_id, quantity: -1 }];
    const answer = await client.post('orders', {
      site_id: order.site_id,
      original_order_id_str: order.id_str,
      placed_at: order.placed_at,
      lines,
      payments: [{ method_id: pick(methods), amount: -1 }],
    });
    // What costs more than was paid is not given back.
    if (answer.status !== 201) return;
    listed.set(answer.json.id_str, await listedTotals(order.site_id, lines));
    byLines.set(answer.json.id_str, listed.get(answer.json.id_str) ?? []);
  }

  async function trade(count: number): Promise<void> {
    for (let at = 0; at < count; at++) {
      const order = await place();
      if (order.status === 'COMPLETE' && next(2) === 0) await refund(order);
      if (order.status === 'SUBMITTED' && next(2) === 0) await client.delete(`orders/${order.id_str}`);
    }
  }

  /** An order with what its lines were listed at. */
  function listingOf(order: Json, orders: readonly Json[]): Listed {
    const { id_str: id, refunded_order_id: of } = order;
    const original = of === null ? undefined : orders.find((each) => each.id === of);
    return {
      ...{ order, costs, listed: listed.get(id) ?? [], byLines: byLines.get(id) ?? [] },
      original: original && listingOf(original, orders),
    };
  }

  /** What each report has to show, by the orders. */
  function expected(orders: readonly Json[], site: string | undefined): Map<string, Map<string, Figures>> {
    const all = new Map<string, Map<string, Figures>>(WORDS.map((word) => [word, new Map()]));
    const of = (word: string) => all.get(word) ?? new Map<string, Figures>();
    for (const order of orders) {
      const listing = listingOf(order, orders);
      const { zone = '' } = places.find((each) => each.site === String(order.site_id)) ?? {};
      if (zone === '' || (site !== undefined && String(order.site_id) !== site)) continue;
      const whole = orderFigures(listing);
      const { day, hour } = localTime(order.placed_at, zone);
      const [orderCount, refunds] = [ONE, whole.refunds ?? 0n];
      addFigures(of('day'), day, whole);
      addFigures(of('hour'), String(hour), whole);
      addFigures(of('site'), String(order.site_id), whole);
      addFigures(of('staff'), String(order.staff_member_id), whole);
      addFigures(of('register'), String(order.register_id), whole);
      addFigures(of('customer'), String(order.customer_id), whole);
      addFigures(of('order_type'), String(order.order_type ?? null), whole);
      for (const [key, figures] of discountFigures(listing)) addFigures(of('discount'), key, figures);
      const byProduct = new Map<string, Figures>();
      const byTax = new Map<string, Figures>();
      for (const [at, line] of order.lines.entries()) {
        const figures = lineFigures(listing, at);
        addFigures(byProduct, String(line.product_id), figures);
        const its = categories.get(String(line.product_id)) ?? [];
        for (const category of its.length === 0 ? ['null'] : its) {
          addFigures(of('category'), category, figures);
        }
        if (line.taxes.length === 0) {
          addFigures(byTax, 'null', { lines: ONE, taxable: exact(line.line_total_ex_tax), tax: 0n });
        }
        for (const { id } of line.taxes) {
          addFigures(byTax, String(id), { lines: ONE, taxable: exact(line.line_total_ex_tax) });
        }
        // How one tax of several is rounded only the order knows; where it is alone it is the line's.
        if (line.taxes.length === 1) {
          addFigures(byTax, String(line.taxes[0].id), { tax: exact(line.line_total_tax) });
        }
      }
      const byTender = new Map<string, Figures>();
      for (const { method, amount, tip, rounding } of order.payments) {
        const figures = { payments: ONE, amount: exact(amount), tip: exact(tip), rounding: exact(rounding) };
        addFigures(byTender, String(method.id), figures);
      }
      for (const [word, parts] of [
        ['product', byProduct],
        ['tender', byTender],
        ['tax', byTax],
      ] as const) {
        for (const [key, figures] of parts)
          addFigures(of(word), key, { ...figures, orders: orderCount, refunds });
      }
    }
    return all;
  }

  const keyOf = (word: string, row: Json): unknown =>
    word === 'discount'
      ? `${row.id} ${row.staff_member_id}`
      : ['day', 'hour', 'order_type'].includes(word)
        ? row[word]
        : row.id_str;

  /** The journal of every day and site adds up to 0; it has what the orders have, and owed is what is left to pay. */
  async function balance(orders: readonly Json[], site: string | undefined, totals: Figures): Promise<void> {
    const at = site === undefined ? '' : `&site_id=${site}`;
    const { rows, complete } = await read(client, `reports/journal?${RANGE}${at}`);
    assert.equal(complete, true);
    const [byReference, byKind] = [new Map<string, Figures>(), new Map<string, Figures>()];
    for (const { kind, reference, debit, credit } of rows) {
      const amount = exact(debit) - exact(credit);
      addFigures(byReference, reference, { amount });
      addFigures(byKind, kind, { amount });
    }
    assert.ok(byReference.size > 1);
    for (const [reference, { amount }] of byReference) assert.equal(amount, 0n, reference);
    let [owed, tips, rounding] = [0n, 0n, 0n];
    for (const order of orders) {
      for (const payment of order.payments) {
        tips += exact(payment.tip);
        rounding += exact(payment.rounding);
      }
      owed += exact(order.total) + exact(order.tip_service_amount) + exact(order.tips) - exact(order.paid);
    }
    const { total_ex_tax: sales = 0n, total_tax: tax = 0n, paid = 0n } = totals;
    const surcharges = totals.credit_card_surcharge ?? 0n;
    for (const [kind, amount] of [
      ['sales', -sales],
      ['tax', -tax],
      ['service', -(totals.tip_service_amount ?? 0n)],
      ['tips', -(totals.tips ?? 0n)],
      ['payment', paid + tips + surcharges],
      ['surcharges', -surcharges],
      ['rounding', -rounding],
      ['receivable', owed - tips + rounding],
    ] as const) {
      assert.equal(byKind.get(kind)?.amount ?? 0n, amount, kind);
    }
  }

  /** Every report says what the orders say; its parts add up to its totals. */
  async function agree(site?: string): Promise<number> {
    const orders = await completeOrders(client);
    const wanted = expected(orders, site);
    const mine = orders.filter((order) => wanted.get('site')?.has(String(order.site_id)) === true);
    let totals: Figures = {};
    const whole = new Map<string, Figures>();
    for (const order of mine) {
      addFigures(whole, 'all', orderFigures(listingOf(order, orders)));
    }
    totals = whole.get('all') ?? {};
    await balance(mine, site, totals);
    for (const word of WORDS) {
      const where = `by ${word}, seed ${SEED}`;
      const report = await read(
        client,
        `reports/${word}?${RANGE}&limit=5000${site === undefined ? '' : `&site_id=${site}`}`,
      );
      assert.equal(report.complete, true);
      assert.equal(report.row_count, report.rows.length);
      assert.deepEqual(figuresOf([report.totals], () => 'all').get('all'), totals, where);
      const rows = figuresOf(report.rows, (row) => keyOf(word, row));
      if (word === 'source') {
        assert.equal(rows.size, 2, 'both add-ons');
        assert.equal(totalOf(rows, 'total'), totals.total);
        continue;
      }
      const found = new Map(rows);
      if (word === 'tender') for (const each of found.values()) delete each.credit_card_surcharge;
      if (word === 'discount') {
        for (const each of found.values()) {
          assert.equal(each.discount, (each.discount_ex_tax ?? 0n) + (each.discount_tax ?? 0n), where);
          delete each.discount_ex_tax;
          delete each.discount_tax;
        }
      }
      if (word === 'tax') {
        for (const each of found.values()) {
          assert.equal(each.tax, (each.amount ?? 0n) + (each.rounding ?? 0n), where);
          const off = (each.amount ?? 0n) - (each.exact ?? 0n);
          assert.ok(
            off * 200n <= ONE && off * 200n >= -ONE,
            `${where}: the amount is the exact one, rounded`,
          );
        }
        // Both taxes of a line together are what the line shows.
        assert.equal(totalOf(rows, 'tax'), totals.total_tax, where);
        for (const each of [...found.values(), ...(wanted.get(word)?.values() ?? [])]) {
          for (const figure of ['tax', 'exact', 'amount', 'rounding']) delete each[figure];
        }
      }
      assert.deepEqual(new Map([...found].sort()), new Map([...(wanted.get(word) ?? [])].sort()), where);
      if (word === 'discount') assert.equal(totalOf(rows, 'discount'), totals.discount, where);
      else if (word === 'tender') {
        assert.equal(totalOf(rows, 'amount'), totals.paid, where);
        assert.equal(totalOf(rows, 'payments'), totals.payments, where);
      } else if (word === 'product') {
        for (const figure of [
          'lines',
          'items',
          'total',
          'total_ex_tax',
          'total_tax',
          'discount',
          'cost',
          'margin',
        ]) {
          assert.equal(totalOf(rows, figure), totals[figure], `${figure} ${where}`);
        }
      } else if (word !== 'category' && word !== 'tax') {
        for (const [figure, value] of Object.entries(totals)) {
          assert.equal(totalOf(rows, figure), value, `${figure} ${where}`);
        }
      }
    }
    return mine.length;
  }

  describe('say what the orders say', () => {
    const projector = () =>
      new Projector({
        storage: service().app.storage,
        stopwatch: service().clock,
        batch: BATCH,
        warn: (error) => assert.fail(String(error)),
      });

    it('at once, while nothing was added up behind them', async () => {
      await trade(ORDERS);
      assert.ok((await agree()) > ORDERS / 2);
      for (const { site } of places) assert.ok((await agree(site)) > 0);
      const { totals } = await read(client, `reports/day?${RANGE}`);
      for (const figure of ['refunds', 'discount', 'tips', 'tip_service_paid', 'credit_card_surcharge']) {
        assert.ok(totals[figure] > 0, `There is no ${figure}: is the trade still what it was?`);
      }
    });

    it('when everything was added up, and once more when nothing is left to do', async () => {
      const mine = projector();
      await mine.catchUp();
      const all = await agree();
      await mine.catchUp();
      await projector().catchUp();
      assert.equal(await agree(), all);
      for (const { site } of places) assert.ok((await agree(site)) > 0);
    });

    it('when some were added up and others came after it', async () => {
      await trade(10);
      await agree();
      await projector().catchUp();
      await agree();
    });
  });
});
