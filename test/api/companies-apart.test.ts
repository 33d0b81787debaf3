import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '#test/harness/process.ts';
import { freshDatabase, type Json, type Service, startService } from '#test/harness/service.ts';
import { make } from './helpers.ts';

/** Locks of a table that changes of its rows take, and that let others do the same. */
const OF_ROWS = ['AccessShareLock', 'RowExclusiveLock', 'RowShareLock'];

/** Companies that work at a time, and how often each does everything. */
const COMPANIES = 4;
const ROUNDS = 6;
/** Fewer looks than these would have seen nothing. */
const LEAST_LOOKS = 20;

describe('Companies on PostgreSQL', () => {
  let service: Service;
  /** Stands in the way of the first company. */
  let holder: pg.Client;
  /** Looks at locks. */
  let viewer: pg.Client;
  const open = async () => {
    const client = new pg.Client({ connectionString: service.config.databaseUrl });
    await client.connect();
    return client;
  };
  before(async () => {
    service = await startService('postgres', { DATABASE_URL: await freshDatabase() });
    [holder, viewer] = [await open(), await open()];
  });
  after(async () => {
    await holder.end();
    await viewer.end();
    await service.stop();
  });
  /** Server processes that wait for a lock, with the modes of the locks of tables that they have. */
  const waiting = async (): Promise<{ pid: number; modes: string[] }[]> => {
    const { rows } = await viewer.query(
      `select l.pid, array_agg(distinct l.mode) as modes from pg_locks l
       where l.locktype = 'relation' and l.granted and l.pid in (
         select w.pid from pg_locks w join pg_stat_activity a on a.pid = w.pid
         where not w.granted and a.datname = current_database())
       group by l.pid`,
    );
    return rows;
  };
  const order = (card: Json, product: number) => ({
    ...{ site_id: card.sites[0].id, status: 'COMPLETE' },
    lines: [{ product_id: product, quantity: 1 }],
  });
  const key = () => ({ headers: { 'idempotency-key': randomUUID() } });

  it('share no lock: one sells, and changes its menu, while an order of another holds all that it takes', async () => {
    const { client, foreign, card, foreignCard } = service;
    const tea = { name: 'Tea', unit_price: 4, availability: { is_available: true, amount: 100 } };
    const { id: product } = await make(client, `sites/${card.sites[0].id}/products`, tea);
    const { id: other } = await make(foreign, `sites/${foreignCard.sites[0].id}/products`, tea);
    await holder.query('begin');
    // The counter of events is the last that an order takes.
    await holder.query('select last from event_counters where company_id = $1 for update', [
      client.companyId,
    ]);
    let isAnswered = false;
    const held = client.post('orders', order(card, product), key()).finally(() => {
      isAnswered = true;
    });
    await until('the order waits', async () => (await waiting()).length === 1);
    const done = [
      await foreign.post('orders', order(foreignCard, other), key()),
      await foreign.post('orders', order(foreignCard, other)),
      await foreign.put(`products/${other}`, { name: 'Renamed' }),
      await foreign.post('customers', { first_name: 'Ada', email: 'ada@example.com' }),
      await foreign.get('orders?limit=5&count=true'),
    ];
    assert.deepEqual(
      done.map(({ status }) => status),
      [201, 201, 200, 201, 200],
      done.map(({ text }) => text.slice(0, 200)).join('\n'),
    );
    const still = await waiting();
    assert.equal(still.length, 1, 'nobody else waits');
    for (const mode of still[0]?.modes ?? []) assert.ok(OF_ROWS.includes(mode), mode);
    assert.equal(isAnswered, false);
    await holder.query('rollback');
    assert.equal((await held).status, 201);
  });

  it('share no row under load: each does one thing after the other, all at a time, and nobody waits for a lock', async () => {
    const { newCompany } = service;
    const companies = await Promise.all(
      Array.from({ length: COMPANIES }, async (_, at) => {
        const { client, card } = await newCompany(`Company ${at}`);
        const site = card.sites[0].id;
        const goods = { name: 'Tea', unit_price: 4, availability: { is_available: true, amount: 1000 } };
        const { id: product } = await make(client, `sites/${site}/products`, goods);
        await make(client, 'webhooks', { topic: 'orders/created', address: 'https://hooks.example.com/' });
        return { client, card, site, product };
      }),
    );
    let isOver = false;
    /** Looks for anybody who waits, and for whom, until all is done. */
    const watch = async () => {
      let looks = 0;
      while (!isOver) {
        const { rows } = await viewer.query(
          `select a.pid, a.query, (select string_agg(b.query, ' | ') from pg_stat_activity b
             where b.pid = any (pg_blocking_pids(a.pid))) as of
           from pg_locks w join pg_stat_activity a on a.pid = w.pid
           where not w.granted and a.datname = current_database()`,
        );
        assert.deepEqual(rows, []);
        looks++;
      }
      return looks;
    };
    const work = async ({ client, card, site, product }: (typeof companies)[number]) => {
      for (let round = 0; round < ROUNDS; round++) {
        const body = order(card, product);
        const placed = await make(client, 'orders', { ...body, status: 'PENDING' });
        const payment = { method_id: card.payment_methods[0].id, amount: 4 };
        const done = [
          await client.post('orders', body, key()),
          await client.post(`orders/${placed.id_str}/payments`, payment, key()),
          await client.post('customers', {
            first_name: 'Ada',
            email: `ada${round}@example.com`,
            tags: ['a'],
          }),
          await client.put(`products/${product}`, { name: `Tea ${round}` }),
          await client.post(`sites/${site}/stock_movements`, {
            product_id: product,
            change: -1,
            reason: 'wastage',
          }),
          await client.post('taxes', { code: `T${round}`, name: `Tax ${round}`, rate: 0.1 }),
        ];
        for (const { status, text } of done) assert.ok(status === 200 || status === 201, text);
      }
    };
    const load = Promise.all(companies.map(work)).finally(() => {
      isOver = true;
    });
    const [looks] = await Promise.all([watch(), load]);
    assert.ok(looks >= LEAST_LOOKS, `It was looked ${looks} times.`);
  });
});
