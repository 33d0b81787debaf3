// A basket: lines and details that are not sent yet. An immutable value; every command returns another one.

import type { Id } from '#src/kernel/id.ts';
import { type Decimal, ONE } from '#src/kernel/money.ts';
import type { OrderType } from '#src/kernel/order-type.ts';
import type { EnteredPrice } from '#src/kernel/price.ts';
import { placeText } from '#src/kernel/seating.ts';
import type { Instruction, Order } from '#src/orders/types.ts';
import type { Discount } from '../shared/discount.ts';
import type { MenuProduct } from './menu.ts';

/** A modifier that is wanted, or left out. */
export interface BasketModifier {
  readonly id: Id;
  readonly without: boolean;
}

/** A chosen option, with the choices from its own sets. */
export interface BasketChoice {
  readonly product: Id;
  readonly instructions: Instruction | null;
  readonly sets: readonly BasketSet[];
}

/** An option set with its choices. */
export interface BasketSet {
  readonly set: Id;
  readonly choices: readonly BasketChoice[];
}

/** One line. It has modifiers or sets, never both. */
export interface BasketLine {
  /** Names the line on the screen alone. */
  readonly key: number;
  readonly product: Id;
  readonly quantity: Decimal;
  readonly notes: string | null;
  /** A price that was asked for; null: the product's own. */
  readonly unit: EnteredPrice | null;
  readonly discount: Discount | null;
  readonly modifiers: readonly BasketModifier[];
  readonly sets: readonly BasketSet[];
  readonly course: number | null;
  /** The price lists whose times it was when it was rung; absent for none. */
  readonly held?: readonly Id[] | undefined;
  /** The seat at the table that it is for. Absent in baskets kept by earlier versions. */
  readonly seat?: number | null;
}

/** The customer: known by id, or to be created. */
export type BasketCustomer =
  | {
      readonly id: Id;
      readonly name: string;
      /** Why no tax is charged. Absent in baskets kept by earlier versions. */
      readonly tax_exempt?: Order['tax_exempt'];
    }
  | {
      readonly id: null;
      readonly name: string;
      readonly tax_exempt?: null;
      readonly fields: Readonly<Record<string, string>>;
    };

/** A table of the site. */
export interface BasketTable {
  readonly id: Id;
  readonly name: string;
}

/** The sale that is being rung up. */
export interface Basket {
  readonly lines: readonly BasketLine[];
  readonly discount: Discount | null;
  readonly customer: BasketCustomer | null;
  readonly order_type: OrderType | null;
  /** The table that it is at. Absent in baskets kept by earlier versions. */
  readonly table?: BasketTable | null;
  /** The group, or a table that was typed. */
  readonly group: string | null;
  readonly guests: number | null;
  readonly notes: string | null;
  /** Tip/service in percent. */
  readonly service_percent: Decimal | null;
  /** Why no tax is charged, said by hand; the customer's goes first. Absent in baskets kept by earlier versions. */
  readonly tax_exempt?: Order['tax_exempt'];
  /** The key of the next line. */
  readonly next: number;
}

/** Nothing yet. */
export const EMPTY_BASKET: Basket = {
  lines: [],
  discount: null,
  customer: null,
  order_type: null,
  group: null,
  guests: null,
  notes: null,
  service_percent: null,
  next: 1,
};

/** Why no tax is charged; null where it is (reference: orders.70). */
export function exemptionOf(basket: Pick<Basket, 'customer' | 'tax_exempt'>): Order['tax_exempt'] {
  return basket.customer?.tax_exempt ?? basket.tax_exempt ?? null;
}

/** Where its guests sit, in a word. */
export function placeOf({ table, group }: Pick<Basket, 'table' | 'group'>): string | null {
  return placeText({ table_name: table?.name ?? null, group_id: group });
}

/** The basket at a table, a group, or neither: who sits somewhere dines in. */
export function seated(basket: Basket, place: Partial<Pick<Basket, 'table' | 'group'>>): Basket {
  const { table = null, group = null } = place;
  return { ...basket, table, group, order_type: table === null && group === null ? null : 'Dine in' };
}

/** The fields that a new line may be made with. */
export type LineChoices = Partial<Omit<BasketLine, 'key' | 'product'>>;

function sameChoices(a: BasketLine, b: Omit<BasketLine, 'key'>): boolean {
  const shape = (line: Omit<BasketLine, 'key'>) => {
    const { product, notes, unit, discount, modifiers, sets, course, seat = null, held = [] } = line;
    return JSON.stringify(
      [product, notes, unit, discount, modifiers, sets, course, seat, held],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
  };
  return shape(a) === shape(b);
}

/** The basket with one more of a product; one that is there just so already is counted up. */
export function add(basket: Basket, product: Pick<MenuProduct, 'id'>, choices: LineChoices = {}): Basket {
  const line = {
    product: product.id,
    quantity: ONE,
    notes: null,
    unit: null,
    discount: null,
    modifiers: [],
    sets: [],
    course: null,
    ...choices,
  };
  const same = basket.lines.find((each) => sameChoices(each, line));
  if (same !== undefined && same.quantity > 0n === line.quantity > 0n) {
    return change(basket, same.key, { quantity: same.quantity + line.quantity });
  }
  return {
    ...basket,
    lines: [...basket.lines, { key: basket.next, ...line }],
    next: basket.next + 1,
  };
}

/** The basket with one line changed; a quantity of nothing takes it out. */
export function change(basket: Basket, key: number, fields: LineChoices): Basket {
  if (fields.quantity === 0n) return remove(basket, key);
  return {
    ...basket,
    lines: basket.lines.map((line) => (line.key === key ? tidy({ ...line, ...fields }) : line)),
  };
}

/** A line with option sets has no modifiers and no discount of its own (reference: money.10, orders.21). */
function tidy(line: BasketLine): BasketLine {
  return line.sets.length === 0 ? line : { ...line, modifiers: [], discount: null };
}

/** The basket without one of its lines. */
export function remove(basket: Basket, key: number): Basket {
  return { ...basket, lines: basket.lines.filter((line) => line.key !== key) };
}

/** The basket with other details than its lines changed. */
export function set(basket: Basket, fields: Partial<Omit<Basket, 'lines' | 'next'>>): Basket {
  return { ...basket, ...fields };
}

/** True when there is nothing to sell in it. */
export function isEmpty(basket: Basket): boolean {
  return basket.lines.length === 0;
}
