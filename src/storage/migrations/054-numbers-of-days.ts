import type { Migration } from '../migration.ts';

/** The numbers of a day had lanes, of which each gave every 32nd: they are counted one after the other (reference: orders.72). */
export const numbersOfDays: Migration = {
  number: 54,
  name: 'numbers of days',
  statements: () => [
    `create table order_numbers (
      company_id bigint not null, site_id bigint not null, day text not null, last bigint not null,
      primary key (company_id, site_id, day))`,
    `insert into order_numbers (company_id, site_id, day, last)
      select company_id, site_id, day, max((last - 1) * 32 + lane + 1) from order_number_counters
      where last > 0 group by company_id, site_id, day`,
    'drop table order_number_counters',
  ],
};
