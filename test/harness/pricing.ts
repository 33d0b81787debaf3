import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RatedTax } from '#src/company/rules/rates.ts';
import type { Tax, TaxTerms } from '#src/company/types.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import {
  type LineToPrice,
  type OrderToPrice,
  type PricedOrder,
  type PriceForm,
  priceOrder,
  type Rounding,
  USUAL_ROUNDING,
} from '#src/orders/rules/pricing.ts';
import { d } from './orders.ts';

// Prices of orders written as text, for tables of tests.

/** When and on what a tax is charged, as far as it matters. */
export type Terms = Partial<Omit<TaxTerms, 'threshold'>> & {
  readonly threshold?: readonly [amount: string, applies: 'above' | 'below'];
};

/** A tax by its rate; one without terms is always charged, on the price alone. */
export function taxOf(rate: string, terms?: Terms, id = rate): RatedTax {
  const name = id;
  const digits = [...id].reduce((sum, each) => sum * 131n + BigInt(each.charCodeAt(0)), 7n);
  const plain = { id: digits % 1_000_000_007n, name, rate: d(rate) };
  if (terms === undefined) return { ...plain, terms: null };
  const { threshold, compound = false, on_top = false, order_types = null } = terms;
  return {
    ...plain,
    terms: {
      compound,
      on_top,
      order_types,
      threshold: threshold === undefined ? null : { amount: d(threshold[0]), applies: threshold[1] },
    },
  };
}

/** A tax as a company has it: always charged, on the price alone, unless fields say otherwise. */
export function taxRecord(fields: Partial<Tax> = {}): Tax {
  return {
    company_id: 1n,
    id: 1n,
    code: 'T',
    name: 'Tax',
    rate: d('0.1'),
    sort: 0,
    compound: false,
    on_top: false,
    order_types: null,
    effective_from: null,
    effective_until: null,
    threshold: null,
    ledger_code: null,
    created_at: 0n,
    updated_at: 0n,
    ...fields,
  };
}

/** A line as text. */
export interface LineText {
  readonly price: readonly [string, PriceForm];
  readonly quantity?: string;
  readonly variation?: string;
  readonly fixed?: string;
  readonly taxes?: readonly (string | RatedTax)[];
}

/** An order as text. */
export interface OrderText {
  readonly lines: readonly LineText[];
  readonly variation?: string;
  readonly fixed?: string;
  readonly minorUnits?: number;
  readonly exempt?: boolean;
  readonly rounding?: Partial<Rounding>;
}

const maybe = (text: string | undefined) => (text === undefined ? null : d(text));

function lineOf({
  price: [amount, form],
  quantity = '1',
  variation,
  fixed,
  taxes = [],
}: LineText): LineToPrice {
  return {
    quantity: d(quantity),
    unit: { amount: d(amount), form },
    extras: [],
    variation: maybe(variation),
    fixedVariation: maybe(fixed),
    taxes: taxes.map((tax) => (typeof tax === 'string' ? taxOf(tax) : tax)),
    settled: null,
  };
}

/** The order that a text means. */
export function orderOf({
  lines,
  variation,
  fixed,
  minorUnits = 2,
  exempt = false,
  rounding,
}: OrderText): OrderToPrice {
  return {
    lines: lines.map(lineOf),
    variation: maybe(variation),
    fixedVariation: maybe(fixed),
    isExempt: exempt,
    rounding: { ...USUAL_ROUNDING, ...rounding },
    minorUnits,
  };
}

/** The outcome as text: of each line `ex + tax = inc (taxes)`, then the total and its tax. */
export function outcome(order: OrderText): string[] {
  const { lines, total, totalTax } = priceOrder(orderOf(order));
  return [
    ...lines.map(({ totalEx, totalTax: tax, totalInc, taxes }) => {
      const [ex, all, inc] = [totalEx, tax, totalInc].map(formatDecimal);
      return `${ex} + ${all} = ${inc} (${taxes.map(({ amount }) => formatDecimal(amount)).join(', ')})`;
    }),
    `${formatDecimal(total)} of which ${formatDecimal(totalTax)}`,
  ];
}

/** What each tax of an order comes to, by its name: `[taxable, amount]`. */
export function taxesOf({ lines }: PricedOrder): Record<string, readonly [string, string]> {
  const sums = new Map<string, { taxable: bigint; amount: bigint }>();
  for (const { tax, taxable, amount } of lines.flatMap((line) => line.taxes)) {
    const sum = sums.get(tax.name) ?? { taxable: 0n, amount: 0n };
    sums.set(tax.name, { taxable: sum.taxable + taxable, amount: sum.amount + amount });
  }
  return Object.fromEntries(
    [...sums].map(([name, { taxable, amount }]) => [name, [formatDecimal(taxable), formatDecimal(amount)]]),
  );
}

/** Lines of a price and taxes, one of each. */
export const each = (
  form: PriceForm,
  prices: readonly string[],
  ...taxes: readonly (string | RatedTax)[]
): LineText[] => prices.map((price) => ({ price: [price, form], taxes }));

/** What an order comes to: the source, the order, each tax by its name, the total and the total tax. */
export type Vector = readonly [
  source: string,
  order: OrderText,
  taxes: Record<string, string>,
  total: string,
  totalTax: string,
];

/** Holds published figures against the rules of prices, by who published them. */
export function checkVectors(published: Record<string, readonly Vector[]>): void {
  for (const [publisher, vectors] of Object.entries(published)) {
    describe(publisher, () => {
      for (const [source, order, taxes, total, totalTax] of vectors) {
        it(source, () => {
          const priced = priceOrder(orderOf(order));
          const amounts = Object.entries(taxesOf(priced)).map(([name, [, amount]]) => [name, amount]);
          assert.deepEqual(Object.fromEntries(amounts), taxes);
          assert.deepEqual([priced.total, priced.totalTax].map(formatDecimal), [total, totalTax]);
        });
      }
    });
  }
}
