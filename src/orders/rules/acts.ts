import type { Right } from '../../company/rules/rights.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal } from '../../kernel/money.ts';
import type { Line, Order } from '../types.ts';
import type { Discounted } from './discounts.ts';
import { lineName } from './line-name.ts';
import { givesBack, type RightsChange, rightsNeeded } from './rights.ts';

// What of a change of an order goes into the audit log (reference: audit.7).

/** An act: the permission that it needs, its code and what changed. */
export interface OrderAct {
  readonly right: Right;
  readonly action: string;
  readonly before?: object;
  readonly after?: object;
  readonly reason?: string | null;
}

/** The codes of acts by the permissions that they need; finishing a sale is none. */
const ACTIONS: Readonly<Partial<Record<Right, string>>> = {
  MakeDiscount: 'order.discounted',
  ApplyComp: 'order.comped',
  ChangePrice: 'order.price_changed',
  OverrideTax: 'order.tax_overridden',
  Void: 'order.voided',
  DeleteHeldOrder: 'order.deleted',
  ModifySales: 'order.payment_changed',
  Refund: 'order.refunded',
  RefundWithoutReceipt: 'order.refunded_without_receipt',
};

/** Most lines that an act names. */
const MAX_LINES = 20;

const decimal = (value: Decimal | null): string | null => (value === null ? null : formatDecimal(value));

/** The lines in which two states differ by what `show` says of them, as they were and as they are. */
function differentLines(
  before: Order | undefined,
  after: Order,
  show: (line: Line) => Readonly<Record<string, unknown>>,
) {
  const was = new Map(before?.lines.map((line) => [line.line_id, line]));
  const is = new Map(after.lines.map((line) => [line.line_id, line]));
  const text = (line: Line | undefined) => line && JSON.stringify(show(line));
  const ids = [...new Set([...was.keys(), ...is.keys()])]
    .filter((id) => text(was.get(id)) !== text(is.get(id)))
    .slice(0, MAX_LINES);
  const shown = (lines: ReadonlyMap<Id, Line>) =>
    ids.flatMap((id) => {
      const line = lines.get(id);
      return line === undefined ? [] : [{ line_id: String(id), name: lineName(line), ...show(line) }];
    });
  return { before: shown(was), after: shown(is) };
}

/** The discount of a line or an order, and the record that it is by. */
function discountOf(one: Discounted): Readonly<Record<string, unknown>> {
  const { price_variation: factor, price_fixed_variation: fixed, discount_name, discount_reason } = one;
  return {
    price_variation: decimal(factor),
    price_fixed_variation: decimal(fixed),
    ...(discount_name === null ? {} : { discount: discount_name }),
    ...(discount_reason === null ? {} : { discount_reason }),
  };
}

/** The fields of lines, and of orders, that an act is seen by. */
const SHOWN_LINE: Readonly<Partial<Record<Right, (line: Line) => Readonly<Record<string, unknown>>>>> = {
  MakeDiscount: (line) => discountOf(line),
  ChangePrice: ({ unit }) => ({ price: decimal(unit.amount), with_tax: unit.form === 'inc' }),
  OverrideTax: ({ taxes }) => ({ taxes: taxes.map(({ name }) => name) }),
  Void: ({ quantity }) => ({ quantity: decimal(quantity) }),
};

/** Of what is given back the lines that are. */
function returnedLines({ lines }: Order) {
  return lines
    .filter(({ quantity, part_of }) => quantity < 0n && part_of === null)
    .slice(0, MAX_LINES)
    .map((line) => ({
      line_id: String(line.line_id),
      name: lineName(line),
      quantity: decimal(line.quantity),
    }));
}

/** The payments in which two states differ. */
function differentPayments(before: Order | undefined, after: Order) {
  const was = new Map(before?.payments.map((payment) => [payment.id, payment]));
  const shown = (order: Order | undefined, others: Order | undefined) =>
    (order?.payments ?? [])
      .filter((payment) => others?.payments.find(({ id }) => id === payment.id) !== payment)
      .slice(0, MAX_LINES)
      .map(({ method, amount, tip, ref }) => ({
        method: method.name,
        amount: decimal(amount),
        tip: decimal(tip),
        ref,
      }));
  return { before: shown(before, after).filter(() => was.size > 0), after: shown(after, before) };
}

/** The fields of the order itself that an act shows. */
function orderFields(right: Right, { order, figures }: RightsChange['after']): object {
  const total = decimal(figures.priced.total);
  switch (right) {
    case 'MakeDiscount':
    case 'ApplyComp':
      return {
        ...discountOf(order),
        total,
      };
    case 'OverrideTax':
      return { tax_exempt: order.tax_exempt !== null, total };
    case 'DeleteHeldOrder':
      return { status: order.status, deleted: order.deleted, total, paid: decimal(figures.settlement.paid) };
    case 'Refund':
    case 'RefundWithoutReceipt':
      return {
        total,
        paid: decimal(figures.settlement.paid),
        original_order: order.original_order_id === null ? null : String(order.original_order_id),
      };
    default:
      return { total };
  }
}

/** The parts of the order that an act shows: lines or payments. */
function partsOf(right: Right, before: Order | undefined, after: Order): { before: object; after: object } {
  if (right === 'Refund' || right === 'RefundWithoutReceipt') {
    const payments = differentPayments(before, after);
    return {
      before: {},
      after: { payments: payments.after, lines: returnedLines(after) },
    };
  }
  if (right === 'ModifySales') {
    const payments = differentPayments(before, after);
    return { before: { payments: payments.before }, after: { payments: payments.after } };
  }
  const show = SHOWN_LINE[right === 'ApplyComp' ? 'MakeDiscount' : right];
  if (show === undefined) return { before: {}, after: {} };
  const lines = differentLines(before, after, show);
  return { before: { lines: lines.before }, after: { lines: lines.after } };
}

/** Why an order was rejected, in words. */
function reasonOf({ status, reject_reason: reason }: Order): string | null {
  if (status !== 'REJECTED' || reason === null) return null;
  return [reason.name, reason.notes].filter((part) => part !== null && part !== '').join(': ') || null;
}

/** The acts of a change by the permissions that it needs. */
export function actsFor(change: RightsChange, rights: readonly Right[]): OrderAct[] {
  const { before, after } = change;
  return [...new Set(rights)].flatMap((right): OrderAct[] => {
    const action = ACTIONS[right];
    if (action === undefined) return [];
    const parts = partsOf(right, before?.order, after.order);
    const isRejected = right === 'DeleteHeldOrder' && !after.order.deleted;
    return [
      {
        right,
        action: isRejected ? 'order.rejected' : action,
        ...(before && { before: { ...orderFields(right, before), ...parts.before } }),
        after: { ...orderFields(right, after), ...parts.after },
        reason: reasonOf(after.order),
      },
    ];
  });
}

/**
 * The permissions that a change would need, as far as the audit log tells of them: all of staff members and users, of add-ons
 * what gives back and what ends an order that was held. Everything else that an add-on sends is its daily business.
 */
export function auditedRights(change: RightsChange, isPerson: boolean): Right[] {
  return isPerson ? rightsNeeded(change) : givesBack(change);
}
