import type { Migration } from '../migration.ts';

/** Sums of what discounts took off, by their names: all orders are counted anew (reference: reports.12, reports.14). */
export const salesByDiscount: Migration = {
  number: 50,
  name: 'sales by discount',
  statements: () => [
    ...['given', 'discount_tax', 'discount_tax_rest'].map(
      (column) => `alter table report_sums add column ${column} bigint not null default 0`,
    ),
    // Another generation begins at 0; rows of the old one are removed bit by bit.
    `update report_positions set position = 0, generation = generation + 1, leftovers = 1`,
  ],
};
