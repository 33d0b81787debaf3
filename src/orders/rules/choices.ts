// Option sets on orders: the options chosen for a line, as lines of their own (reference: orders.22, orders.23).
import { invalid, unknownRecord } from '../../kernel/errors.ts';
import { nothingLeft } from '../../kernel/given.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { Choice, ChoiceInput, ChosenSet, ChosenSetInput, Line } from '../types.ts';
import { UNDISCOUNTED } from './discounts.ts';
import { isEcho, type PriceContext } from './figures.ts';
import {
  type LineProduct,
  type Offer,
  type OfferedSet,
  priceOf,
  productOf,
  refuseOutOfBounds,
  sentPrice,
} from './offer.ts';

/** A set that is being chosen from, and where in the body it stands (`lines[0].option_sets[1].`). */
export interface SentSet {
  readonly input: ChosenSetInput;
  readonly field: string;
}

/** Chosen options: the sets in their original form, and the options' lines in the order of the tree. */
interface Chosen {
  readonly sets: readonly ChosenSet[];
  readonly lines: readonly Line[];
}

/** Chooses from sets for a line of an order: of `product`, with what `line` says of quantity and course. */
export function choose(
  order: PriceContext,
  line: Line,
  product: Pick<LineProduct, 'id' | 'option_sets'>,
  sent: readonly SentSet[],
  offer: Offer,
  nextId: () => Id,
): Chosen {
  const sets: ChosenSet[] = [];
  const lines: Line[] = [];
  for (const { input, field } of sent) {
    const set = offeredSet(product, input.option_set_id, offer, field);
    if (sets.some((each) => each.option_set_id === set.id)) {
      throw invalid(
        `${field}option_set_id`,
        sentence('"{name}" is there twice; put all its options into one.', { name: set.name }),
      );
    }
    checkCount(set, input.options, field);
    const options = input.options.map((choice, at): Choice => {
      const made = chooseOne(order, line, set, choice, offer, nextId, `${field}options[${at}].`);
      lines.push(...made.lines);
      return made.choice;
    });
    sets.push({ option_set_id: set.id, name: set.name, line_id: line.line_id, options });
  }
  return { sets, lines };
}

/** The set that is chosen from; 400 when it is not there, or not one of the product's. */
function offeredSet(
  product: Pick<LineProduct, 'id' | 'option_sets'>,
  id: Id,
  offer: Offer,
  field: string,
): OfferedSet {
  const set = offer.sets.get(id);
  if (set === undefined) throw unknownRecord(`${field}option_set_id`, id);
  if (!product.option_sets.includes(id)) {
    throw invalid(
      `${field}option_set_id`,
      sentence('"{name}" ({id}) is no option set of product {productId}.', {
        name: set.name,
        id,
        productId: product.id,
      }),
    );
  }
  return set;
}

/** 400 when there are too few or too many selections; an option with No is none. */
function checkCount(set: OfferedSet, options: readonly ChoiceInput[], field: string): void {
  const selected = options.filter((choice) => choice.instructions !== 'No').length;
  const { min_selection: min, max_selection: max } = set;
  if (selected < min) {
    throw invalid(
      `${field}options`,
      sentence(
        '"{name}" needs at least {min, plural, one {{min} selection} other {{min} selections}}, not {selected}.',
        {
          name: set.name,
          min,
          selected,
        },
      ),
    );
  }
  if (max !== null && selected > max) {
    throw invalid(
      `${field}options`,
      sentence(
        '"{name}" takes at most {max, plural, one {{max} selection} other {{max} selections}}, not {selected}.',
        {
          name: set.name,
          max,
          selected,
        },
      ),
    );
  }
}

function chooseOne(
  order: PriceContext,
  parent: Line,
  set: OfferedSet,
  input: ChoiceInput,
  offer: Offer,
  nextId: () => Id,
  field: string,
): { choice: Choice; lines: readonly Line[] } {
  const { product_id: chosen, quantity: _refused, option_sets: inOption = [], ...others } = input;
  const { unit_price, unit_price_inc_tax, instructions: sentWord, ...rest } = others;
  nothingLeft(rest);
  const price = set.options.get(chosen);
  if (price === undefined) {
    throw invalid(
      `${field}product_id`,
      sentence('product {chosen} is no option of "{name}".', { chosen, name: set.name }),
    );
  }
  const product = productOf(offer, chosen, `${field}product_id`);
  const instructions = sentWord ?? null;
  if (instructions !== null && !set.instructions) {
    throw invalid(`${field}instructions`, sentence('"{name}" takes no instructions.', { name: set.name }));
  }
  const leftOut = instructions === 'No';
  if (leftOut && inOption.length > 0) {
    throw invalid(`${field}option_sets`, sentence('cannot be chosen for what is left out (No).'));
  }
  const usual = price === null ? product.price : ({ amount: price, form: 'ex' } as const);
  const sent: Line = {
    number: 0,
    line_id: nextId(),
    product: { id: product.id, name: product.name, sku: product.sku },
    description: null,
    quantity: parent.quantity,
    notes: null,
    // An option that is left out costs nothing (reference: orders.24).
    unit: leftOut
      ? { amount: 0n, form: 'ex' }
      : priceOf(sentPrice({ unit_price, unit_price_inc_tax }), usual, product, field),
    cost: leftOut ? 0n : product.cost,
    ...UNDISCOUNTED,
    taxes: product.taxes,
    course_ordinal: parent.course_ordinal,
    course_status: parent.course_status,
    sent_to_kitchen: false,
    modifiers: [],
    part_of: parent.line_id,
    instructions,
    returned: null,
    seat: parent.seat,
    settled: null,
    divided_from: null,
    metadata: {},
  };
  // Sent again as it was shown, it keeps the form its price was entered in.
  const shown = { ...sent, unit: usual ?? sent.unit };
  const line = !leftOut && isEcho(shown, order, input) ? shown : sent;
  const isPriced = sentPrice({ unit_price, unit_price_inc_tax }) != null;
  if (isPriced && line === sent && !leftOut && line.quantity > 0n)
    refuseOutOfBounds(line.unit, product, field);
  const nested = inOption.map((each, at) => ({
    input: each,
    field: `${field}option_sets[${at}].`,
  }));
  const below = choose(order, line, product, nested, offer, nextId);
  return { choice: { line_id: line.line_id, option_sets: below.sets }, lines: [line, ...below.lines] };
}

/** How many lines some sets make, nested ones included. */
export function countChoices(sets: readonly ChosenSetInput[]): number {
  let count = 0;
  for (const set of sets) {
    for (const choice of set.options) count += 1 + countChoices(choice.option_sets ?? []);
  }
  return count;
}

/** A set on an order with the number its path names it by. */
export interface NumberedSet {
  readonly number: number;
  readonly set: ChosenSet;
}

/**
 * Every set of an order with its number: 1, 2, 3… those of its lines in the order in which they were sent, then
 * the nested ones, tree by tree.
 */
export function numberedSets(options: readonly ChosenSet[]): NumberedSet[] {
  const nested: ChosenSet[] = [];
  const collect = (set: ChosenSet): void => {
    for (const choice of set.options) {
      for (const below of choice.option_sets) {
        nested.push(below);
        collect(below);
      }
    }
  };
  for (const set of options) collect(set);
  return [...options, ...nested].map((set, at) => ({ number: at + 1, set }));
}

/** The line_ids of a set's options, nested ones included. */
export function linesOfSet(set: ChosenSet): Id[] {
  return set.options.flatMap((choice) => [choice.line_id, ...choice.option_sets.flatMap(linesOfSet)]);
}

/** The sets without one of them, wherever it is nested, or with others in its place. */
export function withoutSet(
  options: readonly ChosenSet[],
  gone: ChosenSet,
  instead: readonly ChosenSet[] = [],
): ChosenSet[] {
  return options.flatMap((set) => {
    if (set === gone) return instead;
    const options = set.options.map((choice) => ({
      ...choice,
      option_sets: withoutSet(choice.option_sets, gone, instead),
    }));
    return [{ ...set, options }];
  });
}

/** True when two sets of a body choose the same, at whatever price. */
export function isSameChoice(one: ChosenSetInput, other: ChosenSetInput): boolean {
  return (
    one.option_set_id === other.option_set_id &&
    isEach(one.options, other.options, (a, b) => {
      if (a.product_id !== b.product_id || (a.instructions ?? null) !== (b.instructions ?? null))
        return false;
      return isEach(a.option_sets ?? [], b.option_sets ?? [], isSameChoice);
    })
  );
}

function isEach<T, U>(
  some: readonly T[],
  others: readonly U[],
  same: (one: T, other: U) => boolean,
): boolean {
  return (
    some.length === others.length &&
    some.every((each, at) => {
      const other = others[at];
      return other !== undefined && same(each, other);
    })
  );
}

/** Options that a set has already, with their lines by line_id. */
interface Had {
  readonly order: PriceContext;
  readonly set: ChosenSet;
  readonly lines: ReadonlyMap<Id, Line>;
}

/**
 * A set that was chosen anew with the options that stay as they were: these keep their lines, so that the kitchen is told
 * of what is new alone, and their prices where none is sent.
 */
export function keepChosen(input: ChosenSetInput, made: Chosen, { order, set, lines }: Had): Chosen {
  const [fresh] = made.sets;
  if (fresh === undefined) throw new Error('No set was chosen.');
  const left = fresh.option_set_id === set.option_set_id ? [...set.options] : [];
  const own = new Map(made.lines.map((line) => [line.line_id, line]));
  const options = input.options.map((sent, at): Choice => {
    const found = left.findIndex((choice) => isAsChosen(sent, choice, { order, lines }));
    const kept = found < 0 ? fresh.options[at] : left.splice(found, 1)[0];
    if (kept === undefined) throw new Error('An option was not chosen.');
    return kept;
  });
  const after: ChosenSet = { ...fresh, options };
  return { sets: [after], lines: linesOfSet(after).flatMap((id) => own.get(id) ?? lines.get(id) ?? []) };
}

/** True when an option of a body is one that was chosen already, and is to cost what it costs. */
function isAsChosen(
  sent: ChoiceInput,
  { line_id, option_sets }: Choice,
  had: Pick<Had, 'order' | 'lines'>,
): boolean {
  const { order, lines } = had;
  const line = lines.get(line_id);
  if (line === undefined || line.product.id !== sent.product_id) return false;
  if (line.instructions !== (sent.instructions ?? null)) return false;
  const { unit_price: ex, unit_price_inc_tax: inc } = sent;
  if ((ex !== undefined || inc !== undefined) && !isEcho(line, order, sent)) return false;
  return isEach(
    sent.option_sets ?? [],
    option_sets,
    (nested, set) =>
      nested.option_set_id === set.option_set_id &&
      isEach(nested.options, set.options, (each, choice) => isAsChosen(each, choice, had)),
  );
}

/** The options' lines of a line, as its own quantity and course are: they follow it. */
export function following(line: Line, options: readonly Line[]): Line[] {
  const { quantity, course_ordinal, course_status, seat } = line;
  return options.map((option) => ({ ...option, quantity, course_ordinal, course_status, seat }));
}
