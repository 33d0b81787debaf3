import type { Approval } from '../../company/approval-shape.ts';
import { isBound, requireRights } from '../../company/rights.ts';
import type { Right } from '../../company/rules/rights.ts';
import { ownMethods } from '../../company/store.ts';
import { orderCustomerView } from '../../customers/view.ts';
import type { OrderText } from '../../edge/route.ts';
import type { Author } from '../../kernel/author.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import { turnBetween } from '../../kernel/loop-yielder.ts';
import { requireProof } from '../../kernel/proof.ts';
import { append } from '../../outbox/append.ts';
import { type Act, appendAudit } from '../../outbox/audit.ts';
import { queueCallback } from '../../outbox/deliveries.ts';
import { withExternalId } from '../../storage/external-ids.ts';
import type { Writer } from '../../storage/port.ts';
import { isSameState } from '../row/codec.ts';
import { appendHistory } from '../row/history.store.ts';
import { orderEtag } from '../row/rendering.ts';
import { insertOrder, type NamedOrder, type Place, shownOrder, updateOrder } from '../row/store.ts';
import { composeWhole, orderTail, type Rendered, renderParts, shownParts } from '../row/view.ts';
import { actsFor, auditedRights, type OrderAct } from '../rules/acts.ts';
import { refuseTurnedOrder } from '../rules/bounds.ts';
import { completeWhenPaid, sendToKitchen } from '../rules/decide.ts';
import type { Discounts } from '../rules/discounts.ts';
import { type Figured, type Figures, figuresOf } from '../rules/figures.ts';
import { record } from '../rules/history.ts';
import { kitchenEntries } from '../rules/kitchen.ts';
import type { LineProduct, Offer } from '../rules/offer.ts';
import { refuseWhileOpen } from '../rules/requests.ts';
import { rightsToRegroup } from '../rules/rights.ts';
import { pricedAnew } from '../rules/settled.ts';
import { refuseLocked, refuseUnexplained } from '../rules/staff-limits.ts';
import type { Actor, Allowed, Order } from '../types.ts';
import { type Audience, audienceOf, UNNAMED } from './audience.ts';
import { booked, recordTakings } from './drawer.ts';
import { withFormerPrices } from './former-prices.ts';
import { withInvoiceNumber } from './invoice-number.ts';
import { recordKitchenTickets } from './kitchen-tickets.ts';
import { moveStock } from './move-stock.ts';
import { shownCustomers } from './order-customer.ts';
import { factsOfChange } from './order-facts.ts';
import type { Refundable } from './refunds.ts';

/** By these permissions money goes back to a guest: people prove first who they are (reference: authentication.29). */
const PAY_OUTS: ReadonlySet<Right> = new Set(['Refund', 'RefundWithoutReceipt']);

/**
 * An order after its change: figures, completion by payment, lines sent to the kitchen. A deletion adds nothing.
 * 400 when a fixed variation turned the order around by it.
 */
export function settleOrder(sent: Order, before?: Order, isRegrouped = false): Figured {
  const changed = before === undefined || isRegrouped ? sent : pricedAnew(sent, before);
  const figures = figuresOf(changed);
  if (changed.deleted) return { order: changed, figures };
  if (!isRegrouped) refuseTurnedOrder(changed, before);
  return { order: sendToKitchen(completeWhenPaid(changed, figures)), figures };
}

/** An order as it is answered: the members of its reply. */
export interface Answered {
  readonly body: string;
  readonly etag: string;
  readonly ofRow?: OrderText | undefined;
}

/** An order with its customer and what its reader calls it. */
function answered(rendered: Rendered, tag: string, customer: string, name: string | undefined): Answered {
  const body = withExternalId(composeWhole(rendered, customer), name);
  return { body, etag: orderEtag(tag, customer, name) };
}

/** The whole order as one add-on sees it. */
export function show(shown: NamedOrder): Answered {
  const { customer_id: id, first_name, reference_id: reference } = shown;
  const isLinked = id !== null && first_name !== null;
  const customer = isLinked
    ? JSON.stringify(orderCustomerView({ ...shown, id, first_name }, reference ?? ''))
    : 'null';
  return answered(shown, shown.etag, customer, shown.external_id ?? undefined);
}

/** True when a change left everything as it was. */
function isUnchanged(before: Order, after: Order): boolean {
  return isSameState(before, { ...after, updated_at: before.updated_at });
}

/** An order as it is shown and stored, with a turn of the event loop before and after it when it is long. */
async function renderApart(order: Order, figures: Figures) {
  await turnBetween(order.lines.length);
  const shown = shownParts(order, figures);
  const rendered = renderParts(shown);
  await turnBetween(order.lines.length);
  return { shown, rendered };
}

/** Records that the caller has read, and events it has made already. */
export interface SaveContext {
  /** Events of other records that the change made, such as of the customer's. */
  readonly facts?: readonly Fact[];
  /** Products of the order as they are at its site, to save reading them again. */
  readonly products?: ReadonlyMap<Id, LineProduct>;
  /** The order that a new refund gives back from. */
  readonly sale?: Refundable | undefined;
  /** The place of a new order, to save reading it again. */
  readonly place?: Place;
  /** The products, option sets and discounts that new lines and prices come from. */
  readonly offer?: Pick<Offer, 'products' | 'sets' | 'discounts'>;
  /** Discounts that the change names, where no offer has them. */
  readonly discounts?: Discounts;
  /** Permissions that the change needs besides those that follow from it. */
  readonly rights?: readonly Right[];
  /** The other orders of a split or a merge: nothing is sold, voided, taken or given back by it (reference: tables.6). */
  readonly regrouped?: readonly Id[] | undefined;
  /** Whether the external id of its author has changed. */
  readonly isRenamed?: boolean;
  /** The audience of its events, to save a later look; a new order without one has no name. */
  readonly audience?: Audience | undefined;
  /** The change is the answer to a payment request: who asked, and where. It was allowed when it was asked for. */
  readonly asked?: Pick<Actor, 'staff_member_id' | 'register_id'>;
  /** Approvals that the change has used already. */
  readonly approvals?: readonly Approval[];
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
  context: SaveContext = {},
): Promise<Answered> {
  const { facts: more = [], products, place, offer, rights = [], isRenamed = false } = context;
  const { discounts = offer?.discounts } = context;
  const { asked, regrouped, sale } = context;
  await turnBetween(changed.lines.length);
  const settled = settleOrder(changed, before, regrouped !== undefined);
  await turnBetween(changed.lines.length);
  if (before !== undefined && !isRenamed && isUnchanged(before, settled.order)) {
    await append(tx, by.company, by.now, more);
    const shown = await shownOrder(tx, by, before.id);
    if (shown === undefined) throw new Error('An order that is being changed is gone.');
    return show(shown);
  }
  const known = before && { order: before, figures: figuresOf(before) };
  // Asked for before the events: from them on every other change of the company waits for this one.
  const audience =
    context.audience ?? (before === undefined ? UNNAMED : await audienceOf(tx, by.company, before.id));
  if (known !== undefined && asked === undefined) refuseWhileOpen(known, settled, isBound(by));
  if (known !== undefined && by.staffMember !== undefined && asked === undefined) {
    const change = { before: known, after: settled };
    refuseUnexplained(change);
    const own = await ownMethods(tx, by.company, known.order.addon_id);
    refuseLocked({ ...change, ownMethods: own.map((method) => method.id) });
  }
  const priced = { before: known, after: settled, offer, discounts };
  const wanted = { ...priced, offer: await withFormerPrices(tx, by, priced) };
  const isPerson = by.staffMember !== undefined || by.person !== undefined;
  const isRegrouped = regrouped !== undefined;
  const needed = isRegrouped
    ? rightsToRegroup(wanted)
    : [...auditedRights(wanted, isPerson), ...(isPerson ? rights : [])];
  if (by.person !== undefined && needed.some((right) => PAY_OUTS.has(right))) requireProof(by);
  const isChecked = isBound(by) && asked === undefined;
  const used = await requireRights(tx, by, isChecked ? needed : [], before?.id);
  const approvals = [...(context.approvals ?? []), ...used];
  const moved = isRegrouped
    ? { held: settled.order.held, facts: [] }
    : await moveStock(tx, by, before, settled.order, { products, sale });
  const numbered = await withInvoiceNumber(tx, by, before, settled.order, place);
  const final: Order = { ...(await booked(tx, by, before, numbered)), held: moved.held, updated_at: by.now };
  const { order, entries: recorded } = record(
    before,
    final,
    settled.figures,
    actorOf(by, asked),
    by.now,
    approvals.map(allowed),
    regrouped,
  );
  const saved = { order, figures: settled.figures };
  const { shown, rendered } = await renderApart(order, settled.figures);
  const tag = await (known === undefined
    ? insertOrder(tx, saved, rendered)
    : updateOrder(tx, known, saved, rendered));
  await appendHistory(tx, order, recorded);
  // Money stays in the drawer it was put into, whichever order it is of.
  if (!isRegrouped) await recordTakings(tx, by, before, order, place, asked?.register_id);
  const customerOf = await shownCustomers(tx, by, [order.customer_id, before?.customer_id ?? null]);
  const entries = kitchenEntries(isRegrouped ? changed : before, order);
  const kitchenFacts = await recordKitchenTickets(tx, by, { before, order, entries }, place);
  const after = { order, shown, rendered };
  const change = { before: known, after, entries, customerOf, isRenamed, named: audience.names };
  const facts = await factsOfChange(tx, by, change);
  const name = audience.names.get(by.addon);
  const all = [...more, ...moved.facts, ...facts, ...kitchenFacts];
  await append(tx, by.company, by.now, all, audience.subscriptions);
  const acts = needed.length === 0 ? [] : actsFor({ ...wanted, after: { ...settled, order } }, needed);
  await appendAudit(tx, by, by, acts.map(actOf(order, approvals)));
  // A new order, too, may be further than it was sent: paid in full, or printed.
  if ((before ?? changed).status !== order.status) await callBack(tx, by, order, rendered, audience);
  const { own } = customerOf(order.customer_id);
  const ofRow = name === undefined ? { order: order.id, tail: orderTail(own) } : undefined;
  return { ...answered(rendered, tag, own, name), ofRow };
}

/** Queues the message of a transition to the order's callback_uri (reference: orders.32). */
async function callBack(
  tx: Writer,
  by: Author,
  order: Order,
  rendered: Rendered,
  { names }: Audience,
): Promise<void> {
  const { company, now } = by;
  const { customer_id: customer, callback_uri: address } = order;
  if (address === null) return;
  const addon = order.addon_id;
  const { own } = (await shownCustomers(tx, { company, addon }, [customer]))(customer);
  const body = withExternalId(composeWhole(rendered, own), names.get(addon));
  await queueCallback(tx, { company, addon, order: order.id, address, body, now });
}

/** An act as the audit log keeps it. */
const actOf =
  (order: Order, approvals: readonly Approval[]) =>
  ({ right, action, before, after, reason }: OrderAct): Act => {
    const approval = approvals.find((each) => each.right_code === right);
    return {
      action,
      record: { kind: 'order', id: order.id },
      site: order.site_id,
      register: order.register_id,
      subject: order.order_number ?? undefined,
      before,
      after,
      reason: approval?.reason ?? reason,
      approvedBy: approval?.staff_id,
    };
  };

/** An approval as the history keeps it. */
export const allowed = ({ right_code: right, staff_id, reason }: Approval): Allowed => ({
  right,
  staff_member_id: staff_id,
  reason,
});

/** The author of a change, as the history keeps it; of an answer, who asked. */
export function actorOf({ addon, staffMember }: Author, asked?: SaveContext['asked']): Actor {
  return {
    addon_id: addon,
    staff_member_id: staffMember?.id ?? asked?.staff_member_id ?? null,
    register_id: staffMember?.register ?? asked?.register_id ?? null,
  };
}
