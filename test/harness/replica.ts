// Two PostgreSQL servers, of which one leads and the other follows by streaming replication.

import * as fs from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Postgres, startPostgres, temporaryDir } from './postgres.ts';

export interface Pair {
  readonly leader: Postgres;
  readonly follower: Postgres;
  /** Makes the follower the leader, and waits until it is. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts both, with more settings; every commit of the leader is on the follower before it is answered, unless they are
 * not synchronous.
 */
export async function startPair(
  more: Readonly<Record<string, string>> = {},
  { isSynchronous = true } = {},
): Promise<Pair> {
  const dirs = [temporaryDir(), temporaryDir()] as const;
  const [first, second] = dirs;
  const servers: Postgres[] = [];
  const stop = async () => {
    for (const server of servers) await server.stop();
    for (const dir of dirs) fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    // The files of both are the same: made by a server that was ended in order.
    const made = await startPostgres({ dir: first });
    await made.stop();
    fs.cpSync(join(first, 'data'), join(second, 'data'), { recursive: true });
    fs.copyFileSync(join(first, 'password'), join(second, 'password'));
    fs.writeFileSync(join(second, 'data', 'standby.signal'), '');
    ownAs(first, second);
    const synchronous = { synchronous_standby_names: '*', synchronous_commit: 'remote_apply' };
    const leader = await startPostgres({
      dir: first,
      settings: isSynchronous ? { ...more, ...synchronous } : more,
    });
    servers.push(leader);
    const from = new URL(leader.url);
    const source = `host=127.0.0.1 port=${leader.port} user=${from.username} password=${from.password}`;
    const follower = await startPostgres({ dir: second, settings: { ...more, primary_conninfo: source } });
    servers.push(follower);
    const promote = async () => {
      const client = new pg.Client({ connectionString: follower.url });
      await client.connect();
      try {
        await client.query('select pg_promote()');
      } finally {
        await client.end();
      }
    };
    return { leader, follower, promote, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sends a statement to a server of a pair, as its superuser. */
export async function tell(
  server: Postgres,
  statement: string,
  database = 'postgres',
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.url.replace(/\/postgres$/, `/${database}`) });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Gives all files of a folder to who owns the other one's. */
function ownAs(like: string, dir: string): void {
  const { uid, gid } = fs.statSync(join(like, 'data'));
  if (process.getuid?.() !== 0) return;
  for (const name of ['.', ...fs.readdirSync(dir, { recursive: true, encoding: 'utf8' })])
    fs.lchownSync(join(dir, name), uid, gid);
}

/** The address of both, of which the one that takes writes is used. */
export function addressOfBoth({ leader, follower }: Pair, database: string): string {
  const { username, password } = new URL(leader.url);
  const hosts = [leader, follower].map(({ port }) => `127.0.0.1:${port}`).join(',');
  return `postgres://${username}:${password}@${hosts}/${database}?target_session_attrs=read-write`;
}
