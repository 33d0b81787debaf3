import { type Decimal, ONE, parseDecimal } from '#src/kernel/money.ts';
import type { Client, Json } from './service.ts';

// What reports have to say, worked out from the orders as GET shows them: slowly, and by other means.

/** The words there are reports by. */
export const WORDS = [
  ...['day', 'hour', 'product', 'category', 'staff', 'register', 'tender', 'tax', 'order_type', 'source'],
  'site',
  'customer',
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
]);

/** An order with what its lines cost when nothing was made cheaper. */
export interface Listed {
  readonly order: Json;
  /** With tax, one for each line. */
  readonly listed: readonly Decimal[];
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
