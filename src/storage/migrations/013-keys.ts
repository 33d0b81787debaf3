import type { Migration } from '../migration.ts';

/** The author of the audit log's line of the same moment, in the company of the row. */
function maker(row: string, action: string): string {
  return `(select max(l.user_id) from audit_log l where l.company_id = ${row}.company_id and l.action = '${action}'
    and l.created_at = ${row}.created_at)`;
}

/** The makers of keys that outlive a membership. For older keys the audit log has them, as far as it goes back. */
export const keys: Migration = {
  number: 13,
  name: 'keys',
  statements: () => [
    // An add-on's token for its own company; null for one by the command line, and where it is not known any more.
    `alter table access_tokens add column made_by bigint`,
    `create index access_tokens_by_maker on access_tokens (company_id, made_by) where made_by is not null`,
    `update access_tokens set made_by = ${maker('access_tokens', 'addon.token_made')}
      where grant_id is null and user_id is null and device_id is null and revoked_at is null`,
    `alter table one_time_links add column made_by bigint`,
    `update one_time_links set made_by = ${maker('one_time_links', 'member.invited')}
      where kind = 'invite' and used_at is null`,
    `create index devices_by_user on devices (company_id, user_id) where revoked_at is null`,
    `create index grants_by_user on grants (company_id, user_id) where revoked_at is null`,
  ],
};
