import type { Migration } from '../migration.ts';

export const receiptTexts: Migration = {
  number: 24,
  name: 'receipt texts',
  statements: () => [
    `alter table companies add column receipt_header text`,
    `alter table companies add column receipt_footer text`,
  ],
};
