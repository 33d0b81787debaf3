import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY } from '#src/kernel/time.ts';
import type { Order } from '#src/orders/types.ts';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import { journalOf, type Posting } from './journal.ts';
import { measure } from './measure.ts';

const taxed = { ...lineOf('11'), taxes: [{ id: 3n, name: 'GST', rate: d('0.1'), terms: null }] };
const paid = { ...paymentOf('11'), paid_at: DAY };
const sold = { placed_at: DAY, lines: [taxed] };
const SALE = [
  [1n, 'sales', '', '-10'],
  [1n, 'tax', '3', '-1'],
] as const;

/** Compares postings, which balance on each day. */
function check(
  postings: readonly Posting[],
  wanted: readonly (readonly [bigint, string, string, string])[],
): void {
  assert.deepEqual(
    postings.map(({ day, kind, subject, amount }) => [day, kind, subject, amount]),
    wanted.map(([day, kind, subject, amount]) => [day, kind, subject, d(amount)]),
  );
  for (const on of [1n, 2n]) {
    const sum = postings.reduce((all, { day, amount }) => (day === on ? all + amount : all), 0n);
    assert.equal(sum, 0n);
  }
}

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
      check(journalOf(measure({ ...blankOrder, ...order }, 'UTC')), wanted);
    });
  }
});

const back = (amount: string) => ({ ...paid, amount: d(amount) });
const ALONE = { original_order_id: 7n, placed_at: DAY };
const GOODS = { ...ALONE, lines: [{ ...taxed, quantity: d('-1') }] };
const SOLD_BACK = [
  [1n, 'sales', '', '10'],
  [1n, 'tax', '3', '1'],
] as const;

describe('the journal of a refund', () => {
  for (const [what, refund, before, wanted] of [
    [
      'by money alone, which nobody owes',
      { ...ALONE, payments: [back('-4')] },
      [{ ...sold, payments: [paid] }],
      [
        [1n, 'payment', '5', '-4'],
        [1n, 'refunds', '', '4'],
      ],
    ],
    [
      'by money alone, on another day than its payment',
      { ...ALONE, payments: [{ ...back('-4'), paid_at: 2n * DAY }] },
      [{ ...sold, payments: [paid] }],
      [
        [1n, 'refunds', '', '4'],
        [1n, 'receivable', '', '-4'],
        [2n, 'payment', '5', '-4'],
        [2n, 'receivable', '', '4'],
      ],
    ],
    [
      'that gives back more than its lines',
      { ...GOODS, payments: [back('-13')] },
      [{ ...sold, lines: [taxed, taxed], payments: [back('22')] }],
      [...SOLD_BACK, [1n, 'payment', '5', '-13'], [1n, 'refunds', '', '2']],
    ],
    [
      'of what was paid too much',
      { ...ALONE, payments: [back('-6')] },
      [{ ...sold, payments: [back('16')] }],
      [
        [1n, 'payment', '5', '-6'],
        [1n, 'refunds', '', '1'],
        [1n, 'receivable', '', '5'],
      ],
    ],
    [
      'of what was paid too much, after another one',
      { ...ALONE, payments: [back('-2')] },
      [
        { ...sold, payments: [back('16')] },
        { ...ALONE, payments: [back('-6')] },
      ],
      [
        [1n, 'payment', '5', '-2'],
        [1n, 'refunds', '', '2'],
      ],
    ],
    [
      'of goods that came back without their money',
      { ...ALONE, payments: [back('-11')] },
      [{ ...sold, payments: [paid] }, GOODS],
      [
        [1n, 'payment', '5', '-11'],
        [1n, 'receivable', '', '11'],
      ],
    ],
    [
      'with an exchange that is owed',
      { ...ALONE, lines: [taxed] },
      [{ ...sold, payments: [paid] }],
      [...SALE, [1n, 'receivable', '', '11']],
    ],
    [
      'of a tip',
      { ...ALONE, payments: [{ ...back('0'), tip: d('-2') }] },
      [{ ...sold, payments: [{ ...paid, tip: d('2') }] }],
      [
        [1n, 'tips', '', '2'],
        [1n, 'payment', '5', '-2'],
      ],
    ],
  ] as const satisfies readonly (readonly [
    string,
    Partial<Order>,
    readonly Partial<Order>[],
    readonly unknown[],
  ])[]) {
    it(what, () => {
      const sale = before.map((each) => ({ ...blankOrder, ...each }));
      check(journalOf(measure({ ...blankOrder, ...refund }, 'UTC', undefined, sale)), wanted);
    });
  }
});
