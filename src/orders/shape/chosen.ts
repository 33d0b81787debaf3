import { TAX_TERMS } from '../../company/money-shape.ts';
import type { Id } from '../../kernel/id.ts';
import { type Decimal, ONE } from '../../kernel/money.ts';
import { sentence } from '../../kernel/words.ts';
import { decimal, id, list, oneOf, orNull, whole, words } from '../../shape/kinds.ts';
import { of, viewLater, viewOf } from '../../shape/nested.ts';
import * as reads from '../../shape/reads.ts';
import { because, z } from '../../shape/reads.ts';
import { IDS } from '../../shape/records.ts';
import {
  derived,
  fixed,
  hidden,
  type Kind,
  type OnScreen,
  part,
  type Shape,
  type Shown,
  type Stored,
  shape,
  type View,
} from '../../shape/shape.ts';
import { takesTwins, twinReader } from '../../shape/twins.ts';
import { MAX_CHOSEN_SETS, MAX_LINES } from '../rules/limits.ts';
import { INSTRUCTIONS } from '../rules/words.ts';

// Option sets with their chosen options. They lie within each other, so that types and kinds are written out here which
// other shapes have from their fields.

/** The largest price and amount that is taken at its word. */
export const LARGEST = 100_000_000n * ONE;
/** A price in a body. */
export const price = decimal({ places: 8, min: 0n, max: LARGEST });

/** A tax as it was when the line was added. */
export const ORDER_TAX = part('A tax as it was when the line was added.', {
  ...IDS,
  name: fixed(words, 'Its name.'),
  rate: fixed(decimal(), 'Its rate as a factor: 0.1 is 10 %.'),
  terms: hidden(orNull(of(TAX_TERMS)), 'When and on what it is charged; null: always, on the price alone.'),
});
export interface OrderTax extends Stored<typeof ORDER_TAX> {}

/** The amount of a tax (reference: money.20). */
export const TAX_AMOUNT = part('The amount of a tax.', {
  ...ORDER_TAX.fields,
  taxable: fixed(decimal(), 'The amount without tax that it is on.'),
  amount: fixed(decimal(), 'The tax.'),
  exact: fixed(decimal(), 'The tax before rounding, to 8 decimals.'),
});

const PRICE = 'A price of one without tax, instead of the one of the price list.';
const PRICE_INC = 'The same with tax; used when unit_price is absent.';

const OPTIONS = 'The chosen options. A repeat means two.';

/** A set that is chosen from, as a body holds it. */
export interface ChosenSetInput {
  readonly option_set_id: Id;
  readonly options: readonly ChoiceInput[];
}

/** A chosen option, as a body holds it. */
export interface ChoiceInput {
  readonly product_id: Id;
  /** A body that has one is refused. */
  readonly quantity?: undefined;
  readonly instructions?: (typeof INSTRUCTIONS)[number] | null | undefined;
  readonly unit_price?: Decimal | null | undefined;
  readonly unit_price_inc_tax?: Decimal | null | undefined;
  readonly option_sets?: readonly ChosenSetInput[] | undefined;
}

const choiceObject = z.object({
  product_id: reads.id.describe('The product it is.'),
  product_id_str: twinReader(reads.id, 'product_id').optional(),
  instructions: reads.oneOf(INSTRUCTIONS).nullish().describe('How it is wanted.'),
  unit_price: price.reads.nullish().describe(PRICE),
  unit_price_inc_tax: price.reads.nullish().describe(PRICE_INC),
  quantity: z
    .undefined({ error: because(sentence('cannot be set on an option; repeat the option instead.')) })
    .optional(),
  get option_sets(): z.ZodType<readonly ChosenSetInput[] | undefined> {
    return z
      .array(chosenSet)
      .max(MAX_CHOSEN_SETS)
      .nullish()
      .describe('The options chosen for it.')
      .transform((sets) => sets ?? undefined);
  },
});
const choice = takesTwins<ChoiceInput>(choiceObject, ['product_id']).meta({ id: 'ChosenOptionInput' });

const setReaders = () => ({
  option_set_id: reads.id.describe('The option set.'),
  option_set_id_str: twinReader(reads.id, 'option_set_id').optional(),
  options: z.array(choice).max(MAX_LINES).describe(OPTIONS),
});
/** A set that is chosen from, as a line of a body holds it (reference: orders.22). */
export const chosenSet: z.ZodType<ChosenSetInput> = takesTwins<ChosenSetInput>(z.object(setReaders()), [
  'option_set_id',
]).meta({ id: 'ChosenSetInput' });

/** A set for the line of a number. */
interface ChosenSetForLineInput extends ChosenSetInput {
  readonly line_number: number;
}
const lineNumber = reads.whole(1, MAX_LINES).describe('The number of the line it is for.');
/** POST /orders/<o>/optionsets, and an item of an order's options: a set for the line of that number. */
export const chosenSetForLine = takesTwins<ChosenSetForLineInput>(
  z.object({ ...setReaders(), line_number: lineNumber }),
  ['option_set_id'],
).meta({ id: 'ChosenSetForLineInput' });

/** PUT /orders/<o>/optionsets/<n>: what is chosen instead. */
export const chosenSetChange = takesTwins<ChosenSetChange>(
  z.object({
    option_set_id: reads.id.optional().describe('The option set; the same one unless sent.'),
    option_set_id_str: twinReader(reads.id, 'option_set_id').optional(),
    options: z.array(choice).max(MAX_LINES).optional().describe(OPTIONS),
  }),
  ['option_set_id'],
).meta({ id: 'ChosenSetChange' });
export interface ChosenSetChange {
  readonly option_set_id?: Id | undefined;
  readonly options?: readonly ChoiceInput[] | undefined;
}

/** An option set with its chosen options, in its original form (reference: orders.22). */
export interface ChosenSet {
  readonly option_set_id: Id;
  readonly name: string;
  /** The line_id of the line it belongs to. */
  readonly line_id: Id;
  readonly options: readonly Choice[];
}

/** A chosen option: a line of its own, and the sets that were chosen from for it. */
export interface Choice {
  readonly line_id: Id;
  readonly option_sets: readonly ChosenSet[];
}

interface StoredSet {
  readonly option_set_id: string;
  readonly name: string;
  readonly line_id: string;
  readonly options: readonly { readonly line_id: string; readonly option_sets: readonly StoredSet[] }[];
}

const writeSet = ({ option_set_id: set, name, line_id: line, options }: ChosenSet): StoredSet => ({
  option_set_id: set.toString(),
  name,
  line_id: line.toString(),
  options: options.map((each) => ({
    line_id: each.line_id.toString(),
    option_sets: each.option_sets.map(writeSet),
  })),
});

const readSet = ({ option_set_id: set, name, line_id: line, options }: StoredSet): ChosenSet => ({
  option_set_id: BigInt(set),
  name,
  line_id: BigInt(line),
  options: options.map((each) => ({
    line_id: BigInt(each.line_id),
    option_sets: each.option_sets.map(readSet),
  })),
});

/** The option sets of an order, as they are stored. */
export const CHOSEN_SETS: Kind<readonly ChosenSet[], never, never> = {
  schema: {},
  show: undefined,
  shapes: [],
  reads: z.never(),
  column: 'json',
  state: {
    write: (sets) => JSON.stringify(sets.map(writeSet)),
    read: (json) => (json as readonly StoredSet[]).map(readSet),
  },
};

const LINE_OPTION_FIELDS = {
  product_id: derived(id, 'The product it is.'),
  name: derived(words, 'Its name.'),
  line_number: derived(whole(1, MAX_LINES), 'The number of its own line.'),
  instructions: derived(orNull(oneOf(INSTRUCTIONS)), 'How it is wanted.'),
  unit_price: derived(decimal(), 'The price of one without tax.'),
  unit_price_inc_tax: derived(decimal(), 'The price of one with tax.'),
};
const LINE_OPTION_PART = part('An option that was chosen for a line.', LINE_OPTION_FIELDS);

const OPTION_FIELDS = {
  ...LINE_OPTION_FIELDS,
  unit_tax: derived(decimal(), 'The tax in the price of one.'),
  taxes: derived(list(of(ORDER_TAX)), 'The taxes on it.'),
};
const OPTION_PART = part('An option that was chosen.', OPTION_FIELDS);

const LINE_SET_FIELDS = {
  number: derived(whole(1, MAX_LINES), 'Its number within the order, which its paths take.'),
  option_set_id: derived(id, 'The option set.'),
  name: derived(words, 'Its name.'),
};
const LINE_SET_PART = part('An option set of a line.', LINE_SET_FIELDS);

const SET_FIELDS = {
  ...LINE_SET_FIELDS,
  line_number: derived(whole(1, MAX_LINES), 'The number of the line it belongs to.'),
};
const SET_PART = part('An option set.', SET_FIELDS);

/** An option set as screens have it. */
export interface SetOnScreen extends OnScreen<typeof SET_PART> {
  readonly options: readonly OptionOnScreen[];
}
/** A chosen option as screens have it. */
interface OptionOnScreen extends OnScreen<typeof OPTION_PART> {
  readonly option_sets: readonly SetOnScreen[];
}

const setLater: () => Shape = () => ORDER_OPTION_SET;
const shownSets: Shown<readonly View[], readonly SetOnScreen[]> = list(
  viewLater<SetOnScreen>('OrderOptionSet', setLater),
);

export const CHOSEN_OPTION = shape('ChosenOption', 'An option that was chosen. It has a line of its own.', {
  ...OPTION_FIELDS,
  option_sets: derived(shownSets, 'The sets that were chosen from for it.'),
});

/** An option set in its original form (reference: orders.22). */
export const ORDER_OPTION_SET = shape('OrderOptionSet', 'An option set with what was chosen of it.', {
  ...SET_FIELDS,
  options: derived(list(viewOf(CHOSEN_OPTION)), 'The chosen options, in their order.'),
});

/** An option set of a line as screens have it. */
interface LineSetOnScreen extends OnScreen<typeof LINE_SET_PART> {
  readonly options: readonly LineOptionOnScreen[];
}
/** A chosen option of a line as screens have it. */
interface LineOptionOnScreen extends OnScreen<typeof LINE_OPTION_PART> {
  readonly option_sets: readonly LineSetOnScreen[];
}

const lineSetLater: () => Shape = () => LINE_OPTION_SET;
/** The option sets of a line. */
export const lineSets: Shown<readonly View[], readonly LineSetOnScreen[]> = list(
  viewLater<LineSetOnScreen>('LineOptionSet', lineSetLater),
);

export const LINE_OPTION = shape('LineOption', LINE_OPTION_PART.words, {
  ...LINE_OPTION_FIELDS,
  option_sets: derived(lineSets, 'The sets that were chosen from for it.'),
});

/** An option set as its line shows it: what was sent, and where its lines are, which have the rest (reference: orders.47). */
export const LINE_OPTION_SET = shape(
  'LineOptionSet',
  'An option set with what was chosen of it for a line.',
  {
    ...LINE_SET_FIELDS,
    options: derived(list(viewOf(LINE_OPTION)), 'The chosen options, in their order.'),
  },
);
