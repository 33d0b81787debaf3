import { existing, sites } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { listRecords, type RecordKind, recordHandlers } from '../edge/records.ts';
import { noContent, ok, type ReadHandler, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Reader } from '../storage/port.ts';
import { categoryCreate, categoryProducts, categoryUpdate } from './input.ts';
import {
  addProducts,
  type Category,
  categories,
  categoryCounts,
  emptyCategory,
  getProduct,
  hasProductAt,
  holdsProduct,
  removeFromCategories,
} from './store.ts';
import { categoryView } from './view.ts';

const kind: RecordKind<Category> = {
  table: categories,
  ids: 'category',
  path: 'categories',
  param: 'category_id',
  create: categoryCreate,
  update: categoryUpdate,
  blank: { name: '', description: null, image: null, show_online: true },
  async view(tx, records, call) {
    const counts = await categoryCounts(tx, call.company, records.map((category) => category.id));
    return records.map((category) => categoryView(category, counts.get(category.id)));
  },
  usedBy: () => Promise.resolve(undefined),
  onDelete: emptyCategory,
};

/** /categories */
export const categoryHandlers = recordHandlers(kind);

/** GET /sites/<s>/categories: those with a product that is available at the site. */
export const listAtSite: ReadHandler = async (tx, call) => {
  const site = call.id('site_id');
  if ((await sites.get(tx, call.company, site)) === undefined) throw notFound();
  return listRecords(kind, tx, call, hasProductAt(call.company, site));
};

/** GET /products/<p>/categories */
export const listOfProduct: ReadHandler = async (tx, call) => {
  const product = call.id('product_id');
  if ((await getProduct(tx, call.company, product)) === undefined) throw notFound();
  return listRecords(kind, tx, call, holdsProduct(call.company, product));
};

async function load(tx: Reader, call: Call): Promise<Category> {
  const category = await categories.get(tx, call.company, call.id('category_id'));
  if (category === undefined) throw notFound();
  return category;
}

/** PUT /categories/<id>/products: adds products (contract 4). */
export const addCategoryProducts: WriteHandler = async (tx, call) => {
  const category = await load(tx, call);
  const { product_ids: wanted } = call.input(categoryProducts);
  const found = await existing(tx, 'products', call.company, wanted);
  const at = wanted.findIndex((id) => !found.has(id));
  if (at >= 0) throw invalid(`product_ids[${at}]`, `${wanted[at]} does not exist.`);
  await addProducts(tx, call.company, category.id, wanted, call.now);
  const [view] = await kind.view(tx, [category], call);
  return ok(view);
};

/** DELETE /categories/<id>/products/<p> */
export const removeCategoryProduct: WriteHandler = async (tx, call) => {
  const category = await load(tx, call);
  const removed = await removeFromCategories(tx, call.company, call.id('product_id'), category.id);
  if (removed === 0) throw notFound();
  return noContent();
};
