import type { Migration } from '../migration.ts';

/**
 * The processes that serve this database, each with its last sign of life: for doctor and for figures, never for work. None of it
 * is of a company. No index: there are few rows, and a beat changes none that one would have.
 */
export const processes: Migration = {
  number: 57,
  name: 'processes',
  beside: true,
  statements: () => [
    `create table processes (
      id text not null primary key, version text not null, role text not null, runs text not null,
      host text not null, pid bigint not null, migration bigint not null,
      started_at bigint not null, seen_at bigint not null, clock_apart bigint)`,
  ],
};
