// How cards and their lines are told, on the screen and to who hears them.

import { calledOut } from '#src/kernel/called-out.ts';
import { placesOf } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatNumber, formatQuantity } from '../shared/format.ts';
import { type Message, message, t, translated } from '../shared/words.ts';
import { spokenAge } from './age.ts';
import type { Card, CardLine, Mark } from './cards.ts';
import type { TicketModifier, TicketOption } from './tickets.ts';

const MARKS: Readonly<Record<Mark, Message>> = {
  void: message('VOID'),
  more: message('MORE +{by}'),
  less: message('LESS −{by}'),
  added: message('ADDED'),
  recall: message('CALLED'),
};

const OPTIONS: Readonly<Record<string, Message>> = {
  No: message('NO {name}'),
  Extra: message('EXTRA {name}'),
  Only: message('ONLY {name}'),
  'On Side': message('ON SIDE {name}'),
};

/** A quantity as people write it. */
export function quantityText(quantity: bigint): string {
  return formatQuantity(quantity < 0n ? -quantity : quantity);
}

/** How many a line is about: `3`; `+1` or `−1` where it changes a line that was bumped before. */
export function countText({ quantity, text }: CardLine): string {
  const sign = text.action === 'more' ? '+' : text.action === 'less' ? '−' : '';
  return sign + quantityText(quantity);
}

/** A modifier: `+ Onion`, `+ 2 × Onion`, `NO Onion`. */
export function modifierText({ name, count, without }: TicketModifier): string {
  if (without) return t('NO {name}', { name: isolated(name) });
  return count > 1 ? `+ ${formatNumber(count)} × ${isolated(name)}` : `+ ${isolated(name)}`;
}

/** A chosen option with its instruction: `EXTRA Cheese`, `ON SIDE Cheese`. */
export function optionText({ name, instructions }: TicketOption): string {
  const own = isolated(name);
  const known = instructions === null ? undefined : OPTIONS[instructions];
  return known === undefined ? own : translated(known, { name: own });
}

/** The text of a mark: `MORE +1`, `VOID`. */
export function markText({ mark, by }: CardLine['marks'][number]): string {
  return translated(MARKS[mark], { by: quantityText(by) });
}

/** A table, or a group of orders: most are tables that have a number. */
export function groupText(group: string): string {
  return /^\d+$/.test(group) ? t('Table {number}', { number: group }) : group;
}

/** The name of a card for screen readers. */
export function spokenCard(card: Card, ageMs: number): string {
  const { text } = card;
  const ticket = calledOut(card.text).number;
  return [
    card.isChange ? t('Change to ticket {ticket}', { ticket }) : t('Ticket {ticket}', { ticket }),
    ...(card.isVoid ? [t('void')] : []),
    ...(text.order_type === null ? [] : [text.order_type]),
    ...placesOf(text).map(groupText),
    t('waiting {time}', { time: spokenAge(ageMs) }),
  ].join(', ');
}

/** The announcement for a new ticket or a change of one. */
export function spokenArrival(card: Card, isChange: boolean): string {
  const ticket = calledOut(card.text).number;
  const lines = card.lines.filter((line) => !line.isDone).length;
  return isChange
    ? t('Change to ticket {ticket}, {lines, plural, one {# line} other {# lines}}.', { ticket, lines })
    : t('New ticket {ticket}, {lines, plural, one {# line} other {# lines}}.', { ticket, lines });
}
