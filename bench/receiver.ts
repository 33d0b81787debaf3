// The other end of webhooks: answers 200 to everything, counts, and keeps when each message came. A process of its
// own; with messages to send it is the floor instead: undici sending them from memory.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request } from 'undici';

/** A received message. */
export interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A command to the process. */
export type ReceiverCommand =
  | { readonly kind: 'listen' }
  /** Forgets received messages, and answers when so many have arrived. */
  | { readonly kind: 'count'; readonly messages: number }
  /** Answers how many have arrived at each path since the last time. */
  | { readonly kind: 'tally' }
  /** Sends so many messages to a receiver, so many at a time. */
  | {
      readonly kind: 'send';
      readonly origin: string;
      readonly kept: readonly ReceivedMessage[];
      readonly messages: number;
      readonly inFlight: number;
    };

/** How many messages arrived, by path. */
export type Tally = ReadonlyMap<string, number>;

/** The received messages, once all have arrived. */
export interface Counted {
  /** From the first to the last, in ms. */
  readonly ms: number;
  /** When each arrived, by the id in its body, in ms. */
  readonly receipts: ReadonlyMap<string, number>;
  /** How long after its event was created each arrived, in ms. */
  readonly ages: readonly number[];
  /** Some of the messages. */
  readonly kept: readonly ReceivedMessage[];
}

/** Messages kept for the floor to send. */
const MAX_KEPT = 500;
/** Headers that undici makes itself. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding'];

const now = () => performance.timeOrigin + performance.now();
let wanted = 0;
let first = 0;
let received = 0;
let receipts = new Map<string, number>();
let ages: number[] = [];
let kept: ReceivedMessage[] = [];
let tally = new Map<string, number>();

function listen(): void {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const at = now();
      response.writeHead(200).end();
      if (received++ === 0) first = at;
      const path = incoming.url ?? '/';
      tally.set(path, (tally.get(path) ?? 0) + 1);
      const body = Buffer.concat(chunks).toString();
      receipts.set(/"id":(\d+)/.exec(body)?.[1] ?? '', at);
      ages.push(Date.now() - Number(incoming.headers['x-service-created-time']) / 1000);
      if (kept.length < MAX_KEPT) {
        const headers = Object.entries(incoming.headers).filter(
          ([name]) => !OF_THE_CONNECTION.includes(name),
        );
        kept.push({
          path,
          headers: Object.fromEntries(headers) as Record<string, string>,
          body,
        });
      }
      if (received === wanted) process.send?.({ ms: at - first, receipts, ages, kept } satisfies Counted);
    });
  });
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

async function send(order: Extract<ReceiverCommand, { kind: 'send' }>): Promise<void> {
  const dispatcher = new Agent({ connections: order.inFlight, pipelining: 1 });
  let at = 0;
  const one = async () => {
    while (at < order.messages) {
      const message = order.kept[at++ % order.kept.length];
      if (message === undefined) return;
      const { path, headers, body } = message;
      const answer = await request(`${order.origin}${path}`, { dispatcher, method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: order.inFlight }, one));
  await dispatcher.close();
  process.send?.({ sent: at });
}

process.on('message', (order: ReceiverCommand) => {
  if (order.kind === 'listen') listen();
  else if (order.kind === 'send') void send(order);
  else if (order.kind === 'tally') {
    process.send?.(tally);
    tally = new Map();
  } else {
    wanted = order.messages;
    received = 0;
    receipts = new Map();
    ages = [];
    kept = [];
    process.send?.({ counting: wanted });
  }
});
process.on('disconnect', () => process.exit());
