import type { Id } from '../kernel/id.ts';
import { MAX_ATTEMPTS } from '../kernel/retries.ts';
import { latest, type Micros } from '../kernel/time.ts';
import { LANE } from '../outbox/deliveries.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, isIn, join, padded, raw, type Sql, sql, text, whole } from '../storage/sql.ts';
import { together } from '../storage/together.ts';

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

/** The record a first attempt is about: those of one come one after the other. */
export interface RecordKey {
  readonly company_id: Id;
  readonly webhook_id: Id;
  readonly resource_id: Id;
}

/** A delivery that can be claimed. */
export interface Candidate extends RecordKey {
  readonly id: Id;
  /** How long its body is as JSON. */
  readonly bytes: bigint;
  /** How many may be claimed with it that are behind it, about the same record. */
  readonly behind: bigint;
}

/**
 * Up to `limit` deliveries of an address that are due, the longest due first: the beginning of one index range. Of
 * what is behind each, up to `most` are counted.
 */
export async function dueAt(
  tx: Reader,
  target: string,
  lane: Lane,
  now: Micros,
  limit: number,
  most: number,
): Promise<Candidate[]> {
  const due = lane === 'first' ? [] : [sql`due_at <= ${now}`];
  const behind =
    lane === 'retry' || most === 0
      ? raw('0')
      : sql`(select count(*) from (select 1 from deliveries f where f.company_id = d.company_id
          and f.webhook_id = d.webhook_id and f.resource_id = d.resource_id and f.lane < 0 limit ${most}) b)`;
  return tx.all<Candidate>(
    sql`select company_id, id, webhook_id, resource_id, bytes, ${behind} as behind from deliveries d
        where ${every([CLAIMABLE, sql`target = ${target}`, sql`lane = ${LANES[lane]}`, ...due])}
        order by due_at, id limit ${limit}`,
  );
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

/** The lease of claims that were made together. */
export interface Lease {
  readonly lease: string;
  readonly now: Micros;
  readonly until: Micros;
}

const CLAIM_COLUMNS =
  raw(`company_id, id, copy_of, bytes, webhook_id, resource_id, addon_id, topic, event_number, body, address, target,
  format, headers, message_at, created_at, lane, attempts, tries, lease`);

/**
 * The condition of the rows among some that nobody has locked. An array, which PostgreSQL makes once: a query within the condition
 * may be run again for each row, and then skips those that the statement has changed.
 */
function isFree({ engine }: Writer, which: Sql): Sql {
  return engine === 'postgres'
    ? sql`id = any(array(${which} for update skip locked))`
    : sql`id in (${which})`;
}

/** Takes some deliveries of a company, of those whose rows nobody has locked. */
async function take(tx: Writer, company: Id, which: Sql, { lease, until }: Lease): Promise<Claim[]> {
  return tx.all<Claim>(
    sql`update deliveries set state = 'sending', attempts = attempts + 1, tries = tries + 1,
          lease = ${lease}, lease_until = ${until}
        where company_id = ${company} and ${isFree(tx, which)}
        returning ${CLAIM_COLUMNS}`,
  );
}

/**
 * Takes deliveries of a company for sending; the attempt counts from here on. Left out is what another worker has, or whose row
 * is locked: locks are not waited for, so that transactions with several never deadlock.
 */
export async function claim(tx: Writer, company: Id, ids: readonly Id[], lease: Lease): Promise<Claim[]> {
  return take(
    tx,
    company,
    sql`select id from deliveries where company_id = ${company} and ${isIn('id', ids)} and ${CLAIMABLE}
        and (lane = 0 or due_at <= ${lease.now})`,
    lease,
  );
}

/** Takes up to `limit` of those behind a first attempt that was claimed, in their order. */
export async function claimBehind(tx: Writer, head: Claim, limit: bigint, lease: Lease): Promise<Claim[]> {
  const { company_id: company, webhook_id: webhook, resource_id: resource } = head;
  const claims = await take(
    tx,
    company,
    sql`select id from deliveries where company_id = ${company} and webhook_id = ${webhook}
        and resource_id = ${resource} and lane < 0 and state = 'queued' order by id limit ${limit}`,
    lease,
  );
  return claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
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

/** An attempt that ended. */
export interface Ended {
  readonly claimed: Claim;
  readonly result: Result;
}

/**
 * Records results. Once a first attempt has ended, the next one of its record may be claimed. Answers what was recorded: not
 * that of which another worker took the lease and, unless it `waits`, that of which an insert holds the row. One that
 * waits records the attempts about one record, so that nobody waits in a circle.
 */
export async function record(tx: Writer, ended: readonly Ended[], waits: boolean): Promise<readonly Ended[]> {
  const companies = Map.groupBy(ended, ({ claimed }) => claimed.company_id);
  const recorded = await together([...companies].map(([company, its]) => recordOf(tx, company, its, waits)));
  return recorded.flat();
}

async function recordOf(
  tx: Writer,
  company: Id,
  ended: readonly Ended[],
  waits: boolean,
): Promise<readonly Ended[]> {
  const rows = padded(ended).map(({ claimed, result: { delivered, endedAt, retryAt } }) => {
    const isOver = delivered || retryAt === undefined;
    const state = isOver ? (delivered ? 'delivered' : 'dead') : 'queued';
    const lane = BigInt(isOver ? LANE.over : LANE.retry);
    return sql`(${whole(claimed.id)}, ${text(claimed.lease)}, ${text(state)}, ${whole(lane)},
      ${whole(isOver ? null : retryAt)}, ${whole(isOver ? endedAt : null)})`;
  });
  const ids = ended.map(({ claimed }) => claimed.id);
  const free = waits
    ? sql`1 = 1`
    : isFree(tx, sql`select id from deliveries where company_id = ${company} and ${isIn('id', ids)}`);
  const changed = await tx.all<{ id: Id }>(
    sql`update deliveries set state = r.column3, lane = r.column4, due_at = coalesce(r.column5, due_at),
          ended_at = r.column6, lease = null, lease_until = null
        from (values ${join(rows)}) r
        where company_id = ${company} and id = r.column1 and state = 'sending' and lease = r.column2 and ${free}
        returning id`,
  );
  const held = new Set(changed.map(({ id }) => id));
  const recorded = ended.filter(({ claimed }) => held.has(claimed.id));
  if (recorded.length === 0) return [];
  const first = recorded.filter(({ claimed }) => Number(claimed.lane) !== LANE.retry);
  await together([
    tx.run(
      sql`insert into delivery_attempts (company_id, delivery_id, number, started_at, latency, status, error, answer)
          values ${join(padded(recorded).map(attemptRow))}
          on conflict (company_id, delivery_id, number) do nothing`,
    ),
    promote(
      tx,
      company,
      first.map(({ claimed }) => claimed),
      latest(first.map(({ result }) => result.endedAt)),
    ),
  ]);
  return recorded;
}

function attemptRow({ claimed, result: { startedAt, endedAt, status, error, answer } }: Ended): Sql {
  return sql`(${claimed.company_id}, ${claimed.id}, ${claimed.tries}, ${startedAt}, ${endedAt - startedAt},
    ${status}, ${error}, ${answer})`;
}

/**
 * Lets the oldest first attempt of some records of a company be claimed, where none may. A statement of its own, after
 * the one that ended its predecessor: it has to see rows written while that one waited (see `insertDeliveries`). It is
 * due from now on, so that records with many messages take turns with the others of their address. Answers how many it let go.
 */
export async function promote(
  tx: Writer,
  company: Id,
  records: readonly Omit<RecordKey, 'company_id'>[],
  now: Micros,
): Promise<number> {
  if (records.length === 0) return 0;
  const distinct = new Map(records.map((each) => [`${each.webhook_id} ${each.resource_id}`, each]));
  const keys = padded([...distinct.values()]).map(
    ({ webhook_id: webhook, resource_id: resource }) => sql`(${whole(webhook)}, ${whole(resource)})`,
  );
  return tx.run(
    sql`update deliveries set lane = 0, due_at = ${now} where company_id = ${company} and lane = -1 and id in (
          select (select d.id from deliveries d where d.company_id = ${company} and d.webhook_id = r.column1
            and d.resource_id = r.column2 and d.lane <= 0 order by d.id limit 1) from (values ${join(keys)}) r)`,
  );
}

/** Puts back deliveries of a company that were not sent to their end, as if they had not been claimed: they keep their turns. */
export async function release(tx: Writer, claims: readonly Claim[]): Promise<void> {
  const leases = Map.groupBy(claims, ({ company_id: company, lease }) => `${company} ${lease}`);
  await together(
    [...leases.values()].map(([first, ...others]) => {
      if (first === undefined) return 0;
      const ids = [first, ...others].map(({ id }) => id);
      return tx.run(
        sql`update deliveries set state = 'queued', attempts = attempts - 1, tries = tries - 1,
              lease = null, lease_until = null
            where company_id = ${first.company_id} and ${isIn('id', ids)} and state = 'sending' and lease = ${first.lease}`,
      );
    }),
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
  const dead = Map.groupBy(
    rows.filter(({ attempts }) => attempts >= MAX_ATTEMPTS),
    (row) => row.company_id,
  );
  for (const [company, its] of dead) await promote(tx, company, its, now);
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
          (select count(*) from deliveries where lane < 0 and state = 'queued') as behind,
          (select count(*) from deliveries where state = 'sending') as sending,
          (select count(*) from deliveries where state = 'dead') as dead`,
  );
  if (row === undefined) throw new Error('The queue gave no figures.');
  return row;
}
