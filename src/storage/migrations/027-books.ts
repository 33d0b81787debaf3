import type { Migration } from '../migration.ts';

/** Amounts that reports add up: the taxes before rounding, and what cash was rounded by. */
const AMOUNTS = ['tax_exact', 'cash_rounding'];

// Reports count all orders anew (029), so that the sums of earlier orders have them, too.
export const books: Migration = {
  number: 27,
  name: 'books',
  statements: () =>
    AMOUNTS.flatMap((name) => [
      `alter table report_sums add column ${name} bigint not null default 0`,
      `alter table report_sums add column ${name}_rest bigint not null default 0`,
    ]),
};
