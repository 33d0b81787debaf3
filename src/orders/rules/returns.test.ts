import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, counting, d, lineOf } from '#test/harness/orders.ts';
import { ApiError } from '../../kernel/errors.ts';
import { type Decimal, ONE } from '../../kernel/money.ts';
import type { Line, LineInput, Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { isReturn, returnLines, type Sale, saleOf } from './returns.ts';

const back = (product: bigint, quantity: Decimal): LineInput => ({ product_id: product, quantity });

/** A refund of a sale that gives back some of its products. */
function refundOf(sale: Sale, inputs: readonly LineInput[]): Order {
  const nextId = counting(10_000n);
  return { ...blankOrder, lines: inputs.flatMap((input) => returnLines(input, sale, nextId, '')) };
}

describe('a return', () => {
  const tea: Line = { ...lineOf('10'), quantity: 3n * ONE, price_variation: d('0.9') };
  const sale = saleOf({ ...blankOrder, lines: [tea], price_fixed_variation: d('-1') });

  it('is of something that was sold, and says nothing of the price', () => {
    const cases: [input: LineInput, expected: boolean][] = [
      [back(50n, -ONE), true],
      [back(50n, ONE), false],
      [{ product_id: 50n }, false],
      [back(51n, -ONE), false],
      [{ ...back(50n, -ONE), unit_price: ONE }, false],
      [{ ...back(50n, -ONE), unit_price_inc_tax: ONE }, false],
      [{ ...back(50n, -ONE), price_variation: ONE }, false],
      [{ ...back(50n, -ONE), modifiers: [] }, true],
      [{ ...back(50n, -ONE), modifiers: [{ id: 7n, without: false }] }, false],
    ];
    for (const [input, expected] of cases) assert.equal(isReturn(input, sale), expected);
  });

  it('is worth the amount paid for it, with any discount of the order', () => {
    // 3 x 10 x 0.9 - 1 = 26, a third of it at a time.
    const totals = [1n, 1n, 1n].map(() => figuresOf(refundOf(sale, [back(50n, -ONE)])).priced.total);
    assert.deepEqual(totals, [d('-8.67'), d('-8.66'), d('-8.67')]);
  });

  it('is refused beyond the quantity left', () => {
    const fresh = saleOf({ ...blankOrder, lines: [tea] });
    assert.throws(
      () => refundOf(fresh, [back(50n, d('-3.0001'))]),
      (error) => error instanceof ApiError && /only 3 of product 50 is left/.test(error.message),
    );
    const first = refundOf(saleOf({ ...blankOrder, lines: [tea] }), [back(50n, d('-2'))]);
    const second = saleOf({ ...blankOrder, lines: [tea] }, [first]);
    assert.throws(() => refundOf(second, [back(50n, d('-1.5'))]), /only 1 of product 50 is left/);
  });

  it('takes from several lines of a product, first sold first', () => {
    const dear = { ...lineOf('20'), number: 2, line_id: 101n };
    const both = saleOf({ ...blankOrder, lines: [{ ...lineOf('10'), quantity: 2n * ONE }, dear] });
    const { lines } = refundOf(both, [back(50n, d('-2.5'))]);
    assert.deepEqual(
      lines.map((line) => [line.returned?.line_id, line.quantity, line.returned?.total_inc]),
      [
        [100n, -2n * ONE, d('-20')],
        [101n, d('-0.5'), d('-10')],
      ],
    );
  });
});

describe('any parts of a sale', () => {
  const cents = (min: bigint, max: bigint) => fc.bigInt({ min, max }).map((value) => value * (ONE / 100n));
  const soldLine = fc.record({
    price: cents(0n, 5000n),
    form: fc.constantFrom('ex' as const, 'inc' as const),
    quantity: fc.bigInt({ min: 1n, max: 90_000n }).map((value) => value * (ONE / 10_000n)),
    rates: fc.array(fc.constantFrom(d('0.1'), d('0.05'), d('0.09975')), { maxLength: 2 }),
    variation: fc.constantFrom(null, d('0.9'), d('1.15')),
    cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  });
  const anySale = fc.record({
    lines: fc.array(soldLine, { minLength: 1, maxLength: 4 }),
    fixed: fc.constantFrom(null, d('-0.5'), d('1.01')),
    minorUnits: fc.constantFrom(0, 2, 3),
  });

  it('add up to it exactly: every line, every tax, the total', () => {
    fc.assert(
      fc.property(anySale, ({ lines, fixed, minorUnits }) => {
        const order: Order = {
          ...blankOrder,
          minor_units: minorUnits,
          price_fixed_variation: fixed,
          lines: lines.map((line, at) => ({
            ...lineOf('0'),
            number: at + 1,
            line_id: BigInt(at + 1),
            product: { id: BigInt(at + 1), name: '', sku: null },
            quantity: line.quantity,
            unit: { amount: line.price, form: line.form },
            price_variation: line.variation,
            taxes: line.rates.map((rate, place) => ({ id: BigInt(place + 1), name: '', rate, terms: null })),
          })),
        };
        const { priced } = figuresOf(order);
        const refunds: Order[] = [];
        for (const [at, line] of lines.entries()) {
          // Cut into parts at random places of four decimals.
          const whole = line.quantity / (ONE / 10_000n);
          const places = line.cuts
            .map((cut) => BigInt(Math.floor(cut * Number(whole))))
            .sort((a, b) => Number(a - b));
          const parts = [...places, whole].map((place, nth) => place - (places[nth - 1] ?? 0n));
          for (const part of parts.filter((each) => each > 0n)) {
            const sale = saleOf(order, refunds);
            const refund = refundOf(sale, [back(BigInt(at + 1), -part * (ONE / 10_000n))]);
            refunds.push({ ...refund, minor_units: minorUnits });
          }
        }
        const given = refunds.map((refund) => figuresOf(refund).priced);
        const sum = (values: readonly bigint[]) => values.reduce((all, each) => all + each, 0n);
        assert.equal(sum(given.map((each) => each.total)), -priced.total);
        assert.equal(sum(given.map((each) => each.totalTax)), -priced.totalTax);
        for (const [at, sold] of priced.lines.entries()) {
          const parts = refunds.flatMap((refund, nth) =>
            refund.lines.flatMap((line, place) =>
              line.returned?.line_id === BigInt(at + 1) ? (given[nth]?.lines[place] ?? []) : [],
            ),
          );
          assert.equal(sum(parts.map((part) => part.totalInc)), -sold.totalInc);
          assert.equal(sum(parts.map((part) => part.totalEx)), -sold.totalEx);
          for (const [tax, amount] of sold.taxes.map((each) => each.amount).entries()) {
            assert.equal(sum(parts.map((part) => part.taxes[tax]?.amount ?? 0n)), -amount);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
