// What a refund gives back of the lines of its original (contract 6, Refund): of each line so much as was sold, at
// what it was sold for. Amounts are shares of the line's own, counted from its beginning, so that any parts in
// which a sale is given back add up to it exactly.
import { invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, formatDecimal, minorStep, roundRatio } from '../../kernel/money.ts';
import type { Line, LineInput, Order, Returned } from '../types.ts';
import type { PricedLine } from './pricing.ts';

/** An original with its figures, and what was given back of its lines so far. */
export interface Sale {
  readonly order: Order;
  /** The price of each of its lines, in their order. */
  readonly priced: readonly PricedLine[];
  /** Quantities given back, by the line_id of the original's line: by earlier refunds, then counted on. */
  readonly returned: Map<Id, Decimal>;
}

/** What refunds gave back of an original's lines, by its line_id. */
export function returnedBy(refunds: readonly Order[]): Map<Id, Decimal> {
  const sums = new Map<Id, Decimal>();
  for (const line of refunds.flatMap((refund) => refund.lines)) {
    if (line.returned === null) continue;
    sums.set(line.returned.line_id, (sums.get(line.returned.line_id) ?? 0n) - line.quantity);
  }
  return sums;
}

/** True when a line of a refund gives back something as it was sold: it says how much, and nothing of the price. */
export function isReturn(input: LineInput, { order }: Sale): boolean {
  return (
    (input.quantity ?? 0n) < 0n &&
    input.unit_price === undefined &&
    input.unit_price_inc_tax === undefined &&
    input.price_variation === undefined &&
    input.price_fixed_variation === undefined &&
    (input.option_sets ?? []).length === 0 &&
    order.lines.some((line) => fits(line, input))
  );
}

/** A line of the original that a refund's line may mean: of its product and, when it names some, its modifiers. */
function fits(line: Line, { product_id: product, modifiers }: LineInput): boolean {
  if (line.product.id !== product || line.quantity <= 0n) return false;
  if (modifiers === undefined) return true;
  return (
    modifiers.length === line.modifiers.length &&
    modifiers.every(({ id, without }, at) => {
      const own = line.modifiers[at];
      return own?.product.id === id && own.without === without;
    })
  );
}

/**
 * The refund's lines for a return, one for each of the original's lines that it takes from, first sold first
 * given back. 400 when more comes back than is left.
 */
export function returnLines(input: LineInput, sale: Sale, nextId: () => Id, field: string): Line[] {
  const step = minorStep(sale.order.minor_units);
  let wanted = -(input.quantity ?? 0n);
  const lines: Line[] = [];
  const { returned } = sale;
  for (const [at, line] of sale.order.lines.entries()) {
    const priced = sale.priced[at];
    if (wanted === 0n || priced === undefined || !fits(line, input)) continue;
    const before = returned.get(line.line_id) ?? 0n;
    const left = line.quantity - before;
    if (left <= 0n) continue;
    const quantity = left < wanted ? left : wanted;
    wanted -= quantity;
    returned.set(line.line_id, before + quantity);
    lines.push({
      ...line,
      number: 0,
      line_id: nextId(),
      quantity: -quantity,
      notes: input.notes ?? null,
      price_fixed_variation: null,
      course_ordinal: null,
      course_status: 'no status',
      sent_to_kitchen: false,
      part_of: null,
      instructions: null,
      returned: share(line, priced, before, before + quantity, step),
    });
  }
  if (wanted > 0n) {
    const left = -(input.quantity ?? 0n) - wanted;
    throw invalid(
      `${field}quantity`,
      `only ${formatDecimal(left)} of product ${input.product_id} is left to give back.`,
    );
  }
  return lines;
}

/** What a line's amounts come to between two of its quantities, given back. */
function share(line: Line, priced: PricedLine, from: Decimal, to: Decimal, step: Decimal): Returned {
  const part = (amount: Decimal): Decimal =>
    roundRatio(amount * from, line.quantity, step) - roundRatio(amount * to, line.quantity, step);
  return {
    line_id: line.line_id,
    total_inc: part(priced.totalInc),
    taxes: priced.taxAmounts.map(part),
  };
}
