import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Dataset } from '../../src/demo/dataset.ts';
import { readDataset } from '../../src/demo/demo.ts';
import type { ImportedMenu } from '../../src/demo/menu.ts';
import { PIZZA_PLACE, readMenu } from '../../src/demo/pizza-place.ts';
import { formatDecimal, parseDecimal } from '../../src/kernel/money.ts';
import type { Clock } from '../typescript/index.ts';
import { type ReplayOptions, replay } from './replay.ts';

const DATA = fileURLToPath(new URL('../../test/data/pizza-place/', import.meta.url));
/** The first two days of the year, which have so many orders. */
const DAYS = ['2015-01-01', '2015-01-02'];
const COUNT = 136;
/** Ids that a double cannot hold. */
const FIRST_ID = 9_007_199_254_740_993n;

interface FakeOrder {
  id: bigint;
  sale_number: string;
  status: string;
  placed_at: string;
  total: bigint;
  lines: { sku: string; product: bigint; quantity: number }[];
}

/** What goes wrong with the so-many-th creation of an order (from 0 on); undefined when nothing does. */
type Fault = 'reset before' | 'reset after' | 'in use' | 'busy' | 'unavailable' | 'unavailable after';

/** A service that keeps orders in memory and answers as the API does. */
class FakeService {
  readonly orders: FakeOrder[] = [];
  readonly bodies: Record<string, unknown>[] = [];
  readonly keys = new Map<string, { body: string; status: number; answer: string }>();
  menu: ImportedMenu;
  posts = 0;
  readonly urls: string[] = [];
  base = '';
  pageLimit = 40;
  fault: (post: number) => Fault | undefined = () => undefined;
  /** Called before an order is made; may answer a refusal instead. */
  refuse: (saleNumber: string) => { status: number; error: string; stored?: boolean } | undefined = () =>
    undefined;
  /** May change an order as it is read. */
  distort: (order: FakeOrder) => FakeOrder[] = (order) => [order];
  readonly #server = createServer((request, response) => this.#handle(request, response));

  constructor(menu: ImportedMenu) {
    this.menu = menu;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.base = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  /** Waits until the requests of a client that has gone are dealt with. */
  async idle(): Promise<void> {
    const open = () =>
      new Promise<number>((resolve) => this.#server.getConnections((_, count) => resolve(count)));
    while ((await open()) > 0) await new Promise((resolve) => setImmediate(resolve));
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #handle(request: IncomingMessage, response: ServerResponse): unknown {
    const url = new URL(request.url ?? '', this.base);
    this.urls.push(`${request.method} ${url.pathname}${url.search}`);
    if (request.headers.authorization !== 'Bearer token') {
      return this.#answer(response, 401, { error: 'invalid_token', error_description: 'No such token.' });
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.method === 'POST' && url.pathname === '/v1/companies/7/orders') {
        this.#create(request, response, body);
      } else if (url.pathname === '/v1/companies/7/sites/70/products')
        this.#list(url, response, this.#products());
      else if (url.pathname === '/v1/companies/7/sites/70/orders') {
        const lines = url.searchParams.get('fields') === 'lines,options';
        const orders = this.orders.toReversed().flatMap((order) => this.distort(order));
        this.#list(
          url,
          response,
          orders.map((order) => this.#order(order, lines)),
        );
      } else this.#answer(response, 404, { error: 'not_found', error_description: 'Nothing here.' });
    });
  }

  #answer(
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #products(): unknown[] {
    return this.menu.products.map((product, at) => ({
      id: JSON.rawJSON(String(FIRST_ID + BigInt(at))),
      id_str: String(FIRST_ID + BigInt(at)),
      sku: product.sku,
      name: product.name,
      unit_price: JSON.rawJSON(product.price),
    }));
  }

  #order(order: FakeOrder, withLines: boolean): unknown {
    const { id, sale_number, status, placed_at, total, lines } = order;
    return {
      id: JSON.rawJSON(String(id)),
      id_str: String(id),
      sale_number,
      status,
      placed_at,
      total: JSON.rawJSON(formatDecimal(total)),
      ...(withLines && {
        lines: lines.map(({ sku, product, quantity }) => ({
          product: { id: JSON.rawJSON(String(product)), id_str: String(product), sku },
          quantity,
        })),
      }),
    };
  }

  #list(url: URL, response: ServerResponse, records: unknown[]): void {
    const asked = Number(url.searchParams.get('limit'));
    assert.ok(asked >= 1 && asked <= 5000);
    const limit = Math.min(asked, this.pageLimit);
    const from = Number(url.searchParams.get('cursor') ?? 0);
    url.searchParams.set('cursor', String(from + limit));
    const headers: Record<string, string> = from + limit < records.length ? { 'x-next-page': url.href } : {};
    this.#answer(response, 200, records.slice(from, from + limit), headers);
  }

  #create(request: IncomingMessage, response: ServerResponse, body: string): unknown {
    const fault = this.fault(this.posts++);
    if (fault === 'reset before') return request.socket.destroy();
    if (fault === 'unavailable') return this.#answer(response, 503, { error: 'temporarily_unavailable' });
    if (fault === 'busy') {
      return this.#answer(response, 429, { error: 'rate_limit_exceeded' }, { 'retry-after': '30' });
    }
    if (fault === 'in use') {
      return this.#answer(response, 409, { error: 'idempotency_key_in_use' }, { 'retry-after': '1' });
    }
    const key = String(request.headers['idempotency-key']);
    assert.match(key, /^[a-zA-Z0-9-]{1,255}$/);
    assert.equal(request.headers['content-type'], 'application/json');
    const stored = this.keys.get(key);
    let made = stored;
    if (made !== undefined && made.body !== body) {
      return this.#answer(response, 422, { error: 'idempotency_key_reused', error_description: 'Used.' });
    }
    if (made === undefined) {
      made = { body, ...this.#make(body) };
      if (made.status !== 503) this.keys.set(key, made);
    }
    if (fault === 'reset after') return request.socket.destroy();
    if (fault === 'unavailable after')
      return this.#answer(response, 503, { error: 'temporarily_unavailable' });
    const headers: Record<string, string> = stored === undefined ? {} : { 'idempotent-replayed': 'true' };
    return this.#answer(response, made.status, made.answer, headers);
  }

  #make(text: string): { status: number; answer: string } {
    const body = JSON.parse(text) as Record<string, unknown>;
    this.bodies.push(body);
    const saleNumber = String(body.sale_number);
    const refusal = this.refuse(saleNumber);
    if (refusal !== undefined) {
      const { status, error } = refusal;
      return { status, answer: JSON.stringify({ error, error_description: 'Not this one.' }) };
    }
    const lines = (body.lines as { product_id: string; quantity: number }[]).map(
      ({ product_id, quantity }) => {
        const product = BigInt(product_id);
        const item = this.menu.products[Number(product - FIRST_ID)];
        assert.ok(item !== undefined);
        return { sku: item.sku, product, quantity, price: parseDecimal(item.price) ?? 0n };
      },
    );
    const order: FakeOrder = {
      id: FIRST_ID + BigInt(this.orders.length),
      sale_number: saleNumber,
      status: String(body.status),
      placed_at: String(body.placed_at),
      total: lines.reduce((sum, line) => sum + line.price * BigInt(line.quantity), 0n),
      lines,
    };
    this.orders.push(order);
    return { status: 201, answer: JSON.stringify(this.#order(order, true)) };
  }
}

const services: FakeService[] = [];
let menu: ImportedMenu;
let dir = '';
let data: Dataset;
before(async () => {
  menu = await readMenu(DATA);
  dir = await mkdtemp(join(tmpdir(), 'replay-'));
  for (const file of ['pizza_types.csv', 'pizzas.csv']) await cp(join(DATA, file), join(dir, file));
  for (const [file, rows] of [
    ['orders.csv', COUNT],
    ['order_details.csv', 161 + 160],
  ] as const) {
    const text = gunzipSync(await readFile(join(DATA, `${file}.gz`))).toString('utf8');
    await writeFile(join(dir, file), `${text.split('\n', rows + 1).join('\n')}\n`);
  }
  const { byDay } = await PIZZA_PLACE.expected(DATA);
  const expected = {
    orders: COUNT,
    lines: 161 + 160,
    pizzas_sold: 162 + 165,
    revenue: '5445.75',
    revenue_by_month: { '2015-01': '5445.75' },
    by_day: Object.fromEntries(
      DAYS.map((day) => {
        const { items, ...figures } = byDay[day] ?? { items: 0 };
        return [day, { ...figures, pizzas: items }];
      }),
    ),
  };
  await writeFile(join(dir, 'expected.json'), JSON.stringify(expected));
  data = await readDataset(dir, undefined);
});
after(async () => {
  for (const service of services) service.close();
  await rm(dir, { recursive: true, force: true });
});

/** The first so many orders. */
function first(count: number): Promise<Dataset> {
  return readDataset(dir, count);
}

async function start(): Promise<FakeService> {
  const service = await new FakeService(menu).listen();
  services.push(service);
  return service;
}

function run(service: FakeService, more: Partial<ReplayOptions> = {}) {
  let now = 0;
  let text = '';
  const slept: number[] = [];
  const clock: Clock = {
    now: () => now++,
    random: () => 0.5,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  const result = replay({
    data,
    baseUrl: service.base,
    token: 'token',
    companyId: '7',
    siteId: '70',
    registerId: '700',
    paymentMethodId: '7000',
    clock,
    out: { write: (part) => (text += part), isTTY: false },
    ...more,
  });
  return { result, slept, text: () => text };
}

/** Every order is there once, whole. */
function assertComplete(service: FakeService, count = COUNT): void {
  assert.deepEqual(
    service.orders.map((order) => Number(order.sale_number.slice('pizza-'.length))).sort((a, b) => a - b),
    Array.from({ length: count }, (_, at) => at + 1),
  );
}

describe('a replay', () => {
  test('sends orders as a client would and finds them all again', async () => {
    const service = await start();
    const { result, text } = run(service);
    const { ok, sent, alreadyThere, refused, retries, expected, actual, differences } = await result;
    assert.deepEqual(
      { ok, sent, alreadyThere, refused, retries, differences },
      { ok: true, sent: COUNT, alreadyThere: 0, refused: [], retries: 0, differences: [] },
    );
    assertComplete(service);
    assert.deepEqual(actual, expected);
    assert.deepEqual(actual.byDay['2015-01-01'], { orders: 69, lines: 161, items: 162, revenue: '2713.85' });
    assert.match(text(), /Orders +136 +136\n/);
    assert.match(text(), /Everything adds up: every order, the one month and all 2 days, to the cent\.\n$/);
    assert.deepEqual(
      service.bodies.find((body) => body.sale_number === 'pizza-2'),
      {
        register_id: '700',
        status: 'COMPLETE',
        order_type: 'Takeaway',
        sale_number: 'pizza-2',
        placed_at: '2015-01-01T11:57:40.000Z',
        lines: ['classic_dlx_m', 'five_cheese_l', 'ital_supr_l', 'mexicana_m', 'thai_ckn_l'].map((sku) => ({
          product_id: String(FIRST_ID + BigInt(menu.products.findIndex((product) => product.sku === sku))),
          quantity: 1,
        })),
        payments: [{ method_id: '7000', amount: 92 }],
      },
    );
    assert.equal(service.keys.has('pizza-place-2'), true);
    assert.ok(service.urls.includes('GET /v1/companies/7/sites/70/products?fields=unit_price&limit=5000'));
    assert.ok(service.urls.includes('GET /v1/companies/7/sites/70/orders?fields=lines%2Coptions&limit=1000'));
  });

  test('names the site when there is no register', async () => {
    const service = await start();
    const clock: Clock = { now: () => 0, random: () => 0, sleep: async () => undefined };
    const target = {
      baseUrl: service.base,
      token: 'token',
      companyId: '7',
      siteId: '70',
      paymentMethodId: '1',
    };
    await replay({ ...target, data: await first(1), clock, out: { write: () => undefined } });
    assert.equal(service.bodies[0]?.site_id, '70');
    assert.equal('register_id' in (service.bodies[0] ?? {}), false);
  });

  test('of the first orders expects what these add up to', async () => {
    const service = await start();
    const { ok, expected } = await run(service, { data: await first(69) }).result;
    assert.equal(ok, true);
    assert.deepEqual(expected.byDay, {
      '2015-01-01': { orders: 69, lines: 161, items: 162, revenue: '2713.85' },
    });
    assertComplete(service, 69);
  });

  test('sends in order over one connection', async () => {
    const service = await start();
    await run(service, { connections: 1 }).result;
    assert.deepEqual(
      service.orders.map((order) => order.sale_number),
      Array.from({ length: COUNT }, (_, at) => `pizza-${at + 1}`),
    );
  });

  test('that is run again sends nothing, also when the keys are forgotten', async () => {
    const service = await start();
    await run(service).result;
    service.keys.clear();
    const { result, text } = run(service);
    const { ok, sent, alreadyThere } = await result;
    assert.deepEqual({ ok, sent, alreadyThere }, { ok: true, sent: 0, alreadyThere: COUNT });
    assertComplete(service);
    assert.match(text(), /136 of 136 orders are there already/);
  });

  test('leaves other orders of the site out of its figures', async () => {
    const service = await start();
    await run(service, { data: await first(20) }).result;
    for (const sale_number of ['A-1', 'pizza-99999', 'pizza-x']) {
      service.orders.push({ id: 1n, sale_number, status: 'PENDING', placed_at: 'x', total: 1n, lines: [] });
    }
    const { ok, sent, alreadyThere, actual } = await run(service, { data: await first(30) }).result;
    assert.deepEqual(
      { ok, sent, alreadyThere, orders: actual.orders },
      { ok: true, sent: 10, alreadyThere: 20, orders: 30 },
    );
  });
});

describe('faults', () => {
  for (const fault of [
    'reset before',
    'reset after',
    'in use',
    'busy',
    'unavailable',
    'unavailable after',
  ] satisfies Fault[]) {
    test(`${fault}: every order is there once`, async () => {
      const service = await start();
      service.fault = (post) => (post % 7 === 3 ? fault : undefined);
      const { result, slept } = run(service);
      const { ok, sent, retries } = await result;
      assert.deepEqual({ ok, sent }, { ok: true, sent: COUNT });
      assertComplete(service);
      assert.ok(retries >= 20);
      assert.ok(slept.length > 0);
      if (fault === 'busy') assert.ok(Math.max(...slept) >= 29_000);
    });
  }

  test('all at once and several in a row', async () => {
    const service = await start();
    const faults = ['reset before', 'reset after', 'in use', 'unavailable', 'unavailable after'] as const;
    service.fault = (post) => (post % 3 === 0 ? undefined : faults[(post * 7) % faults.length]);
    const { ok, sent } = await run(service).result;
    assert.deepEqual({ ok, sent }, { ok: true, sent: COUNT });
    assertComplete(service);
  });

  test('a service that stays away ends the run in words', async () => {
    const service = await start();
    service.fault = (post) => (post > 50 ? 'unavailable' : undefined);
    const { result, text } = run(service);
    await assert.rejects(result, /could not be used for 5 minutes\. The service is not available \(503\)/);
    assert.match(text(), /Trying again for up to 5 minutes/);
    assert.match(text(), /What was sent stays; run it again and it goes on from there/);
    service.fault = () => undefined;
    assert.equal((await run(service).result).ok, true);
    assertComplete(service);
  });
});

describe('a run that is killed', () => {
  for (const [name, forget] of [
    ['at once', false],
    ['days later, when the keys are forgotten', true],
  ] as const) {
    test(`and run again ${name} ends in equal totals`, async () => {
      const service = await start();
      for (const at of [5, 30, 60]) {
        const stop = new AbortController();
        const from = service.posts;
        service.fault = (post) => {
          if (post - from < at) return undefined;
          stop.abort();
          return post % 2 === 0 ? 'reset before' : 'reset after';
        };
        const { result, text } = run(service, { signal: stop.signal });
        await assert.rejects(result, { name: 'AbortError' });
        assert.match(text(), /Stopped\. What was sent stays/);
        await service.idle();
        if (forget) service.keys.clear();
      }
      service.fault = () => undefined;
      const { ok, sent, alreadyThere, actual, expected } = await run(service).result;
      assert.equal(ok, true);
      assert.equal(sent + alreadyThere, COUNT);
      assert.ok(alreadyThere >= 80);
      assert.deepEqual(actual, expected);
      assertComplete(service);
    });
  }
});

describe('refused orders', () => {
  test('are reported, and tried with a new key by the next run', async () => {
    const service = await start();
    service.refuse = (saleNumber) => {
      if (saleNumber === 'pizza-10') return { status: 400, error: 'out_of_stock' };
      return saleNumber === 'pizza-11' ? { status: 500, error: 'server_error' } : undefined;
    };
    const { result, text } = run(service);
    const { ok, sent, refused, differences } = await result;
    assert.deepEqual({ ok, sent }, { ok: false, sent: COUNT - 2 });
    assert.deepEqual(
      refused.toSorted((a, b) => a.status - b.status),
      [
        { saleNumber: 'pizza-10', status: 400, reason: '400 out_of_stock. Not this one.' },
        { saleNumber: 'pizza-11', status: 500, reason: '500 server_error. Not this one.' },
      ],
    );
    assert.ok(differences.some((each) => each.what === 'number of orders pizza-10' && each.actual === '0'));
    assert.match(text(), /Refused: order pizza-10: 400 out_of_stock\. Not this one\.\n/);
    assert.match(text(), /This is NOT what was expected\.\n$/);

    const again = await run(service).result;
    assert.deepEqual([again.ok, again.sent, again.refused.length], [false, 0, 2]);
    service.refuse = () => undefined;
    const last = await run(service).result;
    assert.deepEqual([last.ok, last.sent, last.refused.length], [true, 2, 0]);
    assert.ok(service.keys.has('pizza-place-10-3'));
    assertComplete(service);
  });

  test('sent otherwise before get a new key, unless they are there', async () => {
    const service = await start();
    service.refuse = () => ({ status: 400, error: 'invalid_request' });
    await run(service, { data: await first(30), registerId: '1' }).result;
    service.refuse = () => undefined;
    const { ok, sent } = await run(service, { data: await first(30) }).result;
    assert.deepEqual({ ok, sent }, { ok: true, sent: 30 });
    assertComplete(service, 30);
  });

  test('in great number end the run', async () => {
    const service = await start();
    service.refuse = () => ({ status: 400, error: 'invalid_request' });
    const { result } = run(service);
    await assert.rejects(
      result,
      /The service refused 100 orders\. The first was pizza-\d: 400 invalid_request/,
    );
    assert.ok(service.posts < 110);
  });

  test('for a reason that holds for all end the run at once', async () => {
    const service = await start();
    service.refuse = () => ({ status: 403, error: 'insufficient_scope' });
    await assert.rejects(
      run(service).result,
      /takes no orders from here: 403 insufficient_scope\. Not this one\./,
    );
    assert.ok(service.posts <= 16);
    await assert.rejects(
      run(service, { token: 'wrong' }).result,
      /listSiteProducts was answered 401 invalid_token\. No such token\./,
    );
    await assert.rejects(run(service, { companyId: '8' }).result, /404 not_found/);
  });
});

describe('what came back is compared', () => {
  const cases: [string, (order: FakeOrder) => FakeOrder[], RegExp[]][] = [
    [
      'a line is missing',
      (order) => [{ ...order, lines: order.lines.slice(1) }],
      [/^lines: 6 -> 5$/, /^items: /, /^lines of 2015-01-01: /, /^products of order pizza-2: 1 x \d+; .*/],
    ],
    [
      'an order is missing',
      () => [],
      [/^orders: /, /^revenue of 2015-01: /, /^number of orders pizza-2: 1 -> 0$/],
    ],
    [
      'an order is doubled',
      (order) => [order, order],
      [/^orders: /, /^number of orders pizza-2: 1 -> more$/],
    ],
    [
      'a total is a millionth off',
      (order) => [{ ...order, total: order.total + 100n }],
      [/^revenue: 105\.25 -> 105\.250001$/, /^total of order pizza-2: 92 -> 92\.000001$/],
    ],
    [
      'an order moved to another day',
      (order) => [{ ...order, placed_at: '2015-02-01T00:00:00.000Z' }],
      [/^revenue of 2015-01: /, /^revenue of 2015-02: 0 -> 92\.00$/, /^orders of 2015-02-01: 0 -> 1$/],
    ],
    [
      'an order is not complete',
      (order) => [{ ...order, status: 'PENDING' }],
      [/^status of order pizza-2: COMPLETE -> PENDING$/],
    ],
    [
      'another product of the same price',
      (order) => [{ ...order, lines: order.lines.map((line) => ({ ...line, product: FIRST_ID })) }],
      [/^products of order pizza-2: /],
    ],
  ];
  for (const [name, distort, wanted] of cases) {
    test(name, async () => {
      const service = await start();
      const seen: string[] = [];
      service.distort = (order) => (order.sale_number === 'pizza-2' ? distort(order) : [order]);
      const { result, text } = run(service, { data: await first(2), connections: 1 });
      const { ok, differences } = await result;
      assert.equal(ok, false);
      for (const { what, expected, actual } of differences) seen.push(`${what}: ${expected} -> ${actual}`);
      for (const pattern of wanted) {
        assert.ok(
          seen.some((line) => pattern.test(line)),
          `${pattern} is not among:\n${seen.join('\n')}`,
        );
      }
      assert.match(text(), /Different: /);
      assert.match(text(), /NOT what was expected/);
    });
  }

  test('with expected.json, not with the orders sent', async () => {
    const other = await mkdtemp(join(tmpdir(), 'replay-'));
    try {
      await cp(dir, other, { recursive: true });
      const file = join(other, 'expected.json');
      const text = await readFile(file, 'utf8');
      await writeFile(file, text.replace('"revenue":"5445.75"', '"revenue":"5445.76"'));
      const { ok, differences } = await run(await start(), { data: await readDataset(other, undefined) })
        .result;
      assert.equal(ok, false);
      assert.deepEqual(differences, [{ what: 'revenue', expected: '5445.76', actual: '5445.75' }]);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });
});

describe('before anything is sent', () => {
  test('missing products are named', async () => {
    const service = await start();
    service.menu = { ...menu, products: menu.products.slice(0, 90) };
    await assert.rejects(
      run(service).result,
      /^Error: The site lacks 6 of 96 products \(\w+, \w+, \w+, \w+, \w+ and 1 more\)\. Import them first: passbell import <folder>\.$/,
    );
    assert.equal(service.posts, 0);
  });

  test('other prices are named', async () => {
    const service = await start();
    service.menu = {
      ...menu,
      products: menu.products.map((product) =>
        product.sku === 'hawaiian_m' ? { ...product, price: '13.26' } : product,
      ),
    };
    await assert.rejects(
      run(service).result,
      /other prices than the data: hawaiian_m 13\.26 instead of 13\.25\./,
    );
    assert.equal(service.posts, 0);
  });

  test('wrong options and data are refused', async () => {
    const service = await start();
    for (const limit of [0, 1.5, -1]) await assert.rejects(first(limit), /number of orders must be/);
    await assert.rejects(run(service, { connections: 0 }).result, /number of connections must be/);
    await assert.rejects(
      readDataset(join(dir, 'none'), undefined),
      /pizza_types\.csv: there is no such file/,
    );
    assert.equal(service.urls.length, 0);
  });
});
