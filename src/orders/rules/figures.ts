// The figures of an order, total and settlement: everything that follows from its lines and payments.
import { invalid } from '../../kernel/errors.ts';
import { type Decimal, formatDecimal, MAX_DECIMAL } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { Line, Order } from '../types.ts';
import { type Settlement, settle } from './payments.ts';
import { type LineToPrice, type OrderToPrice, type PricedOrder, priceOrder } from './pricing.ts';

/** An order with every figure that follows from it. */
export interface Figures {
  readonly priced: PricedOrder;
  readonly settlement: Settlement;
}

const NO_EXTRAS: LineToPrice['extras'] = [];

/** A line as its price depends on it. */
export function lineToPrice(line: Line): LineToPrice {
  const { modifiers, returned } = line;
  return {
    quantity: line.quantity,
    unit: line.unit,
    extras: modifiers.length === 0 ? NO_EXTRAS : modifiers.map((modifier) => modifier.price),
    variation: line.price_variation,
    fixedVariation: line.price_fixed_variation,
    taxes: line.taxes,
    settled: returned && { inc: returned.total_inc, taxes: returned.taxes },
  };
}

/** An order as its price depends on it. */
export function orderToPrice(order: Order): OrderToPrice {
  return {
    lines: order.lines.map(lineToPrice),
    variation: order.price_variation,
    fixedVariation: order.price_fixed_variation,
    minorUnits: order.minor_units,
  };
}

/**
 * Prices an order and settles its payments (reference: money.1, money.9, money.12). 400 when it is worth more than can
 * be counted.
 */
export function figuresOf(order: Order): Figures {
  const priced = priceOrder(orderToPrice(order));
  for (const [at, each] of priced.lines.entries()) {
    if (exceedsMaximum(each.totalInc))
      throw invalid(
        `lines[${at}]`,
        sentence('its total is beyond {max}.', { max: formatDecimal(MAX_DECIMAL) }),
      );
  }
  if (exceedsMaximum(priced.total))
    throw invalid(
      'lines',
      sentence("the order''s total is beyond {max}.", { max: formatDecimal(MAX_DECIMAL) }),
    );
  const settlement = settle({
    total: priced.total,
    minorUnits: order.minor_units,
    tipServicePercent: order.tip_service_percent,
    tipServiceAmount: order.tip_service_amount,
    payments: order.payments,
  });
  return { priced, settlement };
}

/** True when both prices are sent as they are shown: the line keeps the price, and the form it was entered in. */
export function isEcho(
  line: Line,
  sent: {
    readonly unit_price?: Decimal | null | undefined;
    readonly unit_price_inc_tax?: Decimal | null | undefined;
  },
): boolean {
  const { unit_price: ex, unit_price_inc_tax: inc } = sent;
  if (ex === undefined || inc === undefined) return false;
  const shown = priceOrder({
    lines: [lineToPrice(line)],
    variation: null,
    fixedVariation: null,
    minorUnits: 8,
  });
  const [priced] = shown.lines;
  return ex === priced?.unitEx && inc === priced.unitInc;
}

function exceedsMaximum(amount: Decimal): boolean {
  return amount > MAX_DECIMAL || amount < -MAX_DECIMAL;
}
