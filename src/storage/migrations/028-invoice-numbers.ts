import type { Migration } from '../migration.ts';

/** Series of invoice numbers: one of each kind for a site and a year, with the number that was given last. */
export const invoiceNumbers: Migration = {
  number: 28,
  name: 'invoice numbers',
  statements: () => [
    `create table invoice_counters (
      company_id bigint not null,
      site_id bigint not null,
      year bigint not null,
      series text not null,
      prefix text not null,
      last bigint not null,
      primary key (company_id, site_id, year, series)
    )`,
    `create unique index invoice_counters_prefix on invoice_counters (company_id, year, series, prefix)`,
  ],
};
