// A line in words.

import type { Decimal } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import type { Instruction, Order } from '#src/orders/types.ts';
import { discountText } from '../shared/discount.ts';
import { inLine } from '../shared/format.ts';
import { type Message, message, t, translated } from '../shared/words.ts';
import type { BasketLine, BasketSet } from './basket.ts';
import type { Menu } from './menu.ts';

/** By what right no tax is charged: number and reason of the exemption. */
export function exemptText({ number, reason }: NonNullable<Order['tax_exempt']>): string {
  return inLine([number, reason]);
}

const INSTRUCTIONS: Readonly<Record<Instruction, Message>> = {
  No: message('No {option}'),
  Extra: message('Extra {option}'),
  Only: message('Only {option}'),
  'On Side': message('{option} on the side'),
};

/** An option as it was chosen: `No onion`. */
export function optionText(option: string, instruction: Instruction | null): string {
  return instruction === null ? option : translated(INSTRUCTIONS[instruction], { option: isolated(option) });
}

function setParts(sets: readonly BasketSet[], menu: Menu): string[] {
  return sets.flatMap(({ choices }) =>
    choices.flatMap(({ product, instructions, sets: below }) => {
      const name = menu.products.get(product)?.name ?? '?';
      return [optionText(name, instructions), ...setParts(below, menu)];
    }),
  );
}

/** The choices of a line, in short words. */
export function lineDetails(line: BasketLine, menu: Menu, money: (amount: Decimal) => string): string[] {
  const modifiers = line.modifiers.map(({ id, without }) => {
    const name = menu.products.get(id)?.name ?? '?';
    return without ? t('Without {modifier}', { modifier: isolated(name) }) : name;
  });
  return [
    ...setParts(line.sets, menu),
    ...modifiers,
    ...(line.discount === null ? [] : [discountText(line.discount, money)]),
    ...(line.course === null ? [] : [t('Course {course}', { course: String(line.course) })]),
    ...(line.seat == null ? [] : [t('Seat {seat}', { seat: String(line.seat) })]),
    ...(line.notes === null ? [] : [`“${isolated(line.notes)}”`]),
  ];
}
