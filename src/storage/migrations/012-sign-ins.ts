import type { Migration } from '../migration.ts';

/** Counts of sign-in attempts, and known browsers. */
export const signIns: Migration = {
  number: 12,
  name: 'sign_ins',
  statements: () => [
    // Counts of one window of time each, by the hash of the counted key.
    `create table sign_in_attempts (
      key_hash text primary key, window_start bigint not null, attempts bigint not null)`,
    `create index sign_in_attempts_by_age on sign_in_attempts (window_start)`,
    // A browser is known for a user who signed in by it once; several users may share one.
    `create table known_browsers (
      token_hash text not null, user_id bigint not null, seen_at bigint not null,
      primary key (token_hash, user_id))`,
    `create index known_browsers_by_user on known_browsers (user_id, seen_at)`,
    `create index known_browsers_by_age on known_browsers (seen_at)`,
  ],
};
