// Amounts that lines keep from a split or a merge (reference: tables.8). Prices are rounded once for each line, and taxes
// and order-level variations over all of them: parts that are priced by themselves may come to a cent more or less. Each
// line is given what it came to, or its share of it; where its price by itself is another one, it keeps that amount.
import type { Id } from '../../kernel/id.ts';
import { allocate, type Decimal, floorDivide, minorStep } from '../../kernel/money.ts';
import type { Line, Order, SettledLine } from '../types.ts';
import { figuresOf, orderToPrice } from './figures.ts';
import { work } from './pricing.ts';

/** The amounts of a line within its order. */
export type LineAmounts = SettledLine;

/** The amounts of each line of an order, by line_id. */
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

/** Shares an amount of a name by weights in whole units, exactly. */
type Sharing = (name: string, amount: Decimal, weights: readonly bigint[], unit: bigint) => bigint[];

/**
 * What shares of earlier lines were short of, or beyond, by the name of the amount. Who was given less of one line is given
 * the next odd cent, so that equal shares of many lines are equal to the cent, and not only the sum of them.
 */
export class Remainders {
  readonly #weights: readonly bigint[];
  /** In units divided by the sum of the weights. */
  readonly #short = new Map<string, bigint[]>();

  constructor(weights: readonly bigint[]) {
    this.#weights = weights;
  }

  /** Shares amounts among some of those who have a share. */
  of(holders: readonly number[]): Sharing {
    return (name, amount, weights, unit) => {
      if (holders.length < this.#weights.length) return allocate(amount, weights, unit);
      const short = this.#short.get(name) ?? weights.map(() => 0n);
      const all = weights.reduce((sum, weight) => sum + weight, 0n);
      const units = amount / unit;
      const floors = weights.map((weight) => floorDivide(units * weight, all));
      const wanting = weights.map(
        (weight, at) => units * weight - (floors[at] ?? 0n) * all + (short[at] ?? 0n),
      );
      const left = Number(floors.reduce((rest, floor) => rest - floor, units));
      const byNeed = [...wanting.keys()].sort(
        (a, b) => Number((wanting[b] ?? 0n) - (wanting[a] ?? 0n)) || a - b,
      );
      const given = new Set(byNeed.slice(0, left));
      this.#short.set(
        name,
        wanting.map((each, at) => (given.has(at) ? each - all : each)),
      );
      const shares = floors.map((floor, at) => (given.has(at) ? floor + 1n : floor) * unit);
      shares[0] = (shares[0] ?? 0n) + amount - units * unit;
      return shares;
    };
  }
}

/** Shares the amounts of a line over parts of it, by largest remainder: they add up to it exactly. */
export function divided(
  amounts: LineAmounts,
  weights: readonly Decimal[],
  order: Order,
  among: Sharing = (_name, amount, by, unit) => allocate(amount, by, unit),
): LineAmounts[] {
  const step = minorStep(order.minor_units);
  const total = among('total', amounts.total_inc, weights, step);
  const share = among('share', amounts.share, weights, step);
  const taxes = amounts.taxes.map((tax, at) => among(`tax ${amounts.tax_ids[at]}`, tax, weights, step));
  const exact = amounts.exact.map((tax) => allocate(tax, weights, 1n));
  return weights.map((_, at) => ({
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

/** The inputs of a line's price, as text. */
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
