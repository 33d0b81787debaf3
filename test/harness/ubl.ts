import assert from 'node:assert/strict';
import { parseXml, type XmlNode } from './xml.ts';

// Documents of UBL 2.1 as they are read: elements by their names without prefix, each at its place in the schema.

/** What may be in an element, in the order of the schemas of UBL 2.1, as far as EN 16931 has a use for it. */
const SEQUENCES: Readonly<Record<string, string>> = {
  Invoice:
    'CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode Note TaxPointDate DocumentCurrencyCode TaxCurrencyCode ' +
    'AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference ' +
    'ReceiptDocumentReference OriginatorDocumentReference ContractDocumentReference AdditionalDocumentReference ' +
    'ProjectReference AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans ' +
    'PaymentTerms AllowanceCharge TaxTotal LegalMonetaryTotal InvoiceLine',
  CreditNote:
    'CustomizationID ProfileID ID IssueDate TaxPointDate CreditNoteTypeCode Note DocumentCurrencyCode TaxCurrencyCode ' +
    'AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference DespatchDocumentReference ' +
    'ReceiptDocumentReference ContractDocumentReference AdditionalDocumentReference OriginatorDocumentReference ' +
    'AccountingSupplierParty AccountingCustomerParty PayeeParty TaxRepresentativeParty Delivery PaymentMeans PaymentTerms ' +
    'AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine',
  OrderReference: 'ID SalesOrderID',
  BillingReference: 'InvoiceDocumentReference',
  InvoiceDocumentReference: 'ID IssueDate',
  AccountingSupplierParty: 'Party',
  AccountingCustomerParty: 'Party',
  Party: 'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PartyIdentification: 'ID',
  PartyName: 'Name',
  PostalAddress: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine Country',
  Country: 'IdentificationCode',
  PartyTaxScheme: 'CompanyID TaxScheme',
  TaxScheme: 'ID',
  PartyLegalEntity: 'RegistrationName CompanyID CompanyLegalForm',
  Contact: 'Name Telephone ElectronicMail',
  PaymentMeans: 'PaymentMeansCode PaymentID CardAccount PayeeFinancialAccount PaymentMandate',
  PaymentTerms: 'Note',
  AllowanceCharge:
    'ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason MultiplierFactorNumeric Amount BaseAmount TaxCategory',
  TaxTotal: 'TaxAmount TaxSubtotal',
  TaxSubtotal: 'TaxableAmount TaxAmount TaxCategory',
  TaxCategory: 'ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme',
  ClassifiedTaxCategory: 'ID Percent TaxScheme',
  LegalMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount ' +
    'PayableRoundingAmount PayableAmount',
  InvoiceLine:
    'ID Note InvoicedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference ' +
    'AllowanceCharge Item Price',
  CreditNoteLine:
    'ID Note CreditedQuantity LineExtensionAmount AccountingCost InvoicePeriod OrderLineReference DocumentReference ' +
    'AllowanceCharge Item Price',
  Item:
    'Description Name BuyersItemIdentification SellersItemIdentification StandardItemIdentification OriginCountry ' +
    'CommodityClassification ClassifiedTaxCategory AdditionalItemProperty',
  SellersItemIdentification: 'ID',
  Price: 'PriceAmount BaseQuantity AllowanceCharge',
};

/** Elements that may be there more than once. */
const REPEATED: ReadonlySet<string> = new Set(
  'AllowanceCharge BillingReference CreditNoteLine InvoiceLine PartyTaxScheme TaxSubtotal'.split(' '),
);

/** Attributes that an element has to have, and those it may have. */
const ATTRIBUTES: readonly [names: RegExp, needed: string | undefined, allowed: string | undefined][] = [
  [/Amount$/, 'currencyID', undefined],
  [/Quantity$/, 'unitCode', undefined],
  [/^PaymentMeansCode$/, undefined, 'name'],
];

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

function local(name: string): string {
  return name.replace(/^c[ab]c:/, '');
}

/** Exact decimals, times 10^12: more than is written anywhere. */
export const UNIT = 10n ** 12n;

/** The number of a text; fails unless it is an xsd:decimal as we write it. */
export function numberOf(text: string): bigint {
  const found = /^(-?)([0-9]+)(?:\.([0-9]{1,12}))?$/.exec(text);
  assert.ok(found, `${text} is no decimal`);
  const [, sign, whole = '', fraction = ''] = found;
  const size = BigInt(whole) * UNIT + BigInt(fraction.padEnd(12, '0'));
  return sign === '-' ? -size : size;
}

/** An element of a document. */
export class UblNode {
  readonly #node: XmlNode;

  constructor(node: XmlNode) {
    this.#node = node;
  }

  get name(): string {
    return local(this.#node.name);
  }

  get text(): string {
    return this.#node.text;
  }

  attribute(name: string): string | undefined {
    return this.#node.attributes[name];
  }

  /** The elements that a path of names leads to. */
  all(path: string): UblNode[] {
    let found: UblNode[] = [this];
    for (const step of path.split('/'))
      found = found.flatMap((each) =>
        each.#node.children.filter(({ name }) => local(name) === step).map((child) => new UblNode(child)),
      );
    return found;
  }

  /** The text of the first of these; undefined when there is none. */
  say(path: string): string | undefined {
    return this.all(path)[0]?.text;
  }

  /** The number there; undefined when there is none. */
  number(path: string): bigint | undefined {
    const text = this.say(path);
    return text === undefined ? undefined : numberOf(text);
  }

  /** The same; 0 when there is none. */
  amount(path: string): bigint {
    return this.number(path) ?? 0n;
  }

  /** This element and all below it. */
  *everything(): Iterable<UblNode> {
    yield this;
    for (const child of this.#node.children) yield* new UblNode(child).everything();
  }

  /** What the schemas would say against it. */
  schemaFaults(): string[] {
    const { name, children, attributes, text } = this.#node;
    const sequence = SEQUENCES[this.name];
    const faults: string[] = [];
    const isAggregate = sequence !== undefined;
    const isRoot = this.name === 'Invoice' || this.name === 'CreditNote';
    if (!isRoot && !name.startsWith(isAggregate ? 'cac:' : 'cbc:')) faults.push(`${name} has another prefix`);
    if (isAggregate ? children.length === 0 : text.trim() === '' || children.length > 0)
      faults.push(`${name} is empty, or is not`);
    if (!isRoot) faults.push(...attributeFaults(this.name, attributes));
    let last = -1;
    for (const child of children) {
      const place = sequence?.split(' ').indexOf(local(child.name)) ?? -1;
      if (place < 0) faults.push(`${child.name} is not in ${name}`);
      else if (place < last) faults.push(`${child.name} stands too late in ${name}`);
      else if (place === last && !REPEATED.has(local(child.name)))
        faults.push(`${child.name} is in ${name} twice`);
      last = Math.max(last, place);
      faults.push(...new UblNode(child).schemaFaults());
    }
    return faults;
  }
}

function attributeFaults(name: string, attributes: Readonly<Record<string, string>>): string[] {
  const [, needed, allowed] = ATTRIBUTES.find(([names]) => names.test(name)) ?? [];
  const faults = Object.keys(attributes).filter((key) => key !== needed && key !== allowed);
  if (needed !== undefined && !attributes[needed]) faults.push(`no ${needed}`);
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Reads a document of UBL; fails unless it is well-formed, in its namespaces and in the order of the schemas. */
export function readUbl(xml: string): UblNode {
  const root = parseXml(xml);
  assert.deepEqual(root.attributes, {
    xmlns: `${NAMESPACE}:${root.name}-2`,
    'xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
    'xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
  });
  const document = new UblNode(root);
  assert.deepEqual(document.schemaFaults(), []);
  return document;
}
