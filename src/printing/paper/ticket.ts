import type { TicketDocument, TicketLine, TicketModifier, TicketOption } from '../shape.ts';
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
  writeHead(ticket, to);
  const courses = [...new Set(ticket.lines.map(({ course }) => course))].sort((a, b) => (a ?? 0) - (b ?? 0));
  for (const course of courses) {
    to.rule();
    if (course !== null) to.text(`COURSE ${course}`, { bold: true, center: true });
    for (const line of ticket.lines.filter((each) => each.course === course)) writeLine(line, to);
  }
  to.rule();
  to.text(`${ticket.saleid} / ${ticket.number}  ${momentText(ticket.at, ticket.timezone)}`, { center: true });
}

function writeHead(ticket: TicketDocument, to: PaperWriter): void {
  const { timezone } = ticket;
  if (ticket.order_type !== null) to.text(ticket.order_type.toUpperCase(), HEAD);
  if (ticket.group_id !== null) to.text(`Table ${ticket.group_id}`, HEAD);
  if (ticket.sale_number !== null) to.text(`#${ticket.sale_number}`, HEAD);
  to.row(`Order ${ticket.saleid}`, `Ticket ${ticket.number}`, { bold: true });
  to.text(ticket.site_name);
  if (ticket.addon_name !== null) to.text(`From ${ticket.addon_name}`);
  if (ticket.staff_name !== null) to.text(`Taken by ${ticket.staff_name}`);
  if (ticket.customer_name !== null) to.text(`For ${ticket.customer_name}`, { bold: true, hang: 4 });
  if (ticket.guests !== null) to.text(`Guests ${ticket.guests}`);
  to.text(`Placed ${timeText(ticket.placed_at, ticket.at, timezone)}`);
  to.text(`Due ${timeText(ticket.fulfil_at, ticket.at, timezone)}`, { size: 'tall', bold: true });
  for (const note of cleanLines(ticket.notes ?? '')) to.text(`! ${note}`, { bold: true, hang: 2 });
}

/** The head of a line, and its style. */
function headOf({ action, quantity }: TicketLine): { text: string; style: RowStyle } {
  switch (action) {
    case 'new':
      return { text: `${quantity} x`, style: MAKE };
    case 'more':
      return { text: `+${quantity} more`, style: MAKE };
    case 'less':
      return { text: `${quantity} less`, style: STOP };
    case 'void':
      return { text: `VOID ${quantity} x`, style: STOP };
  }
}

function writeLine(line: TicketLine, to: PaperWriter): void {
  const { text, style } = headOf(line);
  to.text(`${text} ${line.name}`, { ...style, hang: INDENT });
  writeOptions(line.options, 0, to);
  for (const modifier of line.modifiers) to.text(modifierText(modifier), { indent: INDENT, hang: STEP });
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

function modifierText({ name, count, without }: TicketModifier): string {
  if (without) return `WITHOUT ${name}`;
  return count === 1 ? `+ ${name}` : `+ ${count} x ${name}`;
}
