import type { Migration } from '../migration.ts';

/** Devices that have their key in a cookie, and who signed in at them. */
export const deviceKeys: Migration = {
  number: 16,
  name: 'device_keys',
  statements: () => [
    // What a device is: register, kitchen or agent; null where nobody wrote it down.
    `alter table devices add column kind text`,
    // Keys of devices by their hashes. There are two for as long as nobody knows which of them the browser got.
    `create table device_keys (
      company_id bigint not null, key_hash text not null, device_id bigint not null, created_at bigint not null,
      primary key (company_id, key_hash))`,
    `create unique index device_keys_by_hash on device_keys (key_hash)`,
    `create index device_keys_by_device on device_keys (company_id, device_id)`,
    // At which device a member of staff signed in, and of which session one for what was left unsent is.
    `alter table operator_sessions add column device_id bigint`,
    `alter table operator_sessions add column late_of bigint`,
  ],
};
