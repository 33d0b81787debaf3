import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StorageUnavailable } from '../storage/port.ts';
import { isReady, Readiness, writeCheck } from './readiness.ts';

test('it is ready when every check is, and says of each why it is not', async () => {
  const readiness = new Readiness();
  assert.equal(isReady(await readiness.runChecks()), true);
  let reason: string | undefined;
  readiness.register('one', () => undefined);
  readiness.register('two', async () => reason);
  assert.equal(isReady(await readiness.runChecks()), true);
  reason = 'Not yet.';
  const results = await readiness.runChecks();
  assert.equal(isReady(results), false);
  assert.deepEqual(Object.fromEntries(results), {
    one: { ok: true },
    two: { ok: false, reason: 'Not yet.' },
  });
  readiness.register('two', () => {
    throw new Error('postgres://user:secret@host');
  });
  assert.deepEqual((await readiness.runChecks()).get('two'), {
    ok: false,
    reason: 'The check itself failed.',
  });
});

test('a write is tried once a second at most, whoever asks', async () => {
  let tries = 0;
  let time = 0;
  let failure: Error | undefined;
  const storage = {
    tryWrite: async () => {
      tries++;
      if (failure !== undefined) throw failure;
    },
  };
  const check = writeCheck(storage, () => time);
  await Promise.all(Array.from({ length: 100 }, () => check()));
  assert.equal(tries, 1);
  failure = new StorageUnavailable('The disk is full.');
  time = 999;
  assert.equal(await check(), undefined);
  time = 1_000;
  assert.deepEqual(await Promise.all([check(), check()]), ['The disk is full.', 'The disk is full.']);
  failure = new Error('/var/lib/secret');
  time = 2_000;
  assert.doesNotMatch(String(await check()), /secret/);
  assert.equal(tries, 3);
});
