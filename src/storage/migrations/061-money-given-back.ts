import type { Migration } from '../migration.ts';

/** Money that refunds gave back beyond their lines is added up: all orders are counted anew (reference: reports.12, reports.13). */
export const moneyGivenBack: Migration = {
  number: 61,
  name: 'money given back',
  statements: () => [
    // Another generation begins at 0; rows of the old one are removed bit by bit.
    `update report_positions set position = 0, generation = generation + 1, leftovers = 1`,
  ],
};
