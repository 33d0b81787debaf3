import type { Approval } from '../company/approval-shape.ts';
import { paymentMethods } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import type { Author } from '../kernel/author.ts';
import { ApiError } from '../kernel/errors.ts';
import { PartChange } from '../kernel/given.ts';
import type { Id } from '../kernel/id.ts';
import { appendHistory } from '../orders/row/history.store.ts';
import { keepRequests } from '../orders/row/store.ts';
import { NO_EXTRAS } from '../orders/rules/bounds.ts';
import { addPayment } from '../orders/rules/decide.ts';
import { figuresOf } from '../orders/rules/figures.ts';
import { MAX_PAYMENTS } from '../orders/rules/limits.ts';
import { requireToGiveBack } from '../orders/steps/refunds.ts';
import { actorOf, allowed, saveOrder } from '../orders/steps/save.ts';
import type { Order } from '../orders/types.ts';
import { append } from '../outbox/append.ts';
import type { z } from '../shape/reads.ts';
import type { Writer } from '../storage/port.ts';
import { requestFact } from './facts.ts';
import type { answerInput } from './input.ts';
import { isOpen, type RequestStatus } from './rules/answers.ts';
import { takenFor } from './rules/taken.ts';
import type { PaymentRequest, SettledByHand } from './shape.ts';
import { expiredRequests, requests } from './store.ts';

// What an answer to a payment request does to it and to its order, in one commit (reference: requests.6).

export type Answer = z.output<typeof answerInput>;

/** Saves a changed request with its event. */
export async function saveRequest(
  tx: Writer,
  { company, now }: Pick<Author, 'company' | 'now'>,
  before: PaymentRequest,
  changed: PaymentRequest,
): Promise<PaymentRequest> {
  const after = { ...changed, updated_at: now };
  await requests.update(tx, after);
  await append(tx, company, now, [requestFact('payment_requests/updated', before, after)]);
  return after;
}

/** An act by hand, with its author and the approvals that it used. */
export interface ByHand {
  readonly settled: SettledByHand;
  readonly approvals: readonly Approval[];
}

/** Keeps what an order has open. */
async function keepOpen(tx: Writer, before: Order, after: Order): Promise<void> {
  if (before.requests.length !== after.requests.length) await keepRequests(tx, after);
}

/** Keeps in the history of an order who changed a request of it by hand, and by which approvals. */
export async function noteRequest(
  tx: Writer,
  call: Call,
  after: Order,
  approvals: readonly Approval[],
): Promise<void> {
  const { priced, settlement } = figuresOf(after);
  const what = {
    changed: ['payment_requests'],
    status: after.status,
    total: priced.total,
    paid: settlement.paid,
  };
  await appendHistory(tx, after, [
    { at: call.now, by: actorOf(call), approvals: approvals.map(allowed), order_ids: [], ...what },
  ]);
}

interface Asked {
  readonly request: PaymentRequest;
  readonly order: Order;
}

/** True when an order takes what was approved; false where it is closed, paid otherwise, or cheaper by now. */
async function canTake(tx: Writer, { request, order }: Asked, amount: bigint): Promise<boolean> {
  if (order.deleted || order.status === 'COMPLETE' || order.payments.length >= MAX_PAYMENTS) return false;
  if (request.kind === 'sale')
    return order.status !== 'REJECTED' && amount <= figuresOf(order).settlement.due;
  try {
    await requireToGiveBack(tx, order, { amount: -amount, rounding: 0n, ...NO_EXTRAS });
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The order with the payment that was approved. */
async function withPayment(tx: Writer, call: Call, order: Order, request: PaymentRequest): Promise<Order> {
  const method = await paymentMethods.get(tx, call.company, request.method_id);
  const [id] = await tx.ids('order_part', 1);
  if (method === undefined || id === undefined) throw new Error('A payment has no method or no id.');
  const { approved_amount: taken, tip, credit_card_surcharge: surcharge, ref, card } = request;
  const given = { amount: taken ?? request.asked_amount, tip };
  const isBack = request.kind === 'refund';
  const money = isBack ? { amount: -given.amount, tip } : takenFor(figuresOf(order).settlement, given);
  const payment = {
    ...{ id, ...money, ref, card, paid_at: null, created_at: call.now },
    method: { id: method.id, name: method.name, kind: method.kind },
    credit_card_surcharge: isBack ? 0n : surcharge,
  };
  return addPayment(order, payment, '');
}

/** The card that is known of a request after an answer. */
function cardAfter(known: PaymentRequest['card'], given: Answer['card']): PaymentRequest['card'] {
  if (given === undefined) return known;
  return given instanceof PartChange ? given.over(known, 'card') : given;
}

/** The request as an answer leaves it, without what becomes of the money. */
function answered(
  call: Call,
  request: PaymentRequest,
  given: Answer & { readonly status: RequestStatus },
  settled: SettledByHand | null,
): PaymentRequest {
  const { status, message, ref, card } = given;
  const said = {
    ...request,
    ...{ status, settled, message: message === undefined ? request.message : message },
    answered_at: isOpen(status) ? null : call.now,
    ref: ref === undefined ? request.ref : ref,
    card: cardAfter(request.card, card),
  };
  if (status !== 'approved') return said;
  const { amount: approved_amount = request.asked_amount, tip = 0n, credit_card_surcharge = 0n } = given;
  return { ...said, approved_amount, tip, credit_card_surcharge };
}

/**
 * Takes an answer over: the request, its order and the events are one commit. What was approved and the order cannot take
 * any more is kept as unapplied: the money was taken nevertheless.
 */
export async function applyAnswer(
  tx: Writer,
  call: Call,
  { request, order }: Asked,
  given: Answer & { readonly status: RequestStatus },
  byHand: ByHand | null,
): Promise<PaymentRequest> {
  const said = answered(call, request, given, byHand?.settled ?? null);
  const open = order.requests.filter(({ id }) => isOpen(said.status) || id !== request.id);
  const free: Order = { ...order, requests: open };
  const isApproved = said.status === 'approved';
  const amount = said.approved_amount ?? said.asked_amount;
  if (!isApproved || !(await canTake(tx, { request, order }, amount))) {
    await keepOpen(tx, order, free);
    if (byHand !== null) await noteRequest(tx, call, free, byHand.approvals);
    return saveRequest(tx, call, request, { ...said, unapplied: isApproved });
  }
  const paid = await withPayment(tx, call, free, said);
  const after = { ...said, payment_number: paid.payments.length, updated_at: call.now };
  await requests.update(tx, after);
  await saveOrder(tx, call, order, paid, {
    facts: [requestFact('payment_requests/updated', request, after)],
    asked: { staff_member_id: request.staff_id, register_id: request.register_id },
    approvals: byHand?.approvals ?? [],
  });
  return after;
}

/**
 * Pending requests whose time is over become unknown: whether they were paid is for their provider to say (reference:
 * requests.7). Of one company alone when it is given.
 */
export async function expireRequests(tx: Writer, now: bigint, limit: number, company?: Id): Promise<number> {
  const due = await expiredRequests(tx, now, limit, company);
  for (const { company_id, id } of due) {
    const request = await requests.getForUpdate(tx, company_id, id);
    if (request?.status !== 'pending' || request.expires_at > now) continue;
    await saveRequest(tx, { company: company_id, now }, request, { ...request, status: 'unknown' });
  }
  return due.length;
}
