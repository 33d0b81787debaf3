import type { Migration } from '../migration.ts';

/** What processes of a fleet tell each other of their counts. */
export const limits: Migration = {
  number: 56,
  name: 'limits',
  beside: true,
  statements: (engine) => [
    // Counts of one window of time each. A row is of one process, which writes it again in the next window.
    `create table process_counts (
      key_hash text not null, process text not null, ends_at bigint not null, count bigint not null,
      primary key (key_hash, process))`,
    'create index process_counts_by_end on process_counts (ends_at)',
    // After a crash of the database its counts begin anew, and are no load for its log and its followers.
    ...(engine === 'postgres' ? ['alter table process_counts set unlogged'] : []),
  ],
};
