import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, lineOf } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { mergeOrders } from './merge.ts';
import { pricedAnew } from './settled.ts';
import { divideByLines, divideBySeats, divideByShares, splitOrder, type TakenLine } from './split.ts';

/** Ids of lines that are made by a split. */
const counter = () => {
  let next = 10_000n;
  return () => next++;
};

const blankLine = lineOf('1');

const TAXES = [
  { id: 1n, name: 'GST', rate: ONE / 10n, terms: null },
  { id: 2n, name: 'City', rate: (ONE * 825n) / 10_000n, terms: null },
  {
    id: 3n,
    name: 'On it',
    rate: ONE / 50n,
    terms: { compound: true, on_top: true, order_types: null, threshold: null },
  },
];

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((amount) => (BigInt(amount) * ONE) / 100n);

const someLine: fc.Arbitrary<Line> = fc
  .record({
    amount: cents(1, 5_000),
    form: fc.constantFrom('ex' as const, 'inc' as const),
    quantity: fc.integer({ min: 1, max: 50_000 }).map((many) => (BigInt(many) * ONE) / 10_000n),
    taxes: fc.subarray(TAXES),
    price_variation: fc.option(fc.constantFrom(ONE / 2n, (ONE * 9n) / 10n)),
    fixed: fc.option(cents(1, 300)),
    seat: fc.option(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ amount, form, quantity, taxes, price_variation, fixed, seat }) => ({
    ...blankLine,
    quantity,
    taxes,
    seat,
    unit: { amount, form },
    price_variation,
    price_fixed_variation: price_variation === null ? fixed : null,
  }));

const someOrder: fc.Arbitrary<Order> = fc
  .record({
    lines: fc.array(someLine, { minLength: 2, maxLength: 5 }),
    isDocument: fc.boolean(),
    mode: fc.constantFrom('half_up' as const, 'half_even' as const),
    withTax: fc.constantFrom(null, true, false),
    percent: fc.option(fc.constantFrom((ONE * 85n) / 100n, ONE / 3n)),
    fixed: fc.option(cents(-300, 300).filter((amount) => amount !== 0n)),
  })
  .map(({ lines, isDocument, mode, withTax, percent, fixed }) => ({
    ...blankOrder,
    lines: lines.map((each, at) => ({ ...each, number: at + 1, line_id: BigInt(at + 1) })),
    counting: {
      tax_rounding: isDocument ? ('document' as const) : ('line' as const),
      rounding_mode: mode,
      discounts_include_tax: withTax,
      cash_rounding: null,
    },
    price_variation: percent,
    price_fixed_variation: percent === null ? fixed : null,
    tip_service_amount: ONE,
  }));

/** Some of the lines in up to three parts, some of them divided. */
const someParts = (order: Order): fc.Arbitrary<TakenLine[][]> =>
  fc
    .array(
      fc.array(fc.integer({ min: 1, max: 9_999 }), {
        minLength: order.lines.length,
        maxLength: order.lines.length,
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    )
    .map((parts) =>
      parts.map((weights) =>
        order.lines.flatMap(({ number, quantity }, at) => {
          const share = (quantity * BigInt(weights[at] ?? 1)) / 40_000n;
          const some = share - (share % (ONE / 10_000n));
          return some > 0n ? [{ number, quantity: some }] : [];
        }),
      ),
    );

/** The total and every tax of some orders. */
function sums(orders: readonly Order[]): Record<string, bigint> {
  const found: Record<string, bigint> = { total: 0n, tax: 0n };
  for (const order of orders) {
    const { priced } = figuresOf(order);
    found.total = (found.total ?? 0n) + priced.total;
    found.tax = (found.tax ?? 0n) + priced.totalTax;
    for (const { tax, amount } of priced.lines.flatMap(({ taxes }) => taxes)) {
      const key = `tax ${tax.id}`;
      found[key] = (found[key] ?? 0n) + amount;
    }
  }
  return found;
}

/** The lines of an order, whatever their places. */
function broughtBack({ lines }: Order): object[] {
  return lines.map(({ number, ...line }) => line).sort((a, b) => Number(a.line_id - b.line_id));
}

describe('an order that is split', () => {
  it('comes to the same, to the cent, with every tax of it: whatever is divided', () => {
    fc.assert(
      fc.property(
        someOrder.chain((order) => fc.tuple(fc.constant(order), someParts(order))),
        ([order, parts]) => {
          const { rest, parts: made } = splitOrder(order, divideByLines(order, parts), counter());
          assert.deepEqual(sums([rest, ...made]), sums([order]));
          const services = [rest, ...made].map((each) => each.tip_service_amount ?? 0n);
          assert.equal(
            services.reduce((sum, each) => sum + each, 0n),
            ONE,
          );
          // And merged again, it is what it was.
          assert.deepEqual(sums([mergeOrders(rest, made, new Set())]), sums([order]));
          assert.deepEqual(broughtBack(mergeOrders(rest, made, new Set())), broughtBack(order));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('by seats, too', () => {
    fc.assert(
      fc.property(someOrder, (order) => {
        const seats = new Set(order.lines.flatMap(({ seat }) => seat ?? []));
        fc.pre(seats.size > 1);
        const { rest, parts } = splitOrder(order, divideBySeats(order, undefined), counter());
        assert.deepEqual(sums([rest, ...parts]), sums([order]));
        assert.ok(rest.lines.length > 0);
      }),
      { numRuns: 200 },
    );
  });

  it('by share, too: equal shares are equal to the cent', () => {
    fc.assert(
      fc.property(
        someOrder,
        fc.oneof(
          fc.integer({ min: 2, max: 7 }).map((count) => Array.from({ length: count }, () => 1n)),
          fc.array(fc.integer({ min: 1, max: 9 }).map(BigInt), { minLength: 2, maxLength: 5 }),
        ),
        (order, shares) => {
          fc.pre(order.lines.some(({ quantity }) => quantity > ONE / 100n));
          const { rest, parts } = splitOrder(order, divideByShares(order, shares), counter(), shares);
          assert.equal(parts.length, shares.length - 1);
          assert.deepEqual(sums([rest, ...parts]), sums([order]));
          const quantity = (orders: readonly Order[]) =>
            orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.quantity, 0n);
          assert.equal(quantity([rest, ...parts]), quantity([order]));
          const isWhole = order.lines.every(({ quantity }) => quantity > ONE / 100n);
          const isEqual = shares.every((share) => share === shares[0]);
          if (isWhole && isEqual) {
            const totals = [rest, ...parts]
              .map((each) => figuresOf(each).priced.total)
              .sort((a, b) => (a < b ? -1 : 1));
            assert.ok((totals.at(-1) ?? 0n) - (totals[0] ?? 0n) <= ONE / 100n, totals.join());
          }
          assert.deepEqual(sums([mergeOrders(rest, parts, new Set())]), sums([order]));
          assert.deepEqual(broughtBack(mergeOrders(rest, parts, new Set())), broughtBack(order));
        },
      ),
      { numRuns: 400 },
    );
  });

  const pizza = {
    ...blankLine,
    number: 1,
    line_id: 1n,
    quantity: ONE,
    unit: { amount: (ONE * 999n) / 100n, form: 'inc' as const },
  };
  const order: Order = { ...blankOrder, lines: [pizza, { ...pizza, number: 2, line_id: 2n }] };

  it('keeps the cent of a half until its line is changed', () => {
    const half = [[{ number: 1, quantity: ONE / 2n }]];
    const { rest, parts } = splitOrder(order, divideByLines(order, half), counter());
    const [part] = parts;
    assert.ok(part);
    assert.deepEqual(
      [rest, part].map((each) => figuresOf(each).priced.lines.map(({ totalInc }) => totalInc)),
      [[(ONE * 500n) / 100n, (ONE * 999n) / 100n], [(ONE * 499n) / 100n]],
    );
    const more = { ...part, lines: part.lines.map((each) => ({ ...each, quantity: ONE })) };
    assert.equal(figuresOf(pricedAnew(more, part)).priced.total, (ONE * 999n) / 100n);
    const noted = { ...part, lines: part.lines.map((each) => ({ ...each, notes: 'hot' })) };
    assert.equal(figuresOf(pricedAnew(noted, part)).priced.total, (ONE * 499n) / 100n);
  });

  it('shares what it holds by share, and leaves nobody with nothing', () => {
    const held = [{ product_id: pizza.product.id, quantity: 2n * ONE }];
    const thirds = [1n, 1n, 1n];
    const { rest, parts } = splitOrder({ ...order, held }, divideByShares(order, thirds), counter(), thirds);
    assert.deepEqual(
      [rest, ...parts].map((each) => [
        figuresOf(each).priced.total,
        each.lines.map(({ quantity }) => quantity),
        each.held.reduce((sum, { quantity }) => sum + quantity, 0n),
      ]),
      [33_34n, 33_33n, 33_33n].map((quantity) => [
        (ONE * 666n) / 100n,
        [quantity, quantity].map((each) => (each * ONE) / 10_000n),
        (2n * quantity * ONE) / 10_000n,
      ]),
    );
    const crumb = { ...pizza, quantity: ONE / 10_000n };
    assert.throws(
      () => divideByShares({ ...blankOrder, lines: [crumb] }, [1n, 1n]),
      (error: { fields?: { field: string }[] }) => error.fields?.[0]?.field === 'shares',
    );
  });

  it('has its stock with its lines', () => {
    const held = [{ product_id: pizza.product.id, quantity: (ONE * 3n) / 2n }];
    const { rest, parts } = splitOrder(
      { ...order, held },
      divideByLines(order, [[{ number: 2 }]]),
      counter(),
    );
    assert.deepEqual(
      [parts[0]?.held, rest.held].map((each) => each?.map(({ quantity }) => quantity)),
      [[ONE], [ONE / 2n]],
    );
  });

  const REFUSED: readonly [what: string, parts: TakenLine[][], field: string][] = [
    ['a line that is not there', [[{ number: 9 }]], 'parts[0].lines[0].number'],
    ['more than there is', [[{ number: 1, quantity: 2n * ONE }]], 'parts[0].lines[0].quantity'],
    ['a line twice', [[{ number: 1 }], [{ number: 1 }]], 'parts[1].lines[0].quantity'],
    ['nothing of a line', [[{ number: 1, quantity: 0n }]], 'parts[0].lines[0].quantity'],
    ['every line', [[{ number: 1 }], [{ number: 2 }]], 'parts'],
  ];
  for (const [what, parts, field] of REFUSED) {
    it(`refuses ${what}`, () =>
      assert.throws(
        () => divideByLines(order, parts),
        (error: { fields?: { field: string }[] }) => error.fields?.[0]?.field === field,
      ));
  }

  it('says that a part has something of a line, and not how much is left', () => {
    const taken = [[{ number: 1, quantity: -ONE }]];
    assert.throws(() => divideByLines(order, taken), /must be above 0/);
  });
});
