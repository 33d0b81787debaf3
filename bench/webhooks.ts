// npm run bench -- webhooks: deliveries a second, and the delay of an event after its commit, beside undici sending
// the very same messages from memory.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, say } from './console.ts';
import { cpuBetween, cpuTimes } from './processes.ts';
import { summarize } from './profile.ts';
import type { Counted, ReceivedMessage, ReceiverCommand } from './receiver.ts';
import { machine, median, short, table } from './report.ts';
import { type Client, clientOf, type Service, serve } from './servers.ts';

/** Addresses, each of which gets every event. */
const ADDRESSES = 16;
/** Messages in flight to them: eight to each. */
const IN_FLIGHT = ADDRESSES * 8;
/** Events queued for the run at full speed. */
const EVENTS = 500;
const PACED_PER_SECOND = 100;
const PACED_EVENTS = 1_000;
/** Connections that send orders as fast as they can. */
const POSTERS = 8;
const BUSY_EVENTS = 2_000;
/** Functions shown of a profile, by their own time and of ours by all of it. */
const PROFILE_LINES = 30;
/** How long the queue may take, in ms. */
const LIMIT_MS = 300_000;

/** The options of the measurement. */
export interface WebhookOptions {
  readonly databaseUrl: string | undefined;
  readonly quick: boolean;
  readonly json: string | undefined;
  readonly isProfile: boolean;
}

/** A process that receives, or sends from memory. */
export interface HelperProcess {
  readonly child: ChildProcess;
  ask<T>(order: ReceiverCommand): Promise<T>;
  next<T>(): Promise<T>;
}

/** Starts one. */
export function helper(): HelperProcess {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), { serialization: 'advanced' });
  const next = async <T>() => {
    const [answer] = await once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
    return answer as T;
  };
  return {
    child,
    next,
    ask: (order) => {
      child.send(order);
      return next();
    },
  };
}

/** A service over a sandbox, with the records that events need. */
export interface Shop {
  readonly service: Service;
  readonly client: Client;
  /** Completes an order; answers its id. */
  order(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service over a data directory that may be empty. */
export async function openShop(
  dataDir: string,
  options: WebhookOptions,
  env: Record<string, string>,
): Promise<Shop> {
  const service = await serve({
    ...{ dataDir, databaseUrl: options.databaseUrl, env },
    ...(options.isProfile && env.ROLE === undefined
      ? { nodeArguments: ['--cpu-prof', `--cpu-prof-dir=${join(dataDir, 'profile')}`] }
      : {}),
  });
  const card = JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')) as {
    sites: { id: number }[];
    payment_methods: { id: number }[];
    addon: { access_token: string };
  };
  const client = clientOf(service, card.addon.access_token);
  const site_id = card.sites[0]?.id;
  const path = `/v1/companies/me/sites/${site_id}/products?sold=1&fields=variants&limit=500`;
  const products = await client.json<{ id: number; variants: unknown[] }[]>('GET', path);
  const lines = products
    .filter(({ variants }) => variants.length === 0)
    .slice(0, 4)
    .map(({ id }) => ({ product_id: id }));
  const body = { site_id, status: 'COMPLETE', lines };
  return {
    service,
    client,
    order: async () => {
      return (await client.json<{ id_str: string }>('POST', '/v1/companies/me/orders', body)).id_str;
    },
    stop: async () => {
      client.close();
      await service.stop();
    },
  };
}

/** Does some work so many times, so many at a time. */
async function times(count: number, atOnce: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  const one = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The value that this share of all is below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

interface Rate {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

/** Queues events without a worker, then starts one and counts the messages that arrive. */
async function drain(
  dataDir: string,
  options: WebhookOptions,
  receiver: HelperProcess,
  events: number,
): Promise<Rate & { kept: readonly ReceivedMessage[] }> {
  const messages = events * ADDRESSES;
  const queueing = await openShop(dataDir, options, { ROLE: 'api' });
  await times(events, POSTERS, queueing.order);
  await queueing.stop();
  await receiver.ask({ kind: 'count', messages });
  const counted = receiver.next<Counted>();
  const shop = await openShop(dataDir, options, {});
  const before = cpuTimes([shop.service.pid]);
  const { ms, kept } = await counted;
  const cpu = cpuBetween(before, cpuTimes([shop.service.pid]));
  // A sent message is recorded a moment later.
  await sleep(500);
  await shop.stop();
  return { perSecond: (messages / ms) * 1000, cpuMicros: cpu / 1000 / messages, kept };
}

async function sendFromMemory(
  receiver: HelperProcess,
  origin: string,
  kept: readonly ReceivedMessage[],
  messages: number,
): Promise<Rate> {
  const sender = helper();
  try {
    await receiver.ask({ kind: 'count', messages });
    const counted = receiver.next<Counted>();
    const before = cpuTimes([sender.child.pid ?? 0]);
    const sent = sender.ask({ kind: 'send', origin, kept, messages, inFlight: IN_FLIGHT });
    const { ms } = await counted;
    await sent;
    const cpu = cpuBetween(before, cpuTimes([sender.child.pid ?? 0]));
    return { perSecond: (messages / ms) * 1000, cpuMicros: cpu / 1000 / messages };
  } finally {
    sender.child.kill('SIGKILL');
  }
}

interface Latency {
  /** From sending an order to its answer, the median. */
  readonly answer: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
}

/** How long events take to one address, while they come at a pace or as fast as orders can be sent. */
async function latency(
  shop: Shop,
  receiver: HelperProcess,
  events: number,
  paced: boolean,
): Promise<Latency> {
  await receiver.ask({ kind: 'count', messages: events });
  const counted = receiver.next<Counted>();
  const answers: number[] = [];
  const answeredAt = new Map<string, number>();
  const order = async () => {
    const begun = performance.now();
    const id = await shop.order();
    const end = performance.now();
    answers.push(end - begun);
    answeredAt.set(id, performance.timeOrigin + end);
  };
  if (paced) {
    const begun = performance.now();
    const sent: Promise<void>[] = [];
    for (let count = 0; count < events; count++) {
      const due = begun + (count * 1000) / PACED_PER_SECOND;
      if (due > performance.now()) await sleep(due - performance.now());
      sent.push(order());
    }
    await Promise.all(sent);
  } else await times(events, POSTERS, order);
  const { ms, receipts } = await counted;
  // A message that arrives before the answer has left has a delay of 0.
  const latencies = [...answeredAt].map(([id, at]) => Math.max(0, (receipts.get(id) ?? Number.NaN) - at));
  return {
    answer: percentile(answers, 0.5),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    perSecond: (events / ms) * 1000,
  };
}

/** Everything that was measured. */
interface Figures {
  readonly ours: readonly Rate[];
  readonly floors: readonly Rate[];
  readonly paced: Latency;
  readonly busy: Latency;
}

/** How long events take, and then how many are delivered at full speed, beside the floor. */
async function measure(dataDir: string, options: WebhookOptions, receiver: HelperProcess): Promise<Figures> {
  const rounds = options.quick ? 1 : 3;
  const share = options.quick ? 0.3 : 1;
  const { port } = await receiver.ask<{ port: number }>({ kind: 'listen' });
  const origin = `http://127.0.0.1:${port}`;
  say('latency');
  const shop = await openShop(dataDir, { ...options, isProfile: false }, {});
  const webhook = (path: string) =>
    shop.client.json<{ id: number }>('POST', '/v1/companies/me/webhooks', {
      topic: 'orders/completed',
      address: `${origin}${path}`,
    });
  await webhook('/0');
  await latency(shop, receiver, 100, true);
  const paced = await latency(shop, receiver, PACED_EVENTS * share, true);
  const busy = await latency(shop, receiver, BUSY_EVENTS * share, false);
  for (let at = 1; at < ADDRESSES; at++) await webhook(`/${at}`);
  await shop.stop();
  const ours: Rate[] = [];
  const floors: Rate[] = [];
  for (let round = 1; round <= rounds; round++) {
    say(`full speed, round ${round} of ${rounds}`);
    const { kept, ...rate } = await drain(dataDir, options, receiver, EVENTS * share);
    ours.push(rate);
    floors.push(await sendFromMemory(receiver, origin, kept, EVENTS * share * ADDRESSES));
  }
  return { ours, floors, paced, busy };
}

/** Prints the figures, and which of the aims were reached. */
function report({ ours, floors, paced, busy }: Figures): void {
  const middle = (rates: readonly Rate[], of: keyof Rate) => median(rates.map((rate) => rate[of]));
  const ratio = middle(ours, 'perSecond') / middle(floors, 'perSecond');
  print(
    table(
      ['full speed, 16 addresses', 'messages/s', 'floor', 'ratio', 'CPU µs', 'floor'],
      [
        [
          'queued events of four-line orders',
          short(middle(ours, 'perSecond')),
          short(middle(floors, 'perSecond')),
          short(ratio),
          short(middle(ours, 'cpuMicros')),
          short(middle(floors, 'cpuMicros')),
        ],
      ],
    ),
  );
  const row = (name: string, { perSecond, answer, p50, p99 }: Latency) => [
    name,
    short(perSecond),
    short(answer),
    short(p50),
    short(p99),
  ];
  print(
    table(
      [
        'from the answer to an order to the receipt of its event',
        'events/s',
        'answer ms',
        'p50 ms',
        'p99 ms',
      ],
      [row('100 orders a second', paced), row(`${POSTERS} connections as fast as they can`, busy)],
    ),
  );
  const aim = (met: boolean, text: string) => `- ${met ? 'met' : '**missed**'}: ${text}\n`;
  process.stdout.write(aim(ratio >= 0.5, `0.5 of the floor: ${short(ratio)}`));
  process.stdout.write(aim(paced.p50 < 10, `p50 under 10 ms at 100 events/s: ${short(paced.p50)} ms`));
}

/** Prints where the time of the service went. */
function reportProfile(dataDir: string): void {
  const { functions } = summarize(join(dataDir, 'profile'));
  const own = functions.filter(({ name }) => name.includes(' src/')).toSorted((a, b) => b.total - a.total);
  const top = [...functions.slice(0, PROFILE_LINES), ...own.slice(0, PROFILE_LINES)];
  const costs = top.map(({ name, self, total }) => [name, short(self), short(total)]);
  process.stdout.write(`\n${table(['function', 'self %', 'with callees %'], costs)}\n`);
}

/** Runs it and prints the report. */
export async function benchWebhooks(options: WebhookOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-bench-'));
  const dataDir = join(dir, 'data');
  const receiver = helper();
  try {
    const figures = await measure(dataDir, options, receiver);
    const about = { ...machine(), engine: options.databaseUrl === undefined ? 'sqlite' : 'postgres' };
    print(
      Object.entries(about)
        .map(([name, value]) => `- ${name}: ${value}`)
        .join('\n'),
    );
    report(figures);
    if (options.isProfile) reportProfile(dataDir);
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ ...about, ...figures }, null, 2)}\n`);
    }
  } finally {
    receiver.child.kill('SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
}
