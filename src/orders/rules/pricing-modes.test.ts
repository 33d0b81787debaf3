import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, counting, d, lineOf } from '#test/harness/orders.ts';
import { type Decimal, formatDecimal, minorStep, ONE, SCALE } from '../../kernel/money.ts';
import { ENGLISH } from '../../kernel/words.ts';
import type { Line, Order } from '../types.ts';
import { explainOrder } from './explain.ts';
import { figuresOf } from './figures.ts';
import { type LineToPrice, type OrderToPrice, priceOrder, work } from './pricing.ts';
import { returnLines, saleOf } from './returns.ts';

// Prices in every way of rounding and with every kind of tax, held against plain fractions that were written down from the
// reference (money.21 to money.26) without the code.

const decimals = (min: string, max: string, places: number): fc.Arbitrary<Decimal> => {
  const unit = minorStep(places);
  return fc.bigInt({ min: d(min) / unit, max: d(max) / unit }).map((count) => count * unit);
};
const form = fc.constantFrom<'ex' | 'inc'>('ex', 'inc');
const rate = fc.constantFrom(d('0.1'), d('0.19'), d('0.07'), d('0.05'), d('0.09975'), d('0.081'), 0n);
const anyTaxes = fc
  .array(fc.record({ rate, compound: fc.boolean(), on_top: fc.boolean(), plain: fc.boolean() }), {
    maxLength: 3,
  })
  .map((taxes) =>
    taxes.map(({ rate: factor, compound, on_top, plain }, at) => ({
      id: BigInt(at + 1) * 1_000n + factor / 100_000n,
      name: `tax ${at + 1}`,
      rate: factor,
      terms: plain ? null : { compound, on_top, order_types: null, threshold: null },
    })),
  );
const optional = (amount: fc.Arbitrary<Decimal>) => fc.option(amount, { nil: null, freq: 2 });
const anyLine: fc.Arbitrary<LineToPrice> = fc.record({
  quantity: fc.oneof(decimals('1', '5', 0), decimals('0.1', '9', 3)),
  unit: fc.record({ amount: fc.oneof(decimals('0', '50', 2), decimals('0', '9', 8)), form }),
  extras: fc.constant([]),
  variation: optional(decimals('0', '2', 2)),
  fixedVariation: optional(decimals('0', '5', 2)),
  taxes: anyTaxes,
  settled: fc.constant(null),
});
const anyOrder: fc.Arbitrary<OrderToPrice> = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  variation: optional(decimals('0', '2', 2)),
  fixedVariation: optional(decimals('0', '5', 2)),
  isExempt: fc.oneof(
    { arbitrary: fc.constant(false), weight: 4 },
    { arbitrary: fc.constant(true), weight: 1 },
  ),
  rounding: fc.record({
    isByDocument: fc.boolean(),
    mode: fc.constantFrom('half_up' as const, 'half_even' as const),
    discountsIncludeTax: fc.constantFrom(null, true, false),
  }),
  minorUnits: fc.constantFrom(0, 2, 3),
});
const RUNS = { numRuns: 600, seed: 20260101 };

// Fractions.
type Fraction = readonly [bigint, bigint];
const of = (value: Decimal): Fraction => [value, SCALE];
const add = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const mul = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const div = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1], a[1] * b[0]];
const UNIT: Fraction = [1n, 1n];
const NONE: Fraction = [0n, 1n];

/** Nearest step of an amount that is not negative. */
function nearest(value: Fraction, step: Decimal, mode: 'half_up' | 'half_even'): Decimal {
  const num = value[0] * SCALE;
  const den = value[1] * step;
  const whole = num / den;
  const twice = (num % den) * 2n;
  const isUp = twice > den || (twice === den && (mode === 'half_up' || whole % 2n === 1n));
  return (whole + (isUp ? 1n : 0n)) * step;
}

/** What each tax is of a price without tax, and which of them lie in a price with tax. */
function sharesOf(taxes: LineToPrice['taxes']): { share: Fraction; within: boolean }[] {
  let before = NONE;
  return taxes.map(({ rate: factor, terms }) => {
    const share = mul(of(factor), terms?.compound === true ? add(UNIT, before) : UNIT);
    before = add(before, share);
    return { share, within: terms?.on_top !== true };
  });
}

const sumOf = (shares: readonly { share: Fraction }[]) =>
  shares.reduce((sum, { share }) => add(sum, share), NONE);

/** The exact amount of a line before rounding, in its form. */
function exactAmount(line: LineToPrice, order: OrderToPrice): Fraction {
  const inside = add(UNIT, sumOf(sharesOf(line.taxes).filter(({ within }) => within)));
  const { discountsIncludeTax: withTax } = order.rounding;
  let fixed = of(line.fixedVariation ?? 0n);
  if (withTax === true && line.unit.form === 'ex') fixed = div(fixed, inside);
  if (withTax === false && line.unit.form === 'inc') fixed = mul(fixed, inside);
  const varied = mul(mul(of(line.quantity), of(line.unit.amount)), of(line.variation ?? ONE));
  const amount = mul(add(varied, fixed), of(order.variation ?? ONE));
  return order.isExempt && line.unit.form === 'inc' ? div(amount, inside) : amount;
}

const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const size = (value: bigint) => (value < 0n ? -value : value);

/** The same order, given back. */
const returned = (order: OrderToPrice): OrderToPrice => ({
  ...order,
  fixedVariation: order.fixedVariation === null ? null : -order.fixedVariation,
  lines: order.lines.map((line) => ({
    ...line,
    quantity: -line.quantity,
    fixedVariation: line.fixedVariation === null ? null : -line.fixedVariation,
  })),
});

describe('an order in any way of rounding', () => {
  const holds = (check: (order: OrderToPrice) => void) => fc.assert(fc.property(anyOrder, check), RUNS);

  it('adds up, in whole minor units', () => {
    holds((order) => {
      const step = minorStep(order.minorUnits);
      const priced = priceOrder(order);
      for (const line of priced.lines) {
        assert.equal(line.totalEx + line.totalTax, line.totalInc);
        assert.equal(line.unitEx + line.unitTax, line.unitInc);
        assert.equal(total(line.taxes.map(({ amount }) => amount)), line.totalTax);
        for (const amount of [line.totalEx, line.totalInc, ...line.taxes.map((tax) => tax.amount)])
          assert.equal(amount % step, 0n);
      }
      assert.equal(priced.total, total(priced.lines.map(({ totalInc }) => totalInc)));
      assert.equal(priced.totalTax, total(priced.lines.map(({ totalTax }) => totalTax)));
    });
  });

  it('is rounded first in the form of its prices, as the fractions say', () => {
    holds((order) => {
      const step = minorStep(order.minorUnits);
      for (const [at, { basis }] of work(order).entries()) {
        const line = order.lines[at];
        assert.ok(line !== undefined);
        assert.equal(basis.amount, nearest(exactAmount(line, order), step, order.rounding.mode));
      }
    });
  });

  it('charges each tax as the fractions say: once over the document, or within the line', () => {
    holds((order) => {
      const step = minorStep(order.minorUnits);
      const sums = new Map<string, { exact: Fraction; amount: bigint }>();
      for (const [at, { finalBasis, final }] of work(order).entries()) {
        const taxes = order.isExempt ? [] : (order.lines[at]?.taxes ?? []);
        const shares = sharesOf(taxes);
        const inside = shares.filter(
          ({ within }) => finalBasis.form === 'whole' || (finalBasis.form === 'inc' && within),
        );
        const ex = div(of(finalBasis.amount), add(UNIT, sumOf(inside)));
        for (const [nth, { share }] of shares.entries()) {
          const exact = mul(ex, share);
          const amount = final.taxes[nth] ?? 0n;
          const [num, den] = add(exact, [-amount, SCALE]);
          // A cent of one tax comes with the largest remainder of all that lie in a price.
          const most = order.rounding.isByDocument ? step : 2n * step;
          assert.ok(size(num) * SCALE < most * den, `${formatDecimal(amount)} of a line`);
          const key = `${taxes[nth]?.id} ${taxes[nth]?.rate}`;
          const sum = sums.get(key) ?? { exact: NONE, amount: 0n };
          sums.set(key, { exact: add(sum.exact, exact), amount: sum.amount + amount });
          const isAlone = finalBasis.form === 'ex' || (shares.length === 1 && inside.length === 1);
          if (!order.rounding.isByDocument && isAlone)
            assert.equal(amount, nearest(exact, step, order.rounding.mode));
        }
      }
      if (!order.rounding.isByDocument) return;
      for (const { exact, amount } of sums.values())
        assert.equal(amount, nearest(exact, step, order.rounding.mode));
    });
  });

  it('is the mirror of its return', () => {
    holds((order) => {
      const sold = priceOrder(order);
      const back = priceOrder(returned(order));
      assert.equal(back.total, -sold.total);
      for (const [at, line] of back.lines.entries()) {
        const own = sold.lines[at];
        assert.equal(line.totalEx, own && -own.totalEx);
        const amounts = (taxes: typeof line.taxes, sign: bigint) =>
          taxes.map(({ amount, exact, taxable }) => [amount * sign, exact * sign, taxable * sign]);
        assert.deepEqual(amounts(line.taxes, 1n), amounts(own?.taxes ?? [], -1n));
      }
    });
  });

  it('with sales and returns in one document is the mirror of it, too', () => {
    const mixed = fc
      .tuple(anyOrder, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
      .map(([order, signs]) => ({
        ...order,
        lines: order.lines.map((line, at) =>
          signs[at] === true ? { ...line, quantity: -line.quantity } : line,
        ),
      }));
    fc.assert(
      fc.property(mixed, (order) => {
        const sold = priceOrder(order).lines.map(({ totalEx, totalTax }) => [totalEx, totalTax]);
        const back = priceOrder(returned(order)).lines.map(({ totalEx, totalTax }) => [-totalEx, -totalTax]);
        assert.deepEqual(back, sold);
      }),
      RUNS,
    );
  });

  it('is moved by exactly its fixed variation, with tax or without', () => {
    holds((order) => {
      const { discountsIncludeTax } = order.rounding;
      const plain = priceOrder({ ...order, fixedVariation: null });
      const moved = priceOrder(order);
      const step = minorStep(order.minorUnits);
      const by = nearest(of(order.fixedVariation ?? 0n), step, order.rounding.mode);
      const ex = (priced: typeof plain) => priced.total - priced.totalTax;
      if (discountsIncludeTax === false) assert.equal(ex(moved), ex(plain) + by);
      else assert.equal(moved.total, plain.total + by);
    });
  });

  it('that is exempt comes to its prices without tax', () => {
    holds((any) => {
      const order = { ...any, isExempt: true, fixedVariation: null };
      const step = minorStep(order.minorUnits);
      const { lines, totalTax } = priceOrder(order);
      assert.equal(totalTax, 0n);
      for (const [at, { totalInc, taxes, unitTax }] of lines.entries()) {
        const line = order.lines[at];
        assert.ok(line !== undefined);
        assert.equal(totalInc, nearest(exactAmount(line, order), step, order.rounding.mode));
        assert.deepEqual([taxes.length, unitTax], [0, 0n]);
      }
    });
  });
});

/** An order of the rules with the lines of one to price. */
function ruled({ lines, variation, fixedVariation, isExempt, rounding, minorUnits }: OrderToPrice): Order {
  return {
    ...blankOrder,
    minor_units: minorUnits,
    price_variation: variation,
    price_fixed_variation: fixedVariation,
    tax_exempt: isExempt ? { number: 'E1', reason: null } : null,
    counting: {
      tax_rounding: rounding.isByDocument ? 'document' : 'line',
      rounding_mode: rounding.mode,
      discounts_include_tax: rounding.discountsIncludeTax,
      cash_rounding: null,
    },
    lines: lines.map(
      (line, at): Line => ({
        ...lineOf('0'),
        number: at + 1,
        line_id: BigInt(at + 1),
        product: { id: BigInt(at + 1), name: 'Thing', sku: null },
        quantity: line.quantity,
        unit: line.unit,
        price_variation: line.variation,
        price_fixed_variation: line.fixedVariation,
        taxes: line.taxes,
      }),
    ),
  };
}

describe('what an order of the rules shows', () => {
  it('is what its last steps say', () => {
    fc.assert(
      fc.property(anyOrder, (any) => {
        const order = ruled(any);
        const { priced } = figuresOf(order);
        const { lines, order: steps } = explainOrder(order, ENGLISH);
        for (const [at, { steps: own }] of lines.entries()) {
          const line = priced.lines[at];
          assert.deepEqual(
            own.slice(-2).map(({ amount }) => amount),
            line && [formatDecimal(line.totalEx), formatDecimal(line.totalTax)],
          );
        }
        assert.deepEqual(
          steps.slice(0, 2).map(({ amount }) => amount),
          [formatDecimal(priced.total), formatDecimal(priced.totalTax)],
        );
      }),
      { ...RUNS, numRuns: 200 },
    );
  });

  it('is given back in any parts tax by tax, and exact by exact', () => {
    const parts = fc.array(decimals('0.1', '3', 1), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyOrder, parts, (any, wanted) => {
        const original = ruled(any);
        const { priced } = figuresOf(original);
        const nextId = counting(900n);
        const refunds: Order[] = [];
        for (const line of original.lines) {
          let left = line.quantity;
          for (const [nth, part] of [...wanted, left].entries()) {
            const quantity = nth === wanted.length || part > left ? left : part;
            if (quantity === 0n) continue;
            left -= quantity;
            const sale = saleOf(original, refunds);
            const input = { product_id: line.product.id, quantity: -quantity };
            refunds.push({
              ...original,
              original_order_id: original.id,
              price_variation: null,
              price_fixed_variation: null,
              lines: returnLines(input, sale, nextId, ''),
            });
          }
        }
        for (const [at, sold] of priced.lines.entries()) {
          const back = refunds.flatMap((refund) =>
            figuresOf(refund).priced.lines.filter(
              (_, nth) => refund.lines[nth]?.product.id === BigInt(at + 1),
            ),
          );
          assert.equal(total(back.map(({ totalInc }) => totalInc)), -sold.totalInc);
          assert.equal(total(back.map(({ totalTax }) => totalTax)), -sold.totalTax);
          for (const line of back) assert.deepEqual([line.unitEx, line.unitInc], [sold.unitEx, sold.unitInc]);
          for (const [nth, { amount, exact }] of sold.taxes.entries()) {
            assert.equal(total(back.map(({ taxes }) => taxes[nth]?.amount ?? 0n)), -amount);
            assert.equal(total(back.map(({ taxes }) => taxes[nth]?.exact ?? 0n)), -exact);
          }
        }
      }),
      { ...RUNS, numRuns: 200 },
    );
  });
});
