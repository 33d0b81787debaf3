import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, d, lineOf, paymentOf } from '#test/harness/orders.ts';
import type { Order } from '../types.ts';
import { figuresOf } from './figures.ts';
import { changesOf, MAX_HISTORY, withEntry } from './history.ts';

const BY = { addon_id: 3n, staff_member_id: null, register_id: null };
const order: Order = { ...blankOrder, lines: [lineOf('10')], payments: [paymentOf('4')] };
const enter = (before: Order | undefined, after: Order, at = 0n): Order =>
  withEntry(before, after, figuresOf(after), BY, at);

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

describe('withEntry', () => {
  it('adds what the order came to, and by whom', () => {
    const made = enter(undefined, order, 7n);
    assert.deepEqual(made.history, [
      { at: 7n, by: BY, changed: ['created'], status: 'SUBMITTED', total: d('10'), paid: d('4') },
    ]);
    const changed = enter(made, { ...made, status: 'ACCEPTED' }, 8n);
    assert.deepEqual(changed.history, [
      ...made.history,
      { at: 8n, by: BY, changed: ['status'], status: 'ACCEPTED', total: d('10'), paid: d('4') },
    ]);
    assert.deepEqual({ ...changed, history: [] }, { ...order, status: 'ACCEPTED' });
  });

  it('keeps the first and the latest of too many', () => {
    let now = enter(undefined, order, 0n);
    for (let at = 1; at < MAX_HISTORY + 10; at++) now = enter(now, { ...now, guests: at }, BigInt(at));
    assert.equal(now.history.length, MAX_HISTORY);
    const times = now.history.map(({ at }) => Number(at));
    assert.deepEqual(times.slice(0, 3), [0, 11, 12]);
    assert.equal(times.at(-1), MAX_HISTORY + 9);
    assert.deepEqual(
      times,
      [...times].sort((a, b) => a - b),
    );
  });
});
