import { listsAt } from '../company/rules/list-terms.ts';
import { chainOf } from '../company/rules/lists.ts';
import { isDated, movedBetween } from '../company/rules/rates.ts';
import { getCompany, listParents, taxesById, termedLists } from '../company/store.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { dayAt } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { changesAfter, keepsEventsAfter, type LogState, timeOfEvent } from '../outbox/log.ts';
import { untoldSince } from './at-site.store.ts';
import {
  type MenuPlace,
  type MenuProduct,
  type MenuRecord,
  member,
  menuCategories,
  menuProducts,
  menuSets,
  menuTaxes,
} from './menu-sections.ts';
import {
  productsWithModifiers,
  productsWithSets,
  setIds,
  setsAtSite,
  setsOfProducts,
  setsWithOptions,
} from './options.store.ts';
import { MENU_TOPICS, type Touched, touchedBy } from './rules/site-menu.ts';
import type { MenuSection } from './shape/site-menu.ts';
import { rolesOf } from './store.ts';
import { removedView } from './view.ts';

/** Events that a difference is made of; after more the whole menu is read. */
const MOST_EVENTS = 10_000;
/** Most products that are looked up one by one; with more, the answer has all products of the site. */
const MOST_NAMED = 1_000;

/** The refusal where the changes since a version are not known any more. */
function gone(after: bigint): ApiError {
  return new ApiError(
    'gone',
    sentence('What has changed since {after} cannot be told: read the whole menu, without after.', { after }),
  );
}

type Removed = Readonly<Record<MenuSection, readonly Id[]>>;

/** The records of a menu that are new or have changed, and those that are gone. */
interface Part {
  readonly changed: Partial<Record<MenuSection, readonly MenuRecord[]>>;
  readonly removed: Partial<Removed>;
}

/**
 * The menu's difference since a version, piece by piece (reference: products.37). It may tell of records that are as they
 * were, never too few. 410 for a version that the log does not lead on from.
 */
export async function changedMenu(
  place: MenuPlace,
  head: string,
  state: LogState,
  after: bigint,
): Promise<AsyncIterable<string>> {
  const { tx, call, site } = place;
  const { company } = call;
  if (after > state.last || !(await leadsOnFrom(place, state, after))) throw gone(after);
  const found = await touchedAfter(place, after, MOST_EVENTS);
  const untold = await untoldSince(tx, company, site.id, after, MOST_EVENTS + 1);
  if (found === undefined || untold.length > MOST_EVENTS) throw gone(after);
  const touched = { ...found, everything: found.everything || (await taxesTurned(place, after)) };
  return changesOf(place, head, touched, untold);
}

/**
 * True when the log tells all that has happened since a version. What a sandbox had before its reset is told as gone by no event, and
 * the log goes on behind the last one: it is the version's own event that is not there any more.
 */
async function leadsOnFrom(
  { tx, call: { company } }: MenuPlace,
  state: LogState,
  after: bigint,
): Promise<boolean> {
  if (!(await keepsEventsAfter(tx, company, state, after))) return false;
  return after === 0n || (await timeOfEvent(tx, company, after)) !== undefined;
}

/** The parts of a menu that the events after a number touched; undefined when more than `limit` concern menus. */
export async function touchedAfter(
  { tx, call: { company }, site }: MenuPlace,
  after: bigint,
  limit: number,
): Promise<Touched | undefined> {
  const events = await changesAfter(tx, company, after, MENU_TOPICS, limit + 1);
  if (events.length > limit) return undefined;
  const chain = chainOf(site.price_list_id, await listParents(tx, company));
  const lists = [...chain, ...listsAt(chain, await termedLists(tx, company)).map(({ id }) => id)];
  return touchedBy(events, { site: site.id, lists });
}

/** True when a tax came into force or went out of it since an event, by the clocks of the site or of the company. */
async function taxesTurned({ tx, call, site }: MenuPlace, after: bigint): Promise<boolean> {
  const dated = [...(await taxesById(tx, call.company)).values()].filter(isDated);
  if (dated.length === 0) return false;
  const since = (await timeOfEvent(tx, call.company, after)) ?? 0n;
  const { timezone } = await getCompany(tx, call.company);
  return [site.timezone ?? timezone, timezone].some((zone) =>
    dated.some((tax) => movedBetween(tax, dayAt(since, zone), dayAt(call.now, zone))),
  );
}

async function* changesOf(
  place: MenuPlace,
  head: string,
  touched: Touched,
  untold: readonly Id[],
): AsyncGenerator<string> {
  const { call } = place;
  const categories = await changedCategories(place, touched);
  const named = await namedProducts(place, touched, untold);
  const sets = await changedSets(place, touched);
  const taxes = await menuTaxes(place, touched.taxes);
  yield `${head},"changed":{${member('categories', categories.changed.categories ?? [])},"products":[`;
  const found = new Map<Id, boolean>();
  const modifiers: MenuProduct[] = [];
  let between = '';
  for await (const some of named?.length === 0 ? [] : menuProducts(place, named)) {
    for (const { id, is_modifier } of some) found.set(id, is_modifier);
    modifiers.push(...some.filter((product) => product.is_modifier));
    const sold = some.filter((product) => !product.is_modifier);
    if (sold.length === 0) continue;
    yield between + sold.map(({ json }) => json).join(',');
    between = ',';
  }
  const removed = removedView({
    categories: [],
    option_sets: [],
    ...(await removedProducts(place, touched, found)),
    ...categories.removed,
    ...sets.removed,
    taxes: [...touched.taxes].filter((id) => taxes.every((tax) => tax.id !== id)),
  });
  await call.reservation.turns.slice();
  yield `],${member('option_sets', sets.changed.option_sets ?? [])},${member('modifiers', modifiers)},`;
  yield `${member('taxes', taxes)}},"removed":${JSON.stringify(removed)}}`;
}

/** The products that may show something else now; undefined: all of the site's. */
async function namedProducts(
  { tx, call: { company } }: MenuPlace,
  { everything, products, stock, sets }: Touched,
  untold: readonly Id[],
): Promise<readonly Id[] | undefined> {
  if (everything || products.size > MOST_NAMED || sets.size > MOST_NAMED) return undefined;
  const own = [...products];
  // A template shows its variants, a product the modifiers that pop up for it and the sets that it has.
  const roles = await rolesOf(tx, company, own);
  const all = new Set([
    ...own,
    ...stock,
    ...untold,
    ...roles.flatMap(({ variant_parent_id: parent }) => parent ?? []),
    ...(await productsWithModifiers(tx, company, own)),
    ...(await productsWithSets(tx, company, [...sets])),
  ]);
  return all.size > MOST_NAMED ? undefined : [...all];
}

/** All categories, once products have moved or one has changed: each names its products. */
async function changedCategories(place: MenuPlace, { membership, categories }: Touched): Promise<Part> {
  if (!membership) return { changed: {}, removed: {} };
  const { shown, others } = await menuCategories(place);
  const known = new Set([...others, ...shown.map(({ id }) => id)]);
  const deleted = [...categories].filter((id) => !known.has(id));
  return { changed: { categories: shown }, removed: { categories: [...others, ...deleted] } };
}

/** The sets that changed, and those of products that moved, or with such as an option. */
async function changedSets(place: MenuPlace, { membership, products, sets }: Touched): Promise<Part> {
  if (!membership && sets.size === 0) return { changed: {}, removed: {} };
  const { tx, call, site } = place;
  const { company } = call;
  const offered = await setsAtSite(tx, company, site.id);
  const isFew = products.size <= MOST_NAMED;
  const moved = [...(membership && isFew ? products : [])];
  const named = new Set([
    ...sets,
    ...(await setsWithOptions(tx, company, moved)).map((link) => link.option_set_id),
    ...(await setsOfProducts(tx, company, moved)).map((link) => link.option_set_id),
  ]);
  const shown = new Set(offered);
  const others = (await setIds(tx, company)).filter((id) => !shown.has(id));
  const deleted = [...sets].filter((id) => !shown.has(id) && !others.includes(id));
  return {
    changed: { option_sets: await menuSets(place, isFew ? offered.filter((id) => named.has(id)) : offered) },
    removed: { option_sets: [...others, ...deleted] },
  };
}

/** The products and modifiers that the menu has not, or has as the other; `found` are those it has. */
async function removedProducts(
  { tx, call }: MenuPlace,
  { products, turned }: Touched,
  found: ReadonlyMap<Id, boolean>,
): Promise<Pick<Removed, 'products' | 'modifiers'>> {
  const roles = await rolesOf(tx, call.company, [...products]);
  const lacks = (isModifier: boolean) =>
    roles.flatMap(({ id, is_modifier }) => {
      const isThere = found.get(id) === isModifier;
      return !isThere && (is_modifier === isModifier || turned.has(id)) ? [id] : [];
    });
  return { products: lacks(false), modifiers: lacks(true) };
}
