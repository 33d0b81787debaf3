import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { allExternalIds, type NamedKind, type NamedRecord } from '../storage/external-ids.ts';
import type { MaybePromise, Reader, Value, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { together } from '../storage/together.ts';
import { queueEvents, type Subscriptions, subscriptionsTo } from './deliveries.ts';
import type { PrivateNames } from './log.ts';

/** A statement takes only so many values, and an import may append thousands of facts at once. */
const ROWS_PER_INSERT = 100;

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
  const { sent, numbers } = takeNumbers(tx, company, now, facts.length, subscriptions.hasFaults);
  if (subscriptions.hasFaults) await sent;
  const known = numbers();
  const written = insertEvents(tx, company, facts, refs, known);
  const numbered = facts.map((fact, at) => ({ fact, number: known.number(at), at: known.time(at) }));
  // Readers and deliveries go by the time of the service.
  await together([sent, written, queueEvents(tx, company, known.serverTime, numbered, subscriptions)]);
}

/** Numbers and times of events, by their places among those of one change, and the time of the service. */
interface Numbers {
  readonly number: (at: number) => Value;
  readonly time: (at: number) => Value;
  readonly serverTime: Value;
}

async function insertEvents(
  tx: Writer,
  company: Id,
  facts: readonly Fact[],
  refs: readonly (string | null)[],
  { number, time }: Numbers,
): Promise<void> {
  let first = 0;
  const rows = facts.map((fact, at) => {
    // Facts of one change often show the same record: it is kept once, with the first of them.
    if (facts[first]?.payload !== fact.payload) first = at;
    const { payload, tail } = fact;
    const [sameAs, whole, end] =
      first < at ? [number(first), '', null] : tail === undefined ? [null, payload, null] : [null, '', tail];
    return sql`(${company}, ${number(at)}, ${fact.topic}, ${fact.resource},
      ${JSON.stringify(fact.sites.map(String))}, ${JSON.stringify(fact.changed)}, ${refs[at] ?? null},
      ${time(at)}, ${sameAs}, ${whole}, ${fact.previous ?? null}, ${fact.extra ?? null}, ${end})`;
  });
  const sent: MaybePromise<void>[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const some = join(rows.slice(at, at + ROWS_PER_INSERT));
    sent.push(
      tx.send(
        sql`insert into events (company_id, number, topic, resource_id, sites, changed, refs, created_at, same_as, payload,
              previous, extra, tail)
            values ${some}`,
      ),
    );
  }
  await together(sent);
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

/** The company's counter of events after numbers were taken from it. */
interface Counter {
  readonly last: bigint;
  readonly last_at: Micros;
  readonly followed_until: Micros;
  readonly time_ahead: Micros;
}

/**
 * Takes the next numbers of a company's log, and holds its counter from then on. `numbers` are values once the answer is
 * there; until then what stands in the counter by the time of a later statement.
 */
function takeNumbers(tx: Writer, company: Id, now: Micros, several: number, isWaitedFor: boolean) {
  const count = BigInt(several);
  let counter: Counter | undefined;
  const taken = sql`insert into event_counters (company_id, last, last_at) values (${company}, ${count}, ${now + count})
        on conflict (company_id) do update set last = event_counters.last + excluded.last,
          last_at = case when event_counters.last_at + ${count} > excluded.last_at
            then event_counters.last_at + ${count} else excluded.last_at end
        returning last, last_at, followed_until, time_ahead`;
  const heard = (row: Counter | undefined): void => {
    if (row === undefined) throw new Error('The event counter gave no number.');
    counter = row;
    tx.tells?.(company, row.last - count + 1n, several);
    if (row.followed_until > now - row.time_ahead) tx.wake();
  };
  const ask = async () => heard(await tx.get<Counter>(taken));
  const sent = isWaitedFor ? ask() : tx.sendFor<Counter>(taken, heard);
  const numbers = (): Numbers => {
    const known = counter;
    const before = (at: number): bigint => count - 1n - BigInt(at);
    if (known !== undefined)
      return {
        number: (at) => known.last - before(at),
        time: (at) => known.last_at - before(at),
        serverTime: now - known.time_ahead,
      };
    const own = (column: string): Sql =>
      sql`(select ${raw(column)} from event_counters where company_id = ${company})`;
    return {
      number: (at) => sql`${own('last')} - cast(${before(at)} as bigint)`,
      time: (at) => sql`${own('last_at')} - cast(${before(at)} as bigint)`,
      serverTime: sql`cast(${now} as bigint) - ${own('time_ahead')}`,
    };
  };
  return { sent, numbers };
}

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
  for (const { id } of ordersOf(fact)) {
    for (const [addon, name] of names.get(`order ${id}`) ?? []) {
      const known = found[String(addon)];
      const orders = typeof known === 'object' && 'orders' in known ? known.orders : {};
      found[String(addon)] = { orders: { ...orders, [String(id)]: name } };
    }
  }
  return Object.keys(found).length === 0 ? null : JSON.stringify(found);
}

/** What an add-on calls a customer. */
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
  const customers = [...new Set(facts.flatMap(({ customer }) => customer ?? []))];
  if (customers.length === 0) return new Map();
  const rows = await tx.all<Reference>(
    sql`select customer_id, addon_id, reference_id from customer_references
        where company_id = ${company} and ${isIn('customer_id', customers)}`,
  );
  return Map.groupBy(rows, (row) => row.customer_id);
}
