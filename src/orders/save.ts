import { hasReference } from '../customers/store.ts';
import type { Call } from '../edge/call.ts';
import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { jsonInteger } from '../kernel/json.ts';
import { append } from '../outbox/append.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { customerTexts } from './lists.ts';
import type { Order } from './order.ts';
import { completeWhenPaid, type Figures, figuresOf, sendToKitchen } from './rules/decide.ts';
import { isFinal } from './rules/status.ts';
import { groupOrders, insertOrder, type ShownOrder, updateOrder } from './store.ts';
import { composeWhole, orderEtag, type Rendered, render } from './view.ts';

/** An order after its change, with everything that followed from it. */
export interface Settled {
  readonly order: Order;
  readonly figures: Figures;
  readonly sentToKitchen: boolean;
}

/** What follows from a change: figures, completion by payment, what goes to the kitchen. */
export function settleOrder(changed: Order): Settled {
  const figures = figuresOf(changed);
  const { order, sent } = sendToKitchen(completeWhenPaid(changed, figures));
  return { order, figures, sentToKitchen: sent };
}

/** A saved order as it is answered. */
export interface Saved {
  readonly order: Order;
  readonly figures: Figures;
  readonly body: string;
  readonly etag: string;
}

/** The linked customer as the caller sees it, or "null". */
export async function customerText(tx: Reader, call: Pick<Call, 'company' | 'addon'>, id: Id | null): Promise<string> {
  if (id === null) return 'null';
  return (await customerTexts(tx, call, [id])).get(id) ?? 'null';
}

/** The whole order as one add-on sees it. */
export async function show(tx: Reader, call: Call, shown: ShownOrder): Promise<{ body: string; etag: string }> {
  const customer = await customerText(tx, call, shown.customer_id);
  return { body: composeWhole(shown, customer), etag: orderEtag(shown.etag, customer) };
}

/**
 * Saves an order with everything that follows from its change, and tells what happened (contract 7): the
 * order and its events are one commit. `before` is undefined for a new order.
 */
export async function saveOrder(
  tx: Writer,
  call: Call,
  before: Order | undefined,
  changed: Order,
  more: readonly Fact[] = [],
): Promise<Saved> {
  const { order, figures, sentToKitchen } = settleOrder(changed);
  const rendered = render(order, figures);
  const tag = await (before === undefined ? insertOrder : updateOrder)(tx, order, figures, rendered);
  const customer = await customerText(tx, call, order.customer_id);
  const facts = [...more, ...(await happened(tx, call, before, order, rendered, sentToKitchen))];
  await append(tx, call.company, call.now, facts);
  return { order, figures, body: composeWhole(rendered, customer), etag: orderEtag(tag, customer) };
}

async function happened(
  tx: Writer,
  call: Call,
  before: Order | undefined,
  order: Order,
  rendered: Rendered,
  sentToKitchen: boolean,
): Promise<Fact[]> {
  const linkChanged = (before?.customer_id ?? null) !== order.customer_id;
  const completed = order.status === 'COMPLETE' && before?.status !== 'COMPLETE';
  const deleted = order.deleted && before?.deleted !== true;
  const closed = order.group_id !== null && isClosed(order) && (before === undefined || !isClosed(before));
  if (!linkChanged && !completed && !deleted && !closed && !sentToKitchen) return [];
  // The stored payload has no reference_id: it is filled in for each add-on that reads it.
  const payload = await payloadOf(tx, call, order.customer_id, rendered);
  const fact = (topic: Fact['topic'], changed: readonly string[], customer: Id | null): Fact => ({
    topic,
    resource: order.id,
    sites: [order.site_id],
    changed,
    payload,
    customer,
  });
  const facts: Fact[] = [];
  if (linkChanged) {
    const customer = order.customer_id ?? before?.customer_id ?? null;
    if (customer !== null && (await hasReference(tx, call.company, customer))) {
      facts.push(fact('orders/customer', ['customer'], order.customer_id));
    }
  }
  if (sentToKitchen) facts.push(fact('orders/kitchen_print', ['lines'], order.customer_id));
  if (completed) facts.push(fact('orders/completed', changedAtCompletion(before, order), order.customer_id));
  if (deleted) facts.push(fact('orders/deleted', ['deleted'], order.customer_id));
  if (closed) facts.push(...(await groupFinalised(tx, call, order)));
  return facts;
}

function isClosed(order: Order): boolean {
  return order.deleted || isFinal(order.status);
}

/** `customer` is what the filter of orders/completed looks for: it is there when a customer is linked. */
function changedAtCompletion(before: Order | undefined, order: Order): string[] {
  const changed = before?.status === order.status ? [] : ['status'];
  return order.customer_id === null ? changed : [...changed, 'customer'];
}

async function payloadOf(tx: Reader, call: Call, customer: Id | null, rendered: Rendered): Promise<string> {
  return composeWhole(rendered, await customerText(tx, { company: call.company, addon: 0n }, customer));
}

/** The group's orders when this was the last open one (contract 6, Group finalised). */
async function groupFinalised(tx: Writer, call: Call, order: Order): Promise<Fact[]> {
  const { group_id: group } = order;
  if (group === null) return [];
  const members = await groupOrders(tx, call.company, order.site_id, group, call.now, true);
  if (members.length === 0 || members.some((member) => !isFinal(member.status))) return [];
  const bodies = await Promise.all(
    members.map(async (member) =>
      composeWhole(member, await customerText(tx, { company: call.company, addon: 0n }, member.customer_id)),
    ),
  );
  const head = JSON.stringify({
    group_id: group,
    company_id: jsonInteger(order.company_id),
    site_id: jsonInteger(order.site_id),
  });
  const payload = `${head.slice(0, -1)},"orders":[${bodies.join(',')}]}`;
  return [{ topic: 'orders/group_finalised', resource: order.id, sites: [order.site_id], changed: ['status'], payload }];
}
