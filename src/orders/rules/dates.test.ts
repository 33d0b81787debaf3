import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { blankOrder, paymentOf, wrong } from '#test/harness/orders.ts';
import { DAY, HOUR, type Micros } from '../../kernel/time.ts';
import { CLOCK_AHEAD, lastPaidAt, paidAt, refuseAhead } from './dates.ts';

const payment = (paid_at: Micros | null, created_at: Micros) => ({ ...paymentOf('1'), paid_at, created_at });

describe('when an order was paid', () => {
  it('is what a payment says, else when it was recorded', () => {
    assert.equal(paidAt(payment(null, HOUR)), HOUR);
    assert.equal(paidAt(payment(0n, HOUR)), 0n);
    assert.equal(paidAt(payment(2n * HOUR, HOUR)), 2n * HOUR);
  });

  it('is when it was paid last, whichever payment came last', () => {
    const cases: [payments: ReturnType<typeof payment>[], last: Micros | null][] = [
      [[], null],
      [[payment(null, HOUR)], HOUR],
      [[payment(null, HOUR), payment(DAY, 2n * HOUR), payment(null, 3n * HOUR)], DAY],
      [[payment(-DAY, HOUR)], -DAY],
    ];
    for (const [payments, last] of cases) assert.equal(lastPaidAt({ ...blankOrder, payments }), last);
  });

  it('is not ahead, but for clocks that differ', () => {
    const now = 5n * DAY;
    for (const at of [-DAY, 0n, now, now + CLOCK_AHEAD]) refuseAhead(at, now, '');
    for (const at of [now + CLOCK_AHEAD + 1n, now + DAY]) {
      assert.throws(() => refuseAhead(at, now, 'payments[3].'), wrong('payments[3].paid_at'));
    }
  });
});
