// An electronic invoice as a document of UBL 2.1, its elements in the order of the schemas.
import { type Decimal, decimalPlaces, formatDecimal, ONE } from '../../kernel/money.ts';
import { type XmlElement, xmlDocument, xmlText } from '../../kernel/xml.ts';
import type { EInvoice, EInvoiceLine } from './e-invoice.ts';
import type { Party } from './invoice-party.ts';
import type { Vat } from './vat.ts';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';
/** The rules that the document keeps to. */
const CUSTOMIZATION = 'urn:cen.eu:en16931:2017';

type Part = XmlElement | undefined;

/** An element with a text; none where there is no text. */
function cbc(name: string, text: string | null | undefined, attributes?: Record<string, string>): Part {
  const shown = xmlText(text ?? '').trim();
  if (shown === '') return undefined;
  return attributes === undefined ? [`cbc:${name}`, shown] : [`cbc:${name}`, shown, attributes];
}

/** An element with others in it; none where nothing is in it. */
function cac(name: string, ...parts: readonly Part[]): Part {
  const content = parts.filter((part) => part !== undefined);
  return content.length === 0 ? undefined : [`cac:${name}`, content];
}

/** The document of an invoice or credit note. */
export function ublDocument(invoice: EInvoice): string {
  const { isCreditNote, currency, order, original, means, terms } = invoice;
  const kind = isCreditNote ? 'CreditNote' : 'Invoice';
  const parts: Part[] = [
    cbc('CustomizationID', CUSTOMIZATION),
    cbc('ID', invoice.number),
    cbc('IssueDate', invoice.issued),
    isCreditNote ? cbc('CreditNoteTypeCode', '381') : cbc('InvoiceTypeCode', '380'),
    cbc('Note', invoice.note),
    cbc('DocumentCurrencyCode', currency),
    cac('OrderReference', cbc('ID', order.saleNumber ?? order.saleid), cbc('SalesOrderID', order.saleid)),
    original === null
      ? undefined
      : cac(
          'BillingReference',
          cac('InvoiceDocumentReference', cbc('ID', original.number), cbc('IssueDate', original.issued)),
        ),
    cac('AccountingSupplierParty', partyOf(invoice.seller)),
    cac('AccountingCustomerParty', partyOf(invoice.buyer)),
    means === null
      ? undefined
      : cac('PaymentMeans', cbc('PaymentMeansCode', means.code, { name: xmlText(means.name) })),
    cac('PaymentTerms', cbc('Note', terms)),
    taxTotal(invoice),
    monetaryTotal(invoice),
    ...invoice.lines.map((line) => lineOf(line, invoice)),
  ];
  return xmlDocument([
    kind,
    parts.filter((part) => part !== undefined),
    {
      xmlns: `${NAMESPACE}:${kind}-2`,
      'xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
    },
  ]);
}

function amount(name: string, value: Decimal, { currency, minorUnits }: EInvoice): Part {
  const text = formatDecimal(value);
  const places = decimalPlaces(value);
  const point = places === 0 && minorUnits > 0 ? '.' : '';
  return cbc(name, `${text}${point}${'0'.repeat(Math.max(0, minorUnits - places))}`, {
    currencyID: currency,
  });
}

function taxScheme(id: string): Part {
  return cac('TaxScheme', cbc('ID', id));
}

function partyOf(party: Party): Part {
  const { address, contact, vatNumber, taxNumber, registration } = party;
  const [street = '', ...more] = (address.address ?? '').split(/[\r\n]+/);
  return cac(
    'Party',
    cac('PartyIdentification', cbc('ID', party.id)),
    cac('PartyName', cbc('Name', party.tradingName)),
    cac(
      'PostalAddress',
      cbc('StreetName', street),
      cbc('AdditionalStreetName', more.join(', ')),
      cbc('CityName', address.city),
      cbc('PostalZone', address.postal_code),
      cbc('CountrySubentity', address.state),
      cac('Country', cbc('IdentificationCode', party.country)),
    ),
    vatNumber === null ? undefined : cac('PartyTaxScheme', cbc('CompanyID', vatNumber), taxScheme('VAT')),
    taxNumber === null ? undefined : cac('PartyTaxScheme', cbc('CompanyID', taxNumber), taxScheme('TAX')),
    cac('PartyLegalEntity', cbc('RegistrationName', party.name), cbc('CompanyID', registration)),
    cac(
      'Contact',
      cbc('Name', contact.name),
      cbc('Telephone', contact.phone),
      cbc('ElectronicMail', contact.email),
    ),
  );
}

function taxCategory(name: string, { category, rate }: Vat, reason: string | null = null): Part {
  return cac(
    name,
    cbc('ID', category),
    category === 'O' ? undefined : cbc('Percent', formatDecimal(rate * 100n)),
    cbc('TaxExemptionReason', reason),
    taxScheme('VAT'),
  );
}

function taxTotal(invoice: EInvoice): Part {
  return cac(
    'TaxTotal',
    amount('TaxAmount', invoice.totals.tax, invoice),
    ...invoice.subtotals.map((sum) =>
      cac(
        'TaxSubtotal',
        amount('TaxableAmount', sum.taxable, invoice),
        amount('TaxAmount', sum.amount, invoice),
        taxCategory('TaxCategory', sum, sum.reason),
      ),
    ),
  );
}

function monetaryTotal(invoice: EInvoice): Part {
  const { excluding, including, prepaid, rounding, payable } = invoice.totals;
  return cac(
    'LegalMonetaryTotal',
    amount('LineExtensionAmount', excluding, invoice),
    amount('TaxExclusiveAmount', excluding, invoice),
    amount('TaxInclusiveAmount', including, invoice),
    prepaid === 0n ? undefined : amount('PrepaidAmount', prepaid, invoice),
    rounding === 0n ? undefined : amount('PayableRoundingAmount', rounding, invoice),
    amount('PayableAmount', payable, invoice),
  );
}

function allowanceCharge(isCharge: boolean, value: Decimal, reason: string, invoice: EInvoice): Part {
  if (value === 0n) return undefined;
  return cac(
    'AllowanceCharge',
    cbc('ChargeIndicator', String(isCharge)),
    cbc('AllowanceChargeReason', reason),
    amount('Amount', value, invoice),
  );
}

function lineOf(line: EInvoiceLine, invoice: EInvoice): Part {
  const { isCreditNote, labels } = invoice;
  const unit = { unitCode: line.unit };
  return cac(
    isCreditNote ? 'CreditNoteLine' : 'InvoiceLine',
    cbc('ID', String(line.number)),
    cbc(isCreditNote ? 'CreditedQuantity' : 'InvoicedQuantity', formatDecimal(line.quantity), unit),
    amount('LineExtensionAmount', line.net, invoice),
    allowanceCharge(false, line.allowance, labels.discount, invoice),
    allowanceCharge(true, line.charge, labels.surcharge, invoice),
    cac(
      'Item',
      cbc('Description', line.description),
      cbc('Name', line.name) ?? cbc('Name', String(line.number)),
      cac('SellersItemIdentification', cbc('ID', line.sku)),
      taxCategory('ClassifiedTaxCategory', line.vat),
    ),
    cac(
      'Price',
      amount('PriceAmount', line.price, invoice),
      line.base === ONE ? undefined : cbc('BaseQuantity', formatDecimal(line.base), unit),
    ),
  );
}
