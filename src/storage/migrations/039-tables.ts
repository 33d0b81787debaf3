import type { Migration } from '../migration.ts';

/** The floors of sites, and the tables on them. */
export const tables: Migration = {
  number: 39,
  name: 'tables',
  statements: () => [
    `create table floors (
      company_id bigint not null, id bigint not null, site_id bigint not null, name text not null,
      sort bigint not null, width bigint not null, height bigint not null,
      created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
    `create index floors_by_site on floors (company_id, site_id, id)`,
    `create table dining_tables (
      company_id bigint not null, id bigint not null, site_id bigint not null, floor_id bigint not null,
      name text not null, seats bigint not null, shape text not null, x bigint not null, y bigint not null,
      width bigint not null, height bigint not null, sort bigint not null,
      created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
    `create index dining_tables_by_site on dining_tables (company_id, site_id, id)`,
    `create index dining_tables_by_floor on dining_tables (company_id, floor_id)`,
    // A name is one table's of its site.
    `create unique index dining_tables_by_name on dining_tables (company_id, site_id, name)`,
  ],
};
