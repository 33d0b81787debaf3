// The tracked stock that orders take and give back (reference: orders.37).
import { ApiError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Held, Line, Order } from '../types.ts';
import { HOLDS_STOCK } from './status.ts';

/** So much of a product; negative when it comes back. */
export interface Use {
  readonly product: Id;
  readonly quantity: Decimal;
}

/** The amounts that lines need of their products, options and modifiers; none of those that are left out. */
export function usesOf(lines: readonly Line[]): Use[] {
  const uses: Use[] = [];
  for (const line of lines) {
    if (line.instructions !== 'No') uses.push({ product: line.product.id, quantity: line.quantity });
    for (const modifier of line.modifiers) {
      if (!modifier.without) uses.push({ product: modifier.product.id, quantity: line.quantity });
    }
  }
  return uses;
}

/**
 * Whether the availability of the order's products counts: in the statuses that hold stock, except when the
 * add-on skips the check for an order of tomorrow or later (reference: orders.39). Such an order takes
 * nothing from today's stock.
 */
export function checksAvailability(order: Order, startOfTomorrow: () => Micros): boolean {
  if (order.deleted || !HOLDS_STOCK.has(order.status)) return false;
  return !(order.ignore_availability && order.fulfil_at >= startOfTomorrow());
}

function outOfStock(product: Id): ApiError {
  return new ApiError('out_of_stock', sentence('Product ({product}) is out of stock.', { product }));
}

/** 400 in the promised words when something sold is not available at the site (reference: orders.38). */
export function refuseUnavailable(uses: readonly Use[], available: (product: Id) => boolean): void {
  for (const { product, quantity } of uses) {
    if (quantity > 0n && !available(product)) throw outOfStock(product);
  }
}

/** The amount of each product; those that add up to 0 are left out. */
export function sumUses(uses: readonly Use[]): Map<Id, Decimal> {
  const sums = new Map<Id, Decimal>();
  for (const { product, quantity } of uses) sums.set(product, (sums.get(product) ?? 0n) + quantity);
  for (const [product, sum] of sums) if (sum === 0n) sums.delete(product);
  return sums;
}

/**
 * Amounts that an order goes on to hold although it needs less: its refunds gave them back to the stock already, and
 * they do not come back a second time when the order itself is changed, rejected or deleted.
 */
export function withoutReturned(
  after: ReadonlyMap<Id, Decimal>,
  before: ReadonlyMap<Id, Decimal>,
  refunds: readonly Order[],
): ReadonlyMap<Id, Decimal> {
  const kept = new Map(after);
  for (const [product, quantity] of sumUses(refunds.flatMap((refund) => usesOf(refund.lines)))) {
    const held = before.get(product) ?? 0n;
    const returned = -quantity < held ? -quantity : held;
    if (returned > (after.get(product) ?? 0n)) kept.set(product, returned);
  }
  return kept;
}

/** True when an order needs less of something than before. */
export function needsLess(before: ReadonlyMap<Id, Decimal>, after: ReadonlyMap<Id, Decimal>): boolean {
  return [...before].some(([product, quantity]) => quantity > (after.get(product) ?? 0n));
}

/** The amounts that an order is to hold, before and after a change. */
export interface StockChange {
  readonly before: ReadonlyMap<Id, Decimal>;
  readonly after: ReadonlyMap<Id, Decimal>;
  /** The amounts it holds; none of products that were not counted when the order took them. */
  readonly held: readonly Held[];
}

/** The products whose counted amounts a change may move. */
export function touchedProducts({ before, after, held }: StockChange): Id[] {
  const touched: Id[] = [];
  const holds = new Set(held.map((each) => each.product_id));
  for (const product of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(product) ?? 0n, after.get(product) ?? 0n];
    if (was === is) continue;
    // Never counted, and less of it now: there is nothing to give back.
    if (holds.has(product) || !isBetween(is, 0n, was)) touched.push(product);
  }
  return touched;
}

function isBetween(value: bigint, a: bigint, b: bigint): boolean {
  return a < b ? value >= a && value <= b : value >= b && value <= a;
}

function clamp(value: bigint, a: bigint, b: bigint): bigint {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (value < low) return low;
  return value > high ? high : value;
}

/** The counted amount of a product at the site. */
export interface CountedAmount {
  readonly product_id: Id;
  readonly amount: Decimal;
}

/** The new amounts of the stock, and the amounts that the order holds. */
export interface StockPlan {
  readonly amounts: readonly CountedAmount[];
  readonly held: readonly Held[];
}

/**
 * Takes and gives back what a change moves; `counted` are the amounts of those touched products that are
 * counted. 400 when there is not enough. Amounts taken before a product was counted are not given back.
 */
export function planStock(
  change: StockChange,
  touched: readonly Id[],
  counted: readonly CountedAmount[],
): StockPlan {
  const held = new Map(change.held.map((each) => [each.product_id, each.quantity]));
  const rows = new Map(counted.map((row) => [row.product_id, row]));
  const amounts: CountedAmount[] = [];
  for (const product of touched) {
    const row = rows.get(product);
    const holds = held.get(product) ?? 0n;
    const after = change.after.get(product) ?? 0n;
    const uncounted = clamp((change.before.get(product) ?? 0n) - holds, 0n, after);
    const wanted = row === undefined ? 0n : after - uncounted;
    held.set(product, wanted);
    if (row === undefined || wanted === holds) continue;
    const amount = row.amount - (wanted - holds);
    if (amount < 0n && wanted > holds) throw outOfStock(product);
    amounts.push({ product_id: product, amount });
  }
  return {
    amounts,
    held: [...held].flatMap(([product_id, quantity]) => (quantity === 0n ? [] : [{ product_id, quantity }])),
  };
}
