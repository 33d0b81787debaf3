import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { allExternalIds, type NamedKind, type NamedRecord } from '../storage/external-ids.ts';
import type { MaybePromise, Reader, Value, Writer } from '../storage/port.ts';
import { SharedStatement } from '../storage/shared-statement.ts';
import { isIn, Later, raw, type Sql, sql } from '../storage/sql.ts';
import { together } from '../storage/together.ts';
import { queueEvents, type Subscriptions, subscriptionsTo } from './deliveries.ts';
import { last } from './last.ts';
import type { ListedNames, PrivateNames } from './log.ts';
import {
  type Counter,
  insertRows,
  LOG_PARTS,
  type LogRow,
  logPart,
  rowsOf,
  takeNumbers,
} from './log-rows.ts';

/**
 * Writes facts to the company's event log, in the caller's transaction: numbered 1, 2, 3… without gaps, each with a
 * later time than the one before, queues them for the webhooks that want them and wakes the readers of the log
 * (reference: events.1). Called last, because from here on every other change of the company waits for this one to
 * commit: what has to be asked is asked before, and nothing after it is waited for. `asked` is what the transaction knows of
 * its webhooks already.
 */
export async function append(
  tx: Writer,
  company: Id,
  now: Micros,
  facts: readonly Fact[],
  asked?: Subscriptions,
): Promise<void> {
  if (facts.length === 0) return;
  tx.heard?.push(...facts);
  const topics = [...new Set(facts.map(({ topic }) => topic))];
  const isKnown = asked !== undefined && topics.every((topic) => asked.topics?.has(topic) !== false);
  const [names, references, subscriptions] = await together([
    allExternalIds(
      tx,
      company,
      facts.flatMap((fact) => [unknownRecordOf(fact) ?? [], ordersOf(fact)].flat()),
    ),
    referencesTo(tx, company, facts),
    isKnown ? asked : subscriptionsTo(tx, company, topics),
  ]);
  const refs = facts.map((fact) => privateNames(fact, names, references));
  // At the end the row of a record may show what a later request has made of it.
  const rows = rowsOf(facts, refs, { areWhole: tx.atEnd !== undefined });
  await last(tx, (end) => write(end, { company, now, facts, rows, subscriptions }));
}

/** Facts that are to be written, with the rows that they become and who may want them. */
interface Ready {
  readonly company: Id;
  readonly now: Micros;
  readonly facts: readonly Fact[];
  readonly rows: readonly LogRow[];
  readonly subscriptions: Subscriptions;
}

async function write(tx: Writer, { company, now, facts, rows, subscriptions }: Ready): Promise<void> {
  const { sent, numbers } =
    tx.engine === 'sqlite' || subscriptions.hasFaults
      ? await writeNumbered(tx, company, now, rows)
      : sendNumbered(tx, company, now, rows);
  const numbered = facts.map((fact, at) => ({ fact, number: numbers.number(at), at: numbers.time(at) }));
  // Readers and deliveries go by the time of the service.
  await together([sent, queueEvents(tx, company, numbers.serverTime, numbered, subscriptions)]);
}

/** Numbers and times of events, by their places among those of one change, and the time of the service. */
interface Numbers {
  readonly number: (at: number) => Value;
  readonly time: (at: number) => Value;
  readonly serverTime: Value;
}

/** Events on their way to the log. */
interface Appended {
  readonly sent: MaybePromise<void>;
  readonly numbers: Numbers;
}

/** Notes what the counter said of numbers that were taken, of which `behind` are others'. */
function noteTaken(
  tx: Writer,
  company: Id,
  now: Micros,
  { length: count }: readonly LogRow[],
  row: Counter | undefined,
  behind = 0n,
): Counter {
  if (row === undefined) throw new Error('The event counter gave no number.');
  tx.tells?.(company, row.last - behind - BigInt(count) + 1n, count);
  if (row.followed_until > now - row.time_ahead) tx.wake();
  return row;
}

/** Numbers events and writes them; their numbers are known then. */
async function writeNumbered(
  tx: Writer,
  company: Id,
  now: Micros,
  rows: readonly LogRow[],
): Promise<Appended> {
  const taken = takeNumbers(company, now, BigInt(rows.length));
  const counter = noteTaken(tx, company, now, rows, await tx.get<Counter>(taken));
  const behind = (at: number): bigint => BigInt(rows.length - 1 - at);
  return {
    sent: insertRows(tx, company, rows, counter),
    numbers: {
      number: (at) => counter.last - behind(at),
      time: (at) => counter.last_at - behind(at),
      serverTime: now - counter.time_ahead,
    },
  };
}

/** Numbers and writes events by a statement whose answer is not waited for: their numbers are what later ones read of the counter. */
function sendNumbered(tx: Writer, company: Id, now: Micros, rows: readonly LogRow[]): Appended {
  const part = logPart(company, now, rows);
  const sent = tx.sendFor<Counter>(SharedStatement.of(LOG_PARTS, part), (row) => {
    noteTaken(tx, company, now, rows, row, part.behind);
  });
  const own = (column: string): Sql =>
    sql`(select ${raw(column)} from event_counters where company_id = ${company})`;
  const before = (column: string, at: number): Sql =>
    sql`${own(column)} - cast(${new Later(() => part.behind + BigInt(rows.length - 1 - at))} as bigint)`;
  return {
    sent,
    numbers: {
      number: (at) => before('last', at),
      time: (at) => before('last_at', at),
      serverTime: sql`cast(${now} as bigint) - ${own('time_ahead')}`,
    },
  };
}

const NAMED_BY_TOPIC: Readonly<Record<string, NamedKind>> = {
  orders: 'order',
  products: 'product',
  customers: 'customer',
  sites: 'site',
};
/** Topics whose payload is another than the record. */
const OTHER_PAYLOADS: ReadonlySet<string> = new Set([
  'orders/group_finalised',
  'products/availability',
  'products/stock_low',
]);

/** The record that the payload shows, where add-ons have names for such. */
function recordOf({ topic, resource: id }: Fact): NamedRecord | undefined {
  const kind = OTHER_PAYLOADS.has(topic) ? undefined : NAMED_BY_TOPIC[topic.split('/')[0] ?? ''];
  return kind === undefined ? undefined : { kind, id };
}

/** The same, where names have to be asked for. */
const unknownRecordOf = (fact: Fact) => (fact.named === undefined ? recordOf(fact) : undefined);

/** The orders that the payload lists. */
const ordersOf = ({ orders = [] }: Fact): NamedRecord[] => orders.map((id) => ({ kind: 'order', id }));

/**
 * What each add-on calls the record in the payload, or the orders listed there, and its customer, as it was when the
 * event happened; null when none has a name for them. See `payloadFor`.
 */
function privateNames(
  fact: Fact,
  names: ReadonlyMap<string, ReadonlyMap<Id, string>>,
  references: ReadonlyMap<Id, readonly Reference[]>,
): string | null {
  const found: Record<string, PrivateNames> = {};
  for (const { addon_id: addon, reference_id: reference } of references.get(fact.customer ?? 0n) ?? [])
    found[String(addon)] = reference;
  const record = recordOf(fact);
  const own = fact.named ?? (record === undefined ? undefined : names.get(`${record.kind} ${record.id}`));
  for (const [addon, external_id] of own ?? []) {
    const reference = found[String(addon)];
    found[String(addon)] =
      typeof reference === 'string' ? { reference_id: reference, external_id } : { external_id };
  }
  for (const [addon, listed] of listedNames(fact, names, references)) found[addon] = listed;
  return Object.keys(found).length === 0 ? null : JSON.stringify(found);
}

/** The external ids of the orders that the payload lists, and of their customers, by add-on. */
function listedNames(
  fact: Fact,
  names: ReadonlyMap<string, ReadonlyMap<Id, string>>,
  references: ReadonlyMap<Id, readonly Reference[]>,
): ReadonlyMap<string, ListedNames> {
  const found = new Map<string, { orders: Record<string, string>; customers: Record<string, string> }>();
  const of = (addon: Id) => {
    const known = found.get(String(addon)) ?? { orders: {}, customers: {} };
    found.set(String(addon), known);
    return known;
  };
  for (const { id } of ordersOf(fact))
    for (const [addon, name] of names.get(`order ${id}`) ?? []) of(addon).orders[String(id)] = name;
  for (const id of fact.customers ?? [])
    for (const { addon_id: addon, reference_id: reference } of references.get(id) ?? [])
      of(addon).customers[String(id)] = reference;
  return found;
}

/** The external id that an add-on gave a customer. */
interface Reference {
  readonly customer_id: Id;
  readonly addon_id: Id;
  readonly reference_id: string;
}

/** Each add-on's reference_id of the customers that payloads show, by customer. */
async function referencesTo(
  tx: Reader,
  company: Id,
  facts: readonly Fact[],
): Promise<ReadonlyMap<Id, readonly Reference[]>> {
  const customers = [
    ...new Set(facts.flatMap(({ customer, customers: more = [] }) => [customer ?? [], more].flat())),
  ];
  if (customers.length === 0) return new Map();
  const rows = await tx.all<Reference>(
    sql`select customer_id, addon_id, reference_id from customer_references
        where company_id = ${company} and ${isIn('customer_id', customers)}`,
  );
  return Map.groupBy(rows, (row) => row.customer_id);
}
