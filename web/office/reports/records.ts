// A report as GET /reports/<by> answers it, and what its figures are called.

import type { ReportKind } from '#src/reports/shape.ts';
import type { Amount } from '../../shared/json.ts';

/** A figure or a label of a row. */
export type Cell = Amount | boolean | null;

export interface ReportBody {
  readonly by: ReportKind;
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly timezone: string | null;
  readonly complete: boolean;
  readonly totals: Readonly<Record<string, Amount | null>>;
  readonly row_count: number;
  readonly rows: readonly Readonly<Record<string, Cell>>[];
}

/** Every report there is, as it is called. */
export const REPORTS: Readonly<Record<ReportKind, string>> = {
  day: 'Day',
  hour: 'Hour of the day',
  product: 'Product',
  category: 'Category',
  staff: 'Staff member',
  register: 'Register',
  tender: 'Payment method',
  tax: 'Tax',
  order_type: 'Order type',
  source: 'Add-on that made the order',
  site: 'Site',
};

/** True for the word of a report. */
export function isReport(word: string | null): word is ReportKind {
  return word !== null && Object.hasOwn(REPORTS, word);
}

/** One column of figures. */
export interface Figure {
  readonly name: string;
  readonly head: string;
  readonly kind: 'money' | 'number';
  /** What the totals call it; null when they have no such figure. */
  readonly total?: string | null;
  /** The figure that it is without: the API counts refunds among orders, the screens say them apart. */
  readonly without?: string;
}

const money = (name: string, head: string, total?: string | null): Figure => ({
  name,
  head,
  kind: 'money',
  ...(total === undefined ? {} : { total }),
});
const number = (name: string, head: string): Figure => ({ name, head, kind: 'number' });

const ORDERS: readonly Figure[] = [
  { ...number('orders', 'Orders'), without: 'refunds' },
  number('refunds', 'Refunds'),
];
const LINES = [number('lines', 'Lines'), number('items', 'Items')];
const SOLD = [
  money('total', 'Sales'),
  money('total_ex_tax', 'Without tax'),
  money('total_tax', 'Tax'),
  money('discount', 'Discount'),
];
const WHOLE: readonly Figure[] = [
  money('total', 'Sales'),
  ...ORDERS,
  money('average', 'Average'),
  ...SOLD.slice(1),
  ...LINES,
  number('payments', 'Payments'),
  money('paid', 'Paid'),
  money('tips', 'Tips'),
  money('tip_service_amount', 'Service'),
  money('tip_service_paid', 'Service paid'),
  money('credit_card_surcharge', 'Surcharge'),
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
        money('amount', 'Amount', 'paid'),
        // The tips of payments and those of orders differ by what service took.
        money('tip', 'Tips', null),
        money('credit_card_surcharge', 'Surcharge'),
        number('payments', 'Payments'),
        ...ORDERS,
      ];
    case 'tax':
      return [
        money('taxable', 'Taxable', 'total_ex_tax'),
        money('tax', 'Tax', 'total_tax'),
        ...ORDERS,
        number('lines', 'Lines'),
      ];
    default:
      return WHOLE;
  }
}

/** What belongs to nothing of a kind. */
const NOTHING: Readonly<Record<ReportKind, string>> = {
  day: '',
  hour: '',
  product: '',
  category: 'In no category',
  staff: 'Nobody named',
  register: 'At no register',
  tender: 'Unknown method',
  tax: 'Not taxed',
  order_type: 'No type',
  source: 'Unknown',
  site: '',
};

/** What a row without a name is about: something that is gone, or nothing at all. */
export function unnamed(by: ReportKind, id: Cell | undefined): string {
  return id === null || id === undefined ? NOTHING[by] : `${REPORTS[by].split(' ')[0]} ${id}`;
}
