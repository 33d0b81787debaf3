import { ORDER_CUSTOMER } from '../../customers/shape.ts';
import { ACTION } from '../../printing/shape.ts';
import { decimal, id, list, orNull, time, whole, words } from '../../shape/kinds.ts';
import { of, viewOf } from '../../shape/nested.ts';
import { IDS } from '../../shape/records.ts';
import { derived, fixed, part, shape } from '../../shape/shape.ts';
import { MAX_LINES } from '../rules/limits.ts';
import { PRICED_IDS } from './ids.ts';
import { PRICED_LINE } from './line.ts';
import { HEAD, ORDER, PARTS, shownSet } from './order.ts';
import { PRICED_PAYMENT } from './payment.ts';

// Answers about orders that are not orders: how a price came about, and what can be refunded.

const STEPS = list(
  of(
    part('A step.', {
      text: fixed(words, 'The step in words, in the language that Accept-Language asks for.'),
      field: fixed(
        orNull(words),
        'The figure of the line or the order that it comes to; null for a step on the way.',
      ),
      amount: fixed(words, 'The exact amount; … where no decimal is.'),
    }),
  ),
);

const EXPLANATION_PARTS = {
  lines: fixed(
    list(
      of(
        part('A line.', {
          number: fixed(whole(1, MAX_LINES), 'Its number.'),
          name: fixed(words, "Its product's name."),
          steps: fixed(STEPS, 'How its total came about.'),
        }),
      ),
    ),
    'The lines, in their order.',
  ),
  order: fixed(STEPS, 'How the figures of the whole came about.'),
};

export const EXPLANATION = shape('Explanation', 'How the figures of an order came about.', {
  ...IDS,
  ...EXPLANATION_PARTS,
});

const PRICED_CUSTOMER = shape('PricedOrderCustomer', ORDER_CUSTOMER.words, {
  ...ORDER_CUSTOMER.fields,
  ...PRICED_IDS,
});

/** The answer of POST /orders/price. */
export const PRICED_ORDER = shape(
  'PricedOrder',
  'An order as it would be. Nothing was saved: it has no ids.',
  {
    ...HEAD,
    ...PRICED_IDS,
    saleid: fixed(words, HEAD.saleid.words, { shows: orNull(words) }),
    lines: derived(list(viewOf(PRICED_LINE)), PARTS.lines.words),
    options: derived(list(shownSet), PARTS.options.words),
    payments: derived(list(viewOf(PRICED_PAYMENT)), PARTS.payments.words),
    customer: derived(orNull(viewOf(PRICED_CUSTOMER)), 'The linked customer.'),
    explanation: derived(
      of(part('How its figures came about.', EXPLANATION_PARTS)),
      'How its figures came about.',
      {
        sometimes: true,
      },
    ),
  },
);

/** A group of orders without them. */
export const GROUP_HEAD = part('A group of orders.', {
  group_id: fixed(words, 'The group.'),
  company_id: fixed(id, 'The company.'),
  site_id: fixed(id, 'The site.'),
});

export const ORDER_GROUP = shape('OrderGroup', 'A group of orders, all of them closed.', {
  ...GROUP_HEAD.fields,
  orders: derived(list(viewOf(ORDER)), 'Its orders.'),
});

/** An entry of a kitchen ticket: a line to be made, or not to be made any more, or whose course is called. */
export const KITCHEN_LINE = part(
  'A line that the kitchen has to make, or not to make any more, or of which the course is called.',
  {
    line_id: derived(id, 'The id of the line.'),
    line_number: derived(orNull(whole(1, MAX_LINES)), 'Its number in the order.'),
    number: derived(orNull(whole(1, MAX_LINES)), 'The same as `line_number`.'),
    change: derived(ACTION.kind, ACTION.words),
    action: derived(ACTION.kind, 'The same as `change`.'),
    quantity: derived(decimal(), 'How many more; negative: how many fewer; of a recall how many are called.'),
    product_id: derived(id, 'The product.'),
    name: derived(words, 'Its name.'),
    notes: fixed(orNull(words), "The line's note."),
  },
);

/** The payload of orders/kitchen_print. */
export const KITCHEN_PRINT = shape('KitchenPrint', 'An order, and what of it is new to the kitchen.', {
  kitchen: derived(
    list(of(KITCHEN_LINE)),
    'The lines that the kitchen has to make, or not to make any more, and those that are called.',
  ),
  ...ORDER.fields,
});

const GIVEN_BACK_LINE = part('The returned quantities of a line.', {
  number: fixed(whole(1, MAX_LINES), 'The number of the line.'),
  line_id: fixed(id, 'The id of the line.'),
  product_id: fixed(id, 'The product.'),
  quantity_sold: fixed(decimal(), 'How many the line sold.'),
  quantity_refunded: fixed(
    decimal(),
    'How many of them were given back, by refunds or by returns in the same order.',
  ),
  quantity_left: fixed(decimal(), 'How many are left to give back; 0 when the order cannot be refunded.'),
});

const REFUND = part('A refund of the order.', {
  ...IDS,
  saleid: fixed(words, '8 characters that identify it, printed on the receipt.'),
  total: fixed(decimal(), 'The sum of its lines with tax, not above 0.'),
  paid: fixed(decimal(), 'The money it gave back, not above 0.'),
  created_at: fixed(time, 'When it was made.'),
});

export const GIVEN_BACK = shape('GivenBack', 'The returned part of an order, and the rest.', {
  refunded: derived(decimal(), 'The amount of its refunds: of each the greater of goods and money.'),
  left: derived(decimal(), 'The money paid that is left to give back; 0 when the order cannot be refunded.'),
  lines: derived(list(of(GIVEN_BACK_LINE)), 'The lines that sold something, those of options included.'),
  orders: derived(list(of(REFUND)), 'Its refunds, oldest first.'),
});
