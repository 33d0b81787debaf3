// The entries of a ticket: only what earlier tickets do not have (reference: printing.12). Those have the lines that
// were sent to the kitchen before; so the entries follow from the order before and after its change, and the entries of a
// line's tickets always add up to the line, but for recalls, which say how many of it are called.

import type { Id } from '../../kernel/id.ts';
import type { Decimal } from '../../kernel/money.ts';
import { DAY, type Micros } from '../../kernel/time.ts';
import type { ChosenSet, Entry, EntryContent, EntryOption, Line, Order } from '../types.ts';
import { lineName } from './line-name.ts';

/** An order of longer ago is a record of the past: no kitchen makes it any more. */
export const STILL_MADE: Micros = DAY;

/** A line as the kitchen has to make it. */
interface KitchenLine {
  readonly line: Line;
  readonly quantity: Decimal;
  readonly content: EntryContent;
}

function optionsOf(sets: readonly ChosenSet[], lines: ReadonlyMap<Id, Line>): EntryOption[] {
  return sets.flatMap((set) =>
    set.options.flatMap((choice) => {
      const line = lines.get(choice.line_id);
      if (line === undefined) return [];
      return {
        set: set.name,
        product: { id: line.product.id.toString(), name: lineName(line) },
        instructions: line.instructions,
        options: optionsOf(choice.option_sets, lines),
      };
    }),
  );
}

/** The lines that the kitchen makes of an order, by line_id: none of one that was rejected or deleted. */
function kitchenLinesOf(order: Order | undefined): Map<Id, KitchenLine> {
  const made = new Map<Id, KitchenLine>();
  if (order === undefined || order.deleted || order.status === 'REJECTED') return made;
  const lines = new Map(order.lines.map((line) => [line.line_id, line]));
  const sets = Map.groupBy(order.options, (set) => set.line_id);
  for (const line of order.lines) {
    // Chosen options are part of their line's entry; a return is not cooked.
    if (line.part_of !== null || !line.sent_to_kitchen || line.quantity <= 0n) continue;
    made.set(line.line_id, {
      line,
      quantity: line.quantity,
      content: {
        product: { id: line.product.id.toString(), name: line.product.name },
        description: line.description,
        course: line.course_ordinal,
        notes: line.notes,
        modifiers: line.modifiers.map(({ product, without }) => ({
          product: { id: product.id.toString(), name: product.name },
          without,
        })),
        options: optionsOf(sets.get(line.line_id) ?? [], lines),
      },
    });
  }
  return made;
}

function entry({ line, content }: KitchenLine, action: Entry['action'], quantity: Decimal): Entry {
  return { line_id: line.line_id.toString(), action, quantity: quantity.toString(), ...content };
}

/** Whether the course of a line is called by its change. */
function isCalled(then: Line, now: Line): boolean {
  return then.course_status !== 'called' && now.course_status === 'called';
}

/** The entries of the ticket that a change of an order calls for; none when the kitchen has nothing to do with it. */
export function kitchenEntries(before: Order | undefined, after: Order): Entry[] {
  const known = kitchenLinesOf(before);
  const entries: Entry[] = [];
  for (const [id, now] of kitchenLinesOf(after)) {
    const then = known.get(id);
    known.delete(id);
    if (then === undefined) {
      entries.push(entry(now, 'new', now.quantity));
      continue;
    }
    const isRecalled = isCalled(then.line, now.line);
    // The recall says which course it is called with.
    const course = isRecalled ? now.content.course : then.content.course;
    if (JSON.stringify({ ...then.content, course }) !== JSON.stringify(now.content)) {
      // A line that changes in more than its quantity is voided and made anew: a cook compares no tickets.
      entries.push(entry(then, 'void', -then.quantity), entry(now, 'new', now.quantity));
      continue;
    }
    const more = now.quantity - then.quantity;
    if (more !== 0n) entries.push(entry(now, more > 0n ? 'more' : 'less', more));
    if (isRecalled) entries.push(entry(now, 'recall', now.quantity));
  }
  for (const then of known.values()) entries.push(entry(then, 'void', -then.quantity));
  return entries;
}

/** Whether a kitchen still makes an order, as far as its age goes. */
export function isMade(order: Order, now: Micros): boolean {
  return order.placed_at > now - STILL_MADE;
}
