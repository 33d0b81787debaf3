import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import type { Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { changesOf, type Recorded, record } from './history.ts';

const BY = { addon_id: 3n, staff_member_id: null, register_id: null };
const order: Order = { ...blankOrder, lines: [lineOf('10')], payments: [paymentOf('4')] };
const enter = (before: Order | undefined, after: Order, at = 0n): Recorded =>
  record(before, after, figuresOf(after), BY, at);

describe('changesOf', () => {
  const [line, payment] = [lineOf('10'), paymentOf('4')];
  const CASES: readonly [what: string, change: Partial<Order>, names: readonly string[]][] = [
    ['nothing', {}, []],
    ['copies of its parts', { lines: [{ ...line }], payments: [{ ...payment }], lock: [] }, []],
    ['one field', { notes: 'x' }, ['notes']],
    ['several', { status: 'ACCEPTED', guests: 2 }, ['status', 'guests']],
    ['a time', { fulfil_at: 1n }, ['fulfil_at']],
    ['a line', { lines: [{ ...line, quantity: d('2') }] }, ['lines']],
    ['the order of lines', { lines: [{ ...line, number: 2 }, line] }, ['lines']],
    ['what a payment says', { payments: [{ ...payment, ref: 'R' }] }, ['payments']],
    ['a lock', { lock: ['ALL'] }, ['lock']],
    ['a reason', { reject_reason: { id: 1, name: null, notes: null } }, ['reject_reason']],
    ['the customer', { customer_id: 4n }, ['customer_id']],
    ['a deletion', { deleted: true }, ['deleted']],
    ['what follows from other fields', { updated_at: 5n, held: [{ product_id: 1n, quantity: 1n }] }, []],
    ['a line sent to the kitchen', { lines: [{ ...line, sent_to_kitchen: true }] }, []],
  ];
  for (const [what, change, names] of CASES) {
    it(`names ${what}`, () =>
      assert.deepEqual([...changesOf(order, { ...order, ...change })].sort(), [...names].sort()));
  }

  it('calls a new order created', () => assert.deepEqual(changesOf(undefined, order), ['created']));
});

describe('record', () => {
  const made = enter(undefined, order, 7n);

  it('keeps the first entry with the order: what it came to, and by whom', () => {
    assert.deepEqual(made.entries, []);
    assert.deepEqual(made.order.history, [
      {
        at: 7n,
        by: BY,
        approvals: [],
        changed: ['created'],
        order_ids: [],
        status: 'SUBMITTED',
        total: d('10'),
        paid: d('4'),
      },
    ]);
    assert.deepEqual({ ...made.order, history: [] }, order);
  });

  it('gives every later one as a row, and leaves the order as it is', () => {
    const accepted: Order = { ...made.order, status: 'ACCEPTED' };
    const changed = enter(made.order, accepted, 8n);
    assert.equal(changed.order, accepted);
    assert.deepEqual(changed.entries, [
      {
        at: 8n,
        by: BY,
        approvals: [],
        changed: ['status'],
        order_ids: [],
        status: 'ACCEPTED',
        total: d('10'),
        paid: d('4'),
      },
    ]);
  });

  it('gives what an earlier version kept in the order as rows too, before its own', () => {
    const [first] = made.order.history;
    assert.ok(first !== undefined);
    const kept = [first, { ...first, at: 8n }, { ...first, at: 9n }];
    const before: Order = { ...made.order, history: kept };
    const changed = enter(before, { ...before, guests: 2 }, 10n);
    assert.deepEqual(changed.order, { ...before, guests: 2, history: [first] });
    assert.deepEqual(
      changed.entries.map(({ at }) => at),
      [8n, 9n, 10n],
    );
  });
});
