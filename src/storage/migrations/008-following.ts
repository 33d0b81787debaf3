import type { Migration } from '../migration.ts';

/** Readers that follow the event log as it grows, the size of messages, and the log of deliveries to callback_uri. */
export const following: Migration = {
  number: 8,
  name: 'following',
  statements: () => [
    // Until when a reader may be following: readers are not woken by the events of other companies.
    `alter table event_counters add column followed_until bigint not null default 0`,
    // The size of the body, so that a worker claims no more than its memory holds. Unknown (0) for rows queued before.
    `alter table deliveries add column bytes bigint not null default 0`,
    `create index deliveries_of_callbacks on deliveries (company_id, addon_id, id) where webhook_id = 0`,
  ],
};
