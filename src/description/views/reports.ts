import { ORDER_STATUSES } from '../../orders/rules/status.ts';
import type { ReportKind } from '../../reports/by.ts';
import {
  CATEGORY_COLUMNS,
  type Column,
  ORDER_COLUMNS,
  PRODUCT_COLUMNS,
  TAX_COLUMNS,
  TENDER_COLUMNS,
} from '../../reports/columns.ts';
import {
  decimal,
  type Fields,
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  ref,
  type Schema,
  type Schemas,
  text,
  time,
  whole,
  words,
} from '../../shape/schema.ts';

/** What each figure is. */
const FIGURES: Readonly<Record<string, Schema>> = {
  orders: whole('Completed orders, refunds included.'),
  refunds: whole('How many of them are refunds.'),
  lines: whole('Their lines.'),
  items: decimal('How many were sold; returns take away.'),
  total: decimal('What they came to, with tax.'),
  total_ex_tax: decimal('The same without tax.'),
  total_tax: decimal('The tax in it.'),
  discount: decimal('What discounts took away.'),
  average: orNull(decimal('What a sale came to on average; null without one.')),
  payments: whole('Their payments.'),
  paid: decimal('What was paid, without tips and surcharges.'),
  tips: decimal('Ordinary tips.'),
  tip_service_amount: decimal('Service.'),
  tip_service_paid: decimal('What was paid of it.'),
  credit_card_surcharge: decimal('Surcharges on credit cards.'),
  amount: decimal('What was paid so.'),
  tip: decimal('The tips with it.'),
  taxable: decimal('What it was charged on.'),
  tax: decimal('What it came to.'),
};

const figures = (columns: readonly Column[]): Fields =>
  Object.fromEntries(columns.map(({ name }) => [name, FIGURES[name] ?? {}]));

const known: Fields = { ...IDS, name: orNull(text('The name as it is now.')) };
const perhaps: Fields = {
  id: orNull(long('The id; null for none.')),
  id_str: orNull(text('The same as text.')),
  name: orNull(text('The name as it is now.')),
};

const ORDER_FIGURES = figures(ORDER_COLUMNS);

/** What the rows of each report have. */
const ROWS: Readonly<Record<ReportKind, Fields>> = {
  day: { day: text('The day.'), ...ORDER_FIGURES },
  hour: { hour: whole('The hour of the day, 0 to 23.'), ...ORDER_FIGURES },
  product: {
    ...known,
    sku: orNull(text('The stock keeping unit.')),
    deleted: flag('Whether it is sold no more.'),
    ...figures(PRODUCT_COLUMNS),
  },
  category: { ...perhaps, ...figures(CATEGORY_COLUMNS) },
  staff: { ...perhaps, ...ORDER_FIGURES },
  register: { ...perhaps, ...ORDER_FIGURES },
  tender: { ...perhaps, ...figures(TENDER_COLUMNS) },
  tax: { ...perhaps, rate: orNull(decimal('The rate as a factor.')), ...figures(TAX_COLUMNS) },
  order_type: { order_type: orNull(text('How orders reached the customer.')), ...ORDER_FIGURES },
  source: { ...perhaps, ...ORDER_FIGURES },
  site: { ...known, ...ORDER_FIGURES },
};

const head: Fields = {
  site_id: orNull(long('The site; null for all of them.')),
  site_id_str: orNull(text('The same as text.')),
  currency: text('The ISO 4217 code of the currency.'),
  timezone: orNull(text('The time zone of its days; null when sites are in different ones.')),
  complete: flag('Whether every event so far is in it.'),
  up_to_event: long('The number of the last event that is in it.'),
  last_event: long('The number of the last event there is.'),
};

const totals = ref('ReportFigures', 'What everything comes to.');
const atSite = long('The site.');
const hour: Fields = { orders: whole('Completed orders.'), total: decimal('What they came to, with tax.') };

/** The name of the schema of a report. */
export function reportView(by: string): string {
  const parts = by.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `ReportBy${parts.join('')}`;
}

/** Reports: see reports/view.ts and reports/today.ts. */
export const REPORT_VIEWS: Schemas = {
  ...Object.fromEntries(
    Object.entries(ROWS).map(([by, row]) => [
      reportView(by),
      object(`What completed orders add up to by ${by.replaceAll('_', ' ')}.`, {
        by: words([by], 'By what.'),
        from: text('The first day.'),
        to: text('The last day.'),
        ...head,
        totals,
        row_count: whole('How many rows there are.'),
        rows: list(object('A row.', row), 'The rows, as many as were asked for.'),
      }),
    ]),
  ),
  ReportFigures: object('What orders come to.', ORDER_FIGURES),
  Today: object('The business day so far, beside the same weekday a week ago.', {
    day: text('The day.'),
    ...head,
    totals,
    last_week: ref('ReportFigures', 'What everything came to a week ago.'),
    hours: list(
      object('An hour.', {
        hour: whole('The hour, 0 to 23.'),
        ...hour,
        last_week: object('The same hour a week ago.', hour),
      }),
      'The hours of the day.',
    ),
    best_sellers: list(
      object('A product.', {
        ...known,
        sku: orNull(text('The stock keeping unit.')),
        ...figures(PRODUCT_COLUMNS),
      }),
      'What was sold most.',
    ),
    open_orders: list(
      object('Orders of a status.', {
        status: words(ORDER_STATUSES, 'The status.'),
        count: whole('How many.'),
        total: decimal('What they come to.'),
        more: flag('Whether there may be more.'),
      }),
      'What is not settled yet.',
    ),
    attention: object('What somebody should look after.', {
      out_of_stock: object('What is sold out.', {
        more: flag('Whether there is more.'),
        products: list(
          object('A product.', {
            ...IDS,
            name: text('Its name.'),
            site_id: atSite,
            amount: decimal('How many are left.'),
          }),
          'The products.',
        ),
      }),
      offline_registers: list(
        object('A register.', {
          ...IDS,
          name: text('Its name.'),
          site_id: atSite,
          last_seen_at: orNull(time('Its last sign of life.')),
        }),
        'Registers that should be there and are not.',
      ),
    }),
  }),
};
