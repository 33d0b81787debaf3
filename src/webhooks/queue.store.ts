import type { Id } from '../kernel/id.ts';
import { MAX_ATTEMPTS } from '../kernel/retries.ts';
import type { Micros } from '../kernel/time.ts';
import { LANE } from '../outbox/deliveries.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, isIn, raw, type Sql, sql } from '../storage/sql.ts';

// The queue as the delivery engine works it, across all companies: whose turn it is depends on where messages
// go, not on whose they are.

/** The lanes that deliveries are claimed from. */
export type Lane = 'first' | 'retry';

/** The numbers of the lanes that are claimed from. */
export const LANES: Readonly<Record<Lane, Sql>> = { first: raw('0'), retry: raw('1') };
/** The condition of claimable deliveries, once they are due: that of the index that claims read. */
export const CLAIMABLE = raw(`state = 'queued' and lane >= 0`);

/** An address that has something to claim: since when the oldest of each lane is due, or when it will be. */
export interface DueTarget {
  readonly target: string;
  /** Always due, by any clock: a first attempt waits for its turn alone. */
  readonly first: Micros | null;
  readonly retry: Micros | null;
}

/** Up to `limit` addresses with something to claim, after one. Costs a few index look-ups for each. */
export async function dueTargets(tx: Reader, after: string, limit: number): Promise<DueTarget[]> {
  return tx.all<DueTarget>(
    sql`with recursive walk (target, place) as (
          select (select min(target) from deliveries where ${CLAIMABLE} and target > ${after}), 1
          union all
          select (select min(d.target) from deliveries d where ${CLAIMABLE} and d.target > w.target), w.place + 1
            from walk w where w.target is not null and w.place < ${limit})
        select target,
          (select min(d.due_at) from deliveries d where ${CLAIMABLE} and d.target = walk.target and d.lane = 0) as first,
          (select min(d.due_at) from deliveries d where ${CLAIMABLE} and d.target = walk.target and d.lane = 1) as retry
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

/** Up to `limit` deliveries of an address that are due, the longest due first: the beginning of one index range. */
export async function dueAt(
  tx: Reader,
  target: string,
  lane: Lane,
  now: Micros,
  limit: number,
): Promise<Candidate[]> {
  const due = lane === 'first' ? [] : [sql`due_at <= ${now}`];
  return tx.all<Candidate>(
    sql`select company_id, id, bytes from deliveries
        where ${every([CLAIMABLE, sql`target = ${target}`, sql`lane = ${LANES[lane]}`, ...due])}
        order by due_at, id limit ${limit}`,
  );
}

/** The record a first attempt is about: those of one come one after the other. */
export interface RecordKey {
  readonly company_id: Id;
  readonly webhook_id: Id;
  readonly resource_id: Id;
}

/** A delivery that this process may send until its lease is over. */
export interface Claim extends RecordKey {
  readonly id: Id;
  /** The delivery that it is a copy of. */
  readonly copy_of: Id | null;
  readonly bytes: bigint;
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

/**
 * Takes a delivery for sending; the attempt counts from here on. Undefined when another worker has it, or its row is
 * locked: locks are not waited for, so that transactions with several never deadlock.
 */
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
        where company_id = ${company} and id = (
          select id from deliveries where company_id = ${company} and id = ${id} and ${CLAIMABLE}
            and (lane = 0 or due_at <= ${now}) for update skip locked)
        returning company_id, id, copy_of, bytes, webhook_id, resource_id, addon_id, topic, event_number, body, address, target,
          format, headers, message_at, created_at, lane, attempts, tries, lease`,
  );
}

function held({ company_id: company, id, lease }: Claim): Sql {
  return sql`company_id = ${company} and id = ${id} and state = 'sending' and lease = ${lease}`;
}

/** The result of one attempt. */
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

/**
 * Records a result; false when the lease was lost to another worker. Once a first attempt has ended, the next one of
 * its record may be claimed.
 */
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
  if (Number(claimed.lane) !== LANE.retry) await promote(tx, claimed, endedAt);
  return true;
}

/**
 * Lets the oldest first attempt of a record be claimed, if none may. A statement of its own, after the one that ended
 * its predecessor: it has to see rows written while that one waited (see `insertDeliveries`). It is due from now on,
 * so that records with many messages take turns with the others of their address. Answers whether there was one.
 */
export async function promote(tx: Writer, record: RecordKey, now: Micros): Promise<boolean> {
  const { company_id: company, webhook_id: webhook, resource_id: resource } = record;
  const promoted = await tx.run(
    sql`update deliveries set lane = 0, due_at = ${now} where company_id = ${company} and lane = -1 and id = (
          select id from deliveries where company_id = ${company} and webhook_id = ${webhook}
            and resource_id = ${resource} and lane <= 0 order by id limit 1)`,
  );
  return promoted > 0;
}

/** Puts back a delivery that was not sent to its end, as if it had not been claimed: it keeps its turn. */
export async function release(tx: Writer, claimed: Claim): Promise<void> {
  await tx.run(
    sql`update deliveries set state = 'queued', attempts = attempts - 1, tries = tries - 1,
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

/** Deliveries taken over in one transaction. */
export const MAX_RECOVERED = 1_000;

/**
 * Queues again the deliveries claimed by a process that is gone: all whose lease ended by `until`, or that have one
 * at all. They keep their turn; the attempt counts, as it may have arrived. Answers how many there were; there may be
 * more when it is as many as one transaction takes. Locks are not waited for: a locked row is taken over by the next
 * pass.
 */
export async function recover(tx: Writer, until: Micros | undefined, now: Micros): Promise<number> {
  const gone = every([
    sql`state = 'sending'`,
    ...(until === undefined ? [] : [sql`lease_until <= ${until}`]),
  ]);
  const rows = await tx.all<RecordKey & { readonly id: Id; readonly attempts: bigint }>(
    sql`select company_id, id, webhook_id, resource_id, attempts from deliveries
        where ${gone} order by +company_id, id limit ${MAX_RECOVERED} for update skip locked`,
  );
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  const mine = every([isIn('id', ids), gone]);
  await tx.run(
    sql`insert into delivery_attempts (company_id, delivery_id, number, started_at, latency, error)
        select company_id, id, tries, ${now}, 0, ${INTERRUPTED} from deliveries where ${mine}
        on conflict (company_id, delivery_id, number) do nothing`,
  );
  const last = sql`attempts >= ${MAX_ATTEMPTS}`;
  await tx.run(
    sql`update deliveries set state = case when ${last} then 'dead' else 'queued' end,
          lane = case when ${last} then 2 else lane end, ended_at = case when ${last} then ${now} else ended_at end,
          lease = null, lease_until = null
        where ${mine}`,
  );
  for (const row of rows) {
    if (row.attempts >= MAX_ATTEMPTS) await promote(tx, row, now);
  }
  return rows.length;
}

/** The queue in figures. */
export interface QueueFigures {
  /** When the message was due that may be sent, is not being sent, and is due longest; null when none is. */
  readonly oldest: Micros | null;
  /** Deliveries that may be sent, or wait for a retry. */
  readonly queued: bigint;
  /** Deliveries behind another one of their record. */
  readonly behind: bigint;
  readonly sending: bigint;
  readonly dead: bigint;
}

/** Counts the queue. Reads every row that is queued or dead, so it is for rare use. */
export async function queueFigures(tx: Reader): Promise<QueueFigures> {
  const row = await tx.get<QueueFigures>(
    sql`select (select min(due_at) from deliveries where ${CLAIMABLE}) as oldest,
          (select count(*) from deliveries where ${CLAIMABLE}) as queued,
          (select count(*) from deliveries where lane < 0) as behind,
          (select count(*) from deliveries where state = 'sending') as sending,
          (select count(*) from deliveries where state = 'dead') as dead`,
  );
  if (row === undefined) throw new Error('The queue gave no figures.');
  return row;
}
