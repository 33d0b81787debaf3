import type { Id } from '../../kernel/id.ts';
import type { Order } from '../types.ts';

// The numbers of invoices and credit notes (reference: orders.54).

/** The series that are counted by themselves: sales and refunds. */
export type InvoiceSeries = 'sale' | 'refund';

/** The series an order gets its number from. */
export function seriesOf(order: Pick<Order, 'original_order_id'>): InvoiceSeries {
  return order.original_order_id === null ? 'sale' : 'refund';
}

/** True when a change completes an order that has no number yet. */
export function isCompletedBy(before: Pick<Order, 'status'> | undefined, after: Order): boolean {
  return after.status === 'COMPLETE' && before?.status !== 'COMPLETE' && after.invoice_number === null;
}

/** The prefixes that numbers of a site may have, the best first. No code is the id of a site: it has a letter. */
export function prefixesOf(site: { readonly id: Id; readonly code: string | null }): string[] {
  const { id, code } = site;
  const fits = code !== null && /^[A-Za-z0-9]{1,20}$/.test(code) && /[A-Za-z]/.test(code);
  return [...(fits ? [code] : []), String(id)];
}

/** A number as it is written: HARBOUR-2026-000123, or HARBOUR-CN-2026-000001 for a credit note. */
export function invoiceNumber(prefix: string, series: InvoiceSeries, year: number, count: bigint): string {
  const parts = [prefix, ...(series === 'refund' ? ['CN'] : []), year, String(count).padStart(6, '0')];
  return parts.join('-');
}
