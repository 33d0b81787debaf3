import { type Decimal, minorStep, ONE, roundRatio } from '../kernel/money.ts';
import type { Sums } from './rules/sums.ts';

// The figures that the rows of a report have, named as orders name them.

/** One figure of a row. */
export interface Column {
  readonly name: string;
  /** The figure as a decimal; null when there is none. */
  of(sums: Readonly<Sums>, minorUnits: number): Decimal | null;
}

type CountName = 'orders' | 'refunds' | 'lines' | 'payments';

const count = (name: CountName): Column => ({ name, of: (sums) => sums[name] * ONE });
const amount = (name: string, of: (sums: Readonly<Sums>) => Decimal): Column => ({ name, of });

const ITEMS = amount('items', (sums) => sums.items);
const SOLD: readonly Column[] = [
  amount('total', (sums) => sums.total),
  amount('total_ex_tax', (sums) => sums.total - sums.total_tax),
  amount('total_tax', (sums) => sums.total_tax),
  amount('discount', (sums) => sums.discount),
];

/** The average of a sale: refunds take away from the total and are no sales. */
const AVERAGE: Column = {
  name: 'average',
  of: ({ total, orders, refunds }, minorUnits) =>
    orders === refunds ? null : roundRatio(total, orders - refunds, minorStep(minorUnits)),
};

/** Of whole orders. */
export const ORDER_COLUMNS: readonly Column[] = [
  count('orders'),
  count('refunds'),
  count('lines'),
  ITEMS,
  ...SOLD,
  AVERAGE,
  count('payments'),
  amount('paid', (sums) => sums.paid),
  amount('tips', (sums) => sums.tips),
  amount('tip_service_amount', (sums) => sums.tip_service_amount),
  amount('tip_service_paid', (sums) => sums.tip_service_paid),
  amount('credit_card_surcharge', (sums) => sums.credit_card_surcharge),
];

/** Of lines; orders and refunds are those with such a line. */
export const PRODUCT_COLUMNS: readonly Column[] = [
  count('orders'),
  count('refunds'),
  count('lines'),
  ITEMS,
  ...SOLD,
];

/** Of lines of several products: an order may have lines of more than one of them, so orders are not counted. */
export const CATEGORY_COLUMNS: readonly Column[] = [count('lines'), ITEMS, ...SOLD];

/** Of payments: `tip` is all of their tips, of which service may have had a part. */
export const TENDER_COLUMNS: readonly Column[] = [
  count('orders'),
  count('refunds'),
  count('payments'),
  amount('amount', (sums) => sums.paid),
  amount('tip', (sums) => sums.tips),
  amount('credit_card_surcharge', (sums) => sums.credit_card_surcharge),
];

/** Of a tax: the amount it was charged on, and the tax. */
export const TAX_COLUMNS: readonly Column[] = [
  count('orders'),
  count('refunds'),
  count('lines'),
  amount('taxable', (sums) => sums.total - sums.total_tax),
  amount('tax', (sums) => sums.total_tax),
];
