import type { Author } from '../kernel/author.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Bound } from '../storage/finding.ts';
import type { MaybePromise, Reader, Writer } from '../storage/port.ts';
import { join, raw, type Sql, sql } from '../storage/sql.ts';
import { together } from '../storage/together.ts';
import {
  AUDIT_COLUMNS,
  type AuditRow,
  BEGINNING,
  type Break,
  type ChainEnd,
  checkEnd,
  follow,
  hashEntry,
} from './audit-chain.ts';
import { keptFields } from './audit-fields.ts';
import type { RecordKindName } from './audit-kinds.ts';

// The audit log: acts that matter to money and to who may do what, in one chain per company (docs/reference/audit.md).

/** A statement takes only so many values. */
const ROWS_PER_INSERT = 40;
/** Longest texts that an entry keeps, in characters. */
const MAX_TEXT = 1000;

/** The author of an act, as an entry names them. */
export type AuditActor = Pick<Author, 'company' | 'staffMember' | 'person'> & { readonly addon?: Id };

/** An act, as the code that carries it out tells it. */
export interface Act {
  /** Its code: `order.refunded`. */
  readonly action: string;
  readonly record?: { readonly kind: RecordKindName; readonly id: Id } | undefined;
  readonly site?: Id | null | undefined;
  readonly register?: Id | null;
  /** The subject of the act, in words. */
  readonly subject?: string | undefined;
  /** The record before and after, as shown: the changed fields are kept. Secrets and long values are not (see `keptFields`). */
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly reason?: string | null | undefined;
  /** The staff member who approved it. */
  readonly approvedBy?: Id | null | undefined;
  /** The name of who acted, where it is known; else it is looked up. */
  readonly actor?: string;
  /** The address of the network it came from. */
  readonly address?: string | undefined;
}

/** When it was done: by the time of the company, or by that of the service. */
type ActTime = { readonly now: Micros } | { readonly serverTime: Micros };

/**
 * Writes entries of the audit log in the caller's transaction: numbered 1, 2, 3… without gaps, each with the hash of the one
 * before (reference: audit.2). Called last, beside `append`: both take the company's counter, from which on every other change
 * of the company that is told waits for this one to commit.
 */
export async function appendAudit(
  tx: Writer,
  by: AuditActor,
  at: ActTime,
  acts: readonly Act[],
): Promise<void> {
  if (acts.length === 0) return;
  const isNamed = acts.every(({ actor }) => actor !== undefined);
  if (tx.atEnd === undefined) return write(tx, by, at, acts, isNamed ? '' : nameOf(tx, by));
  // The name that it has by now.
  const name = isNamed ? '' : await nameOf(tx, by);
  tx.atEnd((end) => write(end, by, at, acts, name));
}

async function write(
  tx: Writer,
  by: AuditActor,
  at: ActTime,
  acts: readonly Act[],
  actor: MaybePromise<string>,
): Promise<void> {
  const { company } = by;
  const count = BigInt(acts.length);
  const [name, counter] = await together([actor, nextAudits(tx, company, count)]);
  if (counter === undefined) throw new Error('The counter of the audit log gave no number.');
  const { audit_last: last, audit_hash: hash, audit_at: latest, time_ahead: ahead } = counter;
  const sent = 'now' in at ? at.now - ahead : at.serverTime;
  // To the millisecond, as answers show it and the hash is made of it; never before the entry before.
  const whole = sent - (sent % 1000n);
  const time = whole > latest ? whole : latest;
  let end: ChainEnd = { last: last - count, hash: hash ?? BEGINNING.hash };
  const rows = acts.map((act) => {
    const row = rowOf(by, act, act.actor ?? name, time, end);
    end = { last: row.id, hash: row.hash };
    return row;
  });
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx.send(insertion(rows.slice(from, from + ROWS_PER_INSERT)));
  await tx.send(
    sql`update event_counters set audit_hash = ${end.hash}, audit_at = ${time} where company_id = ${company}`,
  );
}

interface AuditCounter {
  readonly audit_last: bigint;
  readonly audit_hash: string | null;
  readonly audit_at: Micros;
  readonly time_ahead: Micros;
}

/** The company's counter after `count` numbers were taken from it; it is kept until the transaction ends. */
async function nextAudits(tx: Writer, company: Id, count: bigint): Promise<AuditCounter | undefined> {
  return tx.get<AuditCounter>(
    sql`insert into event_counters (company_id, last, last_at, audit_last) values (${company}, 0, 0, ${count})
        on conflict (company_id) do update set audit_last = event_counters.audit_last + excluded.audit_last
        returning audit_last, audit_hash, audit_at, time_ahead`,
  );
}

/** The present name of the author: the staff member, else the user by the e-mail address, else the add-on. */
async function nameOf(tx: Reader, { company, addon, staffMember, person }: AuditActor): Promise<string> {
  const row = await tx.get<{ staff: string | null; email: string | null; addon: string | null }>(
    sql`select (select first_name || case when last_name is null then '' else ' ' || last_name end from staff
            where company_id = ${company} and id = ${staffMember?.id ?? 0n}) as staff,
          (select email from users where id = ${person?.user ?? 0n}) as email,
          (select name from addons where id = ${addon ?? 0n}) as addon`,
  );
  return row?.staff ?? row?.email ?? row?.addon ?? 'Passbell';
}

const cut = (text: string | null | undefined): string | null =>
  text?.slice(0, MAX_TEXT).toWellFormed() ?? null;

function rowOf(by: AuditActor, act: Act, actor: string, at: Micros, end: ChainEnd): AuditRow {
  const row = {
    company_id: by.company,
    id: end.last + 1n,
    created_at: at,
    action: act.action,
    actor,
    addon_id: by.addon ?? null,
    user_id: by.person?.user ?? null,
    staff_id: by.staffMember?.id ?? null,
    register_id: act.register ?? by.staffMember?.register ?? null,
    site_id: act.site ?? null,
    record_kind: act.record?.kind ?? null,
    record_id: act.record?.id ?? null,
    subject: cut(act.subject),
    before: act.before === undefined ? null : keptFields(act.before),
    after: act.after === undefined ? null : keptFields(act.after),
    reason: cut(act.reason),
    approved_by: act.approvedBy ?? null,
    address: act.address ?? null,
    previous_hash: end.hash,
  };
  return { ...row, hash: hashEntry(row) };
}

function insertion(rows: readonly AuditRow[]) {
  const values = rows.map((row) => sql`(${join(AUDIT_COLUMNS.map((column) => row[column]))})`);
  return sql`insert into audit_entries (${raw(AUDIT_COLUMNS.join(', '))}) values ${join(values)}`;
}

/** The filters of a list of entries: one of these, and times. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly staff_id?: Id | undefined;
  readonly user_id?: Id | undefined;
  readonly site_id?: Id | undefined;
  readonly record?: { readonly kind: string; readonly id: Id } | undefined;
  readonly created?: readonly Bound[] | undefined;
}

/** A bound of the time as one of the number, since times never fall; undefined where all are within it. */
async function numberBound(tx: Reader, company: Id, { than, value }: Bound): Promise<Sql | undefined> {
  const edge = raw(than === 'gte' || than === 'lt' ? '>=' : '>');
  const row = await tx.get<{ id: Id }>(
    sql`select id from audit_entries where company_id = ${company} and created_at ${edge} ${value}
        order by created_at, id limit 1`,
  );
  if (than.startsWith('g')) return row === undefined ? raw('1 = 0') : sql`id >= ${row.id}`;
  return row === undefined ? undefined : sql`id < ${row.id}`;
}

/** The conditions that a filter comes to, along the index it is for, and the columns that the index begins with. */
function conditionsOf({ action, staff_id, user_id, site_id, record }: AuditFilter) {
  if (action !== undefined) return { where: sql`action = ${action}`, by: 'action' };
  if (staff_id !== undefined) return { where: sql`staff_id = ${staff_id}`, by: 'staff_id' };
  if (user_id !== undefined) return { where: sql`user_id = ${user_id}`, by: 'user_id' };
  if (site_id !== undefined) return { where: sql`site_id = ${site_id}`, by: 'site_id' };
  if (record !== undefined)
    return {
      where: sql`record_kind = ${record.kind} and record_id = ${record.id}`,
      by: 'record_kind, record_id',
    };
  return undefined;
}

/** Up to `limit` entries of a company behind a number, newest first, or the first one first. */
export async function auditEntries(
  tx: Reader,
  company: Id,
  filter: AuditFilter,
  after: Id | undefined,
  limit: number,
  oldest = false,
): Promise<AuditRow[]> {
  const found = conditionsOf(filter);
  const where = [sql`company_id = ${company}`];
  if (found !== undefined) where.push(found.where);
  if (after !== undefined) where.push(oldest ? sql`id > ${after}` : sql`id < ${after}`);
  for (const bound of filter.created ?? []) {
    const condition = await numberBound(tx, company, bound);
    if (condition !== undefined) where.push(condition);
  }
  const way = oldest ? 'asc' : 'desc';
  const order = (found === undefined ? 'company_id, id' : `company_id, ${found.by}, id`)
    .split(', ')
    .map((column) => `${column} ${way}`)
    .join(', ');
  return tx.all<AuditRow>(
    sql`select ${raw(AUDIT_COLUMNS.join(', '))} from audit_entries where ${join(where, ' and ')}
        order by ${raw(order)} limit ${limit}`,
  );
}

/** One entry. */
export async function auditEntry(tx: Reader, company: Id, number: Id): Promise<AuditRow | undefined> {
  return tx.get<AuditRow>(
    sql`select ${raw(AUDIT_COLUMNS.join(', '))} from audit_entries where company_id = ${company} and id = ${number}`,
  );
}

/** How far the counter of a company says that its chain goes. */
export async function auditEnd(tx: Reader, company: Id): Promise<ChainEnd> {
  const row = await tx.get<Pick<AuditCounter, 'audit_last' | 'audit_hash'>>(
    sql`select audit_last, audit_hash from event_counters where company_id = ${company}`,
  );
  return { last: row?.audit_last ?? 0n, hash: row?.audit_hash ?? BEGINNING.hash };
}

/** Begins a new chain, once what was there is deleted: for sandboxes that begin anew (reference: audit.6). */
export async function restartAudit(tx: Writer, company: Id): Promise<void> {
  await tx.run(
    sql`update event_counters set audit_last = 0, audit_hash = null, audit_at = 0 where company_id = ${company}`,
  );
}

/** Forgets the network addresses of up to `limit` entries that are older. Answers of how many. */
export async function forgetAddresses(tx: Writer, before: Micros, limit: number): Promise<number> {
  return tx.run(
    sql`update audit_entries set address = null where (company_id, id) in (
          select company_id, id from audit_entries where created_at <= ${before} and address is not null
          order by created_at limit ${limit})`,
  );
}

/** Entries that are looked at in one go. */
const VERIFIED_AT_ONCE = 500;

/** Checks the chain of a company: its fault, and how many entries are good before it. */
export async function verifyAudit(
  tx: Reader,
  company: Id,
): Promise<{ readonly good: bigint; readonly broken?: Break }> {
  const counted = await auditEnd(tx, company);
  let end = BEGINNING;
  for (;;) {
    const rows = await auditEntries(tx, company, {}, end.last, VERIFIED_AT_ONCE, true);
    for (const row of rows) {
      const next = follow(end, row);
      if ('what' in next) return { good: end.last, broken: next };
      end = next;
    }
    if (rows.length < VERIFIED_AT_ONCE) break;
  }
  const broken = checkEnd(end, counted);
  return broken === undefined ? { good: end.last } : { good: end.last, broken };
}

/** The first company behind an id that has a chain, or should have one. */
export async function nextAudited(tx: Reader, after: Id): Promise<Id | undefined> {
  const [counted, kept] = await together([
    tx.get<{ id: Id | null }>(
      sql`select min(company_id) as id from event_counters where company_id > ${after} and audit_last > 0`,
    ),
    tx.get<{ id: Id | null }>(
      sql`select min(company_id) as id from audit_entries where company_id > ${after}`,
    ),
  ]);
  const found = [counted?.id, kept?.id].filter((id) => id !== undefined && id !== null);
  return found.reduce<Id | undefined>(
    (least, id) => (least === undefined || id < least ? id : least),
    undefined,
  );
}
