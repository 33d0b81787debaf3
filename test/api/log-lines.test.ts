// What the service's own log says of requests (reference: operations.23).

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_LINES } from '#src/edge/request-lines.ts';
import type { Route } from '#src/edge/route.ts';
import { SECOND } from '#src/kernel/time.ts';
import { createLogger } from '#src/logger.ts';
import { ROUTES } from '#src/routes.ts';
import { edgeOver } from '#test/harness/edge.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';

const EMAIL = 'ann.secret@example.com';
const PIN = '739182';

/** An edge over the service's database that logs into a list. */
function listening(service: Service, { routes = ROUTES as readonly Route[], slowMs = 60_000 } = {}) {
  const lines: Json[] = [];
  const edge = edgeOver(service, {
    routes,
    slowMs,
    logger: createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) }),
  });
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: unknown, headers = {}) => {
    const { statusCode } = await edge.app.inject({
      method,
      url,
      headers: {
        authorization: service.client.token,
        accept: 'application/json',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return statusCode;
  };
  return { lines, ask };
}

/** POST /customers fails as a database does, and says what it was given. */
const failing: readonly Route[] = ROUTES.map((route): Route => {
  if (route.method !== 'POST' || route.access !== 'write' || !/:company_id\/customers$/.test(route.path))
    return route;
  return {
    ...route,
    handler: () => {
      const error = new Error(
        `${EMAIL}, Bearer ${PIN}abcdef: invalid input syntax for type bigint: "${PIN}"`,
      );
      throw Object.assign(error, {
        code: '22P02',
        detail: `Key (email)=(${EMAIL}) already exists.`,
        where: PIN,
        cause: new Error(`of ${EMAIL}`),
      });
    },
  };
});

onEachEngine('the log', (service) => {
  /** Nothing of what was sent is in it. */
  const keepsQuiet = (lines: readonly Json[]) => {
    const text = JSON.stringify(lines);
    const { token } = service().client;
    for (const secret of [EMAIL, PIN, token.replace('Bearer ', ''), 'never seen', 'example.com'])
      assert.ok(!text.includes(secret), `${secret} in ${text}`);
  };
  const facts = (line: Json) => {
    const { level, requestId, company, addon, method, route, status, msg } = line;
    assert.ok(Number.isInteger(line.ms) && line.ms >= 0, JSON.stringify(line));
    return { level, requestId, company, addon, method, route, status, msg };
  };
  const ours = () => ({
    company: String(service().card.company_id),
    // The sandbox's add-on is the first of all.
    addon: '1',
  });
  const body = () => ({ email: EMAIL, first_name: 'never seen', pin: PIN, phone: 3 });

  it('has a refused request with whose it was, where it led, its status and how long it took', async () => {
    const { lines, ask } = listening(service());
    const url = `/v1/companies/me/customers?email=${EMAIL}`;
    assert.equal(await ask('POST', url, body(), { 'x-request-id': 'refused-1' }), 400);
    assert.equal(lines.length, 1);
    assert.deepEqual(facts(lines[0]), {
      ...ours(),
      ...{ level: 30, requestId: 'refused-1', method: 'POST', status: 400, msg: 'A request was refused.' },
      route: '/v1/companies/:company_id/customers',
    });
    assert.equal(await ask('GET', '/v1/companies/me/orders/987654321987'), 404);
    assert.deepEqual(lines[1]?.ids, { order_id: '987654321987' });
    // Nobody's, as long as it was not admitted; and where it led is no route.
    assert.equal(await ask('GET', url, undefined, { authorization: `Bearer ${PIN}` }), 401);
    assert.deepEqual([lines[2]?.company, lines[2]?.addon, lines[2]?.status], [undefined, undefined, 401]);
    assert.equal(await ask('GET', `/welcome-to/${PIN}`), 404);
    assert.equal(lines[3]?.route, null);
    keepsQuiet(lines);
  });

  it('has a failed one once, with its cause and without what it says of somebody', async () => {
    const { lines, ask } = listening(service(), { routes: failing });
    assert.equal(
      await ask('POST', '/v1/companies/me/customers', body(), { 'x-request-id': 'failed-1' }),
      500,
    );
    assert.equal(lines.length, 1);
    assert.deepEqual(facts(lines[0]), {
      ...ours(),
      ...{ level: 50, requestId: 'failed-1', method: 'POST', status: 500, msg: 'A request failed.' },
      route: '/v1/companies/:company_id/customers',
    });
    const { err } = lines[0];
    assert.deepEqual(Object.keys(err).sort(), ['cause', 'code', 'message', 'stack', 'type']);
    assert.match(err.message, /^\*\*\*, Bearer \*\*\*: .* syntax for type bigint: "\*\*\*"$/);
    assert.match(err.stack, /log-lines\.test/);
    keepsQuiet(lines);
  });

  it('has a failed one of a batch with the id it has there', async () => {
    const { lines, ask } = listening(service(), { routes: failing });
    const requests = [{ method: 'POST', path: '/v1/companies/me/customers', body: body() }];
    await ask('POST', '/v1/companies/me/batch', { requests }, { 'x-request-id': 'many' });
    assert.equal(lines.length, 1, JSON.stringify(lines));
    const { requestId, company, status, route } = lines[0];
    assert.deepEqual(
      { requestId, company, status, route },
      {
        requestId: 'many.0',
        company: ours().company,
        status: 500,
        route: '/v1/companies/:company_id/customers',
      },
    );
    keepsQuiet(lines);
  });

  it('has a slow one, and none that was answered soon', async () => {
    const quick = listening(service());
    assert.equal(await quick.ask('GET', '/v1/companies/me/sites'), 200);
    assert.deepEqual(quick.lines, []);
    const { lines, ask } = listening(service(), { slowMs: 0 });
    assert.equal(
      await ask('GET', `/v1/companies/me/sites?limit=3`, undefined, { 'x-request-id': 'slow-1' }),
      200,
    );
    assert.deepEqual(facts(lines[0]), {
      ...ours(),
      ...{ level: 40, requestId: 'slow-1', method: 'GET', status: 200, msg: 'A request was slow.' },
      route: '/v1/companies/:company_id/sites',
    });
    keepsQuiet(lines);
  });

  it('has so many refused ones a second, and then how many there were', async () => {
    const { lines, ask } = listening(service());
    for (let at = 0; at < MAX_LINES + 5; at++) await ask('GET', '/v1/companies/me/orders/987654321987');
    assert.equal(lines.length, MAX_LINES);
    service().clock.advance(SECOND);
    await ask('GET', '/v1/companies/me/orders/987654321987');
    assert.equal(lines.length, MAX_LINES + 2);
    assert.equal(lines[MAX_LINES]?.left, 5);
  });
});
