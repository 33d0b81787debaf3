// A fleet behind PgBouncer in transaction mode.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabase, startPostgres, temporaryDir, unprivilegedUser } from '#test/harness/postgres.ts';
import { freePort } from '#test/harness/process.ts';
import { audit } from './audit.ts';
import { between, type Finding, type Part, type PartContext } from './part.ts';
import { administer, endBackends, openProcesses } from './processes.ts';
import { pathOf } from './programs.ts';

const PROCESSES = 2;
/** Server connections that all clients share: fewer than the processes would open by themselves. */
const SHARED = 8;
const PAUSE_MS = { least: 100, most: 600 };
/** One of so many faults restarts PgBouncer, or a process; the others end backends. */
const OF_FAULTS = 12;
const READY_MS = 10_000;

/** PgBouncer in a process of its own. */
class Pooler {
  readonly port: number;
  readonly #dir: string;
  #child: ChildProcess | undefined;

  constructor(port: number, database: string) {
    this.port = port;
    this.#dir = temporaryDir();
    chmodSync(this.#dir, 0o755);
    const { username, password, port: at } = new URL(database);
    writeFileSync(join(this.#dir, 'users.txt'), `"${username}" "${password}"\n`);
    const settings = {
      ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
      ...{ auth_type: 'scram-sha-256', auth_file: join(this.#dir, 'users.txt') },
      ...{ pool_mode: 'transaction', default_pool_size: SHARED, max_client_conn: 200 },
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    writeFileSync(
      join(this.#dir, 'pgbouncer.ini'),
      ['[databases]', `* = host=127.0.0.1 port=${at}`, '[pgbouncer]', ...lines, ''].join('\n'),
    );
  }

  async start(): Promise<void> {
    this.#child = spawn(pathOf('pgbouncer'), [join(this.#dir, 'pgbouncer.ini')], {
      ...{ stdio: 'ignore', ...unprivilegedUser() },
    });
    for (let waited = 0; waited < READY_MS; waited += 20) {
      const socket = connect(this.port, '127.0.0.1');
      const isThere = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      if (isThere) return;
      await sleep(20);
    }
    throw new Error('PgBouncer did not start.');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

export const pooler: Part = {
  name: 'pooler',
  words:
    'Two processes behind PgBouncer in transaction mode with eight connections for all: PgBouncer is killed, processes are killed and backends ended, while six registers sell.',
  share: 1,
  goals: [{ count: 'poolersKilled', atLeast: 20 }],
  needs: ['pgbouncer'],
  async run(context: PartContext): Promise<Finding> {
    const { stdout } = spawnSync(pathOf('pgbouncer'), ['--version'], { encoding: 'utf8' });
    const { random } = context;
    const postgres = await startPostgres();
    const direct = await createDatabase(postgres.url, 'prove');
    const pgbouncer = new Pooler(await freePort(), direct);
    await pgbouncer.start();
    const pooled = new URL(direct);
    pooled.port = String(pgbouncer.port);
    const processes = await openProcesses(random, PROCESSES, {
      ...{ DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: direct, DATABASE_POOLER: 'transaction' },
    });
    const counts = { poolersKilled: 0, processesKilled: 0, backendsEnded: 0 };
    while (!context.isOver(counts)) {
      await sleep(between(random, PAUSE_MS.least, PAUSE_MS.most));
      const fault = between(random, 1, OF_FAULTS);
      if (fault === 1) {
        await processes.restart(between(random, 0, PROCESSES - 1));
        counts.processesKilled++;
      } else if (fault <= 3) {
        await pgbouncer.kill();
        await pgbouncer.start();
        counts.poolersKilled++;
      } else counts.backendsEnded += await endBackends(() => administer(direct), 2);
    }
    const { shop, sink } = processes;
    await shop.close();
    const found = await audit(shop, sink);
    await processes.end();
    await pgbouncer.end();
    await postgres.stop();
    return {
      counts: { ...counts, ...found.counts, sentAgain: shop.again, deliveredAgain: sink.repeats },
      problems: found.problems,
      notes: [`With ${stdout.split('\n')[0] ?? ''}.`],
    };
  },
};
