// npm run bench -- webhooks --dead: the cost of three addresses that never answer, with 10,000 events due at each, for
// 200 that do. Both halves of the run send the same orders at the same pace.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fact } from '#src/kernel/event.ts';
import { append } from '#src/outbox/append.ts';
import { openStorage } from '#src/storage/open.ts';
import { sql } from '#src/storage/sql.ts';
import type { Counted } from './receiver.ts';
import { machine, short, table } from './report.ts';
import {
  type HelperProcess,
  helper,
  openShop,
  percentile,
  type Shop,
  type WebhookOptions,
} from './webhooks.ts';

const HEALTHY = 200;
const DEAD = 3;
/** Events due at each dead address. */
const DUE = 10_000;
const ORDERS = 60;
/** Orders as fast as they are answered, before each half: they warm the process up and show its capacity. */
const BURST = 20;
/** The share of that capacity which is used, and the most orders a second. */
const SHARE = 0.4;
const MAX_PER_SECOND = 4;
/** Events written in one transaction. */
const EVENTS_AT_ONCE = 500;

/** Accepts connections and never answers. */
async function openDead(): Promise<{ server: Server; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => socket.destroy());
    socket.resume();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, connections: () => connections };
}

/** Writes events to the log, with their deliveries, as the changes themselves would, while no service runs. */
async function queueEvents(dataDir: string, databaseUrl: string | undefined, events: number): Promise<void> {
  const storage = await openStorage({ dataDir, databaseUrl });
  try {
    for (let done = 0; done < events; done += EVENTS_AT_ONCE) {
      const facts = Array.from({ length: Math.min(EVENTS_AT_ONCE, events - done) }, (_, at): Fact => {
        const resource = BigInt(1_000_000 + done + at);
        const payload = JSON.stringify({ id: Number(resource), first_name: 'Ida', note: 'x'.repeat(400) });
        return { topic: 'customers/created', resource, sites: [], changed: [], payload };
      });
      await storage.write(async (tx) => {
        const hook = await tx.get<{ company_id: bigint }>(
          sql`select company_id from webhooks where topic = 'customers/created' limit 1`,
        );
        if (hook === undefined) throw new Error('There is no webhook on customers/created.');
        await append(tx, hook.company_id, BigInt(Date.now()) * 1000n, facts);
      });
    }
  } finally {
    await storage.close();
  }
}

/** How much is still to be sent to dead addresses. */
async function left(dataDir: string, databaseUrl: string | undefined): Promise<number> {
  const storage = await openStorage({ dataDir, databaseUrl });
  try {
    const row = await storage.read(async (tx) =>
      tx.get<{ left: bigint }>(
        sql`select count(*) as left from deliveries where topic = 'customers/created' and lane <= 0`,
      ),
    );
    return Number(row?.left ?? 0n);
  } finally {
    await storage.close();
  }
}

/** Sends orders and waits until every healthy address has all of them; answers the times. */
async function send(
  shop: Shop,
  receiver: HelperProcess,
  orders: number,
  hooks: number,
  perSecond: number | undefined,
): Promise<Counted> {
  await receiver.ask({ kind: 'count', messages: orders * hooks });
  const counted = receiver.next<Counted>();
  const begun = performance.now();
  const sent: Promise<unknown>[] = [];
  for (let count = 0; count < orders; count++) {
    const due = perSecond === undefined ? 0 : begun + (count * 1000) / perSecond;
    if (due > performance.now()) await sleep(due - performance.now());
    const order = shop.order();
    sent.push(order);
    if (perSecond === undefined) await order;
  }
  await Promise.all(sent);
  return counted;
}

/** Runs it and prints the report. */
export async function benchDead(options: WebhookOptions): Promise<void> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const share = options.quick ? 0.1 : 1;
  const [hooks, due, orders] = [HEALTHY * share, DUE * share, ORDERS * share];
  const dir = mkdtempSync(join(tmpdir(), 'passbell-bench-'));
  const dataDir = join(dir, 'data');
  const { databaseUrl } = options;
  const receiver = helper();
  const dead = await Promise.all(Array.from({ length: DEAD }, openDead));
  const attempts = () => dead.reduce((sum, each) => sum + each.connections(), 0);
  try {
    const { port } = await receiver.ask<{ port: number }>({ kind: 'listen' });
    let perSecond = MAX_PER_SECOND;
    const half = async (name: string, decides: boolean) => {
      const shop = await openShop(dataDir, { ...options, isProfile: false }, {});
      try {
        if (decides) {
          const hook = (topic: string, address: string) =>
            shop.client.json('POST', '/v1/companies/me/webhooks', { topic, address });
          for (let at = 0; at < hooks; at++) await hook('orders/completed', `http://127.0.0.1:${port}/${at}`);
          for (const { server } of dead) {
            await hook('customers/created', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
          }
        }
        const burst = await send(shop, receiver, Math.max(2, BURST * share), hooks, undefined);
        const most = (burst.ages.length / burst.ms) * 1000;
        if (decides) perSecond = Math.min(MAX_PER_SECOND, (most * SHARE) / hooks);
        say(`${name}: ${short(most)} deliveries a second at most; ${short(perSecond)} orders a second`);
        const { ages, ms } = await send(shop, receiver, orders, hooks, perSecond);
        return {
          most,
          perSecond: (ages.length / ms) * 1000,
          p50: percentile(ages, 0.5),
          p99: percentile(ages, 0.99),
          max: percentile(ages, 1),
          attempts: attempts(),
        };
      } finally {
        await shop.stop();
      }
    };
    const alone = await half('without', true);
    say(`queueing ${due} events for each of ${DEAD} dead addresses`);
    await queueEvents(dataDir, databaseUrl, due);
    const beside = await half('with', false);
    const waiting = await left(dataDir, databaseUrl);
    const about = { ...machine(), engine: databaseUrl === undefined ? 'sqlite' : 'postgres' };
    const lines = Object.entries(about).map(([name, value]) => `- ${name}: ${value}`);
    process.stdout.write(`${lines.join('\n')}\n\n`);
    const row = (name: string, of: typeof alone) => [
      name,
      short(of.most),
      short(of.perSecond),
      ...[of.p50, of.p99, of.max].map(short),
    ];
    process.stdout.write(
      `${table(
        [`${hooks} healthy addresses`, 'burst/s', 'deliveries/s', 'p50 ms', 'p99 ms', 'max ms'],
        [
          row('alone', alone),
          row(`beside ${DEAD} dead ones with ${due} events due at each`, beside),
          ['ratio', '', '', short(beside.p50 / alone.p50), short(beside.p99 / alone.p99), ''],
        ],
      )}\n\n`,
    );
    process.stdout.write(
      `${beside.attempts} attempts at the dead addresses meanwhile; ${waiting} of ${due * DEAD} still wait.\n\n`,
    );
    const aim = (met: boolean, text: string) => `- ${met ? 'met' : '**missed**'}: ${text}\n`;
    const ratio = beside.p99 / alone.p99;
    process.stdout.write(aim(ratio <= 2, `p99 within twice its value without dead ones: ${short(ratio)}`));
    process.stdout.write(aim(beside.p99 < 1000, `p99 under 1 s: ${short(beside.p99)} ms`));
    if (options.json !== undefined) {
      writeFileSync(options.json, `${JSON.stringify({ ...about, alone, beside, waiting }, null, 2)}\n`);
    }
  } finally {
    receiver.child.kill('SIGKILL');
    for (const { server } of dead) server.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
