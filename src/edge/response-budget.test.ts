import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../kernel/errors.ts';
import {
  COMPANY_IN_FLIGHT,
  LARGE_AT_ONCE,
  LARGE_PER_COMPANY,
  LARGE_WAITING,
  TOTAL_IN_FLIGHT,
} from './budgets.ts';
import { LargePageDeferred, ResponseBudget, ResponseReservation } from './response-budget.ts';

function refusal(work: () => void): ApiError {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    assert.match(error.headers['retry-after'] ?? '', /^\d+$/);
    return error;
  }
  throw new assert.AssertionError({ message: 'It was not refused.' });
}

const MIB = 1024 * 1024;

describe('bytes in flight', () => {
  it('are refused above what a company may have, and free again when an answer has left', () => {
    const budget = new ResponseBudget();
    const first = new ResponseReservation(budget, 1n, true);
    const second = new ResponseReservation(budget, 1n, true);
    first.reserve(COMPANY_IN_FLIGHT - 1);
    second.reserve(1);
    const refused = refusal(() => second.reserve(1));
    assert.equal(refused.status, 429);
    assert.match(refused.message, /64 MiB.*Read answers to their end/);
    new ResponseReservation(budget, 2n, true).reserve(COMPANY_IN_FLIGHT);
    first.release();
    second.reserve(COMPANY_IN_FLIGHT - 1);
    assert.equal(budget.bytes, 2 * COMPANY_IN_FLIGHT);
    assert.equal(budget.refused, 1);
    second.release();
    second.reserve(1);
    assert.equal(budget.bytes, COMPANY_IN_FLIGHT);
  });

  it('are refused above what all may have, but for who has nothing in flight', () => {
    const budget = new ResponseBudget();
    for (let owner = 1n; budget.bytes < TOTAL_IN_FLIGHT; owner++)
      new ResponseReservation(budget, owner, true).reserve(32 * MIB);
    assert.equal(refusal(() => new ResponseReservation(budget, 1n, true).reserve(1)).status, 503);
    const next = new ResponseReservation(budget, 1_000n, true);
    next.reserve(MIB);
    assert.equal(refusal(() => next.reserve(1)).status, 503);
  });

  it('are counted and never refused for what was changed', () => {
    const budget = new ResponseBudget();
    new ResponseReservation(budget, 1n, true).reserve(COMPANY_IN_FLIGHT);
    new ResponseReservation(budget, 1n, false).reserve(MIB);
    assert.equal(budget.bytes, COMPANY_IN_FLIGHT + MIB);
  });

  it('are forgotten when an answer is made anew', () => {
    const budget = new ResponseBudget();
    const reservation = new ResponseReservation(budget, 1n, true);
    reservation.reserve(MIB);
    reservation.restart();
    assert.equal(budget.bytes, 0);
    reservation.release();
    assert.equal(budget.bytes, 0);
  });
});

describe('large pages', () => {
  it('are made a few at a time, of each company in turn', async () => {
    const budget = new ResponseBudget();
    const made: string[] = [];
    const running: ResponseReservation[] = [];
    const begin = async (owner: bigint) => {
      const reservation = new ResponseReservation(budget, owner, true);
      await reservation.waitForLarge();
      made.push(String(owner));
      running.push(reservation);
    };
    const all = [1n, 1n, 1n, 1n, 1n, 2n, 2n, 2n, 3n, 4n].map(begin);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    assert.deepEqual(made, ['1', '1', '2', '2']);
    assert.equal(made.length, LARGE_AT_ONCE);
    assert.equal(made.filter((owner) => owner === '1').length, LARGE_PER_COMPANY);
    // Ends: every page that is made lets another begin.
    while (running.length > 0) {
      running.shift()?.endLarge();
      await settle();
    }
    await Promise.all(all);
    assert.deepEqual(made, ['1', '1', '2', '2', '1', '3', '2', '4', '1', '1'].slice(0, made.length));
    assert.equal(made.length, all.length);
  });

  it('wait without holding anything, and only so many of a company', async () => {
    const budget = new ResponseBudget();
    const holds = Array.from({ length: LARGE_PER_COMPANY }, () => new ResponseReservation(budget, 1n, true));
    for (const reservation of holds) reservation.beginLarge();
    assert.throws(() => new ResponseReservation(budget, 1n, true).beginLarge(), LargePageDeferred);
    for (let waits = 0; waits < LARGE_WAITING; waits++)
      void new ResponseReservation(budget, 1n, true).waitForLarge();
    await assert.rejects(new ResponseReservation(budget, 1n, true).waitForLarge(), {
      code: 'rate_limit_exceeded',
    });
    new ResponseReservation(budget, 2n, true).beginLarge();
  });

  it('are not made for a client that has gone meanwhile, and let others begin', async () => {
    const budget = new ResponseBudget();
    const gone = new ResponseReservation(budget, 1n, true);
    gone.release();
    await assert.rejects(gone.waitForLarge(), /gone/);
    gone.endLarge();
    for (let at = 0; at < LARGE_PER_COMPANY; at++) new ResponseReservation(budget, 1n, true).beginLarge();
  });
});
