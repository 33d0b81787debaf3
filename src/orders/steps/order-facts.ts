import type { Author } from '../../kernel/author.ts';
import type { Difference, Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { view } from '../../shape/view.ts';
import type { Writer } from '../../storage/port.ts';
import { closeInTurn, GROUP_LIFETIME, groupMembers } from '../row/groups.store.ts';
import {
  composeWhole,
  groupView,
  orderDifference,
  orderTail,
  type Rendered,
  type ShownParts,
  shownParts,
} from '../row/view.ts';
import type { Figured } from '../rules/figures.ts';
import { lineName } from '../rules/line-name.ts';
import { isFinal } from '../rules/status.ts';
import { KITCHEN_LINE } from '../shape/answers.ts';
import type { Entry, Order } from '../types.ts';
import { anyReferenced, type ShownCustomer, shownCustomers } from './order-customer.ts';

/** A change of an order that is being saved. */
export interface OrderChanged {
  /** Undefined for a new order. */
  readonly before: Figured | undefined;
  readonly after: { readonly order: Order; readonly shown: ShownParts; readonly rendered: Rendered };
  /** The entries of kitchen tickets that the change makes. */
  readonly entries: readonly Entry[];
  readonly customerOf: (id: Id | null) => ShownCustomer;
  /** Whether the external id of its author has changed. */
  readonly isRenamed: boolean;
  /** The external ids that add-ons gave it. */
  readonly named: ReadonlyMap<Id, string>;
}

/** The events that a change of an order makes (reference: events.4). */
export async function factsOfChange(
  tx: Writer,
  by: Author,
  { before, after, entries, customerOf, isRenamed, named }: OrderChanged,
): Promise<Fact[]> {
  const { order, rendered } = after;
  const linked = before?.order.customer_id ?? null;
  const customerShown = customerOf(order.customer_id).forEvents;
  const payload = composeWhole(rendered, customerShown);
  const shared = {
    ...{ resource: order.id, sites: [order.site_id], payload, customer: order.customer_id },
    tail: orderTail(customerShown),
    named,
  };
  const facts: Fact[] = [];
  const add = (topic: Fact['topic'], difference: Difference, extra?: string): void => {
    facts.push({ topic, ...shared, ...difference, extra });
  };
  const isLinked =
    linked !== order.customer_id && (await anyReferenced(tx, by.company, [order.customer_id, linked]));
  const isCompleted = order.status === 'COMPLETE' && before?.order.status !== 'COMPLETE';
  const isDeleted = order.deleted && before?.order.deleted !== true;
  const customer = (wanted: boolean): Difference => ({
    changed: wanted ? ['customer'] : [],
    previous: before && wanted ? `{"customer":${customerOf(linked).forEvents}}` : undefined,
  });
  // A change that has a topic of its own is announced by that topic.
  const difference = changeOf(
    before,
    after.shown,
    customer(linked !== order.customer_id && !isLinked),
    isRenamed,
  );
  if (difference === undefined) add('orders/created', { changed: partsOf(order) });
  else if (!isCompleted && !isDeleted && difference.changed.some((name) => !(isLinked && LINK.has(name))))
    add('orders/updated', difference);
  if (isLinked) add('orders/customer', customer(true));
  if (entries.length > 0)
    add('orders/kitchen_print', { changed: ['lines'] }, kitchenExtra(before?.order, order, entries));
  // These topics stand in place of orders/updated, and say all that the change did (reference: events.42).
  if (isCompleted) add('orders/completed', difference ?? { changed: partsOf(order) });
  if (isDeleted) add('orders/deleted', { changed: difference?.changed ?? ['deleted'] });
  if (isClosed(order) && (before === undefined || !isClosed(before.order))) {
    facts.push(...(await groupFinalised(tx, by, order)));
  }
  return facts;
}

/** The difference that a change of an order makes to its view; undefined for a new order. */
function changeOf(
  before: Figured | undefined,
  shown: ShownParts,
  customer: Difference,
  isRenamed: boolean,
): Difference | undefined {
  if (before === undefined) return undefined;
  const { changed, previous } = joined(
    orderDifference(shownParts(before.order, before.figures), shown),
    customer,
  );
  // The name is its author's own: the event says that it has changed, and not what it was.
  return { changed: isRenamed ? [...changed, 'external_id'] : changed, previous };
}

/** The fields of an order that name its customer. */
const LINK: ReadonlySet<string> = new Set(['customer_id', 'customer_id_str', 'customer']);

/** The fields that a new order's event names as changed: its status, and those that it has. */
function partsOf({ lines, payments, customer_id: customer }: Order): string[] {
  return [
    'status',
    ...(lines.length === 0 ? [] : ['lines']),
    ...(payments.length === 0 ? [] : ['payments']),
    ...(customer === null ? [] : ['customer']),
  ];
}

function joined(a: Difference, b: Difference): Difference {
  if (b.changed.length === 0) return a;
  const members = [a.previous, b.previous]
    .map((each) => (each ?? '{}').slice(1, -1))
    .filter((each) => each !== '');
  return { changed: [...a.changed, ...b.changed], previous: `{${members.join(',')}}` };
}

const kitchenLine = view(KITCHEN_LINE, (entry: Entry, numbers: ReadonlyMap<string, number>) => ({
  line_id: BigInt(entry.line_id),
  line_number: numbers.get(entry.line_id) ?? null,
  number: numbers.get(entry.line_id) ?? null,
  change: entry.action,
  action: entry.action,
  quantity: BigInt(entry.quantity),
  product_id: BigInt(entry.product.id),
  name: lineName(entry),
}));

/** The member `kitchen` of a payload: the lines that the kitchen has to make, or not to make any more. */
function kitchenExtra(before: Order | undefined, after: Order, entries: readonly Entry[]): string {
  const lines = [...(before?.lines ?? []), ...after.lines];
  const numbers = new Map(lines.map((line) => [line.line_id.toString(), line.number]));
  return `"kitchen":${JSON.stringify(entries.map((entry) => kitchenLine(entry, numbers)))}`;
}

function isClosed(order: Order): boolean {
  return order.deleted || isFinal(order.status);
}

/**
 * The group's orders when the last open one was closed (reference: orders.16). Closings at one site wait
 * for each other here, so that of two that happen at the same time the second sees the first.
 */
async function groupFinalised(tx: Writer, by: Author, order: Order): Promise<Fact[]> {
  const { group_id: group, site_id: site } = order;
  if (group === null || order.created_at <= by.now - GROUP_LIFETIME) return [];
  await closeInTurn(tx, by.company, site);
  const members = await groupMembers(tx, by.company, site, group, by.now);
  if (members.length === 0 || members.some((member) => !isFinal(member.status))) return [];
  const customerOf = await shownCustomers(
    tx,
    by,
    members.map((member) => member.customer_id),
  );
  const bodies = members.map((member) => composeWhole(member, customerOf(member.customer_id).forEvents));
  const head = JSON.stringify(groupView({ group_id: group, company_id: order.company_id, site_id: site }));
  const payload = `${head.slice(0, -1)},"orders":[${bodies.join(',')}]}`;
  return [
    {
      topic: 'orders/group_finalised',
      resource: order.id,
      sites: [site],
      changed: ['status'],
      payload,
      orders: members.map((member) => member.id),
      customers: members.flatMap((member) => member.customer_id ?? []),
    },
  ];
}
