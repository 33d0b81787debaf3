import { type Id, parseId } from '../../kernel/id.ts';
import { ExactNumber, jsonInteger } from '../../kernel/json.ts';
import { ONE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import { LISTED_PRODUCT } from '../../products/shape/product.ts';
import { decimal, flag, id, list, oneOf, orNull, readBy, text, whole, words } from '../../shape/kinds.ts';
import { of, orWhole, viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { because, refuse, z } from '../../shape/reads.ts';
import { IDS, NOTED } from '../../shape/records.ts';
import {
  derived,
  field,
  fixed,
  hidden,
  part,
  type Shown,
  type Stored,
  sent,
  shape,
} from '../../shape/shape.ts';
import { recordWithId } from '../../shape/twins.ts';
import { MAX_CHOSEN_SETS, MAX_DESCRIPTION, MAX_LINES, MAX_MODIFIERS } from '../rules/limits.ts';
import { COURSE_STATUSES } from '../rules/status.ts';
import { INSTRUCTIONS } from '../rules/words.ts';
import { CHOSEN_SETS, chosenSet, lineSets, ORDER_TAX, TAX_AMOUNT } from './chosen.ts';
import { coefficient, DISCOUNT_FIELDS, newId, signed } from './ids.ts';

// The lines of an order, field by field.

/** The largest quantity that is taken at its word. */
const LARGEST_QUANTITY = 1_000_000n * ONE;
const quantityLimits = { places: 4, min: -LARGEST_QUANTITY, max: LARGEST_QUANTITY };
const quantity = readBy(
  decimal(quantityLimits),
  reads.decimal(quantityLimits).refine((q) => q !== 0n, {
    error: because(sentence('must not be zero; remove the line instead.')),
  }),
);

/** The name of a line in place of its product's; an empty text is none (reference: orders.68). */
const description = readBy(
  orNull(text(MAX_DESCRIPTION)),
  reads
    .text(MAX_DESCRIPTION)
    .transform((value) => (value.trim() === '' ? null : value))
    .nullable(),
);

/** A product as it was when it was sold. */
const PRODUCT_REF = part('The product as it was.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  sku: fixed(orNull(words), 'Its stock keeping unit.', { unlessNull: true }),
});
export interface LineProductRef extends Stored<typeof PRODUCT_REF> {}

/** A price as it was entered; see kernel/price.ts. */
const ENTERED_PRICE = part('A price as it was entered.', {
  amount: fixed(decimal(), 'The amount.'),
  form: fixed(oneOf(['ex', 'inc']), 'Whether tax is in it.'),
});

/** A modifier of a line: added to its product, or left out of it. A repeat means two. */
const MODIFIER = part('A modifier of a line.', {
  product: fixed(of(PRODUCT_REF), 'The product it is.'),
  price: fixed(
    of(ENTERED_PRICE),
    'The amount that it adds to the price of one; nothing when it is left out.',
  ),
  without: fixed(
    flag,
    '"Without": a negative id in the body. It costs nothing and takes nothing from stock.',
  ),
});
export interface LineModifier extends Stored<typeof MODIFIER> {}

/** A modifier that is wanted on a line, or not. */
export interface ModifierInput {
  readonly id: Id;
  readonly without: boolean;
}

/** A modifier in a body: a product's id, negative for "without" (reference: orders.21). */
const modifierInput = z
  .unknown()
  .transform((value, context): ModifierInput => {
    const written = value instanceof ExactNumber ? value.text : String(value);
    const isObject = typeof value === 'object' && !(value instanceof ExactNumber);
    const found = isObject ? undefined : parseId(written.replace(/^-/, ''));
    if (found === undefined) {
      return refuse(context, sentence('must be the id of a modifier; a negative one means without.'));
    }
    return { id: found, without: written.startsWith('-') };
  })
  .meta({ type: ['integer', 'string'], format: 'int64', pattern: '^-?[1-9][0-9]{0,18}$' });

const shownModifiers: Shown<readonly LineModifier[], readonly string[]> = {
  schema: { type: 'array', items: { type: 'integer', format: 'int64' } },
  show: {
    toJson: (modifiers) =>
      modifiers.map(({ product, without }) => jsonInteger(without ? -product.id : product.id)),
  },
  shapes: [],
  twin: {
    ...list(words),
    show: {
      toJson: (modifiers: readonly LineModifier[]) =>
        modifiers.map(({ product, without }) => `${without ? '-' : ''}${product.id}`),
    },
  },
};

/** A tax by its id, or as lines show it. */
const taxReference = z.union([reads.id, recordWithId('The tax.')], {
  error: because(sentence('must be the id of a tax, or an object with it.')),
});
/** Answers show the taxes as records, which have their own twins; bodies may name them by the twin of the list. */
const lineTaxes = {
  ...readBy(list(of(ORDER_TAX, 'short'), 100), z.array(taxReference).max(20).nullable()),
  twin: list(words),
};

/** A part of a line of the refunded order; its amounts are negative, in whole minor units. */
const RETURNED = part("The return of a refund's line.", {
  line_id: fixed(id, "The line_id of the original's line."),
  total_inc: fixed(decimal(), 'Its total with tax.'),
  taxes: fixed(list(decimal(), 100), 'One amount per tax of the line, in the same order.'),
  exact: fixed(list(decimal(), 100), 'The same before rounding; none of orders of earlier versions.', {
    initially: [],
  }),
});
export interface Returned extends Stored<typeof RETURNED> {}

/** The amount of a line that was split or moved, where its price by itself would come to another one. */
const SETTLED = part('Amounts that a split or a merge gave a line, so that nothing is lost by it.', {
  total_inc: fixed(decimal(), 'Its total with tax.'),
  share: fixed(decimal(), "Its part of the order's fixed variation, which is in the total."),
  tax_ids: fixed(list(id, 100), 'The taxes that were charged.'),
  taxes: fixed(list(decimal(), 100), 'One amount for each of them.'),
  exact: fixed(list(decimal(), 100), 'The same before rounding.'),
});
export interface SettledLine extends Stored<typeof SETTLED> {}

/** Most places at a table. */
export const MAX_SEAT = 100;

/** A line of an order: the product and its price as they were at the sale. */
const LINE_FIELDS = {
  number: field(whole(1, MAX_LINES), 'Its place: 1, 2, 3… within the order.', { lasting: true }),
  line_id: fixed(newId, 'Its id, which stays when it moves.'),
  product_id: sent(id, 'The product.', { needed: true, on: 'create', shows: id }),
  product: fixed(of(PRODUCT_REF), 'The product as it was; with `expand` its record besides.', {
    shows: orWhole(of(PRODUCT_REF), viewOf(LISTED_PRODUCT)),
  }),
  description: field(description, "What it is called, instead of its product's name.", { initially: null }),
  quantity: field(quantity, 'How many; negative is a return. Up to 4 decimals.', { unset: ONE }),
  notes: field(orNull(text(1000)), 'A note.'),
  ...NOTED,
  unit_price: sent(
    orNull(signed),
    "The price of one without tax; sent, it is used instead of the price list's.",
    { shows: decimal() },
  ),
  unit_price_inc_tax: sent(
    orNull(signed),
    'The price of one with tax; sent, it is used when unit_price is absent.',
    { shows: decimal() },
  ),
  unit_tax: derived(decimal(), 'The tax in the price of one.'),
  price_variation: field(orNull(coefficient), 'A factor on the line: 0.9 is a discount of 10 %; 1 is none.', {
    shows: decimal(),
  }),
  price_fixed_variation: field(orNull(signed), 'An amount on the line: negative is a discount; 0 is none.', {
    shows: decimal(),
  }),
  ...DISCOUNT_FIELDS,
  line_total_ex_tax: derived(decimal(), 'The final price of the line without tax, all variations included.'),
  line_total_tax: derived(decimal(), 'The tax on it.'),
  taxes: field(
    lineTaxes,
    "The taxes on it; their amounts add up to line_total_tax. Sent as ids or objects with an id, they are charged instead of the product's, which null brings back.",
    { shows: list(of(TAX_AMOUNT)) },
  ),
  modifiers: field(
    readBy(list(of(MODIFIER), MAX_MODIFIERS), z.array(modifierInput).max(MAX_MODIFIERS)),
    'The ids of its modifiers: a repeat means two, a negative id means without.',
    { initially: [], shows: shownModifiers },
  ),
  part_of_option_set: sent(
    flag,
    'Whether it follows from an option set; then that is changed instead. Such a line of a body is left out: an order ' +
      'sent again as it was read means it once.',
    { on: 'create', shows: flag },
  ),
  course_ordinal: field(orNull(whole(0, 100)), 'Which course it is of: 1 is the first.'),
  course_status: field(oneOf(COURSE_STATUSES), 'How far its course is.', { initially: 'no status' }),
  seat: field(orNull(whole(1, MAX_SEAT)), 'The seat at the table that it is for.'),
  option_sets: sent(
    readBy(CHOSEN_SETS, z.array(chosenSet).max(MAX_CHOSEN_SETS)),
    'The options chosen for it. Not together with modifiers.',
    { on: 'create', shows: lineSets },
  ),
  unit: hidden(of(ENTERED_PRICE), 'The price of one.'),
  cost: hidden(
    orNull(decimal()),
    'The cost of one when it was sold, without tax; null when that is not known.',
    {
      initially: null,
    },
  ),
  sent_to_kitchen: hidden(flag, 'True once the kitchen was told of it; a line is sent once.'),
  part_of: hidden(
    orNull(id),
    'For the line of a chosen option: the line_id of the line it belongs to; its quantity follows that line.',
  ),
  instructions: hidden(orNull(oneOf(INSTRUCTIONS)), 'How a chosen option is wanted.'),
  returned: hidden(
    orNull(of(RETURNED)),
    "For a line of a refund: what it gives back of its original's line; its price follows from that.",
  ),
  settled: hidden(
    orNull(of(SETTLED)),
    'Amounts that it keeps from a split or a merge until what its price depends on is changed.',
    { initially: null },
  ),
  divided_from: hidden(
    orNull(id),
    'The line_id of the line that a split made it a part of; null for one that keeps its id.',
    { initially: null },
  ),
};
const A_LINE = 'A line of an order, as it was when it was sold.';
export const LINE = shape('OrderLine', A_LINE, LINE_FIELDS);
export interface Line extends Stored<typeof LINE> {}
export const PRICED_LINE = shape('PricedOrderLine', A_LINE, {
  ...LINE_FIELDS,
  line_id: fixed(orNull(newId), LINE_FIELDS.line_id.words),
});
