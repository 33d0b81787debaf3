// The lines of a refund from those of its original (reference: orders.30): of each at most the quantity sold, at the
// amounts it was sold for. Amounts are shares of the line's own, counted from its beginning, so that any parts in
// which a sale is given back add up to it exactly.
import { charged } from '../../company/rules/rates.ts';
import { type ApiError, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal, minorStep, roundRatio } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import type { Line, LineInput, Order, Returned } from '../types.ts';
import { figuresOf } from './figures.ts';
import type { PricedLine } from './pricing.ts';
import { Remainder } from './remainder.ts';
import { SoldLines } from './sold-lines.ts';

/** An original with its figures, and the quantities that can be refunded still. */
export interface Sale {
  readonly order: Order;
  /** The price of each of its lines, in their order. */
  readonly priced: readonly PricedLine[];
  /** Counts on with every line that gives something back. */
  readonly left: Remainder;
  /** The same lines, to find those that a refund means. */
  readonly lines: SoldLines;
}

/** An original with the refunds that it has already. */
export function saleOf(order: Order, refunds: readonly Order[] = []): Sale {
  const { priced } = figuresOf(order);
  const left = new Remainder(order, refunds);
  return { order, priced: priced.lines, left, lines: new SoldLines(order) };
}

/** True when a line of a refund gives back something as it was sold: it says how much, and nothing of price and taxes. */
export function isReturn(input: LineInput, { lines }: Sale): boolean {
  return (
    (input.quantity ?? 0n) < 0n &&
    input.unit_price === undefined &&
    input.unit_price_inc_tax === undefined &&
    (input.taxes ?? undefined) === undefined &&
    input.price_variation === undefined &&
    input.price_fixed_variation === undefined &&
    (input.discount_id ?? undefined) === undefined &&
    (input.option_sets ?? []).length === 0 &&
    lines.has(input)
  );
}

/**
 * The refund's lines for a return, one for each of the original's lines that it takes from, first sold first
 * given back. 400 when more comes back than is left.
 */
export function returnLines(input: LineInput, sale: Sale, nextId: () => Id, field: string): Line[] {
  let wanted = -(input.quantity ?? 0n);
  const lines: Line[] = [];
  const { left } = sale;
  // Ends: every turn takes all that is left of a line, or all that is wanted.
  while (wanted > 0n) {
    const sold = sale.lines.next(input, left);
    const priced = sold && sale.priced[sold.at];
    if (sold === undefined || priced === undefined) break;
    const { line } = sold;
    const most = left.leftOfLine(line);
    const before = left.givenBackByLine(line);
    const quantity = most < wanted ? most : wanted;
    wanted -= quantity;
    const back: Line = {
      ...line,
      number: 0,
      line_id: nextId(),
      quantity: -quantity,
      // What was charged; of a sale without tax those that its price would have had.
      taxes: (sale.order.tax_exempt === null ? priced.taxes.map(({ tax }) => tax) : line.taxes).map(charged),
      description: input.description ?? line.description,
      notes: input.notes ?? null,
      price_fixed_variation: null,
      course_ordinal: null,
      course_status: 'no status',
      sent_to_kitchen: false,
      settled: null,
      part_of: null,
      // A product that was left out took nothing from the stock, and gives nothing back to it.
      instructions: line.instructions === 'No' ? 'No' : null,
      returned: share(line, priced, before, before + quantity, sale.order),
    };
    left.count(back);
    lines.push(back);
  }
  if (wanted > 0n) throw tooMuch(input.product_id, -(input.quantity ?? 0n) - wanted, field);
  return lines;
}

function tooMuch(product: Id, left: Decimal, field: string): ApiError {
  return invalid(
    `${field}quantity`,
    sentence('only {left} of product {product} is left to give back.', {
      left: formatDecimal(left),
      product,
    }),
  );
}

/**
 * Counts a refund's line that has a price of its own against the quantities the original sold. 400 when the
 * original did not sell its product, not with its modifiers, or has less of it left.
 */
export function claim(line: Line, { order, left }: Sale, field: string): void {
  const { id } = line.product;
  if (!left.sells(id))
    throw invalid(
      `${field}product_id`,
      sentence('order {id} did not sell product {id2}.', { id: order.id, id2: id }),
    );
  if (line.modifiers.length > 0 && !left.sellsWith(line)) {
    throw invalid(
      `${field}modifiers`,
      sentence('order {id} did not sell product {id2} with these modifiers.', { id: order.id, id2: id }),
    );
  }
  const most = left.leftLike(line);
  if (-line.quantity > most) throw tooMuch(id, most, field);
  left.count(line);
}

/** The negative amounts of a line between two of its quantities. */
function share(
  line: Line,
  priced: PricedLine,
  from: Decimal,
  to: Decimal,
  { minor_units, counting }: Order,
): Returned {
  const mode = counting?.rounding_mode;
  const part = (amount: Decimal, unit = minorStep(minor_units)): Decimal =>
    roundRatio(amount * from, line.quantity, unit, mode) - roundRatio(amount * to, line.quantity, unit, mode);
  return {
    line_id: line.line_id,
    total_inc: part(priced.totalInc),
    taxes: priced.taxes.map(({ amount }) => part(amount)),
    exact: priced.taxes.map(({ exact }) => part(exact, 1n)),
  };
}
