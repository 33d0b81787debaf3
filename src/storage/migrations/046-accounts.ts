import type { Migration } from '../migration.ts';

/** Second factors of people, passkeys, and when a session last proved whose it is. */
export const accounts: Migration = {
  number: 46,
  name: 'accounts',
  statements: () => [
    `alter table sessions add column agent text`,
    `alter table sessions add column proved_at bigint not null default 0`,
    `update sessions set proved_at = created_at`,
    `alter table access_tokens add column proved_at bigint`,
    // The secret is sealed. `last_step` is the step of the last code that was taken: none is taken twice.
    `create table second_factors (
      user_id bigint primary key, secret text not null, created_at bigint not null, confirmed_at bigint,
      last_step bigint not null)`,
    `create table recovery_codes (
      user_id bigint not null, code_hash text not null, created_at bigint not null, used_at bigint,
      primary key (user_id, code_hash))`,
    `create table passkeys (
      credential_id text primary key, user_id bigint not null, name text not null, public_key text not null,
      counter bigint not null, transports text not null, created_at bigint not null, used_at bigint)`,
    `create index passkeys_by_user on passkeys (user_id, created_at)`,
    // What a sign-in or a passkey waits for, by the hash of what proves it: each is good once and for minutes.
    `create table sign_in_steps (
      token_hash text primary key, kind text not null, user_id bigint, created_at bigint not null,
      expires_at bigint not null)`,
    `create index sign_in_steps_by_user on sign_in_steps (user_id, created_at) where user_id is not null`,
    `create index audit_by_site on audit_entries (company_id, site_id, id) where site_id is not null`,
    `create index sign_in_steps_by_age on sign_in_steps (expires_at)`,
  ],
};
