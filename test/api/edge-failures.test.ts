import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { pino } from 'pino';
import type { Reply, Route, WriteHandler } from '#src/edge/route.ts';
import type { Edge } from '#src/edge/server.ts';
import { ApiError } from '#src/kernel/errors.ts';
import { ROUTES } from '#src/routes.ts';
import { CommitUnknown, type Storage, StorageUnavailable } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';
import { edgeOver } from '#test/harness/edge.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';
import { countOrders, isError } from './edge-helpers.ts';
import { everythingOf } from './helpers.ts';

/** An edge of our own over the service's database: with another table of routes, or a storage that fails. */
interface Broken {
  readonly log: string[];
  post(path: string, body: unknown, headers?: Record<string, string>): ReturnType<typeof ask>;
  get(path: string, headers?: Record<string, string>): ReturnType<typeof ask>;
}

async function ask(
  edge: Edge,
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) {
  const answer = await edge.app.inject({
    method,
    url: path.startsWith('/') ? path : `/v1/companies/me/${path}`,
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const text = answer.body;
  const told = answer.headers as Record<string, string>;
  const json = told['content-type']?.startsWith('application/json') ? JSON.parse(text) : undefined;
  return { status: answer.statusCode, headers: told, text, bytes: answer.rawPayload, json };
}

function breakEdge(service: Service, routes: readonly Route[], storage = service.app.storage): Broken {
  const log: string[] = [];
  const edge = edgeOver(service, {
    storage,
    routes,
    logger: pino({ level: 'info' }, { write: (line: string) => log.push(line) }),
  });
  const authorization = service.client.token;
  return {
    log,
    post: (path, body, headers = {}) => ask(edge, 'POST', path, { authorization, ...headers }, body),
    get: (path, headers = {}) => ask(edge, 'GET', path, { authorization, ...headers }),
  };
}

/** The real table with another handler behind POST /orders. */
function withCreate(handler: (real: WriteHandler) => WriteHandler): Route[] {
  return ROUTES.map((route) => {
    if (route.method !== 'POST' || route.access !== 'write' || !/:company_id\/orders$/.test(route.path))
      return route;
    return { ...route, handler: handler(route.handler) };
  });
}

/** Saves the order as ever, and then `fail` happens. */
const saveAndThen = (fail: () => Error | undefined): Route[] =>
  withCreate((real) => async (tx, call): Promise<Reply> => {
    const reply = await real(tx, call);
    const error = fail();
    if (error !== undefined) throw error;
    return reply;
  });

onEachEngine('what nobody expected', (service) => {
  const body = () => ({ site_id: service().card.sites[0].id, status: 'PENDING', notes: 'never seen' });
  const state = async () => {
    const { client } = service();
    return [await countOrders(service()), (await client.get('events?limit=5000')).text] as const;
  };

  it('is a 500 that tells nothing, with everything undone and the cause in the log', async () => {
    const secret = 'hunter2 at /srv/passbell/src/x.ts: select * from secrets';
    const broken = breakEdge(
      service(),
      saveAndThen(() => new Error(secret)),
    );
    const before = await everythingOf(service(), service().client.companyId);
    const answer = await broken.post('orders', body(), { 'x-request-id': 'crash-1' });
    isError(answer, 500, 'server_error');
    assert.doesNotMatch(answer.text + JSON.stringify(answer.headers), /hunter2|passbell\/src/);
    assert.equal(answer.headers['x-request-id'], 'crash-1');
    assert.equal(await everythingOf(service(), service().client.companyId), before);
    const [line] = broken.log;
    assert.equal(broken.log.length, 1);
    assert.match(line ?? '', /hunter2/);
    assert.match(line ?? '', /"requestId":"crash-1"/);
    assert.doesNotMatch(line ?? '', /pb_at_|authorization/i, 'the token is nobody’s business');
  });

  it('is stored for the key and told again, while everything else is undone (reference: conventions.35)', async () => {
    let crash = true;
    const broken = breakEdge(
      service(),
      saveAndThen(() => (crash ? new TypeError('bug') : undefined)),
    );
    const before = await state();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await broken.post('orders', body(), headers);
    isError(first, 500, 'server_error');
    assert.deepEqual(await state(), before);
    crash = false;
    const again = await broken.post('orders', body(), headers);
    isError(again, 500, 'server_error');
    assert.equal(again.text, first.text);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(broken.log.length, 1, 'told again, but it happened once');
    isError(
      await broken.post('orders', { ...body(), notes: 'other' }, headers),
      422,
      'idempotency_key_reused',
    );
    assert.deepEqual(await state(), before);
    assert.equal((await broken.post('orders', body(), { 'idempotency-key': randomUUID() })).status, 201);
  });

  it('a refusal after half the work leaves nothing of it but its answer', async () => {
    const refuse = () => new ApiError('conflict', 'Too late.');
    const broken = breakEdge(service(), saveAndThen(refuse));
    const before = await state();
    const headers = { 'idempotency-key': randomUUID() };
    for (const replayed of [undefined, 'true']) {
      const answer = await broken.post('orders', body(), headers);
      isError(answer, 409, 'conflict');
      assert.equal(answer.headers['idempotent-replayed'], replayed);
    }
    assert.deepEqual(await state(), before);
  });

  it('the loser of a race over something unique is told 409, with a key and again', async () => {
    const insert = withCreate((real) => async (tx, call) => {
      const reply = await real(tx, call);
      await tx.run(sql`insert into meta (key, value) values ('started', 'twice')`);
      return reply;
    });
    const broken = breakEdge(service(), insert);
    const before = await state();
    isError(await broken.post('orders', body()), 409, 'conflict');
    const headers = { 'idempotency-key': randomUUID() };
    const first = await broken.post('orders', body(), headers);
    isError(first, 409, 'conflict');
    const again = await broken.post('orders', body(), headers);
    assert.equal(again.text, first.text);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(await state(), before);
  });

  it('an SQL mistake is a 500 like any other', async () => {
    const wrong = withCreate((real) => async (tx, call) => {
      await real(tx, call);
      await tx.run(sql`insert into no_such_table values (1)`);
      return real(tx, call);
    });
    const broken = breakEdge(service(), wrong);
    const before = await state();
    isError(await broken.post('orders', body()), 500, 'server_error');
    const headers = { 'idempotency-key': randomUUID() };
    isError(await broken.post('orders', body(), headers), 500, 'server_error');
    assert.equal((await broken.post('orders', body(), headers)).headers['idempotent-replayed'], 'true');
    assert.deepEqual(await state(), before);
  });

  it('a request that came in between keeps its order: a late 500 does not take it away', async () => {
    const key = randomUUID();
    const real = service().app.storage;
    let crashed = false;
    let between: Promise<unknown> | undefined;
    const routes = saveAndThen(() => {
      if (between !== undefined) return undefined;
      crashed = true;
      return new Error('at first');
    });
    const healthy = breakEdge(service(), ROUTES);
    // Between the transaction that fails and the one that stores the 500, another request has its turn.
    const storage: Storage = {
      ...wrap(real),
      write: async (work, options) => {
        if (crashed && options?.key !== undefined) {
          between ??= healthy.post('orders', body(), { 'idempotency-key': key });
          await between;
        }
        return real.write(work, options);
      },
    };
    const broken = breakEdge(service(), routes, storage);
    const before = await countOrders(service());
    const first = await broken.post('orders', body(), { 'idempotency-key': key });
    const second = (await between) as typeof first;
    assert.equal(second.status, 201, second.text);
    assert.equal(first.status, 201, first.text);
    assert.equal(first.text, second.text);
    const later = await broken.post('orders', body(), { 'idempotency-key': key });
    assert.equal(later.text, second.text);
    assert.equal(await countOrders(service()), before + 1);
  });

  it('a commit nobody can vouch for is 503, not stored, and found again by its key', async () => {
    const real = service().app.storage;
    for (const saved of [true, false]) {
      let lose = true;
      const storage: Storage = {
        ...wrap(real),
        write: async (work, options) => {
          if (!lose) return real.write(work, options);
          lose = false;
          if (saved) await real.write(work, options);
          throw new CommitUnknown(new Error('socket hang up'));
        },
      };
      const broken = breakEdge(service(), ROUTES, storage);
      const before = await countOrders(service());
      const headers = { 'idempotency-key': randomUUID() };
      const first = await broken.post('orders', body(), headers);
      isError(first, 503, 'temporarily_unavailable');
      assert.equal(first.headers['retry-after'], '1');
      assert.match(first.json.error_description, /may or may not/);
      const again = await broken.post('orders', body(), headers);
      assert.equal(again.status, 201, again.text);
      assert.equal(again.headers['idempotent-replayed'], saved ? 'true' : undefined);
      assert.equal(await countOrders(service()), before + 1);
    }
  });

  it('a database that is away is 503, not stored, and nothing was done', async () => {
    const real = service().app.storage;
    let away = true;
    const storage: Storage = {
      ...wrap(real),
      read: async (work) => real.read(work),
      write: async (work, options) => {
        if (!away) return real.write(work, options);
        // Half the work, then the connection is lost.
        await real.write(async (tx) => {
          await work(tx);
          throw new StorageUnavailable('The database cannot be reached just now.');
        }, options);
        throw new Error('unreachable');
      },
    };
    const broken = breakEdge(service(), ROUTES, storage);
    const before = await state();
    const headers = { 'idempotency-key': randomUUID() };
    for (const more of [{}, headers]) {
      const answer = await broken.post('orders', body(), more);
      isError(answer, 503, 'temporarily_unavailable');
      assert.equal(answer.headers['retry-after'], '1');
      assert.match(answer.json.error_description, /Nothing was changed/);
    }
    assert.deepEqual(await state(), before);
    away = false;
    const made = await broken.post('orders', body(), headers);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['idempotent-replayed'], undefined);
  });

  it('an error while reading is a 500 too, also in the middle of a list', async () => {
    const routes = ROUTES.map(
      (route): Route =>
        route.access === 'read' && route.method === 'GET' && route.path.endsWith('/orders')
          ? { ...route, handler: () => Promise.reject(new Error('bug')) }
          : route,
    );
    const broken = breakEdge(service(), routes);
    isError(await broken.get('orders'), 500, 'server_error');
    assert.equal((await broken.get('products')).status, 200);
  });
});

onEachEngine('a route that answers in PDF (reference: conventions.6)', (service) => {
  const bytes = Buffer.from('%PDF-1.7\n\u00ff', 'latin1');
  const pdf: Route = {
    method: 'GET',
    path: '/companies/:company_id/orders/:order_id(^\\d+$)/pdf',
    scope: 'orders:read',
    access: 'read',
    type: 'application/pdf',
    handler: (_tx, call) => {
      if (call.id('order_id') === 2n) throw new ApiError('invalid_request', 'The order is not COMPLETE.');
      return Promise.resolve({ status: 200, body: bytes });
    },
  };
  const routes = [pdf, ...ROUTES.filter(({ path }) => path !== pdf.path)];

  it('is bytes with a tag, by the extension or by Accept', async () => {
    const broken = breakEdge(service(), routes);
    for (const [path, accept] of [
      ['orders/1/pdf', 'application/pdf'],
      ['orders/1/pdf', '*/*'],
      ['orders/1.pdf', ''],
      ['orders/1.pdf?x=1', 'application/json'],
    ] as const) {
      const answer = await broken.get(path, { accept, 'x-pretty-print': '1' });
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['content-type'], 'application/pdf');
      assert.deepEqual(answer.bytes, bytes);
      const again = await broken.get(path, { accept, 'if-none-match': answer.headers.etag ?? '' });
      assert.equal(again.status, 304);
    }
  });

  it('is 406 as JSON, and its errors are JSON', async () => {
    const broken = breakEdge(service(), routes);
    isError(await broken.get('orders/1/pdf', { accept: 'application/json' }), 406, 'not_acceptable');
    isError(await broken.get('orders/1/pdf.json', { accept: 'application/pdf' }), 406, 'not_acceptable');
    isError(await broken.get('orders/2.pdf'), 400, 'invalid_request');
    isError(await broken.get('orders/0.pdf'), 404, 'not_found');
    isError(await broken.get('orders.pdf'), 406, 'not_acceptable');
  });
});

/** The same storage as an object of its own, so that one of its methods can be another. */
function wrap(storage: Storage): Storage {
  return {
    engine: storage.engine,
    read: (work) => storage.read(work),
    write: (work, options) => storage.write(work, options),
    startIdsAt: (kind, first) => storage.startIdsAt(kind, first),
    onWake: (listener) => storage.onWake(listener),
    tryWrite: () => storage.tryWrite(),
    figures: () => storage.figures(),
    close: () => storage.close(),
  };
}
