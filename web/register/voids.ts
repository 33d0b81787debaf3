// Lines that were voided at this register, with the reason: the service keeps none. Each can be undone.

import { type AddOrderLine, ExactNumber, type Order, type OrderLine } from '#clients/typescript/index.ts';
import { type Decimal, formatDecimal } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import type { Menu } from './menu.ts';
import type { NewWrite } from './writes.ts';

/** A line, or a part of its quantity, that was voided. */
export interface VoidedLine {
  readonly id: string;
  /** The order's id. */
  readonly order: string;
  /** The line's `line_id`. */
  readonly line: string;
  readonly name: string;
  /** How much of it, as a decimal. */
  readonly quantity: string;
  readonly reason: string;
  /** The staff member's name. */
  readonly by: string;
  /** When, in ms. */
  readonly at: number;
  /** The body of POST /orders/<o>/lines that brings it back. */
  readonly restore: string;
}

/** How many are kept; of more, the oldest go. */
const MAX_VOIDS = 200;

/** The voids with another one. */
export function withVoid(voids: readonly VoidedLine[], voided: VoidedLine): readonly VoidedLine[] {
  return [...voids, voided].slice(-MAX_VOIDS);
}

const exact = (amount: Decimal) => new ExactNumber(formatDecimal(amount));

/** The write that voids so much of a line. */
export function voidWrite(order: string, line: OrderLine, quantity: Decimal, reason: string): NewWrite {
  const rest = decimalOf(line.quantity) - quantity;
  const label = t('Void {product}: {reason}', { product: isolated(lineName(line)), reason });
  const named = { subject: order, line: line.line_id, label, reason };
  return rest === 0n
    ? { ...named, kind: 'void', body: null }
    : { ...named, kind: 'line', rights: ['Void'], body: JSON.stringify({ quantity: exact(rest) }) };
}

/** The write that brings a voided line back: onto what is left of it, or as a new line. */
export function unvoidWrite(order: Order, voided: VoidedLine): NewWrite {
  const label = t('Undo void of {product}', { product: isolated(voided.name) });
  const left = order.lines.find((line) => line.line_id === voided.line);
  if (left === undefined) return { subject: voided.order, kind: 'lines', label, body: voided.restore };
  const quantity = exact(decimalOf(left.quantity) + decimalOf(voided.quantity));
  const named = { subject: voided.order, line: voided.line, label };
  return { ...named, kind: 'line', body: JSON.stringify({ quantity }) };
}

/** The body of POST /orders/<o>/lines that brings so much of a line back, with all that was chosen for it. */
export function restoreBody(
  order: Order,
  line: OrderLine,
  quantity: Decimal,
  menu: Menu | undefined,
): string {
  const sets = order.options.filter((set) => set.line_number === line.number);
  const isAsked = menu?.products.get(BigInt(line.product_id))?.asks_price != null;
  const body: AddOrderLine = {
    product_id: line.product_id,
    quantity: exact(quantity),
    notes: line.notes,
    description: line.description,
    price_variation: exact(decimalOf(line.price_variation)),
    price_fixed_variation: exact(decimalOf(line.price_fixed_variation)),
    course_ordinal: line.course_ordinal,
    course_status: line.course_status,
    ...(isAsked ? { unit_price_inc_tax: exact(decimalOf(line.unit_price_inc_tax)) } : {}),
    ...(sets.length === 0 ? { modifiers: line.modifiers } : { option_sets: chosen(sets) }),
  };
  return JSON.stringify([body]);
}

function chosen(sets: Order['options']): NonNullable<AddOrderLine['option_sets']> {
  return sets.map(({ option_set_id, options }) => ({
    option_set_id,
    options: options.map(({ product_id, instructions, option_sets }) => ({
      ...{ product_id, instructions },
      ...(option_sets.length === 0 ? {} : { option_sets: chosen(option_sets) }),
    })),
  }));
}
