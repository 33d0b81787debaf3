import { printableLogo } from '../../company/images.ts';
import type { Company, Site } from '../../company/shape.ts';
import type { Keyring } from '../../edge/secrets.ts';
import type { Micros } from '../../kernel/time.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Language } from '../../kernel/words.ts';
import type { Receipt, ReceiptFigure } from '../../printing/shape.ts';
import { personNames } from '../../printing/store.ts';
import type { Namer } from '../../storage/external-ids.ts';
import type { Reader } from '../../storage/port.ts';
import { readOrder } from '../row/store.ts';
import type { Order } from '../types.ts';
import { type Figure, type ReceiptDocument, receiptDocument } from './document.ts';
import { receiptUrl } from './receipt-token.ts';
import { saleOf } from './sale.ts';
import { sellerFacts } from './seller.ts';
import { addressLines, plain } from './words.ts';

/** An order in words and figures, as its receipts say it. */
interface Invoice {
  readonly document: ReceiptDocument;
  readonly company: Company;
  readonly site: Site;
}

/** The content of the receipts of an order, on A4 and on a roll alike; in the language of the site unless one is given. */
export async function invoiceOf(
  tx: Reader,
  by: Namer,
  order: Order,
  inLanguage?: Language | null,
): Promise<Invoice> {
  const { original_order_id: original } = order;
  const [{ shown, company, site: own, buyer, modifierNames }, refunded] = await Promise.all([
    saleOf(tx, by, order),
    original === null ? undefined : readOrder(tx, by.company, original),
  ]);
  const site = { ...own, language: inLanguage ?? own.language };
  const facts = refunded && {
    saleid: refunded.saleid,
    invoiceNumber: refunded.invoice_number,
    moment: formatTime(refunded.placed_at),
  };
  return {
    document: receiptDocument(shown, { company, site, buyer, modifierNames, refunded: facts }),
    company,
    site,
  };
}

const figure = ({ label, value }: Figure): ReceiptFigure => ({ label: plain(label), amount: value });

/** The caller of a receipt for printers: who asks, when, and what the address of its page follows from. */
interface ReceiptCaller extends Namer {
  readonly now: Micros;
  readonly origin: string;
  readonly keyring: Keyring;
}

/** The address that a QR code on the receipt shows; null where the site wants none, or there is no page yet. */
function qrOf(
  { company, origin, keyring }: Pick<ReceiptCaller, 'company' | 'origin' | 'keyring'>,
  order: Order,
  places: Pick<Invoice, 'company' | 'site'>,
): string | null {
  const wanted = places.site.receipt_qr ?? places.company.receipt_qr;
  return wanted && isReceiptPublic(order)
    ? receiptUrl(keyring.receipts, origin, { company, order: order.id })
    : null;
}

/** Whether guests find a receipt of the order: of what is complete, and not deleted (reference: mail.9). */
export function isReceiptPublic({ status, deleted }: Pick<Order, 'status' | 'deleted'>): boolean {
  return status === 'COMPLETE' && !deleted;
}

/** The receipt on A4 as the thread that makes PDF files takes it, with the logo. */
export async function invoicePrint(
  tx: Reader,
  by: Omit<ReceiptCaller, 'now'>,
  order: Order,
  language?: Language | null,
): Promise<string> {
  const { document, company, site } = await invoiceOf(tx, by, order, language);
  const logo = (await printableLogo(tx, by.company, site.image ?? company.image))?.toString('base64');
  const qr = qrOf(by, order, { company, site });
  const invoice = qr === null ? document : { ...document, qr };
  return JSON.stringify({ kind: 'invoice', invoice, logo });
}

/** The customer's receipt of an order, for a printer of rolls. */
export async function receiptOf(tx: Reader, call: ReceiptCaller, order: Order): Promise<Receipt> {
  const { document, company, site } = await invoiceOf(tx, call, order);
  const { staff_member_id: seller } = order;
  const staff = seller === null ? undefined : await personNames(tx, 'staff', call.company, [seller]);
  const [total] = document.totals.slice(-1);
  const zone = { currency: site.currency ?? company.currency, timezone: site.timezone ?? company.timezone };
  const facts = sellerFacts(company, { ...site, ...zone });
  return {
    kind: 'receipt',
    order_id: order.id.toString(),
    saleid: order.saleid,
    company_name: company.name,
    legal_name: facts.legalName,
    business_number: facts.businessNumber,
    tax_number: facts.taxNumber,
    site_name: site.name,
    address: addressLines(facts.address),
    phone: site.phone,
    header: facts.header || null,
    footer: facts.footer || null,
    ...zone,
    language: site.language,
    title: document.title,
    invoice_number: order.invoice_number,
    subject: document.subject === null ? null : plain(document.subject),
    status: order.status,
    is_refund: order.original_order_id !== null,
    refund_of: document.refundOf,
    order_type: order.order_type,
    group_id: order.group_id,
    table_name: order.table_name,
    order_number: order.order_number,
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
    qr: qrOf(call, order, { company, site }),
  };
}
