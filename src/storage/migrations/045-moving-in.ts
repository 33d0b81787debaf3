import type { Migration } from '../migration.ts';

/**
 * Imports of what another system kept: the imports themselves, what their files call records, and the totals of the files.
 * Sales that were imported have no events: they are numbered by themselves, so that reports add each up once.
 */
export const movingIn: Migration = {
  number: 45,
  name: 'moving in',
  statements: () => [
    `create table imports (
      company_id bigint not null, id bigint not null, kind text not null, source text not null,
      file_name text not null, sha256 text not null, dry_run smallint not null, state text not null,
      site_id bigint, parts bigint not null, records bigint not null, created bigint not null,
      unchanged bigint not null, waiting bigint not null, refused bigint not null, problem_count bigint not null,
      problems text not null, answer text, created_at bigint not null, updated_at bigint not null, ended_at bigint,
      primary key (company_id, id))`,
    `create table imported_names (
      company_id bigint not null, kind text not null, source text not null, external_id text not null,
      record_id bigint not null, digest text not null,
      primary key (company_id, kind, source, external_id))`,
    `create table import_figures (
      company_id bigint not null, import_id bigint not null, kind text not null, site_id bigint not null,
      day bigint not null, subject text not null, count bigint not null, amount bigint not null, amount_rest bigint not null,
      primary key (company_id, import_id, kind, site_id, day, subject))`,
    `create table past_orders (
      company_id bigint not null, number bigint not null, order_id bigint not null,
      primary key (company_id, number))`,
    `create table past_counters (company_id bigint not null primary key, last bigint not null)`,
    `alter table report_positions add column past bigint not null default 0`,
    `alter table report_positions add column past_generation bigint not null default 0`,
  ],
};
