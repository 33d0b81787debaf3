import type { Migration } from '../migration.ts';

/** Orders are found by their table, also once they are closed; until now only open ones were. */
export const ordersAtTables: Migration = {
  number: 43,
  name: 'orders at tables',
  statements: () => [
    `insert into order_terms (company_id, kind, value, created_at, order_id)
      select company_id, 'at', value, created_at, order_id from order_terms where kind = 'table'`,
  ],
};
