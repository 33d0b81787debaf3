import type { Migration } from '../migration.ts';

/** Sums of completed orders by day, and the position up to which the event log has been added up. */
export const reports: Migration = {
  number: 11,
  name: 'reports',
  statements: () => [
    // One row for each company. The sums of one generation belong together: another one begins at 0 when days have to
    // be counted anew, and rows of older ones are removed bit by bit.
    `create table report_positions (
      company_id bigint primary key, position bigint not null, generation bigint not null,
      leftovers smallint not null, zones text not null)`,
    // Amounts in two columns: whole units, and the rest in 10^-8. Only so can no sum grow too large for its column.
    `create table report_sums (
      company_id bigint not null, generation bigint not null, kind text not null, site_id bigint not null,
      day bigint not null, subject text not null,
      orders bigint not null, refunds bigint not null, lines bigint not null, payments bigint not null,
      items bigint not null, items_rest bigint not null,
      total bigint not null, total_rest bigint not null,
      total_tax bigint not null, total_tax_rest bigint not null,
      discount bigint not null, discount_rest bigint not null,
      paid bigint not null, paid_rest bigint not null,
      tips bigint not null, tips_rest bigint not null,
      tip_service_amount bigint not null, tip_service_amount_rest bigint not null,
      tip_service_paid bigint not null, tip_service_paid_rest bigint not null,
      credit_card_surcharge bigint not null, credit_card_surcharge_rest bigint not null,
      primary key (company_id, generation, kind, site_id, day, subject))`,
  ],
};
