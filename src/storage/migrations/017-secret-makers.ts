import type { Migration } from '../migration.ts';

/** The user who made the add-on's client secret, by the audit log: the last one, or the one before. */
function maker(before: 0 | 1): string {
  return `(select l.user_id from audit_log l where l.company_id = addons.company_id
    and l.action in ('addon.created', 'addon.secret_rotated')
    and l.subject like '%(add-on ' || cast(addons.id as text) || ')'
    order by l.created_at desc, l.id desc limit 1 offset ${before})`;
}

/** The makers of client secrets. For older ones the audit log has them, as far as it goes back. */
export const secretMakers: Migration = {
  number: 17,
  name: 'secret makers',
  statements: () => [
    // Null for one by the command line, and where it is not known any more.
    `alter table addons add column secret_by bigint`,
    `alter table addons add column secret_at bigint`,
    `alter table addons add column old_secret_by bigint`,
    `update addons set secret_at = coalesce(old_secret_until - 86400000000, created_at)
      where secret_hash <> '' and builtin = 0`,
    `update addons set secret_by = ${maker(0)} where secret_hash <> '' and builtin = 0`,
    `update addons set old_secret_by = ${maker(1)} where old_secret_until is not null and builtin = 0`,
  ],
};
