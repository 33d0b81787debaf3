import { readFileSync } from 'node:fs';
import { Agent, request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { HOSTILE_ROUND, type HostileRequest, hostileIds, hostileRequests } from '#test/harness/hostile.ts';
import { makeFolder, type Server, serve } from '#test/harness/process.ts';
import type { Finding, Part, PartContext } from './part.ts';

/** Requests under way at the same time. */
const SENDERS = 4;
/** How long an answer may take before it counts as none, in ms. */
const ANSWER_MS = 30_000;
/** How often a bystander makes a small request meanwhile, in ms. */
const BYSTANDER_MS = 100;
const SAY_EVERY = 10_000;

/** The outcomes of hostile requests. */
interface Tally {
  requests: number;
  taken: number;
  refused: number;
  serverErrors: number;
  unanswered: number;
}

/** A hostile client: it sends the bytes given and reads the status alone. */
class Sender {
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #token: string;

  constructor(server: Server, token: string) {
    this.#server = server;
    this.#token = token;
    this.#agent = new Agent({
      keepAlive: true,
      maxSockets: SENDERS + 1,
      ca: readFileSync(join(server.dir, 'tls/ca.pem'), 'utf8'),
    });
  }

  /** The status of the answer; undefined when there was none. Never rejects. */
  send({ method, path, headers, body }: Omit<HostileRequest, 'why'>): Promise<number | undefined> {
    return new Promise((resolve) => {
      const given = { accept: 'application/json', authorization: `Bearer ${this.#token}`, ...headers };
      try {
        const request = httpsRequest(
          {
            ...{
              agent: this.#agent,
              host: 'localhost',
              port: this.#server.port,
              method,
              path,
              headers: given,
            },
            signal: AbortSignal.timeout(ANSWER_MS),
          },
          (response) => {
            response.on('error', () => resolve(undefined));
            response.on('end', () => resolve(response.statusCode));
            response.resume();
          },
        );
        request.on('error', () => resolve(undefined));
        request.end(body);
      } catch {
        // Node itself refuses to send some of it; then it has not been sent.
        resolve(0);
      }
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Makes small requests over and over; answers the time of the slowest answer, in ms. */
function watch(sender: Sender): () => number {
  let slowest = 0;
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    const begun = performance.now();
    await sender.send({ method: 'GET', path: '/healthz', headers: {}, body: undefined });
    slowest = Math.max(slowest, performance.now() - begun);
    busy = false;
  }, BYSTANDER_MS);
  return () => {
    clearInterval(timer);
    return Math.round(slowest);
  };
}

async function play(context: PartContext, server: Server, problems: string[]): Promise<Tally> {
  const { card } = server;
  const sender = new Sender(server, card.addon.access_token);
  const corpus = hostileRequests(hostileIds(card), context.random);
  const tally: Tally = { requests: 0, taken: 0, refused: 0, serverErrors: 0, unanswered: 0 };
  const one = async () => {
    while (!context.isOver({ requests: tally.requests }) || tally.requests < HOSTILE_ROUND) {
      const request = corpus.next().value;
      const status = await sender.send(request);
      if (status === 0) continue;
      tally.requests++;
      if (status === undefined) tally.unanswered++;
      else if (status < 400) tally.taken++;
      else if (status < 500) tally.refused++;
      else {
        tally.serverErrors++;
        problems.push(`${status} to ${request.method} ${request.path.slice(0, 100)}: ${request.why}`);
      }
      if (tally.requests % SAY_EVERY === 0) context.say(`${tally.requests} requests`);
      if (server.process.hasExited) return;
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, one));
  sender.close();
  return tally;
}

/** Requests made to slow the service down for all, or to crash it. */
export const hostile: Part = {
  name: 'hostile',
  words:
    'Requests that are made to hold the service up or to bring it down, by a seed, four at a time: bodies of nearly 1 MiB, nested, long, odd and contradictory, with an ordinary token.',
  share: 1,
  goals: [{ count: 'requests', atLeast: 100_000 }],
  async run(context): Promise<Finding> {
    const dir = join(makeFolder(), 'data');
    const server = await serve({ dir, env: { LOG_LEVEL: 'error' } });
    const problems: string[] = [];
    const bystander = new Sender(server, server.card.addon.access_token);
    const slowest = watch(bystander);
    const tally = await play(context, server, problems);
    const slowestBystanderMs = slowest();
    if (server.process.hasExited) problems.push('The service ended.');
    const health = await bystander.send({ method: 'GET', path: '/readyz', headers: {}, body: undefined });
    if (health !== 200) problems.push(`/readyz answers ${health} afterwards.`);
    bystander.close();
    await server.stop('SIGKILL');
    return { counts: { ...tally, slowestBystanderMs }, problems, notes: [] };
  },
};
