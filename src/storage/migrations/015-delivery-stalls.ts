import type { Migration } from '../migration.ts';

/** Stalled deliveries as the last delivering process saw them, for the company's back office. */
export const deliveryStalls: Migration = {
  number: 15,
  name: 'delivery stalls',
  statements: () => [
    `create table delivery_stalls (
      company_id bigint not null, delivery_id bigint not null, webhook_id bigint not null,
      since bigint not null, seen_at bigint not null,
      primary key (company_id, delivery_id))`,
  ],
};
