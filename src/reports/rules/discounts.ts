// What discounts took off an order, by their names (reference: reports.14). Everything comes from the order itself, and
// of what a refund gives back from the order that was sold.
import { allocate, type Decimal, minorStep, roundRatio } from '../../kernel/money.ts';
import { orderToPrice } from '../../orders/rules/figures.ts';
import { type PricedLine, type PricedOrder, priceOrder } from '../../orders/rules/pricing.ts';
import type { Line, Order } from '../types.ts';
import { type Sums, SumsBy } from './sums.ts';

/** The amount of a reduction, with tax, and the tax in it. */
interface TakenOff {
  readonly inc: Decimal;
  readonly tax: Decimal;
}

/** The reduction of a line: in all, and by its own discount; the rest is its order's. */
interface LineDiscount {
  readonly all: TakenOff;
  readonly own: TakenOff;
}

const NOTHING: TakenOff = { inc: 0n, tax: 0n };
const UNDISCOUNTED: LineDiscount = { all: NOTHING, own: NOTHING };

const isVaried = (one: Pick<Line, 'price_variation' | 'price_fixed_variation'>): boolean =>
  one.price_variation !== null || one.price_fixed_variation !== null;

/** The reduction of a line from its listed price. A higher price is no negative discount; a return takes its discount back. */
function cheaper(listed: PricedLine | undefined, line: PricedLine | undefined, isReturn: boolean): TakenOff {
  if (listed === undefined || line === undefined) return NOTHING;
  const inc = listed.totalInc - line.totalInc;
  if (isReturn ? inc >= 0n : inc <= 0n) return NOTHING;
  return { inc, tax: listed.totalTax - line.totalTax };
}

/**
 * How much cheaper each line was sold than listed: than it costs without any variation, its own or the order's. What both
 * took off is shared out as they are counted: first the line's, then the order's.
 */
export function discountsOf(order: Order, lines: readonly PricedLine[]): LineDiscount[] {
  const isOrderVaried = isVaried(order);
  if (!isOrderVaried && !order.lines.some((line) => isVaried(line) || line.returned !== null))
    return lines.map(() => UNDISCOUNTED);
  const plain = { ...orderToPrice(order), variation: null, fixedVariation: null };
  const open = plain.lines.map((line) => ({ ...line, settled: null }));
  const listed = priceOrder({
    ...plain,
    lines: open.map((line) => ({ ...line, variation: null, fixedVariation: null })),
  });
  let byLines: PricedOrder | undefined;
  return order.lines.map((line, at): LineDiscount => {
    const isReturn = line.quantity < 0n;
    const all = cheaper(listed.lines[at], lines[at], isReturn);
    if (all.inc === 0n || !isVaried(line)) return { all, own: NOTHING };
    if (!isOrderVaried) return { all, own: all };
    byLines ??= priceOrder({ ...plain, lines: open });
    const own = cheaper(listed.lines[at], byLines.lines[at], isReturn);
    // Where one of them makes it dearer, all of it is the other's.
    return { all, own: size(own.inc) < size(all.inc) ? own : all };
  });
}

/** An order that was sold, with what its lines were cheaper by. */
export interface Sold {
  readonly order: Order;
  readonly discounts: readonly LineDiscount[];
}

/** The subject of a discount that a staff member gave; each is empty for none. */
export function discountSubject(discount: bigint | null, staff: bigint | null): string {
  return `${discount ?? ''} ${staff ?? ''}`;
}

/** The reverse of `discountSubject`: both as text. */
export function readDiscountSubject(subject: string): { readonly discount: string; readonly staff: string } {
  const [discount = '', staff = ''] = subject.split(' ', 2);
  return { discount, staff };
}

/** The discounts of whole orders with what each of them is of what they take off; more than one after a merge. */
function ofWhole(order: Order): readonly { readonly id: bigint | null; readonly weight: bigint }[] {
  if (order.discounts === null) return [{ id: order.discount_id, weight: 1n }];
  return order.discounts.map(({ discount_id: id, price_fixed_variation: amount }) => ({
    id,
    weight: -amount,
  }));
}

/** A discount on lines of an order: the numbers of the lines, and the amount. */
interface Taken {
  readonly lines: Set<number>;
  inc: Decimal;
  tax: Decimal;
}

const nothingTaken = (): Taken => ({ lines: new Set(), ...NOTHING });

function take(taken: Taken, at: number, { inc, tax }: TakenOff): void {
  taken.lines.add(at);
  taken.inc += inc;
  taken.tax += tax;
}

/** The amounts that a returned line takes back from its own discount, and from that of the order that was sold. */
function partsOf(line: Line, { all, own }: LineDiscount, order: Order, sold: Sold | undefined): LineDiscount {
  const { returned } = line;
  if (returned === null) return { all, own };
  const at = sold?.order.lines.findIndex(({ line_id: id }) => id === returned.line_id) ?? -1;
  const was = sold?.discounts[at];
  if (was === undefined || was.all.inc === 0n) return { all, own: line.discount_id === null ? NOTHING : all };
  const step = minorStep(order.minor_units);
  const share = (whole: Decimal, part: Decimal, of: Decimal) =>
    of === 0n ? 0n : roundRatio(whole * part, of, step);
  return {
    all,
    own: { inc: share(all.inc, was.own.inc, was.all.inc), tax: share(all.tax, was.own.tax, was.all.tax) },
  };
}

const minus = (a: TakenOff, b: TakenOff): TakenOff => ({ inc: a.inc - b.inc, tax: a.tax - b.tax });

/**
 * The figures of an order by discount and staff member: those by their names as often as they were given, also where they
 * took nothing off, and what was taken off without a name. A refund gives none.
 */
export function byDiscount(
  order: Order,
  discounts: readonly LineDiscount[],
  sold: Sold | undefined,
): SumsBy<string> {
  const sums = new SumsBy<string>();
  const given = order.original_order_id === null ? 1n : 0n;
  const counted = new Map<string, Set<number>>();
  const add = (id: bigint | null, { lines, inc, tax }: Taken) => {
    const subject = discountSubject(id, order.staff_member_id);
    const known = counted.get(subject) ?? new Set<number>();
    const more = BigInt([...lines].filter((at) => !known.has(at)).length);
    counted.set(subject, known.union(lines));
    const each: Partial<Sums> = { lines: more, given, discount: inc, discount_tax: tax };
    sums.add(subject, each);
  };
  const [own, before] = [nothingTaken(), nothingTaken()];
  for (const [at, line] of order.lines.entries()) {
    const parts = partsOf(line, discounts[at] ?? UNDISCOUNTED, order, sold);
    if (line.discount_id !== null || parts.own.inc !== 0n)
      add(line.discount_id, { lines: new Set([at]), ...parts.own });
    const rest = minus(parts.all, parts.own);
    if (rest.inc !== 0n) take(line.returned === null ? own : before, at, rest);
  }
  const step = minorStep(order.minor_units);
  for (const [whole, taken] of [
    [order, own],
    [sold?.order ?? order, before],
  ] as const) {
    const all = ofWhole(whole);
    const isOwn = taken === own;
    const weights = all.map(({ weight }) => weight);
    const incs = allocate(taken.inc, weights, step);
    const taxes = allocate(taken.tax, weights, step);
    for (const [at, { id }] of all.entries()) {
      const [inc = 0n, tax = 0n] = [incs[at], taxes[at]];
      if (inc !== 0n || (isOwn && id !== null)) add(id, { lines: taken.lines, inc, tax });
    }
  }
  return sums;
}

function size(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
