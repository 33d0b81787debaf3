// The option sets of an order: adding, replacing and removing them (reference: orders.26, orders.48). Their options' lines
// stand behind the line they belong to, in the order of the sets.
import { invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { ChosenSetChange, ChosenSetInput, Line, Order } from '../types.ts';
import { choose, keepChosen, linesOfSet, type NumberedSet, numberedSets, withoutSet } from './choices.ts';
import { blockOf, refuseBesideSets, refuseTooMany, renumber, type SetForLine } from './lines.ts';
import { type Offer, productOf } from './offer.ts';

/** The order with one more option set chosen for one of its lines; answers its number as well. */
export function addSet(
  order: Order,
  input: SetForLine,
  offer: Offer,
  nextId: () => Id,
): { order: Order; number: number } {
  const line = order.lines[input.line_number - 1];
  if (line === undefined)
    throw invalid(
      'line_number',
      sentence('the order has no line {lineNumber}.', { lineNumber: input.line_number }),
    );
  if (line.part_of !== null) {
    throw invalid(
      'line_number',
      sentence('line {number} belongs to an option set itself.', { number: line.number }),
    );
  }
  refuseBesideSets(line, '');
  if (
    order.options.some((set) => set.line_id === line.line_id && set.option_set_id === input.option_set_id)
  ) {
    throw invalid(
      'option_set_id',
      sentence('line {number} has it already; remove it first.', { number: line.number }),
    );
  }
  const product = productOf(offer, line.product.id, 'line_number');
  const chosen = choose(order, line, product, [{ input, field: '' }], offer, nextId);
  const block = blockOf(order.lines, line);
  const end = order.lines.indexOf(line) + block.length;
  const lines = [...order.lines.slice(0, end), ...chosen.lines, ...order.lines.slice(end)];
  refuseTooMany(lines);
  const options = [...order.options, ...chosen.sets];
  return { order: { ...order, lines: renumber(lines), options }, number: options.length };
}

/** The order without one of its option sets and the lines of its options; undefined when there is no such set. */
export function removeSet(order: Order, number: number): Order | undefined {
  const found = numberedSets(order.options).find((each) => each.number === number);
  if (found === undefined) return undefined;
  const gone = new Set(linesOfSet(found.set));
  return {
    ...order,
    lines: renumber(order.lines.filter((line) => !gone.has(line.line_id))),
    options: withoutSet(order.options, found.set),
  };
}

/** The fields that replace those of a set: what is not sent stays as it is. */
export function replacementOf(
  { lines }: Order,
  { set }: NumberedSet,
  { option_set_id = set.option_set_id, options }: ChosenSetChange,
): ChosenSetInput {
  if (options !== undefined) return { option_set_id, options };
  const byId = new Map(lines.map((line) => [line.line_id, line]));
  const sent = (each: typeof set): ChosenSetInput => ({
    option_set_id: each.option_set_id,
    options: each.options.flatMap(({ line_id, option_sets }) => {
      const line = byId.get(line_id);
      if (line === undefined) return [];
      const { product, instructions } = line;
      return [{ product_id: product.id, instructions, option_sets: option_sets.map(sent) }];
    }),
  });
  return { ...sent(set), option_set_id };
}

/** The order with another choice in place of one of its sets; the set keeps its line, its place and its number. */
export function replaceSet(
  order: Order,
  { set }: NumberedSet,
  input: ChosenSetInput,
  offer: Offer,
  nextId: () => Id,
): Order {
  const byId = new Map(order.lines.map((line) => [line.line_id, line]));
  const owner = byId.get(set.line_id);
  if (owner === undefined) throw new Error('An option set names a line that is not there.');
  const beside = setsBeside(order, set).find((each) => each.option_set_id === input.option_set_id);
  if (beside !== undefined)
    throw invalid(
      'option_set_id',
      sentence('line {number} has it already; remove it first.', { number: owner.number }),
    );
  const product = productOf(offer, owner.product.id, 'line_number');
  const made = choose(order, owner, product, [{ input, field: '' }], offer, nextId);
  const { sets, lines: chosen } = keepChosen(input, made, { order, set, lines: byId });
  const options = withoutSet(order.options, set, sets);
  for (const line of chosen) byId.set(line.line_id, line);
  const setsOf = Map.groupBy(options, (each) => each.line_id);
  const lines = order.lines
    .filter((line) => line.part_of === null)
    .flatMap((line) => [line, ...linesBehind(setsOf.get(line.line_id) ?? [], byId)]);
  refuseTooMany(lines);
  return { ...order, lines: renumber(lines), options };
}

/** The other sets of the same line. */
function setsBeside({ options }: Order, set: NumberedSet['set']): NumberedSet['set'][] {
  return numberedSets(options)
    .map((each) => each.set)
    .filter((each) => each !== set && each.line_id === set.line_id);
}

/** The lines of everything that was chosen from a line's sets, in their order. */
function linesBehind(sets: Order['options'], byId: ReadonlyMap<Id, Line>): Line[] {
  return sets.flatMap(linesOfSet).flatMap((id) => byId.get(id) ?? []);
}
