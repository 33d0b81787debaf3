import type { Author } from '../../kernel/author.ts';
import { dayAt } from '../../kernel/time.ts';
import type { Writer } from '../../storage/port.ts';
import { nextOf } from '../row/invoices.store.ts';
import { findPlace, type Place } from '../row/store.ts';
import { invoiceNumber, isCompletedBy, prefixesOf, seriesOf } from '../rules/invoice-number.ts';
import type { Order } from '../types.ts';

/**
 * The order with its invoice number when this change completes it where invoices are numbered (reference: orders.54).
 * The number is counted in the caller's transaction, and every other order that completes at the site waits for its end.
 * `place` is that of the order, to save reading it.
 */
export async function withInvoiceNumber(
  tx: Writer,
  { company, now }: Author,
  before: Order | undefined,
  order: Order,
  place: Place | undefined,
): Promise<Order> {
  if (!isCompletedBy(before, order)) return order;
  const site = order.site_id;
  const known = place ?? (await findPlace(tx, company, site, undefined));
  if (known === undefined) throw new Error('The site of an order is gone.');
  const { invoice_numbers: isWanted, code, timezone } = known;
  if (isWanted === 0n) return order;
  const year = Number(dayAt(now, timezone).slice(0, 4));
  const series = seriesOf(order);
  const { prefix, last } = await nextOf(tx, { company, site, year, series }, prefixesOf({ id: site, code }));
  return { ...order, invoice_number: invoiceNumber(prefix, series, year, last) };
}
