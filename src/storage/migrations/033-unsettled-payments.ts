import type { Migration } from '../migration.ts';

// Orders that are not settled are found by how something was paid for them: the same rows as are kept with orders from now on.
export const unsettledPayments: Migration = {
  number: 33,
  name: 'unsettled payments',
  statements: () => [
    `insert into order_terms (company_id, kind, value, created_at, order_id)
       select c.company_id, 'unsettled', c.value, c.created_at, c.order_id from orders o
       join order_terms c on c.company_id = o.company_id and c.order_id = o.id and c.created_at = o.created_at
       where (o.status <> 'COMPLETE' or o.deleted = 1) and c.kind = 'method'`,
  ],
};
