// What a till says of when it sold and took money, which it may send much later.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMPTY_BASKET } from '../../web/register/basket.ts';
import { orderBody, paymentBody, type Tender } from '../../web/register/body.ts';
import { clockAhead, clocksApart, momentNow, paidNow } from '../../web/register/staff-session.ts';

const NINE = '2026-03-07T21:00:00.000Z';
const nine = Date.parse(NINE);
const MINUTE = 60_000;
const tender: Tender = { method: 5n, amount: 100n, tip: 0n, surcharge: 0n, ref: null };

describe('the clock of a till', () => {
  it('is held against the service’s at a sign-in', () => {
    const cases: [till: number, ahead: number][] = [
      [nine, 0],
      // An answer is on its way for a while.
      [nine + 900, 0],
      [nine - MINUTE, 0],
      [nine + 90 * MINUTE, 90 * MINUTE],
      // Behind: once it is put right, a correction would bring it into the future.
      [nine - 90 * MINUTE, 0],
    ];
    for (const [till, ahead] of cases) assert.equal(clockAhead(till, NINE), ahead);
  });

  it('is told to be wrong from five minutes on, either way', () => {
    const there = nine;
    assert.equal(clocksApart(nine + 5 * MINUTE - 1, there), undefined);
    assert.equal(clocksApart(nine - 5 * MINUTE + 1, there), undefined);
    for (const here of [nine + 5 * MINUTE, nine - 5 * MINUTE, nine - 2_000 * MINUTE])
      assert.deepEqual(clocksApart(here, there), { here, there });
  });

  it('is corrected by that; a session of an earlier version says nothing of it', () => {
    assert.equal(momentNow({ ahead: 90 * MINUTE }, nine + 90 * MINUTE), NINE);
    assert.equal(paidNow({ ahead: 90 * MINUTE }, nine + 90 * MINUTE), NINE);
    assert.equal(momentNow({}, nine), NINE);
    assert.equal(paidNow({}, nine), undefined);
  });
});

describe('a sale of a till', () => {
  it('was placed and paid when it was made, by the service’s clock, whenever it is sent', () => {
    for (const ahead of [0, 90 * MINUTE]) {
      const times = [momentNow({ ahead }, nine + ahead), paidNow({ ahead }, nine + ahead)] as const;
      const [placed_at, paid_at] = times;
      const made = { register: 1n, status: 'PENDING', sale_number: 'T1', staff: 2n } as const;
      const text = orderBody(EMPTY_BASKET, undefined, {
        ...made,
        placed_at,
        paid_at,
        tenders: [tender, tender],
      });
      const order = JSON.parse(text) as { placed_at: string; payments: { paid_at?: string }[] };
      assert.equal(order.placed_at, NINE);
      assert.deepEqual(
        order.payments.map((each) => each.paid_at),
        [NINE, NINE],
      );
      assert.equal(JSON.parse(paymentBody(tender, paid_at)).paid_at, NINE);
    }
  });

  it('is paid when it is sent where the clocks were not compared', () => {
    assert.equal('paid_at' in JSON.parse(paymentBody(tender, paidNow({}, nine))), false);
  });
});
