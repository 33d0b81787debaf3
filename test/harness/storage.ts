import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import pg from 'pg';
import { PostgresStorage } from '#src/storage/engines/postgres.ts';
import { SqliteStorage } from '#src/storage/engines/sqlite.ts';
import { migrate } from '#src/storage/migrate.ts';
import { type Storage, StorageUnavailable } from '#src/storage/port.ts';
import { raw, type Sql, sql } from '#src/storage/sql.ts';
import { ENGINES, type Engine } from './service.ts';

/** A database of its own, which any number of handles can be opened on. */
export interface Database {
  readonly engine: Engine;
  /** Opens one more handle; it is closed with the database. */
  open(): Storage;
  remove(): Promise<void>;
}

/** Makes an empty database. */
export async function freshStorage(engine: Engine): Promise<Database> {
  const handles: Storage[] = [];
  const dir = engine === 'sqlite' ? mkdtempSync(join(tmpdir(), 'passbell-storage-')) : undefined;
  const url = dir === undefined ? await createEnglishDatabase() : '';
  return {
    engine,
    open() {
      const handle =
        dir === undefined ? new PostgresStorage(url) : new SqliteStorage(join(dir, 'passbell.sqlite'));
      handles.push(handle);
      return handle;
    },
    async remove() {
      for (const handle of handles) await handle.close();
      if (dir !== undefined) rmSync(dir, { recursive: true, force: true });
    },
  };
}

let databases = 0;

/** One that sorts text as English is sorted, as those that people have do; `npm test` starts the server. */
async function createEnglishDatabase(): Promise<string> {
  const server = process.env.PASSBELL_TEST_POSTGRES;
  if (server === undefined)
    throw new Error('PASSBELL_TEST_POSTGRES is not set: run the tests by `npm test`.');
  const name = `s${process.pid}_${++databases}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(
      `create database ${name} template template0 encoding 'UTF8'
       locale_provider icu icu_locale 'en-US' locale 'C'`,
    );
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** What a group of storage tests works on. */
export interface Ground {
  readonly database: Database;
  readonly storage: Storage;
  /** A second handle, as another process has one. */
  readonly other: Storage;
}

/** Runs a group of tests once per engine, each over a database with all tables and those of `statements`. */
export function onEachStorage(
  name: string,
  statements: readonly string[],
  define: (ground: () => Ground) => void,
): void {
  for (const engine of ENGINES) {
    describe(`${name} (${engine})`, () => {
      let ground: Ground | undefined;
      before(async () => {
        const database = await freshStorage(engine);
        const storage = database.open();
        await migrate(storage);
        await make(storage, statements);
        ground = { database, storage, other: database.open() };
      });
      after(async () => ground?.database.remove());
      define(() => {
        if (ground === undefined) throw new Error('The storage has not been opened.');
        return ground;
      });
    });
  }
}

/** Runs statements that make tables. */
export async function make(storage: Storage, statements: readonly string[]): Promise<void> {
  await storage.write(async (tx) => {
    for (const statement of statements) await tx.run(raw(statement));
  });
}

/** Asks the database whether it is there. */
export async function ping(storage: Storage): Promise<void> {
  await storage.read(async (tx) => tx.get(sql`select 1 as one`));
}

/** What a promise was rejected with; an error when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`It was answered ${String(outcome.value)} instead of refused.`);
  return outcome.error;
}

/** True for the error of a database that is away. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageUnavailable;
}

/** A small table for tests of saving. */
export const WORDS = 'create table words (id bigint primary key, word text, flag smallint)';

let lastId = 0n;
/** An id that no other test of the file uses. */
export function freshId(): bigint {
  return ++lastId;
}

/** Adds a row to WORDS. */
export function addWord(id: bigint, word: string | null): Sql {
  return sql`insert into words (id, word) values (${id}, ${word})`;
}

/** The word of an id; undefined when there is none. */
export async function wordOf(storage: Storage, id: bigint): Promise<string | null | undefined> {
  const row = await storage.read(async (tx) =>
    tx.get<{ word: string | null }>(sql`select word from words where id = ${id}`),
  );
  return row?.word;
}

/** How many transactions of PostgreSQL have written words. */
export async function transactionsOf(storage: Storage, words: readonly bigint[]): Promise<bigint> {
  const ids = words.join(',');
  const row = await storage.read(async (tx) =>
    tx.get<{ count: bigint }>(
      sql`select count(distinct xmin::text) as count from words where id::text = any (string_to_array(${ids}, ','))`,
    ),
  );
  return row?.count ?? 0n;
}

/** How many of PostgreSQL's connections to a storage's database wait for a lock. */
export async function lockWaits(storage: Storage): Promise<bigint> {
  const waiting = sql`select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return (await storage.read(async (tx) => tx.get<{ count: bigint }>(waiting)))?.count ?? 0n;
}
