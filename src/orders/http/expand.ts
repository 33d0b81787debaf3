import { expandedRegisters } from '../../company/expand.ts';
import type { PaymentMethod } from '../../company/shape.ts';
import { byIds, paymentMethods } from '../../company/store.ts';
import { paymentMethodView } from '../../company/view.ts';
import { expandedCustomers } from '../../customers/expand.ts';
import type { Call } from '../../edge/call.ts';
import { type Expandable, expanding, requireExpandable } from '../../edge/expand.ts';
import type { TaggedTexts } from '../../edge/listing.ts';
import { okText, type Reply } from '../../edge/route.ts';
import type { Id } from '../../kernel/id.ts';
import { parseExact } from '../../kernel/json.ts';
import { shortTexts } from '../../products/listed.ts';
import { shortProductsOf } from '../../products/short.store.ts';
import { externalIdsOf, withExternalId } from '../../storage/external-ids.ts';
import type { Reader } from '../../storage/port.ts';
import { orderEtag } from '../row/rendering.ts';
import type { NamedOrder, ShownOrder } from '../row/store.ts';
import { compose, type OrderPart } from '../row/view.ts';
import { shownCustomers } from '../steps/order-customer.ts';
import { show } from '../steps/save.ts';

// The records that orders, their lines and their payments name, beside their ids (reference: conventions.57).

const LINES = { product: 'products:read' } as const;
const PAYMENTS = { payment_method: 'company:read' } as const;
const ORDERS = { customer: 'customers:read', ...LINES, ...PAYMENTS, register: 'company:read' } as const;

/** The records that an order, a line or a payment can show beside an id. */
export type Expanded = keyof typeof ORDERS;

/** The parameters of orders, and of lists of their lines and payments. */
export const EXPAND_ORDERS = expanding(ORDERS);
export const EXPAND_LINES = expanding(LINES);
export const EXPAND_PAYMENTS = expanding(PAYMENTS);

/** A record of an answer, read from its JSON with every number as it was written. */
type Shown = Record<string, unknown>;

/** Records by the text of their ids. */
type Records = ReadonlyMap<string, unknown>;

/** Reads records of a kind, by the ids that answers name, in one go. */
type Load = (tx: Reader, call: Call, ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>;

const LOADS: Readonly<Record<Expanded, Load>> = {
  customer: expandedCustomers,
  product: async (tx, call, ids) => {
    const rows = await shortProductsOf(tx, call.company, ids);
    const texts = await shortTexts(tx, call, rows);
    return new Map(rows.map(({ id }, at) => [id, texts[at] ?? '']));
  },
  payment_method: async (tx, call, ids) => {
    const rows = await byIds<PaymentMethod>(paymentMethods, tx, call.company, ids);
    return new Map(Array.from(rows, ([id, method]) => [id, JSON.stringify(paymentMethodView(method))]));
  },
  register: expandedRegisters,
};

/** The ids under a name in some records, each once. */
function idsOf(holders: readonly Shown[], name: string): Id[] {
  const texts = holders.map((holder) => holder[name]).filter((text) => typeof text === 'string');
  return [...new Set(texts)].map(BigInt);
}

async function load(tx: Reader, call: Call, kind: Expanded, ids: readonly Id[]): Promise<Records> {
  const found = ids.length === 0 ? new Map<Id, string>() : await LOADS[kind](tx, call, ids);
  return new Map(Array.from(found, ([id, json]) => [String(id), parseExact(json)]));
}

const partsOf = (orders: readonly Shown[], name: string): Shown[] =>
  orders.flatMap((order) => (order[name] as Shown[] | undefined) ?? []);

/** Puts the record that each holder names in `from` under `to`; null where it is not there any more. */
function put(holders: readonly Shown[], from: string, to: string, records: Records): void {
  for (const holder of holders) holder[to] = records.get(String(holder[from])) ?? null;
}

/** The record of a line's product, with the name and stock keeping unit that it was sold by. */
function putProducts(lines: readonly Shown[], records: Records): void {
  for (const line of lines) {
    const sold = line.product as Shown;
    const record = records.get(String(line.product_id_str));
    if (record !== undefined) line.product = { ...(record as Shown), sku: null, ...sold };
  }
}

/** Expands parsed orders in place: one query of each kind, however many they are. */
async function expand(
  tx: Reader,
  call: Call,
  orders: readonly Shown[],
  wanted: ReadonlySet<Expanded>,
): Promise<void> {
  const lines = partsOf(orders, 'lines');
  const payments = partsOf(orders, 'payments');
  const named = (kind: Expanded, holders: readonly Shown[], name: string) =>
    load(tx, call, kind, wanted.has(kind) ? idsOf(holders, name) : []);
  if (wanted.has('customer')) {
    put(orders, 'customer_id_str', 'customer', await named('customer', orders, 'customer_id_str'));
  }
  if (wanted.has('register')) {
    put(orders, 'register_id_str', 'register', await named('register', orders, 'register_id_str'));
  }
  if (wanted.has('product')) putProducts(lines, await named('product', lines, 'product_id_str'));
  if (wanted.has('payment_method')) {
    put(
      payments,
      'method_id_str',
      'payment_method',
      await named('payment_method', payments, 'method_id_str'),
    );
  }
}

/** 403 when the caller may not read what is to be shown of orders. */
export function requireExpandedOrders(call: Call, wanted: ReadonlySet<Expanded>): void {
  requireExpandable(call, ORDERS as Expandable<Expanded>, wanted);
}

/** The JSON of orders with the records that were asked for. */
async function expandOrders(
  tx: Reader,
  call: Call,
  texts: readonly string[],
  wanted: ReadonlySet<Expanded>,
): Promise<readonly string[]> {
  const orders = texts.map((text) => parseExact(text) as Shown);
  await expand(tx, call, orders, wanted);
  return orders.map((order) => JSON.stringify(order));
}

/** The JSON of a list's orders with the parts and the records that were asked for; with tags when those are no records. */
export async function listedOrders(
  tx: Reader,
  call: Call,
  rows: readonly ShownOrder[],
  parts: ReadonlySet<OrderPart>,
  wanted: ReadonlySet<Expanded>,
): Promise<readonly string[] | TaggedTexts> {
  const named = parts.has('customer') ? rows.map((row) => row.customer_id) : [];
  const customerOf = await shownCustomers(tx, call, named);
  const ids = rows.map((row) => row.id);
  const names = await externalIdsOf(tx, call, 'order', ids);
  const texts: string[] = [];
  const tags: string[] = [];
  for (const row of rows) {
    const customer = customerOf(row.customer_id).own;
    const name = names.get(row.id);
    texts.push(withExternalId(compose(row, parts, customer), name));
    tags.push(orderEtag(row.etag, customer, name));
  }
  return wanted.size === 0 ? { texts, tags } : expandOrders(tx, call, texts, wanted);
}

/** A whole order; without `expand` as it was rendered when it was saved. */
export async function answerOrder(
  tx: Reader,
  call: Call,
  found: NamedOrder,
  wanted: ReadonlySet<Expanded>,
): Promise<Reply> {
  requireExpandedOrders(call, wanted);
  const { body, etag } = show(found);
  if (wanted.size === 0) return okText(body, etag);
  // Its tag follows from all that is shown.
  const [expanded = ''] = await expandOrders(tx, call, [body], wanted);
  return okText(expanded);
}

/** The parts of a list's orders that hold what is to be expanded. */
export function withExpanded(
  parts: ReadonlySet<OrderPart>,
  wanted: ReadonlySet<Expanded>,
): ReadonlySet<OrderPart> {
  if (wanted.size === 0) return parts;
  const more: OrderPart[] = [];
  if (wanted.has('product')) more.push('lines');
  if (wanted.has('payment_method')) more.push('payments');
  return new Set([...parts, ...more]);
}

/** The same of lines or payments of an order. */
export async function expandParts(
  tx: Reader,
  call: Call,
  part: 'lines' | 'payments',
  texts: readonly string[],
  wanted: ReadonlySet<Expanded>,
): Promise<readonly string[]> {
  if (wanted.size === 0) return texts;
  const parts = texts.map((text) => parseExact(text) as Shown);
  await expand(tx, call, [{ [part]: parts }], wanted);
  return parts.map((each) => JSON.stringify(each));
}
