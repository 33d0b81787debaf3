// The paid and due amounts of an order, and where tips go (reference: money.12, money.13, money.14).
import { larger, smaller } from '../../kernel/bigints.ts';
import { type Decimal, minorStep, type RoundingMode, roundRatio, SCALE } from '../../kernel/money.ts';

/** A payment with its tip. A negative amount is a refund. */
export interface PaymentToSettle {
  readonly amount: Decimal;
  readonly tip: Decimal;
  /** The amount that rounding to coins added to what was due, below 0 where it took some (reference: money.27). */
  readonly rounding: Decimal;
}

/** The amounts of an order that its settlement depends on. */
export interface OrderToSettle {
  /** The order's total, tax included, without tip, service and surcharges. */
  readonly total: Decimal;
  /** Decimals of the currency's smallest amount, 0 to 8. */
  readonly minorUnits: number;
  readonly mode: RoundingMode;
  /** 12.5 is 12.5 %. Wins over the amount. Null when there is none. */
  readonly tipServicePercent: Decimal | null;
  readonly tipServiceAmount: Decimal | null;
  readonly payments: readonly PaymentToSettle[];
}

/** An order's amounts that are paid and due (reference: money.12). */
export interface Settlement {
  /** Tip/service asked for: the percent of the total in whole minor units, else the amount, else 0. */
  readonly tipServiceAmount: Decimal;
  /** Tip/service already paid: what tips gave, at least the service's share of the money; never below 0. */
  readonly tipServicePaid: Decimal;
  /** The part of the tips that went to service. */
  readonly tipsToService: Decimal;
  /** Ordinary tips: without what went to service. */
  readonly tips: Decimal;
  /** The sum of payment amounts, without tips and surcharges. */
  readonly paid: Decimal;
  /** The sum of what rounding to coins added to what was due. */
  readonly cashRounding: Decimal;
  /** The amount due less the amount paid; below 0 where more was paid, or has to be given back. */
  readonly left: Decimal;
  /** The amount still to be paid; never below 0. */
  readonly due: Decimal;
  /**
   * At least one payment and nothing due; a zero total is fully paid by a payment of 0 (reference: money.15). A return
   * is, when all of its money was given back.
   */
  readonly fullyPaid: boolean;
}

/** The amount that payments settled: what was paid, without what rounding to coins added or took. */
export function settledBy({ paid, cashRounding }: Pick<Settlement, 'paid' | 'cashRounding'>): Decimal {
  return paid - cashRounding;
}

const HUNDRED = 100n * SCALE;

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}

/** Computes the amounts of an order that are paid and due. RangeError when minorUnits is not 0 to 8. */
export function settle(order: OrderToSettle): Settlement {
  const { total, tipServicePercent, payments } = order;
  const step = minorStep(order.minorUnits);
  const service =
    tipServicePercent === null
      ? (order.tipServiceAmount ?? 0n)
      : roundRatio(total * tipServicePercent, HUNDRED, step, order.mode);
  let paid = 0n;
  let allTips = 0n;
  let cashRounding = 0n;
  for (const payment of payments) {
    paid += payment.amount;
    allTips += payment.tip;
    cashRounding += payment.rounding;
  }
  const tipsToService = atLeastZero(smaller(allTips, service));
  const asked = total + service;
  const leastShare = asked > 0n ? roundRatio((paid + tipsToService) * service, asked, step, order.mode) : 0n;
  const left = asked + cashRounding - paid - tipsToService;
  return {
    tipServiceAmount: service,
    tipServicePaid: atLeastZero(smaller(service, larger(tipsToService, leastShare))),
    tipsToService,
    tips: allTips - tipsToService,
    paid,
    cashRounding,
    left,
    due: atLeastZero(left),
    fullyPaid: payments.length > 0 && (asked < 0n ? left >= 0n : left <= 0n),
  };
}
