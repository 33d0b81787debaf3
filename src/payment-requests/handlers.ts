import { requireRights } from '../company/rights.ts';
import { markUsed, ownMethods, paymentMethods, registers } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { created, ok, type WriteHandler } from '../edge/route.ts';
import { refuseFractions } from '../kernel/coins.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { type Decimal, formatDecimal, minorStep } from '../kernel/money.ts';
import { requireProof } from '../kernel/proof.ts';
import { formatTime, SECOND } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { keepRequests, lockOrder } from '../orders/row/store.ts';
import { NO_EXTRAS } from '../orders/rules/bounds.ts';
import { figuresOf } from '../orders/rules/figures.ts';
import { MAX_PAYMENTS } from '../orders/rules/limits.ts';
import { askedBy, leftToGiveBack } from '../orders/rules/requests.ts';
import { rightToGiveBack } from '../orders/rules/rights.ts';
import { refuseLockedPayment } from '../orders/rules/staff-limits.ts';
import { requireToGiveBack } from '../orders/steps/refunds.ts';
import type { Order } from '../orders/types.ts';
import { append } from '../outbox/append.ts';
import { staffOf } from '../shifts/handlers.ts';
import type { Writer } from '../storage/port.ts';
import { type Answer, applyAnswer, type ByHand, noteRequest, saveRequest } from './apply.ts';
import { requestFact } from './facts.ts';
import { answerInput, requestInput } from './input.ts';
import { originalRef } from './original.ts';
import { judge } from './rules/answers.ts';
import { type PaymentRequest, USUAL_TIMEOUT } from './shape.ts';
import { requests } from './store.ts';
import { requestView } from './view.ts';

// Payments that the add-on of a method is asked to take, or to give back (reference: requests.1).

/** The order of a request, kept from changing; 400 for one that is not there, 409 for one that takes no payments. */
async function requireOpenOrder(
  tx: Writer,
  call: Call,
  id: Id,
  kind: PaymentRequest['kind'],
): Promise<Order> {
  const order = await lockOrder(tx, call.company, id);
  if (order === undefined) throw invalid('order_id', sentence('{id} does not exist.', { id }));
  if (order.deleted) throw conflict(sentence('The order is deleted.'));
  if (order.status === 'COMPLETE')
    throw conflict(
      kind === 'sale'
        ? sentence('The order is COMPLETE: nothing is left to pay.')
        : sentence('The order is COMPLETE: refund it with refund_pending, and ask for the refund.'),
    );
  if (order.status === 'REJECTED' && kind === 'sale')
    throw conflict(
      sentence('A REJECTED order takes no payment; money can only be given back (a negative amount).'),
    );
  if (order.payments.length + order.requests.length >= MAX_PAYMENTS)
    throw conflict(sentence('an order has at most {max} payments.', { max: MAX_PAYMENTS }));
  return order;
}

/** 409 where other requests ask for what is wanted, 400 where there is not so much. */
function refuseBeyond(order: Order, wanted: Decimal | undefined, there: Decimal, asked: Decimal): Decimal {
  const [other] = order.requests;
  const left = there - asked;
  const amount = wanted ?? left;
  if (other !== undefined && there > 0n && amount <= there && (left <= 0n || amount > left)) {
    throw conflict(
      sentence('Payment request {id} has no outcome yet: {amount} of the order is spoken for.', {
        id: other.id,
        amount: formatDecimal(asked),
      }),
    );
  }
  if (there <= 0n) throw conflict(sentence('Nothing is left to ask for.'));
  if (amount > left)
    throw invalid('amount', sentence('only {left} is left to ask for.', { left: formatDecimal(left) }));
  return amount;
}

/** The amount of a request; 400 or 409 when it is more than is left (reference: requests.4). */
async function amountOf(
  tx: Writer,
  order: Order,
  kind: PaymentRequest['kind'],
  wanted: Decimal | undefined,
): Promise<Decimal> {
  if (wanted !== undefined) refuseFractions(wanted, minorStep(order.minor_units), 'amount');
  const figures = figuresOf(order);
  const { sale, refund } = askedBy(order.requests);
  if (kind === 'sale') return refuseBeyond(order, wanted, figures.settlement.due, sale);
  const most = leftToGiveBack(figures);
  const { left } = figures.settlement;
  // What an order has to give back by itself; of any other, how much is said.
  const owed = order.status === 'REJECTED' ? figures.settlement.paid : left < 0n ? -left : undefined;
  if (wanted === undefined && owed === undefined) throw invalid('amount', sentence('is required.'));
  const amount = refuseBeyond(order, wanted, wanted === undefined ? (owed ?? 0n) : most, refund);
  await requireToGiveBack(tx, order, { amount: -amount, rounding: 0n, ...NO_EXTRAS });
  return amount;
}

/** 400 for a register that is not there, or at another site than the order. */
async function requireRegister(
  tx: Writer,
  call: Call,
  order: Order,
  id: Id | null | undefined,
): Promise<Id | null> {
  const wanted = id === undefined ? (call.staffMember?.register ?? null) : id;
  if (wanted === null) return null;
  const register = await registers.get(tx, call.company, wanted);
  if (register === undefined) throw invalid('register_id', sentence('{id} does not exist.', { id: wanted }));
  if (register.site_id !== order.site_id) {
    const at = { register: wanted, site: order.site_id };
    throw invalid('register_id', sentence('register {register} is not at site {site}.', at));
  }
  return wanted;
}

/** A payment method whose add-on answers, with that add-on. */
async function requireMethod(tx: Writer, call: Call, id: Id) {
  const method = await paymentMethods.get(tx, call.company, id);
  if (method === undefined) throw invalid('method_id', sentence('{id} does not exist.', { id }));
  const { addon_id: addon } = method;
  if (addon === null)
    throw invalid('method_id', sentence('{id} belongs to no add-on: nobody would answer.', { id }));
  return { method, addon };
}

/** POST /payment_requests (reference: requests.2). */
export const create: WriteHandler = async (tx, call) => {
  const input = call.input(requestInput);
  const { kind = 'sale', timeout_seconds: seconds = USUAL_TIMEOUT } = input;
  const order = await requireOpenOrder(tx, call, input.order_id, kind);
  const { method, addon } = await requireMethod(tx, call, input.method_id);
  const register = await requireRegister(tx, call, order, input.register_id);
  const staff = await staffOf(tx, call, input.staff_id);
  if (call.staffMember !== undefined)
    refuseLockedPayment(order, method.id, await ownMethods(tx, call.company, order.addon_id));
  const amount = await amountOf(tx, order, kind, input.amount);
  const original =
    kind === 'refund' ? await originalRef(tx, order, method.id, amount, input.original_ref) : null;
  const right = kind === 'sale' ? 'FinishSale' : rightToGiveBack(order, figuresOf(order));
  const approvals = await requireRights(tx, call, [right], order.id);
  if (kind === 'refund') requireProof(call);
  const [id] = await tx.ids('payment_request', 1);
  if (id === undefined) throw new Error('No id for a payment request.');
  const request: PaymentRequest = {
    ...{ company_id: call.company, id, order_id: order.id, site_id: order.site_id, register_id: register },
    ...{ method_id: method.id, kind, status: 'pending', asked_amount: amount, approved_amount: null },
    ...{ tip: 0n, credit_card_surcharge: 0n, ref: null, card: null, message: null, original_ref: original },
    ...{ payment_number: null, unapplied: false, staff_id: staff, asked_again: 0, cancel_requested_at: null },
    ...{ expires_at: call.now + BigInt(seconds) * SECOND, answered_at: null, settled: null },
    ...{ created_at: call.now, updated_at: call.now, addon_id: addon },
  };
  await requests.insert(tx, request);
  if (!method.used) await markUsed(tx, method);
  await keepRequests(tx, {
    ...order,
    requests: [...order.requests, { id, amount: kind === 'sale' ? amount : -amount }],
  });
  if (approvals.length > 0) await noteRequest(tx, call, order, approvals);
  await append(tx, call.company, call.now, [requestFact('payment_requests/created', undefined, request)]);
  return created(requestView(request), `/companies/${call.company}/payment_requests/${id}`);
};

/** A request and its order, both kept from changing: the order first, as everything else does. */
async function lockBoth(tx: Writer, call: Call): Promise<{ request: PaymentRequest; order: Order }> {
  const id = call.id('payment_request_id');
  const found = await requests.get(tx, call.company, id);
  if (found === undefined) throw notFound();
  const order = await lockOrder(tx, call.company, found.order_id);
  const request = await requests.getForUpdate(tx, call.company, id);
  if (order === undefined || request === undefined) throw notFound();
  return { request, order };
}

/** True for the add-on that answers; 403 for any other, which is not the one to settle it by hand either. */
function isProvider(call: Call, request: PaymentRequest): boolean {
  const isByHand = call.staffMember !== undefined || call.person !== undefined;
  if (!isByHand && call.addon === request.addon_id && call.device === undefined) return true;
  if (isByHand) return false;
  throw new ApiError(
    'access_denied',
    sentence('Only the add-on of its payment method says what has become of a payment request.'),
  );
}

/** The reason for settling a request by hand; 400 or 409 where that cannot be (reference: requests.8). */
function requireSettled(request: PaymentRequest, answer: Answer): string {
  if (answer.reason === undefined) throw invalid('reason', sentence('is required.'));
  if (answer.unapplied === true) throw invalid('unapplied', sentence('must be false, or not be sent.'));
  if (answer.unapplied === false) {
    if (!request.unapplied) throw conflict(sentence('The order took what this payment request asked for.'));
    return answer.reason;
  }
  if (answer.status !== 'approved' && answer.status !== 'declined')
    throw invalid('status', sentence('must be one of {values}.', { values: 'approved, declined' }));
  if (request.status === 'pending')
    throw conflict(
      sentence('The payment request waits for its provider until {at}: cancel it, or wait.', {
        at: formatTime(request.expires_at),
      }),
    );
  return answer.reason;
}

/** 400 for what an approval cannot be: more than was asked for, or tips of a refund. */
function requirePossible(request: PaymentRequest, order: Order, answer: Answer): void {
  const { amount = request.asked_amount, tip = 0n, credit_card_surcharge: surcharge = 0n } = answer;
  const step = minorStep(order.minor_units);
  refuseFractions(amount, step, 'amount');
  refuseFractions(tip, step, 'tip');
  refuseFractions(surcharge, step, 'credit_card_surcharge');
  if (amount <= 0n) throw invalid('amount', sentence('must be above 0.'));
  if (amount > request.asked_amount)
    throw invalid(
      'amount',
      sentence('is more than was asked for, {amount}: what is on top is a tip or a surcharge.', {
        amount: formatDecimal(request.asked_amount),
      }),
    );
  if (request.kind === 'refund' && tip > 0n) throw invalid('tip', sentence('a refund gives no tips.'));
}

/** PUT /payment_requests/<p> (reference: requests.3, requests.6). */
export const answer: WriteHandler = async (tx, call) => {
  const { request, order } = await lockBoth(tx, call);
  const given = call.input(answerInput);
  const byProvider = isProvider(call, request);
  const reason = byProvider ? undefined : requireSettled(request, given);
  const byHand =
    reason === undefined
      ? null
      : {
          settled: settledBy(call, reason),
          approvals: await requireRights(tx, call, ['ModifySales'], order.id),
        };
  if (given.status === undefined || given.unapplied === false)
    return ok(requestView(await saveWords(tx, call, request, order, given, byHand)));
  if (given.status === 'approved') requirePossible(request, order, given);
  const known = { ...request, amount: request.approved_amount ?? request.asked_amount };
  const verdict = judge(known, { ...given, status: given.status }, byProvider && request.settled !== null);
  if (verdict === 'same') return ok(requestView(request));
  if (verdict === 'refused') throw answered(request);
  return ok(
    requestView(await applyAnswer(tx, call, { request, order }, { ...given, status: given.status }, byHand)),
  );
};

/** The refusal of what only an open request can have. */
function answered({ status, answered_at, updated_at }: PaymentRequest): ApiError {
  const at = formatTime(answered_at ?? updated_at);
  return conflict(sentence('The payment request is {status} already, since {at}.', { status, at }));
}

const settledBy = (call: Call, reason: string) => ({
  staff_id: call.staffMember?.id ?? null,
  user_id: call.person?.user ?? null,
  reason,
  at: call.now,
});

/** Keeps the provider's message, or by hand that money which the order did not take is dealt with. */
async function saveWords(
  tx: Writer,
  call: Call,
  request: PaymentRequest,
  order: Order,
  given: Answer,
  byHand: ByHand | null,
): Promise<PaymentRequest> {
  if (byHand !== null) {
    const after = { ...request, unapplied: false, settled: byHand.settled };
    await noteRequest(tx, call, order, byHand.approvals);
    return saveRequest(tx, call, request, after);
  }
  if (given.message === undefined) throw invalid('status', sentence('is required, or message.'));
  if (request.status !== 'pending' && request.status !== 'unknown') throw answered(request);
  return saveRequest(tx, call, request, { ...request, message: given.message });
}

/** A request that is going to be asked about; 409 once it has come to its outcome. */
async function lockOpen(tx: Writer, call: Call): Promise<PaymentRequest> {
  const request = await requests.getForUpdate(tx, call.company, call.id('payment_request_id'));
  if (request === undefined) throw notFound();
  if (request.status === 'pending' || request.status === 'unknown') return request;
  throw answered(request);
}

/** POST /payment_requests/<p>/cancel: its provider answers (reference: requests.7). */
export const cancel: WriteHandler = async (tx, call) => {
  const request = await lockOpen(tx, call);
  if (request.status === 'unknown')
    throw conflict(sentence('Nobody knows whether it was paid: ask its provider again instead.'));
  if (request.cancel_requested_at !== null) return ok(requestView(request));
  return ok(requestView(await saveRequest(tx, call, request, { ...request, cancel_requested_at: call.now })));
};

/** POST /payment_requests/<p>/resolve: its provider looks the transaction up (reference: requests.7). */
export const resolve: WriteHandler = async (tx, call) => {
  const request = await lockOpen(tx, call);
  const after = { ...request, asked_again: request.asked_again + 1 };
  return ok(requestView(await saveRequest(tx, call, request, after)));
};
