// What the rows of a sale name, as the company has it.
import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import type { OrderType } from '../../kernel/order-type.ts';
import type { Micros } from '../../kernel/time.ts';
import type { Telling } from '../../kernel/words.ts';

/** A site, with how its money and its days are counted. */
export interface PastSite {
  readonly id: Id;
  readonly zone: string;
  readonly minorUnits: number;
}

/** A tax as lines keep it. */
export interface PastTax {
  readonly id: Id;
  readonly name: string;
  readonly rate: Decimal;
}

/** A product with the taxes that it has now. */
export interface PastProduct {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly taxes: readonly PastTax[];
}

/** A payment method. */
interface PastMethod {
  readonly id: Id;
  readonly name: string;
  readonly kind: string;
}

/** Everything that the rows of some sales may name. */
export interface PastFacts {
  readonly now: Micros;
  /** The site of that name or id; without one the import's own. */
  site(cell: string | undefined): PastSite | undefined;
  register(site: Id, cell: string): Id | undefined;
  staff(cell: string): Id | undefined;
  customer(cell: string): Id | undefined;
  product(sku: string | undefined, name: string | undefined): PastProduct | undefined;
  tax(cell: string): PastTax | undefined;
  /** The company's tax, where it has one alone. */
  readonly onlyTax: PastTax | undefined;
  method(cell: string): PastMethod | undefined;
}

/** A row of the file: its cells by the names of their columns, without those that are empty. */
export interface MovedRow {
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

/** The rows of a sale. */
export interface SaleRows {
  /** The name of the sale in the file. */
  readonly key: string;
  readonly rows: readonly MovedRow[];
}

/** A mistake in a row. */
export interface MovedProblem {
  readonly line: number;
  readonly column: string | undefined;
  readonly sentence: Telling;
}

/** A line of a sale as it was sold. */
export interface PastLine {
  readonly product: PastProduct;
  /** Its name in the file, where that is not the name of its product. */
  readonly description: string | null;
  readonly quantity: Decimal;
  readonly unit: { readonly amount: Decimal; readonly form: 'ex' | 'inc' };
  /** The amount taken off the line; null for none. */
  readonly discount: Decimal | null;
  readonly totalInc: Decimal;
  readonly taxes: readonly { readonly tax: PastTax; readonly amount: Decimal }[];
}

/** A payment of a sale. */
export interface PastPayment {
  readonly method: PastMethod;
  readonly amount: Decimal;
  readonly tip: Decimal;
  readonly rounding: Decimal;
  readonly paidAt: Micros;
}

/** A sale as the file has it. */
export interface PastSale {
  readonly key: string;
  readonly line: number;
  readonly site: PastSite;
  readonly register: Id | null;
  readonly staff: Id | null;
  readonly customer: Id | null;
  readonly placedAt: Micros;
  readonly number: string | null;
  readonly orderType: OrderType | null;
  readonly notes: string | null;
  /** The name in the file of the sale that it gives back. */
  readonly refundOf: string | null;
  readonly lines: readonly PastLine[];
  readonly payments: readonly PastPayment[];
  readonly total: Decimal;
}

/** The kinds of totals of a file's sales, by which an import is compared with the reports (reference: imports.11). */
export const FIGURE_KINDS = ['day', 'method', 'tax'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

/** The amounts that a sale adds to the totals of its file. */
export interface FileFigure {
  readonly kind: FigureKind;
  readonly site: Id;
  readonly day: bigint;
  /** The id of a method or tax, or `?` and what the file calls it; empty for a day. */
  readonly subject: string;
  readonly amount: Decimal;
}
