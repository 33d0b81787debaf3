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
import { Flight, Hold, LargePage } from './flight.ts';

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
    const flight = new Flight();
    const first = new Hold(flight, 1n, true);
    const second = new Hold(flight, 1n, true);
    first.take(COMPANY_IN_FLIGHT - 1);
    second.take(1);
    const refused = refusal(() => second.take(1));
    assert.equal(refused.status, 429);
    assert.match(refused.message, /64 MiB.*Read answers to their end/);
    new Hold(flight, 2n, true).take(COMPANY_IN_FLIGHT);
    first.release();
    second.take(COMPANY_IN_FLIGHT - 1);
    assert.equal(flight.bytes, 2 * COMPANY_IN_FLIGHT);
    assert.equal(flight.refused, 1);
    second.release();
    second.take(1);
    assert.equal(flight.bytes, COMPANY_IN_FLIGHT);
  });

  it('are refused above what all may have, but for who has nothing in flight', () => {
    const flight = new Flight();
    for (let owner = 1n; flight.bytes < TOTAL_IN_FLIGHT; owner++)
      new Hold(flight, owner, true).take(32 * MIB);
    assert.equal(refusal(() => new Hold(flight, 1n, true).take(1)).status, 503);
    const next = new Hold(flight, 1_000n, true);
    next.take(MIB);
    assert.equal(refusal(() => next.take(1)).status, 503);
  });

  it('are counted and never refused for what was changed', () => {
    const flight = new Flight();
    new Hold(flight, 1n, true).take(COMPANY_IN_FLIGHT);
    new Hold(flight, 1n, false).take(MIB);
    assert.equal(flight.bytes, COMPANY_IN_FLIGHT + MIB);
  });

  it('are forgotten when an answer is made anew', () => {
    const flight = new Flight();
    const hold = new Hold(flight, 1n, true);
    hold.take(MIB);
    hold.restart();
    assert.equal(flight.bytes, 0);
    hold.release();
    assert.equal(flight.bytes, 0);
  });
});

describe('large pages', () => {
  it('are made a few at a time, of each company in turn', async () => {
    const flight = new Flight();
    const made: string[] = [];
    const running: Hold[] = [];
    const begin = async (owner: bigint) => {
      const hold = new Hold(flight, owner, true);
      await hold.waitForTurn();
      made.push(String(owner));
      running.push(hold);
    };
    const all = [1n, 1n, 1n, 1n, 1n, 2n, 2n, 2n, 3n, 4n].map(begin);
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    await settle();
    assert.deepEqual(made, ['1', '1', '2', '2']);
    assert.equal(made.length, LARGE_AT_ONCE);
    assert.equal(made.filter((owner) => owner === '1').length, LARGE_PER_COMPANY);
    // Ends: every page that is made lets another begin.
    while (running.length > 0) {
      running.shift()?.made();
      await settle();
    }
    await Promise.all(all);
    assert.deepEqual(made, ['1', '1', '2', '2', '1', '3', '2', '4', '1', '1'].slice(0, made.length));
    assert.equal(made.length, all.length);
  });

  it('wait without holding anything, and only so many of a company', async () => {
    const flight = new Flight();
    const holds = Array.from({ length: LARGE_PER_COMPANY }, () => new Hold(flight, 1n, true));
    for (const hold of holds) hold.beLarge();
    assert.throws(() => new Hold(flight, 1n, true).beLarge(), LargePage);
    for (let waits = 0; waits < LARGE_WAITING; waits++) void new Hold(flight, 1n, true).waitForTurn();
    await assert.rejects(new Hold(flight, 1n, true).waitForTurn(), { code: 'rate_limit_exceeded' });
    new Hold(flight, 2n, true).beLarge();
  });

  it('are not made for a client that has gone meanwhile, and let others begin', async () => {
    const flight = new Flight();
    const gone = new Hold(flight, 1n, true);
    gone.release();
    await assert.rejects(gone.waitForTurn(), /gone/);
    gone.made();
    for (let at = 0; at < LARGE_PER_COMPANY; at++) new Hold(flight, 1n, true).beLarge();
  });
});
