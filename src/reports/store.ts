import type { Site } from '../company/shape.ts';
import { sites } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { type Decimal, SCALE } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { decodeState } from '../orders/row/codec.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { isIn, raw, sql } from '../storage/sql.ts';
import { isBeyondLines } from './rules/given-back.ts';
import type { Order } from './types.ts';

// The position up to which the log has been added up, and further data of reports.

/** Most sites of a company that reports know. */
const MAX_SITES = 10_000;

/** The sites of a company, ascending by id. */
export async function sitesOf(tx: Reader, company: Id): Promise<Site[]> {
  return sites.select(tx, company, raw('1 = 1'), sql`order by id limit ${MAX_SITES}`);
}

/** How far the event log of a company has been added up. */
export interface Position {
  /** The number of the last event that was read. */
  readonly position: bigint;
  /** The generation of the sums. */
  readonly generation: bigint;
  /** The number of the last imported order that was added up in this generation. */
  readonly past: bigint;
  /** Rows of earlier generations may be there still. */
  readonly leftovers: boolean;
  /** The time zone of each site by which its days were counted, by the site's id. */
  readonly zones: Readonly<Record<string, string>>;
}

interface PositionRow {
  readonly position: bigint;
  readonly generation: bigint;
  readonly past: bigint;
  readonly past_generation: bigint;
  readonly leftovers: bigint;
  readonly zones: string;
}

/** The position before anything was added up. */
const BEGINNING: Position = { position: 0n, generation: 1n, past: 0n, leftovers: false, zones: {} };

const POSITION = raw('position, generation, past, past_generation, leftovers, zones');

function decode(row: PositionRow | undefined): Position {
  if (row === undefined) return BEGINNING;
  const { position, generation, past, past_generation, leftovers, zones } = row;
  return {
    position,
    generation,
    // Another generation counts every order anew, whatever made it.
    past: past_generation === generation ? past : 0n,
    leftovers: leftovers !== 0n,
    zones: JSON.parse(zones) as Record<string, string>,
  };
}

/** How far a company's log has been added up. */
export async function readPosition(tx: Reader, company: Id): Promise<Position> {
  return decode(
    await tx.get<PositionRow>(sql`select ${POSITION} from report_positions where company_id = ${company}`),
  );
}

/**
 * The same, kept from changing until the transaction ends; undefined while another process is about to change
 * it, which is no reason to wait.
 */
export async function lockPosition(tx: Writer, company: Id): Promise<Position | undefined> {
  const { position, generation } = BEGINNING;
  await tx.run(
    sql`insert into report_positions (company_id, position, generation, leftovers, zones)
        values (${company}, ${position}, ${generation}, 0, '{}') on conflict (company_id) do nothing`,
  );
  const row = await tx.get<PositionRow>(
    sql`select ${POSITION} from report_positions where company_id = ${company} for update skip locked`,
  );
  return row === undefined ? undefined : decode(row);
}

/** Saves how far the log has been added up. */
export async function savePosition(tx: Writer, company: Id, next: Position): Promise<void> {
  await tx.run(
    sql`update report_positions set position = ${next.position}, generation = ${next.generation},
          past = ${next.past}, past_generation = ${next.generation}, leftovers = ${next.leftovers}, zones = ${JSON.stringify(next.zones)} where company_id = ${company}`,
  );
}

/** A company whose log may have more than was added up. */
interface CompanyPosition {
  readonly company_id: Id;
  readonly last: bigint;
  readonly position: bigint;
  /** 1 where orders were imported that are not added up. */
  readonly past: bigint;
}

/** Companies behind an id whose log has grown; with `everyone` all that have one. Ascending by id. */
export async function companiesBehind(
  tx: Reader,
  after: Id,
  everyone: boolean,
  limit: number,
): Promise<CompanyPosition[]> {
  const imported = 'coalesce(i.last, 0) > case when p.past_generation = p.generation then p.past else 0 end';
  const grown = everyone ? raw('1 = 1') : raw(`(c.last > coalesce(p.position, 0) or ${imported})`);
  return tx.all<CompanyPosition>(
    sql`select c.company_id, c.last, coalesce(p.position, 0) as position,
          case when ${raw(imported)} then 1 else 0 end as past from event_counters c
        left join report_positions p on p.company_id = c.company_id
        left join past_counters i on i.company_id = c.company_id
        where c.company_id > ${after} and ${grown} order by c.company_id limit ${limit}`,
  );
}

/**
 * Orders that a report adds up by itself when they are not in the sums yet, so that it includes the latest ones. More
 * of them are added to the sums before it is made (projector.ts).
 */
export const MAX_REST = 1_000;

/** An event of a completed order. */
interface Completion {
  readonly number: bigint;
  readonly order: Id;
  readonly at: Micros;
}

/** The first completions behind an event, in the order of the log, with those whose events are kept no more. */
export async function completionsAfter(
  tx: Reader,
  company: Id,
  after: bigint,
  limit: number,
): Promise<Completion[]> {
  return tx.all<Completion>(
    sql`select number, "order", at from (
          select * from (select number, order_id as "order", completed_at as at from past_completions
            where company_id = ${company} and number > ${after} order by number limit ${limit}) cut
          union all
          select * from (select number, resource_id as "order", created_at as at from events
            where company_id = ${company} and topic = 'orders/completed' and number > ${after}
            order by number limit ${limit}) kept) found
        order by number limit ${limit}`,
  );
}

/** Orders by their ids, whole. */
export async function ordersById(tx: Reader, company: Id, ids: readonly Id[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<{ state: string }>(
    sql`select state from orders where company_id = ${company} and ${isIn('id', ids)}`,
  );
  return rows.map(({ state }) => decodeState(state));
}

/**
 * An order, and where it is a refund of lines as they were sold, the order it gives back. `before` is that with its refunds that
 * were complete earlier, where it gives back more than its lines.
 */
interface WithOriginal {
  readonly order: Order;
  readonly original: Order | undefined;
  readonly before: readonly Order[];
}

/** Orders with what those of them give back that are refunds. */
export async function withOriginals(
  tx: Reader,
  company: Id,
  orders: readonly Order[],
): Promise<WithOriginal[]> {
  const wanted = new Set(
    orders.flatMap((order) => (takesBack(order) ? (order.original_order_id ?? []) : [])),
  );
  const sales = await salesOf(tx, company, orders.filter(isBeyondLines));
  const found = new Map((await ordersById(tx, company, [...wanted])).map((each) => [each.id, each]));
  return orders.map((order) => ({
    order,
    original: order.original_order_id === null ? undefined : found.get(order.original_order_id),
    before: (sales.get(order.original_order_id ?? 0n) ?? []).filter((each) => wasBefore(each, order)),
  }));
}

/** The completed sales that some refunds give back, each with all of its refunds behind it, as they became complete. */
async function salesOf(tx: Reader, company: Id, refunds: readonly Order[]): Promise<Map<Id | null, Order[]>> {
  const ids = [...new Set(refunds.flatMap(({ original_order_id: id }) => id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ state: string }>(
    sql`select state from orders where company_id = ${company} and ${isIn('original_order_id', ids)} and deleted = 0`,
  );
  const all = rows.map(({ state }) => decodeState(state)).sort((a, b) => (wasBefore(a, b) ? -1 : 1));
  const known = [...(await ordersById(tx, company, ids)), ...all].filter(
    ({ status }) => status === 'COMPLETE',
  );
  return Map.groupBy(known, ({ id, original_order_id: original }) => original ?? id);
}

/** True for the sale of a refund, and for a refund that became complete before another one: neither changes after that. */
function wasBefore(one: Order, refund: Order): boolean {
  if (one.original_order_id === null) return true;
  return one.updated_at === refund.updated_at ? one.id < refund.id : one.updated_at < refund.updated_at;
}

/** True for a refund with lines that come back as they were sold. */
const takesBack = ({ lines }: Order): boolean => lines.some(({ returned }) => returned !== null);

/** Names of a company's records by id, for the rows of a report. */
export async function namesOf(
  tx: Reader,
  from: 'addons' | 'discounts' | 'payment_methods' | 'registers' | 'taxes',
  company: Id,
  ids: readonly Id[],
): Promise<Map<string, string>> {
  const rows = await tx.all<{ id: Id; name: string }>(
    sql`select id, name from ${raw(from)} where company_id = ${company} and ${isIn('id', ids)}`,
  );
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** A record with an account in the books. */
export interface NamedAccount {
  readonly name: string;
  readonly code: string | null;
}

/** Names and accounts of taxes and payment methods by id; of those that there are. */
export async function accountsOf(
  tx: Reader,
  from: 'payment_methods' | 'taxes',
  company: Id,
  ids: readonly Id[],
): Promise<Map<string, NamedAccount>> {
  const rows = await tx.all<NamedAccount & { readonly id: Id }>(
    sql`select id, name, ledger_code as code from ${raw(from)}
        where company_id = ${company} and ${isIn('id', ids)}`,
  );
  return new Map(rows.map(({ id, name, code }) => [String(id), { name, code }]));
}

/** First and last names of people by id, as they are now or were last. */
export async function personNames(
  from: 'customers' | 'staff',
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const rows = await tx.all<{ id: Id; first_name: string; last_name: string | null }>(
      sql`select id, first_name, last_name from ${raw(from)}
          where company_id = ${company} and ${isIn('id', ids.slice(at, at + IDS_PER_QUERY))}`,
    );
    for (const { id, first_name: first, last_name: last } of rows) {
      found.set(String(id), last === null ? first : `${first} ${last}`);
    }
  }
  return found;
}

/** A product as a report names it: as it is now, also when it is deleted. */
interface NamedProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly deleted: boolean;
}

/** Products by id. */
export async function namedProducts(
  tx: Reader,
  company: Id,
  ids: readonly Id[],
): Promise<Map<string, NamedProduct>> {
  const found = new Map<string, NamedProduct>();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const rows = await tx.all<Omit<NamedProduct, 'deleted'> & { readonly deleted: bigint }>(
      sql`select id, name, sku, deleted from products
          where company_id = ${company} and ${isIn('id', ids.slice(at, at + IDS_PER_QUERY))}`,
    );
    for (const row of rows) found.set(String(row.id), { ...row, deleted: row.deleted !== 0n });
  }
  return found;
}

/** A statement takes only so many values. */
const IDS_PER_QUERY = 4096;

/** A category that a product is in. */
interface Membership {
  readonly product_id: Id;
  readonly id: Id;
  readonly name: string;
}

/** The categories that products are in now. */
export async function memberships(tx: Reader, company: Id, products: readonly Id[]): Promise<Membership[]> {
  const found: Membership[] = [];
  for (let at = 0; at < products.length; at += IDS_PER_QUERY) {
    found.push(
      ...(await tx.all<Membership>(
        sql`select p.product_id, c.id, c.name from product_categories p
            join categories c on c.company_id = p.company_id and c.id = p.category_id
            where p.company_id = ${company}
              and ${isIn('p.product_id', products.slice(at, at + IDS_PER_QUERY))}`,
      )),
    );
  }
  return found;
}

/** Open orders that are counted at most, for each status. */
export const MAX_OPEN = 10_000;

/** The number and total of orders of a status at some sites; of the latest MAX_OPEN. */
export async function openOrders(
  tx: Reader,
  company: Id,
  status: string,
  sites: readonly Id[],
): Promise<{ readonly count: bigint; readonly total: Decimal }> {
  const row = await tx.get<{ count: bigint; whole: bigint | null; rest: bigint | null }>(
    sql`select count(*) as count, cast(sum(total / ${SCALE}) as bigint) as whole,
          cast(sum(total % ${SCALE}) as bigint) as rest from (
          select total from orders where company_id = ${company} and status = ${status} and deleted = 0
            and ${isIn('+site_id', sites)} order by created_at desc, id desc limit ${MAX_OPEN}) latest`,
  );
  return { count: row?.count ?? 0n, total: (row?.whole ?? 0n) * SCALE + (row?.rest ?? 0n) };
}

/** A product that is offered at a site and cannot be sold there any more. */
interface SoldOut {
  readonly site_id: Id;
  readonly product_id: Id;
  readonly name: string;
  readonly amount: Decimal;
}

/** Products whose counted amount at one of the sites has run out; at most `limit`. */
export async function soldOut(
  tx: Reader,
  company: Id,
  sites: readonly Id[],
  limit: number,
): Promise<SoldOut[]> {
  return tx.all<SoldOut>(
    sql`select s.site_id, s.product_id, p.name, s.amount from site_products s
        join products p on p.company_id = s.company_id and p.id = s.product_id
        where s.company_id = ${company} and ${isIn('s.site_id', sites)} and s.amount <= 0
          and s.is_available = 1 and p.deleted = 0
        order by s.site_id, s.product_id limit ${limit}`,
  );
}

/** A register that a site expects to be there, with its last sign of life. */
interface ExpectedRegister {
  readonly site_id: Id;
  readonly id: Id;
  readonly name: string;
  readonly last_seen_at: Micros | null;
}

/** The default pass-thru registers of the sites. */
export async function expectedRegisters(
  tx: Reader,
  company: Id,
  sites: readonly Id[],
): Promise<ExpectedRegister[]> {
  return tx.all<ExpectedRegister>(
    sql`select s.id as site_id, r.id, r.name, r.last_seen_at from sites s
        join registers r on r.company_id = s.company_id and r.id = s.default_pass_thru_register_id
        where s.company_id = ${company} and ${isIn('s.id', sites)} order by s.id`,
  );
}
