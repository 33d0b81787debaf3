import type { Migration } from '../migration.ts';

const TABLES = [
  // One row per customer and site: the key itself keeps a customer from being there twice.
  `create table checkins (
    company_id bigint not null, site_id bigint not null, customer_id bigint not null,
    start_time bigint not null, duration bigint not null, expires_at bigint not null,
    primary key (company_id, site_id, customer_id))`,
  `create index checkins_by_end on checkins (company_id, site_id, expires_at)`,
  `create index checkins_by_age on checkins (expires_at)`,
];

/** The customers who are at a site. */
export const checkins: Migration = { number: 4, name: 'checkins', statements: () => TABLES };
