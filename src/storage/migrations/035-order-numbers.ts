import type { Migration } from '../migration.ts';

/**
 * How many order numbers a site has given on a day of its clocks, by lanes: of 32 lanes the first gives the numbers 1, 33,
 * 65…, so that orders which are made at once wait for none of each other.
 */
export const orderNumbers: Migration = {
  number: 35,
  name: 'order numbers',
  statements: () => [
    `create table order_number_counters (
      company_id bigint not null,
      site_id bigint not null,
      day text not null,
      lane bigint not null,
      last bigint not null,
      primary key (company_id, site_id, day, lane)
    )`,
  ],
};
