import type { Migration } from '../migration.ts';

// Sandboxes: which companies are some, how far the time of a company is ahead, and the faults that are played to its
// clients. `event_counters` says it to the writer of events, and where a caller is recognised, without a query of
// its own. A delivery that is sent twice is a copy of another one, whose name it has.
export const sandboxes: Migration = {
  number: 23,
  name: 'sandboxes',
  statements: () => [
    `alter table companies add column is_sandbox smallint not null default 0`,
    `update companies set is_sandbox = 1
      where id = (select cast(value as bigint) from meta where key = 'sandbox_company')`,
    `alter table event_counters add column time_ahead bigint not null default 0`,
    `alter table event_counters add column route_faults bigint not null default 0`,
    `alter table event_counters add column topic_faults bigint not null default 0`,
    `alter table deliveries add column copy_of bigint`,
    `create table sandbox_faults (
      company_id bigint not null, id bigint not null, method text, path text, topic text, effect text not null,
      status bigint, delay_ms bigint not null, remaining bigint, share bigint, hits bigint not null,
      seed text not null, created_at bigint not null,
      primary key (company_id, id))`,
  ],
};
