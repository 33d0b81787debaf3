import { CASH_ROUNDING, type Counting } from '../../company/money-shape.ts';
import { coinsIn } from '../../company/rules/coins.ts';
import { keepReplies } from '../../edge/store.ts';
import { BLOCK, type Id, idsOfSale, MAX_ID } from '../../kernel/id.ts';
import { LoopYielder, turnBetween } from '../../kernel/loop-yielder.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import { SECOND } from '../../kernel/time.ts';
import { keepTexts } from '../../outbox/order-texts.ts';
import { stateCodec } from '../../shape/state.ts';
import { externalIdIn, type Namer } from '../../storage/external-ids.ts';
import { kept } from '../../storage/kept.ts';
import type { MaybePromise, Reader, Writer } from '../../storage/port.ts';
import { isIn, raw, type Sql, sql } from '../../storage/sql.ts';
import { table } from '../../storage/table.ts';
import type { Figured } from '../rules/figures.ts';
import { MAX_REFUNDS } from '../rules/limits.ts';
import type { Order } from '../types.ts';
import { decodeState, encodeState } from './codec.ts';
import { alike, keysOf, type ListKeys } from './list-keys.ts';
import { contentTag, isCurrent, renderedAnew } from './rendering.ts';
import { saveNewTerms, saveTerms } from './terms.store.ts';
import type { Rendered } from './view.ts';

/** An order's row: what lists filter by, what GET answers, what the rules decide over. */
interface OrderRow {
  readonly company_id: Id;
  readonly id: Id;
  readonly site_id: Id;
  readonly register_id: Id | null;
  readonly staff_id: Id | null;
  readonly customer_id: Id | null;
  readonly addon_id: Id | null;
  readonly status: string;
  readonly deleted: boolean;
  readonly discounted: boolean;
  readonly on_account: boolean;
  readonly total: Decimal;
  readonly created_at: Micros;
  readonly updated_at: Micros;
  readonly placed_at: Micros;
  readonly paid_at: Micros | null;
  readonly fulfil_at: Micros;
  readonly saleid: string;
  readonly group_id: string | null;
  readonly original_order_id: Id | null;
  readonly etag: string;
  readonly head: string;
  readonly lines: string;
  readonly options: string;
  readonly payments: string;
  readonly state: string;
}

const orders = table<OrderRow>('orders', {
  company_id: 'plain',
  id: 'plain',
  site_id: 'plain',
  register_id: 'plain',
  staff_id: 'plain',
  customer_id: 'plain',
  addon_id: 'plain',
  status: 'plain',
  deleted: 'bool',
  discounted: 'bool',
  on_account: 'bool',
  total: 'plain',
  created_at: 'plain',
  updated_at: 'plain',
  placed_at: 'plain',
  paid_at: 'plain',
  fulfil_at: 'plain',
  saleid: 'plain',
  group_id: 'plain',
  original_order_id: 'plain',
  etag: 'plain',
  head: 'plain',
  lines: 'plain',
  options: 'plain',
  payments: 'plain',
  state: 'plain',
});

function toRow(order: Order, keys: ListKeys, rendered: Rendered): OrderRow {
  return {
    company_id: order.company_id,
    id: order.id,
    ...keys,
    updated_at: order.updated_at,
    etag: contentTag(rendered),
    ...rendered,
    state: encodeState(order),
  };
}

/** Saves a new order; answers its content tag. */
export async function insertOrder(tx: Writer, made: Figured, rendered: Rendered): Promise<string> {
  const { order } = made;
  const row = toRow(order, keysOf(made), rendered);
  await turnBetween(order.lines.length);
  await orders.sendInsert(tx, row);
  await saveTerms(tx, order, undefined);
  return row.etag;
}

/** A new order with everything that is stored of it. */
export interface NewRow extends Figured {
  readonly rendered: Rendered;
}

/** Saves new orders together. */
export async function insertOrders(tx: Writer, rows: readonly NewRow[]): Promise<void> {
  await orders.sendInserts(
    tx,
    rows.map((made) => toRow(made.order, keysOf(made), made.rendered)),
  );
  await saveNewTerms(
    tx,
    rows.map(({ order }) => order),
  );
}

/** Saves a changed order, which was `before`; answers its content tag. */
export async function updateOrder(
  tx: Writer,
  before: Figured,
  after: Figured,
  rendered: Rendered,
): Promise<string> {
  const { order } = after;
  const keys = keysOf(after);
  const row = toRow(order, keys, rendered);
  await turnBetween(order.lines.length);
  const changed = { company: order.company_id, order: order.id };
  await keepTexts(tx, changed);
  await keepReplies(tx, changed);
  await orders.sendUpdate(tx, row, alike(keysOf(before), keys));
  await saveTerms(tx, order, before.order);
  return row.etag;
}

/**
 * Keeps which payment requests an order has open. Nothing else of it changes, and no answer shows them: it stays as it was
 * last changed. The caller has locked it.
 */
export async function keepRequests(tx: Writer, order: Order): Promise<void> {
  await tx.send(
    sql`update orders set state = ${encodeState(order)} where company_id = ${order.company_id} and id = ${order.id}`,
  );
}

/** An order as it was rendered when it was saved. */
export interface ShownOrder extends Rendered {
  readonly id: Id;
  readonly customer_id: Id | null;
  readonly etag: string;
}

/** The columns of an order as it was rendered. */
export const SHOWN = raw('id, customer_id, etag, head, lines, options, payments');

/** An order as its reader sees it: what they call it, and its customer with what they call them. */
export interface NamedOrder extends ShownOrder {
  readonly external_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly image: string | null;
  readonly reference_id: string | null;
}

const NAMED = raw(`o.id, o.customer_id, o.etag, o.head, o.lines, o.options, o.payments,
  c.first_name, c.last_name, c.email, c.phone, c.image`);

/** An order for GET, in one statement. */
export async function shownOrder(tx: Reader, by: Namer, id: Id): Promise<NamedOrder | undefined> {
  return shownWhere(tx, by, sql`o.id = ${id}`);
}

/** Blocks of ids that a company has orders in: another begins where FIRST_ORDER_ID was moved far ahead. */
const MAX_BLOCKS = 100;

/** An order by the 8 characters on its receipt; a deleted one is found by id alone (reference: orders.2). */
export async function orderBySaleId(tx: Reader, by: Namer, saleid: string): Promise<NamedOrder | undefined> {
  const { company } = by;
  // The order's id is in the characters, but for its block: of those that the company has, one after the other.
  const blocks = await tx.all<{ block: bigint }>(
    sql`with recursive blocks (block) as (
          select min(id) / ${BLOCK} from orders where company_id = ${company}
          union all
          select (select min(id) / ${BLOCK} from orders
            where company_id = ${company} and id >= (b.block + 1) * ${BLOCK})
          from blocks b where b.block < ${MAX_ID / BLOCK})
        select block from blocks where block is not null order by block limit ${MAX_BLOCKS}`,
  );
  const ids = idsOfSale(
    saleid,
    blocks.map(({ block }) => block),
  );
  if (ids.length === 0) return undefined;
  return shownWhere(tx, by, sql`${isIn('o.id', ids)} and o.saleid = ${saleid} and o.deleted = 0`);
}

async function shownWhere(tx: Reader, by: Namer, where: Sql): Promise<NamedOrder | undefined> {
  const { company } = by;
  const found = await tx.get<NamedOrder>(
    sql`select ${NAMED}, ${externalIdIn(by, 'order', raw('o.id'))} as external_id,
          (select r.reference_id from customer_references r where r.company_id = ${company}
            and r.customer_id = o.customer_id and r.addon_id = ${by.addon}) as reference_id
        from orders o left join customers c on c.company_id = o.company_id and c.id = o.customer_id
        where o.company_id = ${company} and ${where}`,
  );
  return found && (await inCurrentForm(tx, company, [found]))[0];
}

/**
 * Orders as this version renders them: those that it rendered itself are left as they are. The others were rendered by another
 * version, or have no text any more (texts.store.ts).
 */
export async function inCurrentForm<T extends ShownOrder>(
  tx: Reader,
  company: Id,
  stored: readonly T[],
): Promise<readonly T[]> {
  const earlier = new Map(stored.filter(({ etag }) => !isCurrent(etag)).map((order) => [order.id, order]));
  if (earlier.size === 0) return stored;
  const anew = new Map<Id, ReturnType<typeof renderedAnew>>();
  const pace = new LoopYielder();
  const ids = [...earlier.keys()];
  for (let at = 0; at < ids.length; at += STATES_AT_ONCE) {
    const some = ids.slice(at, at + STATES_AT_ONCE);
    const states = await tx.all<StateRow>(
      sql`select id, state from orders where company_id = ${company} and ${isIn('id', some)}`,
    );
    for (const { id, state } of states) {
      const order = earlier.get(id);
      if (order !== undefined) anew.set(id, renderedAnew(order, state));
      await pace.yieldIfDue();
    }
  }
  return stored.map((order) => ({ ...order, ...anew.get(order.id) }));
}

/** Orders whose states are in memory together when they are rendered anew: each may have hundreds of lines. */
const STATES_AT_ONCE = 20;

type StateRow = Pick<OrderRow, 'id' | 'state'>;

/** An order to decide over, kept from changing until the transaction ends. */
export async function lockOrder(tx: Writer, company: Id, id: Id): Promise<Order | undefined> {
  const row = await tx.get<StateRow>(
    sql`select id, state from orders where company_id = ${company} and id = ${id} for update`,
  );
  return row === undefined ? undefined : decodeState(row.state);
}

/**
 * The same for a change that may be committed with those of other orders. What is asked beside it sees what was committed before the
 * order was locked.
 */
export function decideUponOrder(tx: Writer, company: Id, id: Id): MaybePromise<Order | undefined> {
  return tx.decide({
    key: `orders ${company}`,
    ids: [id],
    rows: (ids) =>
      sql`select id, state from orders where company_id = ${company} and ${isIn('id', ids)} for update`,
    idOf: (row: StateRow) => row.id,
    isExclusive: true,
    decide: ([row]) => ({ value: row && decodeState(row.state), changed: [] }),
  });
}

/** An order to look at without changing it. */
export async function readOrder(tx: Reader, company: Id, id: Id): Promise<Order | undefined> {
  const row = await tx.get<StateRow>(
    sql`select id, state from orders where company_id = ${company} and id = ${id}`,
  );
  return row === undefined ? undefined : decodeState(row.state);
}

/**
 * The refunds of an order that were not deleted, oldest first; one more than an order may have, when there are more.
 * The plus sign keeps a planner from walking through all orders by their ids instead of looking the few up.
 */
export async function refundsOf(tx: Reader, company: Id, original: Id): Promise<Order[]> {
  const rows = await tx.all<StateRow>(
    sql`select id, state from orders where company_id = ${company} and original_order_id = ${original}
          and deleted = 0 order by +id limit ${MAX_REFUNDS + 1}`,
  );
  return rows.map((row) => decodeState(row.state));
}

/** The first of some orders that has refunds which were not deleted. Who makes a refund has locked its order. */
export async function refundedOf(tx: Reader, company: Id, orders: readonly Id[]): Promise<Id | undefined> {
  const found = await tx.get<{ original_order_id: Id }>(
    sql`select original_order_id from orders where company_id = ${company} and ${isIn('original_order_id', orders)}
          and deleted = 0 order by original_order_id limit 1`,
  );
  return found?.original_order_id;
}

/** Where an order is made: its site with the settings there, and the register when one is named. */
export interface Place {
  readonly site_id: Id;
  readonly register_id: Id | null;
  readonly register_site_id: Id | null;
  readonly currency: string;
  readonly timezone: string;
  readonly prep_time_minutes: bigint;
  readonly price_list_id: Id;
  /** The list that gives the prices which that list does not have. */
  readonly parent_list_id: Id | null;
  /** 1 where the company has price lists that hold at times, or for types of orders. */
  readonly has_termed_lists: bigint | null;
  /** How money is counted there, as text of their columns. */
  readonly tax_rounding: Counting['tax_rounding'];
  readonly rounding_mode: Counting['rounding_mode'];
  readonly cash_rounding: string | null;
  readonly discounts_include_tax: string | null;
  /** 1: a line may have a price below 0. */
  readonly negative_prices: bigint;
  /** 1: completed orders are numbered; `code` is what their numbers begin with. */
  readonly invoice_numbers: bigint;
  readonly code: string | null;
  /** 1 once the site has an order that is not deleted, null before. */
  readonly has_orders: bigint | null;
  /** 1 where the register has had a shift (reference: shifts.1). */
  readonly has_shifts: bigint | null;
  /** Of the site, and of the register when one was named; see `Kitchen`. */
  readonly kitchen_tickets: bigint;
  readonly kitchen_printing: bigint | null;
}

/** How the figures of a new order are rounded; null: as usual. */
export function countingAt(place: Place): Counting | null {
  const { tax_rounding, rounding_mode } = place;
  const said = place.cash_rounding === null ? null : CASH_COUNTING.read(JSON.parse(place.cash_rounding));
  const cash = coinsIn(said, place.currency);
  const withTax = place.discounts_include_tax;
  const isUsual = tax_rounding === 'line' && rounding_mode === 'half_up' && cash === null && withTax === null;
  if (isUsual) return null;
  const discounts_include_tax = withTax === null ? null : (JSON.parse(withTax) as boolean);
  return { tax_rounding, rounding_mode, discounts_include_tax, cash_rounding: cash };
}

const CASH_COUNTING = stateCodec(CASH_ROUNDING);

/** How far back changes of orders are looked for: longer than a commit takes to be seen. */
const RECENT: Micros = 10n * SECOND;

/** A text that differs once an order of the site was made or changed; '' when none was within that time. */
export async function recentChanges(tx: Reader, company: Id, site: Id, now: Micros): Promise<string> {
  const row = await tx.get<{ newest: Micros | null; id: Id | null; count: bigint }>(
    sql`select max(updated_at) as newest, max(id) as id, count(*) as count from orders
        where company_id = ${company} and deleted = 0 and updated_at > ${now - RECENT} and site_id = ${site}`,
  );
  return row === undefined || row.newest === null ? '' : `${row.newest}/${row.id}/${row.count}`;
}

/**
 * How orders reach the kitchen of a site; `kitchen_printing`: whether a register prints tickets of its own orders.
 */
export type Kitchen = Pick<Place, 'kitchen_tickets' | 'kitchen_printing' | 'prep_time_minutes'>;

/** The kitchen of a site, and what a register there has to do with it. */
export async function kitchenAt(tx: Reader, company: Id, site: Id, register: Id | null): Promise<Kitchen> {
  const found = await tx.get<Kitchen>(
    sql`select s.kitchen_tickets, r.kitchen_printing, s.prep_time_minutes
        from sites s left join registers r
          on r.company_id = s.company_id and r.id = ${register ?? 0n} and r.site_id = s.id
        where s.company_id = ${company} and s.id = ${site}`,
  );
  if (found === undefined) throw new Error('The site of an order is gone.');
  return found;
}

/** The statements that change a place, beside the first order of its site and the first shift. */
const PLACE_TOUCHES = [
  ...['companies', 'sites', 'registers', 'price_lists'],
  ...['insert shifts', 'delete shifts', 'delete orders'],
];

/** Finds the place of a new order by its site, or by its register when no site is given. */
export function findPlace(
  tx: Reader,
  company: Id,
  site: Id | undefined,
  register: Id | undefined,
): Promise<Place | undefined> {
  const load = () => readPlace(tx, company, site, register);
  const lasts = (place: Place | undefined) => place !== undefined && place.has_orders !== null;
  return kept(tx, `${company} place ${site} ${register}`, PLACE_TOUCHES, load, lasts);
}

// Asked for the first site from this one on that has an order, a planner has no index but that of sites to answer by;
// asked for an order of the site, PostgreSQL reads all others where it takes the site for a usual one.
async function readPlace(
  tx: Reader,
  company: Id,
  site: Id | undefined,
  register: Id | undefined,
): Promise<Place | undefined> {
  const columns = raw(`s.id as site_id, coalesce(s.currency, c.currency) as currency,
    coalesce(s.timezone, c.timezone) as timezone, s.prep_time_minutes, s.price_list_id,
    (select l.parent_id from price_lists l where l.company_id = s.company_id and l.id = s.price_list_id)
      as parent_list_id,
    (select 1 from price_lists t where t.company_id = s.company_id
      and (t.schedule is not null or t.order_types is not null) limit 1) as has_termed_lists,
    s.kitchen_tickets, coalesce(s.tax_rounding, c.tax_rounding) as tax_rounding,
    coalesce(s.rounding_mode, c.rounding_mode) as rounding_mode,
    coalesce(s.cash_rounding, c.cash_rounding) as cash_rounding,
    coalesce(s.discounts_include_tax, c.discounts_include_tax) as discounts_include_tax,
    case s.negative_prices when 'true' then 1 when 'false' then 0 else c.negative_prices end
      as negative_prices,
    case s.invoice_numbers when 'true' then 1 when 'false' then 0 else c.invoice_numbers end
      as invoice_numbers, s.code,
    case when (select o.site_id from orders o where o.company_id = s.company_id and o.site_id >= s.id
      and o.deleted = 0 order by o.site_id limit 1) = s.id then 1 end as has_orders`);
  if (register === undefined) {
    return tx.get<Place>(
      sql`select ${columns}, null as register_id, null as register_site_id, null as kitchen_printing,
            null as has_shifts
          from sites s join companies c on c.company_id = s.company_id and c.id = s.company_id
          where s.company_id = ${company} and s.id = ${site ?? 0n}`,
    );
  }
  const at = site === undefined ? raw('s.id = r.site_id') : sql`s.id = ${site}`;
  return tx.get<Place>(
    sql`select ${columns}, r.id as register_id, r.site_id as register_site_id, r.kitchen_printing,
          (select 1 from shifts h where h.company_id = r.company_id and h.register_id = r.id limit 1) as has_shifts
        from registers r join sites s on s.company_id = r.company_id and ${at}
        join companies c on c.company_id = r.company_id and c.id = r.company_id
        where r.company_id = ${company} and r.id = ${register}`,
  );
}
