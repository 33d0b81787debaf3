import type { Id } from '../kernel/id.ts';
import { parseExact } from '../kernel/json.ts';
import type { Micros } from '../kernel/time.ts';
import type { Reader } from '../storage/port.ts';
import { every, isIn, type Sql, sql } from '../storage/sql.ts';

/** One event as the log keeps it. */
export interface EventRow {
  readonly number: bigint;
  readonly topic: string;
  readonly resource_id: Id;
  readonly sites: string;
  readonly changed: string;
  readonly refs: string | null;
  readonly created_at: Micros;
  readonly payload: string;
}

/** Up to `limit` events after a number, in order; of one topic when it is given. */
export async function eventsAfter(
  tx: Reader,
  company: Id,
  after: bigint,
  topic: string | undefined,
  limit: number,
): Promise<EventRow[]> {
  const where: Sql[] = [sql`e.company_id = ${company}`, sql`e.number > ${after}`];
  if (topic !== undefined) where.push(sql`e.topic = ${topic}`);
  return tx.all<EventRow>(
    sql`select e.number, e.topic, e.resource_id, e.sites, e.changed, e.refs, e.created_at,
          coalesce(s.payload, e.payload) as payload
        from events e left join events s on s.company_id = e.company_id and s.number = e.same_as
        where ${every(where)} order by e.number limit ${limit}`,
  );
}

/** What a message of an event is made from. */
export type EventBody = Pick<EventRow, 'number' | 'payload' | 'refs'>;

/** Events of a company by their numbers. */
export async function eventsByNumber(
  tx: Reader,
  company: Id,
  numbers: readonly bigint[],
): Promise<Map<bigint, EventBody>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx.all<EventBody>(
    sql`select e.number, e.refs, coalesce(s.payload, e.payload) as payload
        from events e left join events s on s.company_id = e.company_id and s.number = e.same_as
        where e.company_id = ${company} and ${isIn('e.number', numbers)}`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * The payload as one add-on may see it: a customer's reference_id is private to each add-on, so the stored
 * payload has none and each gets its own (contract 4).
 */
export function payloadFor(event: Pick<EventRow, 'payload' | 'refs'>, addon: Id): string {
  if (event.refs === null) return event.payload;
  const mine = (JSON.parse(event.refs) as Record<string, string>)[String(addon)];
  if (mine === undefined) return event.payload;
  const payload = parseExact(event.payload) as Record<string, unknown>;
  const holder = (typeof payload.customer === 'object' ? payload.customer : payload) as Record<
    string,
    unknown
  > | null;
  if (holder !== null) holder.reference_id = mine;
  return JSON.stringify(payload);
}
