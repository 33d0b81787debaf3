import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Reader } from '../storage/port.ts';
import { checkGivenBack, checkRefund, refundedBy } from './rules/decide.ts';
import { figuresOf } from './rules/figures.ts';
import { addLines, appendLines, type NewLines } from './rules/lines.ts';
import type { LineProduct, Offer } from './rules/offer.ts';
import { isReturn, returnedBy, returnLines, type Sale } from './rules/returns.ts';
import { refundsOf } from './store.ts';
import type { Order } from './types.ts';

// Refunds: orders of their own that give back what was paid for another (spec: Orders/creating 3; contract 6).

/** The original of a refund; 400 when it is not there or is a refund itself. */
export function requireOriginal(id: Id, original: Order | undefined): Order {
  if (original === undefined || original.deleted)
    throw invalid('original_order_id_str', `${id} does not exist.`);
  if (original.original_order_id !== null)
    throw invalid('original_order_id_str', `order ${id} is itself a refund.`);
  return original;
}

/** A sale that may be given back: the original with the refunds it has already. */
export interface Refundable {
  readonly original: Order;
  readonly refunds: readonly Order[];
}

/** Reads what was given back of an order already. */
export async function readRefunds(tx: Reader, original: Order): Promise<Refundable> {
  return { original, refunds: await refundsOf(tx, original.company_id, original.id) };
}

/** What the refunds of an order gave back. */
function refundedSoFar(refunds: readonly Order[]): Decimal {
  return refunds.reduce((sum, refund) => {
    const { priced, settlement } = figuresOf(refund);
    return sum + refundedBy({ total: priced.total, paid: settlement.paid });
  }, 0n);
}

/** 400 when a refund gives back more than was paid for its original, together with the refunds before it. */
export function requireRefundable(refund: Order, { original, refunds }: Refundable): void {
  const { paid } = figuresOf(original).settlement;
  checkRefund(figuresOf(refund), { paid }, refundedSoFar(refunds));
}

/** 400 when a negative payment gives back what refunds of the order gave back already. */
export async function requireNotRefunded(tx: Reader, order: Order, amount: Decimal): Promise<void> {
  if (amount >= 0n) return;
  const { refunds } = await readRefunds(tx, order);
  checkGivenBack(amount, figuresOf(order).settlement, refundedSoFar(refunds));
}

/**
 * A refund with its lines: what comes back as it was sold is given back at what it was sold for; what has a
 * price of its own, or was not sold by the original, is priced like any other line.
 */
export function addReturns(
  order: Order,
  { lines, options = [], field }: NewLines,
  offer: Offer,
  nextId: () => Id,
  { original, refunds }: Refundable,
): Order {
  const sale: Sale = {
    order: original,
    priced: figuresOf(original).priced.lines,
    returned: returnedBy(refunds),
  };
  const priced = order.price_variation !== null || order.price_fixed_variation !== null;
  if (priced || options.length > 0) return addLines(order, { lines, options, field }, offer, nextId);
  let refund = order;
  for (const [at, input] of lines.entries()) {
    const back = isReturn(input, sale) ? returnLines(input, sale, nextId, field(at)) : undefined;
    refund =
      back === undefined
        ? addLines(refund, { lines: [input], field: () => field(at) }, offer, nextId)
        : appendLines(refund, back);
  }
  return refund;
}

/** What a refund's lines are made from: for what is not sold any more, what the original says of it. */
export function withReturned(offer: Offer, original: Order | undefined): Offer {
  if (original === undefined) return offer;
  const gone = { is_available: false, amount: null, is_template: false, option_sets: [] };
  const sold = original.lines.flatMap(({ product, unit, taxes, modifiers }): [Id, LineProduct][] => [
    [product.id, { ...product, ...gone, price: unit, taxes, is_modifier: false }],
    ...modifiers.map((modifier): [Id, LineProduct] => [
      modifier.product.id,
      { ...modifier.product, ...gone, price: modifier.price, taxes: [], is_modifier: true },
    ]),
  ]);
  return { ...offer, products: new Map([...sold, ...offer.products]) };
}
