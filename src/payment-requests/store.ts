import { type Id, MAX_ID } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import type { Bound } from '../storage/finding.ts';
import type { Reader, Writer } from '../storage/port.ts';
import type { Slice } from '../storage/slices.ts';
import { every, raw, type Sql, sql } from '../storage/sql.ts';
import { tableOf } from '../storage/table.ts';
import type { RequestStatus } from './rules/answers.ts';
import { PAYMENT_REQUEST, type PaymentRequest } from './shape.ts';

export const requests = tableOf('payment_requests', PAYMENT_REQUEST);

/** The filters of a list of requests. */
interface RequestFilter {
  readonly order: Id | undefined;
  readonly register: Id | undefined;
  readonly status: RequestStatus | undefined;
  readonly unapplied: boolean | undefined;
  readonly created: readonly Bound[];
  readonly newest: boolean;
}

/** A value that rows are found by, in an index that goes on with the id. */
interface Key {
  readonly column: 'order_id' | 'register_id' | 'status';
  readonly value: Id | string;
}

/** The values of a filter, the rarest first. */
function keysOf({ order, register, status }: RequestFilter): Key[] {
  return [
    ...(order === undefined ? [] : [{ column: 'order_id' as const, value: order }]),
    ...(register === undefined ? [] : [{ column: 'register_id' as const, value: register }]),
    ...(status === undefined ? [] : [{ column: 'status' as const, value: status }]),
  ];
}

/** How many rows are looked at for the outermost id of a time: the clocks of processes differ a little. */
const LOOKED_AT = 100;

/** The lowest id from a time on, or the highest one up to it; undefined where nothing is within. */
async function edgeOf(tx: Reader, company: Id, { than, value }: Bound): Promise<Id | undefined> {
  const isLower = than === 'gt' || than === 'gte';
  const row = await tx.get<{ id: Id | null }>(
    isLower
      ? sql`select min(id) as id from (select id from payment_requests
              where company_id = ${company} and created_at >= ${value}
              order by created_at, id limit ${LOOKED_AT}) earliest`
      : sql`select max(id) as id from (select id from payment_requests
              where company_id = ${company} and created_at <= ${value}
              order by created_at desc, id desc limit ${LOOKED_AT}) latest`,
  );
  return row?.id ?? undefined;
}

const COMPARE = { lt: raw('<'), lte: raw('<='), gt: raw('>'), gte: raw('>=') } as const;

/** Bounds of the time as conditions of the id, and of the time itself; undefined where nothing is within. */
async function timesIn(tx: Reader, company: Id, bounds: readonly Bound[]): Promise<Sql[] | undefined> {
  const conditions: Sql[] = [];
  for (const bound of bounds) {
    const edge = await edgeOf(tx, company, bound);
    if (edge === undefined) return undefined;
    const isLower = bound.than === 'gt' || bound.than === 'gte';
    conditions.push(sql`id ${raw(isLower ? '>=' : '<=')} ${edge}`);
    conditions.push(sql`+created_at ${COMPARE[bound.than]} ${bound.value}`);
  }
  return conditions;
}

/**
 * Up to `limit` requests behind an id, ascending or from the newest on. They go by the rarest of the filter's values and the
 * id, so that no planner walks past those of others.
 */
export async function requestSlice(
  tx: Reader,
  company: Id,
  filter: RequestFilter,
  after: Id | undefined,
  limit: number,
): Promise<Slice<PaymentRequest>> {
  const times = await timesIn(tx, company, filter.created);
  if (times === undefined) return { rows: [], more: false };
  const way = raw(filter.newest ? 'desc' : 'asc');
  const behind = raw(filter.newest ? '<' : '>');
  const last = after ?? (filter.newest ? MAX_ID : 0n);
  const [key, ...others] = keysOf(filter);
  const rest = others.map(({ column, value }) => sql`${raw(column)} = ${value}`);
  if (filter.unapplied === true) rest.push(raw('unapplied = 1'));
  if (filter.unapplied === false) rest.push(raw('unapplied = 0'));
  if (key === undefined) {
    const where = every([sql`id ${behind} ${last}`, ...rest, ...times]);
    return requests.slice(tx, company, where, sql`order by id ${way}`, limit);
  }
  const column = raw(key.column);
  const where = every([
    sql`(${column}, id) ${behind} (${key.value}, ${last})`,
    sql`${column} = ${key.value}`,
    ...rest,
    ...times,
  ]);
  return requests.slice(tx, company, where, sql`order by ${column} ${way}, id ${way}`, limit);
}

/** How many requests wait for their provider, have no known outcome, or took money that their order did not take. */
export interface RequestFigures {
  readonly pending: bigint;
  readonly unknown: bigint;
  readonly unapplied: bigint;
}

/** The figures of all companies (reference: operations.17). */
export async function requestFigures(tx: Reader): Promise<RequestFigures> {
  const row = await tx.get<RequestFigures>(
    sql`select (select count(*) from payment_requests where status = 'pending') as pending,
          (select count(*) from payment_requests where status = 'unknown') as unknown,
          (select count(*) from payment_requests where unapplied = 1) as unapplied`,
  );
  if (row === undefined) throw new Error('Payment requests gave no figures.');
  return row;
}

/** A request whose answer is waited for no more. */
interface Expired {
  readonly company_id: Id;
  readonly id: Id;
}

/** Pending requests whose time is over, of one company alone when it is given. */
export async function expiredRequests(
  tx: Writer,
  now: Micros,
  limit: number,
  company?: Id,
): Promise<Expired[]> {
  const own = company === undefined ? raw('1 = 1') : sql`company_id = ${company}`;
  return tx.all<Expired>(
    sql`select company_id, id from payment_requests
        where status = 'pending' and expires_at <= ${now} and ${own} order by expires_at limit ${limit}`,
  );
}
