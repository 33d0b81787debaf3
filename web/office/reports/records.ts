// The reports there are, and what their figures are called.

import type { Amount, CallId, Output, ReportFigures } from '#clients/typescript/index.ts';
import { type Message, message, t, translated } from '../../shared/words.ts';

/** The operation that reads each report. */
export const READS = {
  day: 'getReportByDay',
  hour: 'getReportByHour',
  product: 'getReportByProduct',
  category: 'getReportByCategory',
  staff: 'getReportByStaff',
  register: 'getReportByRegister',
  tender: 'getReportByTender',
  tax: 'getReportByTax',
  order_type: 'getReportByOrderType',
  source: 'getReportBySource',
  discount: 'getReportByDiscount',
  site: 'getReportBySite',
} as const satisfies Record<string, CallId>;

export type ReportKind = keyof typeof READS;
export type Report = Output<(typeof READS)[ReportKind]>;

/** A figure or a label of a row. */
export type Cell = Amount | boolean | null;
/** A row of any report. */
export type Row = Readonly<Partial<Record<string, Cell>>>;

type KeyOf<T> = T extends unknown ? keyof T : never;
type FigureName = KeyOf<Report['rows'][number]>;

/** The kinds of report, by their rows. */
const KINDS: Readonly<Record<ReportKind, Message>> = {
  day: message('Day'),
  hour: message('Hour'),
  product: message('Product'),
  category: message('Category'),
  staff: message('Staff'),
  register: message('Register'),
  tender: message('Payment method'),
  tax: message('Tax'),
  order_type: message('Order type'),
  source: message('Source'),
  discount: message('Discount'),
  site: message('Site'),
};

const TITLES: Readonly<Record<ReportKind, Message>> = {
  day: message('Sales by day'),
  hour: message('Sales by hour'),
  product: message('Sales by product'),
  category: message('Sales by category'),
  staff: message('Sales by staff'),
  register: message('Sales by register'),
  tender: message('Sales by payment method'),
  tax: message('Sales by tax'),
  order_type: message('Sales by order type'),
  source: message('Sales by source'),
  discount: message('Discounts given'),
  site: message('Sales by site'),
};

/** True for the word of a report. */
export function isReport(word: string | null): word is ReportKind {
  return word !== null && Object.hasOwn(READS, word);
}

/** The heading of a report's rows. */
export function kindName(by: ReportKind): string {
  return translated(KINDS[by]);
}

/** The title of a report. */
export function reportTitle(by: ReportKind): string {
  return translated(TITLES[by]);
}

/** The options of a select for reports; the one by payment method is not for everybody (reference: reports.15). */
export function reportChoices(maySeeTenders: boolean) {
  const kinds = Object.entries(KINDS).filter(([by]) => by !== 'tender' || maySeeTenders);
  return kinds.map(([value, label]) => ({ value, label: translated(label) }));
}

/** One column of figures. */
export interface Figure {
  readonly name: FigureName;
  readonly head: Message;
  readonly kind: 'money' | 'number';
  /** Its name in the totals; null when they have no such figure. */
  readonly total: keyof ReportFigures | null;
  /** The figure that it is without: the API counts refunds among orders, the screens say them apart. */
  readonly without?: FigureName;
}

const figure =
  (kind: Figure['kind']) =>
  (name: FigureName & keyof ReportFigures, head: Message): Figure => ({ name, head, kind, total: name });
const money = figure('money');
const number = figure('number');

const ORDERS: readonly Figure[] = [
  { ...number('orders', message('Orders')), without: 'refunds' },
  number('refunds', message('Refunds')),
];
const LINES = [number('lines', message('Lines')), number('items', message('Items'))];
const SOLD = [
  money('total', message('Sales')),
  money('total_ex_tax', message('Sales without tax')),
  money('total_tax', message('Tax')),
  money('discount', message('Discount')),
];
const SURCHARGE = money('credit_card_surcharge', message('Surcharge'));
const PAYMENTS = number('payments', message('Payments'));
const WHOLE: readonly Figure[] = [
  money('total', message('Sales')),
  ...ORDERS,
  money('average', message('Average')),
  ...SOLD.slice(1),
  ...LINES,
  PAYMENTS,
  money('paid', message('Paid')),
  money('tips', message('Tips')),
  money('tip_service_amount', message('Service charge')),
  money('tip_service_paid', message('Service charge paid')),
  SURCHARGE,
];

/** The figures of a report, the most asked for first. */
export function figuresOf(by: ReportKind): readonly Figure[] {
  switch (by) {
    case 'product':
      return [...LINES, ...SOLD, ...ORDERS];
    case 'category':
      return [...LINES, ...SOLD];
    case 'tender':
      return [
        { name: 'amount', head: message('Amount'), kind: 'money', total: 'paid' },
        // The tips of payments and those of orders differ by what service took.
        { name: 'tip', head: message('Tips'), kind: 'money', total: null },
        SURCHARGE,
        PAYMENTS,
        ...ORDERS,
      ];
    case 'tax':
      return [
        { name: 'taxable', head: message('Taxable'), kind: 'money', total: 'total_ex_tax' },
        { name: 'tax', head: message('Tax'), kind: 'money', total: 'total_tax' },
        ...ORDERS,
        number('lines', message('Lines')),
      ];
    case 'discount':
      return [
        { name: 'given', head: message('Times given'), kind: 'number', total: null },
        money('discount', message('Discount')),
        { name: 'discount_ex_tax', head: message('Discount without tax'), kind: 'money', total: null },
        { name: 'discount_tax', head: message('Tax'), kind: 'money', total: null },
        // Totals are those of all orders, with a discount or without.
        ...ORDERS.map((each) => ({ ...each, total: null })),
        { ...number('lines', message('Lines')), total: null },
      ];
    default:
      return WHOLE;
  }
}

/** The words for a row that belongs to no record of its kind. */
const NOTHING: Partial<Record<ReportKind, Message>> = {
  category: message('No category'),
  staff: message('No staff'),
  register: message('No register'),
  tender: message('Unknown method'),
  tax: message('Not taxed'),
  order_type: message('No type'),
  source: message('Unknown'),
  discount: message('Without a name'),
};

/** The words for a row without a name: its record is gone, or there is none. */
export function unnamed(by: ReportKind, id: Cell | undefined): string {
  if (id !== null && id !== undefined) return t('{kind} {id}', { kind: kindName(by), id });
  const words = NOTHING[by];
  return words === undefined ? '' : translated(words);
}
