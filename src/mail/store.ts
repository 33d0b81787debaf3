import { type Id, MAX_ID } from '../kernel/id.ts';
import { MAX_ATTEMPTS } from '../kernel/retries.ts';
import { DAY, HOUR, type Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Slice } from '../storage/slices.ts';
import { every, isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import { MAIL, type Mail, type MailAttempt, type MailKind, type MailState } from './shape.ts';

export const mails = tableOf('mails', MAIL);

/** Most messages of a company in an hour, and of one order at all (reference: mail.6). */
export const MAILS_PER_HOUR = 500;
export const MAILS_PER_ORDER = 10;
/** How long a message that has ended stays in the log (reference: mail.8). */
export const KEPT: Micros = 30n * DAY;

/** Takes one of a company's messages of this hour; false when it has none left. Holds for many at once. */
export async function takeFromHour(tx: Writer, company: Id, now: Micros): Promise<boolean> {
  const start = (now / HOUR) * HOUR;
  const taken = await tx.run(
    sql`insert into mail_hours (company_id, hour_start, taken) values (${company}, ${start}, 1)
        on conflict (company_id) do update set
          taken = case when mail_hours.hour_start < excluded.hour_start then 1 else mail_hours.taken + 1 end,
          hour_start = case when mail_hours.hour_start < excluded.hour_start then excluded.hour_start
                            else mail_hours.hour_start end
        where mail_hours.hour_start < excluded.hour_start or mail_hours.taken < ${MAILS_PER_HOUR}`,
  );
  return taken > 0;
}

/** How many messages an order has, up to as many as it may have. */
export async function mailsOfOrder(tx: Reader, company: Id, order: Id): Promise<number> {
  const rows = await tx.all(
    sql`select id from mails where company_id = ${company} and order_id = ${order} order by id limit ${MAILS_PER_ORDER}`,
  );
  return rows.length;
}

/** The filters of a list of messages. */
interface MailFilter {
  readonly kind?: MailKind | undefined;
  readonly state?: MailState | undefined;
  readonly order?: Id | undefined;
  /** An address, folded. */
  readonly to?: string | undefined;
  readonly newest: boolean;
}

/** The columns that the index of a list begins with, and what its rows are looked through for besides. */
function narrowing({ kind, state, order, to }: MailFilter): { by: [string, string | Id][]; rest: Sql[] } {
  const few: [string, string | Id][] = [];
  if (order !== undefined) few.push(['order_id', order]);
  else if (to !== undefined) few.push(['recipient_folded', to]);
  const many: [string, string | Id][] = [];
  if (kind !== undefined) many.push(['kind', kind]);
  if (state !== undefined) many.push(['state', state]);
  if (few.length === 0) return { by: many, rest: [] };
  const rest = many.map(([column, value]) => sql`${raw(column)} = ${value}`);
  // An order has few messages, and so has an address.
  if (order !== undefined && to !== undefined) rest.push(sql`recipient_folded = ${to}`);
  return { by: few, rest };
}

/** The messages of a company behind an id, ascending by it or from the newest on: a range of one index. */
export function mailPage(
  tx: Reader,
  company: Id,
  filter: MailFilter,
  after: Id | undefined,
  limit: number,
): Promise<Slice<Mail>> {
  const { by, rest } = narrowing(filter);
  const way = raw(filter.newest ? 'desc' : 'asc');
  const behind = raw(filter.newest ? '<' : '>');
  const edge = raw(filter.newest ? '>=' : '<=');
  const last = after ?? (filter.newest ? MAX_ID : 0n);
  const columns = by.map(([column]) => raw(column));
  const values = by.map(([, value]) => value);
  const order = sql`order by ${join([...columns, raw('id')].map((column) => sql`${column} ${way}`))}`;
  const range =
    by.length === 0
      ? [sql`id ${behind} ${last}`]
      : [
          sql`(${join([...columns, raw('id')])}) ${behind} (${join([...values, last])})`,
          sql`(${join(columns)}) ${edge} (${join(values)})`,
        ];
  return mails.slice(tx, company, every([...range, ...rest]), order, limit);
}

/** The attempts of a message, the first one first. */
export function attemptsOf(tx: Reader, company: Id, mail: Id): Promise<MailAttempt[]> | MailAttempt[] {
  return tx.all<MailAttempt>(
    sql`select mail_id, number, started_at, latency, status, error, answer from mail_attempts
        where company_id = ${company} and mail_id = ${mail} order by number limit ${MAX_ATTEMPTS + 1}`,
  );
}

/** A message that can be claimed. */
interface Due {
  readonly company_id: Id;
  readonly id: Id;
}

/** Up to `limit` messages of all companies that are due, the longest due first. */
export async function dueMails(tx: Reader, now: Micros, limit: number): Promise<Due[]> {
  return tx.all<Due>(
    sql`select company_id, id from mails where state = 'queued' and due_at <= ${now}
        order by due_at, id limit ${limit}`,
  );
}

/** When the message is due that is due first; undefined when none is. */
export async function firstDue(tx: Reader): Promise<Micros | undefined> {
  const row = await tx.get<{ at: Micros | null }>(
    sql`select min(due_at) as at from mails where state = 'queued'`,
  );
  return row?.at ?? undefined;
}

/** A message that this process may send until its lease is over. */
export interface ClaimedMail extends Mail {
  readonly attempts: bigint;
  readonly lease: string;
}

/**
 * Takes a message for sending; the attempt counts from here on. Undefined when another worker has it: locks are not
 * waited for.
 */
export async function claimMail(
  tx: Writer,
  { company_id: company, id }: Due,
  lease: string,
  now: Micros,
  until: Micros,
): Promise<ClaimedMail | undefined> {
  return tx.get<ClaimedMail>(
    sql`update mails set state = 'sending', attempts = attempts + 1, tries = tries + 1, lease = ${lease},
          lease_until = ${until}
        where company_id = ${company} and id = (
          select id from mails where company_id = ${company} and id = ${id} and state = 'queued' and due_at <= ${now}
          for update skip locked)
        returning ${mails.columns}, attempts, lease`,
  );
}

function held({ company_id: company, id, lease }: ClaimedMail): Sql {
  return sql`company_id = ${company} and id = ${id} and state = 'sending' and lease = ${lease}`;
}

/** The outcome of an attempt. */
interface MailResult {
  readonly startedAt: Micros;
  readonly endedAt: Micros;
  readonly sent: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** When the next attempt is due; undefined when there is none. */
  readonly retryAt: Micros | undefined;
}

/** Records a result; false when the lease was lost to another worker. What was sent is not kept. */
export async function recordMail(tx: Writer, claimed: ClaimedMail, result: MailResult): Promise<boolean> {
  const { startedAt, endedAt, sent, status, error, answer, retryAt } = result;
  const next = sent
    ? sql`state = 'sent', ended_at = ${endedAt}, content = null`
    : retryAt === undefined
      ? sql`state = 'dead', ended_at = ${endedAt}`
      : sql`state = 'queued', due_at = ${retryAt}`;
  const failure = sent ? null : (error ?? answer);
  const changed = await tx.run(
    sql`update mails set ${next}, failure = ${failure}, updated_at = ${endedAt}, lease = null, lease_until = null
        where ${held(claimed)}`,
  );
  if (changed === 0) return false;
  await tx.run(
    sql`insert into mail_attempts (company_id, mail_id, number, started_at, latency, status, error, answer)
        values (${claimed.company_id}, ${claimed.id}, ${claimed.tries}, ${startedAt}, ${endedAt - startedAt},
          ${status === null ? null : BigInt(status)}, ${error}, ${answer})
        on conflict (company_id, mail_id, number) do nothing`,
  );
  return true;
}

/** Puts back a message that was not sent to its end, as if it had not been claimed. */
export async function releaseMail(tx: Writer, claimed: ClaimedMail): Promise<void> {
  await tx.run(
    sql`update mails set state = 'queued', attempts = attempts - 1, tries = tries - 1, lease = null,
          lease_until = null where ${held(claimed)}`,
  );
}

const INTERRUPTED = 'The process stopped before the attempt had ended.';
/** Messages taken over in one transaction. */
const MAX_RECOVERED = 200;

/**
 * Queues again the messages of a process that is gone: all whose lease ended by `until`, or that have one at all. The
 * attempt counts, as it may have arrived.
 */
export async function recoverMails(tx: Writer, until: Micros | undefined, now: Micros): Promise<number> {
  const gone = every([
    sql`state = 'sending'`,
    ...(until === undefined ? [] : [sql`lease_until <= ${until}`]),
  ]);
  const rows = await tx.all<Due>(
    sql`select company_id, id from mails where ${gone} order by lease_until limit ${MAX_RECOVERED}${raw(
      ' for update skip locked',
    )}`,
  );
  if (rows.length === 0) return 0;
  const mine = every([
    isIn(
      'id',
      rows.map((row) => row.id),
    ),
    isIn('company_id', [...new Set(rows.map((row) => row.company_id))]),
    gone,
  ]);
  await tx.run(
    sql`insert into mail_attempts (company_id, mail_id, number, started_at, latency, error)
        select company_id, id, tries, ${now}, 0, ${INTERRUPTED} from mails where ${mine}
        on conflict (company_id, mail_id, number) do nothing`,
  );
  const last = sql`attempts >= ${BigInt(MAX_ATTEMPTS)}`;
  await tx.run(
    sql`update mails set state = case when ${last} then 'dead' else 'queued' end,
          ended_at = case when ${last} then ${now} else ended_at end, failure = ${INTERRUPTED},
          updated_at = ${now}, lease = null, lease_until = null
        where ${mine}`,
  );
  return rows.length;
}

/** When the first lease that is out ends; undefined when none is. */
export async function firstMailLease(tx: Reader): Promise<Micros | undefined> {
  const row = await tx.get<{ at: Micros | null }>(
    sql`select min(lease_until) as at from mails where state = 'sending'`,
  );
  return row?.at ?? undefined;
}

/** Deletes up to `limit` messages that ended long ago, with their attempts. Answers how many went. */
export async function sweepMails(tx: Writer, now: Micros, limit: number): Promise<number> {
  const rows = await tx.all<Due>(
    sql`select company_id, id from mails where ended_at <= ${now - KEPT} order by ended_at limit ${limit}`,
  );
  for (const { company_id: company, id } of rows) {
    await tx.run(sql`delete from mail_attempts where company_id = ${company} and mail_id = ${id}`);
    await tx.run(sql`delete from mails where company_id = ${company} and id = ${id}`);
  }
  return rows.length;
}

/** The queue in figures. */
export interface MailFigures {
  /** When the message was due that is due longest and is not being sent; null when none is. */
  readonly oldest: Micros | null;
  readonly queued: bigint;
  readonly sending: bigint;
  readonly dead: bigint;
}

/** Counts the queue: reads the rows that are queued or dead, so it is for rare use. */
export async function mailFigures(tx: Reader): Promise<MailFigures> {
  const row = await tx.get<MailFigures>(
    sql`select (select min(due_at) from mails where state = 'queued') as oldest,
          (select count(*) from mails where state = 'queued') as queued,
          (select count(*) from mails where state = 'sending') as sending,
          (select count(*) from mails where state = 'dead') as dead`,
  );
  if (row === undefined) throw new Error('The queue of mail gave no figures.');
  return row;
}
