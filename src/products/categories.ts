import { byIds, lockExisting, sites } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { LIST } from '../edge/query.ts';
import { listRecords, type RecordKind, recordHandlers } from '../edge/records.ts';
import { asking, noContent, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { conflict, invalid, notFound, requireKnown } from '../kernel/errors.ts';
import { differenceOf, type Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import type { Reader, Writer } from '../storage/port.ts';
import {
  addToCategories,
  categories,
  categoryAtSite,
  categoryCounts,
  emptyCategory,
  hasProductAt,
  holdsProduct,
  removeFromCategories,
} from './categories.store.ts';
import { CATEGORIES, categoryProducts } from './input.ts';
import { getProduct, parentsOf, tieInTurn, variantsOf } from './store.ts';
import type { Category } from './types.ts';
import { categoryView } from './view.ts';

async function views(tx: Reader, call: Call, records: readonly Category[], site?: Id) {
  const counts = await categoryCounts(
    tx,
    call.company,
    records.map((category) => category.id),
    site,
  );
  return records.map((category) => categoryView(category, counts.get(category.id)));
}

const kind: RecordKind<Category> = {
  table: categories,
  ids: 'category',
  path: 'categories',
  param: 'category_id',
  accepted: CATEGORIES,
  view: (tx, records, call) => views(tx, call, records),
  usedBy: () => Promise.resolve(undefined),
  topics: { created: 'categories/created', updated: 'categories/updated', deleted: 'categories/deleted' },
  onDelete: emptyCategory,
};

/** /categories */
export const categoryHandlers = recordHandlers(kind);

/** GET /sites/<s>/categories: those with a product that was made available at the site, counting only such. */
export const listAtSite = asking(LIST, async (tx: Reader, call, asked) => {
  const site = call.id('site_id');
  if ((await sites.get(tx, call.company, site)) === undefined) throw notFound();
  const atSite = {
    ...kind,
    view: (reader: Reader, records: readonly Category[]) => views(reader, call, records, site),
  };
  return listRecords(atSite, tx, call, asked, hasProductAt(call.company, site));
});

/** GET /sites/<s>/categories/<c>: 404 when the site has no product of it. */
export const getAtSite: ReadHandler = async (tx, call) => {
  const site = call.id('site_id');
  const category = await categoryAtSite(tx, call.company, site, call.id('category_id'));
  if (category === undefined) throw notFound();
  const [view] = await views(tx, call, [category], site);
  return ok(view);
};

/** GET /products/<p>/categories */
export const listOfProduct = asking(LIST, async (tx: Reader, call, asked) => {
  const product = call.id('product_id');
  if ((await getProduct(tx, call.company, product)) === undefined) throw notFound();
  return listRecords(kind, tx, call, asked, holdsProduct(call.company, product));
});

async function viewOf(tx: Reader, call: Call, category: Category): Promise<object> {
  const [view] = await views(tx, call, [category]);
  if (view === undefined) throw new Error('A category has no view.');
  return view;
}

/** The events of categories that were just made. */
export async function newCategoryFacts(tx: Reader, company: Id, ids: readonly Id[]): Promise<Fact[]> {
  const made = [...(await byIds(categories, tx, company, ids)).values()];
  const counts = await categoryCounts(tx, company, ids);
  return made.map((category) => ({
    topic: 'categories/created',
    resource: category.id,
    sites: [],
    changed: ['name'],
    payload: JSON.stringify(categoryView(category, counts.get(category.id))),
  }));
}

/** Saves that the products of a category are others now, with its event; answers the category. */
async function saveProducts(tx: Writer, call: Call, before: Category, shown: object): Promise<object> {
  const category = { ...before, updated_at: call.now };
  await categories.update(tx, category);
  const view = await viewOf(tx, call, category);
  const payload = JSON.stringify(view);
  const resource = category.id;
  await append(tx, call.company, call.now, [
    { topic: 'categories/updated', resource, sites: [], ...differenceOf(shown, view), payload },
  ]);
  return view;
}

/** The category of the path as it is to be changed; 412 when If-Match names another state of it. */
async function load(tx: Writer, call: Call): Promise<Category> {
  const category = await categories.getForUpdate(tx, call.company, call.id('category_id'));
  if (category === undefined) throw notFound();
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(await viewOf(tx, call, category))));
  return category;
}

/** Why a variant is not put into a category, or taken from one, by itself (reference: products.21). */
const FOLLOWS = sentence('is a variant, which is in the categories of its template: name the template.');

/** PUT /categories/<id>/products: adds products and answers the category (reference: products.20). */
export const addCategoryProducts: WriteHandler = async (tx, call) => {
  await tieInTurn(tx, call.company);
  const id = call.id('category_id');
  if ((await categories.get(tx, call.company, id)) === undefined) throw notFound();
  const { product_ids: wanted } = call.input(categoryProducts);
  // Products before categories, in the order in which a change of a product locks them.
  const found = await lockExisting(tx, 'products', call.company, wanted);
  requireKnown(
    wanted,
    (product) => found.has(product),
    (at) => `product_ids[${at}]`,
  );
  const parents = await parentsOf(tx, call.company, wanted);
  const child = wanted.findIndex(
    (product) => parents.has(product) && !wanted.includes(parents.get(product) ?? 0n),
  );
  if (child >= 0) throw invalid(`product_ids[${child}]`, FOLLOWS);
  const known = (await variantsOf(tx, call.company, wanted)).map(({ id: variant }) => variant);
  // One that is being deleted meanwhile would be counted for ever.
  const variants = known.length === 0 ? [] : await lockExisting(tx, 'products', call.company, known);
  const before = await load(tx, call);
  const shown = await viewOf(tx, call, before);
  const added = await addToCategories(tx, call.company, [...wanted, ...variants], [before.id], call.now);
  return ok(added === 0 ? shown : await saveProducts(tx, call, before, shown));
};

/** DELETE /categories/<id>/products/<p>; a template's variants leave with it. */
export const removeCategoryProduct: WriteHandler = async (tx, call) => {
  const product = call.id('product_id');
  // Kept from getting new variants meanwhile, which would take over the category.
  await lockExisting(tx, 'products', call.company, [product]);
  const parents = await parentsOf(tx, call.company, [product]);
  const variants = (await variantsOf(tx, call.company, [product])).map(({ id }) => id);
  const category = await load(tx, call);
  if (parents.has(product))
    throw conflict(
      sentence(
        'Product {product} is a variant, which is in the categories of its template: name the template.',
        { product },
      ),
    );
  const shown = await viewOf(tx, call, category);
  const removed = await removeFromCategories(tx, call.company, [product, ...variants], [category.id]);
  if (removed === 0) throw notFound();
  await saveProducts(tx, call, category, shown);
  return noContent();
};
