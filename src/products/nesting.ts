import { byIds } from '../company/store.ts';
import { invalid, requireKnown } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence, type Telling } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import {
  lockNesting,
  lockOptionSets,
  nestedSets,
  optionSetsById,
  setsOfProducts,
  setsWithOptions,
} from './options.store.ts';
import { type BadNesting, findBadNesting, MAX_NESTING, type Nested } from './rules/options.ts';
import { products } from './store.ts';

// Option sets nest through their options' own option sets. They may not come back to where they began, and not
// go deeper than an order can hold.

/**
 * 400 when a product is assigned no set, one that does not exist, or one twice (reference: products.24);
 * the sets found are locked until the transaction ends. An empty list for a product that has none changes nothing.
 */
export async function requireOptionSets(
  tx: Writer,
  company: Id,
  wanted: readonly Id[] | null | undefined,
  before: readonly string[] | undefined,
): Promise<void> {
  if (wanted === null || wanted === undefined) return;
  if (wanted.length === 0) {
    if (before?.length === 0) return;
    throw invalid('option_sets', sentence('must have at least one item; null takes all option sets away.'));
  }
  const twice = wanted.findIndex((id, at) => wanted.indexOf(id) !== at);
  if (twice >= 0)
    throw invalid(
      `option_sets[${twice}]`,
      sentence('option set {wanted} is there twice.', { wanted: wanted[twice] }),
    );
  const found = await lockOptionSets(tx, company, wanted);
  requireKnown(
    wanted,
    (id) => found.has(id),
    (at) => `option_sets[${at}]`,
  );
}

/** 400 with the path when the sets that some products are to have would lead back to themselves, or too deep. */
export async function refuseProductLoop(
  tx: Writer,
  company: Id,
  of: readonly Id[],
  wanted: readonly Id[],
): Promise<void> {
  await lockNesting(tx, company);
  const above = await setsWithOptions(tx, company, of);
  if (above.length === 0) return;
  const others = (await nestedSets(tx, company)).filter((edge) => !of.includes(edge.via));
  const own = above.flatMap(({ option_set_id: from, product_id: via }) =>
    wanted.map((to) => ({ from, via, to })),
  );
  await refuse(tx, company, [...others, ...own], 'option_sets');
}

/** 400 with the path when a set with these options would lead back to itself, or too deep. */
export async function refuseSetLoop(tx: Writer, company: Id, set: Id, options: readonly Id[]): Promise<void> {
  await lockNesting(tx, company);
  const below = await setsOfProducts(tx, company, options);
  if (below.length === 0) return;
  const others = (await nestedSets(tx, company)).filter((edge) => edge.from !== set);
  const own = below.map(({ product_id: via, option_set_id: to }) => ({ from: set, via, to }));
  await refuse(tx, company, [...others, ...own], 'options');
}

async function refuse(tx: Reader, company: Id, edges: readonly Nested[], field: string): Promise<void> {
  const found = findBadNesting(edges);
  if (found === undefined) return;
  const way = await pathText(tx, company, found);
  throw invalid(
    field,
    found.kind === 'cyclic'
      ? sentence('would make option sets nest in a circle: {way}.', { way })
      : sentence('would nest option sets deeper than {max}: {way}.', { max: MAX_NESTING, way }),
  );
}

async function pathText(tx: Reader, company: Id, { path }: BadNesting): Promise<Telling> {
  const sets = await optionSetsById(
    tx,
    company,
    path.filter((_, at) => at % 2 === 0),
  );
  const options = await byIds(
    products,
    tx,
    company,
    path.filter((_, at) => at % 2 === 1),
  );
  // A set that is being made has neither an id that stays nor a row with its name.
  const nameOfSet = (id: Id) => {
    const known = sets.get(id);
    return known === undefined
      ? sentence('this option set')
      : sentence('option set {id} "{name}"', { id, name: known.name });
  };
  return path.flatMap((id, at): Telling[] => [
    ...(at === 0 ? [] : ['->']),
    at % 2 === 0
      ? nameOfSet(id)
      : sentence('product {id} "{name}"', { id, name: options.get(id)?.name ?? '' }),
  ]);
}
