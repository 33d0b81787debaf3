import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, d, lineOf } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import { HOLDS_STOCK, ORDER_STATUSES } from './status.ts';
import {
  checksAvailability,
  needsOf,
  planStock,
  refuseUnavailable,
  type StockChange,
  sumUses,
  touchedProducts,
  usesOf,
} from './stock.ts';

describe('availability', () => {
  it('counts in the statuses that need the product, unless it is for later', () => {
    const tomorrow = () => 1000n;
    for (const status of ORDER_STATUSES) {
      const checks = (ignore_availability: boolean, fulfil_at: bigint) =>
        checksAvailability({ ...blankOrder, status, ignore_availability, fulfil_at }, tomorrow);
      const needed = HOLDS_STOCK.has(status);
      assert.deepEqual(
        [checks(false, 0n), checks(false, 1000n), checks(true, 999n), checks(true, 1000n)],
        [needed, needed, needed, false],
      );
    }
  });

  it('is not looked at before the day, when nothing is held yet but by what is COMPLETE (reference: orders.39)', () => {
    for (const status of ORDER_STATUSES) {
      const needed = (ignore_availability: boolean, fulfil_at: bigint) => {
        const order = { ...blankOrder, status, ignore_availability, fulfil_at, lines: [lineOf('1')] };
        return needsOf(order, () => 1000n).size > 0;
      };
      const holds = HOLDS_STOCK.has(status);
      assert.deepEqual(
        [needed(false, 1000n), needed(true, 999n), needed(true, 1000n)],
        [holds, holds, status === 'COMPLETE'],
        status,
      );
    }
  });

  it('is refused in the promised words, for products that are sold (reference: orders.38)', () => {
    const lines = [lineOf('1'), { ...lineOf('1'), product: { id: 51n, name: 'Pie', sku: null } }];
    const check = (...ids: bigint[]) => refuseUnavailable(usesOf(lines), (id) => ids.includes(id));
    assert.throws(() => check(50n), { code: 'out_of_stock', message: 'Product (51) is out of stock.' });
    check(50n, 51n);
    const returned = lines.map((line) => ({ ...line, quantity: -ONE }));
    refuseUnavailable(usesOf(returned), () => false);
  });
});

describe('what lines need', () => {
  it('is their products with options and modifiers, but not those left out', () => {
    const modifier = (id: bigint, without: boolean) => ({
      product: { id, name: '', sku: null },
      price: { amount: 0n, form: 'ex' } as const,
      without,
    });
    const line = { ...lineOf('1'), quantity: d('2.5') };
    const lines = [
      { ...line, modifiers: [modifier(60n, false), modifier(61n, true), modifier(60n, false)] },
      { ...line, product: { id: 51n, name: '', sku: null }, part_of: 1n, instructions: 'Extra' as const },
      { ...line, product: { id: 52n, name: '', sku: null }, part_of: 1n, instructions: 'No' as const },
      { ...line, quantity: -ONE },
    ];
    assert.deepEqual(
      sumUses(usesOf(lines)),
      new Map([
        [50n, d('1.5')],
        [60n, d('5')],
        [51n, d('2.5')],
      ]),
    );
    assert.deepEqual(sumUses(usesOf([line, { ...line, quantity: -line.quantity }])), new Map());
  });
});

describe('the stock', () => {
  const much = (quantity: string) => new Map(quantity === '0' ? [] : [[50n, d(quantity)]]);
  const holding = (quantity: string) =>
    quantity === '0' ? [] : [{ product_id: 50n, quantity: d(quantity) }];
  /** The stock and the allocated amount when an order needs more or less of one product. */
  function after(before: string, now: string, held: string, amount: string | null): [string, string] {
    const change: StockChange = { before: much(before), after: much(now), held: holding(held) };
    const touched = touchedProducts(change);
    const counted = amount === null ? [] : [{ product_id: 50n, amount: d(amount) }];
    const plan = planStock(change, touched, counted);
    const word = (value: bigint | undefined) => (value === undefined ? 'same' : String(Number(value) / 1e8));
    return [word(plan.amounts[0]?.amount), word(plan.held[0]?.quantity ?? 0n)];
  }

  it('gives and takes what an order needs more or less of', () => {
    const cases: [
      before: string,
      now: string,
      held: string,
      amount: string | null,
      ...is: [string, string],
    ][] = [
      ['0', '2', '0', '5', '3', '2'],
      ['2', '3', '2', '3', '2', '3'],
      ['2', '0.5', '2', '3', '4.5', '0.5'],
      ['2', '0', '2', '3', '5', '0'],
      ['0', '-2', '0', '5', '7', '-2'],
      ['-2', '0', '-2', '5', '3', '0'],
      ['-2', '1', '-2', '5', '2', '1'],
      ['2', '-1', '2', '5', '8', '-1'],
      // Nothing is counted.
      ['0', '2', '0', null, 'same', '0'],
      ['2', '0', '2', null, 'same', '0'],
      // It was not counted when it was taken.
      ['2', '0', '0', '5', 'same', '0'],
      ['2', '1', '0', '5', 'same', '0'],
      ['2', '3', '0', '5', '4', '1'],
      ['3', '2', '1', '4', '5', '0'],
      ['3', '2.5', '1', '4', '4.5', '0.5'],
      ['2', '-1', '0', '5', '6', '-1'],
      ['-2', '-1', '0', '5', 'same', '0'],
      ['-2', '1', '0', '5', '4', '1'],
    ];
    for (const [before, now, held, amount, ...is] of cases)
      assert.deepEqual(
        after(before, now, held, amount),
        is,
        `${before} to ${now}, ${held} held of ${amount}`,
      );
  });

  it('is not sold below zero, nor is what came back taken away again once it is sold', () => {
    const error = { code: 'out_of_stock', message: 'Product (50) is out of stock.' };
    assert.throws(() => after('0', '2', '0', '1.9999'), error);
    assert.throws(() => after('2', '3', '2', '0'), error);
    assert.throws(() => after('-2', '0', '-2', '1'), error);
    assert.deepEqual(after('0', '2', '0', '2'), ['0', '2']);
  });

  it('and what an order holds of it are together always the same', () => {
    const step = fc.record({ needs: fc.integer({ min: -5, max: 5 }), counted: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.array(step, { maxLength: 12 }), (start, steps) => {
        let amount = BigInt(start);
        let change: StockChange = { before: new Map(), after: new Map(), held: [] };
        const held = () => change.held[0]?.quantity ?? 0n;
        for (const { needs, counted } of [...steps, { needs: 0, counted: true }]) {
          const now = new Map(needs === 0 ? [] : [[50n, BigInt(needs)]]);
          const next = { ...change, after: now };
          const rows = counted ? [{ product_id: 50n, amount }] : [];
          let plan: ReturnType<typeof planStock>;
          try {
            plan = planStock(next, touchedProducts(next), rows);
          } catch {
            assert.ok(counted, 'A product that is not counted is never out of stock.');
            continue;
          }
          const [moved] = plan.amounts;
          const had = held();
          change = { before: now, after: now, held: plan.held };
          assert.ok(counted || moved === undefined);
          if (moved !== undefined) {
            assert.ok(moved.amount >= 0n);
            assert.notEqual(moved.amount, amount);
            assert.equal(moved.amount + held(), amount + had);
            amount = moved.amount;
          } else if (counted) assert.equal(held(), had);
          // No more is held than is needed, and nothing of the other sign.
          const [low, high] = needs < 0 ? [BigInt(needs), 0n] : [0n, BigInt(needs)];
          assert.ok(held() >= low && held() <= high, `${held()} held of ${needs}`);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
