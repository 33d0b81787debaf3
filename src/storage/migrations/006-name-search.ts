import type { Migration } from '../migration.ts';

/** Characters of a folded name that are indexed: 255 of a name, each of which may fold to three. */
const MAX_FOLDED = 765;

/**
 * The pieces of up to three characters of which the names of products are made, so that a part of a name is
 * found without reading every name (see products/rules/search.ts). Products that are there already get theirs.
 */
export const nameSearch: Migration = {
  number: 6,
  name: 'name-search',
  statements: (engine) => [
    `create table product_grams (
      company_id bigint not null, gram text not null, product_id bigint not null,
      primary key (company_id, gram, product_id))${engine === 'sqlite' ? ' without rowid' : ''}`,
    `with recursive positions (n) as (select 1 union all select n + 1 from positions where n < ${MAX_FOLDED})
      insert into product_grams (company_id, gram, product_id)
      select distinct p.company_id, substr(p.name_folded, positions.n, 3), p.id
        from products p join positions on positions.n <= length(p.name_folded)
        where p.deleted = 0`,
  ],
};
