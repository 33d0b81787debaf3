import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankOrder } from '#test/harness/orders.ts';
import { ONE } from '../../kernel/money.ts';
import type { Entry, Line, Order } from '../types.ts';
import { isMade, kitchenEntries, STILL_MADE } from './kitchen.ts';

const soup = { id: 1n, name: 'Soup', sku: null };
const line = (fields: Partial<Line> = {}): Line => ({
  number: 1,
  line_id: 11n,
  product: soup,
  description: null,
  quantity: 2n * ONE,
  notes: null,
  unit: { amount: ONE, form: 'inc' },
  cost: null,
  price_variation: null,
  price_fixed_variation: null,
  discount_id: null,
  discount_name: null,
  discount_reason: null,
  taxes: [],
  course_ordinal: null,
  course_status: 'no status',
  sent_to_kitchen: true,
  modifiers: [],
  part_of: null,
  instructions: null,
  returned: null,
  seat: null,
  settled: null,
  divided_from: null,
  metadata: {},
  ...fields,
});
const order = (lines: readonly Line[], fields: Partial<Order> = {}): Order => ({
  ...blankOrder,
  status: 'ON_HOLD',
  lines,
  ...fields,
});
/** An entry in short: its action, quantity and content. */
const short = ({ action, quantity, notes, course, modifiers, options }: Entry): string =>
  [
    `${action} ${BigInt(quantity) / ONE}`,
    ...(notes === null ? [] : [notes]),
    ...(course === null ? [] : [`course ${course}`]),
    ...modifiers.map((each) => `${each.without ? 'without ' : ''}${each.product.name}`),
    ...options.map((each) => `${each.set}: ${each.instructions ?? ''} ${each.product.name}`),
  ].join(', ');
const entriesOf = (before: Order | undefined, after: Order) => kitchenEntries(before, after).map(short);

const onion = { product: { id: 2n, name: 'Onion', sku: null }, price: { amount: 0n, form: 'inc' as const } };
const option = line({
  number: 2,
  line_id: 12n,
  product: { id: 3n, name: 'Bread', sku: null },
  part_of: 11n,
  instructions: 'On Side',
});
const withBread = (root: Line): Order =>
  order([root, option], {
    options: [
      { option_set_id: 5n, name: 'Side', line_id: 11n, options: [{ line_id: 12n, option_sets: [] }] },
    ],
  });

const CASES: readonly (readonly [string, Order | undefined, Order, readonly string[]])[] = [
  ['a new order has its lines', undefined, order([line()]), ['new 2']],
  ['a line that is not due has no entry', undefined, order([line({ sent_to_kitchen: false })]), []],
  ['no change, no entry', order([line()]), order([line()]), []],
  ['a price is nothing to a cook', order([line()]), order([line({ price_variation: ONE / 2n })]), []],
  ['a status alone makes no entry', order([line()]), order([line()], { status: 'COMPLETE' }), []],
  ['more of it', order([line()]), order([line({ quantity: 5n * ONE })]), ['more 3']],
  ['fewer of it', order([line()]), order([line({ quantity: ONE })]), ['less -1']],
  ['a line taken away', order([line()]), order([]), ['void -2']],
  ['a line that became a return', order([line()]), order([line({ quantity: -ONE })]), ['void -2']],
  ['a return that became a line', order([line({ quantity: -ONE })]), order([line()]), ['new 2']],
  [
    'other notes: the old one back, the new one on',
    order([line({ notes: 'hot' })]),
    order([line({ notes: 'mild', quantity: 3n * ONE })]),
    ['void -2, hot', 'new 3, mild'],
  ],
  [
    'a modifier more',
    order([line()]),
    order([line({ modifiers: [{ ...onion, without: true }] })]),
    ['void -2', 'new 2, without Onion'],
  ],
  ['an option stands with its line', undefined, withBread(line()), ['new 2, Side: On Side Bread']],
  ['an option more', order([line()]), withBread(line()), ['void -2', 'new 2, Side: On Side Bread']],
  [
    'a course that is called',
    order([line({ sent_to_kitchen: false, course_ordinal: 2, course_status: 'uncalled' })]),
    order([line({ course_ordinal: 2, course_status: 'called' })]),
    ['new 2, course 2'],
  ],
  [
    'a course that is called of a line that was sent before it',
    order([line({ course_ordinal: 2 })]),
    order([line({ course_ordinal: 2, course_status: 'called' })]),
    ['recall 2, course 2'],
  ],
  [
    'a line that was sent without a course, and is called with one',
    order([line({ course_status: 'pending' })]),
    order([line({ course_ordinal: 2, course_status: 'called', quantity: 3n * ONE })]),
    ['more 1, course 2', 'recall 3, course 2'],
  ],
  [
    'a line that changes in more while it is called is made anew, which says it',
    order([line({ course_ordinal: 2 })]),
    order([line({ course_ordinal: 2, course_status: 'called', notes: 'hot' })]),
    ['void -2, course 2', 'new 2, hot, course 2'],
  ],
  [
    'a course that was called already',
    order([line({ course_ordinal: 2, course_status: 'called' })]),
    order([line({ course_ordinal: 2, course_status: 'called' })]),
    [],
  ],
  [
    'a course that waits is not called',
    order([line({ course_ordinal: 2, course_status: 'uncalled' })]),
    order([line({ course_ordinal: 2, course_status: 'pending' })]),
    [],
  ],
  ['a rejected order is taken back', order([line()]), order([line()], { status: 'REJECTED' }), ['void -2']],
  ['a deleted order is taken back', order([line()]), order([line()], { deleted: true }), ['void -2']],
  ['one that was never sent is not', order([line({ sent_to_kitchen: false })]), order([]), []],
];

describe('the entries of a ticket', () => {
  for (const [name, before, after, expected] of CASES) {
    it(name, () => assert.deepEqual(entriesOf(before, after), expected));
  }

  it('is nothing of orders of long ago', () => {
    const old = order([line()], { placed_at: 0n });
    assert.equal(isMade(old, STILL_MADE - 1n), true);
    assert.equal(isMade(old, STILL_MADE), false);
  });

  it('adds up to the line, after any changes', () => {
    const someLine = fc.record({
      line_id: fc.constantFrom(11n, 12n, 13n),
      quantity: fc.integer({ min: -2, max: 5 }).map((count) => BigInt(count || 1) * ONE),
      sent_to_kitchen: fc.boolean(),
      notes: fc.constantFrom(null, 'hot', 'mild'),
      course_ordinal: fc.constantFrom(null, 1, 2),
      course_status: fc.constantFrom('no status' as const, 'called' as const),
    });
    const someOrder = fc
      .record({
        lines: fc.uniqueArray(someLine, { selector: (each) => each.line_id, maxLength: 3 }),
        status: fc.constantFrom('SUBMITTED' as const, 'ON_HOLD' as const, 'REJECTED' as const),
        deleted: fc.boolean(),
      })
      .map(({ lines, ...fields }) => order(lines.map(line), fields));
    fc.assert(
      fc.property(fc.array(someOrder, { minLength: 1, maxLength: 8 }), (states) => {
        // What a cook has to make of each line after reading every ticket, by what the ticket says of it.
        const toMake = new Map<string, bigint>();
        let before: Order | undefined;
        for (const after of states) {
          for (const entry of kitchenEntries(before, after)) {
            if (entry.action === 'recall') continue;
            // A line that is called with another course stays what it is.
            const key = `${entry.line_id} ${entry.notes}`;
            const left = (toMake.get(key) ?? 0n) + BigInt(entry.quantity);
            assert.ok(left >= 0n, 'less than nothing is to be made');
            if (left === 0n) toMake.delete(key);
            else toMake.set(key, left);
          }
          const wanted = new Map<string, bigint>();
          const isOff = after.deleted || after.status === 'REJECTED';
          for (const each of isOff ? [] : after.lines) {
            if (!each.sent_to_kitchen || each.quantity < 0n) continue;
            wanted.set(`${each.line_id} ${each.notes}`, each.quantity);
          }
          assert.deepEqual(new Map([...toMake].sort()), new Map([...wanted].sort()));
          before = after;
        }
      }),
      { numRuns: 500 },
    );
  });
});
