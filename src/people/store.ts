import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Language } from '../kernel/words.ts';
import { appendAudit, forgetAddresses } from '../outbox/audit.ts';
import type { AuditRow } from '../outbox/audit-chain.ts';
import type { RecordKindName } from '../outbox/audit-kinds.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { fold, sql } from '../storage/sql.ts';
import type { Invitation, Member } from './shape.ts';
import { AUDIT_LIFETIME, type LinkKind, type Role, SESSION_IDLE, SESSION_LIFETIME } from './types.ts';

// Users, sessions and links belong to the installation: their queries name no company, on purpose.

/** Companies of one person that are listed, and people of one company. */
const MAX_LISTED = 500;

/** An account. */
export interface User {
  readonly id: Id;
  readonly email: string;
  readonly name: string;
  readonly password_hash: string;
}

/** Registers a person. The e-mail address is unique in the installation, however it is capitalised. */
export async function insertUser(tx: Writer, user: User, now: Micros): Promise<void> {
  await tx.run(
    sql`insert into users (id, email, email_folded, name, password_hash, created_at, updated_at)
        values (${user.id}, ${user.email}, ${fold(user.email)}, ${user.name}, ${user.password_hash}, ${now}, ${now})`,
  );
}

/** The person with an e-mail address. */
export async function findUser(tx: Reader, email: string): Promise<User | undefined> {
  return tx.get<User>(
    sql`select id, email, name, password_hash from users where email_folded = ${fold(email)}`,
  );
}

/** The person with an id. */
export async function getUser(tx: Reader, id: Id): Promise<User | undefined> {
  return tx.get<User>(sql`select id, email, name, password_hash from users where id = ${id}`);
}

/** True when there is any account. */
export async function hasUser(tx: Reader): Promise<boolean> {
  return (await tx.get(sql`select id from users limit 1`)) !== undefined;
}

/** Sets the language of a user's screens; null leaves it to the browser. */
export async function setLanguage(
  tx: Writer,
  user: Id,
  language: Language | null,
  now: Micros,
): Promise<void> {
  await tx.run(sql`update users set language = ${language}, updated_at = ${now} where id = ${user}`);
}

/** Sets a new password. */
export async function setPassword(tx: Writer, user: Id, hash: string, now: Micros): Promise<void> {
  await tx.run(sql`update users set password_hash = ${hash}, updated_at = ${now} where id = ${user}`);
  // A user who gave the old one and has still to type a code gives the new one first.
  await tx.run(sql`delete from sign_in_steps where user_id = ${user}`);
}

/** A person's place in a company. */
export interface Membership {
  readonly company_id: Id;
  readonly company_name: string;
  readonly role: Role;
  /** 1 where the company asks its people for a second factor. */
  readonly require_second_factor: bigint;
}

/** Makes a user a member of a company, or changes the role: tokens of the old role end. */
export async function setMembership(
  tx: Writer,
  company: Id,
  user: Id,
  role: Role,
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`insert into memberships (company_id, user_id, role, created_at) values (${company}, ${user}, ${role}, ${now})
        on conflict (company_id, user_id) do update set role = excluded.role`,
  );
  await revokeTokensOf(tx, user, now, company);
}

/** True for the one owner a company has left. The owners stay as they are until the transaction ends. */
export async function isLastOwner(tx: Writer, company: Id, user: Id): Promise<boolean> {
  const owners = await tx.all<{ user_id: Id }>(
    sql`select user_id from memberships where company_id = ${company} and role = 'owner'
        order by user_id limit ${MAX_LISTED} for update`,
  );
  return owners.length === 1 && owners[0]?.user_id === user;
}

/** The role of a user in a company, locked until the transaction ends. */
export async function lockRole(tx: Writer, company: Id, user: Id): Promise<Role | undefined> {
  const row = await tx.get<{ role: Role }>(
    sql`select role from memberships where company_id = ${company} and user_id = ${user} for update`,
  );
  return row?.role;
}

/** Removes a user from a company, with the tokens of the membership. False when the user was no member. */
export async function removeMembership(tx: Writer, company: Id, user: Id, now: Micros): Promise<boolean> {
  await revokeTokensOf(tx, user, now, company);
  return (await tx.run(sql`delete from memberships where company_id = ${company} and user_id = ${user}`)) > 0;
}

/** The companies of a person, ascending by id. */
export async function membershipsOf(tx: Reader, user: Id): Promise<Membership[]> {
  return tx.all<Membership>(
    sql`select m.company_id, c.name as company_name, m.role, c.require_second_factor from memberships m
        join companies c on c.company_id = m.company_id and c.id = m.company_id
        where m.user_id = ${user} order by m.company_id limit ${MAX_LISTED}`,
  );
}

/** Up to `limit` people of a company after an id, ascending by id. */
export async function membersOf(
  tx: Reader,
  company: Id,
  after: Id = 0n,
  limit = MAX_LISTED,
): Promise<Member[]> {
  return tx.all<Member>(
    sql`select m.user_id as id, u.email, u.name, m.role, m.created_at, f.confirmed_at as factor_since,
          (select count(*) from passkeys p where p.user_id = m.user_id) as passkeys
        from memberships m join users u on u.id = m.user_id left join second_factors f on f.user_id = m.user_id
        where m.company_id = ${company} and m.user_id > ${after} order by m.user_id limit ${limit}`,
  );
}

/** One of them. */
export async function memberOf(tx: Reader, company: Id, user: Id): Promise<Member | undefined> {
  return tx.get<Member>(
    sql`select m.user_id as id, u.email, u.name, m.role, m.created_at, f.confirmed_at as factor_since,
          (select count(*) from passkeys p where p.user_id = m.user_id) as passkeys
        from memberships m join users u on u.id = m.user_id left join second_factors f on f.user_id = m.user_id
        where m.company_id = ${company} and m.user_id = ${user}`,
  );
}

/** A session with its user. */
interface SessionRow {
  readonly user_id: Id;
  readonly email: string;
  readonly name: string;
  readonly language: Language | null;
  readonly created_at: Micros;
  readonly seen_at: Micros;
  /** When its user last proved who they are. */
  readonly proved_at: Micros;
}

/** Where a session was begun. */
interface SessionPlace {
  readonly address: string;
  /** The browser as it calls itself. */
  readonly agent: string | null;
}

/** A session that begins. */
interface NewSession extends SessionPlace {
  readonly user: Id;
  /** When the user last proved who they are. */
  readonly provedAt: Micros;
}

/** Begins a session; only the hash of its cookie is kept. */
export async function insertSession(
  tx: Writer,
  hash: string,
  { user, address, agent, provedAt }: NewSession,
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`insert into sessions (token_hash, user_id, address, agent, created_at, seen_at, proved_at)
        values (${hash}, ${user}, ${address}, ${agent}, ${now}, ${now}, ${provedAt})`,
  );
}

/** The session of a cookie, unless its time is over. */
export async function findSession(tx: Reader, hash: string, now: Micros): Promise<SessionRow | undefined> {
  return tx.get<SessionRow>(
    sql`select s.user_id, u.email, u.name, u.language, s.created_at, s.seen_at, s.proved_at
        from sessions s join users u on u.id = s.user_id
        where s.token_hash = ${hash} and s.seen_at > ${now - SESSION_IDLE}
          and s.created_at > ${now - SESSION_LIFETIME}`,
  );
}

/** Stores the last use of a session. */
export async function touchSession(tx: Writer, hash: string, now: Micros): Promise<void> {
  await tx.run(sql`update sessions set seen_at = ${now} where token_hash = ${hash} and seen_at < ${now}`);
}

/** Ends a session with the tokens that were made by it. False when there was none. */
export async function deleteSession(tx: Writer, hash: string, now: Micros): Promise<boolean> {
  await tx.run(
    sql`update access_tokens set revoked_at = ${now} where session_hash = ${hash} and revoked_at is null`,
  );
  return (await tx.run(sql`delete from sessions where token_hash = ${hash}`)) > 0;
}

/** Ends every session of a person, with the tokens that were made by them. */
export async function deleteSessionsOf(tx: Writer, user: Id, now: Micros): Promise<void> {
  await revokeTokensOf(tx, user, now);
  await tx.run(sql`delete from sessions where user_id = ${user}`);
}

/** Ends every session of a person but one, with the tokens that were made by them; answers how many there were. */
export async function deleteOtherSessions(tx: Writer, user: Id, kept: string, now: Micros): Promise<number> {
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where user_id = ${user} and revoked_at is null and session_hash <> ${kept}`,
  );
  return tx.run(sql`delete from sessions where user_id = ${user} and token_hash <> ${kept}`);
}

/** A session as its own user sees it. */
export interface ListedSession extends SessionPlace {
  readonly token_hash: string;
  readonly created_at: Micros;
  readonly seen_at: Micros;
}

/** The sessions of a person that are not over, the last used first. */
export async function sessionsOf(tx: Reader, user: Id, now: Micros): Promise<ListedSession[]> {
  return tx.all<ListedSession>(
    sql`select token_hash, address, agent, created_at, seen_at from sessions
        where user_id = ${user} and seen_at > ${now - SESSION_IDLE} and created_at > ${now - SESSION_LIFETIME}
        order by seen_at desc, token_hash limit ${MAX_LISTED}`,
  );
}

/** Stores that the user of a session has proved who they are; its tokens say so too. */
export async function proveSession(tx: Writer, hash: string, now: Micros): Promise<void> {
  await tx.run(sql`update sessions set proved_at = ${now} where token_hash = ${hash}`);
  await tx.run(
    sql`update access_tokens set proved_at = ${now} where session_hash = ${hash} and revoked_at is null`,
  );
}

/** Revokes the tokens a person was given: those for one company, or all. */
export async function revokeTokensOf(tx: Writer, user: Id, now: Micros, company?: Id): Promise<void> {
  const where =
    company === undefined ? sql`user_id = ${user}` : sql`user_id = ${user} and company_id = ${company}`;
  await tx.run(sql`update access_tokens set revoked_at = ${now} where ${where} and revoked_at is null`);
}

/** Revokes the tokens for a company of everybody who has no second factor. */
export async function revokeTokensWithoutFactor(tx: Writer, company: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update access_tokens set revoked_at = ${now}
        where company_id = ${company} and user_id is not null and revoked_at is null
          and user_id in (select m.user_id from memberships m where m.company_id = ${company})
          and not exists (select 1 from second_factors f where f.user_id = access_tokens.user_id and f.confirmed_at is not null)
          and not exists (select 1 from passkeys p where p.user_id = access_tokens.user_id)`,
  );
}

/** A link that is good for one use. */
export interface LinkRow {
  readonly kind: LinkKind;
  readonly user_id: Id | null;
  readonly company_id: Id | null;
  readonly email: string | null;
  readonly role: Role | null;
  /** Of an invitation. */
  readonly id?: Id | null;
  /** The user who made it; null for the command line. */
  readonly made_by?: Id | null;
}

/** Up to `limit` open invitations of a company after an id, ascending by id. */
export async function invitationsOf(
  tx: Reader,
  company: Id,
  now: Micros,
  after: Id,
  limit: number,
): Promise<Invitation[]> {
  return tx.all<Invitation>(
    sql`select id, email, role, created_at, expires_at from one_time_links
        where company_id = ${company} and kind = 'invite' and id > ${after} and used_at is null
          and expires_at > ${now} order by id limit ${limit}`,
  );
}

/** Voids an invitation; its e-mail address, or undefined when no open one has the id. */
export async function voidInvitation(
  tx: Writer,
  company: Id,
  id: Id,
  now: Micros,
): Promise<string | undefined> {
  const row = await tx.get<{ email: string }>(
    sql`update one_time_links set used_at = ${now}
        where company_id = ${company} and id = ${id} and kind = 'invite' and used_at is null and expires_at > ${now}
        returning email`,
  );
  return row?.email;
}

/** Stores a link; only the hash of its token is kept. */
export async function insertLink(
  tx: Writer,
  hash: string,
  link: LinkRow,
  now: Micros,
  expires: Micros,
): Promise<void> {
  await tx.run(
    sql`insert into one_time_links (token_hash, kind, user_id, company_id, email, role, created_at, expires_at,
          used_at, id, made_by)
        values (${hash}, ${link.kind}, ${link.user_id}, ${link.company_id}, ${link.email}, ${link.role}, ${now},
          ${expires}, null, ${link.id ?? null}, ${link.made_by ?? null})`,
  );
}

/** A link that can still be used. */
export async function findLink(
  tx: Reader,
  kind: LinkKind,
  hash: string,
  now: Micros,
): Promise<LinkRow | undefined> {
  return tx.get<LinkRow>(
    sql`select kind, user_id, company_id, email, role from one_time_links
        where token_hash = ${hash} and kind = ${kind} and used_at is null and expires_at > ${now}`,
  );
}

/** Uses a link up. True for one caller only. */
export async function useLink(tx: Writer, kind: LinkKind, hash: string, now: Micros): Promise<boolean> {
  return (
    (await tx.run(
      sql`update one_time_links set used_at = ${now}
          where token_hash = ${hash} and kind = ${kind} and used_at is null and expires_at > ${now}`,
    )) > 0
  );
}

/** Makes every link that founds a company useless. */
export async function voidSetups(tx: Writer, now: Micros): Promise<void> {
  await tx.run(sql`update one_time_links set used_at = ${now} where kind = 'setup' and used_at is null`);
}

/** Makes every other link that sets this person's password useless. */
export async function voidResets(tx: Writer, user: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update one_time_links set used_at = ${now} where kind = 'reset' and user_id = ${user} and used_at is null`,
  );
}

/** The id in the place of a company's for acts at the installation itself: signing in and out. */
export const INSTALLATION: Id = 0n;

/** A change of accounts, or of what add-ons may do, with its author. */
interface NewAuditEntry {
  readonly company: Id;
  /** Null when no user was signed in. */
  readonly user: Id | null;
  /** The user's e-mail address, or `operator` for the command line. */
  readonly actor: string;
  readonly action: string;
  /** The record that was changed. */
  readonly subject?: string;
  readonly record?: { readonly kind: RecordKindName; readonly id: Id };
  readonly before?: object;
  readonly after?: object;
  readonly address?: string;
  readonly at: Micros;
}

/**
 * Writes an act to the audit log of its company, in the transaction of the change and last in it (see `appendAudit`); what is
 * done at the installation itself to the log of its sign-ins.
 */
export async function audit(tx: Writer, entry: NewAuditEntry): Promise<void> {
  const { company, user, at, ...act } = entry;
  if (company !== INSTALLATION) {
    const person = user === null ? undefined : { user };
    await appendAudit(tx, { company, person }, { serverTime: at }, [act]);
    return;
  }
  const [id] = await tx.ids('audit', 1);
  await tx.run(
    sql`insert into audit_log (company_id, id, user_id, actor, action, subject, address, created_at)
        values (${company}, ${id}, ${user}, ${act.actor}, ${act.action}, ${act.subject ?? null},
          ${act.address ?? null}, ${at})`,
  );
}

/** A line of the log of sign-ins. */
export type SignInLine = Pick<
  AuditRow,
  'id' | 'user_id' | 'actor' | 'action' | 'subject' | 'address' | 'created_at'
>;

/** Up to `limit` lines of the log of sign-ins before an id, newest first. */
export async function signInLines(tx: Reader, before: Id, limit: number): Promise<SignInLine[]> {
  return tx.all<SignInLine>(
    sql`select id, user_id, actor, action, subject, address, created_at from audit_log
        where company_id = ${INSTALLATION} and id < ${before} order by id desc limit ${limit}`,
  );
}

/** Deletes up to `limit` rows of each kind that time has ended, of all companies. Answers how many went. */
export async function sweepPeople(tx: Writer, now: Micros, limit: number): Promise<number> {
  const sessions = await tx.run(
    sql`delete from sessions where token_hash in (
          select token_hash from sessions where seen_at <= ${now - SESSION_IDLE} order by seen_at limit ${limit})`,
  );
  const links = await tx.run(
    sql`delete from one_time_links where token_hash in (
          select token_hash from one_time_links where expires_at <= ${now} order by expires_at limit ${limit})`,
  );
  const lines = await tx.run(
    sql`delete from audit_log where (company_id, id) in (
          select company_id, id from audit_log where created_at <= ${now - AUDIT_LIFETIME}
          order by created_at limit ${limit})`,
  );
  const addresses = await forgetAddresses(tx, now - AUDIT_LIFETIME, limit);
  return Math.max(sessions, links, lines, addresses);
}
