// npm run bench -- reports: how old reports are, and how long they take, while orders are completed all the time.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, say } from './console.ts';
import { machine, short, table } from './report.ts';
import { openShop, type Shop } from './webhooks.ts';

/** Connections that complete orders as fast as they can. */
const POSTERS = 12;
const LOAD_MS = 20_000;
/** What one client asks for all the time. */
const REPORT = '/v1/companies/me/reports/day';
/** How old a report may be, in ms. */
const AIM_MS = 1_000;

/** The options of the measurement. */
export interface ReportsOptions {
  readonly databaseUrl: string | undefined;
  readonly quick: boolean;
  readonly json: string | undefined;
}

interface Report {
  readonly complete: boolean;
  readonly complete_until: string;
  readonly totals: { readonly orders: number };
}

/** One answer under load. */
interface Asked {
  readonly complete: boolean;
  /** From `complete_until` to the answer, in ms. */
  readonly age: number;
  readonly took: number;
}

interface Figures {
  readonly ordersPerSecond: number;
  readonly asked: readonly Asked[];
}

/** Asks for a report over and over while orders are completed; then all of them have to be in it. */
async function load({ client, order }: Shop, ms: number): Promise<Figures> {
  const ask = () => client.json<Report>('GET', REPORT);
  const { orders: before } = (await ask()).totals;
  const began = performance.now();
  const isOver = () => performance.now() - began >= ms;
  let made = 0;
  const post = async () => {
    while (!isOver()) {
      await order();
      made++;
    }
  };
  const asked: Asked[] = [];
  const watch = async () => {
    while (!isOver()) {
      const sent = performance.now();
      const { complete, complete_until: until } = await ask();
      asked.push({ complete, age: Date.now() - Date.parse(until), took: performance.now() - sent });
    }
  };
  await Promise.all([watch(), ...Array.from({ length: POSTERS }, post)]);
  const ordersPerSecond = (made * 1_000) / (performance.now() - began);
  const end = performance.now() + AIM_MS;
  for (;;) {
    const { complete, totals } = await ask();
    if (complete && totals.orders === before + made) break;
    if (performance.now() > end)
      throw new Error(`${made} orders were completed, and ${totals.orders - before} are in the report.`);
    await sleep(10);
  }
  return { ordersPerSecond, asked };
}

/** Prints the figures, and whether the aim was reached. */
function report({ ordersPerSecond, asked }: Figures): void {
  const at = (of: 'age' | 'took', share: number) => {
    const sorted = asked.map((each) => each[of]).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  };
  const partial = asked.filter(({ complete }) => !complete).length;
  const row = (name: string, of: 'age' | 'took') => [
    name,
    ...[0.5, 0.99, 1].map((share) => short(at(of, share))),
  ];
  print(
    table(
      [`${asked.length} reports beside ${short(ordersPerSecond)} orders/s`, 'p50 ms', 'p99 ms', 'most ms'],
      [row('age of `complete_until`', 'age'), row('answer', 'took')],
    ),
  );
  const met = partial === 0 && at('age', 1) <= AIM_MS;
  const words = `complete, and at most ${AIM_MS} ms old: ${partial} with \`complete: false\``;
  process.stdout.write(`- ${met ? 'met' : '**missed**'}: ${words}\n`);
}

/** Runs it and prints the report. */
export async function benchReports(options: ReportsOptions): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-bench-'));
  try {
    say('reports under load');
    const shop = await openShop(join(dir, 'data'), { ...options, isProfile: false }, {});
    const figures = await load(shop, options.quick ? LOAD_MS / 4 : LOAD_MS).finally(() => shop.stop());
    const about = { ...machine(), engine: options.databaseUrl === undefined ? 'sqlite' : 'postgres' };
    print(
      Object.entries(about)
        .map(([name, value]) => `- ${name}: ${value}`)
        .join('\n'),
    );
    report(figures);
    if (options.json !== undefined)
      writeFileSync(options.json, `${JSON.stringify({ ...about, ...figures }, null, 2)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
