// Compares a shop's acknowledged sales with the service: orders, stock, the event log and deliveries.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '#test/harness/service.ts';
import { MAX_PROBLEMS } from './part.ts';
import { type Sale, type Shop, STOCK } from './shop.ts';
import type { Sink } from './sink.ts';

/** Orders asked for together. */
const IDS_PER_PAGE = 200;
const PAGE = 5_000;
/** Topics that the sink has webhooks for. */
const DELIVERED = ['orders/completed', 'products/availability'];
/** How long no delivery may arrive before missing ones count as lost, in ms: longer than a lease. */
const QUIET_MS = 45_000;
const POLL_MS = 100;

/** The counts of an audit. */
export type AuditCounts = Record<
  'orders' | 'changes' | 'lost' | 'doubled' | 'unknown' | 'events' | 'eventsToDeliver' | 'eventsDelivered',
  number
>;

/** Names the first of many. */
function some(what: string, all: readonly unknown[]): string[] {
  if (all.length === 0) return [];
  return [`${all.length} ${what}: ${all.slice(0, 5).join(', ')}${all.length > 5 ? ', …' : ''}`];
}

/** Orders among those that were acknowledged that are not there any more. */
export async function lostOf(shop: Shop, sales: readonly (readonly [string, Sale])[]): Promise<string[]> {
  const lost: string[] = [];
  for (let at = 0; at < sales.length; at += IDS_PER_PAGE) {
    const some = sales.slice(at, at + IDS_PER_PAGE);
    const ids = some.map(([, { id }]) => id).join(',');
    const there = new Map<number, string>();
    for await (const order of shop.list(`orders?limit=${IDS_PER_PAGE}&ids=${ids}`)) {
      there.set(order.id, order.notes);
    }
    for (const [key, { id }] of some) if (there.get(id) !== key) lost.push(key);
  }
  return lost;
}

/** Compares what is kept, after the registers have closed: orders, their numbers, stock and the event log. */
export async function auditRecords(shop: Shop) {
  const problems = shop.surprises.slice(0, MAX_PROBLEMS);
  const orders = await auditOrders(shop, problems);
  await auditStock(shop, problems);
  const events = await auditEvents(shop, orders.ids, problems);
  return { orders, events, problems };
}

/** The whole audit, after the registers have closed. Waits for deliveries as long as some still arrive. */
export async function audit(shop: Shop, sink: Sink): Promise<{ counts: AuditCounts; problems: string[] }> {
  const { orders, events, problems } = await auditRecords(shop);
  const delivered = await auditDeliveries(sink, events.wanted, problems);
  return {
    counts: {
      ...orders.counts,
      changes: shop.changes,
      ...events.counts,
      eventsToDeliver: events.wanted.size,
      ...delivered,
    },
    problems,
  };
}

async function auditOrders(shop: Shop, problems: string[]) {
  const ids = new Set<number>();
  const seen = new Map<string, number>();
  const doubled: string[] = [];
  const unknown: string[] = [];
  const numbers = new Map<string, number[]>();
  const changed: string[] = [];
  for await (const order of shop.list(`orders?limit=${PAGE}&fields=lines,payments`)) {
    ids.add(order.id);
    const [, book = '', number = ''] = /^(.*?)(\d+)$/.exec(String(order.invoice_number)) ?? [];
    numbers.set(book, [...(numbers.get(book) ?? []), Number(number)]);
    const key = String(order.notes);
    const sale = shop.sold.get(key);
    if (seen.has(key)) doubled.push(key);
    else if (sale === undefined || sale.id !== order.id) unknown.push(`order ${order.id} (${key})`);
    else if (!isAsAcknowledged(order, sale)) changed.push(`order ${order.id} (${key})`);
    seen.set(key, order.id);
  }
  const lost = [...shop.sold.keys()].filter((key) => !seen.has(key));
  problems.push(...numberProblems(numbers));
  problems.push(...some('acknowledged orders are gone', lost));
  problems.push(...some('orders are there twice', doubled));
  problems.push(...some('orders are there that no register was told of', unknown));
  problems.push(...some('orders have not the lines and payments that were acknowledged', changed));
  return {
    ids,
    counts: { orders: ids.size, lost: lost.length, doubled: doubled.length, unknown: unknown.length },
  };
}

/** Whether an order has the lines and payments that were acknowledged; lines that were added at once have any order. */
function isAsAcknowledged(order: Json, { quantities, payments }: Sale): boolean {
  const found = order.lines.map((line: Json) => Number(line.quantity));
  const sorted = (all: readonly number[]) => [...all].sort((a, b) => a - b).join(',');
  return sorted(found) === sorted(quantities) && order.payments.length === payments;
}

/** Invoice numbers that are missing, there twice, or not there at all; a book is what stands before the last digits. */
function numberProblems(numbers: ReadonlyMap<string, readonly number[]>): string[] {
  return [...numbers].flatMap(([book, given]) => {
    if (book === '') return [`${given.length} orders have no invoice number.`];
    const wrong = [...given].sort((a, b) => a - b).filter((number, at) => number !== at + 1);
    return some(`invoice numbers of ${book} have a gap before them or are there twice`, wrong);
  });
}

async function auditStock(shop: Shop, problems: string[]): Promise<void> {
  const taken = new Map<number, number>();
  for (const { product, quantities } of shop.sold.values()) {
    const quantity = quantities.reduce((sum, each) => sum + each, 0);
    taken.set(product, (taken.get(product) ?? 0) + quantity);
  }
  const stock = new Map<number, number>();
  for await (const item of shop.list(`sites/${shop.reach.site}/inventory?limit=${PAGE}`)) {
    stock.set(item.id, item.stock);
  }
  for (const product of shop.reach.products) {
    const wanted = STOCK - (taken.get(product) ?? 0);
    const found = stock.get(product);
    if (found !== wanted)
      problems.push(`Product ${product}: ${found} are left where ${wanted} should be left.`);
  }
}

async function auditEvents(shop: Shop, ids: ReadonlySet<number>, problems: string[]) {
  const wanted = new Set<number>();
  const completed = new Map<number, number>();
  let last = 0;
  for await (const event of shop.list(`events?limit=${PAGE}`)) {
    if (event.number !== last + 1) problems.push(`The event after ${last} has the number ${event.number}.`);
    last = event.number;
    if (event.topic === 'orders/completed') {
      completed.set(event.resource_id, (completed.get(event.resource_id) ?? 0) + 1);
    }
    if (DELIVERED.includes(event.topic) && event.number > shop.begin) wanted.add(event.number);
  }
  const without = [...ids].filter((id) => completed.get(id) !== 1);
  problems.push(...some('orders do not have exactly one orders/completed', without));
  const invented = [...completed.keys()].filter((id) => !ids.has(id));
  problems.push(...some('orders/completed tell of orders that are not there', invented));
  return { wanted, counts: { events: last } };
}

async function auditDeliveries(sink: Sink, wanted: ReadonlySet<number>, problems: string[]) {
  const missing = () => [...wanted].filter((number) => !sink.arrived.has(number));
  let left = missing();
  for (let quiet = 0; left.length > 0 && quiet < QUIET_MS; quiet += POLL_MS) {
    await sleep(POLL_MS);
    const now = missing();
    if (now.length < left.length) quiet = 0;
    left = now;
  }
  problems.push(...some('events were not delivered', left));
  const invented = [...sink.arrived.keys()].filter((number) => !wanted.has(number));
  problems.push(...some('deliveries tell of events that are not in the log', invented));
  if (sink.forged > 0) problems.push(`${sink.forged} deliveries were not signed as they should be.`);
  return { eventsDelivered: wanted.size - left.length };
}
