import { COUNTRIES } from '#src/kernel/country.ts';
import { minorUnits } from '#src/kernel/money.ts';
import { type UblNode, UNIT } from './ubl.ts';

// The rules of EN 16931 by their ids, over a document that was read: what has to be there, and how amounts follow from each
// other. Written from the standard's tables; amounts have the decimals of their currency, where the standard says two.

/** True of a document that keeps the rule. */
type Rule = readonly [id: string, holds: (document: UblNode) => boolean];

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, each) => total + each, 0n);
const sizeOf = (number: bigint): bigint => (number < 0n ? -number : number);

const placesOf = (document: UblNode): number => minorUnits(document.say('DocumentCurrencyCode') ?? '') ?? -1;

/** num / den as an amount of so many decimals, half away from zero. */
function rounded(places: number, num: bigint, den: bigint): bigint {
  const step = UNIT / 10n ** BigInt(places);
  const units = (2n * sizeOf(num) + den * step) / (2n * den * step);
  return (num < 0n ? -units : units) * step;
}

const linesOf = (document: UblNode): UblNode[] => [
  ...document.all('InvoiceLine'),
  ...document.all('CreditNoteLine'),
];
const quantityOf = (line: UblNode): UblNode | undefined =>
  [...line.all('InvoicedQuantity'), ...line.all('CreditedQuantity')][0];
const subtotalsOf = (document: UblNode): UblNode[] => document.all('TaxTotal/TaxSubtotal');
const allowances = (owner: UblNode, isCharge: boolean): UblNode[] =>
  owner.all('AllowanceCharge').filter((each) => each.say('ChargeIndicator') === String(isCharge));
const seller = (document: UblNode): UblNode | undefined => document.all('AccountingSupplierParty/Party')[0];
const buyer = (document: UblNode): UblNode | undefined => document.all('AccountingCustomerParty/Party')[0];

/** The numbers of a party by which it pays taxes; VAT numbers, or others. */
const taxNumbers = (party: UblNode | undefined, isVat: boolean): string[] =>
  (party?.all('PartyTaxScheme') ?? [])
    .filter((scheme) => (scheme.say('TaxScheme/ID') === 'VAT') === isVat)
    .map((scheme) => scheme.say('CompanyID') ?? '');

const said = (path: string) => (document: UblNode) => Boolean(document.say(path)?.trim());
const every =
  (of: (document: UblNode) => readonly UblNode[], holds: (each: UblNode, document: UblNode) => boolean) =>
  (document: UblNode) =>
    of(document).every((each) => holds(each, document));
const has = (path: string) => (each: UblNode) => Boolean(each.say(path)?.trim());
const hasReason = (each: UblNode) =>
  has('AllowanceChargeReason')(each) || has('AllowanceChargeReasonCode')(each);
const total = (document: UblNode, name: string): bigint => document.amount(`LegalMonetaryTotal/${name}`);
const documentAllowances = (isCharge: boolean) => (document: UblNode) => allowances(document, isCharge);
const lineAllowances = (isCharge: boolean) => (document: UblNode) =>
  linesOf(document).flatMap((line) => allowances(line, isCharge));

const PRESENCE: readonly Rule[] = [
  ['BR-01', (document) => document.say('CustomizationID') === 'urn:cen.eu:en16931:2017'],
  ['BR-02', said('ID')],
  ['BR-03', (document) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(document.say('IssueDate') ?? '')],
  [
    'BR-04',
    (document) =>
      document.name === 'Invoice'
        ? document.say('InvoiceTypeCode') === '380'
        : document.say('CreditNoteTypeCode') === '381',
  ],
  ['BR-05', (document) => placesOf(document) >= 0],
  ['BR-06', said('AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName')],
  ['BR-07', said('AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName')],
  ['BR-08', (document) => seller(document)?.all('PostalAddress').length === 1],
  [
    'BR-09',
    (document) => COUNTRIES.has(seller(document)?.say('PostalAddress/Country/IdentificationCode') ?? ''),
  ],
  ['BR-10', (document) => buyer(document)?.all('PostalAddress').length === 1],
  [
    'BR-11',
    (document) => COUNTRIES.has(buyer(document)?.say('PostalAddress/Country/IdentificationCode') ?? ''),
  ],
  ['BR-12', said('LegalMonetaryTotal/LineExtensionAmount')],
  ['BR-13', said('LegalMonetaryTotal/TaxExclusiveAmount')],
  ['BR-14', said('LegalMonetaryTotal/TaxInclusiveAmount')],
  ['BR-15', said('LegalMonetaryTotal/PayableAmount')],
  ['BR-16', (document) => linesOf(document).length > 0],
  ['BR-21', every(linesOf, has('ID'))],
  ['BR-22', every(linesOf, (line) => quantityOf(line) !== undefined)],
  [
    'BR-23',
    every(linesOf, (line) => /^(C62|GRM|KGM|LTR|MLT)$/.test(quantityOf(line)?.attribute('unitCode') ?? '')),
  ],
  ['BR-24', every(linesOf, has('LineExtensionAmount'))],
  ['BR-25', every(linesOf, has('Item/Name'))],
  ['BR-26', every(linesOf, has('Price/PriceAmount'))],
  ['BR-27', every(linesOf, (line) => line.amount('Price/PriceAmount') >= 0n)],
  ['BR-28', every(linesOf, (line) => line.amount('Price/AllowanceCharge/BaseAmount') >= 0n)],
  ['BR-31', every(documentAllowances(false), has('Amount'))],
  ['BR-32', every(documentAllowances(false), has('TaxCategory/ID'))],
  ['BR-33', every(documentAllowances(false), hasReason)],
  ['BR-36', every(documentAllowances(true), has('Amount'))],
  ['BR-37', every(documentAllowances(true), has('TaxCategory/ID'))],
  ['BR-38', every(documentAllowances(true), hasReason)],
  ['BR-41', every(lineAllowances(false), has('Amount'))],
  ['BR-42', every(lineAllowances(false), hasReason)],
  ['BR-43', every(lineAllowances(true), has('Amount'))],
  ['BR-44', every(lineAllowances(true), hasReason)],
  ['BR-45', every(subtotalsOf, has('TaxableAmount'))],
  ['BR-46', every(subtotalsOf, has('TaxAmount'))],
  ['BR-47', every(subtotalsOf, (each) => /^[SZEO]$/.test(each.say('TaxCategory/ID') ?? ''))],
  [
    'BR-48',
    every(subtotalsOf, (each) => each.say('TaxCategory/ID') === 'O' || has('TaxCategory/Percent')(each)),
  ],
  ['BR-49', every((document) => document.all('PaymentMeans'), has('PaymentMeansCode'))],
  ['BR-53', (document) => document.say('TaxCurrencyCode') === undefined],
  ['BR-55', every((document) => document.all('BillingReference'), has('InvoiceDocumentReference/ID'))],
  [
    'BR-61',
    every(
      (document) => document.all('PaymentMeans'),
      (means) =>
        !/^(30|58)$/.test(means.say('PaymentMeansCode') ?? '') || has('PayeeFinancialAccount/ID')(means),
    ),
  ],
];

const VAT_PREFIX = (number: string) =>
  COUNTRIES.has(number.slice(0, 2)) || ['EL', 'XI'].includes(number.slice(0, 2));

const CONDITIONS: readonly Rule[] = [
  ['BR-CO-03', (document) => document.say('TaxPointDate') === undefined],
  ['BR-CO-04', every(linesOf, has('Item/ClassifiedTaxCategory/ID'))],
  [
    'BR-CO-09',
    (document) =>
      [seller(document), buyer(document)].flatMap((party) => taxNumbers(party, true)).every(VAT_PREFIX),
  ],
  [
    'BR-CO-10',
    (document) =>
      total(document, 'LineExtensionAmount') ===
      sum(linesOf(document).map((line) => line.amount('LineExtensionAmount'))),
  ],
  [
    'BR-CO-11',
    (document) =>
      total(document, 'AllowanceTotalAmount') ===
      sum(allowances(document, false).map((each) => each.amount('Amount'))),
  ],
  [
    'BR-CO-12',
    (document) =>
      total(document, 'ChargeTotalAmount') ===
      sum(allowances(document, true).map((each) => each.amount('Amount'))),
  ],
  [
    'BR-CO-13',
    (document) =>
      total(document, 'TaxExclusiveAmount') ===
      total(document, 'LineExtensionAmount') -
        total(document, 'AllowanceTotalAmount') +
        total(document, 'ChargeTotalAmount'),
  ],
  [
    'BR-CO-14',
    (document) =>
      document.amount('TaxTotal/TaxAmount') ===
      sum(subtotalsOf(document).map((each) => each.amount('TaxAmount'))),
  ],
  [
    'BR-CO-15',
    (document) =>
      document.all('TaxTotal').length === 1 &&
      total(document, 'TaxInclusiveAmount') ===
        total(document, 'TaxExclusiveAmount') + document.amount('TaxTotal/TaxAmount'),
  ],
  [
    'BR-CO-16',
    (document) =>
      total(document, 'PayableAmount') ===
      total(document, 'TaxInclusiveAmount') -
        total(document, 'PrepaidAmount') +
        total(document, 'PayableRoundingAmount'),
  ],
  [
    'BR-CO-17',
    every(
      subtotalsOf,
      (each, document) =>
        each.amount('TaxAmount') ===
        rounded(
          placesOf(document),
          each.amount('TaxableAmount') * each.amount('TaxCategory/Percent'),
          100n * UNIT,
        ),
    ),
  ],
  ['BR-CO-18', (document) => subtotalsOf(document).length > 0],
  ['BR-CO-21', every(documentAllowances(false), hasReason)],
  ['BR-CO-22', every(documentAllowances(true), hasReason)],
  ['BR-CO-23', every(lineAllowances(false), hasReason)],
  ['BR-CO-24', every(lineAllowances(true), hasReason)],
  [
    'BR-CO-25',
    (document) =>
      total(document, 'PayableAmount') <= 0n ||
      said('DueDate')(document) ||
      said('PaymentTerms/Note')(document),
  ],
  [
    'BR-CO-26',
    (document) =>
      taxNumbers(seller(document), true).length > 0 ||
      said('AccountingSupplierParty/Party/PartyIdentification/ID')(document) ||
      said('AccountingSupplierParty/Party/PartyLegalEntity/CompanyID')(document),
  ],
  [
    'BR-DEC-09 to BR-DEC-28',
    (document) => {
      const places = placesOf(document);
      return [...document.everything()]
        .filter(({ name }) => name.endsWith('Amount') && name !== 'PriceAmount')
        .every(({ text }) => (text.split('.')[1] ?? '').length <= places);
    },
  ],
  [
    'BR-CL-03',
    (document) => {
      const currency = document.say('DocumentCurrencyCode');
      return [...document.everything()].every(
        (node) => (node.attribute('currencyID') ?? currency) === currency,
      );
    },
  ],
  [
    'BR-CL-16',
    every(
      (document) => document.all('PaymentMeans'),
      (means) => /^(1|10|48)$/.test(means.say('PaymentMeansCode') ?? ''),
    ),
  ],
  [
    'PEPPOL-EN16931-R120',
    (document) => {
      const places = placesOf(document);
      return linesOf(document).every((line) => {
        const base = line.number('Price/BaseQuantity') ?? UNIT;
        const quantity = line.amount(quantityOf(line)?.name ?? '');
        const gross = rounded(places, quantity * line.amount('Price/PriceAmount'), base);
        const less = sum(allowances(line, false).map((each) => each.amount('Amount')));
        const more = sum(allowances(line, true).map((each) => each.amount('Amount')));
        return line.amount('LineExtensionAmount') === gross - less + more;
      });
    },
  ],
  ['PEPPOL-EN16931-R121', every(linesOf, (line) => (line.number('Price/BaseQuantity') ?? UNIT) > 0n)],
  [
    'PEPPOL-EN16931-R130',
    every(linesOf, (line) => {
      const base = line.all('Price/BaseQuantity')[0];
      return base === undefined || base.attribute('unitCode') === quantityOf(line)?.attribute('unitCode');
    }),
  ],
];

/** The lines, and the allowances and charges of the document, of a category. */
const ofCategory = (document: UblNode, category: string): UblNode[] =>
  linesOf(document).filter((line) => line.say('Item/ClassifiedTaxCategory/ID') === category);
const sumsOf = (document: UblNode, category: string): UblNode[] =>
  subtotalsOf(document).filter((each) => each.say('TaxCategory/ID') === category);
const hasNoReason = (each: UblNode) =>
  each.say('TaxCategory/TaxExemptionReason') === undefined &&
  each.say('TaxCategory/TaxExemptionReasonCode') === undefined;
const sellerHasNumber = (document: UblNode) =>
  taxNumbers(seller(document), true).length + taxNumbers(seller(document), false).length > 0;

/** The rules that S, Z and E have in common, as far as they do. */
function ratedRules(category: 'S' | 'Z' | 'E'): Rule[] {
  const lines = (document: UblNode) => ofCategory(document, category);
  const sums = (document: UblNode) => sumsOf(document, category);
  const isRated = category === 'S';
  const rateHolds = (percent: bigint | undefined) =>
    percent !== undefined && (isRated ? percent > 0n : percent === 0n);
  return [
    [
      `BR-${category}-01`,
      (document) =>
        lines(document).length === 0
          ? sums(document).length === 0
          : isRated
            ? sums(document).length > 0
            : sums(document).length === 1,
    ],
    [`BR-${category}-02`, (document) => lines(document).length === 0 || sellerHasNumber(document)],
    [
      `BR-${category}-05`,
      every(lines, (line) => rateHolds(line.number('Item/ClassifiedTaxCategory/Percent'))),
    ],
    [
      `BR-${category}-08`,
      every(sums, (each, document) => {
        const percent = each.number('TaxCategory/Percent');
        const same = lines(document).filter(
          (line) => line.number('Item/ClassifiedTaxCategory/Percent') === percent,
        );
        const others = sums(document).filter((other) => other.number('TaxCategory/Percent') === percent);
        return (
          others.length === 1 &&
          rateHolds(percent) &&
          each.amount('TaxableAmount') === sum(same.map((line) => line.amount('LineExtensionAmount')))
        );
      }),
    ],
    [`BR-${category}-09`, every(sums, (each) => isRated || each.amount('TaxAmount') === 0n)],
    [`BR-${category}-10`, every(sums, (each) => hasNoReason(each) === (category !== 'E'))],
  ];
}

const OUTSIDE: readonly Rule[] = [
  ['BR-O-01', (document) => ofCategory(document, 'O').length === 0 || sumsOf(document, 'O').length === 1],
  [
    'BR-O-02',
    (document) =>
      ofCategory(document, 'O').length === 0 ||
      [seller(document), buyer(document)].every((party) => taxNumbers(party, true).length === 0),
  ],
  [
    'BR-O-05',
    every(
      (document) => ofCategory(document, 'O'),
      (line) => line.say('Item/ClassifiedTaxCategory/Percent') === undefined,
    ),
  ],
  [
    'BR-O-08',
    every(
      (document) => sumsOf(document, 'O'),
      (each, document) =>
        each.amount('TaxableAmount') ===
        sum(ofCategory(document, 'O').map((line) => line.amount('LineExtensionAmount'))),
    ),
  ],
  [
    'BR-O-09',
    every(
      (document) => sumsOf(document, 'O'),
      (each) => each.amount('TaxAmount') === 0n,
    ),
  ],
  [
    'BR-O-10',
    every(
      (document) => sumsOf(document, 'O'),
      (each) => !hasNoReason(each),
    ),
  ],
  ['BR-O-11', (document) => sumsOf(document, 'O').length === 0 || subtotalsOf(document).length === 1],
  [
    'BR-O-12',
    (document) =>
      sumsOf(document, 'O').length === 0 || ofCategory(document, 'O').length === linesOf(document).length,
  ],
];

/** Every rule, by its id. */
export const RULES: readonly Rule[] = [
  ...PRESENCE,
  ...CONDITIONS,
  ...ratedRules('S'),
  ...ratedRules('Z'),
  ...ratedRules('E'),
  ...OUTSIDE,
];

/** The ids of the rules that a document breaks. */
export function brokenRules(document: UblNode): string[] {
  return RULES.filter(([, holds]) => !holds(document)).map(([id]) => id);
}
