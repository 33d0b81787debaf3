import { ORDER_STATUSES } from '../kernel/order-status.ts';
import { LANGUAGES } from '../kernel/words.ts';
import { count, flag, id, list, oneOf, orNull, readBy, time, words } from '../shape/kinds.ts';
import { asIs, asIsLater, either } from '../shape/nested.ts';
import { z } from '../shape/reads.ts';
import { IDS, STAMPS } from '../shape/records.ts';
import {
  derived,
  fixed,
  hidden,
  type Kind,
  part,
  type Shape,
  type Stored,
  sent,
  shape,
} from '../shape/shape.ts';

// Kitchen tickets and printed papers, field by field (docs/changing.md). Programs that print read it too.

// Documents are kept with a job and handed to an agent. They hold words and amounts as they go on paper, decided when the
// document was made; nothing in them is looked up again. Times are ISO 8601 in UTC, quantities and amounts decimals as
// text.

type Printed<V> = Kind<V, V, V>;

/** Text as it goes on paper. An agent prints any text of the service. */
const paper: Printed<string> = readBy(words, z.string());
const moment: Printed<string> = { ...paper, schema: time.schema };
const perhaps = orNull(paper);
/** An agent prints any number of entries, too. */
const all = <V, R, S>(kind: Kind<V, R, S>) => list(kind, Number.POSITIVE_INFINITY);

/** Absent in what was made before there were languages. */
const paperLanguage = orNull(oneOf(LANGUAGES));
const LANGUAGE = fixed(
  { ...paperLanguage, reads: paperLanguage.reads.default(null) },
  'The language it is printed in; null is English.',
);

/** A text that is absent in what was made before there were any. */
const ownText = { ...perhaps, reads: perhaps.reads.default(null) };

const ORDER_TYPE = fixed(perhaps, 'How the order reaches the customer.');
const GROUP = fixed(perhaps, 'The group.');
const TABLE_NAME = fixed(ownText, 'The table, as it is called; null where it is at none.');
const SALE_NUMBER = fixed(perhaps, 'The number of your own.');
const ORDER_NUMBER = fixed(ownText, 'The number by which the order is called out, such as A07.');
const PLACED = fixed(moment, 'When the order was placed.');
const SALEID = fixed(paper, "The order's saleid.");

/** The head of tickets and receipts. */
const HEADING = {
  order_type: ORDER_TYPE,
  group_id: GROUP,
  table_name: TABLE_NAME,
  order_number: ORDER_NUMBER,
  sale_number: SALE_NUMBER,
  staff_name: fixed(perhaps, 'The staff member who took it.'),
  customer_name: fixed(perhaps, 'The customer.'),
  placed_at: PLACED,
  at: fixed(moment, 'When this was made.'),
};

const TICKET_MODIFIER = part('A modifier: added, or left out.', {
  name: fixed(paper, 'What.'),
  count: fixed(count, 'How often.'),
  without: fixed(flag, 'Whether it is left out.'),
});
/** A product added to another, or left out of it; the count is 1 then. */
export interface TicketModifier extends Stored<typeof TICKET_MODIFIER> {}

const INSTRUCTIONS = fixed(perhaps, 'No, Extra, Only or On Side.');
const OPTION_FIELDS = {
  set: fixed(paper, 'The option set.'),
  name: fixed(paper, 'The option.'),
  instructions: INSTRUCTIONS,
};
const OPTION_PART = part('A chosen option.', OPTION_FIELDS);
/** A chosen option, with its own chosen options in turn. */
export interface TicketOption extends Stored<typeof OPTION_PART> {
  readonly options: readonly TicketOption[];
}
const optionLater: () => Shape = () => TICKET_OPTION;
const TICKET_OPTION = shape('TicketOption', 'A chosen option.', {
  ...OPTION_FIELDS,
  options: fixed(
    all(asIsLater<TicketOption>('TicketOption', optionLater)),
    'The options chosen for it in turn.',
  ),
});

const LINE_ID = fixed(paper, "The line's id.");
/** The action of the kitchen for a line. */
export const ACTION = fixed(
  oneOf(['new', 'more', 'less', 'void', 'recall']),
  'new is to be made, more and less change how many, void is not to be made any more; recall says that the course of a line that the kitchen has already is called.',
);
const COURSE = fixed(orNull(count), 'Which course it is of.');
const LINE_NOTES = fixed(perhaps, "The line's note.");
const ADDED = 'The modifiers.';
const CHOSEN = 'The options chosen for it.';

/** The change of a line since the kitchen's last ticket. Changes that are none of these print as a void and as new. */
const TICKET_LINE = shape('TicketLine', 'An entry of a ticket.', {
  line_id: LINE_ID,
  action: ACTION,
  quantity: fixed(paper, 'How many more, or negative, fewer; of a recall how many are called.'),
  name: fixed(paper, "The line's own description, else the product's docket name, else its name."),
  product_id: fixed(paper, 'The product.'),
  category_ids: fixed(all(paper), 'Its categories, for stations that show only some.'),
  course: COURSE,
  notes: LINE_NOTES,
  modifiers: fixed(all(asIs(TICKET_MODIFIER)), ADDED),
  options: fixed(all(asIs(TICKET_OPTION)), CHOSEN),
});
export interface TicketLine extends Stored<typeof TICKET_LINE> {}

const GUESTS = fixed(orNull(count), 'How many guests it is for.');
const ORDER_NOTES = fixed(perhaps, "The order's note.");
const FULFIL = fixed(moment, 'When it is wanted.');

const TICKET_DOCUMENT = shape(
  'TicketDocument',
  'The document of a ticket: only what the kitchen does not know yet.',
  {
    kind: fixed(oneOf(['ticket']), 'The kind of document.'),
    order_id: fixed(paper, 'The order.'),
    saleid: SALEID,
    number: fixed(count, '1 for the first ticket of the order.'),
    site_name: fixed(paper, 'The site.'),
    timezone: fixed(paper, 'The time zone its times are printed in.'),
    language: LANGUAGE,
    addon_name: fixed(perhaps, 'The add-on the order came by.'),
    ...HEADING,
    guests: GUESTS,
    notes: ORDER_NOTES,
    fulfil_at: FULFIL,
    lines: fixed(all(asIs(TICKET_LINE)), 'The lines to be made, or not to be made any more.'),
  },
);
export interface TicketDocument extends Stored<typeof TICKET_DOCUMENT> {}

const RECEIPT_LINE = part('A line.', {
  level: fixed(count, '0 for what was ordered; what was chosen for it lies further in.'),
  quantity: fixed(paper, 'How many.'),
  name: fixed(paper, 'What.'),
  details: fixed(all(paper), 'The lines below it.'),
  total: fixed(paper, 'The total with tax; empty for what has no price of its own.'),
});

const RECEIPT_FIGURE = shape('ReceiptFigure', 'A label with an amount.', {
  label: fixed(paper, 'The label.'),
  amount: fixed(paper, 'The amount.'),
});
export interface ReceiptFigure extends Stored<typeof RECEIPT_FIGURE> {}
const figures = all(asIs(RECEIPT_FIGURE));

export const RECEIPT = shape('ReceiptDocument', "What a customer's receipt says.", {
  kind: fixed(oneOf(['receipt']), 'The kind of document.'),
  order_id: fixed(paper, 'The order.'),
  saleid: SALEID,
  company_name: fixed(paper, 'The company.'),
  legal_name: fixed(ownText, 'The name that invoices are written in, where it is another.'),
  business_number: fixed(perhaps, 'The number it is registered by.'),
  tax_number: fixed(ownText, 'The number it pays taxes by, where it is another.'),
  site_name: fixed(paper, 'The site.'),
  address: fixed(all(paper), 'The address, line by line.'),
  phone: fixed(perhaps, 'The telephone number.'),
  header: fixed(ownText, "The company's text at the top, with its line breaks; null is none."),
  footer: fixed(ownText, 'Its text at the end, with its line breaks; null is none.'),
  timezone: fixed(paper, 'The time zone its times are printed in.'),
  language: LANGUAGE,
  currency: fixed(paper, 'The ISO 4217 code of the currency.'),
  title: fixed(
    paper,
    'Tax invoice, Invoice, Receipt, Credit note or Refund; Bill where an open order is not paid in full.',
  ),
  invoice_number: fixed(ownText, 'The number of the invoice or credit note.'),
  subject: fixed(
    ownText,
    'A sentence: the sale that a refund gives back money for, or that a bill is not a receipt.',
  ),
  status: fixed({ ...paper, schema: oneOf(ORDER_STATUSES).schema }, "The order's status."),
  is_refund: fixed(flag, 'Whether it is of a refund.'),
  refund_of: fixed(perhaps, 'The saleid of what is refunded.'),
  ...HEADING,
  lines: fixed(all(asIs(RECEIPT_LINE)), 'The lines.'),
  notes: fixed(all(paper), 'The notes below the lines.'),
  total: fixed(paper, 'The total, with its currency.'),
  taxes: fixed(figures, 'The tax by name and rate.'),
  payments: fixed(figures, 'The payments.'),
  extras: fixed(figures, 'Tips, service and surcharges, which stand outside the total.'),
  due: fixed(paper, 'The amount still to be paid; empty when it is none.'),
  qr: fixed(ownText, 'The address of its page, which a QR code at its end shows; null where there is none.'),
});
export interface Receipt extends Stored<typeof RECEIPT> {}

/** A document of any kind. */
export const DOCUMENT = either(asIs(TICKET_DOCUMENT), asIs(RECEIPT));
export type Document = TicketDocument | Receipt;

// A ticket is stored without any look-up: with the ids of what its document names. Ids within JSON are text, so that whole
// ones stay exact.

const SOLD = part('A product as it was sold.', {
  id: fixed(words, 'Its id.'),
  name: fixed(words, 'Its name.'),
});
export interface EntryProduct extends Stored<typeof SOLD> {}

const ENTRY_OPTION_FIELDS = {
  set: OPTION_FIELDS.set,
  product: fixed(asIs(SOLD), 'The option.'),
  instructions: INSTRUCTIONS,
};
const ENTRY_OPTION_PART = part('A chosen option.', ENTRY_OPTION_FIELDS);
/** A chosen option of an entry, with its own chosen options. */
export interface EntryOption extends Stored<typeof ENTRY_OPTION_PART> {
  readonly options: readonly EntryOption[];
}
const entryOptionLater: () => Shape = () => ENTRY_OPTION;
const ENTRY_OPTION = shape('EntryOption', 'A chosen option.', {
  ...ENTRY_OPTION_FIELDS,
  options: fixed(all(asIsLater<EntryOption>('EntryOption', entryOptionLater)), CHOSEN),
});

const ENTRY_MODIFIER = part('A modifier: added, or left out.', {
  product: fixed(asIs(SOLD), 'What.'),
  without: TICKET_MODIFIER.fields.without,
});

const CONTENT = part('The content of a line for the kitchen.', {
  product: fixed(asIs(SOLD), 'The product.'),
  description: fixed(perhaps, "The line's own name; tickets of earlier versions have none."),
  course: COURSE,
  notes: LINE_NOTES,
  modifiers: fixed(all(asIs(ENTRY_MODIFIER)), ADDED),
  options: fixed(all(asIs(ENTRY_OPTION)), CHOSEN),
});
/** The content of a line for the kitchen: two lines with equal content are the same to a cook. */
export interface EntryContent extends Stored<typeof CONTENT> {}

const ENTRY = part('The difference of a line to the earlier tickets.', {
  line_id: LINE_ID,
  action: ACTION,
  quantity: fixed(words, 'In units of 10^-8; negative for what is not to be made any more.'),
  ...CONTENT.fields,
});
export interface Entry extends Stored<typeof ENTRY> {}

const STORED_HEADING = part('The head above the entries, as the order was when the ticket was made.', {
  saleid: SALEID,
  addon_id: fixed(words, 'The add-on the order came by.'),
  staff_id: fixed(orNull(words), 'The staff member who took it.'),
  customer_id: fixed(orNull(words), 'The customer.'),
  order_type: ORDER_TYPE,
  group_id: GROUP,
  table_name: TABLE_NAME,
  order_number: ORDER_NUMBER,
  sale_number: SALE_NUMBER,
  guests: GUESTS,
  notes: ORDER_NOTES,
  placed_at: PLACED,
  fulfil_at: FULFIL,
});

export const TICKET_STATES = ['open', 'bumped'] as const;

const AT_SITE = { company_id: fixed(id, 'The company.'), site_id: fixed(id, 'The site.') };
const ORDER_ID = fixed(id, 'The order.');
const NUMBER = fixed(count, '1 for the first ticket of the order.');
const PROGRESS = {
  state: fixed(oneOf(TICKET_STATES), 'Whether it is still to be made.'),
  done: fixed(list(words), 'The line_ids of what is made already.'),
};

/** An order's changes for the kitchen at one time. */
export const TICKET = shape('Ticket', 'A ticket of a kitchen: the news of an order at one time.', {
  ...IDS,
  ...AT_SITE,
  ...PROGRESS,
  due_at: fixed(time, 'When the kitchen should begin.'),
  bumped_at: fixed(orNull(time), 'When all of it was made.'),
  document: derived(asIs(TICKET_DOCUMENT), 'The document.'),
  ...STAMPS,
  order_id: hidden(id, ORDER_ID.words),
  number: hidden(count, NUMBER.words),
  heading: hidden(asIs(STORED_HEADING), STORED_HEADING.words),
  entries: hidden(list(asIs(ENTRY)), 'The entries, line by line.'),
});
export interface Ticket extends Stored<typeof TICKET> {}
export type TicketState = Ticket['state'];

export const TICKET_CHANGE = shape(
  'TicketChange',
  'A ticket that is new or was changed: read it by its id.',
  {
    ...IDS,
    ...AT_SITE,
    order_id: ORDER_ID,
    number: NUMBER,
    ...PROGRESS,
  },
);

/** The whole ticket, or some of its lines. */
export const BUMP = part('Which lines; all of them unless said.', {
  line_ids: sent(list(id, 1000, 1), 'The line_ids.'),
});
