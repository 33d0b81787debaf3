import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnsweredRequest } from '../edge/parts.ts';
import { type Storage, StorageUnavailable } from '../storage/port.ts';
import { MAX_HELD, RequestLog } from './requests.ts';

const answered: AnsweredRequest = {
  principal: { company: 1n, addon: 2n, scopes: new Set(), via: 'bearer' },
  id: 'one',
  method: 'GET',
  path: '/v1/companies/me/sites',
  status: 200,
  duration: 1n,
  at: 0n,
  refusal: undefined,
};

/** A log over a database whose writes are `write`. */
function logOver(write: () => Promise<never> | Promise<void>): {
  log: RequestLog;
  told: unknown[];
  ticks: (() => void)[];
} {
  const told: unknown[] = [];
  const ticks: (() => void)[] = [];
  const log = new RequestLog({
    storage: { write } as unknown as Storage,
    clock: { now: () => 0n },
    warn: (error) => told.push(error),
  });
  log.start({
    every: (_ms, work) => {
      ticks.push(work);
      return () => ticks.splice(ticks.indexOf(work), 1);
    },
  });
  return { log, told, ticks };
}

describe('the log of requests in memory', () => {
  it('counts what a database that is away cannot take, and goes on', async () => {
    const { log, told } = logOver(() => Promise.reject(new StorageUnavailable('It is away.')));
    log.add(answered);
    log.add(answered);
    await log.flush();
    assert.equal(log.dropped, 2);
    assert.equal(told.length, 1);
    log.add(answered);
    await log.close();
    assert.equal(log.dropped, 3);
  });

  it('writes nothing when there is nothing, and one at a time', async () => {
    let writes = 0;
    let end = () => {};
    const { log } = logOver(() => {
      writes++;
      return new Promise((resolve) => {
        end = resolve;
      });
    });
    await log.flush();
    assert.equal(writes, 0);
    log.add(answered);
    const first = log.flush();
    assert.equal(writes, 1);
    log.add({ ...answered, id: 'two' });
    // What came while others were written is written once more, for all who asked meanwhile.
    const [second, third] = [log.flush(), log.flush()];
    assert.equal(writes, 1);
    end();
    await first;
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    assert.equal(writes, 2);
    end();
    await Promise.all([second, third]);
    await log.flush();
    assert.equal(writes, 2);
  });

  it('holds so many; beyond them what went well is dropped, and what was refused takes the place of the oldest', () => {
    const { log } = logOver(() => Promise.resolve());
    for (let at = 0; at < MAX_HELD; at++) log.add(answered);
    assert.equal(log.dropped, 0);
    log.add(answered);
    assert.equal(log.dropped, 1);
    log.add({ ...answered, status: 400, refusal: { body: undefined, answer: undefined } });
    assert.equal(log.dropped, 2);
  });

  it('ends with its interval', async () => {
    const { log, ticks } = logOver(() => Promise.resolve());
    assert.equal(ticks.length, 1);
    await log.close();
    assert.equal(ticks.length, 0);
  });
});
