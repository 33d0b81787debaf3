import type { Migration } from '../migration.ts';

// Changes of what a site offers that no event tells (reference: events.5): how many a company has seen, and for a
// product at a site the number of the event after which it last changed so. Clients that keep a copy of a menu find them.
export const untoldChanges: Migration = {
  number: 25,
  name: 'untold changes',
  statements: () => [
    `alter table event_counters add column untold bigint not null default 0`,
    `alter table site_products add column changed_after bigint`,
    `create index site_products_untold on site_products (company_id, site_id, changed_after, product_id)
      where changed_after is not null`,
  ],
};
