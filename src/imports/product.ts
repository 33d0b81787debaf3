// One product of an import: what is known of it, and what its row changes.
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { siteProductsOf } from '../products/at-site.store.ts';
import { categoriesOf } from '../products/categories.store.ts';
import { familyViews, type ViewsBefore } from '../products/facts.ts';
import { pricesOf } from '../products/prices.store.ts';
import { type ListPrice, rateOf, resolvePrices, type TaxBook } from '../products/rules/prices.ts';
import { createProduct, updateProduct } from '../products/save.ts';
import { setFirstPrices, setPrices, withParents } from '../products/set-prices.ts';
import { lockProducts } from '../products/store.ts';
import type { Product, ProductInput, SiteProduct } from '../products/types.ts';
import type { Follower } from '../products/variants.ts';
import type { Writer } from '../storage/port.ts';
import { saveAtSite } from './at-site.ts';
import type { Change } from './import-events.ts';
import { idOfKey, productIdsByKey } from './keys.ts';
import { type Book, categoryIds, setIds, taxIds } from './names.ts';
import type { ProductRow } from './rows.ts';
import { changedPrices, withoutUnchanged } from './unchanged.ts';

/** Into what rows are imported. */
export interface RowContext {
  readonly company: Id;
  readonly now: Micros;
  readonly book: Book;
  /** The base price list. */
  readonly base: Id;
  readonly taxBook: TaxBook;
  /** Products without an SKU that were made, by their keys. */
  readonly made: Map<string, Id>;
  /** Ids that were taken for new variants, by their keys: lists then begin with what is sold. */
  readonly reserved: ReadonlyMap<string, Id>;
}

/** The existing products that some rows name. */
export interface Known {
  /** By SKU, with templates. */
  readonly ids: ReadonlyMap<string, Id>;
  readonly products: ReadonlyMap<Id, Product>;
  /** As answers show them, with their variants. */
  readonly views: ViewsBefore;
  readonly categories: ReadonlyMap<Id, readonly Id[]>;
  readonly prices: ReadonlyMap<Id, readonly ListPrice[]>;
  readonly sites: ReadonlyMap<Id, readonly SiteProduct[]>;
}

/** Reads what is there, and keeps the products from changing until the transaction ends. */
export async function readKnown(
  tx: Writer,
  { company, now, made }: RowContext,
  rows: readonly ProductRow[],
): Promise<Known> {
  const own = rows.map(({ sku }) => sku);
  const templates = rows.flatMap(({ variant_of }) => (variant_of === undefined ? [] : [variant_of]));
  const ids = await productIdsByKey(tx, company, [...new Set([...own, ...templates])], made);
  const wanted = own.flatMap((sku) => ids.get(sku) ?? []);
  const products = await lockProducts(tx, company, wanted);
  if (wanted.length === 0) {
    const none = new Map<Id, never[]>();
    return { ids, products, views: new Map(), categories: none, prices: none, sites: none };
  }
  const groups = Map.groupBy(await categoriesOf(tx, company, wanted), (each) => each.product_id);
  return {
    ids,
    products,
    views: await familyViews(tx, { company, now }, [...products.values()]),
    categories: new Map(Array.from(groups, ([id, each]) => [id, each.map((category) => category.id)])),
    prices: Map.groupBy(await pricesOf(tx, company, wanted), (each) => each.product_id),
    sites: Map.groupBy(await siteProductsOf(tx, company, wanted), (each) => each.product_id),
  };
}

/** The outcome of a row. */
interface SavedRow {
  readonly isNew: boolean;
  /** The names of the columns that changed something. */
  readonly fields: readonly string[];
  /** The events of the product, and of variants that show what changed of it. */
  readonly changes: readonly Change[];
  /** The price lists on which prices moved. */
  readonly lists: readonly Id[];
  /** The row's product where those are others than the base list: its row has not been written for it. */
  readonly repriced: readonly Id[];
}

/** Saves a row's product; 400 naming what does not fit. `made` collects the categories that were made for it. */
export async function saveRow(
  tx: Writer,
  context: RowContext,
  row: ProductRow,
  known: Known,
  made: string[],
): Promise<SavedRow> {
  const before = known.products.get(known.ids.get(row.sku) ?? 0n);
  const {
    product,
    announced,
    fields,
    followers,
    lists: based,
  } = before === undefined
    ? await createRow(tx, context, row, known, made)
    : await updateRow(tx, context, row, before, known, made);
  const sites = await saveSites(tx, context, row, product, known);
  const listed = await saveLists(tx, context, row, product, known);
  const moves = sites.some(({ moved }) => moved !== 'stayed') ? ['sites'] : [];
  const changed = [...announced, ...moves];
  const own: Change = {
    product: product.id,
    isNew: before === undefined,
    changed,
    before: known.views.get(product.id),
    leaving: sites.flatMap(({ moved, after }) => (moved === 'left' ? [after.site_id] : [])),
    atSites: sites,
  };
  const isSilent = before !== undefined && changed.length === 0 && sites.length === 0;
  return {
    isNew: before === undefined,
    fields: [...fields, ...sites.flatMap((each) => each.changed), ...listed.columns],
    lists: [...based, ...listed.touched],
    repriced: before === undefined || listed.touched.length === 0 ? [] : [product.id],
    changes: [
      ...(isSilent ? [] : [own]),
      ...followers.map(({ product: child, changed: shown }) => ({
        product: child.id,
        isNew: false,
        changed: shown,
        before: known.views.get(child.id),
        leaving: [],
        atSites: [],
      })),
    ],
  };
}

/** The references of a row by id. */
async function references(
  tx: Writer,
  context: RowContext,
  row: ProductRow,
  current: readonly Id[],
  made: string[],
): Promise<ProductInput> {
  const { book } = context;
  const input: ProductInput = {};
  if (row.categories !== undefined) {
    const wanted = await categoryIds(tx, context, book, row.categories, made);
    input.categories = row.addsCategories === true ? [...new Set([...current, ...wanted])] : wanted;
  }
  if (row.taxes !== undefined) input.taxes = taxIds(book, row.taxes, 'taxes');
  if (row.cost_taxes !== undefined) input.cost_taxes = taxIds(book, row.cost_taxes, 'cost_taxes');
  if (row.option_sets !== undefined) {
    input.option_sets = row.option_sets === null ? null : setIds(book, row.option_sets, 'option_sets');
  }
  return input;
}

interface SavedProduct {
  readonly product: Product;
  /** As an event names them, and as the row's columns are called. */
  readonly announced: readonly string[];
  readonly fields: readonly string[];
  readonly followers: readonly Follower[];
  /** The price lists on which its prices moved. */
  readonly lists: readonly Id[];
}

function templateOf(row: ProductRow, known: Known): Id | undefined {
  if (row.variant_of === undefined) return undefined;
  const id = known.ids.get(row.variant_of);
  if (id === undefined)
    throw invalid(
      'variant_of',
      sentence('there is no product with the SKU "{variantOf}".', { variantOf: row.variant_of }),
    );
  return id;
}

async function createRow(
  tx: Writer,
  context: RowContext,
  row: ProductRow,
  known: Known,
  made: string[],
): Promise<SavedProduct> {
  const template = templateOf(row, known);
  const input: ProductInput = {
    ...row.initial,
    ...row.fields,
    ...(await references(tx, context, row, [], made)),
    ...(idOfKey(row.sku) === undefined ? { sku: row.sku } : {}),
  };
  if (template !== undefined) input.variant_parent_id = template;
  if (input.name === undefined && template === undefined) {
    throw invalid('name', sentence('is required: there is no product with this SKU yet.'));
  }
  const product = await createProduct(tx, context, input, context.reserved.get(row.sku));
  if (product.sku === null) context.made.set(row.sku, product.id);
  await setFirstPrices(tx, context, product, [context.base], input);
  return { product, announced: Object.keys(input), fields: [], followers: [], lists: [] };
}

async function updateRow(
  tx: Writer,
  context: RowContext,
  row: ProductRow,
  before: Product,
  known: Known,
  made: string[],
): Promise<SavedProduct> {
  const template = templateOf(row, known);
  if (template !== undefined && template !== before.variant_parent_id) {
    throw invalid(
      'variant_of',
      before.variant_parent_id === null
        ? sentence(
            'cannot make a variant of a product that stands alone: leave the cell empty, or use ' +
              'another SKU.',
          )
        : sentence('of a product cannot be changed: use another SKU.'),
    );
  }
  const current = known.categories.get(before.id) ?? [];
  const sent = { ...row.fields, ...(await references(tx, context, row, current, made)) };
  const rates = {
    rate: rateOf(before.taxes, context.taxBook),
    costRate: rateOf(before.cost_taxes, context.taxBook),
  };
  const own = resolvePrices([context.base], known.prices.get(before.id) ?? []);
  const input = withoutUnchanged(sent, before, { categories: current, ...own, ...rates });
  if (Object.keys(input).length === 0)
    return { product: before, announced: [], fields: [], followers: [], lists: [] };
  const { product, changed, followers, lists } = await updateProduct(tx, context, before, input);
  return { product, announced: changed, fields: changed, followers, lists };
}

async function saveSites(tx: Writer, context: RowContext, row: ProductRow, product: Product, known: Known) {
  const seen = known.sites.get(product.id) ?? [];
  const changes = [];
  for (const part of row.sites ?? []) {
    const here = seen.find((each) => each.site_id === part.site);
    const change = await saveAtSite(tx, context, context.book, product, part, here);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

/** Sets what price lists besides the base say; the columns that changed something, and the lists where prices moved. */
async function saveLists(
  tx: Writer,
  context: RowContext,
  row: ProductRow,
  product: Product,
  known: Known,
): Promise<{ columns: string[]; touched: Id[] }> {
  const seen = known.prices.get(product.id) ?? [];
  const columns: string[] = [];
  const touched: Id[] = [];
  const rates = {
    rate: rateOf(product.taxes, context.taxBook),
    costRate: rateOf(product.cost_taxes, context.taxBook),
  };
  for (const { list, column, input } of row.lists ?? []) {
    const left = changedPrices(input, { ...resolvePrices([list], seen), ...rates });
    if (Object.keys(left).length === 0) continue;
    const parents = await withParents(tx, context.company, list);
    const moved = await setPrices(tx, context, product, parents, left, `${column}:`);
    if (moved.length > 0) touched.push(list);
    columns.push(...Object.keys(left).map((name) => `${column}:${name}`));
  }
  return { columns, touched };
}
