import type { Migration } from '../migration.ts';

// Types that mean the same on both engines: bigint (ids, epoch microseconds, decimals scaled by 10^8),
// smallint (booleans), text (also JSON). Every primary key starts with company_id, so that PostgreSQL can
// be distributed by company.
const TABLES = [
  `create table meta (key text primary key, value text not null)`,

  `create table companies (
    company_id bigint not null, id bigint not null,
    name text not null, business_number text, currency text not null, timezone text not null,
    website text, image text, contact_staff_member bigint,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table sites (
    company_id bigint not null, id bigint not null,
    name text not null, code text, currency text, timezone text,
    postal_address text, shipping_address text, email text, phone text,
    latitude bigint, longitude bigint, price_list_id bigint not null,
    prep_time_minutes bigint not null, online_products_enabled smallint not null,
    default_pass_thru_register_id bigint,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table registers (
    company_id bigint not null, id bigint not null, site_id bigint not null,
    code text, name text not null, sale_prefix text, return_prefix text,
    current_staff_member bigint, assigned_to_device smallint not null, last_seen_at bigint,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,
  `create index registers_by_site on registers (company_id, site_id, id)`,

  `create table staff (
    company_id bigint not null, id bigint not null,
    first_name text not null, last_name text, primary_email_address text, phone text,
    is_admin smallint not null, permissions text not null, pin_hash text,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table taxes (
    company_id bigint not null, id bigint not null,
    code text not null, name text not null, rate bigint not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table tax_groups (
    company_id bigint not null, id bigint not null,
    code text not null, name text not null, tax_ids text not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table price_lists (
    company_id bigint not null, id bigint not null,
    name text not null, parent_id bigint,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table payment_methods (
    company_id bigint not null, id bigint not null,
    name text not null, ledger_code text, kind text not null, addon_id bigint, used smallint not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,

  `create table customers (
    company_id bigint not null, id bigint not null,
    first_name text not null, last_name text, email text, email_folded text,
    phone text, mobile text, description text, tags text not null, image text,
    primary_address text, shipping_address text, deleted smallint not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,
  `create index customers_by_email on customers (company_id, email_folded, updated_at) where email_folded is not null`,
  `create index customers_by_name on customers (company_id, first_name, last_name, phone)`,
  `create table customer_references (
    company_id bigint not null, addon_id bigint not null, customer_id bigint not null,
    reference_id text not null,
    primary key (company_id, addon_id, customer_id))`,
  `create index customer_references_by_reference
    on customer_references (company_id, addon_id, reference_id, customer_id)`,
  `create index customer_references_by_customer on customer_references (company_id, customer_id)`,

  `create table categories (
    company_id bigint not null, id bigint not null,
    name text not null, description text, image text, show_online smallint not null,
    created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,
  `create table product_categories (
    company_id bigint not null, category_id bigint not null, product_id bigint not null,
    created_at bigint not null,
    primary key (company_id, category_id, product_id))`,
  `create index product_categories_by_product on product_categories (company_id, product_id, category_id)`,

  `create table products (
    company_id bigint not null, id bigint not null,
    name text not null, name_folded text not null, code text, sku text, barcode text,
    description text, online_description text, docket_name text, image text, tags text not null,
    is_sold smallint not null, is_purchased smallint not null, is_inventory smallint not null,
    is_modifier smallint not null, variable_price smallint not null,
    min_sell_price bigint, max_sell_price bigint, show_online smallint not null,
    measure bigint, unit_of_measure text, taxes text not null, cost_taxes text not null,
    deleted smallint not null, created_at bigint not null, updated_at bigint not null,
    primary key (company_id, id))`,
  `create index products_by_sku on products (company_id, sku, id) where sku is not null`,
  `create index products_by_name on products (company_id, name_folded, id)`,
  `create table product_tags (
    company_id bigint not null, tag text not null, product_id bigint not null,
    primary key (company_id, tag, product_id))`,
  `create index product_tags_by_product on product_tags (company_id, product_id)`,
  `create table site_products (
    company_id bigint not null, site_id bigint not null, product_id bigint not null,
    taxes text, cost_taxes text, is_inventory smallint, show_online smallint,
    is_available smallint not null, amount bigint, updated_at bigint not null,
    primary key (company_id, site_id, product_id))`,
  `create index site_products_by_product on site_products (company_id, product_id, site_id)`,
  `create index site_products_counted on site_products (company_id, site_id, product_id)
    where amount is not null`,
  `create table prices (
    company_id bigint not null, price_list_id bigint not null, product_id bigint not null,
    price bigint, price_form text not null, cost bigint, cost_form text not null,
    primary key (company_id, price_list_id, product_id))`,
  `create index prices_by_product on prices (company_id, product_id, price_list_id)`,

  // The short columns lists filter by, then what GET answers as it stands (head, lines, …), then the state
  // the rules decide over. head comes before the long ones, so that a list reads only the start of a row.
  `create table orders (
    company_id bigint not null, id bigint not null,
    site_id bigint not null, register_id bigint, staff_id bigint, customer_id bigint, addon_id bigint,
    status text not null, deleted smallint not null, discounted smallint not null, on_account smallint not null,
    total bigint not null, created_at bigint not null, updated_at bigint not null, placed_at bigint not null,
    saleid text not null, group_id text, original_order_id bigint, etag text not null,
    head text not null, lines text not null, options text not null, payments text not null, state text not null,
    primary key (company_id, id))`,
  `create unique index orders_by_saleid on orders (company_id, saleid)`,
  // With the total, so that walking through values reads the index alone.
  `create index orders_newest on orders (company_id, created_at, id, total) where deleted = 0`,
  `create index orders_by_site on orders (company_id, site_id, created_at, id) where deleted = 0`,
  `create index orders_by_register on orders (company_id, register_id, created_at, id)
    where deleted = 0 and register_id is not null`,
  `create index orders_by_staff on orders (company_id, staff_id, created_at, id)
    where deleted = 0 and staff_id is not null`,
  `create index orders_by_customer on orders (company_id, customer_id, created_at, id)
    where deleted = 0 and customer_id is not null`,
  `create index orders_linked on orders (company_id, created_at, id) where deleted = 0 and customer_id is not null`,
  `create index orders_by_status on orders (company_id, status, created_at, id) where deleted = 0`,
  `create index orders_discounted on orders (company_id, created_at, id) where deleted = 0 and discounted = 1`,
  `create index orders_on_account on orders (company_id, created_at, id)
    where deleted = 0 and on_account = 1 and status = 'PENDING'`,
  `create index orders_deleted on orders (company_id, created_at, id) where deleted = 1`,
  `create index orders_by_update on orders (company_id, updated_at, id) where deleted = 0`,
  `create index orders_by_total on orders (company_id, total, created_at, id) where deleted = 0`,
  `create index orders_by_group on orders (company_id, site_id, group_id, id) where group_id is not null`,
  `create index orders_by_original on orders (company_id, original_order_id) where original_order_id is not null`,

  `create table event_counters (company_id bigint primary key, last bigint not null, last_at bigint not null)`,
  `create table events (
    company_id bigint not null, number bigint not null, topic text not null, resource_id bigint not null,
    sites text not null, changed text not null, refs text, created_at bigint not null, same_as bigint, payload text not null,
    primary key (company_id, number))`,
  `create index events_by_topic on events (company_id, topic, number)`,

  `create table addons (
    company_id bigint not null, id bigint not null,
    name text not null, client_id text not null, secret_hash text not null,
    scopes text not null, redirect_uris text not null, signing_secret text not null, created_at bigint not null,
    primary key (company_id, id))`,
  `create unique index addons_by_client on addons (client_id)`,
  `create table access_tokens (
    company_id bigint not null, token_hash text not null, addon_id bigint not null,
    scopes text not null, expires_at bigint, revoked_at bigint, created_at bigint not null,
    primary key (company_id, token_hash))`,
  `create unique index access_tokens_by_hash on access_tokens (token_hash)`,
  `create index access_tokens_by_expiry on access_tokens (expires_at) where expires_at is not null`,

  `create table idempotency_keys (
    company_id bigint not null, addon_id bigint not null, key text not null,
    fingerprint text not null, created_at bigint not null, status bigint not null, headers text not null,
    body text not null,
    primary key (company_id, addon_id, key))`,
  `create index idempotency_keys_by_age on idempotency_keys (created_at)`,
];

/** The tables of companies, catalogue, customers, orders, events and access. */
export const spine: Migration = {
  number: 1,
  name: 'spine',
  statements: (engine) => [
    ...TABLES,
    // PostgreSQL counts ids by sequences, which every start makes (see migrate).
    ...(engine === 'sqlite'
      ? ['create table id_counters (kind text primary key, last bigint not null) without rowid']
      : []),
  ],
};
