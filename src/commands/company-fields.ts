import { CASH_ROUNDING, LEDGER_CODES } from '../company/money-shape.ts';
import type { Company } from '../company/shape.ts';
import { ExactNumber } from '../kernel/exact.ts';
import { formatDecimal } from '../kernel/money.ts';

// The fields of a company as options of the command line, and what is typed there as a body of the API (reference: company.25).

const ADDRESS_PARTS = ['address', 'city', 'state', 'postal_code', 'country'] as const;

/** The fields that have parts; an option sets one part. */
const PARTS = {
  postal_address: ADDRESS_PARTS,
  shipping_address: ADDRESS_PARTS,
  cash_rounding: Object.keys(CASH_ROUNDING.fields),
  ledger_codes: Object.keys(LEDGER_CODES.fields),
} as const;

/** How what is typed is read: as it is, unless said otherwise. */
const READ: Readonly<Record<string, (typed: string) => unknown>> = {
  receipt_header: lines,
  receipt_footer: lines,
  invoice_numbers: yesNo,
  negative_prices: yesNo,
  discounts_include_tax: yesNo,
  'cash_rounding.increment': (typed) => new ExactNumber(typed),
  'cash_rounding.methods': (typed) => typed.split(','),
};

/** Those that are never unset: an empty value is refused. */
const NEEDED = new Set([
  'name',
  'timezone',
  'tax_rounding',
  'rounding_mode',
  'invoice_numbers',
  'negative_prices',
  'cash_rounding.methods',
]);

/** The fields that options set: a part of a field by its path. */
export const COMPANY_PATHS: readonly string[] = [
  'name',
  'legal_name',
  'business_number',
  'tax_number',
  'website',
  'image',
  'contact_staff_member',
  'timezone',
  'receipt_header',
  'receipt_footer',
  'tax_rounding',
  'rounding_mode',
  'discounts_include_tax',
  'invoice_numbers',
  'negative_prices',
  ...Object.entries(PARTS).flatMap(([field, parts]) => parts.map((part) => `${field}.${part}`)),
];

/** `\n` begins a line. */
function lines(typed: string): string {
  return typed.replaceAll('\\n', '\n');
}

/** What is neither is for the API to refuse. */
function yesNo(typed: string): unknown {
  return typed === 'true' ? true : typed === 'false' ? false : typed;
}

/** The option of a field, such as `postal-city` of `postal_address.city`; entries of a list have that of the list. */
export function companyOption(path: string): string {
  const [named = ''] = path.split('[');
  const [field = '', part] = named.split('.');
  if (field === 'cash_rounding') return part === 'methods' ? 'cash-methods' : 'cash-rounding';
  const name = part === undefined || part === 'address' ? field : field.replace(/(address|codes)$/, part);
  return name === 'postal_postal_code' ? 'postal-code' : name.replaceAll('_', '-');
}

/** What was typed, by the path of its field. */
export type GivenFields = ReadonlyMap<string, unknown>;

/** The values of the options as the API takes them; an empty one unsets its field. */
export function givenFields(typed: (option: string) => string | undefined): GivenFields {
  const fields = new Map<string, unknown>();
  for (const path of COMPANY_PATHS) {
    const value = typed(companyOption(path));
    if (value === undefined) continue;
    fields.set(path, value === '' && !NEEDED.has(path) ? null : (READ[path]?.(value) ?? value));
  }
  return fields;
}

/** The parts that a field has already, as a body has them. */
function partsOf(company: Company, field: keyof typeof PARTS): object | null {
  const { cash_rounding: cash } = company;
  if (field !== 'cash_rounding') return company[field];
  return cash && { ...cash, increment: new ExactNumber(formatDecimal(cash.increment)) };
}

/** The body of a change: parts that are not named stay, and a field without any part is none. */
export function companyBody(before: Company, given: GivenFields): Readonly<Record<string, unknown>> {
  const body = Object.fromEntries([...given].filter(([path]) => !path.includes('.')));
  for (const field of Object.keys(PARTS) as (keyof typeof PARTS)[]) {
    const named = [...given].flatMap(([path, value]) =>
      path.startsWith(`${field}.`) ? [[path.slice(field.length + 1), value] as const] : [],
    );
    if (named.length === 0) continue;
    const parts: Record<string, unknown> = { ...partsOf(before, field), ...Object.fromEntries(named) };
    const isNone =
      field === 'cash_rounding'
        ? parts.increment === null
        : Object.values(parts).every((part) => part === null);
    body[field] = isNone ? null : parts;
  }
  return body;
}
