import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseExact } from '#src/kernel/exact.ts';
import type { Id } from '#src/kernel/id.ts';
import { type Decimal, formatDecimal, minorStep, ONE, SCALE } from '#src/kernel/money.ts';
import { ORDER_TYPES } from '#src/kernel/order-type.ts';
import { lineViews, setViews } from '#src/orders/row/view.ts';
import { inCoins, roundingFor } from '#src/orders/rules/cash.ts';
import { make } from '#test/api/helpers.ts';
import { clientOf } from '#test/harness/client-api.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { add, type Basket, type BasketSet, change, EMPTY_BASKET, set } from '../../web/register/basket.ts';
import { fieldsInput, lineInput, paymentInput, type Tender, writeJson } from '../../web/register/body.ts';
import { giving, offeredOn } from '../../web/register/discounts.ts';
import { loadMenu, type Menu } from '../../web/register/menu.ts';
import { payableBasket } from '../../web/register/pay/payable.ts';
import { heldAt, menuFor } from '../../web/register/price-lists.ts';
import { quotedLines, quoteOf } from '../../web/register/quote.ts';
import type { Discount } from '../../web/shared/discount.ts';

// The figures at the register are those of POST /orders/price, for any menu and basket.

/** How many baskets are tried on each menu. */
const RUNS = 60;
/** The same run after run; change it to look elsewhere. */
const SEED = 20260307;
const CURRENCIES = ['AUD', 'JPY', 'KWD'] as const;

/** Baskets on each menu of a site that rounds in a way of its own. */
const MODE_RUNS = 25;
/** Currencies with the coin that amounts in cash are rounded to there; null is none. */
const COINS = [
  ['AUD', 0.05],
  ['CHF', 0.05],
  ['SEK', 1],
  ['DKK', 0.5],
  ['NZD', 0.1],
  ['EUR', null],
] as const;
/** Every way in which a site can round and take discounts, each with one of the coins. */
const MODES = (['line', 'document'] as const)
  .flatMap((tax_rounding) =>
    (['half_up', 'half_even'] as const).flatMap((rounding_mode) =>
      [null, true, false].map((discounts_include_tax) => ({
        tax_rounding,
        rounding_mode,
        discounts_include_tax,
      })),
    ),
  )
  .map((mode, at) => ({ mode, coin: COINS[at % COINS.length] ?? COINS[0] }));

/** An amount of so many decimals. */
const amount = (most: number, places: number) =>
  fc.integer({ min: 0, max: most * 10 ** places }).map((units) => units / 10 ** places);
const price = fc.oneof(amount(500, 0), amount(500, 2), amount(50, 4));
const form = fc.constantFrom('unit_price', 'unit_price_ex_tax');
const priced = fc.record({ price, form, taxes: fc.subarray([0, 1, 2]) });
const menuPlan = fc.record({
  rates: fc.array(fc.constantFrom(0.1, 0.05, 0.09975, 0.12, 0.2, 0.07, 0.19, 0.0825, 0.333), {
    minLength: 3,
    maxLength: 3,
  }),
  products: fc.array(priced, { minLength: 7, maxLength: 7 }),
  modifiers: fc.array(priced, { minLength: 3, maxLength: 3 }),
  popUps: fc.array(fc.option(fc.record({ price, form })), { minLength: 3, maxLength: 3 }),
  optionPrices: fc.array(fc.option(price), { minLength: 3, maxLength: 3 }),
});

/** Opens a site with a random menu: plain products, one with modifiers, one with nested option sets, an open price. */
async function openSite(service: Service, currency: string, seed: number, money: object = {}): Promise<Menu> {
  const { client } = service;
  const [plan] = fc.sample(menuPlan, { numRuns: 1, seed });
  assert.ok(plan !== undefined);
  const site: Json = await make(client, 'sites', {
    name: `Till ${currency}`,
    currency,
    prep_time_minutes: 0,
    ...money,
  });
  const taxes: Json[] = [];
  for (const [at, rate] of plan.rates.entries()) {
    taxes.push(await make(client, 'taxes', { code: `${currency}${seed}-${at}`, name: `Tax ${at}`, rate }));
  }
  const sell = (name: string, each: (typeof plan.products)[number], fields: object = {}): Promise<Json> =>
    make(client, `sites/${site.id}/products`, {
      name,
      [each.form]: each.price,
      taxes: each.taxes.map((tax) => taxes[tax].id),
      ...fields,
    });
  const [plain, other, small, large, sauce, dish, free] = plan.products;
  assert.ok(plain && other && small && large && sauce && dish && free);
  const modifiers: Json[] = [];
  for (const [at, each] of plan.modifiers.entries()) {
    modifiers.push(await sell(`Modifier ${at}`, each, { is_modifier: true }));
  }
  const popUps = modifiers.map((modifier, at) => {
    const own = plan.popUps[at];
    return { id: modifier.id, ...(own == null ? {} : { [own.form]: own.price }) };
  });
  const first = await sell('Plain', plain);
  const second = await sell('With modifiers', other);
  for (const product of [first, second]) {
    const answer = await client.put(`products/${product.id}/modifiers`, { modifiers: popUps });
    assert.equal(answer.status, 200, answer.text);
  }
  const [ofSauce = null, ofSmall = null, ofLarge = null] = plan.optionPrices;
  const dip = await sell('Sauce', sauce);
  const extras: Json = await make(client, 'optionsets', {
    name: 'Extras',
    instructions: true,
    options: [{ product_id: dip.id, price_ex_tax: ofSauce }],
  });
  const bits = [
    { product: await sell('Small', small), price: ofSmall },
    { product: await sell('Large', large, { option_sets: [extras.id] }), price: ofLarge },
  ];
  const size: Json = await make(client, 'optionsets', {
    name: 'Size',
    min_selection: 1,
    max_selection: 2,
    options: bits.map((bit) => ({ product_id: bit.product.id, price_ex_tax: bit.price })),
  });
  await sell('Dish', dish, { option_sets: [size.id, extras.id] });
  await sell('Open price', free, { variable_price: true });
  return loadMenu(clientOf(service), BigInt(site.id_str));
}

const scaled = (value: number): Decimal => BigInt(Math.round(value * 1e4)) * (SCALE / 10_000n);
const quantity = fc.oneof(
  fc.constantFrom(1, 2, 3, -1, -2),
  fc
    .integer({ min: -30_000, max: 30_000 })
    .filter((units) => units !== 0)
    .map((units) => units / 10_000),
  fc.integer({ min: 1, max: 400 }),
);
const discount: fc.Arbitrary<Discount | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 20_000 })
      .map((units): Discount => ({ kind: 'percent', coefficient: BigInt(units) * (SCALE / 10_000n) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: -3_000, max: 3_000 })
      .map((units): Discount => ({ kind: 'fixed', amount: BigInt(units) * (SCALE / 100n) })),
  },
);
const lineDiscount = discount;
const linePlan = fc.record({
  product: fc.constantFrom('Plain', 'With modifiers', 'Dish', 'Open price'),
  quantity,
  open: fc.option(fc.record({ price, form: fc.constantFrom('ex' as const, 'inc' as const) })),
  discount: lineDiscount,
  modifiers: fc.array(fc.record({ at: fc.nat(2), without: fc.boolean() }), { maxLength: 3 }),
  sizes: fc.array(fc.record({ at: fc.nat(1), extras: fc.nat(2) }), { minLength: 1, maxLength: 3 }),
  extras: fc.array(fc.constantFrom(null, 'No' as const, 'Extra' as const, 'On Side' as const), {
    maxLength: 2,
  }),
  notes: fc.constantFrom(null, 'hot'),
  course: fc.constantFrom(null, 1, 2),
});
const basketPlan = fc.record({
  lines: fc.array(linePlan, { maxLength: 6 }),
  discount,
  service: fc.option(fc.constantFrom('10', '12.5', '7.75')),
  tenders: fc.array(fc.record({ part: fc.integer({ min: -50, max: 150 }), tip: fc.nat(20) }), {
    maxLength: 3,
  }),
  /** Paid to the end in cash. */
  settled: fc.boolean(),
  exempt: fc.option(
    fc.record(
      { number: fc.constantFrom(null, 'D-17'), reason: fc.constantFrom(null, 'Embassy') },
      { noNullPrototype: true },
    ),
    { freq: 4 },
  ),
});
type Plan = typeof basketPlan extends fc.Arbitrary<infer P> ? P : never;

const named = (menu: Menu, name: string) => {
  const found = [...menu.products.values()].find((product) => product.name === name);
  assert.ok(found !== undefined, name);
  return found;
};

function basketFor(menu: Menu, plan: Plan): Basket {
  const setNamed = (name: string): Id => {
    const found = [...menu.sets.values()].find((each) => each.name === name && usedHere(menu, each.id));
    assert.ok(found !== undefined, name);
    return found.id;
  };
  let basket = EMPTY_BASKET;
  for (const line of plan.lines) {
    const product = named(menu, line.product);
    const sauce = named(menu, 'Sauce').id;
    const extras = (choices: (typeof line)['extras']): BasketSet[] =>
      choices.length === 0
        ? []
        : [
            {
              set: setNamed('Extras'),
              choices: choices.map((instructions) => ({ product: sauce, instructions, sets: [] })),
            },
          ];
    const sets: BasketSet[] = [];
    if (line.product === 'Dish' && line.sizes.length > 0) {
      sets.push({
        set: setNamed('Size'),
        choices: line.sizes.map(({ at, extras: count }) => ({
          product: named(menu, at === 0 ? 'Small' : 'Large').id,
          instructions: null,
          sets: at === 0 ? [] : extras(line.extras.slice(0, count)),
        })),
      });
    }
    if (line.product === 'Dish') sets.push(...extras(line.extras));
    const modifiers =
      sets.length > 0 || line.product === 'Dish'
        ? []
        : line.modifiers.map(({ at, without }) => ({ id: named(menu, `Modifier ${at}`).id, without }));
    const open = line.product === 'Open price' ? line.open : null;
    basket = add(basket, product, {
      quantity: scaled(line.quantity),
      notes: line.notes,
      unit: open === null ? null : { amount: scaled(open.price), form: open.form },
      discount: sets.length > 0 ? null : line.discount,
      modifiers,
      sets,
      course: line.course,
    });
  }
  const service = plan.service === null ? null : scaled(Number(plan.service));
  return set(basket, { discount: plan.discount, service_percent: service, tax_exempt: plan.exempt });
}

/** True for a set that one of the site's products has, itself or through an option. */
function usedHere(menu: Menu, id: Id): boolean {
  return [...menu.products.values()].some((product) => product.option_sets.includes(id));
}

const methodOf = (menu: Menu, kind: string): Id => {
  const method = menu.methods.find((each) => each.kind === kind);
  assert.ok(method !== undefined);
  return method.id;
};

/** Payments of parts of what the basket comes to, in whole minor units. */
function tendersFor(menu: Menu, plan: Plan, basket: Basket, total: Decimal): Tender[] {
  const step = minorStep(menu.site.minor_units);
  const parts = plan.tenders.map(({ part, tip }, at) => ({
    method: methodOf(menu, at % 2 === 0 ? 'card' : 'cash'),
    amount: ((total * BigInt(part)) / 100n / step) * step,
    tip: BigInt(tip) * step,
    surcharge: step,
    ref: null,
  }));
  const payable = payableBasket(basket, menu, parts);
  if (!plan.settled || payable === undefined || payable.left <= 0n) return parts;
  const { left, counting } = payable;
  const cash = { method: methodOf(menu, 'cash'), tip: 0n, surcharge: 0n, ref: null };
  const rounded = roundingFor({ counting }, 'cash');
  return [...parts, { ...cash, amount: rounded === undefined ? left : inCoins(left, rounded) }];
}

function totalOf(basket: Basket, menu: Menu): Decimal {
  const quoted = quoteOf(basket, menu);
  return quoted.ok ? quoted.quote.figures.priced.total : 0n;
}

/** What both sides are compared by: everything that is computed. */
const HEAD = ['total', 'total_tax', 'paid', 'due', 'tips', 'tip_service_amount', 'tip_service_paid'] as const;

onEachEngine('the quote of a register', (service) => {
  const menus: Menu[] = [];
  before(async () => {
    for (const [at, currency] of CURRENCIES.entries()) {
      menus.push(await openSite(service(), currency, SEED + at));
    }
  });

  /** `pinned`: the body has the price of everything, as the register sends it. */
  async function compare(menu: Menu, plan: Plan, pinned: boolean): Promise<'priced' | 'refused'> {
    const basket = basketFor(menu, plan);
    const alone = quoteOf(basket, menu);
    const tenders = alone.ok ? tendersFor(menu, plan, basket, alone.quote.figures.priced.total) : [];
    const quoted = quoteOf(basket, menu, tenders);
    const raw = writeJson({
      site_id: menu.site.id,
      status: 'PENDING',
      ...fieldsInput(basket),
      lines: basket.lines.map((line) => lineInput(line, pinned ? menu : undefined)),
      payments: tenders.map(paymentInput),
    });
    const answer = await service().client.post('orders/price', undefined, { raw });
    if (!quoted.ok) {
      assert.equal(
        answer.status,
        400,
        `The register refuses (${quoted.refusal.message}), the service does not.`,
      );
      assert.equal(answer.json.error_description, quoted.refusal.message);
      // The codes of the sentences are the service's own (reference: conventions.59).
      const said = answer.json.errors?.map(({ field, error_description }: Json) => ({
        field,
        error_description,
      }));
      assert.deepEqual(said, quoted.refusal.fields);
      return 'refused';
    }
    assert.equal(answer.status, 200, answer.text);
    const { order, figures } = quoted.quote;
    const shown = {
      total: figures.priced.total,
      total_tax: figures.priced.totalTax,
      paid: figures.settlement.paid,
      due: figures.settlement.due,
      tips: figures.settlement.tips,
      tip_service_amount: figures.settlement.tipServiceAmount,
      tip_service_paid: figures.settlement.tipServicePaid,
    };
    for (const name of HEAD) assert.equal(textOf(answer.json[name]), formatDecimal(shown[name]), name);
    assert.equal(answer.json.status, order.status);
    assert.deepEqual(answer.json.tax_exempt, order.tax_exempt);
    const rounding = answer.json.payments.reduce(
      (sum: number, payment: Json) => sum + Number(payment.rounding),
      0,
    );
    assert.equal(textOf(rounding), formatDecimal(figures.settlement.cashRounding), 'rounding');
    assert.deepEqual(answer.json.lines, parseExact(JSON.stringify(lineViews(order, figures))));
    assert.deepEqual(
      answer.json.options,
      parseExact(JSON.stringify(setViews(order, figures).slice(0, order.options.length))),
    );
    const lines = quotedLines(basket, quoted.quote);
    assert.equal(lines.length, basket.lines.length);
    const sum = lines.reduce(
      (all, line) => line.options.reduce((part, option) => part + option.total, all + line.total),
      0n,
    );
    assert.equal(sum, figures.priced.total);
    return 'priced';
  }

  for (const [at, currency] of CURRENCIES.entries()) {
    it(`is what POST /orders/price answers, in ${currency}`, async () => {
      const menu = menus[at];
      assert.ok(menu !== undefined);
      const seen = { priced: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(basketPlan, async (plan) => {
          await compare(menu, plan, false);
          seen[await compare(menu, plan, true)]++;
        }),
        { numRuns: RUNS, seed: SEED + at },
      );
      // Neither side of the comparison is empty.
      assert.ok(seen.priced > RUNS / 4, `only ${seen.priced} baskets were priced`);
      assert.ok(seen.refused > 0, 'no basket was refused');
    });
  }

  it('is that in every way of rounding, with and without taxes in prices and discounts', async () => {
    const seen = { priced: 0, rounded: 0, exempt: 0 };
    for (const [at, { mode, coin }] of MODES.entries()) {
      const [currency, increment] = coin;
      const cash_rounding = increment === null ? null : { increment, methods: ['cash'] };
      const seed = SEED + 100 + at;
      const menu = await openSite(service(), currency, seed, { ...mode, cash_rounding });
      const { tax_rounding, rounding_mode, discounts_include_tax } = menu.site.counting ?? {};
      assert.deepEqual({ tax_rounding, rounding_mode, discounts_include_tax }, mode);
      await fc.assert(
        fc.asyncProperty(basketPlan, async (plan) => {
          if ((await compare(menu, plan, true)) === 'refused') return;
          seen.priced++;
          if (plan.exempt !== null) seen.exempt++;
          const basket = basketFor(menu, plan);
          const quoted = quoteOf(basket, menu, tendersFor(menu, plan, basket, totalOf(basket, menu)));
          if (quoted.ok && quoted.quote.figures.settlement.cashRounding !== 0n) seen.rounded++;
        }),
        { numRuns: MODE_RUNS, seed },
      );
    }
    const least = MODES.length * 2;
    assert.ok(seen.priced > (MODES.length * MODE_RUNS) / 4, `only ${seen.priced} baskets were priced`);
    assert.ok(seen.rounded > least && seen.exempt > least, JSON.stringify(seen));
  });

  it('is that at any time, for every type of order and with discounts by name (reference: prices.4)', async () => {
    const { client, clock } = service();
    const opened = await openSite(service(), 'GBP', SEED + 1);
    await make(client, 'discounts', { name: 'Share', kind: 'share', value: 0.125 });
    await make(client, 'discounts', { name: 'Amount', kind: 'amount', value: 1.5 });
    const now = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00' }];
    const never = [{ weekdays: [1], from: '03:00', until: '03:01' }];
    const lists = [
      { schedule: now },
      { schedule: never },
      { order_types: ['Delivery', 'Pickup'] },
      { schedule: now, order_types: ['Pickup'] },
    ];
    for (const [at, terms] of lists.entries()) {
      const list = await make(client, 'price_lists', { name: `List ${at}`, ...terms });
      const some = ['Plain', 'Large', 'Modifier 0', 'Sauce', 'With modifiers'].slice(0, 5 - at);
      const products = some.map((name, place) => ({
        id: named(opened, name).id.toString(),
        [place % 2 === 0 ? 'unit_price' : 'unit_price_ex_tax']: 3.33 * (at + 1) + place,
      }));
      const answer = await client.put(`price_lists/${list.id}/products`, { products });
      assert.equal(answer.status, 200, answer.text);
    }
    const menu = await loadMenu(clientOf(service()), opened.site.id);
    assert.equal(menu.site.price_lists?.length, lists.length);
    const held = heldAt(menu, Number(clock.now() / 1000n));
    const given = [null, ...offeredOn(menu, 'order').map(giving)];
    const plans = fc.tuple(
      basketPlan,
      fc.constantFrom(null, ...ORDER_TYPES),
      fc.constantFrom(...given),
      fc.constantFrom(...given),
    );
    const seen = { priced: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(plans, async ([plan, order_type, ofOrder, ofLine]) => {
        const made = basketFor(menu, plan);
        const lines = made.lines.map((line, at) =>
          at === 0 && line.sets.length === 0 && ofLine !== null
            ? { ...line, held, discount: ofLine }
            : { ...line, held },
        );
        const basket = { ...made, order_type, lines, discount: ofOrder ?? made.discount };
        const quoted = quoteOf(basket, menu);
        seen[quoted.ok ? 'priced' : 'refused']++;
        for (const isPinned of [false, true]) {
          const raw = writeJson({
            site_id: menu.site.id,
            ...fieldsInput(basket),
            lines: lines.map((line) =>
              lineInput(line, isPinned ? menuFor(menu, order_type, line.held) : undefined),
            ),
          });
          const answer = await client.post('orders/price', undefined, { raw });
          if (!quoted.ok) {
            assert.equal(answer.status, 400, `${quoted.refusal.message} ${answer.text}`);
            continue;
          }
          const { total, totalTax } = quoted.quote.figures.priced;
          assert.equal(textOf(answer.json.total), formatDecimal(total), raw);
          assert.equal(textOf(answer.json.total_tax), formatDecimal(totalTax), raw);
          assert.equal(answer.json.discount_name, basket.discount?.given?.name ?? null);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
    assert.ok(seen.priced > RUNS / 4, `only ${seen.priced} baskets were priced`);
  });

  it('stays what it was when prices are changed before it is sent', async () => {
    const { client } = service();
    const menu = await openSite(service(), 'EUR', SEED);
    for (const name of ['Plain', 'Dish', 'Small', 'Large', 'Sauce']) {
      const path = `sites/${menu.site.id}/products/${named(menu, name).id}`;
      const answer = await client.put(path, { unit_price: 77.77 });
      assert.equal(answer.status, 200, answer.text);
    }
    const [plan] = fc.sample(basketPlan, { numRuns: 1, seed: SEED });
    assert.ok(plan !== undefined);
    const line = (product: 'Plain' | 'Dish', sizes: { at: number; extras: number }[]) => ({
      product,
      quantity: 2,
      open: null,
      discount: null,
      modifiers: [],
      sizes,
      extras: ['Extra' as const, 'No' as const],
      notes: null,
      course: null,
    });
    const sizes = [
      { at: 0, extras: 0 },
      { at: 1, extras: 2 },
    ];
    const lines = [line('Plain', []), line('Dish', sizes)];
    assert.equal(await compare(menu, { ...plan, lines }, true), 'priced');
    await assert.rejects(compare(menu, { ...plan, lines }, false));
  });

  it('keeps the form in which a price was entered', async () => {
    const [menu] = menus;
    assert.ok(menu !== undefined);
    const forms = new Set([...menu.products.values()].map((product) => product.price?.form));
    assert.deepEqual([...forms].sort(), ['ex', 'inc']);
  });
});

/** A number of an answer as plain text. */
function textOf(value: Json): string {
  return typeof value === 'number' ? formatDecimal(BigInt(Math.round(value * 1e8))) : String(value.text);
}

describe('a basket', () => {
  const tea = { id: 7n };

  it('counts the same thing up, and keeps what differs apart', () => {
    let basket = add(add(EMPTY_BASKET, tea), tea);
    assert.equal(basket.lines.length, 1);
    assert.equal(basket.lines[0]?.quantity, 2n * ONE);
    basket = add(basket, tea, { notes: 'no sugar' });
    assert.equal(basket.lines.length, 2);
    // A return is no sale of the same.
    basket = add(basket, tea, { quantity: -ONE });
    assert.equal(basket.lines.length, 3);
  });

  it('loses a line whose quantity becomes nothing', () => {
    const basket = add(EMPTY_BASKET, tea);
    assert.deepEqual(change(basket, 1, { quantity: 0n }).lines, []);
  });

  it('takes modifiers and discounts from a line that gets option sets', () => {
    const fixed: Discount = { kind: 'fixed', amount: -ONE };
    const basket = add(EMPTY_BASKET, tea, { modifiers: [{ id: 3n, without: false }], discount: fixed });
    const [line] = change(basket, 1, { sets: [{ set: 5n, choices: [] }] }).lines;
    assert.deepEqual(line?.modifiers, []);
    assert.equal(line?.discount, null);
  });
});
