import { spine } from './migrations/001-spine.ts';
import { catalogue } from './migrations/002-catalogue.ts';
import { webhooks } from './migrations/003-webhooks.ts';
import { checkins } from './migrations/004-checkins.ts';
import { people } from './migrations/005-people.ts';
import { nameSearch } from './migrations/006-name-search.ts';
import { operators } from './migrations/007-operators.ts';
import { following } from './migrations/008-following.ts';
import { printing } from './migrations/009-printing.ts';
import { access } from './migrations/010-access.ts';
import { reports } from './migrations/011-reports.ts';
import { ID_KINDS, type Storage } from './port.ts';
import { raw, sql } from './sql.ts';

/** One numbered step of the tables. Once released it is never changed: a new step follows it. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Statements in order, one each. The same text serves both engines wherever it can. */
  statements(engine: Storage['engine']): readonly string[];
}

/** Any number that nobody else uses in the database. */
const ADVISORY_LOCK = 727_253;

/** Every migration, in order. */
export const MIGRATIONS: readonly Migration[] = [
  spine,
  catalogue,
  webhooks,
  checkins,
  people,
  nameSearch,
  operators,
  following,
  printing,
  access,
  reports,
];

/**
 * Text in PostgreSQL as SQLite has it: compared and sorted by its bytes, whatever the database's language, so
 * that lists are the same on both, and no newer language data can break an index.
 */
function forEngine(engine: Storage['engine'], statement: string): string {
  const makesColumns = /^\s*(create|alter) table /i.test(statement);
  return engine === 'postgres' && makesColumns
    ? statement.replaceAll(/\btext\b/g, 'text collate "C"')
    : statement;
}

/** Brings the tables up to date, once, however many processes start together. */
export async function migrate(storage: Storage): Promise<void> {
  const { engine } = storage;
  await storage.write(async (tx) => {
    // Creating a table is itself a race on PostgreSQL; on SQLite one write runs at a time.
    if (engine === 'postgres') await tx.get(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
    await tx.run(sql`create table if not exists migrations (number bigint primary key, name text not null)`);
    const newest = await tx.get<{ number: bigint | null }>(sql`select max(number) as number from migrations`);
    const done = Number(newest?.number ?? 0n);
    const known = MIGRATIONS.at(-1)?.number ?? 0;
    if (done > known) {
      throw new Error(
        `The database is at version ${done}, but this Passbell knows only ${known}. Start a newer Passbell.`,
      );
    }
    for (const migration of MIGRATIONS) {
      if (migration.number <= done) continue;
      for (const statement of migration.statements(engine)) await tx.run(raw(forEngine(engine, statement)));
      await tx.run(
        sql`insert into migrations (number, name) values (${migration.number}, ${migration.name})`,
      );
    }
    // A kind of id that is new needs no migration; SQLite's counters begin at their first use.
    if (engine === 'sqlite') return;
    for (const kind of ID_KINDS) await tx.run(raw(`create sequence if not exists id_${kind}`));
  });
}
