import type { Migration } from '../migration.ts';

/** Movements of tracked stock by hand, and the level at which a product runs low. */
export const stockMovements: Migration = {
  number: 37,
  name: 'stock movements',
  statements: () => [
    `create table stock_movements (
      company_id bigint not null, id bigint not null, site_id bigint not null, product_id bigint not null,
      change bigint not null, reason text not null, note text, amount bigint not null, addon_id bigint not null,
      created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
    `create index stock_movements_by_site on stock_movements (company_id, site_id, id)`,
    `create index stock_movements_by_product on stock_movements (company_id, site_id, product_id, id)`,
    `alter table products add column low_stock bigint`,
  ],
};
