// Back to a moment: pgBackRest backs a database up while it is sold on, and restores it to moments in between.

import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, serve } from '#test/harness/process.ts';
import { auditRecords } from './audit.ts';
import { Cluster, example } from './cluster.ts';
import { between, type Finding, type Part, type PartContext } from './part.ts';
import { administer, openProcesses, type Processes } from './processes.ts';
import { pathOf } from './programs.ts';
import { Shop } from './shop.ts';

/** Moments that are gone back to. */
const MOMENTS = 3;
/** How long the shop sells before each, in ms. */
const SELLING_MS = { least: 1_500, most: 4_000 };
const READY_MS = 60_000;
const POLL_MS = 50;

/** A moment, by the clock of the database. */
interface Moment {
  readonly time: string;
  /** Orders that were acknowledged before it. */
  readonly acknowledged: ReadonlySet<string>;
  /** Orders that had been sent at it; every other one was sent later. */
  readonly sent: ReadonlySet<string>;
}

/** pgBackRest by the file of deploy/. */
class Backups {
  readonly #cluster: Cluster;
  readonly #config: string;

  constructor(cluster: Cluster) {
    const [node] = cluster.nodes;
    if (node === undefined) throw new Error('The cluster has no server.');
    const { programs } = cluster;
    this.#cluster = cluster;
    this.#config = programs.file(
      'pgbackrest.conf',
      example('pgbackrest.conf', {
        'repo1-path=/var/lib/pgbackrest': `repo1-path=${programs.folder('repository')}`,
        'log-path=/var/log/pgbackrest': `log-path=${programs.folder('backup-log')}`,
        'lock-path=/tmp/pgbackrest': `lock-path=${programs.folder('backup-lock')}`,
        'pg1-path=/var/lib/postgresql/15/passbell': `pg1-path=${node.data}`,
        'pg1-port=5432': `pg1-port=${node.port}`,
        'pg1-socket-path=/var/run/postgresql': `pg1-socket-path=${node.socket}`,
      }),
    );
  }

  /** The command that archives, for a cluster whose folder is `dir`. */
  static archive(dir: string): string {
    return `pgbackrest --config=${dir}/pgbackrest.conf --stanza=passbell archive-push %p`;
  }

  /** Runs a command; answers how long it took, in seconds. */
  async run(...args: readonly string[]): Promise<number> {
    const begun = performance.now();
    const own = [`--config=${this.#config}`, '--stanza=passbell'];
    await this.#cluster.programs.run(pathOf('pgbackrest'), [...own, ...args]);
    return (performance.now() - begun) / 1000;
  }
}

/** A PostgreSQL on restored files, once it has gone on to its moment; answers its address. */
async function startRestored(cluster: Cluster, name: string, data: string): Promise<string> {
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', archive_mode: 'off' };
  const given = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
  cluster.programs.start(name, pathOf('postgres'), ['-D', data, '-p', String(port), ...given]);
  const url = new URL(cluster.oneAddress);
  url.port = String(port);
  const end = performance.now() + READY_MS;
  while (performance.now() < end) {
    const isDone = await administer(url.href)
      .then(async (client) => {
        const { rows } = await client
          .query('select pg_is_in_recovery() as recovers')
          .finally(() => client.end());
        return rows[0]?.recovers === false;
      })
      .catch(() => false);
    if (isDone) return url.href;
    await sleep(POLL_MS);
  }
  throw new Error(
    `The restored database was not ready after ${READY_MS / 1000} s:\n${cluster.programs.logOf(name)}`,
  );
}

/** Restores to a moment and holds what is there against what was acknowledged. */
async function goBack(
  cluster: Cluster,
  backups: Backups,
  { shop, servers }: Processes,
  { time, acknowledged, sent }: Moment,
  number: number,
) {
  const name = `restored-${number}`;
  const data = cluster.programs.folder(name, 'data');
  const restoreSeconds = await backups.run(
    ...['--type=time', `--target=${time}`, '--target-action=promote', `--pg1-path=${data}`, 'restore'],
  );
  const begun = performance.now();
  const url = await startRestored(cluster, name, data);
  const recoverySeconds = (performance.now() - begun) / 1000;
  const port = await freePort();
  const dir = servers[0]?.dir ?? '';
  const env = { DATABASE_URL: url, PORT: String(port), LOG_LEVEL: 'error', DRAIN_SECONDS: '0' };
  const server = await serve({ dir, env });
  const then = new Shop({ ...shop.reach, ports: () => [port] }, Math.random);
  then.begin = shop.begin;
  const there = new Set<string>();
  for await (const order of then.list('orders?limit=5000')) {
    const sale = shop.sold.get(order.notes);
    there.add(order.notes);
    if (sale !== undefined) then.sold.set(order.notes, sale);
  }
  const { problems } = await auditRecords(then);
  await server.stop('SIGKILL');
  await cluster.programs.kill(name, 'SIGQUIT');
  const missing = [...acknowledged].filter((key) => !there.has(key)).length;
  const later = [...there].filter((key) => !sent.has(key)).length;
  return { restored: there.size, missing, later, seconds: restoreSeconds + recoverySeconds, problems };
}

export const moment: Part = {
  name: 'moment',
  words:
    'A database is backed up by pgBackRest, by the file of deploy/, while six registers sell; then everything in it is dropped, and it is restored to moments in between: every order that was acknowledged before the moment has to be there, and none that was sent after it.',
  share: 1,
  goals: [{ count: 'moments', atLeast: MOMENTS }],
  needs: ['postgres', 'patroni', 'patronictl', 'etcd', 'haproxy', 'pgbackrest'],
  async run(context: PartContext): Promise<Finding> {
    const cluster = await Cluster.start({ nodes: 1, archiveCommand: Backups.archive });
    try {
      return await drill(cluster, context);
    } finally {
      await cluster.end();
    }
  },
};

/** Sells, backs up in between, and notes moments. */
async function sell(url: string, { shop }: Processes, backups: Backups, { random }: PartContext) {
  const moments: Moment[] = [];
  const seconds: number[] = [];
  for (let at = 0; at < MOMENTS; at++) {
    seconds.push(await backups.run('backup', at === 0 ? '--type=full' : '--type=incr'));
    await sleep(between(random, SELLING_MS.least, SELLING_MS.most));
    const acknowledged = new Set(shop.sold.keys());
    const client = await administer(url);
    const { rows } = await client.query('select clock_timestamp()::text as time').finally(() => client.end());
    moments.push({ time: rows[0].time, acknowledged, sent: new Set(shop.sent) });
    await sleep(between(random, SELLING_MS.least, SELLING_MS.most));
  }
  await shop.close();
  return { moments, seconds };
}

async function drill(cluster: Cluster, context: PartContext): Promise<Finding> {
  const backups = new Backups(cluster);
  await cluster.createDatabase();
  await backups.run('stanza-create');
  const processes = await openProcesses(context.random, 2, { DATABASE_URL: cluster.oneAddress });
  const { moments, seconds } = await sell(cluster.oneAddress, processes, backups, context);
  await processes.end();
  const client = await administer(cluster.oneAddress);
  await client.query('drop schema public cascade');
  // What is not archived yet would be a minute later.
  await client.query('select pg_switch_wal()').finally(() => client.end());
  await backups.run('check');
  const counts = {
    moments: 0,
    orders: processes.shop.sold.size,
    ordersRestored: 0,
    missing: 0,
    fromLater: 0,
  };
  const problems: string[] = [];
  const took: number[] = [];
  for (const [at, each] of moments.entries()) {
    const one = await goBack(cluster, backups, processes, each, at + 1);
    counts.moments++;
    counts.ordersRestored += one.restored;
    counts.missing += one.missing;
    counts.fromLater += one.later;
    took.push(one.seconds);
    problems.push(...one.problems);
    context.say(
      `${each.time}: ${one.restored} orders, ${each.acknowledged.size} were acknowledged, ${each.sent.size} sent; ${one.seconds.toFixed(1)} s`,
    );
  }
  if (counts.missing > 0)
    problems.push(`${counts.missing} orders that were acknowledged before a moment are missing.`);
  if (counts.fromLater > 0)
    problems.push(`${counts.fromLater} orders are there that were sent after a moment.`);
  return {
    counts: {
      ...counts,
      slowestBackupMs: Math.round(1000 * Math.max(...seconds)),
      slowestRestoreMs: Math.round(1000 * Math.max(...took)),
    },
    problems,
    notes: [],
  };
}
