import type { Order } from '#clients/typescript/index.ts';
import { decimalOf, formatMoney } from '../shared/format.ts';
import { t } from '../shared/words.ts';

/** How far an order is paid, in words: what is left, or that nothing is; undefined where nothing was paid. */
export function paidText({ paid, due }: Pick<Order, 'paid' | 'due'>, currency: string): string | undefined {
  if (decimalOf(paid) === 0n) return undefined;
  return decimalOf(due) === 0n ? t('Paid') : t('{amount} due', { amount: formatMoney(due, currency) });
}
