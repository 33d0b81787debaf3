import { ONE, ROUNDING_MODES } from '../kernel/money.ts';
import { ORDER_TYPES } from '../kernel/order-type.ts';
import { sentence } from '../kernel/words.ts';
import { decimal, flag, list, oneOf, orNull, readBy, text } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { because } from '../shape/reads.ts';
import { derived, field, fixed, part, type Stored } from '../shape/shape.ts';

// How money is counted and how invoices are written: settings of the company, which a site may have otherwise.

/** Where taxes are rounded: at each line, or once for each tax of the order (reference: money.21). */
export const TAX_ROUNDINGS = ['line', 'document'] as const;

/** The kinds of tender that coins can be short for; cards pay every amount. */
const ROUNDED_KINDS = ['cash', 'account', 'addon'] as const;

/** The smallest coin there is, and the tenders that are paid with it (reference: money.27). */
export const CASH_ROUNDING = part('How cash is rounded.', {
  increment: field(
    decimal({ places: 4, min: 0n, max: 1000n * ONE }),
    'The step that amounts are rounded to, such as 0.05; 0 is not at all.',
    { needed: true },
  ),
  methods: field(list(oneOf(ROUNDED_KINDS), 3), 'The kinds of payment methods that are; cards never are.', {
    initially: ['cash'],
  }),
});
export interface CashRounding extends Stored<typeof CASH_ROUNDING> {}

const account = (of: string) => field(orNull(text(50)), `The account of ${of}.`, { initially: null });

/** The accounts of the books that no tax and no payment method has (reference: reports.13). */
export const LEDGER_CODES = part('Accounts in the books; null without one.', {
  sales: account('sales without tax'),
  tips: account('ordinary tips'),
  service: account('service'),
  surcharges: account('surcharges on credit cards'),
  rounding: account('what rounding to coins added'),
  refunds: account('what was given back beyond the lines of refunds'),
  receivable: account('what customers owe'),
});
export interface LedgerCodes extends Stored<typeof LEDGER_CODES> {}

/** How the figures of orders are rounded: orders keep it as it was when they were made (reference: money.21 to money.23). */
export const COUNTING = part('How the figures of orders are rounded.', {
  tax_rounding: fixed(oneOf(TAX_ROUNDINGS), 'Where taxes are.'),
  rounding_mode: fixed(oneOf(ROUNDING_MODES), 'The rounding of halves.'),
  discounts_include_tax: fixed(
    { ...orNull(flag), column: 'json' },
    'Whether amounts of discounts are with tax.',
  ),
  cash_rounding: fixed(orNull(of(CASH_ROUNDING)), 'How cash is.'),
});
export interface Counting extends Stored<typeof COUNTING> {}

const TAX_ROUNDING_WORDS =
  'Where taxes are rounded: `line`, at each line of an order, or `document`, once for each tax of it.';
const ROUNDING_MODE_WORDS =
  'The rounding of halves: `half_up`, away from zero, or `half_even`, to the even one.';
const CASH_WORDS = 'The step that amounts in cash are rounded to, where small coins are missing.';
const DISCOUNTS_WORDS =
  'Whether amounts of discounts are with tax. Null: those of a line are in the form of its price, those of an order with tax.';
const NEGATIVE_WORDS = 'Whether a line of an order may have a price below 0.';
const INVOICE_NUMBERS_WORDS = 'Whether completed orders get invoice numbers without gaps, by site and year.';

/** A boolean that may be null lies in its column as JSON: a smallint has no null (storage/table.ts). */
export const yesNoOrNull = { ...orNull(flag), column: 'json' } as const;

const LEGAL = {
  legal_name: field(orNull(text(255)), 'The name that invoices are written in, where it is not the name.'),
  tax_number: field(orNull(text(100)), 'The number it pays taxes by, such as a VAT number.'),
};

const RECEIPT_QR_WORDS = 'Whether printed receipts end with a QR code of the address of their page.';

/** The settings of a company. */
export const COMPANY_MONEY = {
  ...LEGAL,
  tax_rounding: field(oneOf(TAX_ROUNDINGS), TAX_ROUNDING_WORDS, { initially: 'line' }),
  rounding_mode: field(oneOf(ROUNDING_MODES), ROUNDING_MODE_WORDS, { initially: 'half_up' }),
  cash_rounding: field(orNull(of(CASH_ROUNDING)), CASH_WORDS),
  ledger_codes: field(orNull(of(LEDGER_CODES)), 'The accounts of sales and of what goes with them.'),
  discounts_include_tax: field(yesNoOrNull, DISCOUNTS_WORDS),
  invoice_numbers: field(flag, INVOICE_NUMBERS_WORDS, { initially: false }),
  // Reference: company.23.
  negative_prices: field(flag, NEGATIVE_WORDS, { initially: false }),
  // Reference: mail.11.
  receipt_qr: field(flag, RECEIPT_QR_WORDS, { initially: false }),
} as const;

const OF_COMPANY = ' Null: as the company has it.';

/** The same of a site; null is as the company has it. */
export const SITE_MONEY = {
  receipt_header: field(
    orNull(text(500)),
    "What its receipts say at their beginning; null: what the company's say.",
  ),
  receipt_footer: field(
    orNull(text(500)),
    "What its receipts say at their end; null: what the company's say.",
  ),
  legal_name: field(orNull(text(255)), LEGAL.legal_name.words + OF_COMPANY),
  tax_number: field(orNull(text(100)), LEGAL.tax_number.words + OF_COMPANY),
  tax_rounding: field(orNull(oneOf(TAX_ROUNDINGS)), TAX_ROUNDING_WORDS + OF_COMPANY),
  rounding_mode: field(orNull(oneOf(ROUNDING_MODES)), ROUNDING_MODE_WORDS + OF_COMPANY),
  cash_rounding: field(orNull(of(CASH_ROUNDING)), CASH_WORDS + OF_COMPANY),
  discounts_include_tax: field(yesNoOrNull, `Whether amounts of discounts are with tax.${OF_COMPANY}`),
  invoice_numbers: field(yesNoOrNull, INVOICE_NUMBERS_WORDS + OF_COMPANY),
  negative_prices: field(yesNoOrNull, NEGATIVE_WORDS + OF_COMPANY),
  receipt_qr: field(yesNoOrNull, RECEIPT_QR_WORDS + OF_COMPANY),
  counting: derived(
    of(COUNTING),
    'How the figures of its orders are rounded: as it says, else as the company does.',
  ),
} as const;

/** A day of the calendar, such as 2026-01-31. */
export const day = readBy(
  text(10),
  reads.z
    .string()
    .refine(isDay, { error: because(sentence('must be a day such as 2026-01-31.')) })
    .meta({ maxLength: 10, format: 'date', examples: ['2026-01-31'] }),
);

function isDay(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

/** From which price of one on a tax is charged, or up to which (reference: money.25). */
export const TAX_THRESHOLD = part('The prices that a tax is charged on.', {
  amount: field(decimal({ places: 8, min: 0n }), 'A price of one, in the form in which it was entered.', {
    needed: true,
  }),
  applies: field(oneOf(['above', 'below']), 'Whether it is charged from that price on, or below it.', {
    needed: true,
  }),
});

/** When and on what a tax is charged, as the lines of orders keep it (reference: money.24, money.25). */
export const TAX_TERMS = part('When and on what a tax is charged.', {
  compound: fixed(flag, 'Whether it is on the taxes before it, too.'),
  on_top: fixed(flag, 'Whether it is added to prices with tax, too.'),
  order_types: fixed(
    orNull(list(oneOf(ORDER_TYPES), 10)),
    'The types of orders it is charged on; null is all.',
  ),
  threshold: fixed(orNull(of(TAX_THRESHOLD)), 'The prices of one it is charged on; null is all.'),
});
export interface TaxTerms extends Stored<typeof TAX_TERMS> {}

/** Why no tax is charged (reference: money.26). */
export const TAX_EXEMPT = part('Why no tax is charged.', {
  number: field(orNull(text(100)), 'The number of the certificate.'),
  reason: field(orNull(text(500)), 'The reason, as receipts show it.'),
});
