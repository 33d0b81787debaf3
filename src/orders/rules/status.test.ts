import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  COURSE_STATUSES,
  type CourseStatus,
  checkCourse,
  checkTransition,
  HOLDS_STOCK,
  isFinal,
  ORDER_STATUSES,
  type OrderStatus,
  type Transition,
} from './status.ts';

const WORDS: Readonly<Record<string, Transition>> = { '=': 'same', y: 'allowed', '-': 'refused' };

// Columns: SUBMITTED, ON_HOLD, ACCEPTED, PENDING, REJECTED, COMPLETE.
const ORDER_TABLE: Readonly<Record<OrderStatus, string>> = {
  SUBMITTED: '= y y y y y',
  ON_HOLD: '  y = y y y y',
  ACCEPTED: ' - y = y y y',
  PENDING: '  - y y = y y',
  REJECTED: ' - - - - = -',
  COMPLETE: ' - - - - - =',
};

// Columns: no status, uncalled, pending, called.
const COURSE_TABLE: Readonly<Record<CourseStatus, string>> = {
  'no status': '= y y y',
  uncalled: '   - = y y',
  pending: '    - - = y',
  called: '     - - - =',
};

function cells(row: string, width: number): Transition[] {
  const words = row
    .trim()
    .split(' ')
    .map((mark) => WORDS[mark]);
  const known = words.filter((word) => word !== undefined);
  assert.equal(known.length, width);
  return known;
}

describe('order statuses', () => {
  it('are six (reference: orders.3)', () => {
    assert.deepEqual([...ORDER_STATUSES].sort(), [
      'ACCEPTED',
      'COMPLETE',
      'ON_HOLD',
      'PENDING',
      'REJECTED',
      'SUBMITTED',
    ]);
  });

  for (const from of ORDER_STATUSES) {
    cells(ORDER_TABLE[from], ORDER_STATUSES.length).forEach((expected, place) => {
      const to = ORDER_STATUSES[place];
      assert.ok(to !== undefined);
      it(`${from} -> ${to}: ${expected}`, () => assert.equal(checkTransition(from, to), expected));
    });
  }

  it('REJECTED and COMPLETE are final', () => {
    assert.deepEqual(ORDER_STATUSES.filter(isFinal), ['REJECTED', 'COMPLETE']);
  });

  it('hold stock in ON_HOLD, ACCEPTED, PENDING and COMPLETE', () => {
    assert.deepEqual(
      ORDER_STATUSES.filter((status) => HOLDS_STOCK.has(status)),
      ['ON_HOLD', 'ACCEPTED', 'PENDING', 'COMPLETE'],
    );
  });
});

describe('course statuses', () => {
  for (const from of COURSE_STATUSES) {
    cells(COURSE_TABLE[from], COURSE_STATUSES.length).forEach((expected, place) => {
      const to = COURSE_STATUSES[place];
      assert.ok(to !== undefined);
      it(`${from} -> ${to}: ${expected}`, () => assert.equal(checkCourse(from, to), expected));
    });
  }
});
