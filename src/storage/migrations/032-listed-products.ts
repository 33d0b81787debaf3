import type { Migration } from '../migration.ts';

// A product as lists show it, kept beside it. The index finds those that an earlier version rendered.
export const listedProducts: Migration = {
  number: 32,
  name: 'listed products',
  statements: () => [
    `alter table products add column listed_form text not null default ''`,
    `alter table products add column listed_at bigint not null default 0`,
    `alter table products add column listed text not null default ''`,
    `create index products_listed_form on products (listed_form, company_id, id)`,
  ],
};
