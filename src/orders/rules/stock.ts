// The tracked stock that orders take and give back (reference: orders.37).
import { ApiError } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { Micros } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import type { Held, Line, Order } from '../types.ts';
import { HOLDS_STOCK } from './status.ts';

/** So much of a product; negative when it comes back. */
interface Use {
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

/** True in the statuses that hold stock (reference: orders.37). */
function isHolding({ deleted, status }: Order): boolean {
  return !deleted && HOLDS_STOCK.has(status);
}

/** True for an order of tomorrow or later whose add-on has its products not checked (reference: orders.39). */
function isAhead(
  { ignore_availability: skips, fulfil_at: at }: Order,
  startOfTomorrow: () => Micros,
): boolean {
  return skips && at >= startOfTomorrow();
}

/**
 * Whether the availability of the order's products is looked at: in the statuses that hold stock, except when the
 * add-on skips the check for an order of tomorrow or later.
 */
export function checksAvailability(order: Order, startOfTomorrow: () => Micros): boolean {
  return isHolding(order) && !isAhead(order, startOfTomorrow);
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

/** Amounts of products. */
type Amounts = ReadonlyMap<Id, Decimal>;
const NONE: Amounts = new Map();

/** The quantity of a product that the refunds of an order brought back. */
interface GivenBack {
  /** By their lines. */
  readonly goods: Decimal;
  /** The part of it that went back to the stock of their sites. */
  readonly stock: Decimal;
}
/** The quantities that the refunds of an order brought back. */
type GivenBackOf = ReadonlyMap<Id, GivenBack>;
export const NOTHING_BACK: GivenBackOf = new Map();

/** The quantities that lines sell, and those that they bring back, each without a sign. */
function soldAndBack(order: Order): { readonly sold: Amounts; readonly back: Amounts } {
  const uses = isHolding(order) ? usesOf(order.lines) : [];
  const back = uses.filter(({ quantity }) => quantity < 0n);
  return {
    sold: sumUses(uses.filter(({ quantity }) => quantity > 0n)),
    back: sumUses(back.map(({ product, quantity }) => ({ product, quantity: -quantity }))),
  };
}

const heldBy = (held: readonly Held[]): Map<Id, Decimal> =>
  new Map(held.map((each) => [each.product_id, each.quantity]));

/** The quantities that the refunds of an order brought back; not those that were deleted. */
export function givenBackBy(refunds: readonly Order[]): GivenBackOf {
  const given = new Map<Id, GivenBack>();
  for (const refund of refunds) {
    const { sold, back } = soldAndBack(refund);
    const held = heldBy(refund.held);
    for (const [product, quantity] of back) {
      const { goods, stock } = given.get(product) ?? { goods: 0n, stock: 0n };
      // What it sold in exchange is in the same amount.
      const moved = (sold.get(product) ?? 0n) - (held.get(product) ?? 0n);
      given.set(product, { goods: goods + quantity, stock: stock + upTo(moved, quantity) });
    }
  }
  return given;
}

/** The quantities needed of products of which some came back; what an order itself takes back is no refund's. */
function withoutGiven(needed: Amounts, given: GivenBackOf): Map<Id, Decimal> {
  const left = new Map(needed);
  for (const [product, { goods }] of given) {
    const needs = needed.get(product) ?? 0n;
    if (needs > goods) left.set(product, needs - goods);
    else if (needs > 0n) left.delete(product);
  }
  return left;
}

/**
 * What an order took from the stock and nobody has given back: not itself, nor its refunds. No more than is left of its
 * lines: goods of a refund that were not counted when they came back are no more there to be given.
 */
export function stillTaken(order: Order, given: GivenBackOf): Map<Id, Decimal> {
  const left = withoutGiven(isHolding(order) ? sumUses(usesOf(order.lines)) : NONE, given);
  const taken = new Map<Id, Decimal>();
  for (const { product_id: product, quantity } of order.held) {
    const still = upTo(quantity - (given.get(product)?.stock ?? 0n), left.get(product) ?? 0n);
    if (still !== 0n) taken.set(product, still);
  }
  return taken;
}

/**
 * The amounts that an order is to hold: none outside the statuses that hold stock, and none before its day for one that
 * skips the check. A COMPLETE one holds them whatever the day: it is not changed any more.
 */
export function needsOf(order: Order, startOfTomorrow: () => Micros): Amounts {
  const isWaiting = order.status !== 'COMPLETE' && isAhead(order, startOfTomorrow);
  return isHolding(order) && !isWaiting ? sumUses(usesOf(order.lines)) : NONE;
}

/** The amounts that a refund is to hold: what it sells in exchange, less what comes back of what is still taken. */
function refundNeeds(refund: Order, taken: Amounts): Amounts {
  const { sold, back } = soldAndBack(refund);
  const needed = new Map(sold);
  for (const [product, quantity] of back) {
    const most = upTo(taken.get(product) ?? 0n, quantity);
    needed.set(product, (sold.get(product) ?? 0n) - most);
  }
  return needed;
}

/** The amounts that an order is to hold, before and after a change. */
export interface StockChange {
  readonly before: Amounts;
  readonly after: Amounts;
  /** The amounts it holds; none of products that were not counted when the order took them. */
  readonly held: readonly Held[];
  /** The part of them that its refunds have not given back; all of it unless given. */
  readonly taken?: Amounts;
  readonly given?: GivenBackOf;
  /** How much of what is needed is not checked: of it is taken what there is. */
  readonly unchecked?: Amounts;
}

/** A new order takes what it needs. */
export function changeOfNew(after: Order, startOfTomorrow: () => Micros): StockChange {
  const needed = needsOf(after, startOfTomorrow);
  const unchecked = isAhead(after, startOfTomorrow) ? needed : NONE;
  return { before: NONE, after: needed, held: [], unchecked };
}

/**
 * What a change of an order moves. What came back by refunds is not given back again, and what came back before the
 * order took anything is not taken for it. An order that skips the check has taken what it holds and nothing else: on
 * its day it takes the rest at its next change, without a check, since it was promised before.
 */
export function changeOfSale(
  before: Order,
  after: Order,
  given: GivenBackOf,
  startOfTomorrow: () => Micros,
): StockChange {
  const taken = stillTaken(before, given);
  const due = withoutGiven(needsOf(before, startOfTomorrow), given);
  const needed = withoutGiven(needsOf(after, startOfTomorrow), given);
  const isLate = before.ignore_availability;
  const unchecked = isAhead(after, startOfTomorrow) ? needed : isLate ? due : NONE;
  const held = isHolding(before) ? before.held : before.held.map((each) => returnedOf(each, given));
  return { before: isLate ? taken : due, after: needed, held, taken, given, unchecked };
}

/** The quantities that refunds gave back of an order that needs nothing any more: it has given back the rest itself. */
function returnedOf({ product_id, quantity }: Held, given: GivenBackOf): Held {
  const { stock = 0n } = given.get(product_id) ?? {};
  return { product_id, quantity: quantity < stock ? quantity : stock };
}

/** The stock that a new refund moves; `taken` is what the refunded order still holds. */
export function changeOfNewRefund(after: Order, taken: Amounts, startOfTomorrow: () => Micros): StockChange {
  const needed = refundNeeds(after, taken);
  const unchecked = isAhead(after, startOfTomorrow) ? needed : NONE;
  return { before: NONE, after: needed, held: [], unchecked };
}

/**
 * What a change of a refund moves. One that is withdrawn takes again what it gave back, but nothing that the order it
 * refunds has given back altogether meanwhile: that is there for good.
 */
export function changeOfRefund(
  before: Order,
  after: Order,
  original: Order,
  others: readonly Order[],
): StockChange {
  const { held } = before;
  const without = stillTaken(original, givenBackBy(others));
  if (isHolding(after))
    return { before: refundNeeds(before, without), after: refundNeeds(after, without), held };
  const taken = stillTaken(original, givenBackBy([...others, before]));
  const own = givenBackBy([before]);
  const kept = held.map(({ product_id: id }): [Id, Decimal] => {
    const gave = own.get(id)?.stock ?? 0n;
    return [id, upTo((without.get(id) ?? 0n) - (taken.get(id) ?? 0n), gave) - gave];
  });
  return { before: heldBy(held), after: new Map(kept), held };
}

/** The products whose counted amounts a change may move. */
export function touchedProducts({ before, after, held }: StockChange): Id[] {
  const touched: Id[] = [];
  const holds = new Set(held.map((each) => each.product_id));
  for (const product of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(product) ?? 0n, after.get(product) ?? 0n];
    if (was === is) continue;
    // Never counted, and less of it now: there is nothing to give back.
    if (holds.has(product) || !isUpTo(is, was)) touched.push(product);
  }
  return touched;
}

/** True for an amount between 0 and another one, which may be negative. */
function isUpTo(value: bigint, most: bigint): boolean {
  return value === upTo(value, most);
}

/** The amount between 0 and another one, which may be negative, that comes nearest. */
function upTo(value: bigint, most: bigint): bigint {
  const [low, high] = most > 0n ? [0n, most] : [most, 0n];
  if (value < low) return low;
  return value > high ? high : value;
}

/** The counted amount of a product at the site. */
interface CountedAmount {
  readonly product_id: Id;
  readonly amount: Decimal;
}

/** The new amounts of the stock, and the amounts that the order holds. */
interface StockPlan {
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
  const held = heldBy(change.held);
  const taken = change.taken ?? heldBy(change.held);
  const rows = new Map(counted.map((row) => [row.product_id, row]));
  const amounts: CountedAmount[] = [];
  for (const product of touched) {
    const row = rows.get(product);
    if (row === undefined) {
      held.delete(product);
      continue;
    }
    const holds = taken.get(product) ?? 0n;
    const after = change.after.get(product) ?? 0n;
    const uncounted = upTo((change.before.get(product) ?? 0n) - holds, after);
    const unchecked = change.unchecked?.get(product) ?? holds;
    const more = fromStock(row, after - uncounted - holds, unchecked - holds);
    // What refunds gave back stays with the order that took it: together they come to what is really out.
    held.set(product, holds + more + (change.given?.get(product)?.stock ?? 0n));
    if (more !== 0n) amounts.push({ product_id: product, amount: row.amount - more });
  }
  return {
    amounts,
    held: [...held].flatMap(([product_id, quantity]) => (quantity === 0n ? [] : [{ product_id, quantity }])),
  };
}

/** How much is taken of what an order needs more: all of it, or where that is not checked what there is. 400 otherwise. */
function fromStock({ product_id, amount }: CountedAmount, more: Decimal, unchecked: Decimal): Decimal {
  const there = amount > 0n ? amount : 0n;
  if (more <= there) return more;
  if (more - (unchecked > 0n ? unchecked : 0n) > there) throw outOfStock(product_id);
  return there;
}
