import { hash } from 'node:crypto';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { DAY, type Micros } from '../kernel/time.ts';
import { kept } from '../storage/kept.ts';
import type { MaybePromise, Reader, Value, Writer } from '../storage/port.ts';
import { isIn, join, raw, type Sql, sql, text, whole } from '../storage/sql.ts';
import { together } from '../storage/together.ts';
import { faultOfEvent, type PlayedFault } from './faults.ts';
import { last } from './last.ts';
import { type Filter, matches } from './match.ts';

// Deliveries are rows of the change's own transaction: address, headers and format are fixed here (reference:
// events.15).

/** Most webhooks a company may have, so that one event never becomes more deliveries than this. */
export const MAX_WEBHOOKS = 1_000;
/** A statement takes only so many values. */
const ROWS_PER_INSERT = 50;
/**
 * The lane of a delivery. First attempts about one record (company, webhook, resource) come one after the other: the
 * oldest of them is `first` and may be claimed, the others are `behind` it until it has ended. Then `retry` until it
 * is `over`. Deliveries `behind` are in no index that claims read, so they slow down no other record.
 */
export const LANE = { behind: -1, first: 0, retry: 1, over: 2 } as const;
/** The webhook id of deliveries to an order's callback_uri. */
export const CALLBACK: Id = 0n;
/** The topic of messages to an order's callback_uri, and of test messages (reference: events.23, events.38). */
const CALLBACK_TOPIC = 'orders/status';
const TEST_TOPIC = 'test';

/** Where a message goes and how, fixed when it is queued. */
interface Route {
  readonly addon_id: Id;
  /** The webhook, or CALLBACK. */
  readonly webhook_id: Id;
  readonly address: string;
  readonly target: string;
  readonly format: string;
  /** Sealed; null when there are none. */
  readonly headers: string | null;
}

/** A webhook as an event needs it. */
interface Subscription extends Omit<Route, 'webhook_id'> {
  readonly id: Id;
  readonly topic: string;
  readonly filter: string;
  /** Whether a sandbox plays faults with messages of the company. */
  readonly has_faults: bigint;
}

/** The subject of a message. */
interface Subject {
  readonly topic: string;
  readonly resource: Id;
  /** The event that has the body; null when the message has its own. */
  readonly number: Value | null;
  readonly body: string | null;
  /** How long the body is as JSON. */
  readonly bytes: number;
  /** When the event was created. */
  readonly at: Value;
}

/** An event that was just written to the log. */
interface NumberedFact {
  readonly fact: Fact;
  readonly number: Value;
  readonly at: Value;
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}

/** The key for turns and slots: an address without its query, the same for all companies. */
export function targetOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return digest(`${origin}${pathname}`);
}

/** The same for callbacks of a company: by host, as each order may have an address of its own. */
function callbackTarget(company: Id, address: string): string {
  return digest(`callback ${company} ${new URL(address).origin}`);
}

/** A message on its way to a place. */
interface Queued {
  readonly route: Route;
  readonly subject: Subject;
  /** The fault that a sandbox plays with it. */
  readonly fault?: PlayedFault | undefined;
  /** It is only queued where this holds by then. */
  readonly condition?: Sql;
  /** An event of the past that is sent again: what is new to its address goes first. */
  readonly isReplayed?: boolean;
}

/** Most webhooks of a company that are kept with its setup. */
const MAX_KEPT = 50;

/**
 * The webhooks of a company that may want events of some topics. Asked before the company's counter is taken: one that is
 * deleted meanwhile gets nothing (see `queueEvents`), one that is added meanwhile gets the events after this one.
 */
export async function subscriptionsTo(
  tx: Reader,
  company: Id,
  topics: readonly string[],
): Promise<Subscriptions> {
  const ask = (which: Sql) =>
    tx.all<Subscription>(
      sql`select id, addon_id, topic, address, target, format, headers, filter, case when exists (
            select 1 from sandbox_faults f where f.company_id = webhooks.company_id and f.topic is not null)
            then 1 else 0 end as has_faults
          from webhooks where company_id = ${company} and ${which} order by id limit ${MAX_WEBHOOKS}`,
    );
  if (tx.kept === undefined) return subscriptions(await ask(isIn('topic', topics)), new Set(topics));
  return kept(
    tx,
    `${company} webhooks`,
    ['webhooks', 'sandbox_faults'],
    async () => subscriptions(await ask(sql`1 = 1`)),
    ({ webhooks }) => webhooks.length <= MAX_KEPT,
  );
}

/** The webhooks that may take an event. */
export interface Subscriptions {
  /** The topics that were asked for; undefined for all. */
  readonly topics: ReadonlySet<string> | undefined;
  readonly webhooks: readonly Subscription[];
  /** Whether a sandbox plays faults with what is sent to them: that follows from the numbers of events. */
  readonly hasFaults: boolean;
}

const subscriptions = (webhooks: readonly Subscription[], topics?: ReadonlySet<string>): Subscriptions => ({
  topics,
  webhooks,
  hasFaults: webhooks.some(({ has_faults: has }) => has !== 0n),
});

/**
 * Queues a delivery for every webhook that wants one of the events and is still there; `now` is the time of the service.
 * Without faults everything is sent in one go.
 */
export async function queueEvents(
  tx: Writer,
  company: Id,
  now: Value,
  events: readonly NumberedFact[],
  { webhooks, hasFaults }: Subscriptions,
): Promise<void> {
  const queued: Queued[] = [];
  for (const { fact, number, at } of events) {
    const wanted = webhooks.filter((each) => each.topic === fact.topic && wants(each, fact));
    if (wanted.length === 0) continue;
    const bytes = Buffer.byteLength(fact.payload) + Buffer.byteLength(fact.extra ?? '');
    const played =
      hasFaults && typeof number === 'bigint'
        ? await faultOfEvent(tx, company, fact.topic, number)
        : undefined;
    const subject = { topic: fact.topic, resource: fact.resource, number, body: null, bytes, at };
    for (const { id, ...rest } of wanted) {
      const condition = sql`exists (select 1 from webhooks w where w.company_id = ${company} and w.id = ${id})`;
      queued.push({ route: { ...rest, webhook_id: id }, subject, fault: played, condition });
    }
  }
  if (hasFaults) await insertDeliveries(tx, company, now, queued);
  else await sendDeliveries(tx, company, now, queued);
}

function wants({ filter }: Subscription, fact: Fact): boolean {
  if (filter === '{}') return true;
  const { topic, changed, payload } = fact;
  return matches(JSON.parse(filter) as Filter, { topic, changed, payload, sites: fact.sites.map(String) });
}

/** Writes deliveries as `sendDeliveries` does. Answers their ids. */
export async function insertDeliveries(
  tx: Writer,
  company: Id,
  now: Value,
  queued: readonly Queued[],
): Promise<readonly Id[]> {
  if (queued.length === 0) return [];
  const ids = await tx.ids('delivery', queued.length);
  await sendDeliveries(tx, company, now, queued, ids);
  const doubled = ids.filter((_id, at) => queued[at]?.fault?.effect === 'duplicate');
  if (doubled.length > 0) await doubleDeliveries(tx, company, doubled);
  return ids;
}

/**
 * Writes deliveries and wakes the workers. `now` is the time of the service. The caller holds the company's event counter, so that
 * no other transaction writes deliveries of the company meanwhile.
 *
 * Each is due at once unless its record has one that has not ended: then it is behind that one, whose row is locked
 * until the commit and so cannot end before this row can be seen by the transaction that ends it (`record` in
 * webhooks/queue.store.ts). Locked is the oldest; when that has ended while the lock was waited for, it is the next,
 * and so on until there is none.
 */
async function sendDeliveries(
  tx: Writer,
  company: Id,
  now: Value,
  queued: readonly Queued[],
  known?: readonly Value[],
): Promise<void> {
  if (queued.length === 0) return;
  const ids = known ?? tx.idsWithin('delivery', queued.length);
  tx.wake();
  const seen = new Set<string>();
  const rows = queued.map(({ route, subject, fault, condition = sql`1 = 1`, isReplayed = false }, at) => {
    const { delay } = fault ?? NO_FAULT;
    const record = `${route.webhook_id} ${subject.resource}`;
    // A late message is overtaken, also by those about its record: it waits as a retry does.
    const isLate = delay > 0n;
    const lane = isLate
      ? sql`1`
      : seen.has(record)
        ? sql`-1`
        : laneAfter(company, route.webhook_id, subject.resource);
    if (!isLate) seen.add(record);
    return sql`select ${whole(company)}, ${whole(ids[at] ?? 0n)}, ${whole(route.webhook_id)}, ${whole(route.addon_id)},
      ${text(subject.topic)}, ${whole(subject.resource)}, ${whole(subject.number)}, ${text(subject.body)}, ${text(route.address)},
      ${text(route.target)}, ${text(route.format)}, ${text(route.headers)}, ${whole(subject.at)}, ${whole(now)}, 'queued', ${lane}, 0, 0,
      ${whole(now)} + ${whole(isReplayed ? REPLAYS_YIELD : delay)}, ${whole(BigInt(subject.bytes))} where ${condition}`;
  });
  const sent: MaybePromise<void>[] = [];
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const some = join(rows.slice(at, at + ROWS_PER_INSERT), ' union all ');
    sent.push(tx.send(sql`insert into deliveries (${DELIVERY_COLUMNS}) ${some}`));
  }
  await together(sent);
}

/**
 * By how much the turn of a message that is replayed is behind: messages that are queued within that time have their turn
 * before it (reference: events.34). Where there are none it is sent at once, as a first attempt waits for no time.
 */
export const REPLAYS_YIELD: Micros = DAY;

const NO_FAULT: Pick<PlayedFault, 'delay'> = { delay: 0n };

/** Writes each of the deliveries once more, under the same message id: due beside the first one. */
async function doubleDeliveries(tx: Writer, company: Id, doubled: readonly Id[]): Promise<void> {
  const ids = await tx.ids('delivery', doubled.length);
  for (const [at, first] of doubled.entries()) {
    await tx.run(
      sql`insert into deliveries (${DELIVERY_COLUMNS}, copy_of)
          select company_id, cast(${ids[at] ?? 0n} as bigint), webhook_id, addon_id, topic, resource_id, event_number, body, address,
            target, format, headers, message_at, created_at, state, 1, attempts, tries, due_at, bytes, id
          from deliveries where company_id = ${company} and id = ${first}`,
    );
  }
}

/** The lane of a new delivery: behind one of the same record that has not ended, which is held; else the first. */
function laneAfter(company: Id, webhook: Id, resource: Id): Sql {
  return sql`coalesce((select -1 from deliveries e where e.company_id = ${company} and e.webhook_id = ${webhook}
    and e.resource_id = ${resource} and e.lane <= 0 order by e.id limit 1 for share), 0)`;
}

const DELIVERY_COLUMNS = raw(`company_id, id, webhook_id, addon_id, topic, resource_id, event_number, body,
  address, target, format, headers, message_at, created_at, state, lane, attempts, tries, due_at, bytes`);

/**
 * Locks the company's event counter until the commit: no other transaction writes events or deliveries of it
 * meanwhile.
 */
export async function holdCounter(tx: Writer, company: Id): Promise<void> {
  await tx.get(sql`select last from event_counters where company_id = ${company} for update`);
}

/**
 * Takes a moment later than every event and message of the company before it (reference: events.28), and holds the company's
 * counter from then on. Answers it, and the time of the service; `sent` ends with the statement.
 */
function takeMoment(tx: Writer, company: Id, now: Micros) {
  let taken: { readonly last_at: Micros; readonly time_ahead: Micros } | undefined;
  const sent = tx.sendFor<typeof taken>(
    sql`insert into event_counters (company_id, last, last_at) values (${company}, 0, ${now})
        on conflict (company_id) do update set last_at = case when event_counters.last_at >= excluded.last_at
          then event_counters.last_at + 1 else excluded.last_at end
        returning last_at, time_ahead`,
    (row) => {
      taken = row;
    },
  );
  const own = (what: string): Sql =>
    sql`(select ${raw(what)} from event_counters where company_id = ${company})`;
  return {
    sent,
    at: taken?.last_at ?? own('last_at'),
    serverTime: taken === undefined ? sql`${whole(now)} - ${own('time_ahead')}` : now - taken.time_ahead,
  };
}

/** Queues a test message to a webhook (reference: events.23). Answers the delivery's id. */
export async function queueTest(
  tx: Writer,
  company: Id,
  now: Micros,
  route: Route,
  body: string,
): Promise<Id | undefined> {
  const { sent, at, serverTime } = takeMoment(tx, company, now);
  await sent;
  const bytes = Buffer.byteLength(body);
  const subject = { topic: TEST_TOPIC, resource: route.webhook_id, number: null, body, bytes, at };
  return (await insertDeliveries(tx, company, serverTime, [{ route, subject }]))[0];
}

/** A message to a callback_uri. */
interface Callback {
  readonly company: Id;
  /** Whose signature token signs it. */
  readonly addon: Id;
  readonly order: Id;
  readonly address: string;
  /** The order as JSON, as the add-on sees it. */
  readonly body: string;
  readonly now: Micros;
}

/** Holds while an add-on may read a company's events: it is the company's own, or has a grant. Either may be a column. */
export function isLetIn(company: Id | Sql, addon: Id | Sql): Sql {
  return sql`exists (select 1 from addons a where a.id = ${addon} and a.deleted_at is null and (a.company_id = ${company}
          or exists (select 1 from grants g where g.addon_id = a.id and g.company_id = ${company}
            and g.revoked_at is null)))`;
}

/**
 * Queues an order for its callback_uri (reference: events.38), unless its add-on was deleted or
 * disconnected meanwhile. Called last, like `append`.
 */
export async function queueCallback(tx: Writer, callback: Callback): Promise<void> {
  await last(tx, (end) => sendCallback(end, callback));
}

async function sendCallback(tx: Writer, callback: Callback): Promise<void> {
  const { company, addon, order, address, body, now } = callback;
  // The counter first: revoking an add-on's access locks it as well.
  const { sent, at, serverTime } = takeMoment(tx, company, now);
  const route = {
    addon_id: addon,
    webhook_id: CALLBACK,
    address,
    target: callbackTarget(company, address),
    format: 'json',
    headers: null,
  };
  const bytes = Buffer.byteLength(body);
  const subject = { topic: CALLBACK_TOPIC, resource: order, number: null, body, bytes, at };
  const queued = [{ route, subject, condition: isLetIn(company, addon) }];
  await together([sent, sendDeliveries(tx, company, serverTime, queued)]);
}
