import type { Call } from '../../edge/call.ts';
import type { ReadHandler } from '../../edge/route.ts';
import { ApiError, notFound } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { dayAt } from '../../kernel/time.ts';
import { sentence } from '../../kernel/words.ts';
import { paperWords } from '../../printing/words.ts';
import { unitsOf } from '../../products/store.ts';
import type { Reader } from '../../storage/port.ts';
import { type EInvoice, eInvoice, type InvoiceReference } from '../documents/e-invoice.ts';
import { saleOf } from '../documents/sale.ts';
import { ublDocument } from '../documents/ubl.ts';
import { readOrder } from '../row/store.ts';
import type { Order } from '../types.ts';
import { buyerOf, requireTaxNumber, sellerOf } from './invoice-parties.ts';

/** GET /orders/<o>/invoice.xml: the invoice of a COMPLETE order as a document of UBL 2.1 (reference: orders.60). */
export const getInvoiceXml: ReadHandler = async (tx, call) => {
  const order = await readOrder(tx, call.company, call.id('order_id'));
  if (order === undefined) throw notFound();
  if (order.status !== 'COMPLETE') {
    throw new ApiError(
      'conflict',
      sentence('The order is {status}: there is an invoice of it once it is COMPLETE. Complete it first.', {
        status: order.status,
      }),
    );
  }
  if (order.lines.length === 0)
    throw new ApiError('conflict', sentence('The order has no lines, and an invoice has one at least.'));
  return { status: 200, body: ublDocument(await invoiceOf(tx, call, order)) };
};

async function invoiceOf(tx: Reader, call: Call, order: Order): Promise<EInvoice> {
  const { shown, company, site, buyer, modifierNames } = await saleOf(tx, call, order);
  const [units, original] = await Promise.all([
    unitsOf(tx, call.company, [...new Set(order.lines.map(({ product }) => product.id))]),
    originalOf(tx, call, order, site.timezone),
  ]);
  const words = paperWords(site.language);
  const seller = sellerOf(company, site);
  if (shown.lines.some(({ taxes }) => taxes.some(({ rate }) => rate > 0n))) requireTaxNumber(seller, site);
  return eInvoice(shown, {
    seller,
    buyer: buyerOf(buyer, seller),
    original,
    currency: site.currency,
    minorUnits: order.minor_units,
    timezone: site.timezone,
    words,
    kinds: order.payments.map(({ method }) => method.kind),
    units: new Map([...units].map(([id, unit]: [Id, string]) => [id.toString(), unit])),
    modifierNames,
  });
}

/** The invoice of what a refund gives back. */
async function originalOf(
  tx: Reader,
  call: Call,
  { original_order_id: id }: Order,
  timezone: string,
): Promise<InvoiceReference | null> {
  const original = id === null ? undefined : await readOrder(tx, call.company, id);
  if (original === undefined) return null;
  const { invoice_number: number, saleid, placed_at } = original;
  return { number: number || saleid, issued: dayAt(placed_at, timezone) };
}
