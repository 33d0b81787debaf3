import { apartOf, type Clock, type Micros } from '../kernel/time.ts';
import { type KeyChecks, readKeyChecks } from './key-checks.ts';
import { MIGRATIONS, readSteps, stepFaults } from './migrate.ts';
import type { Reader, Storage } from './port.ts';
import { type Comparison, compareSchema } from './schema.ts';
import { raw, type Sql, sql } from './sql.ts';

/** The state of a database before a start, for `doctor`. */
export interface DatabaseState {
  /** The engine's own version text. */
  readonly version: string;
  /** The newest migration done; undefined when it has no tables yet. */
  readonly migration: number | undefined;
  readonly newestMigration: number;
  /** When the newest order or event was written, in microseconds; undefined when there is none. */
  readonly latest: bigint | undefined;
  /** How far our clock is ahead of the database server's; undefined when it has none. */
  readonly clockApart: Micros | undefined;
  /** By which the keys are known that it rests on. */
  readonly keyChecks: KeyChecks;
  /**
   * Differences between its tables and those of this version, as far as they can be found before the migrations run.
   */
  readonly tables: Comparison;
  /** The damage found by a quick check of the file; undefined when it is sound or was not checked. */
  readonly damage: string | undefined;
  /** The bytes of a file that was too large to be read through for that. */
  readonly unread: bigint | undefined;
}

const VERSION = {
  sqlite: sql`select 'SQLite ' || sqlite_version() as v`,
  postgres: sql`select 'PostgreSQL ' || current_setting('server_version') as v`,
};
/** PostgreSQL is asked for the table that a plain `migrations` means, also when other schemas have one. */
const HAS_TABLES = {
  sqlite: sql`select 1 as one from sqlite_master where type = 'table' and name = 'migrations'`,
  postgres: sql`select 1 as one where to_regclass('migrations') is not null`,
};
const FILE_SIZE = sql`select page_count * page_size as v from pragma_page_count(), pragma_page_size()`;
const CLOCK = sql`select (extract(epoch from clock_timestamp()) * 1000000)::bigint as v`;

/** The newest event, and the newest change of an order that is not deleted: one index look-up per company. */
const LATEST = sql`select max(at) as v from (
  select max(last_at) as at from event_counters
  union all
  select max((select o.updated_at from orders o where o.company_id = c.company_id and o.deleted = 0
    order by o.updated_at desc limit 1)) as at from companies c) newest`;

async function value<T>(tx: Reader, query: Sql): Promise<T | undefined> {
  return (await tx.get<{ v: T | null }>(query))?.v ?? undefined;
}

/** True when a database has tables of ours. */
export async function hasTables(tx: Reader, engine: Storage['engine']): Promise<boolean> {
  return (await tx.get(HAS_TABLES[engine])) !== undefined;
}

/** How many orders a database holds, of all companies. */
export async function countOrders(tx: Reader): Promise<bigint> {
  return (await value<bigint>(tx, sql`select count(*) as v from orders`)) ?? 0n;
}

async function readApart(tx: Reader, clock: Clock): Promise<Micros | undefined> {
  const before = clock.now();
  const seen = await value<bigint>(tx, CLOCK);
  return seen === undefined ? undefined : apartOf(before, seen, clock.now());
}

/** The damage of SQLite's file by a check that reads it through, which is left out where it has more bytes than `readUpTo`. */
async function checkFile(tx: Reader, readUpTo: number): Promise<Pick<DatabaseState, 'damage' | 'unread'>> {
  const size = (await value<bigint>(tx, FILE_SIZE)) ?? 0n;
  if (size > readUpTo) return { damage: undefined, unread: size };
  const check = await tx.get<{ quick_check: string }>(raw('pragma quick_check(1)'));
  const says = check?.quick_check ?? 'no answer';
  return { damage: says === 'ok' ? undefined : says, unread: undefined };
}

/** Inspects a database without changing it. A file of more bytes than `readUpTo` is not read through. */
export async function inspect(
  storage: Storage,
  clock: Clock,
  readUpTo = Number.POSITIVE_INFINITY,
): Promise<DatabaseState> {
  const { engine } = storage;
  return storage.read(async (tx) => {
    const version = (await value<string>(tx, VERSION[engine])) ?? engine;
    const newestMigration = MIGRATIONS.at(-1)?.number ?? 0;
    const nothing = {
      migration: undefined,
      latest: undefined,
      keyChecks: { origin: undefined, named: new Map<string, string>() },
      tables: { faults: [], extras: [] },
    };
    const clockApart = engine === 'sqlite' ? undefined : await readApart(tx, clock);
    const file =
      engine === 'sqlite' ? await checkFile(tx, readUpTo) : { damage: undefined, unread: undefined };
    const known = { version, newestMigration, clockApart, ...file };
    // In a damaged file no other answer can be trusted.
    if (file.damage !== undefined) return { ...nothing, ...known };
    const steps = (await hasTables(tx, engine)) ? await readSteps(tx) : [];
    const migration = steps.at(-1);
    if (migration === undefined) return { ...nothing, ...known };
    const faults = migration > newestMigration ? [] : stepFaults(steps);
    const found = migration === newestMigration ? await compareSchema(tx, engine) : nothing.tables;
    const tables = { faults: [...faults, ...found.faults], extras: found.extras };
    // Tables that are missing cannot be queried.
    if (tables.faults.length > 0) return { ...nothing, ...known, migration, tables };
    return {
      ...known,
      migration,
      tables,
      latest: await value<bigint>(tx, LATEST),
      keyChecks: await readKeyChecks(tx),
    };
  });
}
