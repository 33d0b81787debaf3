import type { Migration } from '../migration.ts';

/** The counts that processes of a fleet share; the use and the quotas of companies. */
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
    // By day of UTC, counted from 1970.
    `create table company_usage (
      company_id bigint not null, day bigint not null, requests bigint not null, bytes bigint not null,
      primary key (company_id, day))`,
    'create index company_usage_by_day on company_usage (day, company_id)',
    // Null: as the settings say; -1: none. Records are counted now and then, and those that were made since are added.
    `create table company_quotas (
      company_id bigint not null, requests_per_day bigint, bytes_per_day bigint, max_rows bigint,
      counted_rows bigint not null default 0, made_rows bigint not null default 0, counted_at bigint,
      primary key (company_id))`,
    // After a crash of the database its counts begin anew, and are no load for its log and its followers.
    ...(engine === 'postgres' ? ['alter table process_counts set unlogged'] : []),
  ],
};
