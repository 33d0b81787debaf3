import type { Words } from '../../kernel/words.ts';
import { isFinal } from '../rules/status.ts';
import type { SellerFacts } from './seller.ts';
import type { ShownOrderJson } from './shown.ts';

/** The kinds of documents (reference: orders.57). */
type Title = 'bill' | 'receipt' | 'invoice' | 'tax invoice' | 'refund' | 'credit note';

/** The title of the document (reference: orders.57). */
export function titleOf(order: ShownOrderJson, seller: SellerFacts): Title {
  const isNumbered = order.invoice_number !== null;
  if (order.is_refund) return isNumbered ? 'credit note' : 'refund';
  if (!isFinal(order.status) && order.owed > 0n) return 'bill';
  const isCharged = order.taxes.some(({ amount }) => amount !== 0n);
  if (isCharged && (seller.taxNumber ?? seller.businessNumber) !== null) return 'tax invoice';
  return isNumbered ? 'invoice' : 'receipt';
}

/** The same in words. */
export function titleWords(title: Title, words: Words): string {
  if (title === 'credit note') return words.say('Credit note');
  if (title === 'refund') return words.say('Refund');
  if (title === 'bill') return words.say('Bill');
  if (title === 'tax invoice') return words.say('Tax invoice');
  return title === 'invoice' ? words.say('Invoice') : words.say('Receipt');
}
