// Reads from a replica, as callers of two processes of a fleet meet them (reference: operations.27).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, test } from 'node:test';
import { examine } from '#src/doctor.ts';
import { clientOf } from '#test/harness/client-api.ts';
import { createDatabase } from '#test/harness/postgres.ts';
import { until } from '#test/harness/process.ts';
import { type Pair, startPair, tell } from '#test/harness/replica.ts';
import { type Answer, onEachEngine, type Service, startService } from '#test/harness/service.ts';
import { tripsOf } from '#test/harness/trips.ts';
import { openShop, type Shop } from './order-helpers.ts';

const TOKEN = 'consistency-token';
const LIST = 'orders?limit=5';

/** The ids of a list. */
const idsOf = ({ json }: Answer): string[] => json.map(({ id }: { id: bigint }) => String(id));

describe('reads from a replica', () => {
  let pair: Pair;
  let dir: string;
  let here: Service;
  let there: Service;
  let shop: Shop;
  let env: {
    DATA_DIR: string;
    DATABASE_URL: string;
    DATABASE_REPLICA_URL: string;
    DATABASE_REPLICA_LAG: string;
  };

  before(async () => {
    pair = await startPair({}, { isSynchronous: false });
    dir = mkdtempSync(join(tmpdir(), 'passbell-'));
    const url = await createDatabase(pair.leader.url, 'shop');
    const replica = pair.follower.url.replace(/\/postgres$/, '/shop');
    env = {
      DATA_DIR: dir,
      DATABASE_URL: url,
      DATABASE_REPLICA_URL: replica,
      DATABASE_REPLICA_LAG: '300',
    };
    here = await startService('postgres', env);
    there = await startService('postgres', env);
    shop = await openShop(here);
    await until('both processes use the replica', async () => (await isUsed(here)) && (await isUsed(there)));
  });

  after(async () => {
    await there?.stop();
    await here?.stop();
    await pair?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const figure = async ({ client }: Service, name: string): Promise<number> => {
    const { text } = await client.get('/metrics');
    return Number(new RegExp(`^passbell_${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  };
  const isUsed = async (service: Service) => (await figure(service, 'replica_used')) === 1;
  const onReplica = (service: Service) => figure(service, 'database_reads_total\\{place="replica"\\}');
  const paused = async (work: () => Promise<void>) => {
    await tell(pair.follower, 'select pg_wal_replay_pause()');
    try {
      await work();
    } finally {
      await tell(pair.follower, 'select pg_wal_replay_resume()');
    }
  };
  const elsewhere = () => there.as(here.client.token);
  const order = async (status = 'PENDING') => {
    const answer = await shop.client.post(
      'orders',
      {
        site_id: shop.site,
        status,
        lines: [{ product_id: shop.tea.id, quantity: 1 }],
        ...(status === 'COMPLETE' ? { payments: [{ method_id: shop.cash, amount: 4 }] } : {}),
      },
      { headers: { 'idempotency-key': randomUUID() } },
    );
    assert.equal(answer.status, 201, answer.text);
    return { id: String(answer.json.id), token: answer.headers[TOKEN] ?? '' };
  };

  it('are those that say so, and a change is answered with a token', async () => {
    const { id, token } = await order();
    assert.match(token, /^[0-9A-F]{16}$/);
    const before = await onReplica(here);
    const one = await here.client.get(`orders/${id}`);
    assert.equal(one.headers[TOKEN], undefined);
    assert.equal(await onReplica(here), before);
    const headers = { [TOKEN]: token };
    assert.deepEqual(idsOf(await here.client.get(LIST, { headers })).includes(id), true);
    for (const path of ['reports/today', 'reports/journal', 'audit', 'audit/csv', 'export/products/csv']) {
      const type = path.endsWith('csv') ? { accept: 'text/csv' } : {};
      assert.equal((await here.client.get(path, { headers: type })).status, 200, path);
    }
    assert.equal(await onReplica(here), before + 6);
  });

  it('cost no round trip: a paid order takes three, as without replicas, and a list asks how far a replica is along with its first statement', async () => {
    await order('COMPLETE');
    const trips = await tripsOf(
      /^insert into orders/,
      async () => void (await order('COMPLETE')),
      / from sites s /,
    );
    assert.equal(trips.length, 3, JSON.stringify(trips, null, 1));
    const [commit, position] = trips[2]?.slice(-2) ?? [];
    assert.deepEqual([commit, /^select pg_current_wal_flush_lsn/.test(position ?? '')], ['commit', true]);
    const [first = []] = await tripsOf(
      /^select .* from orders/,
      async () => void (await here.client.get(LIST)),
    );
    assert.match(first[0] ?? '', /^select pg_last_wal_replay_lsn/);
    assert.match(first[1] ?? '', /^begin .* read only/);
    assert.ok(first.length > 2, JSON.stringify(first));
  });

  it('show what their caller has changed: in the same process by themselves, elsewhere by the token', async () => {
    await paused(async () => {
      const { id, token } = await order();
      assert.ok(idsOf(await here.client.get(LIST)).includes(id));
      const client = elsewhere();
      // The replica does not have it yet: without a token that is what another process shows.
      assert.ok(!idsOf(await client.get(LIST)).includes(id));
      for (const asked of [token, 'latest', 'no token', 'FFFFFFFFFFFFFFFF'])
        assert.ok(idsOf(await client.get(LIST, { headers: { [TOKEN]: asked } })).includes(id), asked);
      // What it has not got is not refused: a page may begin behind it.
      assert.equal((await client.get(`orders?start=${id}`)).status, 200);
      // Other companies do not wait.
      const before = await onReplica(here);
      assert.equal((await here.foreign.get(LIST)).status, 200);
      assert.equal(await onReplica(here), before + 1);
    });
  });

  it('give a token when they have shown everything, by which a replica may answer the next one', async () => {
    const { id } = await order();
    const all = await elsewhere().get(LIST, { headers: { [TOKEN]: 'latest' } });
    const token = all.headers[TOKEN] ?? '';
    assert.match(token, /^[0-9A-F]{16}$/);
    const before = await onReplica(there);
    assert.ok(idsOf(await elsewhere().get(LIST, { headers: { [TOKEN]: token } })).includes(id));
    assert.equal(await onReplica(there), before + 1);
  });

  it('see the changes of their own batch, and a repeated answer has a token as well', async () => {
    await paused(async () => {
      const requests = [
        { method: 'POST', path: '/v1/companies/me/orders', body: { site_id: shop.site } },
        { method: 'GET', path: '/v1/companies/me/orders?limit=1' },
      ];
      const key = { headers: { 'idempotency-key': randomUUID() } };
      const first = await here.client.post('batch', { requests }, key);
      assert.equal(first.status, 200, first.text);
      const [made, listed] = first.json.responses;
      assert.equal(made.status, 201, first.text);
      assert.equal(listed.body[0].id, made.body.id);
      const again = await elsewhere().post('batch', { requests }, key);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      const list = await elsewhere().get(LIST, { headers: { [TOKEN]: again.headers[TOKEN] ?? '' } });
      assert.ok(idsOf(list).includes(String(made.body.id)));
    });
  });

  it('count an order in a report as soon as it was answered', async () => {
    await paused(async () => {
      const count = async (answer: Promise<Answer>) => {
        const { json, status, text } = await answer;
        assert.equal(status, 200, text);
        return JSON.stringify(json);
      };
      const before = await count(here.client.get('reports/today'));
      const { token } = await order('COMPLETE');
      const after = await count(here.client.get('reports/today'));
      assert.notEqual(after, before);
      assert.equal(await count(elsewhere().get('reports/today', { headers: { [TOKEN]: token } })), after);
    });
  });

  it('are right for the published client, at two processes and after what it was told of', async (t) => {
    const writer = clientOf(here);
    const { Seen } = await import('#clients/typescript/index.ts');
    const seen = new Seen();
    const reader = clientOf(there, { token: here.client.token.replace('Bearer ', ''), seen });
    const end = new AbortController();
    t.after(() => end.abort());
    const live = Promise.withResolvers<void>();
    const onState = (state: string) => {
      if (state === 'live') live.resolve();
    };
    const events = reader.events({}, { signal: end.signal, onState });
    t.after(() => events.return(undefined as never));
    const told = events.next();
    await live.promise;
    await paused(async () => {
      const { id } = await writer.call('createOrder', { body: { site_id: shop.site } });
      await told;
      const list = await reader.call('listOrders', { limit: 5 });
      assert.ok(list.some((one) => one.id === id));
      const shared = clientOf(there, { token: here.client.token.replace('Bearer ', '') });
      const own = await shared.call('createOrder', { body: { site_id: shop.site } });
      assert.ok((await shared.call('listOrders', { limit: 5 })).some((one) => one.id === own.id));
    });
  });

  it('are looked at by the doctor', async () => {
    const clock = { now: () => BigInt(Date.now()) * 1000n };
    const of = async (url: string) => {
      const { DATABASE_URL, DATA_DIR } = env;
      const found = await examine(
        [],
        { DATABASE_URL, DATA_DIR, PORT: '0', DATABASE_REPLICA_URL: url },
        clock,
      );
      return found.filter(({ what }) => what === 'replica').map(({ state, says }) => `${state}: ${says}`);
    };
    const [host, leader] = [pair.follower, pair.leader].map(({ port }) => `127.0.0.1:${port}`);
    assert.deepEqual(await of(env.DATABASE_REPLICA_URL), [`good: The replica ${host} answers reads.`]);
    assert.deepEqual(await of(env.DATABASE_URL), [
      `warning: The replica ${leader} takes writes and is none: reads go to the database itself.`,
    ]);
  });

  it('go to the database itself when the replica is gone, which is told and keeps nothing from being ready', async () => {
    const { id } = await order();
    pair.follower.kill();
    const csv = await here.client.get('audit/csv', { headers: { accept: 'text/csv' } });
    assert.equal(csv.status, 200);
    assert.ok(idsOf(await elsewhere().get(LIST)).includes(id));
    await until('it is told', async () => !(await isUsed(here)));
    const ready = await here.client.get('/readyz');
    assert.equal(ready.status, 200);
    assert.equal(ready.json.status, 'ready');
    assert.equal(ready.json.checks.replicas.ok, true);
    assert.match(ready.json.checks.replicas.reason, /^The replica 127\.0\.0\.1:\d+ does not answer/);
    await pair.follower.restart();
    await until('it is used again', () => isUsed(here));
    assert.deepEqual((await here.client.get('/readyz')).json.checks.replicas, { ok: true });
  });
});

onEachEngine('without replicas', (service) => {
  it('no answer has a token, and what a request says of one is ignored', async () => {
    const { client } = service();
    const made = await client.post('customers', { first_name: 'Ada' });
    assert.equal(made.headers[TOKEN], undefined);
    for (const asked of ['latest', '0000000000000001', 'none']) {
      const list = await client.get('orders', { headers: { [TOKEN]: asked } });
      assert.equal(list.status, 200);
      assert.equal(list.headers[TOKEN], undefined);
    }
    assert.equal((await client.get('/readyz')).json.checks.replicas, undefined);
  });
});

test('a database in a file has no replicas', async () => {
  await assert.rejects(
    startService('sqlite', { DATABASE_REPLICA_URL: 'postgres://h/d' }),
    /DATABASE_REPLICA_URL \(--database-replica-url\) needs DATABASE_URL as well: SQLite has no replicas\./,
  );
});
