import type { Migration } from '../migration.ts';

/** Old records are found company by company, as each company sets how long they are kept (reference: company.25). */
const BY_AGE: readonly (readonly [index: string, on: string])[] = [
  ['deliveries_ended', 'deliveries (company_id, ended_at) where ended_at is not null'],
  ['request_log_by_age', 'request_log (company_id, at)'],
  ['idempotency_keys_by_age', 'idempotency_keys (company_id, created_at)'],
];

/** Companies say how long events, deliveries, requests, idempotency keys and the history of orders are kept. */
export const retention: Migration = {
  number: 55,
  name: 'retention',
  beside: true,
  statements: () => [
    'alter table companies add column keep_events_days bigint',
    'alter table companies add column keep_deliveries_days bigint not null default 30',
    'alter table companies add column keep_requests_days bigint not null default 7',
    'alter table companies add column keep_idempotency_keys_hours bigint not null default 24',
    'alter table companies add column keep_order_history_days bigint',
    ...BY_AGE.flatMap(([index, on]) => [`drop index ${index}`, `create index ${index} on ${on}`]),
    // Completed orders whose events are gone: reports are counted anew from both.
    `create table past_completions (
      company_id bigint not null, number bigint not null, order_id bigint not null, completed_at bigint not null,
      primary key (company_id, number))`,
    // Up to where the history of orders was cut, in the order of their last changes.
    `create table history_cuts (
      company_id bigint not null, deleted smallint not null, updated_at bigint not null, order_id bigint not null,
      primary key (company_id, deleted))`,
  ],
};
