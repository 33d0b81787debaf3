import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Api, ApiFailure, type Tokens } from './api.ts';

interface SentRequest {
  readonly address: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === null ? null : JSON.stringify(body), { status, headers });

/** An API whose answers are given in order; a text is a network that fails. */
function over(answers: readonly (Response | 'cut')[], tokens?: Tokens) {
  const seen: SentRequest[] = [];
  const waits: number[] = [];
  const left = [...answers];
  const api = new Api({
    base: '/shop',
    company: '5',
    tokens: tokens ?? { get: () => Promise.resolve('t1'), renew: () => Promise.resolve(undefined) },
    fetch: (input, init = {}) => {
      const headers = init.headers as Record<string, string>;
      seen.push({ address: String(input), method: init.method ?? '', headers, body: init.body });
      const next = left.shift();
      if (next === undefined) throw new Error('Nobody expected this request.');
      return next === 'cut' ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(next);
    },
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { api, seen, waits, left };
}

const failure = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiFailure && error.status === status && error.code === code;

describe('the client of the API', () => {
  it('asks for what is below the company, with the token and no cookie', async () => {
    const { api, seen } = over([answer(200, { id: 7 })]);
    assert.deepEqual(await api.get('orders/7'), { id: '7' });
    assert.equal(seen[0]?.address, '/shop/v1/companies/5/orders/7');
    assert.equal(seen[0]?.headers.authorization, 'Bearer t1');
  });

  it('follows pages at its own address, whatever the service calls itself', async () => {
    const next = 'https://elsewhere.example/shop/v1/companies/5/orders?cursor=abc';
    const { api, seen } = over([answer(200, [{ id: 2 }], { 'x-next-page': next }), answer(200, [{ id: 1 }])]);
    assert.deepEqual(await api.all('orders', 10), [{ id: '2' }, { id: '1' }]);
    assert.equal(seen[1]?.address, '/shop/v1/companies/5/orders?cursor=abc');
  });

  it('gives what has not changed again, by its tag', async () => {
    const { api, seen } = over([answer(200, { id: 1 }, { etag: '"a"' }), answer(304, null)]);
    const first = await api.tagged('sites/1');
    const second = await api.tagged('sites/1');
    assert.equal(seen[1]?.headers['if-none-match'], '"a"');
    assert.equal(second.value, first.value);
    assert.equal(second.etag, '"a"');
  });

  it('sends an order again under the same key when nobody knows what became of it', async () => {
    const { api, seen } = over([
      'cut',
      answer(503, { error: 'temporarily_unavailable' }),
      answer(201, { id: 1 }),
    ]);
    await api.post('orders', { site_id: '1' });
    const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']));
    assert.equal(seen.length, 3);
    assert.equal(keys.size, 1);
    assert.match([...keys][0] ?? '', /^[\w-]{36}$/);
  });

  it('does not send again what could then be there twice', async () => {
    const { api, seen } = over(['cut']);
    await assert.rejects(api.post('products', { name: 'Tea' }), failure(0, 'offline'));
    assert.equal(seen.length, 1);
  });

  it('waits as long as it is told to', async () => {
    const { api, waits } = over([
      answer(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '7' }),
      answer(200, {}),
    ]);
    await api.get('sites');
    assert.deepEqual(waits, [7_000]);
  });

  it('gives up in the end, and at once when the wait is too long', async () => {
    const busy = () => answer(503, { error: 'temporarily_unavailable', error_description: 'Later.' });
    const { api, seen } = over([busy(), busy(), busy(), busy()]);
    await assert.rejects(api.get('sites'), failure(503, 'temporarily_unavailable'));
    assert.equal(seen.length, 4);
    const long = over([answer(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '60' })]);
    await assert.rejects(long.api.get('sites'), failure(429, 'rate_limit_exceeded'));
    assert.equal(long.seen.length, 1);
  });

  it('tells a refusal with its fields', async () => {
    const body = {
      error: 'invalid_request',
      error_description: 'name: must be text.',
      errors: [{ field: 'name', error_description: 'must be text.' }],
    };
    const { api } = over([answer(400, body)]);
    await assert.rejects(api.put('sites/1', { name: 1 }), (error) => {
      assert.ok(error instanceof ApiFailure);
      assert.equal(error.of('name'), 'must be text.');
      assert.equal(error.of('code'), undefined);
      assert.equal(error.message, 'name: must be text.');
      return true;
    });
  });

  it('gets another token once when one is refused', async () => {
    let token = 'old';
    const tokens: Tokens = {
      get: () => Promise.resolve(token),
      renew: (refused) => {
        assert.equal(refused, 'old');
        token = 'new';
        return Promise.resolve(token);
      },
    };
    const { api, seen } = over([answer(401, { error: 'invalid_token' }), answer(200, {})], tokens);
    await api.get('sites');
    assert.deepEqual(
      seen.map(({ headers }) => headers.authorization),
      ['Bearer old', 'Bearer new'],
    );
    const still = over([answer(401, { error: 'invalid_token' }), answer(401, { error: 'invalid_token' })], {
      get: () => Promise.resolve('x'),
      renew: () => Promise.resolve('x'),
    });
    await assert.rejects(still.api.get('sites'), failure(401, 'invalid_token'));
  });

  it('sends the tag of what it changes', async () => {
    const { api, seen } = over([answer(412, { error: 'precondition_failed' })]);
    await assert.rejects(api.put('sites/1', {}, { ifMatch: '"a"' }), failure(412, 'precondition_failed'));
    assert.equal(seen[0]?.headers['if-match'], '"a"');
  });
});
