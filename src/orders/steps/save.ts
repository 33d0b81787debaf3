import { ownMethods } from '../../company/store.ts';
import type { Author } from '../../kernel/author.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { jsonInteger } from '../../kernel/json.ts';
import { append } from '../../outbox/append.ts';
import { queueCallback } from '../../outbox/deliveries.ts';
import type { Reader, Writer } from '../../storage/port.ts';
import { encodeState } from '../row/codec.ts';
import {
  GROUP_LIFETIME,
  groupMembers,
  insertOrder,
  lockSite,
  type Place,
  type ShownOrder,
  shownOrder,
  updateOrder,
} from '../row/store.ts';
import { composeWhole, orderEtag, type Rendered, render } from '../row/view.ts';
import { refuseTurnedOrder } from '../rules/bounds.ts';
import { completeWhenPaid, sendToKitchen } from '../rules/decide.ts';
import { type Figures, figuresOf } from '../rules/figures.ts';
import { withEntry } from '../rules/history.ts';
import type { LineProduct } from '../rules/offer.ts';
import { refuseLocked, refuseUnexplained } from '../rules/staff-limits.ts';
import { isFinal } from '../rules/status.ts';
import type { Actor, Order } from '../types.ts';
import { recordKitchenTickets } from './kitchen-tickets.ts';
import { moveStock } from './move-stock.ts';
import { anyReferenced, shownCustomers } from './order-customer.ts';

/** An order after its change, with everything that followed from it. */
export interface Settled {
  readonly order: Order;
  readonly figures: Figures;
  readonly sentToKitchen: boolean;
}

/**
 * An order after its change: figures, completion by payment, lines sent to the kitchen. A deletion adds nothing.
 * 400 when a fixed variation turned the order around by it.
 */
export function settleOrder(changed: Order, before?: Order): Settled {
  const figures = figuresOf(changed);
  if (changed.deleted) return { order: changed, figures, sentToKitchen: false };
  refuseTurnedOrder(changed, before);
  const { order, sent } = sendToKitchen(completeWhenPaid(changed, figures));
  return { order, figures, sentToKitchen: sent };
}

/** An order as it is answered. */
export interface Answered {
  readonly body: string;
  readonly etag: string;
}

/** The whole order as one add-on sees it. */
export async function show(tx: Reader, by: Author, shown: ShownOrder): Promise<Answered> {
  const customerOf = await shownCustomers(tx, by, [shown.customer_id]);
  const { own } = customerOf(shown.customer_id);
  return { body: composeWhole(shown, own), etag: orderEtag(shown.etag, own) };
}

/** True when a change left everything as it was. */
function isUnchanged(before: Order, after: Order): boolean {
  return encodeState(before) === encodeState({ ...after, updated_at: before.updated_at });
}

/** Records that the caller has read, and events it has made already. */
export interface SaveContext {
  /** Events of other records that the change made, such as of the customer's. */
  readonly facts?: readonly Fact[];
  /** Products of the order as they are at its site, to save reading them again. */
  readonly products?: ReadonlyMap<Id, LineProduct>;
  /** The place of a new order, to save reading it again. */
  readonly place?: Place;
}

/**
 * Saves an order with everything that follows from its change, and appends the events (reference: events.1): the
 * order, the stock it moves and its events are one commit. `before` is undefined for a new order. A change that changes
 * nothing leaves the order, its updated_at and the log alone (reference: orders.11).
 */
export async function saveOrder(
  tx: Writer,
  by: Author,
  before: Order | undefined,
  changed: Order,
  { facts: more = [], products, place }: SaveContext = {},
): Promise<Answered> {
  const settled = settleOrder(changed, before);
  if (before !== undefined && isUnchanged(before, settled.order)) {
    await append(tx, by.company, by.now, more);
    const shown = await shownOrder(tx, by.company, before.id);
    if (shown === undefined) throw new Error('An order that is being changed is gone.');
    return show(tx, by, shown);
  }
  if (before !== undefined && by.staffMember !== undefined) {
    const change = { before: { order: before, figures: figuresOf(before) }, after: settled };
    refuseUnexplained(change);
    const own = await ownMethods(tx, by.company, before.addon_id);
    refuseLocked({ ...change, ownMethods: own.map((method) => method.id) });
  }
  const moved = await moveStock(tx, by, before, settled.order, products);
  const final: Order = { ...settled.order, held: moved.held, updated_at: by.now };
  const order = withEntry(before, final, settled.figures, actorOf(by), by.now);
  const rendered = render(order, settled.figures);
  const save = before === undefined ? insertOrder : updateOrder;
  const tag = await save(tx, order, settled.figures, rendered);
  const { own, forEvents } = (await shownCustomers(tx, by, [order.customer_id]))(order.customer_id);
  const payload = () => composeWhole(rendered, forEvents);
  const kitchenFacts = await recordKitchenTickets(tx, by, before, order, place);
  const facts = await factsOfChange(tx, by, before, order, settled.sentToKitchen, payload);
  await append(tx, by.company, by.now, [...more, ...moved.facts, ...facts, ...kitchenFacts]);
  if (before !== undefined && before.status !== order.status) await callBack(tx, by, order, rendered);
  return { body: composeWhole(rendered, own), etag: orderEtag(tag, own) };
}

/** Queues the message of a transition to the order's callback_uri (reference: orders.32). */
async function callBack(tx: Writer, by: Author, order: Order, rendered: Rendered): Promise<void> {
  const { company, now } = by;
  const { customer_id: customer, callback_uri: address } = order;
  if (address === null) return;
  const addon = order.addon_id;
  const { own } = (await shownCustomers(tx, { company, addon }, [customer]))(customer);
  const body = composeWhole(rendered, own);
  await queueCallback(tx, { company, addon, order: order.id, address, body, now });
}

/** The author of the change, as the history keeps it. */
function actorOf({ addon, staffMember }: Author): Actor {
  return {
    addon_id: addon,
    staff_member_id: staffMember?.id ?? null,
    register_id: staffMember?.register ?? null,
  };
}

/** The events that a change of an order makes (reference: events.4). */
async function factsOfChange(
  tx: Writer,
  by: Author,
  before: Order | undefined,
  order: Order,
  sentToKitchen: boolean,
  payload: () => string,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  const addFact = (topic: Fact['topic'], changed: readonly string[]): void => {
    facts.push({
      topic,
      resource: order.id,
      sites: [order.site_id],
      changed,
      payload: payload(),
      customer: order.customer_id,
    });
  };
  const linked = before?.customer_id ?? null;
  if (linked !== order.customer_id && (await anyReferenced(tx, by.company, [order.customer_id, linked]))) {
    addFact('orders/customer', ['customer']);
  }
  if (sentToKitchen) addFact('orders/kitchen_print', ['lines']);
  if (order.status === 'COMPLETE' && before?.status !== 'COMPLETE') {
    // For webhooks that filter this topic by attributes: `customer` is named when one is linked.
    addFact('orders/completed', order.customer_id === null ? ['status'] : ['status', 'customer']);
  }
  if (order.deleted && before?.deleted !== true) addFact('orders/deleted', ['deleted']);
  if (isClosed(order) && (before === undefined || !isClosed(before))) {
    facts.push(...(await groupFinalised(tx, by, order)));
  }
  return facts;
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
  await lockSite(tx, by.company, site);
  const members = await groupMembers(tx, by.company, site, group, by.now);
  if (members.length === 0 || members.some((member) => !isFinal(member.status))) return [];
  const customerOf = await shownCustomers(
    tx,
    by,
    members.map((member) => member.customer_id),
  );
  const bodies = members.map((member) => composeWhole(member, customerOf(member.customer_id).forEvents));
  const head = JSON.stringify({
    group_id: group,
    company_id: jsonInteger(order.company_id),
    site_id: jsonInteger(site),
  });
  const payload = `${head.slice(0, -1)},"orders":[${bodies.join(',')}]}`;
  return [
    { topic: 'orders/group_finalised', resource: order.id, sites: [site], changed: ['status'], payload },
  ];
}
