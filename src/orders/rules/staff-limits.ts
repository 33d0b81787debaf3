// Locks, price limit and reject reason: changes of an order that signed-in staff members cannot make (reference: staff.8,
// staff.12). None of them binds an add-on.
import { ApiError, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Line, Lock, Order, Payment } from '../types.ts';
import type { Figured, Figures } from './figures.ts';
import { moreIsSold } from './lines.ts';

/** A change by a signed-in staff member; a new order is bound by nothing, so that there always is a `before`. */
interface StaffChange {
  readonly before: Figured;
  readonly after: Figured;
  /** The payment methods of the add-on that made the order. */
  readonly ownMethods: readonly Id[];
}

/** 400 when a staff member rejects a SUBMITTED order without the reason that was asked for (reference: staff.14). */
export function refuseUnexplained({ before, after }: Pick<StaffChange, 'before' | 'after'>): void {
  const { status, prompt_for_reject_reason: asked } = before.order;
  if (!asked || status !== 'SUBMITTED' || after.order.status !== 'REJECTED') return;
  const { reject_reason: reason } = after.order;
  if (
    reason === null ||
    [reason.id, reason.name, reason.notes].every((part) => part === null || part === '')
  ) {
    throw invalid(
      'reject_reason',
      sentence('is required: the add-on that made this order asks for a reason.'),
    );
  }
}

function refuse(what: Sentence, because: string): never {
  throw new ApiError(
    'access_denied',
    sentence('{what}: the add-on that made this order has locked it ({because}).', { what, because }),
  );
}

function isLocked(order: Order, lock: Lock): boolean {
  return order.lock.includes(lock) || order.lock.includes('ALL');
}

function reason(order: Order, lock: Lock): string {
  return order.lock.includes(lock) ? lock : 'ALL';
}

/** True when a change sells something that was not sold before. */
function sellsMore(before: Order, after: Order): boolean {
  const known = new Map(before.lines.map((line) => [line.line_id, line]));
  return after.lines.some((line: Line) => {
    const old = known.get(line.line_id);
    return old === undefined || moreIsSold(old, line);
  });
}

function changedPayments(before: Order, after: Order): Payment[] {
  return after.payments.filter((payment) => {
    const old = before.payments.find((each) => each.id === payment.id);
    return old === undefined || old.ref !== payment.ref || old.tip !== payment.tip;
  });
}

/** The amount payable by the customer: the total with tip/service. */
function payable({ priced, settlement }: Figures): Decimal {
  return priced.total + settlement.tipServiceAmount;
}

/** 403 naming the lock that keeps staff from taking a payment by a method. */
export function refuseLockedPayment(
  order: Order,
  method: Id,
  ownMethods: readonly { readonly id: Id }[],
): void {
  if (isLocked(order, 'PAYMENTS'))
    refuse(sentence('Payments cannot be taken or changed'), reason(order, 'PAYMENTS'));
  if (order.lock.includes('APP_PAYMENT') && !ownMethods.some(({ id }) => id === method))
    refuse(sentence("Only the add-on''s own payment method can be used"), 'APP_PAYMENT');
}

/** 403 where new lines are locked: no lines leave such an order, or come to it. */
export function refuseLockedSplit(order: Order): void {
  if (isLocked(order, 'NEW_LINES'))
    refuse(sentence('The order cannot be split or merged'), reason(order, 'NEW_LINES'));
}

/**
 * 403 where locks or limits keep staff from merging orders: lines leave no order that is locked against new ones or against being
 * deleted, and a limit is one of its own order's.
 */
export function refuseLockedMerge(target: Order, sources: readonly Order[]): void {
  refuseLockedSplit(target);
  for (const source of sources) {
    refuseLockedSplit(source);
    if (isLocked(source, 'DELETE'))
      refuse(sentence('The order cannot be split or merged'), reason(source, 'DELETE'));
  }
  for (const { price_limit: limit } of [target, ...sources]) {
    if (limit === null) continue;
    refuse(sentence('The order cannot be split or merged'), `price_limit ${formatDecimal(limit)}`);
  }
}

/** 403 naming the lock or limit that forbids the change. */
export function refuseLocked({ before, after, ownMethods }: StaffChange): void {
  const { order } = before;
  if (after.order.deleted && !order.deleted && isLocked(order, 'DELETE')) {
    refuse(sentence('The order cannot be deleted'), reason(order, 'DELETE'));
  }
  if (isLocked(order, 'NEW_LINES') && sellsMore(order, after.order)) {
    refuse(sentence('Lines cannot be added'), reason(order, 'NEW_LINES'));
  }
  const payments = changedPayments(order, after.order);
  if (payments.length > 0 && isLocked(order, 'PAYMENTS')) {
    refuse(sentence('Payments cannot be taken or changed'), reason(order, 'PAYMENTS'));
  }
  if (
    order.lock.includes('APP_PAYMENT') &&
    payments.some((payment) => !ownMethods.includes(payment.method.id))
  ) {
    refuse(sentence("Only the add-on''s own payment method can be used"), 'APP_PAYMENT');
  }
  if (order.lock.length > 0 && String(after.order.lock) !== String(order.lock)) {
    refuse(sentence('Locks cannot be changed'), order.lock.join(', '));
  }
  refuseBeyondLimit(order, after, payable(before.figures));
}

function refuseBeyondLimit(order: Order, after: StaffChange['after'], was: Decimal): void {
  const { price_limit: limit } = order;
  if (limit === null) return;
  const text = formatDecimal(limit);
  if (after.order.price_limit !== limit)
    refuse(sentence('The price limit cannot be changed'), `price_limit ${text}`);
  const is = payable(after.figures);
  if (is > limit && is > was)
    refuse(
      sentence('The order cannot come to {amount}', { amount: formatDecimal(is) }),
      `price_limit ${text}`,
    );
}
