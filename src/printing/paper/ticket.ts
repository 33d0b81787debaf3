import { calledOut } from '../../kernel/called-out.ts';
import { placeText } from '../../kernel/seating.ts';
import type { Words } from '../../kernel/words.ts';
import type { TicketDocument, TicketLine, TicketModifier, TicketOption } from '../shape.ts';
import { paperWords } from '../words.ts';
import type { PaperWriter, RowStyle } from './paper.ts';
import { cleanLines } from './text.ts';
import { momentText, timeText } from './times.ts';

// A kitchen's ticket: products to be made stand out, and voided ones even more so.

const HEAD: RowStyle = { size: 'double', bold: true, center: true };
const STOP: RowStyle = { size: 'tall', bold: true, invert: true };
const MAKE: RowStyle = { size: 'tall', bold: true };
/** The indent of a line's details, in columns, and of each further level of options. */
const INDENT = 4;
const STEP = 2;
/** The deepest indent of options, in levels; deeper ones get the same. */
const MAX_STEPS = 6;

/** Writes a ticket. */
export function writeTicket(ticket: TicketDocument, to: PaperWriter): void {
  const words = paperWords(ticket.language);
  writeHead(ticket, words, to);
  const courses = [...new Set(ticket.lines.map(({ course }) => course))].sort((a, b) => (a ?? 0) - (b ?? 0));
  for (const course of courses) {
    to.rule();
    if (course !== null)
      to.text(words.say('COURSE {course}', { course: String(course) }), { bold: true, center: true });
    for (const line of ticket.lines.filter((each) => each.course === course)) writeLine(line, words, to);
  }
  to.rule();
  to.text(`${ticket.saleid} / ${ticket.number}  ${momentText(ticket.at, ticket.timezone)}`, { center: true });
}

function writeHead(ticket: TicketDocument, words: Words, to: PaperWriter): void {
  const { timezone } = ticket;
  if (ticket.order_type !== null) to.text(ticket.order_type.toUpperCase(), HEAD);
  const table = placeText(ticket);
  if (table !== null) to.text(words.say('Table {table}', { table }), HEAD);
  const { number, own } = calledOut(ticket);
  if (number !== ticket.saleid) to.text(`#${number}`, HEAD);
  to.row(
    words.say('Order {saleid}', { saleid: ticket.saleid }),
    words.say('Ticket {number}', { number: String(ticket.number) }),
    { bold: true },
  );
  to.text(ticket.site_name);
  if (ticket.addon_name !== null) to.text(words.say('From {addon}', { addon: ticket.addon_name }));
  if (own !== undefined) to.text(`#${own}`, { bold: true });
  if (ticket.staff_name !== null) to.text(words.say('Taken by {name}', { name: ticket.staff_name }));
  if (ticket.customer_name !== null)
    to.text(words.say('For {name}', { name: ticket.customer_name }), { bold: true, hang: 4 });
  if (ticket.guests !== null) to.text(words.say('Guests {count}', { count: String(ticket.guests) }));
  const at = (moment: string) => ({ time: timeText(moment, ticket.at, timezone) });
  to.text(words.say('Placed {time}', at(ticket.placed_at)));
  to.text(words.say('Due {time}', at(ticket.fulfil_at)), { size: 'tall', bold: true });
  for (const note of cleanLines(ticket.notes ?? '')) to.text(`! ${note}`, { bold: true, hang: 2 });
}

/** The head of a line, and its style. */
function headOf({ action, quantity }: TicketLine, words: Words): { text: string; style: RowStyle } {
  switch (action) {
    case 'new':
      return { text: `${quantity} x`, style: MAKE };
    case 'more':
      return { text: words.say('+{quantity} more', { quantity }), style: MAKE };
    case 'less':
      return { text: words.say('{quantity} less', { quantity }), style: STOP };
    case 'void':
      return { text: words.say('VOID {quantity} x', { quantity }), style: STOP };
    case 'recall':
      return { text: words.say('CALLED {quantity} x', { quantity }), style: MAKE };
  }
}

function writeLine(line: TicketLine, words: Words, to: PaperWriter): void {
  const { text, style } = headOf(line, words);
  to.text(`${text} ${line.name}`, { ...style, hang: INDENT });
  writeOptions(line.options, 0, to);
  for (const modifier of line.modifiers)
    to.text(modifierText(modifier, words), { indent: INDENT, hang: STEP });
  for (const note of cleanLines(line.notes ?? '')) {
    to.text(`! ${note}`, { bold: true, indent: INDENT, hang: STEP });
  }
}

function writeOptions(options: readonly TicketOption[], level: number, to: PaperWriter): void {
  const indent = INDENT + Math.min(level, MAX_STEPS) * STEP;
  for (const { set, name, instructions, options: inner } of options) {
    const how = instructions === null ? '' : `${instructions.toUpperCase()} `;
    to.text(`${set}: ${how}${name}`, { bold: instructions !== null, indent, hang: STEP });
    writeOptions(inner, level + 1, to);
  }
}

function modifierText({ name, count, without }: TicketModifier, words: Words): string {
  if (without) return words.say('WITHOUT {name}', { name });
  return count === 1 ? `+ ${name}` : `+ ${count} x ${name}`;
}
