import type { Id } from '../../kernel/id.ts';

/** Longest chain of price lists, from any list up to the base. */
export const MAX_LIST_DEPTH = 16;

/** The parent of every price list of a company; null for the base. */
type Parents = ReadonlyMap<Id, Id | null>;

/** A list followed by its parents, nearest first; bounded also when lists are each other's parents. */
export function chainOf(list: Id, parents: Parents): Id[] {
  const chain: Id[] = [];
  for (
    let next: Id | null | undefined = list;
    next !== null && next !== undefined;
    next = parents.get(next)
  ) {
    if (chain.includes(next)) break;
    chain.push(next);
  }
  return chain;
}

/** How many lists the longest chain has when `list` lies directly below `parent`, with all that lies below it. */
export function depthBelow(list: Id, parent: Id, parents: Parents): number {
  const above = chainOf(parent, parents).length;
  let height = 1;
  for (const each of parents.keys()) height = Math.max(height, chainOf(each, parents).indexOf(list) + 1);
  return above + height;
}
