import { COUNTING, TAX_EXEMPT } from '../../company/money-shape.ts';
import { REGISTER } from '../../company/shape.ts';
import { orderCustomerInput } from '../../customers/input.ts';
import { EXPANDED_CUSTOMER, ORDER_CUSTOMER } from '../../customers/shape.ts';
import { ExactNumber } from '../../kernel/json.ts';
import { ORDER_TYPES } from '../../kernel/order-type.ts';
import { sentence } from '../../kernel/words.ts';
import { bodies } from '../../shape/bodies.ts';
import {
  decimal,
  flag,
  id,
  idText,
  list,
  oneOf,
  orNull,
  readBy,
  text,
  time,
  uri,
  whole,
  withoutTwin,
  words,
} from '../../shape/kinds.ts';
import { kept, of, orWhole, viewLater, viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { because, z } from '../../shape/reads.ts';
import { IDS, NAMED, NOTED, STAMPS } from '../../shape/records.ts';
import {
  derived,
  field,
  fixed,
  hidden,
  onAsking,
  part,
  type Shown,
  type Stored,
  sent,
  shape,
  type View,
} from '../../shape/shape.ts';
import { recordWithId } from '../../shape/twins.ts';
import { MAX_LINES, MAX_PAYMENTS } from '../rules/limits.ts';
import { ORDER_STATUSES } from '../rules/status.ts';
import { LOCKS } from '../rules/words.ts';
import {
  CHOSEN_SETS,
  chosenSetForLine,
  ORDER_OPTION_SET,
  price,
  type SetOnScreen,
  TAX_AMOUNT,
} from './chosen.ts';
import { HISTORY_ENTRY } from './history.ts';
import { coefficient, DISCOUNT_FIELDS, MERGED_DISCOUNT, NEW_IDS, signed } from './ids.ts';
import { LINE } from './line.ts';
import { PAYMENT } from './payment.ts';

// The order, field by field (docs/changing.md).

/** The tracked stock of its site that an order holds. */
const HELD = part('The counted stock that an order took.', {
  product_id: fixed(id, 'The product.'),
  quantity: fixed(decimal(), 'How many. Negative: given to the stock by a return.'),
});
export interface Held extends Stored<typeof HELD> {}

/** A payment request that has no outcome yet: what it asks for is spoken for (reference: requests.4). */
const OPEN_REQUEST = part('A payment request without an outcome.', {
  id: fixed(id, 'The request.'),
  amount: fixed(decimal(), 'The amount asked for; negative is to be given back.'),
});
export interface OpenRequest extends Stored<typeof OPEN_REQUEST> {}

/** Why an order was rejected (reference: orders.7). */
const REJECT_REASON = part('Why it was rejected.', {
  id: field(orNull(whole(0, Number.MAX_SAFE_INTEGER)), 'A number of your own for the reason.'),
  name: field(orNull(text(255)), 'The reason.'),
  notes: field(orNull(text(1000)), 'More about it.'),
});
const rejectReason = readBy(
  of(REJECT_REASON),
  of(REJECT_REASON).reads.refine(({ id, name, notes }) => id !== null || name !== null || notes !== null, {
    error: because(sentence('needs an id, a name or notes.')),
  }),
);
export interface RejectReason extends Stored<typeof REJECT_REASON> {}

/** The printing of an order by itself, at a register in a kitchen (reference: printing.6). */
const PASS_THRU = part('That an order is printed by itself.', {
  register_id: fixed(id, 'The register that prints it; once it is printed, the one that did.'),
  due_at: fixed(time, 'When it is to be printed.'),
  printed_at: fixed(orNull(time), 'Null while it waits.'),
});
export interface PassThru extends Stored<typeof PASS_THRU> {}

const SHOWN_PASS_THRU = part('The register that prints it.', {
  ...IDS,
  due_at: fixed(time, 'When it is to be printed.'),
  printed_at: fixed(orNull(time), 'When it was.'),
});

/** By its id, or as an order shows it. */
const registerReference = z.union([reads.id, recordWithId('The register.')], {
  error: because(sentence('must be the id of a register, or an object with it.')),
});

/** An order type; an empty one is an unset one (reference: orders.1). */
const orderType = z
  .enum([...ORDER_TYPES, ''], {
    error: because(sentence('must be one of {values}.', { values: ORDER_TYPES.join(', ') })),
  })
  .transform((word) => (word === '' ? null : word));

/** The digits of a whole number, as it was written; anything else as it is. */
function digitsOf(value: unknown): unknown {
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.text) ? value.text : value;
  // From 1e21 on it is shown with an exponent.
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e21
    ? String(value)
    : value;
}

/** A group's identifier: text, or a whole number that stands for its digits (reference: orders.15). */
const groupId = z.preprocess(digitsOf, reads.name(100));

const locks = z
  .array(reads.oneOf(LOCKS))
  .max(10)
  .transform((all) => [...new Set(all)]);

/** Null in an order that is only priced. */
const saleid: Shown<string | null, string> = { ...words, show: undefined } as Shown<string | null, string>;

/** The fields that every list shows of an order, and that the whole order begins with (reference: orders.1). */
export const HEAD = {
  ...NEW_IDS,
  company_id: fixed(id, 'The company that owns it.'),
  site_id: field(readBy(id, reads.id.nullable()), 'The site it is at.', { on: 'create' }),
  register_id: field(orNull(id), 'The register it was taken at.'),
  register: derived(orNull(viewOf(REGISTER)), 'That register, with `expand`.', { sometimes: true }),
  staff_member_id: field(orNull(id), 'The staff member who took it.'),
  customer_id: field(orNull(id), 'The linked customer.'),
  saleid: fixed(words, '8 characters that identify it, printed on the receipt.', { shows: saleid }),
  sale_number: field(orNull(text(50)), 'A number of your own.'),
  order_number: fixed(
    orNull(text(4)),
    'The number by which it is called out, such as A07: unique at its site on the day it was made; null in orders from before there were any.',
  ),
  status: field(oneOf(ORDER_STATUSES), 'Where it stands; docs/states.md draws what may follow.', {
    lasting: true,
  }),
  order_type: field(
    readBy(orNull(oneOf(ORDER_TYPES)), orderType.nullable()),
    'How it reaches the customer; absent when unset, an empty text unsets it.',
    { unlessNull: true },
  ),
  deleted: fixed(flag, 'Whether it was deleted.', { initially: false }),
  is_refund: derived(flag, 'Whether it gives back what was paid for another.'),
  refunded_order_id: derived(orNull(id), 'The order it refunds.', { from: 'original_order_id' }),
  original_order_id_str: sent(orNull(idText), 'The same as text; sent with POST it makes a refund.', {
    on: 'create',
    from: 'original_order_id',
  }),
  refund_pending: sent(
    flag,
    'Of a refund: it stays PENDING until its money was given back, instead of being COMPLETE at once.',
    { on: 'create' },
  ),
  notes: field(orNull(text(2000)), 'A note.'),
  ...NAMED,
  ...NOTED,
  guests: field(orNull(whole(0, 100_000)), 'How many guests it is for.'),
  group_id: field(
    readBy(orNull(text(100)), groupId.nullable()),
    'Groups orders, for example of one table; within 48 hours at a site.',
  ),
  table_id: field(orNull(id), 'The table of its site that it is at; another one moves it there.'),
  table_name: fixed(orNull(words), 'The name of that table when the order was put there.'),
  split_from: fixed(orNull(id), 'The order that it was split from.'),
  merged_into: fixed(orNull(id), 'The order that it was merged into; it is deleted then.'),
  total: derived(decimal(), 'The sum of the lines with tax.'),
  total_tax: derived(decimal(), 'The tax in it.'),
  taxes: derived(list(of(TAX_AMOUNT)), 'The amount of each tax over all lines; they add up to total_tax.'),
  paid: derived(decimal(), 'The sum of the payments, without tips and surcharges.'),
  due: derived(decimal(), 'The amount still to be paid, service included; never below 0.'),
  cash_due: derived(
    decimal(),
    'The amount due if it is paid in cash, where small coins are missing; there when the site rounds cash.',
    { sometimes: true },
  ),
  tax_exempt: field(
    orNull(of(TAX_EXEMPT)),
    "Why it is charged no tax; null when taxes are. A linked customer brings the customer's.",
  ),
  invoice_number: fixed(
    orNull(text(50)),
    'Its number among the invoices of the site and year, which have no gaps; null without.',
  ),
  tips: derived(decimal(), 'Ordinary tips, without what went to service.'),
  tip_service_percent: field(orNull(coefficient), 'Service as a percentage of the total: 12.5 is 12.5 %.'),
  tip_service_amount: field(
    orNull(price),
    'Service as an amount; with a percentage it follows from the total.',
    {
      shows: decimal(),
    },
  ),
  tip_service_paid: derived(decimal(), 'The part of it that was paid already.'),
  credit_card_surcharge: field(price, 'Surcharge on credit card payments; not in the total.', {
    initially: 0n,
  }),
  price_variation: field(
    orNull(coefficient),
    'A factor on everything: 0.9 is a discount of 10 %; 1 is none.',
    {
      shows: decimal(),
    },
  ),
  price_fixed_variation: field(
    orNull(signed),
    'An amount on everything: negative is a discount; 0 is none.',
    {
      shows: decimal(),
    },
  ),
  ...DISCOUNT_FIELDS,
  discounts: fixed(
    orNull(list(of(MERGED_DISCOUNT), MAX_LINES)),
    'Where orders with different discounts were merged: what of price_fixed_variation is of which. Absent otherwise.',
    { initially: null, unlessNull: true },
  ),
  price_limit: field(orNull(price), 'The amount above which operators may not bring the payable amount.'),
  complete_when_paid: field(flag, 'Whether it completes itself once it is PENDING and paid.', {
    initially: true,
  }),
  enable_alert_sound: field(flag, 'Whether a register alerts to it while it is SUBMITTED.', {
    initially: true,
  }),
  ignore_availability: field(
    flag,
    'Whether availability is not looked at, when it is wanted tomorrow or later.',
    { initially: false },
  ),
  prompt_for_reject_reason: field(flag, 'Whether an operator who rejects it has to say why.', {
    initially: false,
  }),
  reject_reason: field(orNull(rejectReason), 'Why it was rejected.'),
  lock: field(readBy(list(oneOf(LOCKS), 10), locks), 'The acts that operators are kept from.', {
    unset: [],
  }),
  pass_thru_printing: sent(orNull(flag), 'Whether a register prints it as soon as it is placed.', {
    on: 'create',
    shows: flag,
  }),
  pass_thru_printing_register: sent(
    readBy(orNull(id), registerReference.nullable()),
    "The register that prints it; sent by its id or as an order shows it, the site's own unless sent.",
    { on: 'create', shows: orNull(of(SHOWN_PASS_THRU)) },
  ),
  callback_uri: field(orNull(uri), 'Where it is posted on every change of its status.'),
  fulfil_at: field(
    readBy(time, reads.time.nullable()),
    'When it is wanted; the time of placing and the preparation time of the site, unless set.',
  ),
  placed_at: field(readBy(time, reads.time.nullable()), 'When it was placed.'),
  booked_at: fixed(
    orNull(time),
    'The day in whose books it counts, where a cash-up had closed that of placed_at or of a payment when it was completed.',
    { initially: null },
  ),
  ...STAMPS,
  addon_id: hidden(id, 'The add-on that made it.'),
  minor_units: hidden(whole(0, 8), "The decimals of its currency's smallest amount."),
  counting: hidden(
    orNull(of(COUNTING)),
    'How its figures are rounded; null: by line, halves away from zero.',
  ),
  original_order_id: hidden(orNull(id), 'The order it refunds.'),
  pass_thru: hidden(orNull(of(PASS_THRU)), 'Null: it is not printed by itself.'),
  requests: hidden(list(of(OPEN_REQUEST), MAX_PAYMENTS), 'Payment requests without an outcome.', {
    initially: [],
  }),
  history: hidden(
    list(kept(HISTORY_ENTRY), 1000),
    'The first entry of its history; all of them where an earlier version changed it last.',
    { initially: [] },
  ),
  held: hidden(
    list(of(HELD), 10_000),
    'The counted stock that it took and has not given back (reference: orders.37).',
    {
      initially: [],
    },
  ),
};

/** The view of an option set, which its order's options have in the order in which they were sent. */
export const shownSet: Shown<View, SetOnScreen> = viewLater('OrderOptionSet', () => ORDER_OPTION_SET);

/** The parts of an order; lists show those that are asked for. */
export const PARTS = {
  lines: field(
    readBy(list(kept(LINE), MAX_LINES), z.array(bodies(LINE).create).max(MAX_LINES)),
    'The lines, option lines included.',
    { on: 'create', shows: list(viewOf(LINE)) },
  ),
  options: field(
    readBy(CHOSEN_SETS, z.array(chosenSetForLine).max(MAX_LINES)),
    'The option sets that were chosen from, in their original form.',
    { on: 'create', initially: [], shows: list(shownSet) },
  ),
  payments: field(
    readBy(list(kept(PAYMENT), MAX_PAYMENTS), z.array(bodies(PAYMENT).create).max(MAX_PAYMENTS)),
    'The payments.',
    { on: 'create', shows: list(viewOf(PAYMENT)) },
  ),
  customer: sent(
    readBy(withoutTwin(orNull(id)), orderCustomerInput.nullable()),
    'The linked customer, with details: one who is known is updated, one who is not is made. Not with customer_id.',
    { shows: orNull(orWhole(viewOf(ORDER_CUSTOMER), viewOf(EXPANDED_CUSTOMER))) },
  ),
};

/** An order, whole: everything its rules decide over. Figures that follow from it are never stored in it. */
export const ORDER = shape('Order', 'An order, whole.', { ...HEAD, ...PARTS });
export interface Order extends Stored<typeof ORDER> {}

/** The fields that every list shows of an order. */
export const ORDER_HEAD = part('An order without its parts.', HEAD);

export const LISTED_ORDER = shape(
  'ListedOrder',
  'An order as lists show it; the query parameter `fields` adds its parts.',
  {
    ...HEAD,
    lines: onAsking(PARTS.lines),
    options: onAsking(PARTS.options),
    payments: onAsking(PARTS.payments),
    customer: onAsking(PARTS.customer),
  },
);
