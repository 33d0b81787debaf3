import assert from 'node:assert/strict';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { isLoopback } from '../common/address.ts';
import type { Clock } from '../typescript/index.ts';
import { SseParser } from '../typescript/sse.ts';
import { messageOf } from './forward.ts';
import { listen } from './listen.ts';

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

describe('server-sent events', () => {
  const text =
    'retry: 1000\nid: 5\n: here\n\nid: 6\nevent: taxes/created\ndata: {"a":"é\\n🍕"}\n\n: here\n\n';
  const whole = [
    { id: '5', event: undefined, data: undefined },
    { id: '6', event: 'taxes/created', data: '{"a":"é\\n🍕"}' },
    { id: undefined, event: undefined, data: undefined },
  ];

  it('are read however they are cut', () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      const blocks = new SseParser();
      const found = [];
      for (let at = 0; at < bytes.length; at += size)
        found.push(...blocks.push(bytes.subarray(at, at + size)));
      assert.deepEqual(found, whole, `in pieces of ${size}`);
    }
  });

  it('that were cut off are not taken for whole', () => {
    const blocks = new SseParser();
    assert.equal(blocks.push(Buffer.from(text.slice(0, text.indexOf('🍕')))).length, 1);
  });
});

describe('a receiver on this machine', () => {
  for (const [address, expected] of [
    ['http://localhost:3000/hook', true],
    ['http://LOCALHOST./', true],
    ['https://app.localhost/', true],
    ['http://127.1/', true],
    ['http://[::1]:3000/', true],
    ['http://localhost.example.com/', false],
    ['http://127.0.0.1.example.com/', false],
    ['http://10.0.0.1/', false],
    ['http://[::ffff:10.0.0.1]/', false],
    ['http://example.com/', false],
  ] as const) {
    it(`${address} is ${expected ? 'one' : 'none'}`, () =>
      assert.equal(isLoopback(new URL(address)), expected));
  }
});

it('the message of an event has its payload to the byte and every digit of its numbers', () => {
  const payload = '{"id":9223372036854775807,"price":1.50,"note":",\\"payload\\":"}';
  const data = `{"number":9007199254740993,"topic":"taxes/created","company_id":9223372036854775806,"resource_id":1,"created_time":1795279460123456,"payload":${payload}}`;
  const { body, headers } = messageOf(data, 'secret', 5_000);
  assert.equal(body, payload);
  assert.equal(headers['X-Service-Event-Number'], '9007199254740993');
  assert.equal(headers['X-Service-Created-Time'], '1795279460123456');
  assert.equal(headers['webhook-id'], 'msg_9223372036854775806_event_9007199254740993');
  assert.equal(headers['webhook-timestamp'], '5');
});

describe('following', () => {
  const event = (number: number) =>
    `id: ${number}\nevent: taxes/created\ndata: {"number":${number},"topic":"taxes/created","company_id":1,"created_time":1,"payload":{}}\n\n`;
  const begin = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' });

  async function serve(handler: RequestListener): Promise<string> {
    const server = createServer(handler).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    cleanups.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Listens to a service that answers by one step after the other, until so many events have come. */
  async function run(steps: ((response: ServerResponse) => void)[], wanted: number, after?: string) {
    const asked: (string | undefined)[] = [];
    const baseUrl = await serve((request, response) => {
      asked.push(request.headers['last-event-id']?.toString());
      const step = steps[asked.length - 1];
      if (step === undefined) request.socket.destroy();
      else step(response);
    });
    const slept: number[] = [];
    const clock: Clock = {
      now: () => 0,
      random: () => 0.5,
      sleep: async (ms) => {
        slept.push(ms);
      },
    };
    const stop = new AbortController();
    const numbers: string[] = [];
    const address = await serve((request, response) => {
      numbers.push(String(request.headers['x-service-event-number']));
      response.end();
    });
    const troubles: string[] = [];
    let said = '';
    await listen({
      ...{ baseUrl, token: 'token', topics: [], after, clock, signal: stop.signal },
      ...{ address: new URL(address), secret: 'secret' },
      out: {
        write: (text) => {
          said += text;
          if (said.split(' 200 ').length > wanted) stop.abort();
        },
      },
      err: { write: (sentence) => troubles.push(sentence) },
    });
    return { asked, slept, troubles, said, numbers };
  }

  it('goes on behind the last event when the stream ends or breaks, also within an event', async () => {
    const { asked, numbers, said, troubles } = await run(
      [
        (response) => begin(response).end(`id: 4\n: here\n\n${event(5)}`),
        (response) => {
          const half = event(6) + event(7).slice(0, -1);
          begin(response).write(half, () => setImmediate(() => response.destroy()));
        },
        (response) => begin(response).write(`id: 6\n: here\n\n${event(7)}${event(8)}`),
      ],
      4,
    );
    assert.deepEqual(numbers, ['5', '6', '7', '8']);
    assert.deepEqual(asked, [undefined, '5', '6']);
    assert.match(
      said,
      /^Listening after event 4, all topics\. Ctrl-C ends it\.\n#5 taxes\/created 200 0 ms\n/,
    );
    assert.match(said, /Forwarded 4 events\. Go on with --after 8\.\n$/);
    assert.equal(troubles.length, 1);
    assert.match(troubles[0] ?? '', /Trying again\.\n$/);
  });

  it('misses nothing when the first stream breaks before the first event', async () => {
    const { asked } = await run(
      [(response) => begin(response).end('id: 4\n: here\n\n'), (response) => begin(response).write(event(5))],
      1,
    );
    assert.deepEqual(asked, [undefined, '4']);
  });

  it('waits longer each time, and at least as long as Retry-After says', async () => {
    const busy = (response: ServerResponse) =>
      response.writeHead(429, { 'retry-after': '7' }).end('{"error":"x"}');
    const away = (response: ServerResponse) => response.writeHead(503).end();
    const { slept, troubles, asked } = await run(
      [away, away, busy, away, (response) => begin(response).write(event(3))],
      1,
      '2',
    );
    assert.deepEqual(slept, [187.5, 375, 7000, 1500]);
    assert.equal(troubles.length, 4);
    assert.deepEqual(asked, Array(5).fill('2'));
  });

  it('ends when it is refused for good', async () => {
    const refuse = (response: ServerResponse) =>
      response.writeHead(403).end('{"error":"insufficient_scope"}');
    await assert.rejects(run([refuse], 1), /refused the stream of events: 403 insufficient_scope/);
  });
});
