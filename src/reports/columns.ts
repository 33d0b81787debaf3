import { type Decimal, minorStep, ONE, roundRatio } from '../kernel/money.ts';
import type { Fields } from '../shape/shape.ts';
import type { COUNTS, Sums } from './rules/sums.ts';
import type { ReportKind } from './shape.ts';

// How the figures of reports follow from sums; which report has which stands in shape.ts.

type Of<D> = (sums: Readonly<Sums>, minorUnits: number) => D;

const amount =
  (name: keyof Sums): Of<Decimal> =>
  (sums) =>
    sums[name];
const count =
  (name: (typeof COUNTS)[number]): Of<Decimal> =>
  (sums) =>
    sums[name] * ONE;

/** The average of a sale: refunds take away from the total and are no sales. */
const average: Of<Decimal | null> = ({ total, orders, refunds }, minorUnits) =>
  orders === refunds ? null : roundRatio(total, orders - refunds, minorStep(minorUnits));

/** Each figure by its name. */
const FIGURES = {
  orders: count('orders'),
  refunds: count('refunds'),
  lines: count('lines'),
  items: amount('items'),
  total: amount('total'),
  total_ex_tax: ((sums) => sums.total - sums.total_tax) as Of<Decimal>,
  total_tax: amount('total_tax'),
  discount: amount('discount'),
  discount_ex_tax: ((sums) => sums.discount - sums.discount_tax) as Of<Decimal>,
  discount_tax: amount('discount_tax'),
  given: count('given'),
  average,
  payments: count('payments'),
  paid: amount('paid'),
  tips: amount('tips'),
  tip_service_amount: amount('tip_service_amount'),
  tip_service_paid: amount('tip_service_paid'),
  credit_card_surcharge: amount('credit_card_surcharge'),
  amount: amount('paid'),
  tip: amount('tips'),
  taxable: ((sums) => sums.total - sums.total_tax) as Of<Decimal>,
  tax: amount('total_tax'),
  exact: amount('exact'),
  rounding: amount('rounding'),
  cost: amount('cost'),
  // Reference: reports.9.
  margin: ((sums) => sums.costed - sums.cost) as Of<Decimal>,
  without_cost: ((sums) => sums.total - sums.total_tax - sums.costed) as Of<Decimal>,
} as const;
type FigureName = keyof typeof FIGURES;

/** A tax as it would be had it been rounded once, not at each line or document. */
const roundedOnce: Of<Decimal> = ({ exact }, minorUnits) => roundRatio(exact, 1n, minorStep(minorUnits));

/** The figures of taxes: their amounts are those of the whole row (reference: reports.11). */
const OF_TAXES = {
  ...FIGURES,
  amount: roundedOnce,
  rounding: ((sums, minorUnits) => sums.total_tax - roundedOnce(sums, minorUnits)) as Of<Decimal>,
} as const satisfies typeof FIGURES;

/** The figures of the rows of a report. */
export const figuresIn = (by: ReportKind): typeof FIGURES => (by === 'tax' ? OF_TAXES : FIGURES);

/** The names of the figures among the fields of a row, in their order. */
export function figureNames<F extends Fields>(fields: F): (keyof F & FigureName)[] {
  const isFigure = (name: string): name is keyof F & FigureName => Object.hasOwn(FIGURES, name);
  return Object.keys(fields).filter(isFigure);
}

/** Some figures as decimals; null is one that there is none of. */
export function figuresOf<N extends FigureName>(
  names: readonly N[],
  sums: Readonly<Sums>,
  minorUnits: number,
  from: typeof FIGURES = FIGURES,
) {
  const figures = names.map((name) => [name, from[name](sums, minorUnits)]);
  return Object.fromEntries(figures) as { readonly [K in N]: ReturnType<(typeof FIGURES)[K]> };
}
