import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { raw, type Sql, sql } from '../storage/sql.ts';
import { MAX_ATTEMPTS } from './rules/schedule.ts';

// The queue as the delivery engine works it, across all companies: whose turn it is depends on where messages
// go, not on whose they are.

/** The lane of a delivery whose first attempt has not ended, of one that waits for a retry, and of what is over. */
export const LANE = { first: 0, retry: 1, over: 2 } as const;
export type Lane = 'first' | 'retry';

/** An address that has something queued, and when the earliest of each lane is due. */
export interface DueTarget {
  readonly target: string;
  readonly first: Micros | null;
  readonly retry: Micros | null;
}

/** Up to `limit` addresses with something queued, after one. Costs a few index look-ups for each. */
export async function dueTargets(tx: Reader, after: string, limit: number): Promise<DueTarget[]> {
  return tx.all<DueTarget>(
    sql`with recursive walk (target, place) as (
          select (select min(target) from deliveries where state = 'queued' and target > ${after}), 1
          union all
          select (select min(d.target) from deliveries d where d.state = 'queued' and d.target > w.target), w.place + 1
            from walk w where w.target is not null and w.place < ${limit})
        select target,
          (select min(d.due_at) from deliveries d
            where d.state = 'queued' and d.target = walk.target and d.lane = 0) as first,
          (select min(d.due_at) from deliveries d
            where d.state = 'queued' and d.target = walk.target and d.lane = 1) as retry
        from walk where target is not null`,
  );
}

/** A delivery that can be claimed. */
export interface Candidate {
  readonly company_id: Id;
  readonly id: Id;
  /** How long its body is as JSON. */
  readonly bytes: bigint;
}

/** How far past first attempts that have to wait for another one of the same record it is looked for more. */
const WINDOW = 256;

/**
 * Up to `limit` deliveries of an address that are due, the longest due first. In the lane of first attempts none
 * that one before it, of the same webhook and record, still holds back. It is the first of them itself, asked for
 * one by one: as a join ("none before it") PostgreSQL reads a whole backlog for it until that has been analysed.
 */
export async function dueAt(
  tx: Reader,
  target: string,
  lane: Lane,
  now: Micros,
  limit: number,
): Promise<Candidate[]> {
  if (lane === 'retry') {
    return tx.all<Candidate>(
      sql`select company_id, id, bytes from deliveries
          where state = 'queued' and target = ${target} and lane = 1 and due_at <= ${now}
          order by due_at, id limit ${limit}`,
    );
  }
  return tx.all<Candidate>(
    sql`select d.company_id, d.id, d.bytes from (
          select company_id, id, bytes, webhook_id, resource_id from deliveries
          where state = 'queued' and target = ${target} and lane = 0 and due_at <= ${now}
          order by due_at, id limit ${WINDOW}) d
        where d.id = (
          select min(e.id) from deliveries e where e.lane = 0 and e.company_id = d.company_id
            and e.webhook_id = d.webhook_id and e.resource_id = d.resource_id)
        limit ${limit}`,
  );
}

/** A delivery that this process may send until its lease is over. */
export interface Claim {
  readonly company_id: Id;
  readonly id: Id;
  readonly bytes: bigint;
  readonly webhook_id: Id;
  readonly addon_id: Id;
  readonly topic: string;
  readonly event_number: bigint | null;
  readonly body: string | null;
  readonly address: string;
  readonly target: string;
  readonly format: string;
  readonly headers: string | null;
  readonly message_at: Micros;
  readonly created_at: Micros;
  readonly lane: bigint;
  readonly attempts: bigint;
  readonly tries: bigint;
  readonly lease: string;
}

/** Takes a delivery for sending; the attempt counts from here on. Undefined when somebody else has it. */
export async function claim(
  tx: Writer,
  { company_id: company, id }: Pick<Candidate, 'company_id' | 'id'>,
  lease: string,
  now: Micros,
  until: Micros,
): Promise<Claim | undefined> {
  return tx.get<Claim>(
    sql`update deliveries set state = 'sending', attempts = attempts + 1, tries = tries + 1,
          lease = ${lease}, lease_until = ${until}
        where company_id = ${company} and id = ${id} and state = 'queued' and due_at <= ${now}
        returning company_id, id, bytes, webhook_id, addon_id, topic, event_number, body, address, target, format, headers,
          message_at, created_at, lane, attempts, tries, lease`,
  );
}

function held({ company_id: company, id, lease }: Claim): Sql {
  return sql`company_id = ${company} and id = ${id} and state = 'sending' and lease = ${lease}`;
}

/** What one attempt came to. */
export interface Result {
  readonly startedAt: Micros;
  readonly endedAt: Micros;
  readonly delivered: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  /** When the next attempt is due; undefined when there is none. */
  readonly retryAt: Micros | undefined;
}

/** Records a result, unless the lease was lost to somebody else; then false. */
export async function record(tx: Writer, claimed: Claim, result: Result): Promise<boolean> {
  const { startedAt, endedAt, delivered, status, error, answer, retryAt } = result;
  const next =
    delivered || retryAt === undefined
      ? sql`state = ${delivered ? 'delivered' : 'dead'}, lane = 2, ended_at = ${endedAt}`
      : sql`state = 'queued', lane = 1, due_at = ${retryAt}`;
  const changed = await tx.run(
    sql`update deliveries set ${next}, lease = null, lease_until = null where ${held(claimed)}`,
  );
  if (changed === 0) return false;
  await tx.run(
    sql`insert into delivery_attempts (company_id, delivery_id, number, started_at, latency, status, error, answer)
        values (${claimed.company_id}, ${claimed.id}, ${claimed.tries}, ${startedAt}, ${endedAt - startedAt},
          ${status}, ${error}, ${answer})
        on conflict (company_id, delivery_id, number) do nothing`,
  );
  return true;
}

/** Puts back what was not sent to its end, as if it had not been claimed. */
export async function release(tx: Writer, claimed: Claim, now: Micros): Promise<void> {
  await tx.run(
    sql`update deliveries set state = 'queued', attempts = attempts - 1, tries = tries - 1, due_at = ${now},
          lease = null, lease_until = null where ${held(claimed)}`,
  );
}

/** When the first lease that is out ends; undefined when none is. */
export async function firstLeaseEnd(tx: Reader): Promise<Micros | undefined> {
  const row = await tx.get<{ at: Micros | null }>(
    sql`select min(lease_until) as at from deliveries where state = 'sending'`,
  );
  return row?.at ?? undefined;
}

const INTERRUPTED = 'The process stopped before the attempt had ended.';

/**
 * Queues again what was claimed by a process that is gone, due at once: everything whose lease ended by `until`.
 * The attempt counts, as it may have arrived.
 */
export async function recover(tx: Writer, until: Micros, now: Micros): Promise<number> {
  const gone = sql`state = 'sending' and lease_until <= ${until}`;
  await tx.run(
    sql`insert into delivery_attempts (company_id, delivery_id, number, started_at, latency, error)
        select company_id, id, tries, ${now}, 0, ${INTERRUPTED} from deliveries where ${gone}
        on conflict (company_id, delivery_id, number) do nothing`,
  );
  const last = sql`attempts >= ${MAX_ATTEMPTS}`;
  return tx.run(
    sql`update deliveries set state = case when ${last} then 'dead' else 'queued' end,
          lane = case when ${last} then 2 else lane end, ended_at = case when ${last} then ${now} else ended_at end,
          due_at = ${now}, lease = null, lease_until = null
        where ${gone}`,
  );
}

/** Deletes up to `limit` deliveries that ended by a moment, the oldest first, with their attempts. */
export async function purgeEnded(tx: Writer, by: Micros, limit: number): Promise<number> {
  const rows = await tx.all<Pick<Candidate, 'company_id' | 'id'>>(
    sql`select company_id, id from deliveries where ended_at <= ${by} order by ended_at limit ${limit}${raw(
      ' for update skip locked',
    )}`,
  );
  for (const { company_id: company, id } of rows) {
    await tx.run(sql`delete from delivery_attempts where company_id = ${company} and delivery_id = ${id}`);
    await tx.run(sql`delete from deliveries where company_id = ${company} and id = ${id}`);
  }
  return rows.length;
}

/** When the delivery ended that has `kept` newer ones; undefined when there are no more than that. */
export async function endOfKept(tx: Reader, kept: number): Promise<Micros | undefined> {
  const row = await tx.get<{ ended_at: Micros }>(
    sql`select ended_at from deliveries where ended_at is not null order by ended_at desc limit 1 offset ${kept}`,
  );
  return row?.ended_at;
}

/** The queue in figures. */
export interface QueueFigures {
  /** When the message was due that is due longest and not being sent; null when none is. */
  readonly oldest: Micros | null;
  readonly queued: bigint;
  readonly sending: bigint;
  readonly dead: bigint;
}

/** Counts the queue. Looks at every row that is queued or dead, so it is for now and then. */
export async function queueFigures(tx: Reader): Promise<QueueFigures> {
  const row = await tx.get<QueueFigures>(
    sql`select (select min(due_at) from deliveries where state = 'queued') as oldest,
          (select count(*) from deliveries where state = 'queued') as queued,
          (select count(*) from deliveries where state = 'sending') as sending,
          (select count(*) from deliveries where state = 'dead') as dead`,
  );
  if (row === undefined) throw new Error('The queue gave no figures.');
  return row;
}
