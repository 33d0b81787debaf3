// Orders that become one (reference: tables.9).
import { type ApiError, conflict } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, minorStep } from '../../kernel/money.ts';
import { type Sentence, sentence } from '../../kernel/words.ts';
import type { Held, Order } from '../types.ts';
import { joinedLines } from './joined-lines.ts';
import { MAX_LINES, MAX_PAYMENTS } from './limits.ts';
import { renumber } from './lines.ts';
import { mergedDiscount } from './merged-discounts.ts';
import { amountsOf, type LineAmounts, settledTo } from './settled.ts';

const text = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** The fields that two orders have to agree on for their lines to be one order's, with their names. */
const ALIKE = [
  ['status', 'status'],
  ['price_variation', 'price_variation'],
  ['tip_service_percent', 'tip_service_percent'],
  ['order_type', 'order_type'],
  ['tax_exempt', 'tax_exempt'],
  ['minor_units', 'currency'],
  ['counting', 'way of rounding'],
] as const satisfies readonly (readonly [keyof Order, string])[];

function refusal(id: Id, why: Sentence): ApiError {
  return conflict(sentence('Order {id} cannot be merged: {why}', { id, why }));
}

/** 409 naming the order that is at another site, or that differs in something that all lines share. */
export function refuseUnlike(target: Order, source: Order): void {
  if (source.site_id !== target.site_id)
    throw refusal(source.id, sentence('it is at site {site}.', { site: source.site_id }));
  for (const [field, called] of ALIKE) {
    if (text(target[field]) !== text(source[field]))
      throw refusal(
        source.id,
        sentence('its {called} is another one than that of order {id}.', { called, id: target.id }),
      );
  }
  // A factor has one name: of several discounts it would not show whose it is.
  if (target.price_variation !== null && target.discount_id !== source.discount_id)
    throw refusal(
      source.id,
      sentence('its {called} is another one than that of order {id}.', { called: 'discount', id: target.id }),
    );
}

/** Amounts of stock, added up. */
function addHeld(orders: readonly Order[]): Held[] {
  const sums = new Map<Id, Decimal>();
  for (const { held } of orders)
    for (const { product_id: id, quantity } of held) sums.set(id, (sums.get(id) ?? 0n) + quantity);
  return [...sums].flatMap(([product_id, quantity]) => (quantity === 0n ? [] : [{ product_id, quantity }]));
}

/** The sum of what orders say, null where none says anything. */
function sum<T extends number | bigint>(values: readonly (T | null)[], add: (a: T, b: T) => T): T | null {
  let all: T | null = null;
  for (const value of values) if (value !== null) all = all === null ? value : add(all, value);
  return all;
}

/**
 * An order with the lines, payments and stock of others, which come to what they came to: its total and its taxes are the
 * sums of theirs. Parts of one line are one line again; `ticketed` are the lines that tickets have, undefined where that is not
 * known and none is joined (reference: tables.11). 409 where it would have more lines or payments than an order may have.
 */
export function mergeOrders(
  target: Order,
  sources: readonly Order[],
  ticketed: ReadonlySet<Id> | undefined,
): Order {
  const all = [target, ...sources];
  const own = all.map((order) => ({ order, amounts: amountsOf(order) }));
  const apart = {
    lines: all.flatMap((order) => order.lines),
    options: all.flatMap((order) => order.options),
    amounts: new Map<Id, LineAmounts>(own.flatMap((each) => [...each.amounts])),
  };
  const { amounts, options, ...joined } = ticketed === undefined ? apart : joinedLines(apart, ticketed);
  const lines = renumber(joined.lines);
  if (lines.length > MAX_LINES)
    throw conflict(
      sentence('an order has at most {max} lines, those of options included.', { max: MAX_LINES }),
    );
  const payments = all
    .flatMap((order) => order.payments)
    .map((payment, at) => ({ ...payment, number: at + 1 }));
  if (payments.length > MAX_PAYMENTS)
    throw conflict(sentence('an order has at most {max} payments.', { max: MAX_PAYMENTS }));
  const shares = own.map(({ order, amounts: its }) => ({
    order,
    amount: [...its.values()].reduce((total, { share }) => total + share, 0n),
  }));
  // A factor is that of all of them.
  const discount =
    target.price_variation === null ? mergedDiscount(shares, minorStep(target.minor_units)) : {};
  const add = (a: bigint, b: bigint) => a + b;
  const merged: Order = {
    ...target,
    lines,
    payments,
    options,
    lock: [...new Set(all.flatMap((order) => order.lock))],
    prompt_for_reject_reason: all.some((order) => order.prompt_for_reject_reason),
    held: addHeld(all),
    ...discount,
    tip_service_amount: sum(
      all.map((order) => order.tip_service_amount),
      add,
    ),
    credit_card_surcharge: all.reduce((total, order) => total + order.credit_card_surcharge, 0n),
    guests: sum(
      all.map((order) => order.guests),
      (a, b) => Math.min(a + b, 100_000),
    ),
  };
  return settledTo(merged, amounts);
}

/** An order that was merged into another one: empty, so that it is known that it was there. */
export function emptied(order: Order, into: Id): Order {
  return {
    ...order,
    deleted: true,
    merged_into: into,
    lines: [],
    options: [],
    payments: [],
    held: [],
    price_fixed_variation: null,
    discounts: null,
    tip_service_amount: null,
    credit_card_surcharge: 0n,
  };
}
