// The lines of an order: adding, changing, moving and removing them (reference: orders.17, orders.19). The lines of
// a line's chosen options stand right behind it and go where it goes.
import { charged } from '../../company/rules/rates.ts';
import { ApiError, conflict, invalid, UnknownRecords, unknownRecord } from '../../kernel/errors.ts';
import { nothingLeft, withGiven } from '../../kernel/given.ts';
import type { Id } from '../../kernel/id.ts';
import { mergeMetadata } from '../../kernel/metadata.ts';
import { ONE } from '../../kernel/money.ts';
import type { EnteredPrice } from '../../kernel/price.ts';
import { sentence } from '../../kernel/words.ts';
import type {
  ChosenSet,
  ChosenSetInput,
  Line,
  LineChange,
  LineInput,
  LineModifier,
  ModifierInput,
  Order,
} from '../types.ts';
import { refuseTurnedLine } from './bounds.ts';
import { choose, following, isSameChoice, type SentSet } from './choices.ts';
import { discounted, NO_DISCOUNTS, UNDISCOUNTED } from './discounts.ts';
import { isCharged, isEcho, type PriceContext } from './figures.ts';
import { MAX_LINES } from './limits.ts';
import { type Offer, priceOf, productOf, refuseNegative, refuseOutOfBounds, sentPrice } from './offer.ts';
import { checkCourse } from './status.ts';
import { sumUses, usesOf } from './stock.ts';

/** A set of an order's options, for the line of a number. */
export type SetForLine = ChosenSetInput & { readonly line_number: number };

/** New lines, with option sets of the order for some of them, and where in the body they stand. */
export interface NewLines {
  readonly lines: readonly LineInput[];
  readonly options?: readonly SetForLine[];
  /** The place of a line: `lines[2].`. */
  readonly field: (at: number) => string;
}

/** The order with new lines at its end, and the lines of their options behind each. */
export function addLines(order: Order, input: NewLines, offer: Offer, nextId: () => Id): Order {
  const own = input.lines
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => line.part_of_option_set !== true);
  const follows = input.lines.findIndex((line) => line.part_of_option_set === true);
  const isChosen = own.some(({ line }) => (line.option_sets ?? []).length > 0);
  if (follows >= 0 && !isChosen && (input.options ?? []).length === 0) {
    throw invalid(
      `${input.field(follows)}part_of_option_set`,
      sentence('lines of an option set come with the set: send option_sets of the line they belong to.'),
    );
  }
  const sent = setsByLine(own, input);
  const lines = [...order.lines];
  const ofLines: ChosenSet[] = [];
  const ofOrder: { place: number; set: ChosenSet }[] = [];
  for (const { line: fields, at } of own) {
    const field = input.field(at);
    const product = productOf(offer, fields.product_id, `${field}product_id`);
    const line = newLine(order, fields, offer, nextId(), field);
    refuseTurnedLine(line, order, field);
    const inOrder = sent.get(at) ?? [];
    // An order that is sent again as it was read has its sets twice: in its options, and at their lines.
    const inLine = (fields.option_sets ?? [])
      .map((each, place) => ({ input: each, field: `${field}option_sets[${place}].` }))
      .filter(({ input: each }) => !inOrder.some((listed) => isSameChoice(each, listed.input)));
    const all = [...inLine, ...inOrder];
    if (all.length > 0) refuseBesideSets(line, field);
    const chosen = choose(order, line, product, all, offer, nextId);
    lines.push(line, ...chosen.lines);
    ofLines.push(...chosen.sets.slice(0, inLine.length));
    for (const [nth, { place }] of inOrder.entries()) {
      const set = chosen.sets[inLine.length + nth];
      if (set !== undefined) ofOrder.push({ place, set });
    }
  }
  refuseTooMany(lines);
  // Those of the order's own list keep its order, whichever lines they are for.
  ofOrder.sort((a, b) => a.place - b.place);
  const options = [...order.options, ...ofLines, ...ofOrder.map(({ set }) => set)];
  return { ...order, lines: renumber(lines), options };
}

/** A set of the order's own list, and its place there. */
interface ListedSet extends SentSet {
  readonly place: number;
}

/** The sets of the order's own list by the line they are for: the line of that number, else the one in that place. */
function setsByLine(
  own: readonly { line: LineInput; at: number }[],
  { lines, options = [] }: NewLines,
): Map<number, ListedSet[]> {
  const found = new Map<number, ListedSet[]>();
  const numbered = lines.some((line) => line.number !== undefined);
  // Of two that say the same number, the first is meant.
  const places = new Map(own.map(({ line, at }) => [numbered ? line.number : at + 1, at] as const).reverse());
  for (const [place, input] of options.entries()) {
    const field = `options[${place}].`;
    const target = places.get(input.line_number);
    if (target === undefined) {
      throw invalid(
        `${field}line_number`,
        numbered
          ? sentence('there is no line {number}.', { number: input.line_number })
          : sentence('there is no line {number} in lines.', { number: input.line_number }),
      );
    }
    const sets = found.get(target);
    if (sets === undefined) found.set(target, [{ input, field, place }]);
    else sets.push({ input, field, place });
  }
  return found;
}

function newLine(order: PriceContext, input: LineInput, offer: Offer, id: Id, field: string): Line {
  const {
    product_id: sold,
    price_variation: _factor,
    price_fixed_variation: _amount,
    ...undiscounted
  } = input;
  const { discount_id: _discount, discount_reason: _reason, ...body } = undiscounted;
  const { modifiers = [], metadata, taxes, ...others } = body;
  const {
    quantity = ONE,
    notes = null,
    description = null,
    course_ordinal = null,
    course_status = 'no status',
    seat = null,
    ...rest
  } = others;
  // Its number and its option sets are looked at where the lines are put together.
  const { number: _number, option_sets: _sets, part_of_option_set: _part, ...prices } = rest;
  const { unit_price, unit_price_inc_tax, ...left } = prices;
  nothingLeft(left);
  const product = productOf(offer, sold, `${field}product_id`);
  const price = sentPrice({ unit_price, unit_price_inc_tax });
  refuseNegative(price, offer, field);
  const line = {
    number: 0,
    line_id: id,
    product: { id: product.id, name: product.name, sku: product.sku },
    description,
    quantity,
    notes,
    metadata: mergeMetadata({}, metadata, `${field}metadata`),
    unit: priceOf(price, product.price, product, field),
    cost: product.cost,
    ...discounted(UNDISCOUNTED, input, offer.discounts ?? NO_DISCOUNTS, 'line', field),
    taxes: product.taxes,
    course_ordinal,
    course_status,
    seat,
    sent_to_kitchen: false,
    modifiers: modifiers.map((wanted, at) =>
      newModifier(wanted, product.id, offer, `${field}modifiers[${at}]`),
    ),
    part_of: null,
    instructions: null,
    returned: null,
    settled: null,
    divided_from: null,
  };
  // Sent again as it was shown, modifiers counted: it costs what the product costs.
  const usual = { ...line, unit: product.price ?? line.unit };
  const echoed = isEcho(usual, order, input) ? usual : line;
  const made = { ...echoed, taxes: taxesOfLine(taxes, echoed, order, offer, field) };
  if (quantity > 0n) refuseOutOfBounds(made.unit, product, field);
  return made;
}

/**
 * The taxes of a line: those that a body names, whatever the order's type, in the order in which they are charged, or
 * those it has (reference: money.28). Sent again as they are shown, they are the ones it has.
 */
function taxesOfLine(
  named: readonly Id[] | null | undefined,
  line: Line,
  order: PriceContext,
  offer: Offer,
  field: string,
): Line['taxes'] {
  if (named === undefined || named === null || isCharged(line, order, named)) return line.taxes;
  const isUsual = line.taxes.length === named.length && line.taxes.every(({ id }) => named.includes(id));
  if (isUsual) return line.taxes;
  const unknown = [...named.entries()].filter(([, id]) => !offer.taxes.has(id));
  if (unknown.length > 0)
    throw new UnknownRecords(unknown.flatMap(([at, id]) => unknownRecord(`${field}taxes[${at}]`, id).wrong));
  return [...offer.taxes.values()].filter(({ id }) => named.includes(id)).map(charged);
}

/** A modifier as it is kept: with its price for the product; one that is left out costs nothing. */
function newModifier(wanted: ModifierInput, product: Id, offer: Offer, field: string): LineModifier {
  const { id, without } = wanted;
  const modifier = productOf(offer, id, field);
  if (!modifier.is_modifier) throw invalid(field, sentence('product {id} is no modifier.', { id }));
  const price = without ? NOTHING : (offer.popUps.get(product)?.get(id) ?? modifier.price);
  if (price === undefined) throw invalid(field, sentence('modifier {id} has no price at this site.', { id }));
  return { product: { id, name: modifier.name, sku: modifier.sku }, price, without };
}

const NOTHING: EnteredPrice = { amount: 0n, form: 'ex' };

/** 400: a line with option sets has no modifiers and no variation of its own (reference: money.10, orders.21). */
export function refuseBesideSets(line: Line, field: string): void {
  if (line.modifiers.length > 0) {
    throw invalid(`${field}modifiers`, sentence('and option sets exclude each other on one line.'));
  }
  for (const name of ['price_variation', 'price_fixed_variation'] as const) {
    if (line[name] !== null)
      throw invalid(`${field}${name}`, sentence('cannot be set on a line that has option sets.'));
  }
}

/** 400 for more lines than an order may have. */
export function refuseTooMany(lines: readonly Line[]): void {
  if (lines.length > MAX_LINES) {
    throw invalid(
      'lines',
      sentence('an order has at most {max} lines, those of options included.', { max: MAX_LINES }),
    );
  }
}

/** The line of a number, which is no option's: those are changed with their set (reference: orders.23). */
function ownLine(order: Order, number: number): Line {
  const line = order.lines[number - 1];
  if (line === undefined) throw new RangeError(`The order has no line ${number}.`);
  if (line.part_of === null) return line;
  throw new ApiError(
    'invalid_request',
    sentence(
      'Line {number} belongs to an option set. Change the option set instead: remove it and ' +
        'add another.',
      { number },
    ),
  );
}

/** Where in the body the lines stand that were made from it, each with the lines of its options behind it. */
export function fieldsOf(
  lines: readonly Line[],
  inputs: readonly LineInput[],
  field: (at: number) => string,
): (line: Line) => string {
  const own = [...inputs.keys()].filter((at) => inputs[at]?.part_of_option_set !== true);
  const places = new Map<Id, number>();
  let place = -1;
  for (const line of lines) {
    if (line.part_of === null) place++;
    places.set(line.line_id, own[place] ?? 0);
  }
  return (line) => field(places.get(line.line_id) ?? 0);
}

/** A line with the lines of its options, which stand behind it. */
export function blockOf(lines: readonly Line[], line: Line): Line[] {
  const start = lines.indexOf(line);
  let end = start + 1;
  while (end < lines.length && lines[end]?.part_of !== null) end++;
  return lines.slice(start, end);
}

/** The lines with the numbers of their places. */
export function renumber(lines: readonly Line[]): Line[] {
  return lines.map((line, at) => (line.number === at + 1 ? line : { ...line, number: at + 1 }));
}

/** The order with lines that are made already at its end. */
export function appendLines(order: Order, lines: readonly Line[]): Order {
  const all = [...order.lines, ...lines];
  refuseTooMany(all);
  return { ...order, lines: renumber(all) };
}

/** The order with one line changed and, when a number was sent, moved. `price` is the product's price now. */
export function changeLine(
  order: Order,
  number: number,
  input: LineChange,
  price: EnteredPrice | undefined,
  offer: Offer,
): Order {
  const before = ownLine(order, number);
  const { price_variation: _factor, price_fixed_variation: _amount, ...undiscounted } = input;
  const { discount_id: _discount, discount_reason: _reason, ...kept } = undiscounted;
  const { number: to = number, modifiers, ...others } = kept;
  const { unit_price, unit_price_inc_tax, metadata, taxes, ...fields } = others;
  const course = fields.course_status ?? before.course_status;
  if (checkCourse(before.course_status, course) === 'refused') {
    throw conflict(
      sentence('A course cannot go from {courseStatus} back to {course}.', {
        courseStatus: before.course_status,
        course,
      }),
    );
  }
  const override = isEcho(before, order, input) ? undefined : sentPrice({ unit_price, unit_price_inc_tax });
  refuseNegative(override, offer, '');
  const unit = override === undefined ? before.unit : (override ?? price);
  if (unit === undefined)
    throw invalid(
      'unit_price',
      sentence('product {id} has no price at this site.', { id: before.product.id }),
    );
  const product = offer.products.get(before.product.id);
  const sold = fields.quantity ?? before.quantity;
  if (override !== undefined && product !== undefined && sold > 0n) refuseOutOfBounds(unit, product, '');
  const line: Line = {
    ...withGiven(before, fields),
    metadata: mergeMetadata(before.metadata, metadata),
    unit,
    ...discounted(before, input, offer.discounts ?? NO_DISCOUNTS, 'line', ''),
    modifiers: changedModifiers(before, modifiers, offer),
    taxes: taxes === null ? (product?.taxes ?? before.taxes) : taxesOfLine(taxes, before, order, offer, ''),
  };
  refuseTurnedLine(line, order, '', before);
  if (order.options.some((set) => set.line_id === before.line_id)) refuseBesideSets(line, '');
  const block = blockOf(order.lines, before);
  const changed = [line, ...following(line, block.slice(1))];
  return { ...order, lines: renumber(moved(order.lines, block, changed, to)) };
}

/** The line's modifiers as they are sent; those it has already keep the price they had. */
function changedModifiers(
  before: Line,
  modifiers: LineChange['modifiers'],
  offer: Offer,
): readonly LineModifier[] {
  if (modifiers === undefined) return before.modifiers;
  return modifiers.map((sent, at) => {
    const had = before.modifiers.find((each) => each.product.id === sent.id && each.without === sent.without);
    return had ?? newModifier(sent, before.product.id, offer, `modifiers[${at}]`);
  });
}

/** The lines with a block replaced and put where its first line has the wanted number. */
function moved(lines: readonly Line[], before: readonly Line[], after: readonly Line[], to: number): Line[] {
  const [first] = before;
  const start = first === undefined ? lines.length : lines.indexOf(first);
  const rest = [...lines.slice(0, start), ...lines.slice(start + before.length)];
  if (to > lines.length)
    throw invalid('number', sentence('the order has {count} lines.', { count: lines.length }));
  // A line and its options move together: the last place for it is right before the end they take up.
  const target = Math.min(to - 1, rest.length);
  if (rest[target] !== undefined && rest[target].part_of !== null) {
    throw invalid(
      'number',
      sentence('line {to} belongs to an option set: a line cannot be put before it.', { to }),
    );
  }
  rest.splice(target, 0, ...after);
  return rest;
}

/** True when a change of a line sells more of something than before, or something that it did not sell. */
export function moreIsSold(before: Line, after: Line): boolean {
  if (before.quantity === after.quantity && before.modifiers === after.modifiers) return false;
  const had = sumUses(usesOf([before]));
  return [...sumUses(usesOf([after]))].some(([id, sold]) => sold > 0n && sold > (had.get(id) ?? 0n));
}

/** The order without one of its lines and its options; those behind it move up. */
export function removeLine(order: Order, number: number): Order {
  const line = ownLine(order, number);
  const block = new Set(blockOf(order.lines, line));
  return {
    ...order,
    lines: renumber(order.lines.filter((each) => !block.has(each))),
    options: order.options.filter((set) => set.line_id !== line.line_id),
  };
}
