import { hashSecret, newSecret } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, sql } from '../storage/sql.ts';
import type { Key } from './shape.ts';
import { devices } from './store.ts';

/** Keys of each kind that are read, which is more than any member has (reference: authentication.24). */
export const MAX_KEYS = 1_000;

const CALLED = sql`(select u.last_used_at from addon_uses u
  where u.company_id = k.company_id and u.addon_id = k.addon_id) as last_used_at`;

/** The valid keys that a member made for a company: up to MAX_KEYS of each kind, oldest first. */
export async function keysOf(tx: Reader, company: Id, user: Id, now: Micros): Promise<Key[]> {
  const tokens = await tx.all<Omit<Key, 'kind' | 'register_id'>>(
    sql`select k.token_hash as id, a.name, k.addon_id, k.created_at, ${CALLED}
        from access_tokens k join addons a on a.id = k.addon_id
        where k.company_id = ${company} and k.made_by = ${user} and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > ${now}) and a.deleted_at is null
        order by k.created_at, k.token_hash limit ${MAX_KEYS}`,
  );
  const secrets = await tx.all<Omit<Key, 'kind' | 'register_id' | 'id'> & { id: Id }>(
    sql`select k.id, k.name, k.id as addon_id, coalesce(k.secret_at, k.created_at) as created_at,
          (select u.last_used_at from addon_uses u
            where u.company_id = k.company_id and u.addon_id = k.id) as last_used_at
        from addons k
        where k.company_id = ${company} and k.builtin = 0 and k.deleted_at is null
          and (k.secret_by = ${user} or (k.old_secret_by = ${user} and k.old_secret_until > ${now}))
        order by k.id limit ${MAX_KEYS}`,
  );
  const letIn = await devices.select(
    tx,
    company,
    sql`user_id = ${user} and revoked_at is null`,
    sql`order by id limit ${MAX_KEYS}`,
  );
  const grants = await tx.all<Omit<Key, 'kind' | 'register_id' | 'id'> & { id: Id }>(
    sql`select k.id, a.name, k.addon_id, k.created_at, ${CALLED}
        from grants k join addons a on a.id = k.addon_id
        where k.company_id = ${company} and k.user_id = ${user} and k.revoked_at is null
        order by k.id limit ${MAX_KEYS}`,
  );
  const invited = await tx.all<{ id: Id; name: string; created_at: Micros }>(
    sql`select id, email as name, created_at from one_time_links
        where company_id = ${company} and kind = 'invite' and made_by = ${user} and used_at is null
          and expires_at > ${now}
        order by id limit ${MAX_KEYS}`,
  );
  const bare = { addon_id: null, register_id: null, last_used_at: null };
  return [
    ...tokens.map((row): Key => ({ ...bare, ...row, kind: 'access_token' })),
    ...secrets.map((row): Key => ({ ...bare, ...row, kind: 'client_secret', id: `${row.id}` })),
    ...letIn.map(({ id, name, register_id, created_at, last_used_at }): Key => {
      return { ...bare, kind: 'device', id: `${id}`, name, register_id, created_at, last_used_at };
    }),
    ...grants.map((row): Key => ({ ...bare, ...row, kind: 'grant', id: `${row.id}` })),
    ...invited.map((row): Key => ({ ...bare, ...row, kind: 'invitation', id: `${row.id}` })),
  ];
}

/** Revokes access tokens of a company by their hashes. */
export async function revokeTokens(
  tx: Writer,
  company: Id,
  hashes: readonly string[],
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and ${isIn('token_hash', hashes)} and revoked_at is null`,
  );
}

/**
 * Replaces the secrets that a user made for add-ons of a company by unknown ones: the last one, and the one before
 * that is still accepted for a while.
 */
export async function endSecrets(
  tx: Writer,
  company: Id,
  { user, addons, random }: { readonly user: Id; readonly addons: readonly Id[]; readonly random: Random },
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`update addons set old_secret_hash = null, old_secret_until = null, old_secret_by = null
        where company_id = ${company} and ${isIn('id', addons)} and old_secret_by = ${user}`,
  );
  for (const id of addons) {
    await tx.run(
      sql`update addons set secret_hash = ${hashSecret(newSecret('pb_cs_', random))}, secret_by = null, secret_at = ${now}
          where company_id = ${company} and id = ${id} and secret_by = ${user}`,
    );
  }
}

/** Takes invitations of a company back. */
export async function voidInvitations(
  tx: Writer,
  company: Id,
  ids: readonly Id[],
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`update one_time_links set used_at = ${now}
        where company_id = ${company} and ${isIn('id', ids)} and kind = 'invite' and used_at is null`,
  );
}

/** Takes the open invitations of owners back that a user made for a company; answers whom they were for. */
export async function voidOwnerInvitations(
  tx: Writer,
  company: Id,
  user: Id,
  now: Micros,
): Promise<string[]> {
  const voided = await tx.all<{ email: string }>(
    sql`update one_time_links set used_at = ${now}
        where company_id = ${company} and kind = 'invite' and made_by = ${user} and role = 'owner'
          and used_at is null and expires_at > ${now}
        returning email`,
  );
  return voided.map(({ email }) => email).sort();
}

/** True while an add-on has a grant of a company. */
export async function isConnected(tx: Reader, company: Id, addon: Id): Promise<boolean> {
  const row = await tx.get(
    sql`select id from grants where addon_id = ${addon} and company_id = ${company} and revoked_at is null limit 1`,
  );
  return row !== undefined;
}
