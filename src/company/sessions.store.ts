import type { Id } from '../kernel/id.ts';
import { withoutAccents } from '../kernel/text.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import { OPERATOR_SESSION, type OperatorSession, type StaffMember } from './staff-shape.ts';
import { staffMembers } from './store.ts';

export const operatorSessions: Table<OperatorSession> = tableOf('operator_sessions', OPERATOR_SESSION);

/** Wrong PINs of a staff member in a row. */
interface PinFailures {
  readonly pin_failures: bigint;
  readonly pin_failed_at: Micros;
}

/** How often a staff member's PIN was wrong since it was last right. The row is locked already. */
export async function pinFailures(tx: Writer, company: Id, staff: Id): Promise<PinFailures> {
  const row = await tx.get<PinFailures>(
    sql`select pin_failures, pin_failed_at from staff where company_id = ${company} and id = ${staff}`,
  );
  return row ?? { pin_failures: 0n, pin_failed_at: 0n };
}

/** Counts a wrong PIN, or with 0 forgets them. */
export async function savePinFailures(
  tx: Writer,
  company: Id,
  staff: Id,
  failures: bigint,
  now: Micros,
): Promise<void> {
  await tx.run(
    sql`update staff set pin_failures = ${failures}, pin_failed_at = ${now}
        where company_id = ${company} and id = ${staff}`,
  );
}

/** Stores a PIN's hash by another key, unless the PIN is another one by now. Nothing that others see changes. */
export async function renewPin(
  tx: Writer,
  { company_id: company, id }: { readonly company_id: Id; readonly id: Id },
  before: string,
  hash: string,
): Promise<void> {
  await tx.run(
    sql`update staff set pin_hash = ${hash}
        where company_id = ${company} and id = ${id} and pin_hash = ${before}`,
  );
  // What a sandbox is made again from has the same hash.
  await tx.run(
    sql`update meta set value = replace(value, ${`"${before}"`}, ${`"${hash}"`}) where key = ${beginningOf(company)}`,
  );
}

/** Under which name the database keeps what a sandbox is made again from, if the company is one. */
export const beginningOf = (company: Id | '%'): string => `sandbox ${company}`;

/** The most registers that one staff member is looked for at. */
const MAX_REGISTERS = 1_000;

/** The registers a staff member is signed in at, ascending by id. */
export async function signedInRegisters(tx: Writer, company: Id, staff: Id, now: Micros): Promise<Id[]> {
  const rows = await tx.all<{ register_id: Id }>(
    sql`select distinct register_id from operator_sessions
        where company_id = ${company} and staff_id = ${staff} and revoked_at is null and expires_at > ${now}
          and late_of is null
        order by register_id limit ${MAX_REGISTERS}`,
  );
  return rows.map((row) => row.register_id);
}

/** Where a session was that has ended, and whose. */
export type EndedSession = Pick<OperatorSession, 'company_id' | 'register_id' | 'staff_id'>;

/** Ends every session of a staff member. */
export async function revokeSessions(tx: Writer, company: Id, staff: Id, now: Micros): Promise<void> {
  await tx.run(
    sql`update operator_sessions set revoked_at = ${now}, updated_at = ${now}
        where company_id = ${company} and staff_id = ${staff} and revoked_at is null and expires_at > ${now}`,
  );
}

/**
 * Ends up to `limit` sessions whose time is over, of one company where one is named; answers where they were and how many.
 * Those that only send late (`late_of`) put nobody at a register.
 */
export async function endExpired(
  tx: Writer,
  now: Micros,
  limit: number,
  company?: Id,
): Promise<{ readonly count: number; readonly ended: readonly EndedSession[] }> {
  const own = company === undefined ? sql`` : sql`and company_id = ${company}`;
  const rows = await tx.all<EndedSession & { readonly late_of: Id | null }>(
    sql`update operator_sessions set revoked_at = ${now}, updated_at = ${now}
        where (company_id, id) in (
          select company_id, id from operator_sessions
          where revoked_at is null and expires_at <= ${now} ${own} order by expires_at limit ${limit})
          and revoked_at is null
        returning company_id, register_id, staff_id, late_of`,
  );
  return { count: rows.length, ended: rows.filter(({ late_of }) => late_of === null) };
}

/**
 * When a staff member at a register signed in, at the earliest, of the sessions that they may act in now; of what a device
 * sends late, when the session began in which it was made.
 */
export async function workingSince(
  tx: Reader,
  company: Id,
  { id: staff, register }: { readonly id: Id; readonly register: Id },
  now: Micros,
): Promise<Micros | undefined> {
  const row = await tx.get<{ began: Micros | null }>(
    sql`select min(coalesce(o.created_at, s.created_at)) as began from operator_sessions s
        left join operator_sessions o on o.company_id = s.company_id and o.id = s.late_of
        where s.company_id = ${company} and s.staff_id = ${staff} and s.register_id = ${register}
          and s.revoked_at is null and s.expires_at > ${now}`,
  );
  return row?.began ?? undefined;
}

/** How long after a sign-in the orders made in the session can still be sent. */
export const LATE: Micros = 7n * DAY;

/** The session of a company with a token, by its hash, also when it has ended. */
export async function findSessionByToken(
  tx: Reader,
  company: Id,
  hash: string,
): Promise<OperatorSession | undefined> {
  const [found] = await operatorSessions.select(tx, company, sql`token_hash = ${hash}`, sql`limit 1`);
  return found;
}

/** Deletes up to `limit` sessions of any company that are good for nothing more. Answers how many went. */
export async function sweepSessions(tx: Writer, now: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`delete from operator_sessions where (company_id, id) in (
          select company_id, id from operator_sessions where expires_at <= ${now - LATE}
          order by expires_at limit ${limit})`,
  );
}

/** The register that a device of a company was let in for. */
export async function registerOfDevice(tx: Reader, company: Id, device: Id): Promise<Id | undefined> {
  const row = await tx.get<{ register_id: Id }>(
    sql`select register_id from devices where company_id = ${company} and id = ${device}`,
  );
  return row?.register_id;
}

/** Staff members whose names are compared in one go. */
const COMPARED = 500;

/**
 * Up to `limit` staff members with a PIN, by id after `after`. With `name`, those with each of its words in their names, without
 * case and accents.
 */
export async function staffWhoSignIn(
  tx: Reader,
  company: Id,
  name: string | undefined,
  { after, limit }: { readonly after: Id; readonly limit: number },
): Promise<StaffMember[]> {
  if (name === undefined)
    return staffMembers.select(
      tx,
      company,
      sql`pin_hash is not null and id > ${after}`,
      sql`order by id limit ${limit}`,
    );
  const words = withoutAccents(name).trim().split(/\s+/);
  const found: Id[] = [];
  // Ends: each look goes on behind the last one, and a short one is the last.
  for (let from = after; ; ) {
    const rows = await tx.all<Pick<StaffMember, 'id' | 'first_name' | 'last_name'>>(
      sql`select id, first_name, last_name from staff
          where company_id = ${company} and pin_hash is not null and id > ${from} order by id limit ${COMPARED}`,
    );
    const isNamed = ({ first_name, last_name }: (typeof rows)[number]) => {
      const folded = withoutAccents(`${first_name} ${last_name ?? ''}`);
      return words.every((word) => folded.includes(word));
    };
    found.push(...rows.filter(isNamed).map(({ id }) => id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < COMPARED || found.length >= limit) break;
    from = last.id;
  }
  return staffMembers.select(tx, company, isIn('id', found.slice(0, limit)), sql`order by id`);
}
