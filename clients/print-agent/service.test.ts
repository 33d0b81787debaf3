import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { ticket } from '../../test/harness/documents.ts';
import type { Clock } from '../typescript/index.ts';
import { HttpService, ServiceRefused } from './service.ts';

const cleanups: (() => unknown)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});

type Step = (response: ServerResponse, request: IncomingMessage) => void;
interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: string;
}

/** A service that answers by one step after the other, the last of them ever after. */
async function open(...steps: [Step, ...Step[]]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url: path, headers } = request;
      asked.push({ method, path, authorization: headers.authorization, body });
      const step = steps[Math.min(asked.length, steps.length) - 1] ?? steps[0];
      step(response, request);
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const slept: number[] = [];
  const clock: Clock = {
    now: () => 0,
    random: () => 0.5,
    sleep: async (ms) => {
      slept.push(ms);
    },
  };
  const troubles: string[] = [];
  const service = await HttpService.open({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    token: 'secret',
    register: '12',
    clock,
    onTrouble: (sentence) => troubles.push(sentence),
  });
  cleanups.push(async () => {
    await service.close();
    server.close();
    server.closeAllConnections();
  });
  return { service, asked, slept, troubles };
}

const json =
  (status: number, body: unknown, headers = {}): Step =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
const cut: Step = (_response, request) => void request.socket.destroy();
const signal = new AbortController().signal;

describe('jobs from the service', () => {
  it('are claimed for one agent, and what cannot be printed is told from what can', async () => {
    const job = {
      id: JSON.rawJSON('9007199254740993'),
      attempt: 2,
      copy: true,
      lease_until: 'x',
      kind: 'ticket',
    };
    const { service, asked } = await open(
      json(200, {
        jobs: [
          { ...job, document: ticket() },
          { ...job, id: 8, document: { kind: 'poster' } },
        ],
      }),
    );
    const jobs = await service.claim('me', 5, signal);
    assert.deepEqual(
      jobs?.map(({ id, attempt, copy, mine, document }) => [id, attempt, copy, mine, document?.kind]),
      [
        ['9007199254740993', 2, true, false, 'ticket'],
        ['8', 2, true, false, undefined],
      ],
    );
    assert.deepEqual(
      jobs?.[0]?.document,
      ticket({ lines: jobs?.[0]?.document?.kind === 'ticket' ? jobs[0].document.lines : [] }),
    );
    assert.deepEqual(asked, [
      {
        method: 'POST',
        path: '/v1/companies/me/registers/12/print_jobs/claim',
        authorization: 'Bearer secret',
        body: '{"agent":"me","limit":5}',
      },
    ]);
  });

  for (const [what, step] of [
    ['a cut', cut],
    ['an error', json(500, { error: 'x' })],
    ['a limit', json(429, { error: 'x' })],
    ['no JSON', (response: ServerResponse) => void response.writeHead(200).end('<html>')],
    ['something else', json(200, { jobs: [{ id: 1 }] })],
  ] as const) {
    it(`are none when there is ${what}, and that is said`, async () => {
      const { service, troubles } = await open(step);
      assert.equal(await service.claim('me', 5, signal), undefined);
      assert.equal(troubles.length, 1);
    });
  }

  for (const status of [401, 403, 404]) {
    it(`are refused for good by ${status}`, async () => {
      const { service } = await open(json(status, { error: 'no', error_description: 'Go away.' }));
      await assert.rejects(service.claim('me', 5, signal), (error) => {
        assert.ok(error instanceof ServiceRefused);
        assert.match(error.message, new RegExp(`${status} no\\. Go away\\.`));
        assert.ok(!error.message.includes('secret'));
        return true;
      });
    });
  }
});

describe('what is told to the service', () => {
  it('is told until it is heard', async () => {
    const { service, asked, slept, troubles } = await open(
      cut,
      json(503, {}),
      json(429, {}, { 'retry-after': '7' }),
      json(200, {}),
    );
    const say = { agent: 'me', attempt: 3, copy: true };
    assert.equal(await service.printed('5', say, signal), true);
    assert.equal(asked.length, 4);
    assert.deepEqual(
      new Set(asked.map(({ path }) => path)),
      new Set(['/v1/companies/me/registers/12/print_jobs/5/printed']),
    );
    assert.deepEqual(JSON.parse(asked[3]?.body ?? ''), say);
    assert.deepEqual(slept, [187.5, 375, 7000]);
    assert.equal(troubles.length, 1);
  });

  it('of a job that it does not know (any more) is given up, and a keeping on refused', async () => {
    for (const status of [404, 409]) {
      const { service, troubles } = await open(json(status, { error: 'gone' }));
      const failure = { agent: 'me', attempt: 3, reason: 'x', printed: 'no' as const };
      assert.equal(await service.failed('5', failure, signal), false);
      assert.match(troubles[0] ?? '', /job 5/);
      assert.equal(await service.extend('5', { agent: 'me', attempt: 3 }, signal), false);
    }
    const { service } = await open(json(503, {}));
    assert.equal(await service.extend('5', { agent: 'me', attempt: 3 }, signal), undefined);
  });
});

describe('the stream', () => {
  it('wakes for each sign that there is something to print, and is opened again when it ends or breaks', async () => {
    const stop = new AbortController();
    let woken = 0;
    const begin = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' });
    const { service, asked, troubles } = await open(
      (response) => void begin(response).end('retry: 1000\n: here\n\nevent: print\ndata: {}\n\n'),
      json(503, {}),
      (response, request) => {
        begin(response).write('event: print\ndata: {}\n\nevent: pri', () =>
          setImmediate(() => request.socket.destroy()),
        );
      },
      (response) => void begin(response).write('event: other\ndata: {}\n\nevent: print\ndata: {}\n\n'),
    );
    await service.follow(() => {
      woken++;
      if (woken === 3) stop.abort();
    }, stop.signal);
    assert.equal(woken, 3);
    assert.equal(asked.length, 4);
    assert.equal(asked[0]?.path, '/v1/companies/me/registers/12/stream?print=true');
    assert.equal(troubles.length, 2);
  });

  it('that is refused ends the agent', async () => {
    const { service } = await open(json(404, { error: 'not_found' }));
    await assert.rejects(
      service.follow(() => undefined, signal),
      /refused the stream of the register: 404 not_found/,
    );
  });
});
