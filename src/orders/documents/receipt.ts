import type { Company, Site } from '../../company/shape.ts';
import type { Call } from '../../edge/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Receipt, ReceiptFigure } from '../../printing/shape.ts';
import { personNames } from '../../printing/store.ts';
import type { Reader } from '../../storage/port.ts';
import type { Order } from '../types.ts';
import { addressLines, type Figure, type ReceiptDocument, receiptDocument } from './document.ts';
import { saleOf } from './sale.ts';
import { plain } from './words.ts';

/** An order in words and figures, as its receipts say it. */
export interface Invoice {
  readonly document: ReceiptDocument;
  readonly company: Company;
  readonly site: Site;
}

/** The content of the receipts of an order, on A4 and on a roll alike. */
export async function invoiceOf(tx: Reader, call: Call, order: Order): Promise<Invoice> {
  const { shown, company, site, modifierNames } = await saleOf(tx, call, order);
  return { document: receiptDocument(shown, { company, site, modifierNames }), company, site };
}

const figure = ({ label, value }: Figure): ReceiptFigure => ({ label: plain(label), amount: value });

/** The customer's receipt of an order, for a printer of rolls. */
export async function receiptOf(tx: Reader, call: Call, order: Order): Promise<Receipt> {
  const { document, company, site } = await invoiceOf(tx, call, order);
  const { staff_member_id: seller } = order;
  const staff = seller === null ? undefined : await personNames(tx, 'staff', call.company, [seller]);
  const [total] = document.totals.slice(-1);
  return {
    kind: 'receipt',
    order_id: order.id.toString(),
    saleid: order.saleid,
    company_name: company.name,
    business_number: company.business_number,
    site_name: site.name,
    address: addressLines(site.postal_address ?? site.shipping_address),
    phone: site.phone,
    header: company.receipt_header,
    footer: company.receipt_footer,
    timezone: site.timezone ?? company.timezone,
    language: site.language,
    currency: site.currency ?? company.currency,
    title: document.title,
    status: order.status,
    is_refund: order.original_order_id !== null,
    refund_of: document.refundOf,
    order_type: order.order_type,
    group_id: order.group_id,
    sale_number: order.sale_number,
    staff_name: seller === null ? null : (staff?.get(seller) ?? null),
    customer_name: plain(document.customer[0] ?? '') || null,
    placed_at: formatTime(order.placed_at),
    at: formatTime(call.now),
    lines: document.rows.map(({ level, quantity, name, details, amount }) => ({
      level,
      quantity,
      name: plain(name),
      details: details.map(plain),
      total: amount,
    })),
    notes: document.notes.map(plain),
    total: total?.value ?? '',
    taxes: document.taxes.map(({ name, rate, tax }) => ({
      label: plain(`${name} ${rate}`.trim()),
      amount: tax,
    })),
    payments: document.payments.map(({ method, amount }) => ({ label: plain(method), amount })),
    extras: document.settlement.filter(({ extra }) => extra === true).map(figure),
    due: document.due,
  };
}
