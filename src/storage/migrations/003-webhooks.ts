import type { Migration } from '../migration.ts';

const TABLES = [
  // The number of a company's webhooks: events of a company without any cost nothing more.
  `alter table event_counters add column webhooks bigint not null default 0`,

  `create table webhooks (
    company_id bigint not null, id bigint not null, addon_id bigint not null,
    topic text not null, address text not null, target text not null, format text not null,
    headers text, filter text not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,
  `create index webhooks_by_topic on webhooks (company_id, topic, id)`,
  `create index webhooks_by_addon on webhooks (company_id, addon_id, id)`,

  // webhook_id 0: a callback_uri. event_number null: a message with a body of its own. target: what takes turns
  // and has slots (a hash of the address). lane: 0 until the first attempt has ended, 1 a retry, 2 done with.
  // attempts: of this schedule; tries: ever.
  `create table deliveries (
    company_id bigint not null, id bigint not null, webhook_id bigint not null, addon_id bigint not null,
    topic text not null, resource_id bigint not null, event_number bigint, body text,
    address text not null, target text not null, format text not null, headers text,
    message_at bigint not null, created_at bigint not null,
    state text not null, lane smallint not null, attempts bigint not null, tries bigint not null,
    due_at bigint not null, lease text, lease_until bigint, ended_at bigint,
    primary key (company_id, id))`,
  // Due deliveries by address. The workers look over all companies.
  `create index deliveries_due on deliveries (target, lane, due_at, id) where state = 'queued'`,
  `create index deliveries_leased on deliveries (lease_until) where state = 'sending'`,
  `create index deliveries_ended on deliveries (ended_at) where ended_at is not null`,
  // First attempts about one record that have not ended, in order.
  `create index deliveries_in_order on deliveries (company_id, webhook_id, resource_id, id) where lane = 0`,
  `create index deliveries_by_webhook on deliveries (company_id, webhook_id, id)`,
  `create index deliveries_dead on deliveries (company_id, webhook_id, event_number) where state = 'dead'`,

  `create table delivery_attempts (
    company_id bigint not null, delivery_id bigint not null, number bigint not null,
    started_at bigint not null, latency bigint not null, status bigint, error text, answer text,
    primary key (company_id, delivery_id, number))`,

  // While a new signing secret takes over, the old one signs as well.
  `alter table addons add column old_signing_secret text`,
  `alter table addons add column old_signing_until bigint`,
  `create index addons_by_old_signing on addons (old_signing_until) where old_signing_until is not null`,
  // A token may reach another company than the add-on's own.
  `create index addons_by_id on addons (id)`,
];

/** The tables of webhooks, their deliveries, and the second signing secret of an add-on. */
export const webhooks: Migration = { number: 3, name: 'webhooks', statements: () => TABLES };
