import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { insertDeliveries, REPLAYS_YIELD, targetOf } from '#src/outbox/deliveries.ts';
import type { Reader, Writer } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { onEachStorage } from '#test/harness/storage.ts';
import { endOfKept } from './purge.store.ts';
import {
  type Candidate,
  type Claim,
  claim,
  claimBehind,
  dueAt,
  dueTargets,
  firstLeaseEnd,
  type Lease,
  type Result,
  record,
  recover,
  release,
} from './queue.store.ts';
import { redeliver } from './store.ts';

const NOW = 1_800_000_000_000_000n;
const DELIVERED: Result = {
  ...{ startedAt: NOW, endedAt: NOW + 5n, delivered: true, status: 200, error: null, answer: 'ok' },
  retryAt: undefined,
};

/** Takes one delivery. */
async function claimOne(tx: Writer, { company_id: company, id }: Candidate, lease: Lease) {
  return (await claim(tx, company, [id], lease))[0];
}

/** Records one result; true when it was. */
async function recordOne(tx: Writer, claimed: Claim, result: Result, waits = true): Promise<boolean> {
  return (await record(tx, [{ claimed, result }], waits)).length === 1;
}

onEachStorage('the queue', [], (ground) => {
  const queue = async (
    address: string,
    resources: readonly bigint[],
    webhook = 1n,
    isReplayed = false,
  ): Promise<Candidate[]> => {
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
          isReplayed,
          subject: { topic: 'taxes/updated', resource, number: null, body: '{}', bytes: 2, at: NOW },
        })),
      ),
    );
    return ids.map((id, at) => ({
      ...{ company_id: 1n, id, webhook_id: webhook, resource_id: resources[at] ?? 0n },
      ...{ bytes: 2n, behind: 0n },
    }));
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
      storage.write((tx) => claimOne(tx, one, { lease: 'lease a', now: NOW, until })),
      other.write((tx) => claimOne(tx, one, { lease: 'lease b', now: NOW, until })),
    ]);
    const [first, ...others] = claims.filter((each) => each !== undefined);
    assert.ok(first !== undefined);
    assert.deepEqual(others, []);
    assert.equal(first.attempts, 1n);
    assert.equal(await storage.read((tx) => firstLeaseEnd(tx)), until);
    assert.equal(await storage.write((tx) => recover(tx, until - 1n, until - 1n)), 0);
    assert.equal(await storage.write((tx) => recover(tx, until, until)), 1);
    const second = await storage.write((tx) =>
      claimOne(tx, one, { lease: 'lease c', now: until, until: until + SECOND }),
    );
    assert.equal(second?.attempts, 2n);
    // The first comes back from the dead.
    assert.equal(await storage.write((tx) => recordOne(tx, first, DELIVERED)), false);
    await storage.write((tx) => release(tx, [first]));
    assert.deepEqual({ ...(await stateOf(one)) }, { state: 'sending', attempts: 2n, lane: 0n });
    assert.ok(second !== undefined);
    assert.equal(await storage.write((tx) => recordOne(tx, second, DELIVERED)), true);
    assert.equal(await storage.write((tx) => recordOne(tx, second, DELIVERED)), false);
    assert.deepEqual({ ...(await stateOf(one)) }, { state: 'delivered', attempts: 2n, lane: 2n });
    assert.equal(await storage.read((tx) => endOfKept(tx, 1n, 0)), NOW + 5n);
    assert.equal(await storage.read((tx) => endOfKept(tx, 1n, 1)), undefined);
  });

  it('holds back first attempts of a record until the one before has ended, and nothing else', async () => {
    const { storage } = ground();
    const address = 'https://order.example/';
    const target = targetOf(address);
    const [a, , b] = await queue(address, [7n, 7n, 8n], 2n);
    const [elsewhere] = await queue(address, [7n], 3n);
    const free = async () =>
      (await storage.read((tx) => dueAt(tx, target, 'first', NOW, 10, 0))).map((each) => each.id);
    assert.deepEqual(await free(), [a?.id, b?.id, elsewhere?.id]);
    assert.ok(a !== undefined);
    const claimed = await storage.write((tx) =>
      claimOne(tx, a, { lease: 'x', now: NOW, until: NOW + SECOND }),
    );
    assert.deepEqual(await free(), [b?.id, elsewhere?.id]);
    assert.ok(claimed !== undefined);
    const failed = { ...DELIVERED, delivered: false, status: 500, retryAt: NOW + SECOND };
    await storage.write((tx) => recordOne(tx, claimed, failed));
    assert.equal((await free()).length, 3);
    assert.deepEqual(await storage.read((tx) => dueAt(tx, target, 'retry', NOW, 10, 0)), []);
    const retries = await storage.read((tx) => dueAt(tx, target, 'retry', NOW + SECOND, 10, 0));
    assert.deepEqual(
      retries.map((each) => each.id),
      [a.id],
    );
    const due = await storage.read((tx) => dueTargets(tx, '', 10));
    const mine = due.find((each) => each.target === target);
    assert.deepEqual([mine?.first, mine?.retry], [NOW, NOW + SECOND]);
  });

  it('has what is new go before what is replayed to the same address, of whichever webhook (reference: events.34)', async () => {
    const { storage } = ground();
    const address = 'https://replayed.example/';
    const target = targetOf(address);
    const old = await queue(address, [1n, 2n, 3n, 1n], 5n, true);
    const [fresh] = await queue(address, [9n], 6n);
    const [own, waits] = await queue(address, [8n, 2n], 5n);
    const ids = (some: readonly (Candidate | undefined)[]) => some.map((each) => each?.id);
    const turns = async (now: bigint) =>
      ids(await storage.read((tx) => dueAt(tx, target, 'first', now, 10, 0)));
    const [one, two, three, again] = old;
    // They wait for no time: where nothing is new they are sent at once.
    assert.deepEqual(await turns(NOW), ids([fresh, own, one, two, three]));
    const found = await storage.read((tx) => dueTargets(tx, '', 1_000));
    assert.equal(found.find((each) => each.target === target)?.first, NOW);
    // Messages about one record keep their order, and the next one has its turn when the one before has ended.
    for (const [first, next] of [
      [one, again],
      [two, waits],
    ]) {
      assert.ok(first !== undefined);
      const claimed = await storage.write((tx) =>
        claimOne(tx, first, { lease: `of ${first.id}`, now: NOW, until: NOW + SECOND }),
      );
      assert.ok(claimed !== undefined);
      await storage.write((tx) => recordOne(tx, claimed, DELIVERED));
      assert.ok((await turns(NOW)).slice(0, -1).includes(next?.id), 'before the replayed one that is left');
    }
    assert.deepEqual((await turns(NOW)).at(-1), three?.id);
    // After a day it has waited long enough.
    const later = NOW + REPLAYS_YIELD + SECOND;
    const route = { addon_id: 1n, webhook_id: 6n, address, target, format: 'json', headers: null };
    const subject = { topic: 'taxes/updated', resource: 10n, number: null, body: '{}', bytes: 2, at: later };
    const [last] = await storage.write((tx) => insertDeliveries(tx, 1n, later, [{ route, subject }]));
    assert.deepEqual((await turns(later)).slice(-2), [three?.id, last]);
  });

  /** Lane and state of every delivery to an address, in order. */
  const lanesOf = async (address: string) => {
    const rows = await ground().storage.read(async (tx) =>
      tx.all<{ lane: bigint; state: string }>(
        sql`select lane, state from deliveries where target = ${targetOf(address)} order by id`,
      ),
    );
    return rows.map(({ lane, state }) => `${lane} ${state}`);
  };
  const due = async (address: string, now = NOW, limit = 10): Promise<Candidate[]> => {
    const rows = await ground().storage.read((tx) => dueAt(tx, targetOf(address), 'first', now, limit, 0));
    return rows.map((row) => ({ ...row }));
  };
  const take = async (one: Candidate, now = NOW): Promise<Claim> => {
    const claimed = await ground().storage.write((tx) =>
      claimOne(tx, one, { lease: 'mine', now, until: now + SECOND }),
    );
    assert.ok(claimed !== undefined);
    return claimed;
  };
  const FAILED: Result = { ...DELIVERED, delivered: false, status: 500 };

  it('shows claims no more than the first of each record, however much is behind it', async () => {
    const { storage } = ground();
    const address = 'https://hot.example/';
    const ids = await queue(address, new Array<bigint>(1_000).fill(5n), 20n);
    const [other] = await queue(address, [6n], 20n);
    assert.ok(ids[0] !== undefined);
    assert.deepEqual(await due(address, NOW, 2_000), [ids[0], other]);
    const first = await take(ids[0]);
    // Put back or taken over, it is still the first, and still before the others of its address.
    await storage.write((tx) => release(tx, [first]));
    assert.deepEqual(await due(address, NOW, 2_000), [ids[0], other]);
    await take(ids[0]);
    assert.equal(await storage.write((tx) => recover(tx, undefined, NOW + SECOND)), 1);
    assert.deepEqual(await due(address, NOW, 2_000), [ids[0], other]);
    const again = await take(ids[0]);
    assert.deepEqual(await due(address, NOW, 2_000), [other]);
    await storage.write((tx) => recordOne(tx, again, DELIVERED));
    // The next of the record waits for its turn behind those that are due longer.
    assert.deepEqual(await due(address, NOW, 2_000), [other, ids[1]]);
  });

  /** Waits until a transaction waits for a lock, where there are any to wait for. */
  const untilBlocked = async () => {
    const { storage } = ground();
    if (storage.engine === 'sqlite') return;
    const isBlocked = async (tx: Reader) =>
      (await tx.get(sql`select 1 as one from pg_locks where not granted limit 1`)) !== undefined;
    await until('a transaction waits for a lock', () => storage.read(isBlocked));
  };

  it('takes those behind a first attempt in their order, and of no other record', async () => {
    const { storage } = ground();
    const address = 'https://run.example/';
    const queued = await queue(address, [5n, 6n, 5n, 5n, 6n, 5n], 24n);
    const [a, , b, c] = queued;
    assert.ok(a !== undefined && b !== undefined && c !== undefined);
    const [counted] = await storage.read((tx) => dueAt(tx, targetOf(address), 'first', NOW, 1, 2));
    assert.deepEqual({ ...counted }, { ...a, behind: 2n });
    const lease = { lease: 'mine', now: NOW, until: NOW + SECOND };
    const claims = await storage.write(async (tx) => {
      const first = await claimOne(tx, a, lease);
      assert.ok(first !== undefined);
      return [first, ...(await claimBehind(tx, first, 2n, lease))];
    });
    assert.deepEqual(
      claims.map(({ id }) => id),
      [a.id, b.id, c.id],
    );
    assert.deepEqual(await lanesOf(address), [
      ...['0 sending', '0 queued', '-1 sending', '-1 sending', '-1 queued', '-1 queued'],
    ]);
    // Two of them ended: the third is the first of its record, and put back it can be claimed.
    const results = claims.slice(0, 2).map((claimed) => ({ claimed, result: DELIVERED }));
    const recorded = await storage.write((tx) => record(tx, results, false));
    assert.deepEqual(recorded, results);
    await storage.write((tx) => release(tx, claims));
    assert.deepEqual(await lanesOf(address), [
      ...['2 delivered', '0 queued', '2 delivered', '0 queued', '-1 queued', '-1 queued'],
    ]);
    assert.deepEqual(
      (await due(address)).map(({ id }) => id),
      [queued[1]?.id, c.id],
    );
    const attempts = await storage.read(async (tx) =>
      tx.all<{ attempts: bigint; tries: bigint }>(
        sql`select attempts, tries from deliveries where target = ${targetOf(address)} order by id`,
      ),
    );
    assert.deepEqual(
      attempts.map((each) => `${each.attempts} ${each.tries}`),
      ['1 1', '0 0', '1 1', '0 0', '0 0', '0 0'],
    );
  });

  it('records what nobody holds, and the rest when it is waited for', async () => {
    const { storage, other } = ground();
    const address = 'https://held.example/';
    const [a, b] = await queue(address, [5n, 6n], 25n);
    assert.ok(a !== undefined && b !== undefined);
    const both = [await take(a), await take(b)].map((claimed) => ({ claimed, result: DELIVERED }));
    let waiting: Promise<readonly unknown[]> | undefined;
    await storage.write(async (tx) => {
      // As an insert behind it does.
      await tx.all(sql`select id from deliveries where company_id = 1 and id = ${a.id} for share`);
      if (storage.engine === 'postgres') {
        const free = await other.write((inner) => record(inner, both, false));
        assert.deepEqual(free, both.slice(1));
      }
      waiting = other.write((inner) => record(inner, both.slice(0, 1), true));
      await untilBlocked();
    });
    assert.deepEqual(await waiting, both.slice(0, 1));
    assert.equal((await stateOf(a))?.state, 'delivered');
  });

  it('lets the next of a record go once the first attempt has ended, in whatever way', async () => {
    const { storage } = ground();
    const address = 'https://ends.example/';
    const queued = await queue(address, new Array<bigint>(6).fill(5n), 21n);
    const [a, b, c, d] = queued;
    assert.ok(a !== undefined && b !== undefined && c !== undefined && d !== undefined);
    const firstIs = async (one: Candidate | undefined) => assert.deepEqual(await due(address), [one]);
    await firstIs(a);
    const delivered = await take(a);
    assert.deepEqual(await due(address), []);
    await storage.write((tx) => recordOne(tx, delivered, DELIVERED));
    await firstIs(b);
    const failed = await take(b);
    await storage.write((tx) => recordOne(tx, failed, { ...FAILED, retryAt: NOW + SECOND }));
    await firstIs(c);
    const dead = await take(c);
    await storage.write((tx) => recordOne(tx, dead, FAILED));
    await firstIs(d);
    // A process that is gone for the last time that may be.
    await storage.write(async (tx) => tx.run(sql`update deliveries set attempts = 30 where id = ${d.id}`));
    await take(d);
    await storage.write((tx) => recover(tx, undefined, NOW));
    await firstIs(queued[4]);
    const ended = ['2 delivered', '1 queued', '2 dead', '2 dead'];
    assert.deepEqual(await lanesOf(address), [...ended, '0 queued', '-1 queued']);
    // The end of a retry promotes none: another one has its turn.
    const retry = await take(b, NOW + SECOND);
    await storage.write((tx) => recordOne(tx, retry, DELIVERED));
    assert.deepEqual((await lanesOf(address)).slice(4), ['0 queued', '-1 queued']);
  });

  it('sends again by hand without a change of the order', async () => {
    const { storage } = ground();
    const address = 'https://again.example/';
    const queued = await queue(address, [5n, 5n, 5n], 22n);
    const source = { webhook: 22n, addon: 1n };
    const redeliverAll = async () => {
      for (const { id } of queued) await storage.write((tx) => redeliver(tx, 1n, source, id, NOW + SECOND));
    };
    await redeliverAll();
    assert.deepEqual(await lanesOf(address), ['0 queued', '-1 queued', '-1 queued']);
    assert.deepEqual(await due(address), [queued[0]]);
    assert.ok(queued[0] !== undefined);
    const first = await take(queued[0]);
    await redeliverAll();
    assert.deepEqual(await lanesOf(address), ['0 sending', '-1 queued', '-1 queued']);
    await storage.write((tx) => recordOne(tx, first, DELIVERED));
    await redeliverAll();
    assert.deepEqual(await lanesOf(address), ['1 queued', '0 queued', '-1 queued']);
    const more = await queue(address, [5n], 22n);
    assert.deepEqual((await lanesOf(address)).slice(1), ['0 queued', '-1 queued', '-1 queued']);
    assert.equal(more.length, 1);
  });

  it('never leaves a record without a first one when one is queued while another one ends', async () => {
    const { storage, other } = ground();
    const address = 'https://race.example/';
    const item = (resource: bigint) => ({
      route: {
        ...{ addon_id: 1n, webhook_id: 23n, address, target: targetOf(address), format: 'json' },
        headers: null,
      },
      subject: { topic: 'taxes/updated', resource, number: null, body: '{}', bytes: 2, at: NOW },
    });
    for (const [resource, behind] of [
      [1n, 0],
      [2n, 1],
      [3n, 5],
    ] as const) {
      // The insert is first: the transaction that ends the head waits for it, and sees its rows.
      const [head] = await queue(address, new Array<bigint>(behind + 1).fill(resource), 23n);
      assert.ok(head !== undefined);
      const sent = await take(head);
      let recording: Promise<boolean> | undefined;
      await storage.write(async (tx) => {
        await insertDeliveries(tx, 1n, NOW, [item(resource)]);
        // The insert is sent without waiting for it: an answer to what comes after it says that it was first.
        await tx.get(sql`select 1 as one`);
        recording = other.write((inner) => recordOne(inner, sent, DELIVERED));
        await untilBlocked();
      });
      assert.equal(await recording, true);
      const [next] = await due(address);
      assert.ok(next !== undefined && next.id > head.id);
      // The end is first: the insert waits for it, and is behind the promoted one, or the first itself.
      const claimed = await take(next);
      let inserting: Promise<unknown> | undefined;
      await storage.write(async (tx) => {
        await recordOne(tx, claimed, DELIVERED);
        inserting = other.write((inner) => insertDeliveries(inner, 1n, NOW, [item(resource)]));
        await untilBlocked();
      });
      await inserting;
      const firsts = await due(address);
      assert.equal(firsts.length, 1);
      for (let left = behind + 1; left > 0; left--) {
        const [one] = await due(address, NOW + 5n);
        assert.ok(one !== undefined, `${left} are left, and none may be claimed`);
        const last = await take(one, NOW + 5n);
        await storage.write((tx) => recordOne(tx, last, DELIVERED));
      }
      assert.deepEqual(await due(address, NOW + 5n), []);
    }
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
