import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Connection } from './postgres-connection.ts';
import { SharedConnections } from './shared-connections.ts';

/** Connections that say how they were given back. */
function ground() {
  const made: Connection[] = [];
  const released: [at: number, isLost: boolean][] = [];
  const useless = new Set<Connection>();
  let failure: Error | undefined;
  const shared = new SharedConnections({
    connect: async () => {
      if (failure !== undefined) throw failure;
      const at = made.length;
      const connection = { release: (isLost: boolean) => void released.push([at, isLost]) } as Connection;
      made.push(connection);
      return connection;
    },
    isUsable: (connection) => !useless.has(connection),
    most: 3,
  });
  const take = (count: number) => Promise.all(Array.from({ length: count }, () => shared.take()));
  return {
    ...{ shared, made, released, useless, take },
    fail: (error: Error | undefined) => {
      failure = error;
    },
  };
}

describe('connections that works share', () => {
  it('are used by eight at a time, also while they are made', async () => {
    const { made, take } = ground();
    const used = await take(20);
    assert.deepEqual(
      made.map((connection) => used.filter((each) => each === connection).length),
      [8, 8, 4],
    );
  });

  it('are no more than there may be: then all have as many works', async () => {
    const { made, take } = ground();
    const used = await take(40);
    assert.deepEqual(
      made.map((connection) => used.filter((each) => each === connection).length),
      [14, 13, 13],
    );
  });

  it('go back to the pool with the last of their works, and are taken anew', async () => {
    const { shared, made, released, take } = ground();
    const [first, second] = await take(2);
    assert.ok(first !== undefined && first === second);
    shared.release(first, false);
    assert.deepEqual(released, []);
    assert.equal(await shared.take(), first);
    shared.release(first, false);
    shared.release(first, false);
    assert.deepEqual(released, [[0, false]]);
    assert.notEqual(await shared.take(), first);
    assert.equal(made.length, 2);
  });

  it('that a work has lost are given to no other, and not kept by the pool', async () => {
    const { shared, released, take } = ground();
    const [first] = await take(2);
    assert.ok(first !== undefined);
    shared.release(first, true);
    const other = await shared.take();
    assert.notEqual(other, first);
    assert.deepEqual(released, []);
    shared.release(first, false);
    shared.release(other, false);
    assert.deepEqual(released, [
      [0, true],
      [1, false],
    ]);
  });

  it('that are known to be of no use are not given, nor kept', async () => {
    const { shared, released, useless, take } = ground();
    const [first] = await take(1);
    assert.ok(first !== undefined);
    useless.add(first);
    assert.notEqual(await shared.take(), first);
    shared.release(first, false);
    assert.deepEqual(released, [[0, true]]);
  });

  it('that cannot be made fail those who wait, and are made anew for the next', async () => {
    const { made, take, fail } = ground();
    fail(new Error('away'));
    await assert.rejects(take(3), /away/);
    fail(undefined);
    await take(3);
    assert.equal(made.length, 1);
  });

  it('are given back by those that have taken them', () => {
    const { shared } = ground();
    assert.throws(() => shared.release({} as Connection, false), /no work/);
  });
});
