// No request of an add-on holds the event loop for long, and none is answered 5xx: a corpus of hostile requests
// (test/harness/hostile.ts), each sent to a running service that is watched from inside.

import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { LOOP_BUDGET_MS } from '#src/kernel/budget.ts';
import { chanceOf } from '#test/harness/chance.ts';
import { HOSTILE_ROUND, type HostileRequest, hostileIds, hostileRequests } from '#test/harness/hostile.ts';
import { engineEnv, makeFolder, type Server, serve } from '#test/harness/process.ts';
import { ENGINES } from '#test/harness/service.ts';

/**
 * How often what took too long is sent again: the least of all counts, since the machine may be slow for a moment, and the
 * first ones run code that is not compiled yet.
 */
const TRIES = 20;
const ROUNDS = 1;
/** What a machine with nothing else to do takes for `REFERENCE`, in ms of its processor's time. */
const REFERENCE_MS = 1.2;
const REFERENCE = JSON.stringify(
  Array.from({ length: 2000 }, (_, at) => ({ id: at, name: `product ${at}`, price: at * 1.5 })),
);
const REFERENCES = 40;
const SEED = Number(process.env.PASSBELL_SEED ?? 7);

/**
 * How many times slower than that this machine is just now, at least 1: programs beside us share its caches and cores.
 * Many are timed as one, as some machines count processor time in steps of 4 ms.
 */
function slowness(): number {
  const before = process.threadCpuUsage();
  for (let count = 0; count < REFERENCES; count++) JSON.parse(REFERENCE, (_key, value) => value);
  const { user, system } = process.threadCpuUsage(before);
  return Math.max(1, (user + system) / 1000 / REFERENCES / REFERENCE_MS);
}

/** The longest time that something held the loop since the last question, in ms. */
function longestHold(socketPath: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ socketPath, path: '/' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(Number(text)));
    });
    asked.on('error', reject).end();
  });
}

/** Sends a request as it is; answers its status. */
function play(server: Server, { method, path, headers, body }: HostileRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const { headers: usual, ...rest } = server.request(method, path);
    const { authorization, accept } = usual as Record<string, string>;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { ...rest, headers: { accept, authorization, ...length, ...headers } };
    const asked = httpsRequest(options, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    asked.on('error', reject).end(body);
  });
}

describe('hostile requests', () => {
  for (const engine of ENGINES) {
    describe(engine, () => {
      let server: Server;
      let socket: string;
      before(async () => {
        socket = join(makeFolder(), 'loop.sock');
        const watch = new URL('../harness/loop-watch.ts', import.meta.url).href;
        const env = {
          ...(await engineEnv(engine)),
          LOOP_WATCH: socket,
          NODE_OPTIONS: `--import=${watch}`,
          LOG_LEVEL: 'fatal',
        };
        server = await serve({ env });
      });
      after(async () => server.stop());

      it('hold the loop for no longer than the budget, and are answered', async () => {
        const requests = hostileRequests(hostileIds(server.card), chanceOf(SEED));
        const slow: string[] = [];
        for (let count = 0; count < HOSTILE_ROUND * ROUNDS; count++) {
          const request = requests.next().value;
          const told = `${request.method} ${request.path.slice(0, 60)}: ${request.why}`;
          let least = Number.POSITIVE_INFINITY;
          for (let tried = 0; tried < TRIES && least > LOOP_BUDGET_MS; tried++) {
            await longestHold(socket);
            const status = await play(server, request);
            assert.ok(status < 500, `${told} was answered ${status}`);
            const held = await longestHold(socket);
            least = Math.min(least, held > LOOP_BUDGET_MS ? held / slowness() : held);
          }
          if (least > LOOP_BUDGET_MS) slow.push(`${least.toFixed(0)} ms: ${told}`);
        }
        assert.deepEqual(slow, []);
      });
    });
  }
});
