// A service of its own with its database, its companies and a receiver of webhooks: what the simulation is played at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDatabase, type Postgres, startPostgres } from '#test/harness/postgres.ts';
import { say } from '../console.ts';
import { cpuBetween, cpuTimes } from '../processes.ts';
import { type Client, clientOf, type Server, serve } from '../servers.ts';
import type { Gauge, Receiver } from './calibrate.ts';
import type { Pacing } from './play.ts';
import { makeCompany, makeSites, type Send, type Site } from './shops.ts';
import { TRADE } from './trade.ts';

/** A running service with sites. */
export interface Stage {
  readonly send: Send;
  readonly sites: readonly Site[];
  readonly gauge: Gauge;
  readonly receiver: Receiver;
  close(): Promise<void>;
}

/** Sends by one connection pool for each token. */
function senderOf(server: Server): { send: Send; close: () => void } {
  const clients = new Map<string, Client>();
  return {
    send: async (token, method, path, body, key) => {
      const client = clients.get(token) ?? clientOf(server, token);
      clients.set(token, client);
      const answer = await client.send(
        method,
        path,
        body,
        key === undefined ? {} : { 'idempotency-key': key },
      );
      const next = answer.header('x-next-page');
      const address = next === undefined ? undefined : new URL(next);
      return {
        status: answer.status,
        text: answer.body.toString('utf8'),
        next: address === undefined ? undefined : address.pathname + address.search,
      };
    },
    close: () => {
      for (const client of clients.values()) client.close();
    },
  };
}

/** The process of a server that all of its others come from. */
const postmasterOf = ({ dir }: Postgres) =>
  Number(readFileSync(join(dir, 'data/postmaster.pid'), 'utf8').split('\n')[0]);

/** Takes every message and counts it. */
async function startReceiver(): Promise<Receiver & { close: () => void }> {
  let received = 0;
  const server = createServer((incoming, response) => {
    incoming.resume().on('end', () => {
      received++;
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/completed`,
    received: () => received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function gaugeOf(
  service: Server,
  dataDir: string,
  url: string | undefined,
  database: readonly number[],
): Gauge {
  const began = { service: cpuTimes([service.pid]), database: cpuTimes(database) };
  return {
    cpu: () => ({
      service: cpuBetween(began.service, cpuTimes([service.pid])) / 1000,
      database: cpuBetween(began.database, cpuTimes(database)) / 1000,
    }),
    size: async () => {
      if (url === undefined) {
        const file = new DatabaseSync(join(dataDir, 'passbell.sqlite'), { readOnly: true });
        const { pages = 0, length = 0 } =
          file
            .prepare(
              'select page_count as pages, page_size as length from pragma_page_count, pragma_page_size',
            )
            .get() ?? {};
        file.close();
        return { bytes: Number(pages) * Number(length), wal: 0 };
      }
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ bytes: string; wal: string }>(
        "select pg_database_size(current_database()) as bytes, pg_current_wal_lsn() - '0/0'::pg_lsn as wal",
      );
      await client.end();
      return { bytes: Number(rows[0]?.bytes), wal: Number(rows[0]?.wal) };
    },
  };
}

/**
 * How many sites a company of a sample has that is played so many times as fast: the orders of a company are written one
 * after the other, and it should have no more of them a second than a company of the evening.
 */
export const sitesOfCompany = (speed: number): number =>
  Math.max(1, Math.floor(TRADE.sitesPerCompany.value / Math.max(1, speed)));

/** Opens a stage for so many sites, so many of them in a company. */
export async function openStage(engine: 'sqlite' | 'postgres', count: number, size: number): Promise<Stage> {
  const dir = mkdtempSync(join(tmpdir(), 'passbell-saturday-'));
  const dataDir = join(dir, 'data');
  let postgres: Postgres | undefined;
  let service: Server | undefined;
  const receiver = await startReceiver();
  let sender: ReturnType<typeof senderOf> | undefined;
  const close = async () => {
    sender?.close();
    receiver.close();
    await service?.stop();
    await postgres?.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    if (engine === 'postgres') postgres = await startPostgres();
    const url = postgres === undefined ? undefined : await createDatabase(postgres.url, 'saturday');
    const cards = Array.from({ length: Math.ceil(count / size) }, (_, at) =>
      makeCompany(`Company ${at + 1}`, dataDir, url),
    );
    const env = { SANDBOX: 'off', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };
    service = await serve({ dataDir, databaseUrl: url, env });
    sender = senderOf(service);
    const sites: Site[] = [];
    for (const card of cards)
      sites.push(...(await makeSites(sender.send, card, Math.min(size, count - sites.length))));
    say(
      `${sites.length} sites in ${cards.length} ${cards.length === 1 ? 'company' : 'companies'} on ${engine}`,
    );
    const gauge = gaugeOf(service, dataDir, url, postgres === undefined ? [] : [postmasterOf(postgres)]);
    return { send: sender.send, sites, gauge, receiver, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The clock on the wall, so many times as fast; the evening begins at `fromMs`. */
export function pacingOf(fromMs: number, speed: number): Pacing {
  const began = performance.now();
  return {
    until: async (atMs) => {
      const due = began + (atMs - fromMs) / speed;
      const left = due - performance.now();
      if (left > 1) await sleep(left);
    },
    rest: (ms) => sleep(ms),
    now: () => performance.now(),
  };
}
