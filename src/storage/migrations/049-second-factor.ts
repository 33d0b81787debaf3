import type { Migration } from '../migration.ts';

/** Companies that ask their people for a second factor. */
export const secondFactor: Migration = {
  number: 49,
  name: 'second factor',
  statements: () => [`alter table companies add column require_second_factor smallint not null default 0`],
};
