import type { Migration } from '../migration.ts';

/** Sessions of staff members that time has ended and nobody has told of are found without those before (reference: staff.6). */
export const endedSessions: Migration = {
  number: 62,
  name: 'ended sessions',
  statements: () => [
    `create index operator_sessions_running on operator_sessions (expires_at) where revoked_at is null`,
  ],
};
