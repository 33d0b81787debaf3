import type { Migration } from '../migration.ts';

const COLUMNS = ['rounding', 'exact', 'cost', 'costed'].flatMap((name) => [name, `${name}_rest`]);

/** Sums of what payments were rounded by, of exact taxes and of costs: all orders are counted anew (reference: reports.12). */
export const books: Migration = {
  number: 27,
  name: 'books',
  statements: () => [
    ...COLUMNS.map((column) => `alter table report_sums add column ${column} bigint not null default 0`),
    `alter table companies add column ledger_codes text`,
    `alter table taxes add column ledger_code text`,
    // Another generation begins at 0; rows of the old one are removed bit by bit.
    `update report_positions set position = 0, generation = generation + 1, leftovers = 1`,
  ],
};
