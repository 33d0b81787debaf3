import type { Migration } from '../migration.ts';

/** Devices that have their key in a cookie, and the staff members who signed in at them. */
export const deviceKeys: Migration = {
  number: 16,
  name: 'device_keys',
  statements: () => [
    // The kind of a device: register, kitchen or agent; null for older rows.
    `alter table devices add column kind text`,
    // Keys of devices by their hashes. There are two until the browser has shown which of them it got.
    `create table device_keys (
      company_id bigint not null, key_hash text not null, device_id bigint not null, created_at bigint not null,
      primary key (company_id, key_hash))`,
    `create unique index device_keys_by_hash on device_keys (key_hash)`,
    `create index device_keys_by_device on device_keys (company_id, device_id)`,
    // The device at which a staff member signed in, and the session that a token for unsent writes belongs to.
    `alter table operator_sessions add column device_id bigint`,
    `alter table operator_sessions add column late_of bigint`,
  ],
};
