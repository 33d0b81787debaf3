// Amounts that lines keep from a split or a merge (reference: tables.8). Prices are rounded once for each line, and taxes
// and order-level variations over all of them: parts that are priced by themselves may come to a cent more or less. Each
// line is given what it came to, or its share of it; where its price by itself is another one, it keeps that amount.
import type { Id } from '../../kernel/id.ts';
import { allocate, type Decimal, minorStep } from '../../kernel/money.ts';
import type { Line, Order, SettledLine } from '../types.ts';
import { figuresOf, orderToPrice } from './figures.ts';
import { work } from './pricing.ts';

/** What a line comes to within its order. */
export type LineAmounts = SettledLine;

/** What each line of an order comes to, by line_id. */
export function amountsOf(order: Order): Map<Id, LineAmounts> {
  const { lines } = figuresOf(order).priced;
  const steps = work(orderToPrice(order));
  const found = new Map<Id, LineAmounts>();
  for (const [at, line] of order.lines.entries()) {
    const priced = lines[at];
    if (priced === undefined) continue;
    found.set(line.line_id, {
      total_inc: priced.totalInc,
      share: steps[at]?.share ?? 0n,
      tax_ids: priced.taxes.map(({ tax }) => tax.id),
      taxes: priced.taxes.map(({ amount }) => amount),
      exact: priced.taxes.map(({ exact }) => exact),
    });
  }
  return found;
}

/** Shares the amounts of a line over parts of its quantity, by largest remainder: they add up to it exactly. */
export function divided(amounts: LineAmounts, quantities: readonly Decimal[], order: Order): LineAmounts[] {
  const step = minorStep(order.minor_units);
  const total = allocate(amounts.total_inc, quantities, step);
  const share = allocate(amounts.share, quantities, step);
  const taxes = amounts.taxes.map((tax) => allocate(tax, quantities, step));
  const exact = amounts.exact.map((tax) => allocate(tax, quantities, 1n));
  return quantities.map((_, at) => ({
    total_inc: total[at] ?? 0n,
    share: share[at] ?? 0n,
    tax_ids: amounts.tax_ids,
    taxes: taxes.map((each) => each[at] ?? 0n),
    exact: exact.map((each) => each[at] ?? 0n),
  }));
}

function isSame(a: LineAmounts | undefined, b: LineAmounts): boolean {
  return (
    a !== undefined &&
    a.total_inc === b.total_inc &&
    a.share === b.share &&
    String(a.tax_ids) === String(b.tax_ids) &&
    String(a.taxes) === String(b.taxes)
  );
}

/** The order with each line at the amounts it is to come to; a line that comes to them by itself keeps nothing. */
export function settledTo(order: Order, wanted: ReadonlyMap<Id, LineAmounts>): Order {
  const open = { ...order, lines: order.lines.map((line) => ({ ...line, settled: null })) };
  const natural = amountsOf(open);
  const differs = (line: Line): boolean => {
    const amounts = wanted.get(line.line_id);
    return amounts !== undefined && !isSame(natural.get(line.line_id), amounts);
  };
  // What is rounded or shared over all lines: where it is another amount at one, it is at others.
  const isShared = order.price_fixed_variation !== null || order.counting?.tax_rounding === 'document';
  const all = isShared && open.lines.some(differs);
  const lines = open.lines.map((line) =>
    all || differs(line) ? { ...line, settled: wanted.get(line.line_id) ?? null } : line,
  );
  return { ...order, lines };
}

const text = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** What the price of a line depends on, as text. */
const priceOf = ({ quantity, unit, price_variation, price_fixed_variation, modifiers, taxes }: Line) =>
  text([quantity, unit, price_variation, price_fixed_variation, modifiers, taxes]);

const orderPriceOf = ({ order_type, tax_exempt, price_variation, price_fixed_variation }: Order) =>
  text([order_type, tax_exempt, price_variation, price_fixed_variation]);

/**
 * A changed order whose lines are priced anew where what their price depends on was changed: the line itself, or what the
 * order says of all of them. Where an amount of the order is shared over the lines, any change of them is one.
 */
export function pricedAnew(changed: Order, before: Order): Order {
  if (changed.lines.every(({ settled }) => settled === null)) return changed;
  const had = new Map(before.lines.map((line) => [line.line_id, line]));
  const isChanged = (line: Line) => {
    const was = had.get(line.line_id);
    return was === undefined || (was !== line && priceOf(was) !== priceOf(line));
  };
  const isOther = changed.lines.length !== before.lines.length || changed.lines.some(isChanged);
  const all =
    orderPriceOf(changed) !== orderPriceOf(before) || (changed.price_fixed_variation !== null && isOther);
  const lines = changed.lines.map((line) =>
    line.settled !== null && (all || isChanged(line)) ? { ...line, settled: null } : line,
  );
  return { ...changed, lines };
}
