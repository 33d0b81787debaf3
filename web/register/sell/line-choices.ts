// What was chosen and typed in the dialog of a line, as the line that it makes.

import { type Decimal, ONE } from '#src/kernel/money.ts';
import { LAST_DIGIT } from '#src/orders/rules/limits.ts';
import type { OfferedSet } from '#src/orders/rules/offer.ts';
import type { BasketSet, LineChoices } from '../basket.ts';
import type { Menu, MenuProduct } from '../menu.ts';
import { typed } from '../money.ts';

/** The most of one line that somebody types: more is a slip of the finger. */
const MOST = 1_000_000n * ONE;

/** A typed quantity; undefined for what is none, 0 for nothing of it. */
export function readQuantity(text: string): Decimal | undefined {
  const quantity = typed(text);
  if (quantity === undefined || quantity % LAST_DIGIT !== 0n) return undefined;
  return quantity > MOST || quantity < -MOST ? undefined : quantity;
}

/** A set of a product, or of an option that was chosen for it, from which more has to be chosen. */
export function unchosenSet(
  menu: Menu,
  product: MenuProduct | undefined,
  sets: readonly BasketSet[],
): OfferedSet | undefined {
  for (const id of product?.option_sets ?? []) {
    const set = menu.sets.get(id);
    const choices = sets.find((each) => each.set === id)?.choices ?? [];
    const taken = choices.filter((choice) => choice.instructions !== 'No');
    if (set !== undefined && taken.length < set.min_selection) return set;
    for (const choice of taken) {
      const below = unchosenSet(menu, menu.products.get(choice.product), choice.sets);
      if (below !== undefined) return below;
    }
  }
  return undefined;
}

/** True for a line that has options, or has to: it has no modifiers and no discount of its own (reference: money.10, orders.21). */
export function hasOptions(menu: Menu, product: MenuProduct, sets: readonly BasketSet[]): boolean {
  const isAsked = (id: BasketSet['set']) => (menu.sets.get(id)?.min_selection ?? 0) > 0;
  return product.option_sets.some(isAsked) || sets.some(({ choices }) => choices.length > 0);
}

/** The choices of a line without those that do not go with its options. */
export function fitting(menu: Menu, product: MenuProduct, choices: LineChoices): LineChoices {
  const sets = choices.sets ?? [];
  const plain = { ...choices, sets: sets.filter((set) => set.choices.length > 0) };
  return hasOptions(menu, product, sets) ? { ...plain, modifiers: [], discount: null } : plain;
}

/** True when something of the choices does not go with the options of the line. */
export function isLeftOut(menu: Menu, product: MenuProduct, choices: LineChoices): boolean {
  const { sets = [], modifiers = [], discount = null } = choices;
  return hasOptions(menu, product, sets) && (modifiers.length > 0 || discount !== null);
}
