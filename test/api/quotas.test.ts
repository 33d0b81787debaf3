// What a company may use, by the operator's word (reference: limits.16 to limits.18).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { dayOf } from '#src/edge/quotas.ts';
import { type QuotaChange, readUses, setQuotas } from '#src/edge/usage.store.ts';
import { DAY, HOUR, MINUTE } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import {
  type Answer,
  type Card,
  type Client,
  ENGINES,
  freshDatabase,
  type Json,
  onEachEngine,
  type Service,
  startService,
} from '#test/harness/service.ts';
import { invalidFields, make, refused } from './helpers.ts';
import { screenOf } from './screens.ts';

interface Shop {
  readonly client: Client;
  readonly card: Card;
  readonly id: bigint;
  order(fields?: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** A company of its own with quotas of its own. */
async function openShop(service: Service, quotas: QuotaChange = {}): Promise<Shop> {
  const { client, card } = await service.newCompany('Bounded');
  const id = BigInt(client.companyId);
  if (Object.keys(quotas).length > 0) await service.app.storage.write((tx) => setQuotas(tx, id, quotas));
  return {
    ...{ client, card, id },
    order: (fields = {}, headers = {}) =>
      client.post('orders', { site_id: card.sites[0].id, ...fields }, { headers }),
  };
}

const flush = ({ app }: Service): Promise<void> =>
  app.edge.usage?.flush() ?? assert.fail('Nothing is counted.');
const usage = async ({ client }: Shop): Promise<Json> => (await client.get('usage')).json;

async function statuses(count: number, ask: () => Promise<Answer>): Promise<number[]> {
  const found: number[] = [];
  for (let at = 0; at < count; at++) found.push((await ask()).status);
  return found;
}

/** Moves the clock to the middle of the next day. */
function nextDay({ clock }: Service): void {
  clock.advance(DAY + 12n * HOUR - (clock.now() % DAY));
}

onEachEngine('quotas of a day (reference: limits.16)', (service) => {
  it('let as many requests through as they say, and are 429 until midnight then', async () => {
    nextDay(service());
    const shop = await openShop(service(), { requests: 3n });
    const sites = () => shop.client.get('sites');
    const first = await sites();
    assert.equal(first.headers['ratelimit-policy'], '"requests-per-day";q=3;w=86400');
    assert.equal(first.headers.ratelimit, '"requests-per-day";r=2;t=43200');
    assert.deepEqual(await statuses(3, sites), [200, 200, 429]);
    service().clock.advance(HOUR);
    const answer = await shop.client.post('orders', {});
    refused(answer, 429, 'daily_quota_exceeded');
    assert.equal(answer.headers['retry-after'], String(11 * 3600));
    assert.match(answer.json.error_description, /the 3 requests .* in a day of UTC.*raise/);
    assert.equal(typeof answer.json.reason, 'string');
    assert.deepEqual(answer.json.params, { limit: '3' });
    assert.equal(answer.headers.ratelimit, '"requests-per-day";r=0;t=39600');
    // What is refused is not counted, and the other company has its own.
    await flush(service());
    assert.equal((await service().foreign.get('sites')).status, 200);
    service().clock.advance(11n * HOUR - 1n);
    assert.equal((await sites()).headers['retry-after'], '1');
    service().clock.advance(1n);
    assert.deepEqual(await statuses(4, sites), [200, 200, 200, 429]);
  });

  it('are of bytes as well, of bodies and answers', async () => {
    const shop = await openShop(service(), { bytes: 20_000n });
    const sites = await shop.client.get('sites');
    assert.equal(sites.headers['ratelimit-policy'], '"bytes-per-day";q=20000;qu="content-bytes";w=86400');
    // An answer is counted when it was sent, and heard of by then.
    const untilCounted = (bytes: number) =>
      until(`${bytes} bytes are counted`, async () => {
        const { app, clock } = service();
        await flush(service());
        const uses = await app.storage.read((tx) => readUses(tx, shop.id, dayOf(clock.now()), 1));
        return uses[0]?.bytes === bytes;
      });
    await untilCounted(sites.bytes.length);
    const shown = await shop.client.get('usage');
    assert.equal(shown.json.bytes.used, sites.bytes.length);
    const raw = JSON.stringify({ site_id: shop.card.sites[0].id, notes: 'x'.repeat(500) });
    const made = await shop.client.ask('POST', 'orders', { raw });
    assert.equal(made.status, 201);
    const packed = await shop.client.get('orders', { headers: { 'accept-encoding': 'gzip' } });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    const answers = [sites, shown, made, packed].reduce((sum, { bytes }) => sum + bytes.length, 0);
    await untilCounted(answers + Buffer.byteLength(raw));
    let last: Answer | undefined;
    for (let at = 0; at < 40 && last?.status !== 429; at++) last = await shop.client.get('orders');
    assert.ok(last);
    refused(last, 429, 'daily_quota_exceeded');
    assert.match(last.json.error_description, /20000 bytes/);
  });

  it('hold for what the settings do not say, until they are raised', async () => {
    const shop = await openShop(service(), { requests: 1n });
    assert.deepEqual(await statuses(2, () => shop.client.get('sites')), [200, 429]);
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { requests: 3n }));
    // It is refused until the process has heard of it, some seconds later.
    await flush(service());
    assert.deepEqual(await statuses(3, () => shop.client.get('sites')), [200, 200, 429]);
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { requests: 'none' }));
    await flush(service());
    const free = await shop.client.get('sites');
    assert.deepEqual([free.status, free.headers.ratelimit], [200, undefined]);
  });

  it('are not for Passbell’s own screens', async () => {
    const shop = await openShop(service(), { requests: 1n, bytes: 1n, rows: 1n });
    const { client: owner } = await screenOf(service(), shop.card);
    assert.deepEqual(await statuses(2, () => shop.client.get('sites')), [200, 429]);
    await flush(service());
    assert.deepEqual(await statuses(3, () => owner.get('sites')), [200, 200, 200]);
    const made = await owner.post('customers', { first_name: 'Ada', phone: '1' });
    assert.equal(made.status, 201, made.text);
    await flush(service());
    assert.equal((await owner.post('customers', { first_name: 'Bea', phone: '2' })).status, 201);
    assert.equal(made.headers.ratelimit, undefined);
  });

  it('count each request of a batch, and nothing of who is not known', async () => {
    const shop = await openShop(service(), { requests: 4n });
    const requests = Array.from({ length: 5 }, () => ({ method: 'GET', path: '/companies/me/sites' }));
    const batch = await shop.client.post('batch', { requests });
    assert.equal(batch.status, 200);
    assert.deepEqual(
      batch.json.responses.map(({ status }: Json) => status),
      [200, 200, 200, 429, 429],
    );
    await shop.client.get('sites', { without: ['authorization'] });
    await flush(service());
    const row = await service().app.storage.read(async (tx) =>
      tx.get(sql`select requests from company_usage where company_id = ${shop.id}`),
    );
    assert.deepEqual(row, { requests: 4n });
  });

  it('are told to the company, with the days before', async () => {
    nextDay(service());
    const shop = await openShop(service(), { requests: 10n });
    const day = () => new Date(Number(service().clock.now() / 1000n)).toISOString().slice(0, 10);
    const first = day();
    await shop.client.get('sites');
    await flush(service());
    nextDay(service());
    await shop.client.get('sites');
    await shop.client.get('sites');
    await flush(service());
    const told = await usage(shop);
    assert.deepEqual(
      [told.day, told.requests, told.bytes.limit, told.rows],
      [
        day(),
        { used: 2, limit: 10, remaining: 8 },
        null,
        { used: null, limit: null, remaining: null, counted_at: null },
      ],
    );
    assert.deepEqual(
      told.days.map((each: Json) => [each.day, each.requests]),
      [
        [day(), 2],
        [first, 1],
      ],
    );
    service().clock.advance(30n * DAY);
    assert.deepEqual((await usage(shop)).days, []);
    service().clock.advance(371n * DAY);
    await service().app.sweep();
    const left = await service().app.storage.read(async (tx) =>
      tx.all(sql`select day from company_usage where day < ${dayOf(service().clock.now()) - 400n}`),
    );
    assert.deepEqual(left, []);
  });

  it('are in the metrics when they are near, and when they are used up', async () => {
    const shop = await openShop(service(), { requests: 5n });
    const count = async (name: string) => {
      const { text } = await service().send('GET', '/metrics');
      return Number(
        new RegExp(`^passbell_companies_${name}_quota\\{quota="requests"\\} (\\d+)$`, 'm').exec(text)?.[1],
      );
    };
    const [over, near] = [await count('over'), await count('near')];
    await statuses(4, () => shop.client.get('sites'));
    await flush(service());
    assert.deepEqual([await count('over'), await count('near')], [over, near + 1]);
    await statuses(2, () => shop.client.get('sites'));
    assert.deepEqual([await count('over'), await count('near')], [over + 1, near + 1]);
  });
});

onEachEngine('a quota of stored records (reference: limits.17)', (service) => {
  /** A company with room for two records. */
  async function smallShop(): Promise<Shop> {
    const shop = await openShop(service(), { rows: 2n });
    await shop.client.get('sites');
    await flush(service());
    return shop;
  }

  it('refuses what makes more, and nothing else', async () => {
    const shop = await smallShop();
    const { client } = shop;
    const customer = await make(client, 'customers', { first_name: 'Ada', phone: '1' });
    const order = await shop.order();
    assert.equal(order.status, 201);
    for (const answer of [
      await shop.order(),
      await client.post('customers', { first_name: 'Bea', phone: '2' }),
      await client.post('products', { name: 'Tea' }),
      await client.post(`sites/${shop.card.sites[0].id}/products`, { name: 'Tea', unit_price: 1 }),
    ]) {
      refused(answer, 403, 'row_quota_exceeded');
      assert.match(answer.json.error_description, /may store 2 .* it has 2, and this would make 1 more/);
    }
    assert.equal((await client.get('customers')).status, 200);
    const changed = await client.put(`orders/${order.json.id_str}`, { notes: 'Later' });
    assert.equal(changed.status, 200);
    assert.equal((await client.post('categories', { name: 'Drinks' })).status, 201, 'not counted');
    assert.equal((await client.delete(`customers/${customer.id_str}`)).status, 204);
    // They are counted again within a minute while something is refused.
    service().clock.advance(MINUTE);
    await shop.order();
    await flush(service());
    assert.equal((await shop.order()).status, 201);
    refused(await shop.order(), 403, 'row_quota_exceeded');
    assert.equal((await usage(shop)).rows.limit, 2);
  });

  it('gives the answer of a key again, and keeps no refusal for one', async () => {
    const shop = await smallShop();
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const keyed = (key: string) => shop.order({}, { 'idempotency-key': key });
    for (const key of [one, two]) assert.equal((await keyed(key)).status, 201);
    refused(await keyed(three), 403, 'row_quota_exceeded');
    const again = await keyed(one);
    assert.deepEqual([again.status, again.headers['idempotent-replayed']], [201, 'true']);
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { rows: 3n }));
    await flush(service());
    assert.equal((await keyed(two)).status, 201, 'an answer that is given again makes nothing');
    assert.equal((await keyed(three)).status, 201, 'once there is room');
    refused(await keyed(randomUUID()), 403, 'row_quota_exceeded');
    await flush(service());
    assert.equal((await usage(shop)).rows.used, 3);
  });

  it('holds within a batch, which goes on when it is sent again', async () => {
    const shop = await smallShop();
    const requests = Array.from({ length: 3 }, () => ({
      ...{ method: 'POST', path: '/companies/me/orders', body: { site_id: shop.card.sites[0].id } },
    }));
    const send = (key: string, more: object = {}) =>
      shop.client.post('batch', { requests, ...more }, { headers: { 'idempotency-key': key } });
    const seen = ({ json }: Answer) => json.responses.map(({ status }: Json) => status);
    const key = randomUUID();
    assert.deepEqual(seen(await send(key)), [201, 201, 403]);
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { rows: 3n }));
    await flush(service());
    const again = await send(key);
    assert.deepEqual(seen(again), [201, 201, 201]);
    await flush(service());
    assert.equal((await usage(shop)).rows.used, 3, 'two were answered again');
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { rows: 5n }));
    await flush(service());
    assert.deepEqual(seen(await send(randomUUID(), { atomic: true })), [424, 424, 403]);
    await service().app.storage.write((tx) => setQuotas(tx, shop.id, { rows: 6n }));
    await flush(service());
    assert.deepEqual(seen(await send(randomUUID(), { atomic: true })), [201, 201, 201]);
    const dry = await shop.client.post('orders?dry_run=true', { site_id: shop.card.sites[0].id });
    refused(dry, 403, 'row_quota_exceeded');
  });

  it('has a part for each order that one is split into', async () => {
    const shop = await openShop(service(), { rows: 4n });
    await shop.client.get('sites');
    await flush(service());
    const product = await make(shop.client, `sites/${shop.card.sites[0].id}/products`, {
      ...{ name: 'Tea', unit_price: 6 },
    });
    const order = await shop.order({ lines: [{ product_id: product.id }] });
    assert.equal(order.status, 201, order.text);
    const split = (count: number) =>
      shop.client.post(
        `orders/${order.json.id_str}/split`,
        { by: 'share', count },
        { headers: { 'idempotency-key': `split-${count}` } },
      );
    refused(await split(4), 403, 'row_quota_exceeded');
    const good = await split(3);
    assert.equal(good.status, 200, good.text);
    assert.equal(good.json.orders.length, 2);
    assert.equal((await split(3)).text, good.text);
    await flush(service());
    assert.equal((await usage(shop)).rows.used, 4);
    refused(await shop.order(), 403, 'row_quota_exceeded');
  });

  it('refuses an import that would pass it, whole', async () => {
    const shop = await openShop(service(), { rows: 3n });
    const { client } = shop;
    await client.get('sites');
    await flush(service());
    const csv = (count: number) =>
      `name,sku,unit_price\n${Array.from({ length: count }, (_, at) => `Tea ${at},t${at},1`).join('\n')}\n`;
    refused(await client.post('imports', { csv: csv(4) }), 403, 'row_quota_exceeded');
    assert.deepEqual((await client.get('products')).json, [], 'nothing of it is saved');
    const dry = await client.post('imports', { csv: csv(4), dry_run: true });
    assert.equal(dry.status, 200, dry.text);
    const good = await client.post('imports', { csv: csv(3) });
    assert.equal(good.status, 200, good.text);
    const again = await client.post('imports', { csv: csv(3) });
    assert.equal(again.status, 200, 'what is there is no more');
    const opened = await make(client, 'imports/open', {
      ...{ kind: 'customers', file_name: 'c.csv', sha256: 'a'.repeat(64) },
    });
    const part = await client.post(`imports/${opened.id_str}/rows`, {
      ...{ part: 1, csv: 'customer,first_name,phone\n1,Ada,1\n', last: true },
    });
    refused(part, 403, 'row_quota_exceeded');
    await flush(service());
    assert.equal((await usage(shop)).rows.used, 3);
    assert.deepEqual((await client.get('customers')).json, []);
    invalidFields(await client.post('imports', {}), 'csv');
  });

  it('counts what screens make, and again once an hour', async () => {
    const shop = await smallShop();
    const { client: owner } = await screenOf(service(), shop.card);
    for (const name of ['Ada', 'Bea']) await make(owner, 'customers', { first_name: name, phone: '1' });
    refused(await shop.order(), 403, 'row_quota_exceeded');
    await flush(service());
    // Behind the API two more go.
    await service().app.storage.write(async (tx) =>
      tx.run(sql`update customers set deleted = 1 where company_id = ${shop.id}`),
    );
    service().clock.advance(HOUR);
    await shop.client.get('sites');
    await flush(service());
    assert.equal((await usage(shop)).rows.used, 0);
    assert.equal((await shop.order()).status, 201);
  });
});

for (const engine of ENGINES) {
  describe(`quotas of a service (${engine})`, () => {
    const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
    after(() => rmSync(dir, { recursive: true, force: true }));

    it('are those of the settings, and go on after a start', async () => {
      const env = {
        DATA_DIR: dir,
        QUOTA_REQUESTS_PER_DAY: '3',
        QUOTA_ROWS: '100000',
        ...(engine === 'postgres' ? { DATABASE_URL: await freshDatabase() } : {}),
      };
      const first = await startService(engine, env);
      const sites = ({ client }: Service) => client.get('sites');
      assert.deepEqual(await statuses(2, () => sites(first)), [200, 200]);
      await first.stop();
      const second = await startService(engine, env);
      try {
        assert.deepEqual(await statuses(2, () => sites(second)), [200, 429]);
        await second.app.storage.write((tx) =>
          setQuotas(tx, BigInt(second.client.companyId), { requests: 'none' }),
        );
        await flush(second);
        assert.equal((await sites(second)).status, 200);
      } finally {
        await second.stop();
      }
    });
  });
}

describe('quotas of two processes of one database', () => {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-'));
  after(() => rmSync(dir, { recursive: true, force: true }));

  it('are used up by both together', async () => {
    const env = { DATA_DIR: dir, DATABASE_URL: await freshDatabase(), QUOTA_REQUESTS_PER_DAY: '10' };
    const one = await startService('postgres', env);
    const two = await startService('postgres', env);
    try {
      let good = 0;
      for (let at = 0; at < 12; at++) {
        for (const service of [one, two]) {
          if ((await service.client.get('sites')).status === 200) good++;
          await flush(service);
        }
      }
      assert.ok(good >= 10 && good <= 11, `${good} were let through`);
      assert.equal((await one.client.get('sites')).status, 429);
      const rows = await two.app.storage.read(async (tx) => tx.all(sql`select requests from company_usage`));
      assert.deepEqual(rows, [{ requests: BigInt(good) }]);
    } finally {
      await two.stop();
      await one.stop();
    }
  });
});
