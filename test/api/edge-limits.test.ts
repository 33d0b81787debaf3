import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { MINUTE, SECOND } from '#src/kernel/time.ts';
import { type Answer, onEachEngine, type Service } from '#test/harness/service.ts';
import { isError } from './edge-helpers.ts';
import { secondAddon } from './helpers.ts';

const NAMES = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const;

function figures(answer: Answer): (string | undefined)[] {
  return NAMES.map((name) => answer.headers[name]);
}

onEachEngine(
  'RATE_LIMIT (reference: conventions.30)',
  (service) => {
    /** Moves the clock to the beginning of a minute without requests. */
    function nextMinute({ clock }: Service): bigint {
      clock.advance(2n * MINUTE - (clock.now() % MINUTE));
      return clock.now();
    }

    it('is told on every answer, and over it 429 until the minute is over', async () => {
      const { client, clock } = service();
      const start = nextMinute(service());
      clock.advance(20n * SECOND);
      const reset = String((start + MINUTE) / SECOND);
      const calls: [number, () => Promise<Answer>][] = [
        [200, () => client.get('orders?limit=1')],
        [404, () => client.get('orders/987654321')],
        [400, () => client.post('orders', { lines: 7 })],
        [400, () => client.ask('PUT', 'orders/1', { raw: '{' })],
        [404, () => client.get('/v1/companies/987654321/orders')],
      ];
      for (const [at, [status, call]] of calls.entries()) {
        const answer = await call();
        assert.equal(answer.status, status, answer.text);
        assert.deepEqual(figures(answer), ['5', String(4 - at), reset]);
        assert.equal(answer.headers['retry-after'], undefined);
      }
      for (const method of ['GET', 'POST', 'HEAD']) {
        const answer = await client.ask(method, 'orders', method === 'POST' ? { body: {} } : {});
        assert.equal(answer.status, 429);
        if (method !== 'HEAD') isError(answer, 429, 'rate_limit_exceeded');
        assert.deepEqual(figures(answer), ['5', '0', reset]);
        assert.equal(answer.headers['retry-after'], '40');
      }
      clock.advance(40n * SECOND - 1n);
      const last = await client.get('orders?limit=1');
      assert.deepEqual([last.status, last.headers['retry-after']], [429, '1']);
      clock.advance(1n);
      const fresh = await client.get('orders?limit=1');
      assert.equal(fresh.status, 200);
      assert.deepEqual(figures(fresh), ['5', '4', String((start + 2n * MINUTE) / SECOND)]);
    });

    it('is each add-on’s own in each company, however it shows who it is', async () => {
      const { client, foreign, card } = service();
      const other = await secondAddon(service());
      nextMinute(service());
      const { client_id, client_secret } = card.addon;
      const basic = service().as(`Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`);
      for (let call = 0; call < 3; call++) assert.equal((await client.get('orders?limit=1')).status, 200);
      for (let call = 0; call < 2; call++) assert.equal((await basic.get('orders?limit=1')).status, 200);
      for (const same of [client, basic]) isError(await same.get('orders'), 429, 'rate_limit_exceeded');
      for (const another of [other, foreign]) {
        const answer = await another.get('orders?limit=1');
        assert.deepEqual([answer.status, answer.headers['x-ratelimit-remaining']], [200, '4']);
      }
    });

    it('counts nobody who is not known, and not what belongs to nobody', async () => {
      const { client } = service();
      nextMinute(service());
      for (let call = 0; call < 8; call++) {
        const answer = await client.get('orders', { without: ['authorization'] });
        isError(answer, 401, 'invalid_token');
        assert.deepEqual(figures(answer), [undefined, undefined, undefined]);
        assert.equal((await client.get('/readyz')).status, 200);
        assert.equal((await client.get('/nowhere')).status, 404);
      }
      assert.equal((await client.get('orders?limit=1')).headers['x-ratelimit-remaining'], '4');
    });

    it('lets exactly as many through as it says when all come at once', async () => {
      const { client } = service();
      nextMinute(service());
      const answers = await Promise.all(Array.from({ length: 25 }, () => client.get('orders?limit=1')));
      assert.equal(answers.filter((answer) => answer.status === 200).length, 5);
      assert.equal(answers.filter((answer) => answer.status === 429).length, 20);
    });
  },
  { RATE_LIMIT: '5' },
);

/** Sends plain HTTP to the service's port and reads what comes back. */
async function plain(service: Service, path: string, ...headers: string[]): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  const lines = [
    `Host: pos.example.com`,
    `Authorization: ${service.client.token}`,
    'Accept: */*',
    'Connection: close',
  ];
  socket.write(`GET ${path} HTTP/1.1\r\n${[...lines, ...headers].join('\r\n')}\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}

function isRefusedInWords(text: string): void {
  assert.match(text, /^HTTP\/1\.1 400 Bad Request\r\n/);
  const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));
  assert.equal(body.error, 'invalid_request');
  assert.match(body.error_description, /https/i);
}

const LIST = '/v1/companies/me/products?limit=1';
const HTTPS = 'X-Forwarded-Proto: https';

describe('plain HTTP (reference: conventions.1, operations.5)', () => {
  onEachEngine('without TRUST_PROXY', (service) => {
    it('is refused in words', async () => {
      for (const path of [LIST, '/healthz', '/']) {
        isRefusedInWords(await plain(service(), path));
        isRefusedInWords(await plain(service(), path, HTTPS));
      }
    });
  });

  onEachEngine(
    'from a trusted proxy',
    (service) => {
      it('is accepted when the proxy was called by HTTPS', async () => {
        const text = await plain(service(), LIST, HTTPS);
        assert.match(text, /^HTTP\/1\.1 200 OK\r\n/);
        assert.match(text, /\r\nx-next-page: https:\/\/pos\.example\.com\/v1\//i);
        assert.match(await plain(service(), '/v1/companies/me/nowhere', HTTPS), /^HTTP\/1\.1 404 /);
      });

      it('is refused when it was not, or does not say', async () => {
        isRefusedInWords(await plain(service(), LIST));
        isRefusedInWords(await plain(service(), LIST, 'X-Forwarded-Proto: http'));
        isRefusedInWords(await plain(service(), LIST, 'X-Forwarded-Proto: http, https'));
        isRefusedInWords(await plain(service(), '/healthz', 'Forwarded: proto=https'));
      });

      it('does not close the way by HTTPS', async () => {
        assert.equal((await service().client.get(LIST)).status, 200);
      });
    },
    { TRUST_PROXY: '10.0.0.0/8, 127.0.0.0/8' },
  );

  onEachEngine(
    'from a proxy that is not trusted',
    (service) => {
      it('is refused whatever it says', async () => isRefusedInWords(await plain(service(), LIST, HTTPS)));
    },
    { TRUST_PROXY: '10.0.0.0/8, ::1/128' },
  );
});
