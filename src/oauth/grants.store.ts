import type { EndedSession } from '../company/sessions.store.ts';
import { clearEnded } from '../company/sessions.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sql } from '../storage/sql.ts';
import type { ListedGrant } from './shape.ts';

// Grants, and the codes and refresh tokens made of them. A look-up by the hash of a secret names no company: the row
// does.

/** How long codes and refresh tokens are kept after their end, so that a late reuse is still noticed. */
const KEPT: Micros = DAY;

/** An authorization code as it is stored. */
export interface CodeRow {
  readonly company_id: Id;
  readonly code_hash: string;
  readonly addon_id: Id;
  readonly user_id: Id;
  readonly redirect_uri: string;
  readonly scopes: string;
  /** The PKCE S256 challenge. */
  readonly challenge: string | null;
  readonly created_at: Micros;
  readonly expires_at: Micros;
  readonly used_at: Micros | null;
  /** The grant made from it. */
  readonly grant_id: Id | null;
}

/** Stores a code that is about to be given out. */
export async function insertCode(tx: Writer, code: Omit<CodeRow, 'used_at' | 'grant_id'>): Promise<void> {
  await tx.run(
    sql`insert into authorization_codes (company_id, code_hash, addon_id, user_id, redirect_uri, scopes, challenge,
          created_at, expires_at, used_at, grant_id)
        values (${code.company_id}, ${code.code_hash}, ${code.addon_id}, ${code.user_id}, ${code.redirect_uri},
          ${code.scopes}, ${code.challenge}, ${code.created_at}, ${code.expires_at}, null, null)`,
  );
}

/** Finds a code by its hash. */
export async function findCode(tx: Reader, hash: string): Promise<CodeRow | undefined> {
  return tx.get<CodeRow>(
    sql`select company_id, code_hash, addon_id, user_id, redirect_uri, scopes, challenge, created_at, expires_at,
          used_at, grant_id
        from authorization_codes where code_hash = ${hash}`,
  );
}

/** Uses a code up for a grant. True for one caller only, however many ask at once. */
export async function useCode(tx: Writer, code: CodeRow, grant: Id, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update authorization_codes set used_at = ${now}, grant_id = ${grant}
          where company_id = ${code.company_id} and code_hash = ${code.code_hash} and used_at is null
            and expires_at > ${now}`,
    )) > 0
  );
}

/**
 * Voids the codes of a company that nobody has used: those given to an add-on, or those that a person consented to (reference:
 * authentication.33).
 */
export async function voidCodes(
  tx: Writer,
  company: Id,
  of: { readonly addon: Id } | { readonly user: Id },
  now: Micros,
): Promise<void> {
  const which = 'addon' in of ? sql`addon_id = ${of.addon}` : sql`user_id = ${of.user}`;
  await tx.run(
    // Found by their end: of those that were not over, there are only the last two minutes'.
    sql`update authorization_codes set used_at = ${now}
        where expires_at > ${now} and +company_id = ${company} and ${which} and used_at is null`,
  );
}

/** A grant to an add-on in a company. */
interface Grant {
  readonly company_id: Id;
  readonly id: Id;
  readonly addon_id: Id;
  readonly user_id: Id;
  readonly scopes: readonly string[];
}

/** Records a grant. */
export async function insertGrant(tx: Writer, grant: Grant, now: Micros): Promise<void> {
  await tx.run(
    sql`insert into grants (company_id, id, addon_id, user_id, scopes, created_at, used_at, revoked_at)
        values (${grant.company_id}, ${grant.id}, ${grant.addon_id}, ${grant.user_id}, ${JSON.stringify(grant.scopes)},
          ${now}, ${now}, null)`,
  );
}

/** Stores the use of a grant for a new access token. False when it has been revoked. */
export async function touchGrant(tx: Writer, company: Id, id: Id, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update grants set used_at = ${now} where company_id = ${company} and id = ${id} and revoked_at is null`,
    )) > 0
  );
}

/** Up to `limit` grants of a company that hold, after an id, ascending by id. */
export async function grantsOf(tx: Reader, company: Id, after: Id, limit: number): Promise<ListedGrant[]> {
  return tx.all<ListedGrant>(
    // The add-on may belong to another company: its id is unique in the installation.
    sql`select g.id, g.addon_id, a.name as addon_name, a.company_id as maker_id, c.name as maker_name, g.user_id,
          p.email as user_email, p.name as user_name, g.scopes, g.created_at, g.used_at,
          (select u.last_used_at from addon_uses u where u.company_id = g.company_id and u.addon_id = g.addon_id)
            as last_used_at
        from grants g join addons a on a.id = g.addon_id join users p on p.id = g.user_id
          join companies c on c.company_id = a.company_id and c.id = a.company_id
        where g.company_id = ${company} and g.id > ${after} and g.revoked_at is null order by g.id limit ${limit}`,
  );
}

/**
 * Revokes a grant with every token made from it, and signs out the staff members who signed in through its add-on: which
 * grant let them in is not kept (reference: authentication.34). False when it was revoked already, or never was.
 */
export async function revokeGrant(tx: Writer, company: Id, id: Id, now: Micros): Promise<boolean> {
  const revoked = await tx.get<{ addon_id: Id }>(
    sql`update grants set revoked_at = ${now} where company_id = ${company} and id = ${id} and revoked_at is null
        returning addon_id`,
  );
  for (const table of [
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and grant_id = ${id} and revoked_at is null`,
    sql`update refresh_tokens set revoked_at = ${now}
        where company_id = ${company} and grant_id = ${id} and revoked_at is null`,
  ]) {
    await tx.run(table);
  }
  if (revoked === undefined) return false;
  const ended = await tx.all<EndedSession>(
    sql`update operator_sessions set revoked_at = ${now}, updated_at = ${now}
        where addon_id = ${revoked.addon_id} and company_id = ${company} and revoked_at is null and expires_at > ${now}
        returning company_id, register_id, staff_id`,
  );
  await clearEnded(tx, ended, now);
  return true;
}

/** The add-on of a grant that holds, with its name and the company that made it. */
export async function grantedTo(
  tx: Writer,
  company: Id,
  id: Id,
): Promise<{ readonly addon_id: Id; readonly addon_name: string; readonly maker_id: Id } | undefined> {
  return tx.get(
    sql`select g.addon_id, a.name as addon_name, a.company_id as maker_id
        from grants g join addons a on a.id = g.addon_id
        where g.company_id = ${company} and g.id = ${id} and g.revoked_at is null`,
  );
}

/** Revokes everything a company ever granted to an add-on, unused codes too. Answers how many grants that were. */
export async function disconnectAddon(tx: Writer, company: Id, addon: Id, now: Micros): Promise<number> {
  // First: a code that is being exchanged is waited for here, and its grant is found below.
  await voidCodes(tx, company, { addon }, now);
  const live = await tx.all<{ id: Id }>(
    sql`select id from grants where addon_id = ${addon} and company_id = ${company} and revoked_at is null
        order by id limit 10000`,
  );
  for (const { id } of live) await revokeGrant(tx, company, id, now);
  return live.length;
}

/** A refresh token as it is stored, with the grant it belongs to. */
export interface RefreshRow {
  readonly company_id: Id;
  readonly token_hash: string;
  readonly grant_id: Id;
  readonly addon_id: Id;
  readonly user_id: Id;
  readonly scopes: string;
  readonly created_at: Micros;
  readonly expires_at: Micros | null;
  readonly spent_at: Micros | null;
  readonly revoked_at: Micros | null;
}

/** Stores a refresh token. */
export async function insertRefresh(
  tx: Writer,
  token: Pick<
    RefreshRow,
    'company_id' | 'token_hash' | 'grant_id' | 'addon_id' | 'created_at' | 'expires_at'
  >,
): Promise<void> {
  await tx.run(
    sql`insert into refresh_tokens (company_id, token_hash, grant_id, addon_id, created_at, expires_at, spent_at, revoked_at)
        values (${token.company_id}, ${token.token_hash}, ${token.grant_id}, ${token.addon_id}, ${token.created_at},
          ${token.expires_at}, null, null)`,
  );
}

/** Finds a refresh token by its hash. */
export async function findRefresh(tx: Reader, hash: string): Promise<RefreshRow | undefined> {
  return tx.get<RefreshRow>(
    sql`select r.company_id, r.token_hash, r.grant_id, r.addon_id, g.user_id, g.scopes, r.created_at, r.expires_at,
          r.spent_at, r.revoked_at
        from refresh_tokens r join grants g on g.company_id = r.company_id and g.id = r.grant_id
        where r.token_hash = ${hash}`,
  );
}

/** Spends a public client's refresh token. True for one caller only, however many ask at once. */
export async function spendRefresh(tx: Writer, token: RefreshRow, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update refresh_tokens set spent_at = ${now}
          where company_id = ${token.company_id} and token_hash = ${token.token_hash} and spent_at is null
            and revoked_at is null`,
    )) > 0
  );
}

/** An access token with the fields of introspection. */
interface AccessRow {
  readonly company_id: Id;
  readonly addon_id: Id;
  readonly grant_id: Id | null;
  readonly user_id: Id | null;
  readonly scopes: string;
  readonly created_at: Micros;
  readonly expires_at: Micros | null;
  readonly revoked_at: Micros | null;
}

/** Finds an access token by its hash. */
export async function findAccess(tx: Reader, hash: string): Promise<AccessRow | undefined> {
  return tx.get<AccessRow>(
    sql`select t.company_id, t.addon_id, t.grant_id, g.user_id, t.scopes, t.created_at, t.expires_at, t.revoked_at
        from access_tokens t left join grants g on g.company_id = t.company_id and g.id = t.grant_id
        where t.token_hash = ${hash}`,
  );
}

/** Revokes one access token. */
export async function revokeAccess(tx: Writer, company: Id, hash: string, now: Micros): Promise<void> {
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and token_hash = ${hash} and revoked_at is null`,
  );
}

/** Deletes up to `limit` codes and refresh tokens that time has ended, of all companies. Answers how many went. */
export async function sweepGrants(tx: Writer, now: Micros, limit: number): Promise<number> {
  const codes = await tx.run(
    sql`delete from authorization_codes where (company_id, code_hash) in (
          select company_id, code_hash from authorization_codes where expires_at <= ${now - KEPT}
          order by expires_at limit ${limit})`,
  );
  const tokens = await tx.run(
    sql`delete from refresh_tokens where (company_id, token_hash) in (
          select company_id, token_hash from refresh_tokens where expires_at <= ${now - KEPT}
          order by expires_at limit ${limit})`,
  );
  return Math.max(codes, tokens);
}
