import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localTime } from '../../kernel/time.ts';
import { CLOCK_TIME, holdsFor, type ListTerms, listsAt, type TermedList } from './list-terms.ts';

const MONDAY = 1;
const FRIDAY = 5;
const SATURDAY = 6;
const SUNDAY = 7;
const daily = (from: string, until: string, weekdays = [1, 2, 3, 4, 5, 6, 7]) => ({ weekdays, from, until });
const at = (weekday: number, time: string) => ({ weekday, time });

describe('when a price list holds (reference: prices.2)', () => {
  const happy: ListTerms = { schedule: [daily('17:00', '19:00', [FRIDAY])], order_types: null };
  const night: ListTerms = { schedule: [daily('22:00', '02:00', [FRIDAY, SUNDAY])], order_types: null };
  const whole: ListTerms = { schedule: [daily('00:00', '00:00', [SATURDAY])], order_types: null };
  const early: ListTerms = { schedule: [daily('06:00', '06:00', [SATURDAY])], order_types: null };
  const delivery: ListTerms = { schedule: null, order_types: ['Delivery', 'Pickup'] };
  const CASES: readonly [
    string,
    ListTerms,
    Parameters<typeof holdsFor>[1],
    ReturnType<typeof at>,
    boolean,
  ][] = [
    ['before it begins', happy, null, at(FRIDAY, '16:59'), false],
    ['when it begins', happy, null, at(FRIDAY, '17:00'), true],
    ['in its last minute', happy, null, at(FRIDAY, '18:59'), true],
    ['when it ends', happy, null, at(FRIDAY, '19:00'), false],
    ['on another day', happy, null, at(SATURDAY, '18:00'), false],
    ['before midnight', night, null, at(FRIDAY, '23:59'), true],
    ['after midnight', night, null, at(SATURDAY, '01:59'), true],
    ['after the end in the night', night, null, at(SATURDAY, '02:00'), false],
    ['after midnight of the day it begins on', night, null, at(FRIDAY, '01:00'), false],
    ['from Sunday into Monday', night, null, at(MONDAY, '00:30'), true],
    ['a whole day at its beginning', whole, null, at(SATURDAY, '00:00'), true],
    ['a whole day at its end', whole, null, at(SATURDAY, '23:59'), true],
    ['the day after a whole one', whole, null, at(SUNDAY, '00:00'), false],
    ['a day from six to six, before', early, null, at(SATURDAY, '05:59'), false],
    ['a day from six to six, the next morning', early, null, at(SUNDAY, '05:59'), true],
    ['for a type of its own', delivery, 'Pickup', at(MONDAY, '12:00'), true],
    ['for another type', delivery, 'Takeaway', at(MONDAY, '12:00'), false],
    ['for an order without a type', delivery, null, at(MONDAY, '12:00'), false],
    [
      'without a type where one eats in',
      { ...delivery, order_types: ['Dine in'] },
      null,
      at(MONDAY, '12:00'),
      true,
    ],
    ['both right', { ...happy, order_types: ['Delivery'] }, 'Delivery', at(FRIDAY, '18:00'), true],
    ['the type wrong', { ...happy, order_types: ['Delivery'] }, 'Takeaway', at(FRIDAY, '18:00'), false],
    ['the time wrong', { ...happy, order_types: ['Delivery'] }, 'Delivery', at(FRIDAY, '20:00'), false],
  ];
  for (const [name, terms, type, time, holds] of CASES)
    it(name, () => assert.equal(holdsFor(terms, type, time), holds));

  it('goes by what the clocks show, where they are put forward and back', () => {
    const night: ListTerms = { schedule: [daily('02:00', '03:00', [SUNDAY])], order_types: null };
    const holds = (moment: string) =>
      holdsFor(night, null, localTime(BigInt(Date.parse(moment)) * 1000n, 'Europe/Berlin'));
    // 2026-03-29: two o'clock is skipped. 2026-10-25: it comes twice.
    assert.equal(holds('2026-03-29T00:59:00Z'), false);
    assert.equal(holds('2026-03-29T01:00:00Z'), false);
    assert.equal(holds('2026-10-25T00:30:00Z'), true);
    assert.equal(holds('2026-10-25T01:30:00Z'), true);
    assert.equal(holds('2026-10-25T02:00:00Z'), false);
  });

  it('times of the day are written with two digits each', () => {
    for (const time of ['00:00', '09:05', '23:59']) assert.match(time, CLOCK_TIME);
    for (const time of ['24:00', '9:05', '12:60', '12:00:00']) assert.doesNotMatch(time, CLOCK_TIME);
  });
});

it('the list that says more closely what it is for goes first (reference: prices.3)', () => {
  const list = (id: bigint, parent_id: bigint, terms: Partial<ListTerms>): TermedList => ({
    ...{ id, parent_id, schedule: null, order_types: null },
    ...terms,
  });
  const schedule = [daily('17:00', '19:00')];
  const order_types = ['Delivery'] as const;
  // The site sells by list 2, which lies below the base, list 1.
  const lists = [
    list(3n, 1n, { schedule }),
    list(4n, 2n, { schedule }),
    list(5n, 1n, { order_types }),
    list(6n, 1n, { order_types, schedule }),
    list(7n, 2n, {}),
    list(8n, 9n, { order_types, schedule }),
    list(10n, 2n, { schedule }),
  ];
  assert.deepEqual(
    listsAt([2n, 1n], lists).map(({ id }) => id),
    [6n, 5n, 4n, 10n, 3n],
  );
});
