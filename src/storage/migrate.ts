import { spine } from './migrations/001-spine.ts';
import type { Storage } from './port.ts';
import { raw, sql } from './sql.ts';

/** One numbered step of the tables. Once released it is never changed: a new step follows it. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  /** Statements in order, one each. The same text serves both engines wherever it can. */
  statements(engine: Storage['engine']): readonly string[];
}

/** Every migration, in order. */
export const MIGRATIONS: readonly Migration[] = [spine];

/** Brings the tables up to date, once, however many processes start together. */
export async function migrate(storage: Storage): Promise<void> {
  // Creating this table is itself a race on PostgreSQL; the advisory lock of the key decides it.
  await storage.write(async (tx) => {
    if (storage.engine === 'postgres') await tx.run(sql`select pg_advisory_xact_lock(727253)`);
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
      for (const statement of migration.statements(storage.engine)) await tx.run(raw(statement));
      await tx.run(sql`insert into migrations (number, name) values (${migration.number}, ${migration.name})`);
    }
  });
}
