import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { Reader } from '../storage/port.ts';
import { checkGivenBack, checkRefund, refundedBy } from './rules/decide.ts';
import { figuresOf } from './rules/figures.ts';
import type { LineProduct, Offer } from './rules/offer.ts';
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

/** What the refunds of an order gave back. */
async function refundedSoFar(tx: Reader, original: Order): Promise<Decimal> {
  const refunds = await refundsOf(tx, original.company_id, original.id);
  return refunds.reduce((sum, refund) => {
    const { priced, settlement } = figuresOf(refund);
    return sum + refundedBy({ total: priced.total, paid: settlement.paid });
  }, 0n);
}

/** 400 when a refund gives back more than was paid for its original, together with the refunds before it. */
export async function requireRefundable(tx: Reader, refund: Order, original: Order): Promise<void> {
  const { paid } = figuresOf(original).settlement;
  checkRefund(figuresOf(refund), { paid }, await refundedSoFar(tx, original));
}

/** 400 when a negative payment gives back what refunds of the order gave back already. */
export async function requireNotRefunded(tx: Reader, order: Order, amount: Decimal): Promise<void> {
  if (amount >= 0n) return;
  checkGivenBack(amount, figuresOf(order).settlement, await refundedSoFar(tx, order));
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
