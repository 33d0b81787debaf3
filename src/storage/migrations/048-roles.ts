import type { Migration } from '../migration.ts';

/** Roles, and which of them staff members have at which sites. */
export const roles: Migration = {
  number: 48,
  name: 'roles',
  statements: () => [
    `create table roles (
      company_id bigint not null, id bigint not null, name text not null, permissions text not null,
      created_at bigint not null, updated_at bigint not null, primary key (company_id, id))`,
    `alter table staff add column roles text not null default '[]'`,
  ],
};
