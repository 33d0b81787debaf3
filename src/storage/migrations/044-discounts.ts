import type { Migration } from '../migration.ts';

/** The discounts of a company, and price lists that hold at times and for types of orders. */
export const discounts: Migration = {
  number: 44,
  name: 'discounts',
  statements: () => [
    `create table discounts (
      company_id bigint not null, id bigint not null, name text not null, kind text not null, value bigint,
      applies_to text not null, reason_required smallint not null, right_code text not null, sort bigint not null,
      archived smallint not null, used smallint not null, created_at bigint not null, updated_at bigint not null,
      primary key (company_id, id))`,
    `alter table price_lists add column schedule text`,
    `alter table price_lists add column order_types text`,
    `create index price_lists_with_terms on price_lists (company_id, id)
      where schedule is not null or order_types is not null`,
  ],
};
