// Option sets: what a set may hold, and how sets nest through the option sets of their options (reference: products.23,
// products.25).
import { invalid } from '../../kernel/errors.ts';
import { nothingLeft } from '../../kernel/given.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { OptionSet, OptionSetInput, SetOption } from '../types.ts';

/** How deep option sets may nest; an order's choices then stay within the depth a body may have. */
export const MAX_NESTING = 6;

/** The options of a set as they are stored; refuses one that comes twice. */
export function setOptions(options: NonNullable<OptionSetInput['options']>): SetOption[] {
  const seen = new Set<Id>();
  return options.map(({ product_id: id, price_ex_tax: price = null, ...rest }, at) => {
    nothingLeft(rest);
    if (seen.has(id))
      throw invalid(`options[${at}].product_id`, sentence('product {id} is an option already.', { id }));
    seen.add(id);
    return { product_id: String(id), price_ex_tax: price === null ? null : String(price) };
  });
}

/** Refuses bounds that cross, naming the one that was sent. */
export function checkSelection(set: OptionSet, sentMax: boolean): void {
  const { min_selection: min, max_selection: max } = set;
  if (max === null || min <= max) return;
  throw sentMax
    ? invalid('max_selection', sentence('must not be below min_selection, which is {min}.', { min }))
    : invalid('min_selection', sentence('must not be above max_selection, which is {max}.', { max }));
}

/** A set that follows from another one: `via` is an option of `from`, and `to` is one of its own sets. */
export interface Nested {
  readonly from: Id;
  readonly via: Id;
  readonly to: Id;
}

/** Option sets that nest in a circle or too deep, with the path that shows it. */
export interface BadNesting {
  readonly kind: 'cyclic' | 'deep';
  /** Sets and option products in turn, beginning and ending with a set. */
  readonly path: readonly Id[];
}

/** Looks for a cycle, and for a chain of more than MAX_NESTING sets; undefined when there is neither. */
export function findBadNesting(edges: readonly Nested[]): BadNesting | undefined {
  const next = Map.groupBy(edges, (edge) => edge.from);
  /** The longest chain from a set on. */
  const longest = new Map<Id, readonly Id[]>();
  const walk = (set: Id, path: readonly Id[]): readonly Id[] | BadNesting => {
    const known = longest.get(set);
    if (known !== undefined) return known;
    // Sets stand at even places of a path; a product between them may have the same id.
    const start = path.findIndex((id, at) => at % 2 === 0 && id === set);
    if (start >= 0) return { kind: 'cyclic', path: [...path.slice(start), set] };
    let best: readonly Id[] = [set];
    for (const { via, to } of next.get(set) ?? []) {
      const below = walk(to, [...path, set, via]);
      if ('kind' in below) return below;
      if (below.length + 2 > best.length) best = [set, via, ...below];
    }
    longest.set(set, best);
    return best;
  };
  for (const { from } of edges) {
    const chain = walk(from, []);
    if ('kind' in chain) return chain;
    if ((chain.length + 1) / 2 > MAX_NESTING) return { kind: 'deep', path: chain };
  }
  return undefined;
}
