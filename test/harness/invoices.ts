import assert from 'node:assert/strict';
import { type EInvoiceFacts, eInvoice } from '#src/orders/documents/e-invoice.ts';
import type { Party } from '#src/orders/documents/invoice-party.ts';
import { readShownOrder } from '#src/orders/documents/shown.ts';
import { ublDocument } from '#src/orders/documents/ubl.ts';
import { composeWhole, render } from '#src/orders/row/view.ts';
import { figuresOf } from '#src/orders/rules/figures.ts';
import type { Order } from '#src/orders/types.ts';
import { paperWords } from '#src/printing/words.ts';
import { blankOrder } from '#test/harness/orders.ts';
import { brokenRules } from './en16931.ts';
import { numberOf, readUbl, type UblNode } from './ubl.ts';

// Electronic invoices of orders, as rules and documents make them.

const NOBODY: Party = {
  name: '',
  tradingName: null,
  id: null,
  registration: null,
  vatNumber: null,
  taxNumber: null,
  address: { address: null, city: null, state: null, postal_code: null },
  country: 'DE',
  contact: { name: null, phone: null, email: null },
};

/** A seller who pays VAT. */
export const SELLER: Party = { ...NOBODY, name: 'Blaue Tür GmbH', vatNumber: 'DE123456789' };

/** The facts of an invoice to nobody known, in euros. */
export const FACTS: EInvoiceFacts = {
  seller: SELLER,
  buyer: NOBODY,
  original: null,
  currency: 'EUR',
  minorUnits: 2,
  timezone: 'Europe/Berlin',
  words: paperWords('en'),
  kinds: [],
  units: new Map(),
  modifierNames: new Map(),
};

/** The XML of the invoice of an order. */
export function invoiceXml(order: Order, facts: Partial<EInvoiceFacts> = {}): string {
  const shown = readShownOrder(composeWhole(render(order, figuresOf(order)), 'null'));
  const kinds = order.payments.map(({ method }) => method.kind);
  return ublDocument(eInvoice(shown, { ...FACTS, minorUnits: order.minor_units, kinds, ...facts }));
}

/** The invoice of an order, read; fails when it breaks a rule of EN 16931, or says otherwise than the order what is paid. */
export function soundInvoice(order: Order, facts: Partial<EInvoiceFacts> = {}): UblNode {
  const xml = invoiceXml(order, facts);
  const invoice = readUbl(xml);
  assert.deepEqual(brokenRules(invoice), [], xml);
  const { total } = figuresOf(order).priced;
  const rounding = order.payments.reduce((sum, payment) => sum + payment.rounding, 0n);
  const settled =
    invoice.amount('LegalMonetaryTotal/PrepaidAmount') + invoice.amount('LegalMonetaryTotal/PayableAmount');
  const sign = invoice.name === 'CreditNote' ? -1n : 1n;
  // Amounts of orders count 10^-8.
  assert.equal(settled, sign * (total + rounding) * 10_000n, xml);
  return invoice;
}

/** The totals of an invoice as they are written, in the order of the schema. */
export function totalsOf(invoice: UblNode): Record<string, string> {
  const names =
    'LineExtensionAmount TaxInclusiveAmount PrepaidAmount PayableRoundingAmount PayableAmount'.split(' ');
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = invoice.say(`LegalMonetaryTotal/${name}`);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** The sums of tax: category, percent, taxable amount and tax. */
export function sumsOf(invoice: UblNode): string[] {
  return invoice
    .all('TaxTotal/TaxSubtotal')
    .map((sum) =>
      [
        sum.say('TaxCategory/ID'),
        sum.say('TaxCategory/Percent') ?? '-',
        sum.say('TaxableAmount'),
        sum.say('TaxAmount'),
      ].join(' '),
    );
}

/** An order that is COMPLETE. */
export function completeOrder(fields: Partial<Order>): Order {
  return { ...blankOrder, status: 'COMPLETE', placed_at: 1_800_000_000_000_000n, ...fields };
}

/** The number of an amount as it is written, in units of 10^-8. */
export function decimalOf(text: string): bigint {
  return numberOf(text) / 10_000n;
}
