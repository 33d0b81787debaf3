// Several services on one PostgreSQL: one installation, whichever of them is asked.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import {
  FIRST_PRODUCT,
  makeFolder,
  PIZZA_PLACE,
  runCli,
  runServe,
  type Server,
  serve,
  until,
} from '#test/harness/process.ts';
import { freshDatabase, type Json } from '#test/harness/service.ts';

describe('two services on one database', () => {
  let env: { DATABASE_URL: string };
  let a: Server;
  let b: Server;
  let token: string;
  before(async () => {
    env = { DATABASE_URL: await freshDatabase() };
    a = await serve({ env });
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(a.dir, 'secret.key'), join(dir, 'secret.key'));
    b = await serve({ env, dir });
    token = a.card.addon.access_token;
  });
  after(() => Promise.all([a?.stop(), b?.stop()]));

  const order = () => ({
    site_id: a.card.sites[0].id,
    status: 'COMPLETE',
    lines: [{ product_id: FIRST_PRODUCT }],
  });

  it('are one company: the second makes no sandbox and takes the same token', async () => {
    assert.equal(existsSync(join(b.dir, 'sandbox.json')), false);
    const [own, other] = await Promise.all([a.get('/v1/companies/me'), b.get('/v1/companies/me', { token })]);
    assert.equal(other.status, 200);
    assert.equal(other.text, own.text);
    const { client_id, client_secret } = a.card.addon;
    const granted = await b.post(
      '/v1/token',
      { grant_type: 'client_credentials', client_id, client_secret },
      { token },
    );
    assert.equal((await a.get('products?limit=1', { token: granted.json.access_token })).status, 200);
  });

  it('see at once what the other has done', async () => {
    const made = await a.post('orders', order());
    assert.equal((await b.get(`orders/${made.json.id}`, { token })).text, made.text);
    const named = await b.put(`products/1`, { name: 'Renamed' }, { token });
    assert.equal(named.status, 200, named.text);
    assert.equal((await a.get('products/1')).text, named.text);
    const next = await a.post('orders', order());
    assert.equal(next.json.lines[0].product.name, 'Renamed');
  });

  it('number invoices without gaps, whichever completes an order (reference: orders.54)', async () => {
    const site = await a.post('sites', { name: 'Numbered', invoice_numbers: true });
    assert.equal(site.status, 201, site.text);
    const product = await a.post(`sites/${site.json.id}/products`, { name: 'Soup', unit_price: 10 });
    const body = { site_id: site.json.id, status: 'COMPLETE', lines: [{ product_id: product.json.id }] };
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? a : b).post('orders', body, { token })),
    );
    const counts = made.map(({ json }) => Number(json.invoice_number?.split('-').at(-1)));
    assert.deepEqual(
      counts.sort((one, other) => one - other),
      Array.from({ length: 40 }, (_, at) => at + 1),
    );
  });

  it('give ids, receipt numbers and event numbers once, and an idempotency key counts at both', async () => {
    const made = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? a : b).post('orders', order(), { token })),
    );
    assert.ok(made.every(({ status }) => status === 201));
    assert.equal(new Set(made.map(({ json }) => json.id)).size, 60);
    assert.equal(new Set(made.map(({ json }) => json.saleid)).size, 60);
    const events = await b.list('events?limit=1000', { token });
    assert.deepEqual(
      events.map((event) => event.number),
      events.map((_, at) => at + 1),
    );
    const headers = { 'idempotency-key': 'one-and-only' };
    const once = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        (at % 2 === 0 ? a : b).post('orders', order(), { token, headers }),
      ),
    );
    // A request while the first is still being served is refused, to be sent again.
    assert.ok(once.every(({ status }) => status === 201 || status === 409));
    const again = await b.post('orders', order(), { token, headers });
    assert.equal(again.status, 201);
    assert.deepEqual(
      new Set(once.filter(({ status }) => status === 201).map(({ json }) => json.id)),
      new Set([again.json.id]),
    );
  });

  it('take the cursor of the other', async () => {
    const wanted = (await a.get('orders?limit=5000')).json.map(({ id }: Json) => id);
    const seen: number[] = [];
    let next: string | undefined = '/v1/companies/me/orders?limit=9';
    for (let page = 0; next !== undefined; page++) {
      const answer: Json = await (page % 2 === 0 ? a : b).get(next, { token });
      assert.equal(answer.status, 200, answer.text);
      seen.push(...answer.json.map(({ id }: Json) => id));
      const address = answer.headers['x-next-page'];
      // Each gives the address it was asked at.
      if (address !== undefined)
        assert.equal(new URL(address).port, String(page % 2 === 0 ? a.port : b.port));
      next = address === undefined ? undefined : new URL(address).pathname + new URL(address).search;
    }
    assert.ok(wanted.length > 60);
    assert.deepEqual(seen, wanted);
  });

  it('go on without the other', async () => {
    const lost = await serve({ env, dir: copyOf(a) });
    assert.equal((await lost.post('orders', order(), { token })).status, 201);
    await lost.stop('SIGKILL');
    assert.equal((await a.post('orders', order())).status, 201);
    assert.equal((await b.post('orders', order(), { token })).status, 201);
  });

  it('are joined by none with another secret.key', async () => {
    const none = join(makeFolder(), 'data');
    const without = await runServe([], { ...env, PORT: '0', DATA_DIR: none });
    assert.equal(without.code, 1);
    assert.match(without.stderr, /secret\.key is missing/);
    assert.equal(existsSync(join(none, 'secret.key')), false, 'no other key is made in its place');
    const stranger = await serve();
    const other = copyOf(stranger);
    await stranger.stop();
    const refused = await runServe([], { ...env, PORT: '0', DATA_DIR: other });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /secret\.key is not the key/);
  });
});

/** A folder for one more process of the same installation. */
function copyOf(server: Server): string {
  const dir = join(makeFolder(), 'data');
  mkdirSync(dir);
  copyFileSync(join(server.dir, 'secret.key'), join(dir, 'secret.key'));
  return dir;
}

it('services that start together for the first time make one installation', async () => {
  const env = { DATABASE_URL: await freshDatabase() };
  const dir = join(makeFolder(), 'data');
  // An import makes the tables, and finds nothing to import into.
  assert.equal((await runCli(['import', PIZZA_PLACE], env)).code, 1);
  const [database, observer] = [1, 2].map(() => new pg.Client({ connectionString: env.DATABASE_URL }));
  assert.ok(database !== undefined && observer !== undefined);
  await Promise.all([database.connect(), observer.connect()]);
  // Each of them comes to the point where it looks whether there is a company; then all go on at once.
  await database.query('begin; lock table companies in access exclusive mode');
  const starting = Array.from({ length: 3 }, () => serve({ env, dir }));
  try {
    await until('all three wait', async () => {
      const { rows } = await observer.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === starting.length;
    });
  } finally {
    await database.query('commit');
    await Promise.all([database.end(), observer.end(), Promise.allSettled(starting)]);
  }
  const all = await Promise.all(starting);
  for (const server of all) {
    // The token of sandbox.json is the sandbox's, wherever it is asked, and all of its menu is there once.
    assert.equal((await server.get('/v1/companies')).json.length, 1);
    assert.equal((await server.list('products?limit=1000')).length, 130);
  }
  const companies = await runCli(
    ['company', 'create', '--name=X', '--currency=AUD', '--timezone=UTC', '--json'],
    {
      ...env,
      DATA_DIR: dir,
    },
  );
  assert.equal(JSON.parse(companies.stdout).company_id, 2, 'there was one company before');
  await Promise.all(all.map((server) => server.stop()));
});
