import { message } from '../../kernel/words.ts';
import type { Document, TicketDocument } from '../shape.ts';
import { paperWords } from '../words.ts';
import { type Paper, PaperWriter } from './paper.ts';
import { writeReceipt } from './receipt.ts';
import { writeTicket } from './ticket.ts';

/** Marks paper that may be there twice. */
export const COPY = message('*** COPY ***');

/** How a document is to be printed. */
interface PaperOptions {
  /** Characters of a line: 32 on 58 mm, 48 on 80 mm (`COLUMNS`). */
  readonly columns: number;
  /** It may be on paper already, and says so at its top and bottom (reference: printing.18). */
  readonly copy: boolean;
}

/** Lines of empty paper between the last line and the cut, as far as the knife stands above the head. */
const FEED_BEFORE_CUT = 4;

/** A document on paper, with the cut at its end. */
export function paperOf(document: Document, { columns, copy }: PaperOptions): Paper {
  const to = new PaperWriter(columns);
  const mark = () => {
    if (copy)
      to.text(paperWords(document.language).translate(COPY), { size: 'double', bold: true, center: true });
  };
  mark();
  if (document.kind === 'ticket') writeTicket(document, to);
  else writeReceipt(document, to);
  mark();
  return to.feed(FEED_BEFORE_CUT).cut().paper;
}

/** The part of a ticket that a printer shows. */
interface Share {
  /** Lines whose product is in one of these categories. */
  readonly categories: ReadonlySet<string>;
  /** And everything else: lines whose product is in none of these. Nothing else when it is absent. */
  readonly butNot?: ReadonlySet<string>;
}

/** The part of a ticket that is for one printer; undefined when nothing of it is. */
export function shareOf(ticket: TicketDocument, { categories, butNot }: Share): TicketDocument | undefined {
  const lines = ticket.lines.filter(
    ({ category_ids: ids }) =>
      ids.some((id) => categories.has(id)) || (butNot !== undefined && !ids.some((id) => butNot.has(id))),
  );
  return lines.length === 0 ? undefined : { ...ticket, lines };
}
