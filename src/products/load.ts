import { listsAt } from '../company/rules/list-terms.ts';
import { chainOf } from '../company/rules/lists.ts';
import type { PriceList, Site } from '../company/shape.ts';
import { byIds, listParents, sites, termedLists } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { siteProductsOf } from './at-site.store.ts';
import { categoriesOf } from './categories.store.ts';
import { modifiersOf, optionSetsById } from './options.store.ts';
import { pricesOf } from './prices.store.ts';
import { type ListPrice, rateOf, resolvePrices, type TaxBook } from './rules/prices.ts';
import { isTemplate } from './rules/variants.ts';
import { listedProducts } from './short.store.ts';
import { variantsOf } from './store.ts';
import { readTaxBook } from './tax-book.ts';
import type { CatalogueAuthor, ListedProduct, SiteProduct } from './types.ts';
import type { PopUp, ProductContext, SiteContext } from './view.ts';

/** The parts of a product's context that its view shows; the others are not read. */
export interface ContextSelection {
  /** Only this site; absent: every site that has the product. */
  readonly site?: Site;
  readonly categories: boolean;
  readonly prices: boolean;
  readonly sites: boolean;
  readonly optionSets: boolean;
  readonly images: boolean;
  readonly variants: boolean;
  readonly modifiers: boolean;
  /** Its taxes, also where no price is shown. */
  readonly taxes?: boolean;
  /** Whether to load their prices at the site by lists that hold at times, or for types of orders. */
  readonly timed?: boolean;
}

export const EVERYTHING: ContextSelection = {
  categories: true,
  prices: true,
  sites: true,
  optionSets: true,
  images: true,
  variants: true,
  modifiers: true,
};

const NO_TAXES: TaxBook = { taxes: new Map(), dayAt: () => '' };

/** Reads the contexts of products: one query for each kind of record, however many products there are. */
export async function loadContexts(
  tx: Reader,
  by: CatalogueAuthor,
  products: readonly ListedProduct[],
  selected: ContextSelection,
): Promise<Map<Id, ProductContext>> {
  const { company: companyId } = by;
  const ids = products.map((product) => product.id);
  const none = { price: undefined, cost: undefined };
  const needsTaxes = selected.prices || selected.modifiers || selected.taxes === true;
  const book = needsTaxes ? await readTaxBook(tx, by) : NO_TAXES;
  const categories = selected.categories ? await categoriesOf(tx, companyId, ids) : [];
  const here = selected.sites ? await siteProductsOf(tx, companyId, ids, selected.site?.id) : [];
  const known =
    selected.site === undefined
      ? await byIds(sites, tx, companyId, [...new Set(here.map((at) => at.site_id))])
      : new Map([[selected.site.id, selected.site]]);
  const templatesBy =
    selected.optionSets || selected.images ? await templatesOf(tx, companyId, products) : new Map();
  const shown = [...products, ...templatesBy.values()];
  const sets = selected.optionSets ? shown.flatMap((product) => product.option_sets) : [];
  const optionSets = await optionSetsById(tx, companyId, [...new Set(sets)].map(BigInt));
  const templates = selected.variants ? products.filter(isTemplate).map(({ id }) => id) : [];
  const children = templates.length === 0 ? [] : await variantsOf(tx, companyId, templates);
  const variantsBy = Map.groupBy(children, (child) => child.variant_parent_id);
  const prices = selected.prices ? group(await pricesOf(tx, companyId, ids)) : new Map<Id, never[]>();
  const parents = selected.prices ? await listParents(tx, companyId) : new Map<Id, Id | null>();
  const base = [...parents].find(([, parent]) => parent === null)?.[0];
  if (selected.prices && base === undefined) throw new Error('The company has no base price list.');
  const termed = selected.timed === true ? await termedLists(tx, companyId) : [];
  const chains = new Map([...known.values()].map((site) => [site.id, chainOf(site.price_list_id, parents)]));
  const popUps = selected.modifiers ? await popUpsOf(tx, companyId, ids, book) : new Map<Id, never[]>();
  const categoriesBy = group(categories);
  const sitesBy = group(here);
  return new Map(
    products.map(({ id, variant_parent_id: parent }): [Id, ProductContext] => {
      const own = prices.get(id) ?? [];
      return [
        id,
        {
          book,
          categories: categoriesBy.get(id) ?? [],
          optionSets,
          template: parent === null ? undefined : templatesBy.get(parent),
          modifiers: popUps.get(id) ?? [],
          variants: variantsBy.get(id) ?? [],
          base: base === undefined ? none : resolvePrices([base], own),
          sites: (sitesBy.get(id) ?? []).flatMap((at) => {
            const site = known.get(at.site_id);
            return site === undefined ? [] : [atSite(site, at, chains.get(site.id) ?? [], termed, own)];
          }),
        },
      ];
    }),
  );
}

/** A product at a site, given all that price lists say of it. */
function atSite(
  site: Site,
  at: SiteProduct,
  chain: readonly Id[],
  termed: readonly PriceList[],
  own: readonly ListPrice[],
): SiteContext {
  const prices = resolvePrices(chain, own);
  if (termed.length === 0) return { site, at, prices };
  const timed = listsAt(chain, termed).flatMap(({ id }) => {
    const { price } = resolvePrices([id], own);
    return price === undefined ? [] : [{ list: id, price }];
  });
  return { site, at, prices, timed };
}

/** The templates of the variants among some products, by id. */
async function templatesOf(
  tx: Reader,
  companyId: Id,
  products: readonly ListedProduct[],
): Promise<Map<Id, ListedProduct>> {
  const ids = new Set(products.flatMap(({ variant_parent_id: id }) => id ?? []));
  const here = new Map(products.filter(({ id }) => ids.has(id)).map((product) => [product.id, product]));
  const others = [...ids].filter((id) => !here.has(id));
  return others.length === 0
    ? here
    : new Map([...here, ...(await byIds(listedProducts, tx, companyId, others))]);
}

/** The modifiers that pop up for some products, by product, in their order. */
async function popUpsOf(
  tx: Reader,
  companyId: Id,
  products: readonly Id[],
  book: TaxBook,
): Promise<Map<Id, PopUp[]>> {
  const attached = await modifiersOf(tx, companyId, products);
  const named = [...new Set(attached.map((each) => each.modifier_id))];
  const known = await byIds(listedProducts, tx, companyId, named);
  const found = new Map<Id, PopUp[]>();
  for (const { product_id: product, modifier_id: id, price } of attached) {
    const modifier = known.get(id);
    if (modifier === undefined) continue;
    const list = found.get(product) ?? [];
    list.push({ id, name: modifier.name, price, rate: rateOf(modifier.taxes, book, price ?? undefined) });
    found.set(product, list);
  }
  return found;
}

/** The context of one product. */
export async function loadContext(
  tx: Reader,
  by: CatalogueAuthor,
  product: ListedProduct,
  selected: ContextSelection = EVERYTHING,
): Promise<ProductContext> {
  const context = (await loadContexts(tx, by, [product], selected)).get(product.id);
  if (context === undefined) throw new Error('A product has no context.');
  return context;
}

function group<T extends { product_id: Id }>(rows: readonly T[]): Map<Id, T[]> {
  const groups = new Map<Id, T[]>();
  for (const row of rows) {
    const known = groups.get(row.product_id);
    if (known === undefined) groups.set(row.product_id, [row]);
    else known.push(row);
  }
  return groups;
}
