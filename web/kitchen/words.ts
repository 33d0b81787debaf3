// How cards and their lines are told, on the screen and to who hears them.

import { formatDecimal } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import type { TicketModifier, TicketOption } from '#src/printing/shape.ts';
import { formatNumber } from '../shared/format.ts';
import { spokenAge } from './age.ts';
import { type Card, type CardLine, cardName, type Mark } from './cards.ts';

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  void: 'VOID',
  more: 'MORE',
  less: 'LESS',
  added: 'ADDED',
};

/** A quantity as people write it. */
export function quantityText(quantity: bigint): string {
  return formatNumber(formatDecimal(quantity < 0n ? -quantity : quantity));
}

/** How many a line is about: `3`; `+1` or `−1` where it changes a line that was bumped before. */
export function countText({ quantity, text }: CardLine): string {
  const sign = text.action === 'more' ? '+' : text.action === 'less' ? '−' : '';
  return sign + quantityText(quantity);
}

/** A modifier: `+ Onion`, `+ 2 × Onion`, `NO Onion`. */
export function modifierText({ name, count, without }: TicketModifier): string {
  if (without) return `NO ${isolated(name)}`;
  return count > 1 ? `+ ${count} × ${isolated(name)}` : `+ ${isolated(name)}`;
}

/** A chosen option with its instruction: `Extra Cheese`, `Cheese, on side`. */
export function optionText({ name, instructions }: TicketOption): string {
  const own = isolated(name);
  if (instructions === null) return own;
  return instructions === 'On Side' ? `${own} – ON SIDE` : `${instructions.toUpperCase()} ${own}`;
}

/** What a mark says: `MORE +1`, `VOID`. */
export function markText({ mark, by }: CardLine['marks'][number]): string {
  if (mark === 'more') return `MORE +${quantityText(by)}`;
  if (mark === 'less') return `LESS −${quantityText(by)}`;
  return MARK_WORDS[mark];
}

/** A group of orders: most are tables that have a number. */
export function groupText(group: string): string {
  return /^\d+$/.test(group) ? `Table ${group}` : group;
}

/** What a card is called for who hears it. */
export function spokenCard(card: Card, ageMs: number): string {
  const { text } = card;
  return [
    `${card.isChange ? 'Change to ticket' : 'Ticket'} ${cardName(card)}`,
    ...(card.isVoid ? ['void'] : []),
    ...(text.order_type === null ? [] : [text.order_type]),
    ...(text.group_id === null ? [] : [groupText(text.group_id)]),
    `waiting ${spokenAge(ageMs)}`,
  ].join(', ');
}

/** The announcement for a new ticket or a change of one. */
export function spokenArrival(card: Card, isChange: boolean): string {
  const lines = card.lines.filter((line) => !line.isDone).length;
  const what = isChange ? 'Change to ticket' : 'New ticket';
  return `${what} ${cardName(card)}, ${lines} ${lines === 1 ? 'line' : 'lines'}.`;
}
