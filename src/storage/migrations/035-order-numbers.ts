import type { Migration } from '../migration.ts';

/** How many order numbers a site has given on a day of its clocks. */
export const orderNumbers: Migration = {
  number: 35,
  name: 'order numbers',
  statements: () => [
    `create table order_number_counters (
      company_id bigint not null,
      site_id bigint not null,
      day text not null,
      last bigint not null,
      primary key (company_id, site_id, day)
    )`,
  ],
};
