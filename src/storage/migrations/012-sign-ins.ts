import type { Migration } from '../migration.ts';

/** What sign-ins are counted by, and the browsers that people are known by. */
export const signIns: Migration = {
  number: 12,
  name: 'sign_ins',
  statements: () => [
    // Counts of one window of time each, by the hash of what is counted.
    `create table sign_in_attempts (
      key_hash text primary key, window_start bigint not null, attempts bigint not null)`,
    `create index sign_in_attempts_by_age on sign_in_attempts (window_start)`,
    // A browser is known for a person by whom it was signed in once; several people may share one.
    `create table known_browsers (
      token_hash text not null, user_id bigint not null, seen_at bigint not null,
      primary key (token_hash, user_id))`,
    `create index known_browsers_by_user on known_browsers (user_id, seen_at)`,
    `create index known_browsers_by_age on known_browsers (seen_at)`,
  ],
};
