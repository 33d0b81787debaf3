import { type Decimal, ONE, parseDecimal, roundRatio } from '#src/kernel/money.ts';
import type { Client, Json } from './service.ts';

// What reports have to say, worked out from the orders as GET shows them: slowly, and by other means.

/** The words there are reports by. */
export const WORDS = [
  ...['day', 'hour', 'product', 'category', 'staff', 'register', 'tender', 'tax', 'order_type', 'source'],
  'site',
  'customer',
  'discount',
] as const;

/** A number of an answer, exactly. */
export function exact(value: unknown): Decimal {
  const text =
    typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : String(value);
  const found = parseDecimal(text);
  if (found === undefined) throw new Error(`${text} is no number.`);
  return found;
}

/** Figures by name, exactly. */
export type Figures = Record<string, Decimal>;

/** Adds figures to those of a key. */
export function addFigures(all: Map<string, Figures>, key: string, more: Readonly<Figures>): void {
  const sums = all.get(key) ?? {};
  for (const [name, value] of Object.entries(more)) sums[name] = (sums[name] ?? 0n) + value;
  all.set(key, sums);
}

/** A whole report as figures by what its rows are about. */
export function figuresOf(rows: readonly Json[], key: (row: Json) => unknown): Map<string, Figures> {
  const all = new Map<string, Figures>();
  for (const row of rows) {
    const numbers = Object.entries(row).filter(([name]) => !LABELS.has(name));
    if (all.has(String(key(row)))) throw new Error(`Two rows are about ${String(key(row))}.`);
    all.set(String(key(row)), Object.fromEntries(numbers.map(([name, value]) => [name, exact(value)])));
  }
  return all;
}

const LABELS = new Set([
  'id',
  'id_str',
  'tax_id',
  'tax_id_str',
  'name',
  'sku',
  'deleted',
  'rate',
  'day',
  'hour',
  'order_type',
  'average',
  'staff_member_id',
  'staff_member_id_str',
  'staff_member',
]);

/** An order with what its lines cost when nothing was made cheaper. */
export interface Listed {
  readonly order: Json;
  /** With tax, one for each line. */
  readonly listed: readonly Decimal[];
  /** The same with the lines' own variations and without that of the order. */
  readonly byLines: readonly Decimal[];
  /** The order that a refund gives back. */
  readonly original?: Listed | undefined;
  /** What one of a product costs, by its id, where that is known. */
  readonly costs: ReadonlyMap<string, Decimal>;
}

const one = (condition: boolean): Decimal => (condition ? ONE : 0n);

function discountOf({ order, listed }: Listed, at: number): Decimal {
  const line = order.lines[at];
  const cheaper = (listed[at] ?? 0n) - exact(line.line_total_ex_tax) - exact(line.line_total_tax);
  const isReturn = exact(line.quantity) < 0n;
  return (isReturn ? cheaper < 0n : cheaper > 0n) ? cheaper : 0n;
}

const nearer = (a: Decimal, b: Decimal): Decimal => ((a < 0n ? -a : a) < (b < 0n ? -b : b) ? a : b);

/** What a line's own discount took off, and what that of the whole order did. */
function discountParts(listed: Listed, at: number): { own: Decimal; whole: Decimal } {
  const all = discountOf(listed, at);
  const { order, original } = listed;
  const line = order.lines[at];
  if (original !== undefined) {
    const sold = original.order.lines.findIndex((each: Json) => each.product_id === line.product_id);
    const was = discountParts(original, sold);
    const share = discountOf(original, sold);
    // Cents, half away from zero, as tax is rounded.
    const own = share === 0n ? 0n : roundRatio(all * was.own, share, ONE / 100n);
    return { own, whole: all - own };
  }
  if (exact(line.price_variation) === ONE && exact(line.price_fixed_variation) === 0n)
    return { own: 0n, whole: all };
  const cheaper = (listed.listed[at] ?? 0n) - (listed.byLines[at] ?? 0n);
  const isDiscount = exact(line.quantity) < 0n ? cheaper < 0n : cheaper > 0n;
  const own = isDiscount ? nearer(cheaper, all) : 0n;
  return { own, whole: all - own };
}

/** What each discount took off an order, by its id and the staff member's. */
export function discountFigures(listed: Listed): Map<string, Figures> {
  const all = new Map<string, { given: number; lines: Set<number>; discount: Decimal }>();
  const { order, original } = listed;
  const add = (id: unknown, given: number, lines: readonly number[], discount: Decimal) => {
    const key = `${id} ${order.staff_member_id}`;
    const known = all.get(key) ?? { given: 0, lines: new Set<number>(), discount: 0n };
    for (const line of lines) known.lines.add(line);
    all.set(key, { ...known, given: known.given + given, discount: known.discount + discount });
  };
  const gives = order.is_refund === true ? 0 : 1;
  const cheaper: number[] = [];
  let whole = 0n;
  for (const [at, line] of order.lines.entries()) {
    const parts = discountParts(listed, at);
    if (line.discount_id !== null || parts.own !== 0n) add(line.discount_id, gives, [at], parts.own);
    if (parts.whole !== 0n) cheaper.push(at);
    whole += parts.whole;
  }
  const by = original?.order.discount_id ?? order.discount_id;
  if (whole !== 0n || (original === undefined && by !== null)) add(by, gives, cheaper, whole);
  const refunds = one(order.is_refund);
  return new Map(
    Array.from(all, ([key, { given, lines, discount }]) => [
      key,
      { given: exact(given), orders: ONE, refunds, lines: exact(lines.size), discount },
    ]),
  );
}

/** What a line cost, and what of it was sold without a known cost. */
function costFigures({ order, costs }: Listed, at: number): Figures {
  const { product_id: product, quantity, line_total_ex_tax: ex } = order.lines[at];
  const one = costs.get(String(product));
  if (one === undefined) return { cost: 0n, margin: 0n, without_cost: exact(ex) };
  const cost = (one * exact(quantity)) / ONE;
  return { cost, margin: exact(ex) - cost, without_cost: 0n };
}

/** What a line adds. */
export function lineFigures(listed: Listed, at: number): Figures {
  const line = listed.order.lines[at];
  const [ex, tax] = [exact(line.line_total_ex_tax), exact(line.line_total_tax)];
  return {
    lines: ONE,
    items: exact(line.quantity),
    total: ex + tax,
    total_ex_tax: ex,
    total_tax: tax,
    discount: discountOf(listed, at),
    ...costFigures(listed, at),
  };
}

/** What a whole order adds. */
export function orderFigures(listed: Listed): Figures {
  const { order } = listed;
  const [total, tax] = [exact(order.total), exact(order.total_tax)];
  let [items, discount] = [0n, 0n];
  const costs = new Map<string, Figures>([['all', { cost: 0n, margin: 0n, without_cost: 0n }]]);
  for (let at = 0; at < order.lines.length; at++) {
    items += exact(order.lines[at].quantity);
    discount += discountOf(listed, at);
    addFigures(costs, 'all', costFigures(listed, at));
  }
  return {
    orders: ONE,
    refunds: one(order.is_refund),
    lines: exact(order.lines.length),
    items,
    total,
    total_ex_tax: total - tax,
    total_tax: tax,
    discount,
    ...costs.get('all'),
    payments: exact(order.payments.length),
    paid: exact(order.paid),
    tips: exact(order.tips),
    tip_service_amount: exact(order.tip_service_amount),
    tip_service_paid: exact(order.tip_service_paid),
    credit_card_surcharge: exact(order.credit_card_surcharge),
    rounding: order.payments.reduce((sum: Decimal, { rounding }: Json) => sum + exact(rounding), 0n),
  };
}

/** A day and an hour by the clocks of a zone, worked out by Intl. */
export function localTime(time: string, zone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(new Date(time));
  const [day = '', clock = ''] = parts.split(', ');
  return { day, hour: Number(clock.split(':')[0]) };
}

/** Reads every order of the company that is COMPLETE. */
export async function completeOrders(client: Client): Promise<Json[]> {
  const answer = await client.get('orders/complete?limit=5000&fields=lines,payments');
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json;
}

/** The sums of some figures over all rows. */
export function totalOf(all: ReadonlyMap<string, Readonly<Figures>>, figure: string): Decimal {
  let sum = 0n;
  for (const figures of all.values()) sum += figures[figure] ?? 0n;
  return sum;
}
