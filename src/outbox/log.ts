import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { parseExact } from '../kernel/json.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { withExternalId } from '../storage/external-ids.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { completeSlice, type Slice, shortColumns, type WeighedRow } from '../storage/slices.ts';
import { every, isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { PAYLOAD, PAYLOAD_LENGTH, WITH_PAYLOAD } from './order-texts.ts';
import type { Event } from './shape.ts';

/** Which events are read. */
export interface EventChoice {
  /** Of these topics alone; of all where none is named. */
  readonly topics: readonly string[];
  /** Where none is named: all but these. */
  readonly hidden?: readonly string[];
}

/** Up to `limit` events after a number: of several topics the first of each, of which the first of all are some. */
function afterCondition(
  company: Id,
  after: bigint,
  { topics, hidden = [] }: EventChoice,
  limit: number,
): Sql {
  const where: Sql[] = [sql`e.company_id = ${company}`, sql`e.number > ${after}`];
  const [topic, ...others] = topics;
  if (topic === undefined) {
    return every(hidden.length === 0 ? where : [...where, sql`not (${isIn('e.topic', hidden)})`]);
  }
  if (others.length === 0) return every([...where, sql`e.topic = ${topic}`]);
  const each = topics.map(
    (
      one,
    ) => sql`select number from (select number from events where company_id = ${company} and topic = ${one}
      and number > ${after} order by number limit ${limit}) t`,
  );
  return sql`e.company_id = ${company} and e.number in (${join(each, ' union all ')})`;
}

const BESIDES = sql`e.number, e.topic, e.resource_id, e.sites, e.changed, e.refs, e.created_at, e.previous, e.extra`;
const LIGHT = sql`${BESIDES}, ${shortColumns([['payload', PAYLOAD, PAYLOAD_LENGTH]])}`;
const COLUMNS = sql`${BESIDES}, ${raw(PAYLOAD)} as payload`;

/** Up to `limit` events after a number, in order, of those that are chosen; no more than fit into a slice. */
export async function sliceOfEvents(
  tx: Reader,
  company: Id,
  after: bigint,
  choice: EventChoice,
  limit: number,
): Promise<Slice<Event>> {
  const rows = await tx.all<Event & WeighedRow>(
    sql`select ${LIGHT} from ${WITH_PAYLOAD} where ${afterCondition(company, after, choice, limit + 1)}
        order by e.number limit ${limit + 1}`,
  );
  return completeSlice<Event, Event & WeighedRow>(rows, limit, {
    key: (event) => event.number,
    read: async (numbers) =>
      tx.all(
        sql`select ${COLUMNS} from ${WITH_PAYLOAD}
            where e.company_id = ${company} and ${isIn('e.number', numbers)}`,
      ),
  });
}

/** Up to `limit` events after a number, in order; of some topics when they are given. */
export async function eventsAfter(
  tx: Reader,
  company: Id,
  after: bigint,
  topics: readonly string[],
  limit: number,
): Promise<Event[]> {
  return tx.all<Event>(
    sql`select ${COLUMNS} from ${WITH_PAYLOAD} where ${afterCondition(company, after, { topics }, limit)}
        order by e.number limit ${limit}`,
  );
}

/** Those that are chosen, but no more than fit into so many bytes, and one in any case. */
export async function eventsWithin(
  tx: Reader,
  company: Id,
  after: bigint,
  choice: EventChoice,
  limit: number,
  bytes: number,
): Promise<Event[]> {
  return tx.all<Event>(
    sql`select ${COLUMNS} from (
          select number, sum(length) over (order by number) - length as ahead from (
            select e.number, ${raw(PAYLOAD_LENGTH)} as length from ${WITH_PAYLOAD}
            where ${afterCondition(company, after, choice, limit)} order by e.number limit ${limit}) sized) listed
        join (${WITH_PAYLOAD}) on e.company_id = ${company} and e.number = listed.number
        where listed.ahead = 0 or listed.ahead < ${bytes} order by e.number`,
  );
}

/** The number of the last event of each company; of those that have none, nothing. */
export async function lastNumbers(tx: Reader, companies: readonly Id[]): Promise<Map<Id, bigint>> {
  if (companies.length === 0) return new Map();
  const rows = await tx.all<{ company_id: Id; last: bigint }>(
    sql`select company_id, last from event_counters where ${isIn('company_id', companies)}`,
  );
  return new Map(rows.map((row) => [row.company_id, row.last]));
}

/** How far the log of a company is, and what has happened besides it. */
export interface LogState {
  /** The number of its last event, 0 before the first. */
  readonly last: bigint;
  /** When that was; with the number it tells one log from another that was restored. */
  readonly last_at: Micros;
  /** How many changes no event tells of (see `noteUntold`). */
  readonly untold: bigint;
}

/** How far the log of a company is. */
export async function logState(tx: Reader, company: Id): Promise<LogState> {
  const row = await tx.get<LogState>(
    sql`select last, last_at, untold from event_counters where company_id = ${company}`,
  );
  return row ?? { last: 0n, last_at: 0n, untold: 0n };
}

/** When an event was written; undefined for one that the log has not. */
export async function timeOfEvent(tx: Reader, company: Id, number: bigint): Promise<Micros | undefined> {
  const row = await tx.get<{ created_at: Micros }>(
    sql`select created_at from events where company_id = ${company} and number = ${number}`,
  );
  return row?.created_at;
}

/** True when the log still has every event after a number; a sandbox that was reset has lost those before. */
export async function keepsEventsAfter(
  tx: Reader,
  company: Id,
  { last }: LogState,
  after: bigint,
): Promise<boolean> {
  if (after === last) return true;
  const next = await tx.get(
    sql`select number from events where company_id = ${company} and number = ${after + 1n}`,
  );
  return next !== undefined;
}

/**
 * 410 where events behind a number are kept no more: who goes on there would miss them. From 0 on a reader begins with the
 * first that is kept (reference: events.45).
 */
export async function requireEventsAfter(tx: Reader, company: Id, after: bigint): Promise<void> {
  if (after === 0n) return;
  const state = await logState(tx, company);
  if (after >= state.last || (await keepsEventsAfter(tx, company, state, after))) return;
  const first = await tx.get<{ number: bigint }>(
    sql`select number from events where company_id = ${company} order by number limit 1`,
  );
  throw new ApiError(
    'gone',
    sentence(
      'Events up to {last} are kept no more. Read the records that you need by their lists, then go on with after={last}.',
      { last: first === undefined ? state.last : first.number - 1n },
    ),
  );
}

/** An event's topic and record, without its payload. */
interface LoggedChange extends Pick<Event, 'topic' | 'resource_id'> {
  readonly sites: readonly Id[];
  readonly changed: readonly string[];
}

/** The topics and records of up to `limit` events of some topics after a number, in no order. */
export async function changesAfter(
  tx: Reader,
  company: Id,
  after: bigint,
  topics: readonly string[],
  limit: number,
): Promise<LoggedChange[]> {
  const rows = await tx.all<Pick<Event, 'topic' | 'resource_id' | 'sites' | 'changed'>>(
    sql`select topic, resource_id, sites, changed from events
        where company_id = ${company} and ${isIn('topic', topics)} and number > ${after} limit ${limit}`,
  );
  return rows.map(({ sites, changed, ...about }) => ({
    ...about,
    sites: (JSON.parse(sites) as string[]).map(BigInt),
    changed: JSON.parse(changed) as string[],
  }));
}

/**
 * Until a moment every event of the company wakes the readers of its log, in all processes (see `append`). Answers
 * the number of its last event so far.
 */
export async function follow(tx: Writer, company: Id, until: Micros): Promise<bigint> {
  const counter = await tx.get<{ last: bigint }>(
    sql`insert into event_counters (company_id, last, last_at, followed_until) values (${company}, 0, 0, ${until})
        on conflict (company_id) do update set followed_until = case
          when event_counters.followed_until > excluded.followed_until then event_counters.followed_until
          else excluded.followed_until end
        returning last`,
  );
  return counter?.last ?? 0n;
}

/** The parts of an event that its message is made from. */
export type EventBody = Pick<Event, 'number' | 'changed' | 'payload' | 'refs' | 'extra'>;

/** Events of a company by their numbers. */
export async function eventsByNumber(
  tx: Reader,
  company: Id,
  numbers: readonly bigint[],
): Promise<Map<bigint, EventBody>> {
  if (numbers.length === 0) return new Map();
  const rows = await tx.all<EventBody>(
    sql`select e.number, e.changed, e.refs, e.extra, ${raw(PAYLOAD)} as payload from ${WITH_PAYLOAD}
        where e.company_id = ${company} and ${isIn('e.number', numbers)}`,
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * What an add-on calls the record of an event and its customer, or the orders listed in it and their customers, by their ids; a
 * text is the customer's reference_id alone. Events of an earlier version have no customers of orders.
 */
export type PrivateNames =
  | string
  | { readonly reference_id?: string; readonly external_id: string }
  | ListedNames;

/** The names of what a payload lists. */
export interface ListedNames {
  readonly orders: Readonly<Record<string, string>>;
  readonly customers?: Readonly<Record<string, string>>;
}

/**
 * The payload as one add-on may see it: a record's external_id and a customer's reference_id are private to each add-on,
 * so the stored payload has none and each gets its own (reference: customers.3, conventions.50).
 */
export function payloadFor(event: Pick<Event, 'payload' | 'refs' | 'extra'>, addon: Id): string {
  const own = namedFor(event, addon);
  return event.extra === null ? own : `{${event.extra},${own.slice(1)}`;
}

function namedFor({ payload, refs }: Pick<Event, 'payload' | 'refs'>, addon: Id): string {
  if (refs === null) return payload;
  const mine = (JSON.parse(refs) as Record<string, PrivateNames>)[String(addon)];
  if (mine === undefined) return payload;
  if (typeof mine === 'string') return withReference(payload, mine);
  if ('orders' in mine) return withListedNames(payload, mine);
  const named = withExternalId(payload, mine.external_id);
  return mine.reference_id === undefined ? named : withReference(named, mine.reference_id);
}

/** An order as payloads list it. */
interface ListedOrder {
  readonly id_str: string;
  external_id: string | null;
  readonly customer: { readonly id_str: string; reference_id: string } | null;
}

/** The payload with what its reader calls each of the orders that it lists, and their customers. */
function withListedNames(text: string, { orders: names, customers = {} }: ListedNames): string {
  const payload = parsed(text);
  const orders = payload?.orders;
  if (!Array.isArray(orders)) return text;
  for (const order of orders as ListedOrder[]) {
    const { customer } = order;
    order.external_id = names[order.id_str] ?? order.external_id;
    if (customer !== null) customer.reference_id = customers[customer.id_str] ?? customer.reference_id;
  }
  return JSON.stringify(payload);
}

const CUSTOMER = ',"customer":';

/** The payload with the reference of its customer: that of an order ends with them, and all before it is left alone. */
function withReference(text: string, mine: string): string {
  const at = text.lastIndexOf(CUSTOMER);
  if (at >= 0) {
    const begin = at + CUSTOMER.length;
    const customer = parsed(text.slice(begin, -1));
    if (customer === null) return text;
    // Text after it would be no JSON unless the customer was the last of the payload's own fields.
    if (customer !== undefined) {
      return `${text.slice(0, begin)}${JSON.stringify({ ...customer, reference_id: mine })}}`;
    }
  }
  const payload = parsed(text);
  if (payload === null || payload === undefined) return text;
  const holder = typeof payload.customer === 'object' ? payload.customer : payload;
  if (holder !== null) Object.assign(holder, { reference_id: mine });
  return JSON.stringify(payload);
}

/** An object, or null; undefined for text that is no JSON. */
function parsed(text: string): Record<string, unknown> | null | undefined {
  try {
    return parseExact(text) as Record<string, unknown> | null;
  } catch {
    return undefined;
  }
}
