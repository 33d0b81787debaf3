import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { insertDeliveries, targetOf } from '#src/outbox/deliveries.ts';
import { sql } from '#src/storage/sql.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import {
  type Candidate,
  claim,
  dueAt,
  dueTargets,
  endOfKept,
  firstLeaseEnd,
  type Result,
  record,
  recover,
  release,
} from './queue.store.ts';

const NOW = 1_800_000_000_000_000n;
const DELIVERED: Result = {
  ...{ startedAt: NOW, endedAt: NOW + 5n, delivered: true, status: 200, error: null, answer: 'ok' },
  retryAt: undefined,
};

onEachStorage('the queue', [], (ground) => {
  const queue = async (address: string, resources: readonly bigint[], webhook = 1n): Promise<Candidate[]> => {
    const route = {
      ...{ addon_id: 1n, webhook_id: webhook, address, target: targetOf(address), format: 'json' },
      headers: null,
    };
    const ids = await ground().storage.write((tx) =>
      insertDeliveries(
        tx,
        1n,
        NOW,
        resources.map((resource) => ({
          route,
          subject: { topic: 'taxes/updated', resource, number: null, body: '{}', bytes: 2, at: NOW },
        })),
      ),
    );
    return ids.map((id) => ({ company_id: 1n, id, bytes: 2n }));
  };
  const stateOf = ({ id }: Candidate) =>
    ground().storage.read(async (tx) =>
      tx.get<{ state: string; attempts: bigint; lane: bigint }>(
        sql`select state, attempts, lane from deliveries where company_id = 1 and id = ${id}`,
      ),
    );

  it('gives a delivery to one claimer, and takes results only from who holds the lease', async () => {
    const { storage, other } = ground();
    const [one] = await queue('https://one.example/', [1n]);
    assert.ok(one !== undefined);
    const until = NOW + SECOND;
    const claims = await Promise.all([
      storage.write((tx) => claim(tx, one, 'lease a', NOW, until)),
      other.write((tx) => claim(tx, one, 'lease b', NOW, until)),
    ]);
    const [first, ...others] = claims.filter((each) => each !== undefined);
    assert.ok(first !== undefined);
    assert.deepEqual(others, []);
    assert.equal(first.attempts, 1n);
    assert.equal(await storage.read((tx) => firstLeaseEnd(tx)), until);
    assert.equal(await storage.write((tx) => recover(tx, until - 1n, until - 1n)), 0);
    assert.equal(await storage.write((tx) => recover(tx, until, until)), 1);
    const second = await storage.write((tx) => claim(tx, one, 'lease c', until, until + SECOND));
    assert.equal(second?.attempts, 2n);
    // The first comes back from the dead.
    assert.equal(await storage.write((tx) => record(tx, first, DELIVERED)), false);
    await storage.write((tx) => release(tx, first, until));
    assert.deepEqual({ ...(await stateOf(one)) }, { state: 'sending', attempts: 2n, lane: 0n });
    assert.ok(second !== undefined);
    assert.equal(await storage.write((tx) => record(tx, second, DELIVERED)), true);
    assert.equal(await storage.write((tx) => record(tx, second, DELIVERED)), false);
    assert.deepEqual({ ...(await stateOf(one)) }, { state: 'delivered', attempts: 2n, lane: 2n });
    assert.equal(await storage.read((tx) => endOfKept(tx, 0)), NOW + 5n);
    assert.equal(await storage.read((tx) => endOfKept(tx, 1)), undefined);
  });

  it('holds back first attempts of a record until the one before has ended, and nothing else', async () => {
    const { storage } = ground();
    const address = 'https://order.example/';
    const target = targetOf(address);
    const [a, , b] = await queue(address, [7n, 7n, 8n], 2n);
    const [elsewhere] = await queue(address, [7n], 3n);
    const free = async () =>
      (await storage.read((tx) => dueAt(tx, target, 'first', NOW, 10))).map((each) => each.id);
    assert.deepEqual(await free(), [a?.id, b?.id, elsewhere?.id]);
    assert.ok(a !== undefined);
    const claimed = await storage.write((tx) => claim(tx, a, 'x', NOW, NOW + SECOND));
    assert.deepEqual(await free(), [b?.id, elsewhere?.id]);
    assert.ok(claimed !== undefined);
    const failed = { ...DELIVERED, delivered: false, status: 500, retryAt: NOW + SECOND };
    await storage.write((tx) => record(tx, claimed, failed));
    assert.equal((await free()).length, 3);
    assert.deepEqual(await storage.read((tx) => dueAt(tx, target, 'retry', NOW, 10)), []);
    const retries = await storage.read((tx) => dueAt(tx, target, 'retry', NOW + SECOND, 10));
    assert.deepEqual(
      retries.map((each) => each.id),
      [a.id],
    );
    const due = await storage.read((tx) => dueTargets(tx, '', 10));
    const mine = due.find((each) => each.target === target);
    assert.deepEqual([mine?.first, mine?.retry], [NOW, NOW + SECOND]);
  });

  it('goes over addresses in order, page by page', async () => {
    const { storage } = ground();
    for (let at = 0; at < 7; at++) await queue(`https://${at}.example/`, [1n], 9n);
    const all = (await storage.read((tx) => dueTargets(tx, '', 100))).map((each) => each.target);
    assert.deepEqual(all, all.toSorted());
    const seen: string[] = [];
    for (let after = ''; ; ) {
      const page = await storage.read((tx) => dueTargets(tx, after, 3));
      seen.push(...page.map((each) => each.target));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.target;
    }
    assert.deepEqual(seen, all);
  });
});
