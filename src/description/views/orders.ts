import { COURSE_STATUSES, ORDER_STATUSES } from '../../orders/rules/status.ts';
import { INSTRUCTIONS, LOCKS, ORDER_TYPES } from '../../orders/words.ts';
import {
  decimal,
  type Fields,
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  ref,
  type Schema,
  type Schemas,
  text,
  time,
  uri,
  whole,
  words,
} from '../schema.ts';

/** Whether an order was saved; what is only priced has no ids yet. */
type Saved = boolean;

const unlessSaved = (saved: Saved, schema: Schema) => (saved ? schema : orNull(schema));
const ids = (saved: Saved): Fields =>
  saved ? IDS : { id: orNull(long('The id.')), id_str: orNull(text('The id as text.')) };
/** The name of a part's schema. */
const named = (saved: Saved, name: string) => (saved ? name : `Priced${name}`);

const taxes = list(
  object('A tax as it was when the line was added.', {
    ...IDS,
    name: text('Its name.'),
    rate: decimal('Its rate as a factor: 0.1 is 10 %.'),
  }),
  'The taxes on it.',
);

/** What every list shows of an order, and the whole order begins with. */
function head(saved: Saved): { always: Fields; sometimes: Fields } {
  const always: Fields = {
    ...ids(saved),
    company_id: long('The company that owns it.'),
    site_id: long('The site it is at.'),
    register_id: orNull(long('The register it was taken at.')),
    staff_member_id: orNull(long('Who took it.')),
    customer_id: orNull(long('The linked customer.')),
    saleid: unlessSaved(saved, text('8 characters that identify it, printed on the receipt.')),
    sale_number: orNull(text('A number of your own.')),
    status: words(ORDER_STATUSES, 'Where it stands; docs/states.md draws what may follow.'),
    deleted: flag('Whether it was deleted.'),
    is_refund: flag('Whether it gives back what was paid for another.'),
    refunded_order_id: orNull(long('The order it refunds.')),
    original_order_id_str: orNull(text('The same as text; sent with POST it makes a refund.')),
    notes: orNull(text('A note.')),
    guests: orNull(whole('How many guests it is for.')),
    group_id: orNull(text('Groups orders, for example of one table; within 48 hours at a site.')),
    total: decimal('The sum of the lines with tax.'),
    total_tax: decimal('The tax in it.'),
    paid: decimal('The sum of the payments, without tips and surcharges.'),
    due: decimal('What is still to be paid, service included; never below 0.'),
    tips: decimal('Ordinary tips, without what went to service.'),
    tip_service_percent: orNull(decimal('Service as a percentage of the total: 12.5 is 12.5 %.')),
    tip_service_amount: decimal('Service as an amount.'),
    tip_service_paid: decimal('What was paid of it already.'),
    credit_card_surcharge: decimal('Surcharge on credit card payments; not in the total.'),
    price_variation: decimal('A factor on everything: 0.9 is a discount of 10 %; 1 is none.'),
    price_fixed_variation: decimal('An amount on everything: negative is a discount; 0 is none.'),
    price_limit: orNull(decimal('What operators may not bring the payable amount above.')),
    complete_when_paid: flag('Whether it completes itself once it is PENDING and paid.'),
    enable_alert_sound: flag('Whether a till alerts to it while it is SUBMITTED.'),
    ignore_availability: flag('Whether availability is not looked at, when it is wanted tomorrow or later.'),
    prompt_for_reject_reason: flag('Whether an operator who rejects it has to say why.'),
    reject_reason: orNull(
      object('Why it was rejected.', {
        id: orNull(whole('A number of your own for the reason.')),
        name: orNull(text('The reason.')),
        notes: orNull(text('More about it.')),
      }),
    ),
    lock: list(words(LOCKS), 'What operators are kept from doing to it.'),
    pass_thru_printing: flag('Whether a register prints it as soon as it is placed.'),
    pass_thru_printing_register: orNull(
      object('The register that prints it.', {
        ...IDS,
        due_at: time('When it is to be printed.'),
        printed_at: orNull(time('When it was.')),
      }),
    ),
    callback_uri: orNull(uri('Where it is posted on every change of its status.')),
    fulfil_at: time(
      'When it is wanted; the time of placing and the preparation time of the site, unless set.',
    ),
    placed_at: time('When it was placed.'),
    created_at: time('When it was made.'),
    updated_at: time('When it last changed.'),
  };
  return {
    always,
    sometimes: { order_type: words(ORDER_TYPES, 'How it reaches the customer; absent when unset.') },
  };
}

function parts(saved: Saved): Fields {
  return {
    lines: list(ref(named(saved, 'OrderLine')), 'What is sold, option lines included.'),
    options: list(ref('OrderOptionSet'), 'The option sets that were chosen from, in their original form.'),
    payments: list(ref(named(saved, 'Payment')), 'What was paid.'),
    customer: orNull(ref(named(saved, 'OrderCustomer'), 'The linked customer.')),
  };
}

const line = (saved: Saved) =>
  object('A line of an order, as it was when it was sold.', {
    number: whole('Its place: 1, 2, 3… within the order.'),
    line_id: unlessSaved(saved, long('Its id, which stays when it moves.')),
    product_id: long('The product.'),
    product: object(
      'The product as it was.',
      { ...IDS, name: text('Its name.') },
      { sku: text('Its stock keeping unit.') },
    ),
    quantity: decimal('How many; negative is a return. Up to 4 decimals.'),
    notes: orNull(text('A note.')),
    unit_price: decimal('The price of one without tax.'),
    unit_price_inc_tax: decimal('The price of one with tax.'),
    unit_tax: decimal('The tax in the price of one.'),
    price_variation: decimal('A factor on the line: 0.9 is a discount of 10 %; 1 is none.'),
    price_fixed_variation: decimal('An amount on the line: negative is a discount; 0 is none.'),
    line_total_ex_tax: decimal('The final price of the line without tax, all variations included.'),
    line_total_tax: decimal('The tax on it.'),
    taxes,
    modifiers: list(long(), 'The ids of its modifiers: a repeat means two, a negative id means without.'),
    part_of_option_set: flag('Whether it follows from an option set; then that is changed instead.'),
    course_ordinal: orNull(whole('Which course it is of: 1 is the first.')),
    course_status: words(COURSE_STATUSES, 'How far its course is.'),
  });

const payment = (saved: Saved) =>
  object('Money that was taken, or given back.', {
    ...ids(saved),
    number: whole('Its place: 1, 2, 3… within the order.'),
    method: object('How it was paid.', { ...IDS, name: text('Its name.') }),
    amount: decimal('How much; negative is given back.'),
    tip: decimal('The tip besides.'),
    ref: orNull(text('A reference of your own, such as a terminal receipt number.')),
    created_at: time('When it was taken.'),
  });

const customer = (saved: Saved) =>
  object('The customer of an order.', {
    ...ids(saved),
    first_name: text('The first name.'),
    last_name: orNull(text('The last name.')),
    email: orNull(text('The e-mail address.')),
    phone: orNull(text('The telephone number.')),
    reference_id: text('What your add-on calls the customer; "" when it does not.'),
    image: orNull(text('The address of a picture.')),
  });

const steps = (description: string) =>
  list(
    object('A step.', {
      text: text('What was done.'),
      amount: text('What it came to, exactly; … where no decimal is.'),
    }),
    description,
  );

const explanation: Fields = {
  lines: list(
    object('A line.', {
      number: whole('Its number.'),
      name: text("Its product's name."),
      steps: steps('How its total came about.'),
    }),
    'The lines, in their order.',
  ),
  order: steps('How the figures of the whole came about.'),
};

const saved = head(true);
const priced = head(false);

/** Orders: see orders/view.ts. */
export const ORDER_VIEWS: Schemas = {
  Order: object('An order, whole.', { ...saved.always, ...parts(true) }, saved.sometimes),
  ListedOrder: object(
    'An order as lists show it; the query parameter `fields` adds its parts.',
    saved.always,
    { ...saved.sometimes, ...parts(true) },
  ),
  PricedOrder: object(
    'An order as it would be. Nothing was saved: it has no ids.',
    { ...priced.always, ...parts(false) },
    { ...priced.sometimes, explanation: object('How its figures came about.', explanation) },
  ),
  OrderLine: line(true),
  PricedOrderLine: line(false),
  Payment: payment(true),
  PricedPayment: payment(false),
  OrderCustomer: customer(true),
  PricedOrderCustomer: customer(false),
  OrderOptionSet: object('An option set with what was chosen of it.', {
    number: whole('Its number within the order, which its paths take.'),
    option_set_id: long('The option set.'),
    option_set_id_str: text('The same as text.'),
    name: text('Its name.'),
    line_number: whole('The number of the line it belongs to.'),
    options: list(ref('ChosenOption'), 'What was chosen, in its order.'),
  }),
  ChosenOption: object('An option that was chosen. It has a line of its own.', {
    product_id: long('The product it is.'),
    product_id_str: text('The same as text.'),
    name: text('Its name.'),
    line_number: whole('The number of its own line.'),
    instructions: orNull(words(INSTRUCTIONS, 'How it is wanted.')),
    unit_price: decimal('The price of one without tax.'),
    unit_price_inc_tax: decimal('The price of one with tax.'),
    unit_tax: decimal('The tax in the price of one.'),
    taxes,
    option_sets: list(ref('OrderOptionSet'), 'The sets that were chosen from for it.'),
  }),
  OrderGroup: object('A group of orders, all of them closed.', {
    group_id: text('The group.'),
    company_id: long('The company.'),
    site_id: long('The site.'),
    orders: list(ref('Order'), 'Its orders.'),
  }),
  Explanation: object('How the figures of an order came about.', { ...IDS, ...explanation }),
  GivenBack: object('What was given back of an order, and what is left of it.', {
    refunded: decimal('What its refunds gave back: of each the greater of goods and money.'),
    left: decimal('What of the money paid is left to give back; 0 when the order cannot be refunded.'),
    lines: list(
      object('What became of a line.', {
        number: whole('The number of the line.'),
        line_id: long('The id of the line.'),
        product_id: long('The product.'),
        product_id_str: text('The same as text.'),
        quantity_sold: decimal('How many the line sold.'),
        quantity_refunded: decimal(
          'How many of them were given back, by refunds or by returns in the same order.',
        ),
        quantity_left: decimal('How many are left to give back; 0 when the order cannot be refunded.'),
      }),
      'The lines that sold something, those of options included.',
    ),
    orders: list(
      object('A refund of the order.', {
        ...IDS,
        saleid: text('8 characters that identify it, printed on the receipt.'),
        total: decimal('The sum of its lines with tax, not above 0.'),
        paid: decimal('The money it gave back, not above 0.'),
        created_at: time('When it was made.'),
      }),
      'Its refunds, oldest first.',
    ),
  }),
  HistoryEntry: object('A change that was saved.', {
    number: whole('1 is the first.'),
    at: time('When.'),
    by: object('Who made it.', {
      addon_id: long('The add-on.'),
      addon_name: orNull(text('What the add-on is called.')),
      staff_member_id: orNull(long('The staff member who was signed in.')),
      register_id: orNull(long('At which register.')),
    }),
    changed: list(text(), 'The names of what changed; `created` for the first.'),
    status: words(ORDER_STATUSES, 'The status after it.'),
    total: decimal('The total after it.'),
    paid: decimal('What was paid after it.'),
  }),
};
