import type { Migration } from '../migration.ts';

/** Tokens of users and devices at Passbell's own screens, and the back office's figures about add-ons. */
export const access: Migration = {
  number: 10,
  name: 'access',
  statements: () => [
    // Passbell's own add-on, of which a company has one. It is never looked up by its client id.
    `alter table addons add column builtin smallint not null default 0`,
    `create unique index addons_builtin on addons (company_id) where builtin = 1`,
    // A deleted add-on stays as a row: orders and messages still name it.
    `alter table addons add column deleted_at bigint`,

    // Whose a token is, when it was made for a screen: a person with a role, by a session; or a device.
    `alter table access_tokens add column user_id bigint`,
    `alter table access_tokens add column role text`,
    `alter table access_tokens add column session_hash text`,
    `alter table access_tokens add column device_id bigint`,
    `create index access_tokens_by_session on access_tokens (session_hash) where session_hash is not null`,
    `create index access_tokens_by_user on access_tokens (user_id, company_id) where user_id is not null`,
    `create index access_tokens_by_device on access_tokens (company_id, device_id) where device_id is not null`,
    `create index access_tokens_by_addon on access_tokens (addon_id)`,

    `create table devices (
      company_id bigint not null, id bigint not null, name text not null, register_id bigint not null,
      user_id bigint not null, created_at bigint not null, updated_at bigint not null,
      last_used_at bigint, revoked_at bigint,
      primary key (company_id, id))`,
    `create index devices_by_register on devices (company_id, register_id) where revoked_at is null`,

    // When an add-on last called for a company, to the minute.
    `create table addon_uses (
      company_id bigint not null, addon_id bigint not null, last_used_at bigint not null,
      primary key (company_id, addon_id))`,

    `create table request_log (
      company_id bigint not null, id bigint not null, at bigint not null, request_id text not null,
      method text not null, path text not null, status bigint not null, error text, error_description text,
      addon_id bigint not null, user_id bigint, device_id bigint, staff_id bigint, duration bigint not null,
      body text,
      primary key (company_id, id))`,
    `create index request_log_by_age on request_log (at)`,

    // Invitations have an id, by which they are listed and taken back.
    `alter table one_time_links add column id bigint`,
    `create index one_time_links_by_company on one_time_links (company_id, id) where company_id is not null`,
  ],
};
