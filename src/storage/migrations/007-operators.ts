import type { Migration } from '../migration.ts';

/** Sessions of staff members, who sign in at a register by their PIN. */
export const operators: Migration = {
  number: 7,
  name: 'operators',
  statements: () => [
    `create table operator_sessions (
      company_id bigint not null, id bigint not null,
      token_hash text not null, addon_id bigint not null, staff_id bigint not null, register_id bigint not null,
      scopes text not null, created_at bigint not null, updated_at bigint not null,
      expires_at bigint not null, revoked_at bigint,
      primary key (company_id, id))`,
    `create unique index operator_sessions_by_hash on operator_sessions (token_hash)`,
    `create index operator_sessions_by_register on operator_sessions (company_id, register_id, id)`,
    `create index operator_sessions_by_expiry on operator_sessions (expires_at)`,
    // Wrong PINs in a row, and when the last one was.
    `alter table staff add column pin_failures bigint not null default 0`,
    `alter table staff add column pin_failed_at bigint not null default 0`,
  ],
};
