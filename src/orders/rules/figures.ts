// The figures of an order, total and settlement: everything that follows from its lines and payments.
import { taxesForType } from '../../company/rules/rates.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal, MAX_DECIMAL } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { Line, Order, Returned, SettledLine } from '../types.ts';
import { type Settlement, settle } from './payments.ts';
import {
  type LineToPrice,
  type OrderToPrice,
  type PricedLine,
  type PricedOrder,
  priceOrder,
  type Rounding,
  USUAL_ROUNDING,
} from './pricing.ts';

/** An order with every figure that follows from it. */
export interface Figures {
  readonly priced: PricedOrder;
  readonly settlement: Settlement;
}

/** An order with its figures. */
export interface Figured {
  readonly order: Order;
  readonly figures: Figures;
}

const NO_EXTRAS: LineToPrice['extras'] = [];

/** The fields of an order that the prices of its lines depend on. */
export type PriceContext = Pick<
  Order,
  'minor_units' | 'counting' | 'order_type' | 'tax_exempt' | 'price_variation'
>;

const amountsOf = ({ total_inc: inc, taxes, exact }: Omit<Returned, 'line_id'>) => ({ inc, taxes, exact });

const settledAs = (settled: SettledLine | null) => settled && { ...amountsOf(settled), share: settled.share };

/** The taxes of a line in an order of a type; of one that was split those that were charged (reference: tables.8). */
function taxesOf({ taxes, settled }: Line, type: Order['order_type']) {
  if (settled === null) return taxesForType(taxes, type);
  return settled.tax_ids.flatMap((id) => taxes.find((tax) => tax.id === id) ?? []);
}

/** A line as its price depends on it, in an order of a type. */
function lineToPrice(line: Line, { order_type: type }: Pick<Order, 'order_type'>): LineToPrice {
  const { modifiers, returned, settled } = line;
  return {
    quantity: line.quantity,
    unit: line.unit,
    extras: modifiers.length === 0 ? NO_EXTRAS : modifiers.map((modifier) => modifier.price),
    variation: line.price_variation,
    fixedVariation: line.price_fixed_variation,
    // What is given back was charged already, whatever this order's type.
    taxes: returned === null ? taxesOf(line, type) : line.taxes,
    settled: returned === null ? settledAs(settled) : { ...amountsOf(returned), share: 0n },
  };
}

function roundingOf({ counting }: PriceContext): Rounding {
  if (counting === null) return USUAL_ROUNDING;
  return {
    isByDocument: counting.tax_rounding === 'document',
    mode: counting.rounding_mode,
    discountsIncludeTax: counting.discounts_include_tax,
  };
}

/** Lines alone, as their prices depend on their order. */
export function linesToPrice(lines: readonly Line[], order: PriceContext): OrderToPrice {
  return {
    lines: lines.map((line) => lineToPrice(line, order)),
    variation: null,
    fixedVariation: null,
    minorUnits: order.minor_units,
    isExempt: order.tax_exempt !== null,
    rounding: roundingOf(order),
  };
}

/** An order as its price depends on it. */
export function orderToPrice(order: Order): OrderToPrice {
  const { price_variation: variation, price_fixed_variation: fixedVariation } = order;
  return { ...linesToPrice(order.lines, order), variation, fixedVariation };
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
    mode: order.counting?.rounding_mode ?? 'half_up',
    tipServicePercent: order.tip_service_percent,
    tipServiceAmount: order.tip_service_amount,
    payments: order.payments,
  });
  return { priced, settlement };
}

/** The price of a line in an order without others. */
function pricedAlone(line: Line, order: PriceContext): PricedLine | undefined {
  const { price_variation: variation } = order;
  return priceOrder({ ...linesToPrice([line], order), variation }).lines[0];
}

/** True when a line is charged the taxes of these ids, in any order, and no others. */
export function isCharged(line: Line, order: PriceContext, ids: readonly Id[]): boolean {
  const shown = pricedAlone(line, order)?.taxes ?? [];
  return shown.length === new Set(ids).size && shown.every(({ tax }) => ids.includes(tax.id));
}

/** True when both prices are sent as they are shown: the line keeps the price, and the form it was entered in. */
export function isEcho(
  line: Line,
  order: PriceContext,
  sent: {
    readonly unit_price?: Decimal | null | undefined;
    readonly unit_price_inc_tax?: Decimal | null | undefined;
  },
): boolean {
  const { unit_price: ex, unit_price_inc_tax: inc } = sent;
  if (ex === undefined || inc === undefined) return false;
  const priced = pricedAlone(line, { ...order, minor_units: 8 });
  return ex === priced?.unitEx && inc === priced.unitInc;
}

function exceedsMaximum(amount: Decimal): boolean {
  return amount > MAX_DECIMAL || amount < -MAX_DECIMAL;
}
