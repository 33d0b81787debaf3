// The totals of an invoice after EN 16931, and what of them is paid (reference: orders.63).
import { smaller } from '../../kernel/bigints.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { ShownOrderJson } from './shown.ts';
import type { VatSubtotal } from './vat.ts';

/** The totals: excluding + tax = including; including - prepaid + rounding = payable. */
export interface InvoiceTotals {
  /** The sum of the lines without tax. */
  readonly excluding: Decimal;
  readonly tax: Decimal;
  readonly including: Decimal;
  readonly prepaid: Decimal;
  /** The order's total less `including`: tax rounded otherwise, and cash rounded to coins. */
  readonly rounding: Decimal;
  readonly payable: Decimal;
  /** The part of `payable` that was put on the customer's account. */
  readonly onAccount: Decimal;
}

function sumOf<T>(all: readonly T[], amount: (one: T) => Decimal): Decimal {
  return all.reduce((sum, one) => sum + amount(one), 0n);
}

/** The money of an order's payments that went to its lines, and not to service. */
function paidForLines({ paid, tips, tip_service_paid, payments }: ShownOrderJson): Decimal {
  const tipsToService = sumOf(payments, ({ tip }) => tip) - tips;
  return paid - (tip_service_paid - tipsToService);
}

/**
 * The totals of an order. `sign` is -1 in a credit note, whose amounts are those of the order reversed; `kinds`: the
 * kinds of tender of the payments, in their order.
 */
export function invoiceTotals(
  order: ShownOrderJson,
  subtotals: readonly VatSubtotal[],
  kinds: readonly string[],
  sign: 1n | -1n,
): InvoiceTotals {
  const excluding = sumOf(subtotals, ({ taxable }) => taxable);
  const tax = sumOf(subtotals, ({ amount }) => amount);
  const including = excluding + tax;
  const asked = sign * (order.total + sumOf(order.payments, ({ rounding }) => rounding));
  // Money beyond what the lines came to was not paid for them.
  const paid = smaller(sign * paidForLines(order), asked);
  const charged = order.payments.filter((_, at) => kinds[at] === 'account');
  const account = sign * sumOf(charged, ({ amount }) => amount);
  const onAccount = account > 0n && paid > 0n ? smaller(account, paid) : 0n;
  const prepaid = paid - onAccount;
  return {
    excluding,
    tax,
    including,
    prepaid,
    rounding: asked - including,
    payable: asked - prepaid,
    onAccount,
  };
}
