import { placeText } from '../../kernel/seating.ts';
import type { Words } from '../../kernel/words.ts';
import type { Receipt, ReceiptFigure } from '../shape.ts';
import { paperWords } from '../words.ts';
import type { PaperWriter, RowStyle } from './paper.ts';
import { cleanLines, cleanParts } from './text.ts';
import { momentText } from './times.ts';

// The customer's receipt.

const CENTER: RowStyle = { center: true };
/** The deepest indent of lines, in levels; deeper ones get the same. */
const MAX_LEVEL = 4;

/** Writes a receipt. */
export function writeReceipt(receipt: Receipt, to: PaperWriter): void {
  const words = paperWords(receipt.language);
  to.text(receipt.company_name, { size: 'double', bold: true, center: true });
  if (receipt.legal_name) to.text(receipt.legal_name, CENTER);
  if (receipt.site_name !== receipt.company_name) to.text(receipt.site_name, CENTER);
  for (const line of receipt.address) to.text(line, CENTER);
  if (receipt.phone !== null) to.text(receipt.phone, CENTER);
  if (receipt.business_number !== null) to.text(receipt.business_number, CENTER);
  if (receipt.tax_number) to.text(words.say('Tax number {number}', { number: receipt.tax_number }), CENTER);
  to.feed();
  if (writeParts(receipt.header, to)) to.feed();
  to.text(receipt.title, { size: 'tall', bold: true, center: true });
  if (receipt.order_number !== null && !receipt.is_refund)
    to.text(`#${receipt.order_number}`, { size: 'double', bold: true, center: true });
  if (receipt.subject) to.text(receipt.subject, CENTER);
  else if (receipt.refund_of !== null)
    to.text(words.say('of {receipt}', { receipt: receipt.refund_of }), CENTER);
  writeFacts(receipt, words, to);
  to.rule();
  for (const { level, quantity, name, total, details } of receipt.lines) {
    const indent = Math.min(level, MAX_LEVEL) * 2;
    to.row(quantity === '' ? name : `${quantity} x ${name}`, total, { indent, hang: 2 });
    for (const detail of details) {
      for (const line of cleanLines(detail)) to.text(line, { indent: indent + 4, hang: 2 });
    }
  }
  for (const note of receipt.notes) for (const line of cleanLines(note)) to.text(line, { hang: 2 });
  to.rule();
  to.row(words.say('Total'), receipt.total, { size: 'tall', bold: true });
  writeFigures(
    receipt.taxes.map(({ label, amount }) => ({ label: words.say('incl. {tax}', { tax: label }), amount })),
    to,
  );
  writeFigures(receipt.extras, to);
  if (receipt.payments.length > 0) to.rule();
  writeFigures(receipt.payments, to);
  if (receipt.due !== '') to.row(words.say('Due'), receipt.due, { bold: true });
  to.feed();
  if (writeParts(receipt.footer, to)) to.feed();
  to.text(receipt.saleid, CENTER);
  to.barcode(receipt.saleid);
  if (receipt.qr) {
    to.feed();
    to.text(words.say('Your receipt on your phone'), CENTER);
    to.qr(receipt.qr);
  }
  to.text(momentText(receipt.at, receipt.timezone), CENTER);
}

/** Writes a text of the company; false when there is none (reference: printing.22). */
function writeParts(text: string | null | undefined, to: PaperWriter): boolean {
  const lines = cleanParts(text ?? '');
  for (const line of lines) {
    if (line === '') to.feed();
    else to.text(line, CENTER);
  }
  return lines.length > 0;
}

function writeFacts(receipt: Receipt, words: Words, to: PaperWriter): void {
  if (receipt.invoice_number) to.row(words.say('Invoice number'), receipt.invoice_number);
  to.row(words.say('Sale'), receipt.saleid);
  if (receipt.sale_number !== null) to.row(words.say('Number'), receipt.sale_number);
  to.row(words.say('Date'), momentText(receipt.placed_at, receipt.timezone));
  // Guests need no status on a bill: it says itself that it is not paid.
  const isBill = receipt.due !== '' && !receipt.is_refund && receipt.status !== 'REJECTED';
  if (receipt.status !== 'COMPLETE' && !isBill) to.row(words.say('Status'), receipt.status);
  if (receipt.order_type !== null) to.row(words.say('Order type'), receipt.order_type);
  const table = placeText(receipt);
  if (table !== null) to.row(words.say('Table'), table);
  if (receipt.staff_name !== null) to.row(words.say('Served by'), receipt.staff_name);
  if (receipt.customer_name !== null) to.row(words.say('Customer'), receipt.customer_name);
}

function writeFigures(figures: readonly ReceiptFigure[], to: PaperWriter): void {
  for (const { label, amount } of figures) to.row(label, amount, { hang: 2 });
}
