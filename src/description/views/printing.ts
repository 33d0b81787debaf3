import { ORDER_STATUSES } from '../../orders/rules/status.ts';
import { JOB_KINDS, JOB_STATES, TICKET_STATES } from '../../printing/types.ts';
import {
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  record,
  ref,
  type Schemas,
  STAMPS,
  text,
  time,
  whole,
  words,
} from '../../shape/schema.ts';

const job = {
  ...IDS,
  register_id: long('The register whose agent prints it.'),
  site_id: long('The site.'),
  order_id: long('The order it is about.'),
  order_id_str: text('The same as text.'),
  ticket_id: orNull(long('The ticket it prints; null for a receipt.')),
  kind: words(JOB_KINDS, 'What it prints.'),
  state: words(JOB_STATES, 'How far it is.'),
  pass_thru: flag('Whether its order waits for it (pass-through printing).'),
  copy: flag('Whether it may be on paper already; it then prints marked as a copy.'),
  copy_of: orNull(long('The job it was asked for again from.')),
  attempt: whole('How often it was handed out.'),
  agent: orNull(text('The agent that has it, or had it last.')),
  due_at: time('When it is to be printed.'),
  lease_until: orNull(time('Until when the agent has it for itself.')),
  failure: orNull(text('Why it was not printed the last time.')),
  printed_at: orNull(time('When it was on paper.')),
  ...STAMPS,
};

const document = {
  description: 'What it prints.',
  anyOf: [ref('TicketDocument'), ref('ReceiptDocument'), { type: 'null' }],
};

/** What stands above the lines of tickets and receipts alike. */
const heading = {
  order_type: orNull(text('How the order reaches the customer.')),
  group_id: orNull(text('The table or group.')),
  sale_number: orNull(text('The number of your own.')),
  staff_name: orNull(text('Who took it.')),
  customer_name: orNull(text('Who it is for.')),
  placed_at: time('When the order was placed.'),
  at: time('When this was made.'),
};

const figures = (description: string) => list(ref('ReceiptFigure'), description);

/** Kitchens and printers: see printing/view.ts and printing/documents.ts. */
export const PRINTING_VIEWS: Schemas = {
  Ticket: record('What a kitchen was told of an order at one time.', {
    company_id: long('The company.'),
    site_id: long('The site.'),
    state: words(TICKET_STATES, 'Whether it is still to be made.'),
    done: list(text(), 'The line_ids of what is made already.'),
    due_at: time('When the kitchen should begin.'),
    bumped_at: orNull(time('When all of it was made.')),
    document: ref('TicketDocument', 'What it says.'),
  }),
  TicketChange: object('A ticket that is new or was changed: read it by its id.', {
    ...IDS,
    company_id: long('The company.'),
    site_id: long('The site.'),
    order_id: long('The order.'),
    order_id_str: text('The same as text.'),
    number: whole('1 for the first ticket of the order.'),
    state: words(TICKET_STATES, 'Whether it is still to be made.'),
    done: list(text(), 'The line_ids of what is made already.'),
  }),
  TicketDocument: object('What a ticket says: only what the kitchen does not know yet.', {
    kind: words(['ticket'], 'What it is.'),
    order_id: text('The order.'),
    saleid: text("The order's saleid."),
    number: whole('1 for the first ticket of the order.'),
    site_name: text('The site.'),
    timezone: text('The time zone its times are printed in.'),
    addon_name: orNull(text('The add-on the order came by.')),
    ...heading,
    guests: orNull(whole('How many guests it is for.')),
    notes: orNull(text("The order's note.")),
    fulfil_at: time('When it is wanted.'),
    lines: list(ref('TicketLine'), 'What is to be made, or not to be made any more.'),
  }),
  TicketLine: object('An entry of a ticket.', {
    line_id: text("The line's id."),
    action: words(
      ['new', 'more', 'less', 'void'],
      'new is to be made, more and less change how many, void is not to be made any more.',
    ),
    quantity: text('How many more, or negative, fewer.'),
    name: text("The product's docket name, else its name."),
    product_id: text('The product.'),
    category_ids: list(text(), 'Its categories, for stations that show only some.'),
    course: orNull(whole('Which course it is of.')),
    notes: orNull(text("The line's note.")),
    modifiers: list(
      object('Something added, or left out.', {
        name: text('What.'),
        count: whole('How often.'),
        without: flag('Whether it is left out.'),
      }),
      'What is added or left out.',
    ),
    options: list(ref('TicketOption'), 'What was chosen for it.'),
  }),
  TicketOption: object('A chosen option.', {
    set: text('The option set.'),
    name: text('The option.'),
    instructions: orNull(text('No, Extra, Only or On Side.')),
    options: list(ref('TicketOption'), 'What was chosen for it in turn.'),
  }),
  ReceiptDocument: object("What a customer's receipt says.", {
    kind: words(['receipt'], 'What it is.'),
    order_id: text('The order.'),
    saleid: text("The order's saleid."),
    company_name: text('The company.'),
    business_number: orNull(text('The number it is registered by.')),
    site_name: text('The site.'),
    address: list(text(), 'The address, line by line.'),
    phone: orNull(text('The telephone number.')),
    timezone: text('The time zone its times are printed in.'),
    currency: text('The ISO 4217 code of the currency.'),
    title: text('Tax invoice, Receipt or Refund.'),
    status: words(ORDER_STATUSES, "The order's status."),
    is_refund: flag('Whether it is of a refund.'),
    refund_of: orNull(text('The saleid of what is refunded.')),
    ...heading,
    lines: list(
      object('A line.', {
        level: whole('0 for what was ordered; what was chosen for it lies further in.'),
        quantity: text('How many.'),
        name: text('What.'),
        details: list(text(), 'What stands below it.'),
        total: text('The total with tax; empty for what has no price of its own.'),
      }),
      'The lines.',
    ),
    notes: list(text(), 'What stands below the lines.'),
    total: text('The total, with its currency.'),
    taxes: figures('The tax by name and rate.'),
    payments: figures('What was paid.'),
    extras: figures('Tips, service and surcharges, which stand outside the total.'),
    due: text('What is still to be paid; empty when nothing is.'),
  }),
  ReceiptFigure: object('A label with an amount.', {
    label: text('The label.'),
    amount: text('The amount.'),
  }),
  PrintJob: object('Something a register has to print.', job),
  PrintJobWithDocument: object('Something a register has to print, with what it says.', { ...job, document }),
  ClaimedJob: object('A job that is handed out, with what it says.', {
    ...job,
    mine: flag('Whether the same agent had it last and never said what became of it.'),
    document,
  }),
  ClaimedJobs: object('What an agent has to print.', {
    jobs: list(ref('ClaimedJob'), 'The jobs, in their order.'),
  }),
};
