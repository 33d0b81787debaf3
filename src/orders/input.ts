import { orderCustomerInput } from '../customers/input.ts';
import { decimal, flag, id, name, oneOf, text, time, url, whole, z } from '../edge/input.ts';
import { type Id, parseId } from '../kernel/id.ts';
import { ExactNumber } from '../kernel/json.ts';
import { ONE } from '../kernel/money.ts';
import { MAX_CHOSEN_SETS, MAX_LINES, MAX_MODIFIERS, MAX_PAYMENTS } from './rules/limits.ts';
import { COURSE_STATUSES, ORDER_STATUSES } from './rules/status.ts';
import { INSTRUCTIONS, LOCKS, ORDER_TYPES } from './words.ts';

/** The largest price, amount and quantity that is taken at its word. */
const LARGEST = 100_000_000n * ONE;
const LARGEST_QUANTITY = 1_000_000n * ONE;
const LARGEST_COEFFICIENT = 1_000n * ONE;

const price = decimal({ places: 8, min: 0n, max: LARGEST });
const signed = decimal({ places: 8, min: -LARGEST, max: LARGEST });
const coefficient = decimal({ places: 8, min: 0n, max: LARGEST_COEFFICIENT });
const quantity = decimal({ places: 4, min: -LARGEST_QUANTITY, max: LARGEST_QUANTITY }).refine(
  (q) => q !== 0n,
  {
    message: 'must not be zero; remove the line instead.',
  },
);

/** A modifier: a product's id, negative for "without" (reference: orders.21). */
const modifier = z
  .unknown()
  .transform((value, context): ModifierInput => {
    const text = value instanceof ExactNumber ? value.text : String(value);
    const id =
      typeof value === 'object' && !(value instanceof ExactNumber)
        ? undefined
        : parseId(text.replace(/^-/, ''));
    if (id === undefined) {
      context.issues.push({
        code: 'custom',
        message: 'must be the id of a modifier; a negative one means without.',
        input: value,
      });
      return z.NEVER;
    }
    return { id, without: text.startsWith('-') };
  })
  .meta({ type: ['integer', 'string'], format: 'int64' });
/** A modifier that is wanted on a line, or not. */
export interface ModifierInput {
  readonly id: Id;
  readonly without: boolean;
}

const choice = z
  .object({
    product_id: id,
    instructions: oneOf(INSTRUCTIONS).nullish(),
    unit_price: price.nullish(),
    unit_price_inc_tax: price.nullish(),
    quantity: z.undefined({ error: 'cannot be set on an option; repeat the option instead.' }).optional(),
    get option_sets() {
      return z.array(chosenSet).max(MAX_CHOSEN_SETS).optional();
    },
  })
  .meta({ id: 'ChosenOptionInput' });
const chosenSet = z
  .object({
    option_set_id: id,
    options: z.array(choice).max(MAX_LINES),
  })
  .meta({ id: 'ChosenSetInput' });
export type ChoiceInput = z.output<typeof choice>;
export type ChosenSetInput = z.output<typeof chosenSet>;
/** POST /orders/<o>/optionsets, and an item of an order's options: a set for the line of that number. */
export const chosenSetForLine = chosenSet
  .extend({ options: z.array(choice).max(MAX_LINES), line_number: whole(1, MAX_LINES) })
  .meta({ id: 'ChosenSetForLineInput' });

const line = z.object({
  product_id: id,
  quantity,
  notes: text(1000).nullable(),
  unit_price: price.nullable(),
  unit_price_inc_tax: price.nullable(),
  price_variation: coefficient.nullable(),
  price_fixed_variation: signed.nullable(),
  modifiers: z.array(modifier).max(MAX_MODIFIERS),
  course_ordinal: whole(0, 100).nullable(),
  course_status: oneOf(COURSE_STATUSES),
});
/** A line being added. */
export const lineCreate = line
  .extend({
    option_sets: z.array(chosenSet).max(MAX_CHOSEN_SETS),
    /** What the order's options name the line by; else its place counts. */
    number: whole(1, MAX_LINES),
    /** Such a line follows from the order's options: an order sent again as it was read means them once. */
    part_of_option_set: flag,
  })
  .partial()
  .required({ product_id: true });
export type LineInput = z.output<typeof lineCreate>;
/** Several lines being added: all or nothing (reference: orders.19). */
export const lineList = z.array(lineCreate).min(1).max(MAX_LINES);
/** A line being changed; a new number moves it. */
export const lineUpdate = line
  .omit({ product_id: true })
  .extend({ number: whole(1, MAX_LINES) })
  .partial();
export type LineChange = z.output<typeof lineUpdate>;

const payment = z.object({
  method_id: id,
  amount: signed,
  tip: signed,
  ref: text(255).nullable(),
  credit_card_surcharge: signed,
});
/** A payment being taken. */
export const paymentCreate = payment.partial().required({ amount: true });
export type PaymentInput = z.output<typeof paymentCreate>;
/** PUT /orders/<o>/payments/<n>: ref and tip only; what else is sent is refused by name (reference: orders.27). */
export const paymentUpdate = payment.partial();
export type PaymentChange = z.output<typeof paymentUpdate>;

/** An order type; an empty one is an unset one (reference: orders.1). */
const orderType = z
  .enum([...ORDER_TYPES, ''], { error: `must be one of ${ORDER_TYPES.join(', ')}.` })
  .transform((word) => (word === '' ? null : word));

/** A group's identifier: text, or a whole number that stands for its digits (reference: orders.15). */
const groupId = z.preprocess(
  (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  name(100),
);

const fields = z.object({
  status: oneOf(ORDER_STATUSES),
  order_type: orderType.nullable(),
  register_id: id.nullable(),
  staff_member_id: id.nullable(),
  customer_id: id.nullable(),
  customer: orderCustomerInput.nullable(),
  callback_uri: url.nullable(),
  lock: z
    .array(oneOf(LOCKS))
    .max(10)
    .transform((list) => [...new Set(list)]),
  complete_when_paid: flag,
  enable_alert_sound: flag,
  fulfil_at: time.nullable(),
  prompt_for_reject_reason: flag,
  reject_reason: z
    .object({
      id: whole(0, Number.MAX_SAFE_INTEGER).nullish(),
      name: text(255).nullish(),
      notes: text(1000).nullish(),
    })
    .nullable(),
  ignore_availability: flag,
  price_limit: price.nullable(),
  price_variation: coefficient.nullable(),
  price_fixed_variation: signed.nullable(),
  group_id: groupId.nullable(),
  tip_service_percent: decimal({ places: 8, min: 0n, max: LARGEST_COEFFICIENT }).nullable(),
  tip_service_amount: price.nullable(),
  credit_card_surcharge: price,
  notes: text(2000).nullable(),
  sale_number: text(50).nullable(),
  guests: whole(0, 100_000).nullable(),
  placed_at: time.nullable(),
});
/** PUT /orders/<id> */
export const orderUpdate = fields.partial();
export type OrderChange = z.output<typeof orderUpdate>;
/** POST /orders and /orders/price */
export const orderCreate = orderUpdate.extend({
  site_id: id.nullish(),
  original_order_id_str: id.nullish(),
  pass_thru_printing: flag.nullish(),
  /** By its id, or as an order shows it. */
  pass_thru_printing_register: z
    .union([id, z.object({ id }).transform((shown) => shown.id)], {
      error: 'must be the id of a register, or an object with it.',
    })
    .nullish(),
  lines: z.array(lineCreate).max(MAX_LINES).optional(),
  options: z.array(chosenSetForLine).max(MAX_LINES).optional(),
  payments: z.array(paymentCreate).max(MAX_PAYMENTS).optional(),
});
export type OrderInput = z.output<typeof orderCreate>;
