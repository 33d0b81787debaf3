// A line in words.

import { type Decimal, formatDecimal, ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import type { BasketLine, BasketSet, Discount } from './basket.ts';
import type { Menu } from './menu.ts';

/** A quantity: `2`, `0.5`, `−1`. */
export function quantityText(quantity: Decimal): string {
  return formatDecimal(quantity).replace('-', '−');
}

/** A discount in words: `10% off`, `5.00 more`. */
export function discountText(discount: Discount, money: (amount: Decimal) => string): string {
  if (discount.kind === 'percent') {
    const percent = (discount.coefficient - ONE) * 100n;
    const size = formatDecimal(percent < 0n ? -percent : percent);
    return `${size}% ${percent < 0n ? 'off' : 'more'}`;
  }
  const { amount } = discount;
  return `${money(amount < 0n ? -amount : amount)} ${amount < 0n ? 'off' : 'more'}`;
}

function setParts(sets: readonly BasketSet[], menu: Menu): string[] {
  return sets.flatMap(({ choices }) =>
    choices.flatMap(({ product, instructions, sets: below }) => {
      const name = menu.products.get(product)?.name ?? '?';
      return [instructions === null ? name : `${instructions} ${isolated(name)}`, ...setParts(below, menu)];
    }),
  );
}

/** The choices of a line, in short words. */
export function lineDetails(line: BasketLine, menu: Menu, money: (amount: Decimal) => string): string[] {
  const modifiers = line.modifiers.map(({ id, without }) => {
    const name = menu.products.get(id)?.name ?? '?';
    return without ? `without ${isolated(name)}` : name;
  });
  return [
    ...setParts(line.sets, menu),
    ...modifiers,
    ...(line.discount === null ? [] : [discountText(line.discount, money)]),
    ...(line.course === null ? [] : [`Course ${line.course}`]),
    ...(line.notes === null ? [] : [`“${isolated(line.notes)}”`]),
  ];
}
