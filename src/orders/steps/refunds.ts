import { conflict, invalid, unknownRecord } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, minorUnits } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { Reader } from '../../storage/port.ts';
import { findPlace, type Place, refundedOf, refundsOf } from '../row/store.ts';
import {
  type Extra,
  extrasLeft,
  extrasOf,
  isGivenBack,
  refuseTooMuchBack,
  refuseTooMuchExtraBack,
} from '../rules/bounds.ts';
import { checkGivenBack, checkRefund, refundedBy } from '../rules/decide.ts';
import { figuresOf } from '../rules/figures.ts';
import { MAX_REFUNDS } from '../rules/limits.ts';
import { addLines, appendLines, fieldsOf, type NewLines } from '../rules/lines.ts';
import type { LineProduct, Offer } from '../rules/offer.ts';
import { settledBy } from '../rules/payments.ts';
import { claim, isReturn, returnLines, type Sale, saleOf } from '../rules/returns.ts';
import type { Line, LineInput, Order, Payment } from '../types.ts';

// Refunds: orders of their own that give back goods and money of another (reference: orders.29, orders.30).

/** The original of a refund; 400 when it is not there or is a refund itself. */
export function requireOriginal(id: Id, original: Order | undefined): Order {
  if (original === undefined || original.deleted) throw unknownRecord('original_order_id_str', id);
  if (original.original_order_id !== null)
    throw invalid('original_order_id_str', sentence('order {id} is itself a refund.', { id }));
  return original;
}

/** A sale that may be given back: the original with the refunds it has already. */
export interface Refundable {
  readonly original: Order;
  readonly refunds: readonly Order[];
}

/** Reads the quantities and amounts of an order refunded so far. */
export async function readRefunds(tx: Reader, original: Order): Promise<Refundable> {
  return { original, refunds: await refundsOf(tx, original.company_id, original.id) };
}

/** 409 for an order with refunds, whose lines and payments are what these are held against (reference: tables.6). */
export async function refuseRefunded(tx: Reader, company: Id, orders: readonly Id[]): Promise<void> {
  const id = await refundedOf(tx, company, orders);
  if (id !== undefined) throw conflict(sentence('Order {id} has refunds.', { id }));
}

/** The amount that the refunds of an order gave back. */
export function refundedSoFar(refunds: readonly Order[]): Decimal {
  return refunds.reduce((sum, refund) => {
    const { priced, settlement } = figuresOf(refund);
    return sum + refundedBy({ total: priced.total, paid: settledBy(settlement) });
  }, 0n);
}

/** The tips and surcharges of an order, less those given back. */
const leftOf = ({ original, refunds }: Refundable) => extrasLeft(original, refunds);

/**
 * 400 when a refund gives back more than was paid for its original, together with the refunds before it: money, tips
 * and surcharges each by themselves. `field` is where in the body a payment stands.
 */
export function requireRefundable(refund: Order, sale: Refundable, field: (at: number) => string): void {
  const { original, refunds } = sale;
  if (refunds.length >= MAX_REFUNDS) {
    throw invalid(
      'original_order_id_str',
      sentence('an order has at most {max} refunds.', { max: MAX_REFUNDS }),
    );
  }
  const paid = settledBy(figuresOf(original).settlement);
  checkRefund(figuresOf(refund), { paid }, refundedSoFar(refunds));
  refuseTooMuchExtraBack(refund.payments, leftOf(sale), field);
}

/**
 * 400 when a payment gives back more than came in, or what refunds of the order gave back already: money, tips and surcharges
 * each by themselves.
 */
export async function requireToGiveBack(
  tx: Reader,
  order: Order,
  payment: Pick<Payment, 'amount' | 'rounding' | Extra>,
): Promise<void> {
  if (!isGivenBack(payment)) return;
  const { amount, rounding } = payment;
  const figures = figuresOf(order);
  refuseTooMuchBack({ amount, rounding }, figures.settlement.paid, figures, '');
  const sale = await readRefunds(tx, order);
  const paid = settledBy(figures.settlement);
  if (amount < 0n) checkGivenBack(amount - rounding, { paid }, refundedSoFar(sale.refunds));
  refuseTooMuchExtraBack([payment], leftOf(sale), () => '');
}

/** 400 when a smaller tip would leave the order with less than its refunds gave back of its tips. */
export async function requireTipsToStay(tx: Reader, before: Order, after: Order): Promise<void> {
  const less = extrasOf(after.payments).tip - extrasOf(before.payments).tip;
  if (less >= 0n) return;
  const changed = { tip: less, credit_card_surcharge: 0n };
  refuseTooMuchExtraBack([changed], leftOf(await readRefunds(tx, before)), () => '');
}

/**
 * 400 when a refund is made in another currency than its original: their amounts could not be held against each other.
 * `field` is what named the refund's site. Sites with orders keep their currency (reference: company.26), so what the
 * original's site has is what it was sold in.
 */
export async function requireCurrency(
  tx: Reader,
  place: Place,
  original: Order,
  field: string,
): Promise<void> {
  const there =
    place.site_id === original.site_id
      ? place
      : await findPlace(tx, original.company_id, original.site_id, undefined);
  const isSame = there?.currency === place.currency && minorUnits(place.currency) === original.minor_units;
  if (isSame) return;
  const { currency } = place;
  const { id } = original;
  throw invalid(
    field,
    there === undefined || there === place
      ? sentence('is in {currency}; order {id} was sold in another currency.', { currency, id })
      : sentence('is in {currency}; order {id} was sold in {was}.', { currency, id, was: there.currency }),
  );
}

/**
 * A refund with its lines: a line without a price gives back the amounts it was sold for; one with a price of its own is
 * priced like any other line. In both cases no more comes back than is left of the quantity that the original sold.
 * Lines with a positive quantity are sold in exchange.
 */
export function addReturns(
  order: Order,
  { lines, options = [], field }: NewLines,
  offer: Offer,
  nextId: () => Id,
  { original, refunds }: Refundable,
): Order {
  const sale = saleOf(original, refunds);
  const priced = order.price_variation !== null || order.price_fixed_variation !== null;
  if (priced || options.length > 0) {
    const whole = addLines(order, { lines, options, field }, offer, nextId);
    claimAll(whole.lines, sale, fieldsOf(whole.lines, lines, field));
    return whole;
  }
  const empty: Order = { ...order, lines: [], options: [] };
  const made = lines.map(() => empty);
  // A line that names its modifiers may mean fewer lines than one that does not: it goes first, so that it finds them.
  const exactFirst = [...lines.keys()].sort((a, b) => vagueness(lines[a]) - vagueness(lines[b]) || a - b);
  for (const at of exactFirst) {
    const input = lines[at];
    if (input === undefined) continue;
    if (isReturn(input, sale)) {
      made[at] = appendLines(empty, returnLines(input, sale, nextId, field(at)));
      continue;
    }
    const added = addLines(empty, { lines: [input], field: () => field(at) }, offer, nextId);
    claimAll(added.lines, sale, () => field(at));
    made[at] = added;
  }
  const refund = appendLines(
    order,
    made.flatMap((each) => each.lines),
  );
  return { ...refund, options: [...order.options, ...made.flatMap((each) => each.options)] };
}

/** 0 when a line of a body says which modifiers it is about. */
const vagueness = (input: LineInput | undefined): number => (input?.modifiers === undefined ? 1 : 0);

/** Counts every line that gives something back: those with modifiers first, which may mean fewer lines. */
function claimAll(lines: readonly Line[], sale: Sale, field: (line: Line) => string): void {
  const back = lines.filter((line) => line.quantity < 0n);
  for (const line of back) if (line.modifiers.length > 0) claim(line, sale, field(line));
  for (const line of back) if (line.modifiers.length === 0) claim(line, sale, field(line));
}

/** The products of a refund's lines; one that is not sold any more is taken from the original's line. */
export function withReturned(offer: Offer, original: Order | undefined): Offer {
  if (original === undefined) return offer;
  const gone = {
    is_available: false,
    amount: null,
    is_template: false,
    option_sets: [],
    price_bounds: null,
  };
  const sold = original.lines.flatMap(({ product, unit, cost, taxes, modifiers }): [Id, LineProduct][] => [
    [product.id, { ...product, ...gone, price: unit, cost, taxes, is_modifier: false }],
    ...modifiers.map((modifier): [Id, LineProduct] => [
      modifier.product.id,
      { ...modifier.product, ...gone, price: modifier.price, cost: null, taxes: [], is_modifier: true },
    ]),
  ]);
  return { ...offer, products: new Map([...sold, ...offer.products]) };
}
