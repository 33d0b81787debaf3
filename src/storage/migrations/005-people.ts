import type { Migration } from '../migration.ts';

// People belong to the installation, companies to people: users, sessions and one-time links have no company.
const TABLES = [
  `create table users (
    id bigint primary key, email text not null, email_folded text not null, name text not null,
    password_hash text not null, created_at bigint not null, updated_at bigint not null)`,
  `create unique index users_by_email on users (email_folded)`,

  `create table memberships (
    company_id bigint not null, user_id bigint not null, role text not null, created_at bigint not null,
    primary key (company_id, user_id))`,
  `create index memberships_by_user on memberships (user_id, company_id)`,

  `create table sessions (
    token_hash text primary key, user_id bigint not null, address text not null,
    created_at bigint not null, seen_at bigint not null)`,
  `create index sessions_by_user on sessions (user_id)`,
  `create index sessions_by_age on sessions (seen_at)`,

  // Links that are good for one use: setup (no user yet), reset (a user), invite (an address and a role).
  `create table one_time_links (
    token_hash text primary key, kind text not null, user_id bigint, company_id bigint, email text, role text,
    created_at bigint not null, expires_at bigint not null, used_at bigint)`,
  `create index one_time_links_by_expiry on one_time_links (expires_at)`,

  // Company 0 is the installation itself: entries about users outside of any company.
  `create table audit_log (
    company_id bigint not null, id bigint not null, user_id bigint, actor text not null, action text not null,
    subject text, address text, created_at bigint not null,
    primary key (company_id, id))`,
  `create index audit_log_by_age on audit_log (created_at)`,

  `alter table addons add column is_public smallint not null default 0`,
  `alter table addons add column old_secret_hash text`,
  `alter table addons add column old_secret_until bigint`,

  // company_id is the company that granted; the add-on may belong to another.
  `create table grants (
    company_id bigint not null, id bigint not null, addon_id bigint not null, user_id bigint not null,
    scopes text not null, created_at bigint not null, used_at bigint not null, revoked_at bigint,
    primary key (company_id, id))`,
  `create index grants_by_addon on grants (addon_id, company_id, id)`,

  `create table authorization_codes (
    company_id bigint not null, code_hash text not null, addon_id bigint not null, user_id bigint not null,
    redirect_uri text not null, scopes text not null, challenge text,
    created_at bigint not null, expires_at bigint not null, used_at bigint, grant_id bigint,
    primary key (company_id, code_hash))`,
  `create unique index authorization_codes_by_hash on authorization_codes (code_hash)`,
  `create index authorization_codes_by_expiry on authorization_codes (expires_at)`,

  `create table refresh_tokens (
    company_id bigint not null, token_hash text not null, grant_id bigint not null, addon_id bigint not null,
    created_at bigint not null, expires_at bigint, spent_at bigint, revoked_at bigint,
    primary key (company_id, token_hash))`,
  `create unique index refresh_tokens_by_hash on refresh_tokens (token_hash)`,
  `create index refresh_tokens_by_grant on refresh_tokens (company_id, grant_id)`,
  `create index refresh_tokens_by_expiry on refresh_tokens (expires_at) where expires_at is not null`,

  `alter table access_tokens add column grant_id bigint`,
  `create index access_tokens_by_grant on access_tokens (company_id, grant_id) where grant_id is not null`,
];

/** The tables of users, their grants, and the audit log. */
export const people: Migration = { number: 5, name: 'people', statements: () => TABLES };
