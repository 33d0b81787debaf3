import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY } from '#src/kernel/time.ts';
import type { Order } from '#src/orders/types.ts';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import { journalOf } from './journal.ts';
import { measure } from './measure.ts';

const taxed = { ...lineOf('11'), taxes: [{ id: 3n, name: 'GST', rate: d('0.1'), terms: null }] };
const paid = { ...paymentOf('11'), paid_at: DAY };
const sold = { placed_at: DAY, lines: [taxed] };
const SALE = [
  [1n, 'sales', '', '-10'],
  [1n, 'tax', '3', '-1'],
] as const;

describe('the journal of an order', () => {
  for (const [what, order, wanted] of [
    ['that is paid', { ...sold, payments: [paid] }, [...SALE, [1n, 'payment', '5', '11']]],
    ['that is owed', sold, [...SALE, [1n, 'receivable', '', '11']]],
    [
      'that is paid in part, and on another day',
      { ...sold, payments: [{ ...paid, amount: d('4'), paid_at: 2n * DAY }] },
      [...SALE, [1n, 'receivable', '', '11'], [2n, 'payment', '5', '4'], [2n, 'receivable', '', '-4']],
    ],
    [
      'with a tip, of which service takes its part, and a surcharge',
      {
        ...{ ...sold, tip_service_amount: d('2') },
        payments: [{ ...paid, tip: d('3'), credit_card_surcharge: d('0.5') }],
      },
      [
        ...SALE,
        [1n, 'service', '', '-2'],
        [1n, 'tips', '', '-1'],
        [1n, 'payment', '5', '14.5'],
        [1n, 'surcharges', '', '-0.5'],
      ],
    ],
    [
      'that was rounded to coins',
      { ...sold, payments: [{ ...paid, amount: d('11.05'), rounding: d('0.05') }] },
      [...SALE, [1n, 'payment', '5', '11.05'], [1n, 'rounding', '', '-0.05']],
    ],
    [
      'that gives back',
      {
        ...{ placed_at: DAY, lines: [{ ...taxed, quantity: d('-1') }] },
        payments: [{ ...paid, amount: d('-11') }],
      },
      [
        [1n, 'sales', '', '10'],
        [1n, 'tax', '3', '1'],
        [1n, 'payment', '5', '-11'],
      ],
    ],
  ] as const satisfies readonly (readonly [string, Partial<Order>, readonly unknown[]])[]) {
    it(what, () => {
      const postings = journalOf(measure({ ...blankOrder, ...order }, 'UTC'));
      assert.deepEqual(
        postings.map(({ day, kind, subject, amount }) => [day, kind, subject, amount]),
        wanted.map(([day, kind, subject, amount]) => [day, kind, subject, d(amount)]),
      );
      for (const on of [1n, 2n]) {
        const sum = postings.reduce((all, { day, amount }) => (day === on ? all + amount : all), 0n);
        assert.equal(sum, 0n);
      }
    });
  }
});
