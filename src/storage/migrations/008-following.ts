import type { Migration } from '../migration.ts';

/** Who follows the event log as it grows, how large messages are, and the log of what goes to callback_uri. */
export const following: Migration = {
  number: 8,
  name: 'following',
  statements: () => [
    // Until when somebody may be following: nobody is woken by the events of other companies.
    `alter table event_counters add column followed_until bigint not null default 0`,
    // How long the body is, so that nobody claims more than memory holds. Unknown (0) for what was queued before.
    `alter table deliveries add column bytes bigint not null default 0`,
    `create index deliveries_of_callbacks on deliveries (company_id, addon_id, id) where webhook_id = 0`,
  ],
};
