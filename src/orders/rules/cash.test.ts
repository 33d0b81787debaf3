import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { ENGLISH } from '../../kernel/words.ts';
import type { Order } from '../types.ts';
import { inCoins, roundingFor, roundingOf } from './cash.ts';
import { addPayment } from './decide.ts';
import { explainOrder } from './explain.ts';
import { figuresOf } from './figures.ts';

const FIVE = { increment: d('0.05'), methods: ['cash' as const] };

function orderOf(price: string, cash: typeof FIVE | null = FIVE, more: Partial<Order> = {}): Order {
  return {
    ...blankOrder,
    lines: [lineOf(price)],
    counting: {
      tax_rounding: 'line',
      rounding_mode: 'half_up',
      discounts_include_tax: null,
      cash_rounding: cash,
    },
    ...more,
  };
}

function pay(order: Order, kind: 'cash' | 'card', amount: string, tip = '0'): Order {
  const { number: _number, rounding: _rounding, ...payment } = paymentOf(amount);
  return addPayment(order, { ...payment, tip: d(tip), method: { ...payment.method, kind } }, '');
}

const shown = (order: Order) => {
  const { left, fullyPaid, cashRounding } = figuresOf(order).settlement;
  return [formatDecimal(cashRounding), formatDecimal(left), fullyPaid];
};

describe('cash in coins (reference: money.27)', () => {
  it('is what the counting of the order says, for its kinds of tender', () => {
    assert.equal(roundingFor(orderOf('1'), 'cash'), FIVE);
    assert.equal(roundingFor(orderOf('1'), 'card'), undefined);
    assert.equal(roundingFor(orderOf('1', null), 'cash'), undefined);
    assert.equal(roundingFor(orderOf('1', { ...FIVE, increment: 0n }), 'cash'), undefined);
    assert.equal(roundingFor({ counting: null }, 'cash'), undefined);
    assert.equal(inCoins(d('1.02'), { increment: 0n }), d('1.02'));
    assert.equal(roundingOf(d('1'), d('1.02'), undefined, []), 0n);
  });

  const CASES: readonly (readonly [what: string, order: Order, expected: unknown[]])[] = [
    ['the rest in coins settles the order', pay(orderOf('10.02'), 'cash', '10'), ['-0.02', '0', true]],
    ['and up', pay(orderOf('10.03'), 'cash', '10.05'), ['0.02', '0', true]],
    ['a card pays every cent', pay(orderOf('10.02'), 'card', '10'), ['0', '0.02', false]],
    ['a part of it is not rounded', pay(orderOf('10.02'), 'cash', '5'), ['0', '5.02', false]],
    [
      'a card, then the rest in coins',
      pay(pay(orderOf('10.02'), 'card', '5.01'), 'cash', '5'),
      ['-0.01', '0', true],
    ],
    [
      'coins, then the rest by card',
      pay(pay(orderOf('10.02'), 'cash', '5'), 'card', '5.02'),
      ['0', '0', true],
    ],
    ['the exact amount needs no coins', pay(orderOf('10.02'), 'cash', '10.02'), ['0', '0', true]],
    ['more than is due is not rounded', pay(orderOf('10.02'), 'cash', '20'), ['0', '-9.98', true]],
    ['less than half a coin is nothing', pay(orderOf('0.02'), 'cash', '0'), ['-0.02', '0', true]],
    [
      'service counts',
      pay(orderOf('10.02', FIVE, { tip_service_amount: d('1') }), 'cash', '11'),
      ['-0.02', '0', true],
    ],
    [
      'a tip that goes to service counts',
      pay(orderOf('10.02', FIVE, { tip_service_amount: d('1') }), 'cash', '10', '1'),
      ['-0.02', '0', true],
    ],
    [
      'all of it given back, the rounding is taken back',
      pay(pay(orderOf('10.02'), 'cash', '10'), 'cash', '-10'),
      ['0', '10.02', false],
    ],
    [
      'and where it was more than was due',
      pay(pay(orderOf('10.03'), 'cash', '10.05'), 'cash', '-10.05'),
      ['0', '10.03', false],
    ],
    [
      'in parts by the last of them',
      pay(pay(pay(orderOf('10.02'), 'cash', '10'), 'cash', '-4'), 'cash', '-6'),
      ['0', '10.02', false],
    ],
    [
      'a part given back leaves it',
      pay(pay(orderOf('10.02'), 'cash', '10'), 'cash', '-4'),
      ['-0.02', '4', false],
    ],
    [
      'with a card that stays',
      pay(pay(pay(orderOf('10.02'), 'card', '5'), 'cash', '5'), 'cash', '-5'),
      ['0', '5.02', false],
    ],
    [
      'and paid once more it is rounded once more',
      pay(pay(pay(orderOf('10.02'), 'cash', '10'), 'cash', '-10'), 'cash', '10'),
      ['-0.02', '0', true],
    ],
    [
      'by card it is not',
      pay(pay(pay(orderOf('10.02'), 'cash', '10'), 'cash', '-10'), 'card', '10'),
      ['0', '0.02', false],
    ],
    ['a return gives back coins', pay(orderOf('-10.03'), 'cash', '-10.05'), ['-0.02', '0', true]],
    ['and fewer', pay(orderOf('-10.02'), 'cash', '-10'), ['0.02', '0', true]],
  ];
  for (const [what, order, expected] of CASES) it(what, () => assert.deepEqual(shown(order), expected));

  it('is told by the explanation', () => {
    const steps = explainOrder(pay(orderOf('10.02'), 'cash', '10'), ENGLISH).order;
    assert.ok(steps.some(({ text, amount }) => text.startsWith('cash rounding') && amount === '-0.02'));
    assert.equal(steps.at(-1)?.amount, '0');
    assert.ok(
      !explainOrder(pay(orderOf('10'), 'cash', '10'), ENGLISH).order.some(({ text }) =>
        text.startsWith('cash rounding'),
      ),
    );
  });

  it('settles any order with payments in any sequence, by half a coin at most', () => {
    const cents = (max: number) =>
      fc.integer({ min: 0, max }).map((count): Decimal => BigInt(count) * 1_000_000n);
    const part = fc.record({ kind: fc.constantFrom('cash' as const, 'card' as const), amount: cents(2_000) });
    const steps = fc.constantFrom(d('0.05'), d('0.1'), d('0.5'), d('1'));
    fc.assert(
      fc.property(
        cents(10_000),
        cents(500),
        steps,
        fc.array(part, { maxLength: 5 }),
        fc.boolean(),
        (price, service, increment, parts, inCash) => {
          let order = orderOf(formatDecimal(price), { ...FIVE, increment }, { tip_service_amount: service });
          for (const { kind, amount } of parts) {
            const { left } = figuresOf(order).settlement;
            if (amount < left) order = pay(order, kind, formatDecimal(amount));
          }
          const { left } = figuresOf(order).settlement;
          order = pay(
            order,
            inCash ? 'cash' : 'card',
            formatDecimal(inCash ? inCoins(left, { increment }) : left),
          );
          const { priced, settlement } = figuresOf(order);
          assert.equal(settlement.fullyPaid, true);
          assert.equal(settlement.left, 0n);
          assert.equal(priced.total + service + settlement.cashRounding, settlement.paid);
          for (const { rounding } of order.payments)
            assert.ok((rounding < 0n ? -rounding : rounding) * 2n <= increment);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});
