import { ratesOf, rateWithin, taxesAtPrice, taxesForType } from '../../company/rules/rates.ts';
import type { Right } from '../../company/rules/rights.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, ONE } from '../../kernel/money.ts';
import { bothForms, type EnteredPrice } from '../../kernel/price.ts';
import type { Line, Order, Payment } from '../types.ts';
import { isGivenBack } from './bounds.ts';
import type { Discounts } from './discounts.ts';
import type { Figured, Figures } from './figures.ts';
import type { Offer } from './offer.ts';
import { HOLDS_STOCK } from './status.ts';

// The permissions that a change of an order needs of a staff member (reference: orders.73).

/** A change of an order; `before` is undefined for a new one. */
export interface RightsChange {
  readonly before: Figured | undefined;
  readonly after: Figured;
  /** The products and option sets of new lines, and of lines with another price; without them any other price is a changed one. */
  readonly offer?: Pick<Offer, 'products' | 'sets'> | undefined;
  /** The discounts that the change names. */
  readonly discounts?: Discounts | undefined;
}

type Variations = Pick<Line, 'price_variation' | 'price_fixed_variation'>;

/** True when a variation takes off more than before. */
function isLowered(before: Variations | undefined, after: Variations): boolean {
  const percent = (of: Variations | undefined): Decimal => of?.price_variation ?? ONE;
  const fixed = (of: Variations | undefined): Decimal => of?.price_fixed_variation ?? 0n;
  const percentNow = percent(after);
  const fixedNow = fixed(after);
  return (percentNow < ONE && percentNow < percent(before)) || (fixedNow < 0n && fixedNow < fixed(before));
}

/** True when variations make what is given back more than its price, and more than before. */
function isRaised(before: Variations | undefined, after: Variations): boolean {
  const factor = after.price_variation ?? ONE;
  const amount = after.price_fixed_variation ?? 0n;
  return (
    (factor > ONE && factor > (before?.price_variation ?? ONE)) ||
    (amount < 0n && amount < (before?.price_fixed_variation ?? 0n))
  );
}

/** A line that is sold by itself: no option of another, and nothing that a refund gives back. */
const isOwn = (line: Line) => line.part_of === null && line.returned === null;

const linesById = (order: Order | undefined): ReadonlyMap<Id, Line> =>
  new Map(order?.lines.map((line) => [line.line_id, line]));

/** True for a discount by name that was not there before. */
const isGiven = (before: Named | undefined, after: Named) =>
  after.discount_id !== null && after.discount_id !== before?.discount_id;

type Named = Pick<Line, 'discount_id'>;

/** The permission that a discount needs: its own, and for everything off always that for comps (reference: discounts.4). */
function rightFor({ discount_id: id }: Named, isFree: boolean, discounts: Discounts | undefined): Right {
  if (isFree || id === null) return isFree ? 'ApplyComp' : 'MakeDiscount';
  return discounts?.get(id)?.right_code ?? 'MakeDiscount';
}

/** The discounts of a change: something is left to pay, or nothing is. */
function discountRights({ before, after, discounts }: RightsChange): Right[] {
  const known = linesById(before?.order);
  const rights: Right[] = [];
  if (isLowered(before?.order, after.order) || isGiven(before?.order, after.order)) {
    const isSold = after.order.lines.some(({ quantity }) => quantity > 0n);
    const isFree = after.order.price_variation === 0n || (isSold && after.figures.priced.total <= 0n);
    rights.push(rightFor(after.order, isFree, discounts));
  }
  for (const [at, line] of after.order.lines.entries()) {
    if (!isOwn(line) || line.quantity <= 0n) continue;
    const was = known.get(line.line_id);
    if (!isLowered(was, line) && !isGiven(was, line)) continue;
    const total = after.figures.priced.lines[at]?.totalInc ?? 0n;
    // An order for nothing makes its lines free: the discount of the line alone is looked at.
    const isFree = line.price_variation === 0n || (total <= 0n && after.order.price_variation !== 0n);
    rights.push(rightFor(line, isFree, discounts));
  }
  return rights;
}

const isSame = (a: EnteredPrice, b: EnteredPrice) => a.form === b.form && a.amount === b.amount;

/** True for a price that is the product's in one of its forms, to the smallest coin. */
export function isUsual(line: Line, usual: EnteredPrice, { minor_units: units }: Order): boolean {
  if (isSame(line.unit, usual)) return true;
  const rate = rateWithin(ratesOf(taxesAtPrice(taxesForType(line.taxes, null), usual.amount, 1n)));
  const apart = line.unit.amount - bothForms(usual, rate)[line.unit.form];
  return (apart < 0n ? -apart : apart) * 2n < ONE / 10n ** BigInt(units);
}

/** True when a line is sold at another price than the one it is offered at. */
function isPricedOtherwise(
  before: Line | undefined,
  line: Line,
  { after: { order }, offer }: RightsChange,
): boolean {
  if (line.returned !== null || (before !== undefined && isSame(before.unit, line.unit))) return false;
  // An option that is left out costs nothing.
  if (line.instructions === 'No') return false;
  const product = offer?.products.get(line.product.id);
  if (offer === undefined || product === undefined) return true;
  // A price that is asked for at every sale, or that there is none of, is no changed one.
  if (product.price === undefined || product.price_bounds !== null) return false;
  if (isUsual(line, product.price, order)) return false;
  // What was rung while another list held, and is sent later, was no changed price (reference: prices.4).
  if (product.other_prices?.some((price) => isUsual(line, price, order)) === true) return false;
  if (line.part_of === null) return true;
  return ![...offer.sets.values()].some(({ options }) => {
    const amount = options.get(line.product.id);
    return amount !== undefined && amount !== null && isUsual(line, { amount, form: 'ex' }, order);
  });
}

/** The lines that are sold at another price than their product's. */
export function linesPricedOtherwise(change: RightsChange): Line[] {
  const known = linesById(change.before?.order);
  return change.after.order.lines.filter((line) => isPricedOtherwise(known.get(line.line_id), line, change));
}

/** True when less of a line is sold than before. */
function isVoided(before: Order, after: Order): boolean {
  const now = linesById(after);
  return before.lines.some((line) => {
    const quantity = now.get(line.line_id)?.quantity ?? 0n;
    return isOwn(line) && line.quantity > 0n && quantity < line.quantity;
  });
}

/** The lines of an order that give back without the sale they were bought in, by their places. */
const returnsOf = ({ lines }: Order): [at: number, line: Line][] =>
  [...lines.entries()].filter(([, line]) => isOwn(line) && line.quantity < 0n);

/** True when more is given back than before, in number or in money, without the sale it was bought in. */
function isReturned(before: Figured | undefined, after: Figured): boolean {
  const returns = returnsOf(after.order);
  if (returns.length === 0) return false;
  const known = linesById(before?.order);
  const totals = new Map(
    before?.order.lines.map((line, at) => [line.line_id, before.figures.priced.lines[at]?.totalInc ?? 0n]),
  );
  return returns.some(([at, line]) => {
    const total = after.figures.priced.lines[at]?.totalInc ?? 0n;
    const isMore = line.quantity < (known.get(line.line_id)?.quantity ?? 0n);
    return isMore || total < (totals.get(line.line_id) ?? 0n);
  });
}

/** True when variations give back more of what is returned without its sale than its price, and more than before. */
function isReturnedForMore(before: Order | undefined, after: Order): boolean {
  const returns = returnsOf(after);
  if (returns.length === 0) return false;
  const known = linesById(before);
  return isRaised(before, after) || returns.some(([, line]) => isRaised(known.get(line.line_id), line));
}

/** The permission that giving back money of an order needs. */
export function rightToGiveBack(order: Order, { priced }: Figures): Right {
  return priced.total < 0n && order.original_order_id === null ? 'RefundWithoutReceipt' : 'Refund';
}

/** True when a sale is over by a change. */
const isFinished = (before: Order | undefined, { status }: Order) =>
  status === 'COMPLETE' && before?.status !== 'COMPLETE';

/** The amount paid, and whether the sale is over by it. */
function paymentRights({ before, after }: RightsChange): Right[] {
  const { order, figures } = after;
  const had = new Set(before?.order.payments.map(({ id }) => id));
  const added = order.payments.filter(({ id }) => !had.has(id));
  const isReturn = figures.priced.total < 0n;
  const rights: Right[] = [];
  if (added.some(isGivenBack)) rights.push(rightToGiveBack(order, figures));
  const isPaid = added.some(({ amount }) => amount >= 0n);
  if (!isReturn && (isFinished(before?.order, order) || isPaid)) rights.push('FinishSale');
  const kept = new Map(order.payments.map((payment) => [payment.id, payment]));
  const isOther = (was: Payment) => {
    const now = kept.get(was.id);
    return now !== undefined && (now.tip !== was.tip || now.ref !== was.ref || now.paid_at !== was.paid_at);
  };
  if (before?.order.payments.some(isOther) === true) rights.push('ModifySales');
  return rights;
}

/** True for an order that was held and is rejected, or is again as if nobody had accepted it: rejecting it needs nothing then. */
const isHeldRejected = (was: Order | undefined, order: Order): boolean =>
  was !== undefined && HOLDS_STOCK.has(was.status) && !HOLDS_STOCK.has(order.status);

/** Of the permissions that a change needs those by which money is given back, or a held order ends. */
export function givesBack({ before, after }: Pick<RightsChange, 'before' | 'after'>): Right[] {
  const { order, figures } = after;
  const was = before?.order;
  if (was !== undefined && order.deleted && !was.deleted) return ['DeleteHeldOrder'];
  if (was === undefined && order.original_order_id !== null) return ['Refund'];
  const had = new Set(was?.payments.map(({ id }) => id));
  const rights: Right[] = [];
  if (order.payments.some((payment) => isGivenBack(payment) && !had.has(payment.id)))
    rights.push(rightToGiveBack(order, figures));
  if (isReturned(before, after)) rights.push('RefundWithoutReceipt');
  if (isHeldRejected(was, order)) rights.push('DeleteHeldOrder');
  return [...new Set(rights)];
}

/** The permissions that a split or a merge needs: none, unless what was paid before pays what is left (reference: tables.6). */
export function rightsToRegroup({ before, after }: Pick<RightsChange, 'before' | 'after'>): Right[] {
  const isReturn = after.figures.priced.total < 0n;
  return !isReturn && isFinished(before?.order, after.order) ? ['FinishSale'] : [];
}

/** The permissions that a change of an order needs, each once. */
export function rightsNeeded(change: RightsChange): Right[] {
  const { before, after } = change;
  const { order } = after;
  const was = before?.order;
  if (was !== undefined && order.deleted && !was.deleted) return ['DeleteHeldOrder'];
  if (was === undefined && order.original_order_id !== null) return ['Refund'];
  const rights = [...discountRights(change), ...paymentRights(change)];
  if (linesPricedOtherwise(change).length > 0 || isReturnedForMore(was, order)) rights.push('ChangePrice');
  if (was !== undefined && isVoided(was, order)) rights.push('Void');
  if (isReturned(before, after)) rights.push('RefundWithoutReceipt');
  if (isHeldRejected(was, order)) rights.push('DeleteHeldOrder');
  return [...new Set(rights)];
}
