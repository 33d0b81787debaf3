import type { Site } from '../company/shape.ts';
import { taxesById } from '../company/store.ts';
import { taxView } from '../company/view.ts';
import { RECORDS_AT_ONCE } from '../edge/budgets.ts';
import type { Call } from '../edge/call.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader } from '../storage/port.ts';
import { allCategories, productsByCategory } from './categories.store.ts';
import { listedRenderer } from './listed.ts';
import { listProducts } from './lists.store.ts';
import { optionSetsById, optionsAtSite } from './options.store.ts';
import { listedProducts } from './short.store.ts';
import type { ListedProduct } from './types.ts';
import { EXTRA_FIELDS, menuCategoryView, optionSetView } from './view.ts';

// The parts of a site's menu as JSON, each record as its own list shows it (reference: products.35).

/** Where a menu is read: a call, and the site it is about. */
export interface MenuPlace {
  readonly tx: Reader;
  readonly call: Call;
  readonly site: Site;
}

/** A record of a menu. */
export interface MenuRecord {
  readonly id: Id;
  readonly json: string;
}

/** The fields of a product in a menu: all that lists can show, but its categories, which name their products. */
const FIELDS = new Set(EXTRA_FIELDS.filter((name) => name !== 'categories'));
/** Products that are read in one go: a query for each kind of record, however many they are. */
const PRODUCTS_AT_ONCE = 1_000;
/** Memberships of products in categories that fit into an answer. */
const MOST_MEMBERSHIPS = 200_000;
/** Option sets that do. */
const MOST_SETS = 16_000;

/** The refusal of a menu that does not fit into one answer. */
export function menuTooLong(): ApiError {
  return new ApiError(
    'invalid_request',
    sentence(
      'The menu of this site is longer than an answer may be (8 MiB). Read its lists in pages instead: products ' +
        'and categories of the site, and the option sets and taxes of the company.',
    ),
  );
}

/** A product of a menu. */
export interface MenuProduct extends MenuRecord, Pick<ListedProduct, 'is_modifier'> {}

/** The products that a site has, modifiers too, ascending by id, some at a time; of `ids` alone when they are given. */
export async function* menuProducts(
  { tx, call, site }: MenuPlace,
  ids?: readonly Id[],
): AsyncGenerator<readonly MenuProduct[]> {
  const filter = { site: site.id, ids };
  let after: readonly bigint[] | undefined;
  // Ends: every round goes on behind the products of the one before.
  for (;;) {
    const rows = await listProducts(tx, listedProducts, call.company, filter, after, PRODUCTS_AT_ONCE);
    if (rows.length === 0) return;
    const show = await listedRenderer(tx, call, rows, FIELDS, site);
    for (let at = 0; at < rows.length; at += RECORDS_AT_ONCE) {
      const some = rows.slice(at, at + RECORDS_AT_ONCE);
      yield some.map((product) => ({
        id: product.id,
        is_modifier: product.is_modifier,
        json: show(product),
      }));
    }
    if (rows.length < PRODUCTS_AT_ONCE) return;
    after = [rows.at(-1)?.id ?? 0n];
  }
}

/** The categories that have something of the site, and the ids of the company's others. */
export async function menuCategories({
  tx,
  call,
  site,
}: MenuPlace): Promise<{ shown: MenuRecord[]; others: Id[] }> {
  const members = await productsByCategory(tx, call.company, site.id, MOST_MEMBERSHIPS + 1);
  const count = members.values().reduce((sum, each) => sum + each.length, 0);
  if (count > MOST_MEMBERSHIPS) throw menuTooLong();
  const all = await allCategories(tx, call.company);
  return {
    shown: all.flatMap((category) => {
      const products = members.get(category.id);
      return products === undefined
        ? []
        : [{ id: category.id, json: JSON.stringify(menuCategoryView(category, products)) }];
    }),
    others: all.flatMap(({ id }) => (members.has(id) ? [] : [id])),
  };
}

/** Option sets with the options that the site has. */
export async function menuSets({ tx, call, site }: MenuPlace, ids: readonly Id[]): Promise<MenuRecord[]> {
  if (ids.length > MOST_SETS) throw menuTooLong();
  const sets = await optionSetsById(tx, call.company, ids);
  const offered = await optionsAtSite(tx, call.company, site.id, ids);
  return [...sets.values()].map((set) => {
    const options = set.options.filter(({ product_id: id }) => offered.has(BigInt(id)));
    return { id: set.id, json: JSON.stringify(optionSetView({ ...set, options })) };
  });
}

/** The company's taxes; of `ids` alone when they are given. */
export async function menuTaxes({ tx, call }: MenuPlace, ids?: ReadonlySet<Id>): Promise<MenuRecord[]> {
  const taxes = await taxesById(tx, call.company);
  return [...taxes.values()]
    .filter(({ id }) => ids?.has(id) ?? true)
    .map((tax) => ({ id: tax.id, json: JSON.stringify(taxView(tax)) }));
}

/** Records as a member of an object. */
export function member(name: string, records: readonly Pick<MenuRecord, 'json'>[]): string {
  return `"${name}":[${records.map(({ json }) => json).join(',')}]`;
}
