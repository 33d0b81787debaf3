// What payments and their orders are called in words.

import { isolated } from '#src/kernel/text.ts';
import { formatMoney } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { Tender } from '../body.ts';
import type { Menu } from '../menu.ts';

/** The label of a payment, as its refusal shows it: `Cash payment of $10.00, table 7`. */
export function paymentLabel(menu: Menu, tender: Tender, order: string): string {
  const method = menu.methods.find((each) => each.id === tender.method)?.name ?? '';
  const amount = formatMoney(tender.amount, menu.site.currency);
  return t('{method} payment of {amount}, {order}', { method: isolated(method), amount, order });
}

/** The name of an order in words: by its table, else by its number. */
export function orderLabel(table: string | null, number: string): string {
  return table === null ? number : t('table {table}', { table: isolated(table) });
}
