import { MIGRATIONS } from './migrate.ts';
import type { Storage } from './port.ts';
import { raw, sql } from './sql.ts';

/** What an operator wants to know of a database before a start. */
export interface DatabaseState {
  /** What the engine calls itself. */
  readonly version: string;
  /** The newest migration done; undefined when it has no tables yet. */
  readonly migration: number | undefined;
  readonly newestMigration: number;
  /** When the newest order or event was written, in microseconds; undefined when there is none. */
  readonly latest: bigint | undefined;
  /** The database server's own clock, in microseconds; undefined when it has none. */
  readonly clock: bigint | undefined;
  /** What a quick look over the file found; undefined when it is sound or not looked at. */
  readonly damage: string | undefined;
}

/** Looks a database over without changing it. */
export async function inspect(storage: Storage): Promise<DatabaseState> {
  const sqlite = storage.engine === 'sqlite';
  return storage.read(async (tx) => {
    const version = await tx.get<{ v: string }>(
      sqlite ? sql`select 'SQLite ' || sqlite_version() as v` : sql`select 'PostgreSQL ' || current_setting('server_version') as v`,
    );
    const known = await tx.get(
      sqlite
        ? sql`select 1 as one from sqlite_master where type = 'table' and name = 'migrations'`
        : sql`select 1 as one from information_schema.tables where table_name = 'migrations'`,
    );
    const migration =
      known === undefined ? undefined : await tx.get<{ n: bigint | null }>(sql`select max(number) as n from migrations`);
    const latest =
      known === undefined ? undefined : await tx.get<{ at: bigint | null }>(sql`select max(last_at) as at from event_counters`);
    const clock = sqlite
      ? undefined
      : await tx.get<{ at: bigint }>(sql`select (extract(epoch from clock_timestamp()) * 1000000)::bigint as at`);
    const check = sqlite ? await tx.get<{ quick_check: string }>(raw('pragma quick_check(1)')) : undefined;
    return {
      version: version?.v ?? storage.engine,
      migration: migration === undefined ? undefined : Number(migration.n ?? 0n),
      newestMigration: MIGRATIONS.at(-1)?.number ?? 0,
      latest: latest?.at ?? undefined,
      clock: clock?.at,
      damage: check === undefined || check.quick_check === 'ok' ? undefined : check.quick_check,
    };
  });
}
