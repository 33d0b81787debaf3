import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, makeFolder, type ServeOptions, type Server, serve } from '#test/harness/process.ts';
import { audit, lostOf } from './audit.ts';
import { between, type Finding, type Part, type PartContext } from './part.ts';
import { Shop } from './shop.ts';
import { Sink } from './sink.ts';

/** Registers that sell at the same time. */
const REGISTERS = 4;
/** Waiters who change the orders of tables. */
const WAITERS = 2;
/** For how long a process lives once it is ready, in ms: some end while they still start to sell. */
const LIFE_MS = { least: 0, most: 600 };
/** Products of the sandbox that are counted. */
const PRODUCTS = 4;

/** A service on SQLite that is ended and started again, with a shop that sells in it all the time. */
export interface Stage {
  readonly shop: Shop;
  readonly sink: Sink;
  readonly dir: string;
  /** Ends the process as a crash does; `meanwhile` runs while nothing runs. Then it starts again. */
  crash(meanwhile?: () => void): Promise<void>;
  /** Closes the shop, audits it, and ends everything. */
  end(): Promise<{ counts: Record<string, number>; problems: string[] }>;
  /** Ends everything without an audit. */
  abandon(): Promise<void>;
}

/** Opens a sandbox on SQLite for a shop that sells at once. Later starts get the same options. */
export async function openStage(random: () => number, options: ServeOptions = {}): Promise<Stage> {
  const { dir = join(makeFolder(), 'data') } = options;
  const port = await freePort();
  const env = { PORT: String(port), LOG_LEVEL: 'error', ...options.env };
  const start = () => serve({ ...options, dir, env });
  let server: Server = await start();
  const sink = await Sink.open();
  const { card } = server;
  sink.secret = card.addon.signing_secret;
  const shop = new Shop(
    {
      ...{
        ca: readFileSync(join(dir, 'tls/ca.pem'), 'utf8'),
        token: card.addon.access_token,
        site: card.sites[0].id,
      },
      ports: () => [port],
      products: Array.from({ length: PRODUCTS }, (_, at) => at + 1),
    },
    random,
  );
  await shop.prepare(sink.url);
  shop.open(REGISTERS, undefined, WAITERS);
  const errors: string[] = [];
  const stop = async (signal: NodeJS.Signals) => {
    const { stderr } = await server.stop(signal);
    errors.push(...stderr.split('\n').filter((line) => /"level":[56]0\b/.test(line)));
  };
  const abandon = async () => {
    await shop.abandon();
    await stop('SIGKILL');
    await sink.close();
  };
  return {
    ...{ shop, sink, dir, abandon },
    async crash(meanwhile) {
      await stop('SIGKILL');
      meanwhile?.();
      server = await start();
    },
    async end() {
      await shop.close();
      const found = await audit(shop, sink);
      await stop('SIGTERM');
      await sink.close();
      if (errors.length > 0)
        found.problems.push(`${errors.length} errors in the log: ${errors[0]?.slice(0, 500)}`);
      return { counts: { ...found.counts, deliveredAgain: sink.repeats }, problems: found.problems };
    },
  };
}

/** Crashes a stage over and over, and after each crash reads the orders acknowledged since the one before. */
export async function crashAll(
  stage: Stage,
  context: PartContext,
  counts: Record<string, number>,
  meanwhile?: () => void,
): Promise<string[]> {
  const lost: string[] = [];
  let checked = 0;
  counts.crashes = 0;
  while (!context.isOver({ ...counts, orders: stage.shop.sold.size })) {
    await sleep(between(context.random, LIFE_MS.least, LIFE_MS.most));
    const promised = [...stage.shop.sold];
    await stage.crash(meanwhile);
    counts.crashes++;
    counts.eventsDelivered = stage.sink.arrived.size;
    lost.push(...(await lostOf(stage.shop, promised.slice(checked))));
    checked = promised.length;
    if (counts.crashes % 100 === 0) context.say(`${counts.crashes} crashes, ${checked} orders acknowledged`);
    if (lost.length > 0) break;
  }
  return lost;
}

/** kill -9 of the service on SQLite, while registers sell and webhooks are delivered. */
export const kill: Part = {
  name: 'kill',
  words:
    'The service on SQLite is ended by kill -9 at a random moment, over and over, while four registers sell counted products, two waiters change the orders of tables, and two webhooks are delivered.',
  share: 3,
  goals: [
    { count: 'crashes', atLeast: 1_000 },
    { count: 'eventsDelivered', atLeast: 100_000 },
  ],
  async run(context): Promise<Finding> {
    const stage = await openStage(context.random);
    const counts: Record<string, number> = {};
    const lost = await crashAll(stage, context, counts);
    const found = await stage.end();
    const problems = lost.length === 0 ? [] : [`Gone after a crash: ${lost.slice(0, 5).join(', ')}.`];
    return { counts: { ...counts, ...found.counts }, problems: [...problems, ...found.problems], notes: [] };
  },
};
