// Processes of one fleet, and a shop that sells at any of them.

import { copyFileSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, makeFolder, type Server, serve } from '#test/harness/process.ts';
import { type Rest, Shop } from './shop.ts';
import { Sink } from './sink.ts';

const REGISTERS = 6;
const PRODUCTS = 4;

export interface Processes {
  readonly shop: Shop;
  readonly sink: Sink;
  readonly servers: readonly Server[];
  readonly ports: readonly number[];
  /** Kills one and starts it again. */
  restart(at: number): Promise<void>;
  /** Ends all of them. */
  end(): Promise<void>;
}

/** The environment of each of several processes, or of all. */
type Environments = Readonly<Record<string, string>> | ((at: number) => Readonly<Record<string, string>>);

/** How a shop sells. */
interface Trade {
  readonly rest?: Rest;
  /** Waiters that serve tables beside the registers. */
  readonly waiters?: number;
}

/** Starts `count` processes on the database that `env` names, with registers that sell at any of them. */
export async function openProcesses(
  random: () => number,
  count: number,
  env: Environments,
  { rest, waiters }: Trade = {},
): Promise<Processes> {
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const dirs = ports.map(() => join(makeFolder(), 'data'));
  const start = (at: number) =>
    serve({
      dir: dirs[at] ?? '',
      env: {
        ...(typeof env === 'function' ? env(at) : env),
        PORT: String(ports[at]),
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '0',
      },
    });
  const servers = [await start(0)];
  const [firstDir = ''] = dirs;
  const card = servers[0]?.card;
  for (let at = 1; at < count; at++) {
    const dir = dirs[at] ?? '';
    mkdirSync(dir);
    copyFileSync(join(firstDir, 'secret.key'), join(dir, 'secret.key'));
    // One certificate for all, as behind one name.
    cpSync(join(firstDir, 'tls'), join(dir, 'tls'), { recursive: true });
    servers.push(await start(at));
  }
  const sink = await Sink.open();
  sink.secret = card.addon.signing_secret;
  const shop = new Shop(
    {
      ca: readFileSync(join(firstDir, 'tls/ca.pem'), 'utf8'),
      ...{ token: card.addon.access_token, site: card.sites[0].id, ports: () => ports },
      products: Array.from({ length: PRODUCTS }, (_, at) => at + 1),
    },
    random,
  );
  await shop.prepare(sink.url);
  shop.open(REGISTERS, rest, waiters);
  return {
    ...{ shop, sink, servers, ports },
    async restart(at) {
      await servers[at]?.stop('SIGKILL');
      servers[at] = await start(at);
    },
    async end() {
      for (const server of servers) await server.stop('SIGKILL');
      await sink.close();
    },
  };
}

/** A connection to the database itself. */
export async function administer(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends up to so many backends of the database, chosen by chance; answers how many. */
export async function endBackends(admin: () => Promise<pg.Client>, most: number): Promise<number> {
  const client = await admin();
  try {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) as ended from (
         select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() order by random() limit $1) victims`,
      [most],
    );
    return rows.filter(({ ended }) => ended === true).length;
  } finally {
    await client.end();
  }
}
