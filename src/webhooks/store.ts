import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { CALLBACK } from '../outbox/deliveries.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { every, isIn, join, raw, type Sql, sql } from '../storage/sql.ts';
import { type Table, tableOf } from '../storage/table.ts';
import type { MessageRow } from './message.ts';
import { type Attempt, type Delivery, type DeliveryState, WEBHOOK, type Webhook } from './shape.ts';

export const webhooks: Table<Webhook> = tableOf('webhooks', WEBHOOK);

/** Up to `limit` webhooks of an add-on after an id. */
export function listWebhooks(tx: Reader, company: Id, addon: Id, after: Id, limit: number) {
  return webhooks.sliceAfter(tx, company, after, limit, sql`addon_id = ${addon}`);
}

/** Keeps count of a company's webhooks where events are numbered. Answers how many there are now. */
export async function countWebhooks(tx: Writer, company: Id, change: 1 | -1): Promise<bigint> {
  const counter = await tx.get<{ webhooks: bigint }>(
    sql`insert into event_counters (company_id, last, last_at, webhooks) values (${company}, 0, 0, ${change})
        on conflict (company_id) do update set webhooks = event_counters.webhooks + excluded.webhooks
        returning webhooks`,
  );
  return counter?.webhooks ?? 0n;
}

/** A first attempt is due as soon as it is queued, wherever its turn is. */
const SHOWN = sql`id, webhook_id, topic, resource_id, event_number, address, format, created_at, state,
  case when lane <= 0 then created_at else due_at end as due_at, ended_at`;

/** Whose deliveries are meant: a webhook's, or (CALLBACK) those to the callback_uri of an add-on's orders. */
export interface Source {
  readonly webhook: Id;
  readonly addon: Id;
}

function of({ webhook, addon }: Source): Sql {
  // Written out for the sake of the index that holds callbacks alone.
  if (webhook === CALLBACK) return sql`webhook_id = 0 and addon_id = ${addon}`;
  return sql`webhook_id = ${webhook}`;
}

/** Up to `limit` deliveries of a source after an id, in one order or the other; of one state when it is given. */
export async function listDeliveries(
  tx: Reader,
  company: Id,
  source: Source,
  after: Id | undefined,
  state: DeliveryState | undefined,
  limit: number,
  newest = false,
): Promise<Delivery[]> {
  const mine = [sql`company_id = ${company}`, of(source)];
  const where: Sql[] = [
    ...(after === undefined ? [] : [newest ? sql`id < ${after}` : sql`id > ${after}`]),
    ...(state === undefined ? [] : inState(mine, state)),
  ];
  const waits = state === 'queued' || state === 'sending';
  const order = sql`order by ${raw(waits ? '+id' : 'id')} ${raw(newest ? 'desc' : 'asc')}`;
  return tx.all<Delivery>(
    sql`select ${SHOWN} from deliveries where ${every([...mine, ...where])} ${order} limit ${limit}`,
  );
}

/**
 * The condition of a state, in the words of the indexes that have it: those that wait are in two, of first attempts and of
 * retries. They are looked up, however long the log is.
 */
function inState(mine: readonly Sql[], state: DeliveryState): Sql[] {
  if (state === 'delivered') return [sql`state = ${state}`];
  if (state === 'dead') return [raw(`state = 'dead'`)];
  const ids = ['lane <= 0', 'lane = 1'].map(
    (lane) => sql`select id from deliveries where ${every([...mine, raw(lane)])} and state = ${state}`,
  );
  return [sql`id in (${join(ids, ' union all ')})`];
}

/** Whose webhook the messages of a log are of, also when it is deleted; undefined where there are none. Ids are given once. */
export async function loggedFor(tx: Reader, company: Id, webhook: Id): Promise<Id | undefined> {
  if (webhook === CALLBACK) return undefined;
  const row = await tx.get<{ addon_id: Id }>(
    sql`select addon_id from deliveries where company_id = ${company} and webhook_id = ${webhook} limit 1`,
  );
  return row?.addon_id;
}

/** One delivery of a source. */
export async function getDelivery(
  tx: Reader,
  company: Id,
  source: Source,
  id: Id,
): Promise<Delivery | undefined> {
  return tx.get<Delivery>(
    sql`select ${SHOWN} from deliveries where company_id = ${company} and ${of(source)} and id = ${id}`,
  );
}

/** The parts of the message of one delivery of a source. */
export async function messageOf(
  tx: Reader,
  company: Id,
  source: Source,
  id: Id,
): Promise<MessageRow | undefined> {
  return tx.get<MessageRow>(
    sql`select company_id, id, copy_of, webhook_id, addon_id, topic, event_number, body, address, format, headers, message_at,
          created_at
        from deliveries where company_id = ${company} and ${of(source)} and id = ${id}`,
  );
}

/** The attempts of deliveries, in order. With `answers` false only the last of each has its answer. */
export async function attemptsOf(
  tx: Reader,
  company: Id,
  deliveries: readonly Id[],
  answers: boolean,
): Promise<Map<Id, Attempt[]>> {
  const found = new Map<Id, Attempt[]>(deliveries.map((id) => [id, []]));
  if (deliveries.length === 0) return found;
  const answer = answers
    ? sql`a.answer`
    : sql`case when exists (select 1 from delivery_attempts l where l.company_id = a.company_id
        and l.delivery_id = a.delivery_id and l.number > a.number) then null else a.answer end`;
  const rows = await tx.all<Attempt>(
    sql`select a.delivery_id, a.number, a.started_at, a.latency, a.status, a.error, ${answer} as answer
        from delivery_attempts a where a.company_id = ${company} and ${isIn('a.delivery_id', deliveries)}
        order by a.delivery_id, a.number`,
  );
  for (const row of rows) found.get(row.delivery_id)?.push(row);
  return found;
}

/** Begins the schedule of a delivery anew, now; one that is being sent is left alone. Answers whether it was done. */
export async function redeliver(
  tx: Writer,
  company: Id,
  source: Source,
  id: Id,
  now: Micros,
): Promise<boolean> {
  const changed = await tx.run(
    sql`update deliveries set ${again(now)} where company_id = ${company} and ${of(source)}
        and id = ${id} and state <> 'sending'`,
  );
  if (changed > 0) tx.wake();
  return changed > 0;
}

/** The same for up to `limit` dead deliveries of events in a range, oldest first. Answers how many. */
export async function redeliverDead(
  tx: Writer,
  company: Id,
  webhook: Id,
  range: { readonly after: bigint | undefined; readonly until: bigint | undefined },
  now: Micros,
  limit: number,
): Promise<number> {
  const where: Sql[] = [
    sql`company_id = ${company}`,
    sql`webhook_id = ${webhook}`,
    sql`state = 'dead'`,
    ...(range.after === undefined ? [] : [sql`event_number > ${range.after}`]),
    ...(range.until === undefined ? [] : [sql`event_number <= ${range.until}`]),
  ];
  const changed = await tx.run(
    sql`update deliveries set ${again(now)} where company_id = ${company} and state = 'dead' and id in (
          select id from deliveries where ${every(where)} order by event_number, id limit ${limit})`,
  );
  if (changed > 0) tx.wake();
  return changed;
}

/** Back into the queue, with a schedule of its own; one that waits for its first attempt keeps its turn. */
function again(now: Micros): Sql {
  return sql`state = 'queued', lane = case when lane <= 0 then lane else 1 end, attempts = 0,
    due_at = case when lane <= 0 then due_at else ${now} end, ended_at = null, lease = null, lease_until = null`;
}
