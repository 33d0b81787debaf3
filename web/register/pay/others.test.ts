import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Order } from '#clients/typescript/index.ts';
import { ONE } from '#src/kernel/money.ts';
import { type Reading, takenByOthers } from './others.ts';

const money = (amount: number) => ({ amount: BigInt(amount) * ONE, tip: 0n });
/** A reading of an order with payments of these amounts. */
const reading = (paid: readonly number[], sent = 0, before: readonly number[] = []): Reading => ({
  order: {
    payments: paid.map((amount, at) => ({ number: at + 1, amount, tip: 0 })),
  } as unknown as Order,
  before: before.map(money),
  sent,
});

describe('what others took since payment began', () => {
  // The first reading, the latest, what was taken here, the payments that requests here made: what others took.
  const cases: readonly (readonly [Reading, Reading, number[], number[], number])[] = [
    [reading([]), reading([]), [], [], 0],
    [reading([5]), reading([5]), [], [], 0],
    [reading([5]), reading([5, 20]), [], [], 20],
    [reading([5]), reading([5, 20, 3]), [], [], 23],
    // What was taken here is in the order, or not yet.
    [reading([]), reading([10], 1), [10], [], 0],
    [reading([]), reading([20], 0), [10], [], 20],
    [reading([]), reading([20, 10], 1), [10], [], 20],
    [reading([]), reading([10, 20], 1), [10, 4], [], 20],
    // A terminal that was asked here.
    [reading([]), reading([7]), [], [1], 0],
    [reading([]), reading([20, 7]), [], [2], 20],
    // What waited behind a refusal has been sent.
    [reading([], 0, [6]), reading([6]), [], [], 0],
    [reading([], 0, [6]), reading([6, 20]), [], [], 20],
    // Money that was given back.
    [reading([5]), reading([5, -5]), [], [], 0],
  ];
  for (const [first, now, own, requests, expected] of cases) {
    const paid = now.order.payments.map(({ amount }) => amount).join(' + ');
    it(`is ${expected} where ${paid || 'nothing'} was paid, ${own.join(' + ') || 'nothing'} of it here`, () => {
      const tenders = own.map((amount) => ({ ...money(amount), method: 1n, surcharge: 0n, ref: null }));
      const answered = requests.map((payment_number) => ({ payment_number }));
      assert.equal(takenByOthers(first, now, tenders, answered), BigInt(expected) * ONE);
    });
  }

  it('has the tips in it', () => {
    const tipped = { payments: [{ number: 1, amount: 20, tip: 2.5 }] } as unknown as Order;
    const now = { order: tipped, before: [], sent: 0 };
    assert.equal(takenByOthers(reading([]), now, [], []), (ONE * 45n) / 2n);
  });
});
