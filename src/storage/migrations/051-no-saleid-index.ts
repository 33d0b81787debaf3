import type { Migration } from '../migration.ts';

/** Orders are found by the id that is in their saleid: an index less is written with each (reference: orders.2). */
export const noSaleidIndex: Migration = {
  number: 51,
  name: 'no saleid index',
  statements: () => ['drop index orders_by_saleid'],
};
