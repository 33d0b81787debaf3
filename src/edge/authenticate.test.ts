import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import type { Reader, Storage } from '../storage/port.ts';
import { Authenticator } from './authenticate.ts';
import { SecretGuesses } from './guesses.ts';

const ROW = {
  company_id: 1n,
  addon_id: 2n,
  scopes: '["orders:read"]',
  registered: '["orders:write"]',
  builtin: 0n,
  expires_at: null,
  revoked_at: null,
  user_id: null,
  role: null,
  device_id: null,
};
const HEADER = 'Bearer pb_at_x';
const REQUEST = { headers: { authorization: HEADER } } as unknown as FastifyRequest;

/** An authenticator over a database with this one token; look-ups resolve when the test lets them. */
function over(row: object): { authenticator: Authenticator; answer: () => void } {
  let answer = () => {};
  const storage = {
    read: async (work: (tx: Reader) => Promise<unknown>) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return work({ get: () => row, all: () => [] } as unknown as Reader);
    },
  } as unknown as Storage;
  const parts = { storage, clock: { now: () => 0n }, trusted: new BlockList() };
  return { authenticator: new Authenticator(parts, new SecretGuesses()), answer: () => answer() };
}

async function check(row: object) {
  const { authenticator, answer } = over(row);
  const found = authenticator.check(REQUEST);
  answer();
  return { authenticator, principal: await found };
}

describe('who is calling', () => {
  it('is believed for a moment, unless everything was forgotten while it was looked up', async () => {
    const { authenticator, principal } = await check(ROW);
    assert.equal(authenticator.recall(HEADER), principal);
    authenticator.forget();
    assert.equal(authenticator.recall(HEADER), undefined);
    const slow = over(ROW);
    const found = slow.authenticator.check(REQUEST);
    // Revoked after the database was asked, and before it has answered.
    slow.authenticator.forget();
    slow.answer();
    assert.equal((await found).company, 1n);
    assert.equal(slow.authenticator.recall(HEADER), undefined);
  });

  it('may do what the token says, as far as the add-on is registered for it', async () => {
    for (const [scopes, registered, can] of [
      [['orders:write'], ['orders:write'], ['orders:read', 'orders:write', 'till']],
      [['orders:write'], ['orders:read'], ['orders:read']],
      [['orders:write', 'webhooks'], ['webhooks'], ['events:read', 'webhooks']],
      [['admin', 'orders:read'], ['admin', 'orders:read'], ['orders:read']],
      // The device's own scope is not one that a token stores.
      [['till'], ['till', 'orders:write'], []],
    ]) {
      const row = { ...ROW, scopes: JSON.stringify(scopes), registered: JSON.stringify(registered) };
      const { principal } = await check(row);
      assert.deepEqual([...principal.scopes].sort(), can);
    }
  });

  it('has the scope admin as a person who runs the company, at one of our own screens', async () => {
    const row = { ...ROW, user_id: 7n, role: 'owner' };
    for (const [change, isAdmin, counted] of [
      [{ builtin: 1n }, true, 'user 7'],
      [{ builtin: 1n, role: 'manager' }, true, 'user 7'],
      [{ builtin: 1n, role: 'staff' }, false, 'user 7'],
      [{ builtin: 1n, user_id: null, role: null, device_id: 9n }, false, 'device 9'],
      // A token of an add-on that claims to be a person's.
      [{ builtin: 0n }, false, undefined],
    ] as const) {
      const { principal } = await check({ ...row, ...change });
      assert.deepEqual([principal.scopes.has('admin'), principal.counted], [isAdmin, counted]);
    }
  });
});
