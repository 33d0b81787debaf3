// Lines that a split divided and a merge brings together again (reference: tables.11).

import type { Id } from '../../kernel/id.ts';
import type { ChosenSet, Line, Order } from '../types.ts';
import { blockOf } from './lines.ts';
import type { LineAmounts } from './settled.ts';

/** Lines with the sets that are chosen for them, and what they come to. */
interface Lines extends Pick<Order, 'lines' | 'options'> {
  readonly amounts: ReadonlyMap<Id, LineAmounts>;
}

/** A line with the lines of its options behind it, and its sets. */
interface Block {
  readonly lines: readonly [Line, ...Line[]];
  readonly sets: readonly ChosenSet[];
}

/** The line that a line was once a part of, by its id; its own id where it was never divided. */
export const rootOf = ({ divided_from: from, line_id: id }: Line): Id => from ?? id;

const text = (value: unknown) =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

/** The parts of one line have this in common: everything but what adds up, and which of them they are. */
function keyOf({ lines, sets }: Block, amounts: Lines['amounts']): string {
  const places = new Map(lines.map(({ line_id: id }, at) => [id, at]));
  const placed = ({ line_id: id, options, ...set }: ChosenSet): object => ({
    ...set,
    at: places.get(id),
    options: options.map((choice) => [places.get(choice.line_id), choice.option_sets.map(placed)]),
  });
  const common = lines.map((line) => {
    const { number, line_id, part_of, quantity, price_fixed_variation, settled, ...rest } = line;
    const of = part_of === null ? null : places.get(part_of);
    return [rootOf(line), of, quantity < 0n, amounts.get(line_id)?.tax_ids, { ...rest, divided_from: null }];
  });
  return text([common, sets.map(placed)]);
}

/** The blocks of an order, in their order. */
function blocksOf({ lines, options }: Lines): Block[] {
  const sets = Map.groupBy(options, (set) => set.line_id);
  return lines
    .filter((line) => line.part_of === null)
    .map((line) => {
      const [, ...others] = blockOf(lines, line);
      return { lines: [line, ...others], sets: sets.get(line.line_id) ?? [] };
    });
}

/** The sum of amounts whose taxes are the same. */
function added(all: readonly LineAmounts[]): LineAmounts | undefined {
  const [first, ...others] = all;
  return others.reduce<LineAmounts | undefined>(
    (sum, each) =>
      sum && {
        total_inc: sum.total_inc + each.total_inc,
        share: sum.share + each.share,
        tax_ids: sum.tax_ids,
        taxes: sum.taxes.map((tax, at) => tax + (each.taxes[at] ?? 0n)),
        exact: sum.exact.map((tax, at) => tax + (each.exact[at] ?? 0n)),
      },
    first,
  );
}

/**
 * Lines of which those that are parts of one line, and differ in no more than what adds up, are one again. `ticketed` are the
 * lines that kitchen tickets have: of the parts one of them may be, and it is the one that stays, so that the
 * entries of a line's tickets go on to add up to it.
 */
export function joinedLines(all: Lines, ticketed: ReadonlySet<Id>): Lines {
  const blocks = blocksOf(all);
  const isTicketed = ({ lines }: Block) => lines.some(({ line_id: id }) => ticketed.has(id));
  const isRoot = ({ lines: [line] }: Block) => line.divided_from === null;
  const amounts = new Map(all.amounts);
  const gone = new Set<Id>();
  /** The lines of a group, where the first of them stood. */
  const inPlace = new Map<Block, readonly Line[]>();
  for (const parts of Map.groupBy(blocks, (block) => keyOf(block, all.amounts)).values()) {
    const kept = parts.find(isTicketed) ?? parts.find(isRoot) ?? parts[0];
    const joined = parts.filter((block) => block === kept || !isTicketed(block));
    const [first] = joined;
    if (kept === undefined || first === undefined || joined.length === 1) continue;
    for (const { lines } of joined) for (const { line_id: id } of lines) gone.add(id);
    const lines = kept.lines.map((line, at) => {
      const pieces = joined.flatMap((block) => block.lines[at] ?? []);
      const sum = added(pieces.flatMap((piece) => all.amounts.get(piece.line_id) ?? []));
      if (sum !== undefined) amounts.set(line.line_id, sum);
      gone.delete(line.line_id);
      return {
        ...line,
        quantity: pieces.reduce((total, piece) => total + piece.quantity, 0n),
        price_fixed_variation:
          pieces.reduce((total, piece) => total + (piece.price_fixed_variation ?? 0n), 0n) || null,
      };
    });
    for (const block of joined) inPlace.set(block, block === first ? lines : []);
  }
  if (gone.size === 0) return all;
  for (const id of gone) amounts.delete(id);
  return {
    lines: blocks.flatMap((block) => inPlace.get(block) ?? block.lines),
    options: all.options.filter((set) => !gone.has(set.line_id)),
    amounts,
  };
}
