import { jsonDecimal } from '../kernel/json.ts';
import type { Decimal } from '../kernel/money.ts';
import { ORDER_STATUSES } from '../orders/rules/status.ts';
import {
  count,
  decimal,
  flag,
  id,
  idText,
  list,
  long,
  oneOf,
  orNull,
  time,
  whole,
  words,
} from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import { IDS } from '../shape/records.ts';
import { derived, fixed, part, type Shape, type Shown, type Stored, shape } from '../shape/shape.ts';
import { POSTINGS } from './rules/journal.ts';

// What reports say, field by field (docs/changing.md): the labels of a row are fixed, its figures follow from sums.

/** A figure that counts; among sums it is a decimal as the others are. */
const counted: Shown<Decimal, number> = { ...count, show: { toJson: jsonDecimal } };
const amount = decimal();

const ORDERS = {
  orders: derived(counted, 'Completed orders, refunds included.'),
  refunds: derived(counted, 'How many of them are refunds.'),
};
const LINES = { lines: derived(counted, 'Their lines.') };
const SOLD = {
  items: derived(amount, 'How many were sold; returns take away.'),
  total: derived(amount, 'Their total, with tax.'),
  total_ex_tax: derived(amount, 'The same without tax.'),
  total_tax: derived(amount, 'The tax in it.'),
  discount: derived(amount, 'The amount taken off by discounts.'),
  cost: derived(amount, 'The cost of what was sold, without tax, as far as it was known at the sale.'),
  margin: derived(amount, 'The sum of lines with a known cost, without tax, less their cost.'),
  without_cost: derived(amount, 'The sum of lines without a known cost, without tax.'),
};
const PAYMENTS = { payments: derived(counted, 'Their payments.') };
const SURCHARGE = {
  credit_card_surcharge: derived(amount, 'Surcharges on credit cards.'),
  rounding: derived(
    amount,
    'The amount that rounding to coins added to the amount due, below 0 where it took some.',
  ),
};

/** Of whole orders. */
export const ORDER_FIGURES = {
  ...ORDERS,
  ...LINES,
  ...SOLD,
  average: derived(orNull(amount), 'The average total of a sale; null without one.'),
  ...PAYMENTS,
  paid: derived(amount, 'The amount paid, without tips and surcharges.'),
  tips: derived(amount, 'Ordinary tips.'),
  tip_service_amount: derived(amount, 'Service.'),
  tip_service_paid: derived(amount, 'The part of it that was paid.'),
  ...SURCHARGE,
};

/** Of lines; orders and refunds are those with such a line. */
const PRODUCT_FIGURES = { ...ORDERS, ...LINES, ...SOLD };

/** Of lines of several products: an order may have lines of more than one of them, so orders are not counted. */
const CATEGORY_FIGURES = { ...LINES, ...SOLD };

/** Of payments: `tip` is all of their tips, of which service may have had a part. */
const TENDER_FIGURES = {
  ...ORDERS,
  ...PAYMENTS,
  amount: derived(amount, 'The amount paid so.'),
  tip: derived(amount, 'The tips with it.'),
  ...SURCHARGE,
};

/** Of a tax: the amount it was charged on, and the tax. */
const TAX_FIGURES = {
  ...ORDERS,
  ...LINES,
  taxable: derived(amount, 'The amount that it was charged on.'),
  tax: derived(amount, 'The amount charged.'),
  exact: derived(amount, 'Its amount before any rounding, to 8 decimals.'),
  amount: derived(amount, 'The same rounded once, to the smallest unit of the currency.'),
  rounding: derived(amount, 'The amount charged beyond it, by the rounding of lines or documents.'),
};

/** Of discounts: what they took off lines, which may be those of several discounts. */
const DISCOUNT_FIGURES = {
  given: derived(counted, 'How often it was given, on lines and whole orders; refunds take nothing away.'),
  ...ORDERS,
  ...LINES,
  discount: derived(amount, 'The amount taken off, with tax; refunds take away.'),
  discount_ex_tax: derived(amount, 'The same without tax.'),
  discount_tax: derived(amount, 'The tax in it.'),
};

const NAME = { name: fixed(orNull(words), 'The name as it is now.') };
const KNOWN = { ...IDS, ...NAME };
const PERHAPS = {
  id: fixed(orNull(id), 'The id; null for none.'),
  id_str: derived(orNull(idText), 'The same as text.', { from: 'id' }),
  ...NAME,
};
const SKU = { sku: fixed(orNull(words), 'The stock keeping unit.') };

const A_ROW = 'A row.';
const BY_NAME = part(A_ROW, { ...PERHAPS, ...ORDER_FIGURES });

/** The rows of each report, by the word in its path. */
export const ROWS = {
  day: part(A_ROW, { day: fixed(words, 'The day.'), ...ORDER_FIGURES }),
  week: part(A_ROW, { week: fixed(words, 'The Monday that the week begins with.'), ...ORDER_FIGURES }),
  month: part(A_ROW, { month: fixed(words, 'The month, such as 2026-01.'), ...ORDER_FIGURES }),
  year: part(A_ROW, { year: fixed(words, 'The year.'), ...ORDER_FIGURES }),
  hour: part(A_ROW, { hour: fixed(whole(0, 23), 'The hour of the day, 0 to 23.'), ...ORDER_FIGURES }),
  product: part(A_ROW, {
    ...KNOWN,
    ...SKU,
    deleted: fixed(flag, 'Whether it is sold no more.'),
    ...PRODUCT_FIGURES,
  }),
  category: part(A_ROW, { ...PERHAPS, ...CATEGORY_FIGURES }),
  staff: BY_NAME,
  register: BY_NAME,
  tender: part(A_ROW, { ...PERHAPS, ...TENDER_FIGURES }),
  tax: part(A_ROW, {
    ...PERHAPS,
    tax_id: derived(orNull(id), 'The tax, as in id.', { from: 'id' }),
    rate: fixed(orNull(decimal()), 'The rate as a factor.'),
    ...TAX_FIGURES,
  }),
  order_type: part(A_ROW, {
    order_type: fixed(orNull(words), 'How orders reached the customer.'),
    ...ORDER_FIGURES,
  }),
  source: BY_NAME,
  customer: BY_NAME,
  discount: part(A_ROW, {
    ...PERHAPS,
    staff_member_id: fixed(orNull(id), 'The staff member whose orders it was given on; null without one.'),
    staff_member: fixed(orNull(words), 'The name of that staff member.'),
    ...DISCOUNT_FIGURES,
  }),
  site: part(A_ROW, { ...KNOWN, ...ORDER_FIGURES }),
} satisfies Readonly<Record<string, Shape>>;
export type ReportKind = keyof typeof ROWS;
/** The labels of the rows of a report. */
export type LabelsOf<K extends ReportKind> = Stored<(typeof ROWS)[K]>;

const HEAD = {
  site_id: derived(orNull(id), 'The site; null for all of them.'),
  currency: derived(words, 'The ISO 4217 code of the currency.'),
  timezone: derived(orNull(words), 'The time zone of its days; null when sites are in different ones.'),
  complete: derived(flag, 'Whether everything up to a second ago is in it.'),
  complete_until: derived(time, 'Every order that was completed up to then is in it.'),
  up_to_event: derived(long, 'The number of the last event that is in it.'),
  last_event: derived(long, 'The number of the last event there is.'),
};

/** A posting of the journal; `debit` less `credit` is `amount`. */
export const JOURNAL_ROW = part('A posting.', {
  date: fixed(words, 'The day.'),
  site_id: fixed(id, 'The site.'),
  site: fixed(orNull(words), 'The name of the site.'),
  kind: fixed(oneOf(POSTINGS), 'The kind of posting.'),
  account: fixed(
    orNull(words),
    'The ledger_code of the payment method or tax, else that of ledger_codes of the company; null without one.',
  ),
  name: fixed(orNull(words), 'The name of the payment method or tax.'),
  record_id: fixed(orNull(id), 'The payment method or tax.'),
  debit: fixed(amount, 'The debited amount.'),
  credit: fixed(amount, 'The credited amount.'),
  amount: fixed(amount, 'The debit, or the credit below 0.'),
  reference: fixed(words, 'The day and the site: what belongs together and adds up to 0.'),
});
export interface JournalRow extends Stored<typeof JOURNAL_ROW> {}

export const JOURNAL = shape('Journal', 'Orders as postings to accounts.', {
  from: derived(words, 'The first day.'),
  to: derived(words, 'The last day.'),
  ...HEAD,
  row_count: derived(count, 'How many rows there are.'),
  rows: derived(list(of(JOURNAL_ROW)), 'The postings, by day and site.'),
});

export const REPORT_FIGURES = shape('ReportFigures', 'The sums of orders.', ORDER_FIGURES);
const TOTALS = derived(viewOf(REPORT_FIGURES), 'The sums of everything.');

/** A report by one of its kinds. */
export function reportBy(by: ReportKind) {
  const called = by.split('_');
  const name = called.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return shape(`ReportBy${name}`, `Sums of completed orders by ${called.join(' ')}.`, {
    by: derived(oneOf([by]), 'By what.'),
    from: derived(words, 'The first day.'),
    to: derived(words, 'The last day.'),
    ...HEAD,
    totals: TOTALS,
    row_count: derived(count, 'How many rows there are.'),
    rows: derived(list(viewOf<Shape>(ROWS[by])), 'The rows, as many as were asked for.'),
  });
}

const AT_SITE = { site_id: fixed(id, 'The site.') };
const HOUR = {
  orders: fixed(count, 'Completed orders.'),
  total: fixed(amount, 'Their total, with tax.'),
};

export const BEST_SELLER = part('A product.', { ...KNOWN, ...SKU, ...PRODUCT_FIGURES });

const OPEN_ORDERS = part('Orders of a status.', {
  status: fixed(oneOf(ORDER_STATUSES), 'The status.'),
  count: fixed(count, 'How many.'),
  total: fixed(amount, 'Their total.'),
  more: fixed(flag, 'Whether there may be more.'),
});
export interface OpenOrders extends Stored<typeof OPEN_ORDERS> {}

const SOLD_OUT = part('A product.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  ...AT_SITE,
  amount: fixed(amount, 'How many are left.'),
});

const OFFLINE_REGISTER = part('A register.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  ...AT_SITE,
  last_seen_at: fixed(orNull(time), 'Its last sign of life.'),
});

const PRINT_TROUBLE = part('A register.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  ...AT_SITE,
  failed: fixed(count, 'Print jobs that failed in the last 24 hours.'),
  late: fixed(count, 'Print jobs that have not been printed a minute after they were due.'),
  failure: fixed(orNull(words), 'Why the newest of them that says it was not printed.'),
});

const ATTENTION = part('Things that need attention.', {
  out_of_stock: fixed(
    of(
      part('Products that are sold out.', {
        more: fixed(flag, 'Whether there is more.'),
        products: fixed(list(of(SOLD_OUT)), 'The products.'),
      }),
    ),
    'Products that are sold out.',
  ),
  offline_registers: fixed(list(of(OFFLINE_REGISTER)), 'Registers that should be there and are not.'),
  print_troubles: fixed(
    of(
      part('Registers whose printing is in trouble.', {
        more: fixed(flag, 'Whether there is more.'),
        registers: fixed(list(of(PRINT_TROUBLE)), 'The registers.'),
      }),
    ),
    'Registers with print jobs that failed, or are late.',
  ),
});

export const TODAY = shape('Today', 'The business day so far, beside the same weekday a week ago.', {
  day: derived(words, 'The day.'),
  ...HEAD,
  totals: TOTALS,
  last_week: derived(viewOf(REPORT_FIGURES), 'The sums of everything a week ago.'),
  hours: derived(
    list(
      of(
        part('An hour.', {
          hour: fixed(whole(0, 23), 'The hour, 0 to 23.'),
          ...HOUR,
          last_week: fixed(of(part('The same hour a week ago.', HOUR)), 'The same hour a week ago.'),
        }),
      ),
    ),
    'The hours of the day.',
  ),
  best_sellers: derived(list(viewOf(BEST_SELLER)), 'The products that were sold most.'),
  open_orders: derived(list(of(OPEN_ORDERS)), 'Orders that are not settled yet.'),
  attention: derived(of(ATTENTION), 'Things that need attention.'),
});
