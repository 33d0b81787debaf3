import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { HOUR } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { createDatabase, type Postgres, startPostgres } from '#test/harness/postgres.ts';
import { until } from '#test/harness/process.ts';
import type { Answer, Json, Service } from '#test/harness/service.ts';
import { startService } from '#test/harness/service.ts';
import { isError } from './edge-helpers.ts';

// Only PostgreSQL can go away while Passbell stays: SQLite is a part of it.

describe('a database that goes away and comes back', () => {
  let postgres: Postgres;
  let service: Service;
  before(async () => {
    postgres = await startPostgres();
    const DATABASE_URL = await createDatabase(postgres.url, 'passbell');
    service = await startService('postgres', { DATABASE_URL });
  });
  after(async () => {
    await service?.stop();
    await postgres?.stop();
  });

  const body = (notes: string) => ({ site_id: service.card.sites[0].id, status: 'PENDING', notes });
  const post = (key: string, notes: string) =>
    service.client.post('orders', body(notes), { headers: { 'idempotency-key': key } });

  async function orders(): Promise<Json[]> {
    const answer = await service.client.get('orders?limit=5000');
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  }

  /** Asks until the service has noticed that its database went or came. */
  async function untilReadyIs(status: number): Promise<void> {
    await until(`/readyz is ${status}`, async () => (await service.client.get('/readyz')).status === status);
  }

  function isAway(answer: Answer): void {
    isError(answer, 503, 'temporarily_unavailable');
    assert.equal(answer.headers['retry-after'], '1');
  }

  it('is 503 meanwhile, on every call that needs it, and nothing is done', async () => {
    const first = await post('before', 'before');
    assert.equal(first.status, 201, first.text);
    const known = await orders();
    postgres.kill();
    await untilReadyIs(503);

    const { client } = service;
    isAway(await client.get(`orders/${first.json.id}`));
    isAway(await client.get('products'));
    isAway(await post('during', 'during'));
    isAway(await post('before', 'before'));
    isAway(await client.put(`orders/${first.json.id}`, { notes: 'changed' }));
    isAway(await client.delete(`orders/${first.json.id}`));
    isAway(await client.get('orders', { headers: { authorization: 'Bearer never-seen' } }));
    const { client_id, client_secret } = service.card.addon;
    isAway(await client.post('/v1/token', { grant_type: 'client_credentials', client_id, client_secret }));
    const ready = await client.get('/readyz');
    assert.deepEqual([ready.status, ready.json.status], [503, 'not ready']);
    assert.equal((await client.get('/healthz')).status, 200);
    isError(await client.get('/v1/nowhere'), 404, 'not_found');

    await postgres.restart();
    await untilReadyIs(200);
    assert.deepEqual(await orders(), known);
    const replayed = await post('before', 'before');
    assert.equal(replayed.text, first.text);
    const late = await post('during', 'during');
    assert.equal(late.status, 201, late.text);
    assert.equal(late.headers['idempotent-replayed'], undefined, 'the 503 was not stored');
    assert.equal((await orders()).length, known.length + 1);
  });

  it('in the middle of many orders loses none that was answered and doubles none', {
    timeout: 60_000,
  }, async () => {
    const before = (await orders()).length;
    const asked: { key: string; first: Answer }[] = [];
    // Each goes on until it is not answered with an order.
    const register = async (): Promise<void> => {
      for (let made = true; made; ) {
        const key = randomUUID();
        const first = await post(key, key);
        if (asked.push({ key, first }) === 40) postgres.kill();
        assert.ok(asked.length < 5_000, 'The database does not go away.');
        made = first.status === 201;
      }
    };
    await Promise.all(Array.from({ length: 16 }, register));
    const made = asked.filter(({ first }) => first.status === 201);
    for (const { first } of asked) {
      if (first.status !== 201) isAway(first);
    }
    assert.equal(asked.length - made.length, 16);

    await postgres.restart();
    await untilReadyIs(200);
    const saved = new Map((await orders()).map((order) => [order.notes, order]));
    for (const { key, first } of made) assert.equal(saved.get(key)?.id, first.json.id);

    // Clients without an answer ask again with the same key: one order each, committed before or not.
    for (const { key, first } of asked) {
      const answer = await post(key, key);
      assert.equal(answer.status, 201, answer.text);
      if (first.status === 201) assert.equal(answer.text, first.text);
    }
    const after = await orders();
    assert.equal(after.length, before + asked.length);
    assert.equal(new Set(after.map((order) => order.notes)).size, after.length);
    const events = (await service.client.get('events?limit=5000')).json;
    assert.deepEqual(
      events.map((event: Json) => event.number),
      events.map((_: Json, at: number) => at + 1),
      'numbered without gaps',
    );
  });

  it('is not ready, and says why, while it can only be read', async () => {
    const { client, config } = service;
    const administer = async (text: string) => {
      const admin = new pg.Client({ connectionString: config.databaseUrl });
      await admin.connect();
      await admin.query('set default_transaction_read_only = off');
      await admin.query(text);
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'passbell'`,
      );
      await admin.end();
    };
    await administer('alter database passbell set default_transaction_read_only = on');
    await untilReadyIs(503);
    const { json } = await client.get('/readyz');
    assert.deepEqual(json.checks, {
      service: { ok: true },
      writes: { ok: false, reason: 'The database can only be read.' },
      deliveries: { ok: true },
      mail: { ok: true },
      certificate: { ok: true },
    });
    assert.equal((await client.get('orders')).status, 200);
    isAway(await post('read-only', 'read-only'));
    assert.match((await client.get('/metrics')).text, /^passbell_ready\{check="writes"\} 0$/m);
    await administer('alter database passbell reset default_transaction_read_only');
    await untilReadyIs(200);
    assert.equal((await post('read-only', 'read-only')).status, 201);
  });

  it('does not make a token outlive its hour', async () => {
    const { client_id, client_secret } = service.card.addon;
    const grant = { grant_type: 'client_credentials', client_id, client_secret };
    const { json } = await service.client.post('/v1/token', grant);
    const client = service.as(`Bearer ${json.access_token}`);
    assert.equal((await client.get('orders?limit=1')).status, 200);
    service.clock.advance(HOUR);
    isError(await client.get('orders?limit=1'), 401, 'invalid_token');
  });

  it('counts tables that have grown, so that plans fit', async () => {
    const { storage } = service.app;
    await storage.write(async (tx) => {
      await tx.run(
        sql`insert into meta (key, value) select 'grown ' || n, 'x' from generate_series(1, 1000) as rows (n)`,
      );
      await tx.get(sql`select pg_stat_force_next_flush()`);
    });
    await until('it is counted', async () => {
      service.ticker.tick();
      const row = await storage.read(async (tx) =>
        tx.get<{ rows: bigint }>(
          sql`select cast(reltuples as bigint) as rows from pg_class where relname = 'meta'`,
        ),
      );
      return (row?.rows ?? 0n) >= 1_000n;
    });
  });
});
