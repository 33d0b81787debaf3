import type { Migration } from '../migration.ts';

/** Variants, option sets, modifiers with prices of their own, and images. */
export const catalogue: Migration = {
  number: 2,
  name: 'catalogue',
  statements: () => [
    `alter table products add column variant_parent_id bigint`,
    // JSON: [["Size", ["L", "M"]], …]; a child has one value each.
    `alter table products add column variant_attributes text not null default '[]'`,
    // A child's values as one text, so that a combination is there once.
    `alter table products add column variant_key text`,
    `alter table products add column option_sets text not null default '[]'`,
    `create unique index products_by_variant on products (company_id, variant_parent_id, variant_key)
      where variant_parent_id is not null and deleted = 0`,

    `create table option_sets (
      company_id bigint not null, id bigint not null,
      name text not null, instructions smallint not null,
      min_selection bigint not null, max_selection bigint, options text not null,
      created_at bigint not null, updated_at bigint not null,
      primary key (company_id, id))`,
    // Which sets a product is an option of, and which products a set is assigned to.
    `create table option_set_options (
      company_id bigint not null, option_set_id bigint not null, product_id bigint not null,
      primary key (company_id, option_set_id, product_id))`,
    `create index option_set_options_by_product on option_set_options (company_id, product_id, option_set_id)`,
    `create table product_option_sets (
      company_id bigint not null, option_set_id bigint not null, product_id bigint not null,
      primary key (company_id, option_set_id, product_id))`,
    `create index product_option_sets_by_product on product_option_sets (company_id, product_id, option_set_id)`,

    `create table product_modifiers (
      company_id bigint not null, product_id bigint not null, modifier_id bigint not null,
      position bigint not null, price bigint, price_form text not null,
      primary key (company_id, product_id, modifier_id))`,
    `create index product_modifiers_by_modifier on product_modifiers (company_id, modifier_id, product_id)`,

    // Uploaded pictures, by the SHA-256 of their bytes (base64).
    `create table images (
      company_id bigint not null, hash text not null, media_type text not null, bytes text not null,
      created_at bigint not null,
      primary key (company_id, hash))`,
  ],
};
