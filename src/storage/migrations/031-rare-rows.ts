import type { Migration } from '../migration.ts';

// Rows that are few among many of their kind: what failed or was given up, who is signed in, what is sold out. Each index has
// these alone, so that it takes nothing of writing the others.
export const rareRows: Migration = {
  number: 31,
  name: 'rare rows',
  statements: () => [
    // Deleted orders in every order that a list can have; what else narrows a list of them is in the index of the usual one.
    `drop index orders_deleted`,
    `create index orders_deleted on orders (company_id, created_at, id, site_id, register_id, staff_id, customer_id,
      status) where deleted = 1`,
    ...['updated_at', 'placed_at', 'fulfil_at', 'paid_at', 'total'].map(
      (column) =>
        `create index orders_deleted_by_${column.replace('_at', '')} on orders (company_id, ${column}, id) where deleted = 1`,
    ),
    `create index deliveries_given_up on deliveries (company_id, webhook_id, id) where state = 'dead'`,
    `create index deliveries_retried on deliveries (company_id, webhook_id, id) where lane = 1`,
    `create index print_jobs_not_printed on print_jobs (company_id, register_id, id)
      where state in ('failed', 'reprinted')`,
    `create index operator_sessions_of_staff on operator_sessions (company_id, staff_id) where revoked_at is null`,
    `create index operator_sessions_at_register on operator_sessions (company_id, register_id)
      where revoked_at is null`,
    `create index operator_sessions_of_addon on operator_sessions (addon_id) where revoked_at is null`,
    // With all that is read, so that no other index of the table is preferred.
    `drop index customer_references_by_customer`,
    `create index customer_references_by_customer on customer_references
      (company_id, customer_id, addon_id, reference_id)`,
    `create index site_products_sold_out on site_products (company_id, site_id, product_id) where amount <= 0`,
  ],
};
