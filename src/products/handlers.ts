import { priceListFacts } from '../company/facts.ts';
import { keepImage } from '../company/images.ts';
import type { Site } from '../company/shape.ts';
import { baseListId, existing, lockExisting, sites, zoneOf } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { BY_EXTERNAL_ID, idsNamed } from '../edge/external-id.ts';
import { answerPage, each, type Listing, listingBy } from '../edge/listing.ts';
import { PAGE } from '../edge/page.ts';
import { type Asked, flag, idList, LIST, paged, searchText, someOf, text } from '../edge/query.ts';
import { CHANGED, timeBounds } from '../edge/ranges.ts';
import { asking, created, noContent, type Reply, type WriteHandler } from '../edge/route.ts';
import { ApiError, conflict, invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { appendAudit } from '../outbox/audit.ts';
import { externalIdOf, freeExternalIds, setExternalId, withExternalId } from '../storage/external-ids.ts';
import type { FoundRecord } from '../storage/finding.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { sliceOf } from '../storage/slices.ts';
import { productAct, productChangeActs, siteTaxActs } from './acts.ts';
import { countedAt, lockSiteProduct, removeSiteProduct, saveSiteProduct } from './at-site.store.ts';
import { categoriesOf, touchCategories } from './categories.store.ts';
import {
  availabilityFacts,
  familyViews,
  goneFacts,
  noteOverrides,
  productFact,
  updateFacts,
  viewsOf,
} from './facts.ts';
import { productCreate, productCreateAtSite, productUpdate, siteProductUpdate } from './input.ts';
import { listedRenderer, shortTexts } from './listed.ts';
import { countProducts, listProducts, type ProductFilter } from './lists.store.ts';
import { EVERYTHING, loadContext } from './load.ts';
import { productWithModifier, setWithOption } from './options.store.ts';
import { mergeSiteProduct, newSiteProduct, withoutCompanyValues } from './rules/product.ts';
import { isTemplate } from './rules/variants.ts';
import { createProduct, resolveRefs, updateProduct } from './save.ts';
import { setFirstPrices, setPricesWithActs, withParents } from './set-prices.ts';
import { listedProducts, type ProductRows, shortProducts } from './short.store.ts';
import { getProduct, products, removeTraces, tieInTurn, variantsOf } from './store.ts';
import type { Product, ProductInput, SiteProduct, SiteProductInput } from './types.ts';
import {
  EXTRA_FIELDS,
  inventoryView,
  productView,
  siteProductView,
  taxedProductView,
  taxedSiteProductView,
} from './view.ts';

async function siteOf(tx: Reader, call: Call): Promise<Site> {
  const site = await sites.get(tx, call.company, call.id('site_id'));
  if (site === undefined) throw notFound();
  return site;
}

/**
 * The same, and keeps it and its price list from changing until the transaction ends. Orders keep it as well, when they have stock that
 * this waits for.
 */
async function keepSite(tx: Writer, call: Call): Promise<Site> {
  const site = await sites.getForShare(tx, call.company, call.id('site_id'));
  if (site === undefined) throw notFound();
  return site;
}

async function productOf(tx: Writer, call: Call): Promise<Product> {
  const product = await products.getForUpdate(tx, call.company, call.id('product_id'));
  if (product === undefined || product.deleted) throw notFound();
  return product;
}

async function render(tx: Reader, call: Call, product: Product, isTaxed = false): Promise<string> {
  const show = isTaxed ? taxedProductView : productView;
  const json = JSON.stringify(show(product, await loadContext(tx, call, product)));
  return withExternalId(json, await externalIdOf(tx, call, 'product', product.id));
}

async function renderAtSite(
  tx: Reader,
  call: Call,
  product: Product,
  site: Site,
  isTaxed = false,
): Promise<string> {
  const context = await loadContext(tx, call, product, { ...EVERYTHING, site });
  const [here] = context.sites;
  if (here === undefined) throw notFound();
  const show = isTaxed ? taxedSiteProductView : siteProductView;
  const json = JSON.stringify(show(product, here, context));
  return withExternalId(json, await externalIdOf(tx, call, 'product', product.id));
}

/** A body with its picture kept and named by its address, when it brought one itself. */
async function takeImage<T extends ProductInput>(tx: Writer, call: Call, input: T): Promise<T> {
  // An absent picture stays absent: a new product's event names the fields that were sent.
  return input.image === undefined ? input : { ...input, image: await keepImage(tx, call, input.image) };
}

const PRODUCTS = {
  ids: idList('Only these, by their ids.'),
  ...BY_EXTERNAL_ID,
  tag: text('Only products with this tag.'),
  name: text('Only products whose name has this in it.'),
  exactname: text('Only products of this name.'),
  sku: text('Only products with this stock keeping unit.'),
  barcode: text('Only products with this barcode.'),
  q: searchText(
    'Only products that have each of these words in the name, the stock keeping unit or the barcode.',
  ),
  ...CHANGED,
  fields: someOf(EXTRA_FIELDS, 'Further fields to show of each.'),
  ...paged(PAGE.products),
};

/** The parameters of lists at a site (reference: products.14). */
const SITE_PRODUCTS = {
  ...PRODUCTS,
  sold: flag('Only products that are sold, or are not.'),
  purchased: flag('Only products that are bought, or are not.'),
  is_available: flag('Only products that are available, or are not.'),
  inventoried: flag('Only products that are kept in stock, or are not.'),
};

/** Every list of products: of the company, a category, a site, a category at a site (reference: products.13). */
async function listOf(
  tx: Reader,
  call: Call,
  asked: Asked<typeof PRODUCTS> & Partial<Asked<typeof SITE_PRODUCTS>>,
): Promise<Reply> {
  const page = call.page(asked);
  const site = call.word('site_id') === '' ? undefined : await siteOf(tx, call);
  const category = call.word('category_id') === '' ? undefined : call.id('category_id');
  if (category !== undefined && !(await existing(tx, 'categories', call.company, [category])).has(category)) {
    throw notFound();
  }
  const updated = await timeBounds(asked, 'updated', () => zoneOf(tx, call.company, site));
  const filter: ProductFilter = {
    site: site?.id,
    category,
    ids: await idsNamed(tx, call, 'product', asked, asked.ids),
    tag: asked.tag,
    name: asked.name,
    exactName: asked.exactname,
    sku: asked.sku,
    barcode: asked.barcode,
    q: asked.q,
    updated,
    sold: asked.sold,
    purchased: asked.purchased,
    available: asked.is_available,
    inventoried: asked.inventoried,
  };
  const position = ({ id, updated_at: at }: FoundRecord) => (updated.length > 0 ? [at, id] : [id]);
  const listing = <T extends FoundRecord>(
    from: ProductRows<T>,
    render: Listing<T>['render'],
  ): Listing<T> => ({
    read: async (after, limit) =>
      sliceOf(await listProducts(tx, from, call.company, filter, after, limit + 1), limit),
    position,
    find: async (id) => {
      const own = { site: site?.id, category, ids: [id] };
      const [found] = await listProducts(tx, from, call.company, own, undefined, 1);
      return found && position(found);
    },
    render,
    count: () => countProducts(tx, call.company, filter),
  });
  // What is asked for beside it is not in the text that is kept of a product.
  return asked.fields.size === 0
    ? answerPage(
        call,
        page,
        listing(shortProducts, (shown) => shortTexts(tx, call, shown, site)),
      )
    : answerPage(
        call,
        page,
        listing(listedProducts, async (shown) =>
          shown.map(await listedRenderer(tx, call, shown, asked.fields, site)),
        ),
      );
}

/** GET /products and /categories/<c>/products */
export const list = asking(PRODUCTS, listOf);

/** GET /sites/<s>/products and /sites/<s>/categories/<c>/products */
export const listAtSite = asking(SITE_PRODUCTS, listOf);

/** The parameters of a single product, which shows the rest of what lists can be asked for anyway. */
const PRODUCT = {
  fields: someOf(
    EXTRA_FIELDS,
    'With `taxes` it shows its taxes as records; without, as ids. The others it shows anyway.',
  ),
};

/** GET /products/<id> */
export const get = asking(PRODUCT, async (tx: Reader, call, { fields }) => {
  const product = await getProduct(tx, call.company, call.id('product_id'));
  if (product === undefined) throw notFound();
  return { status: 200, body: await render(tx, call, product, fields.has('taxes')) };
});

/** GET /sites/<s>/products/<id>; 404 where the product was not made available (reference: products.10). */
export const getAtSite = asking(PRODUCT, async (tx: Reader, call, { fields }) => {
  const site = await siteOf(tx, call);
  const product = await getProduct(tx, call.company, call.id('product_id'));
  if (product === undefined) throw notFound();
  return { status: 200, body: await renderAtSite(tx, call, product, site, fields.has('taxes')) };
});

/** POST /products: a company product, not available at any site. */
export const create: WriteHandler = async (tx, call) => {
  const input = await takeImage(tx, call, call.input(productCreate));
  const product = await createProduct(tx, call, input);
  await setExternalId(tx, call, 'product', product.id, input.external_id);
  await setFirstPrices(tx, call, product, [await baseListId(tx, call.company)], input);
  const body = await render(tx, call, product);
  await append(tx, call.company, call.now, [
    await productFact(tx, call, 'products/created', product, Object.keys(input)),
  ]);
  await appendAudit(tx, call, call, productAct('created', product, body));
  return created(body, `/companies/${call.company}/products/${product.id}`);
};

/** POST /sites/<s>/products: with what holds at the site; the price goes on its list and on the base list. */
export const createAtSite: WriteHandler = async (tx, call) => {
  const site = await keepSite(tx, call);
  const input = await takeImage(tx, call, call.input(productCreateAtSite));
  const product = await createProduct(tx, call, input);
  await setExternalId(tx, call, 'product', product.id, input.external_id);
  const base = await baseListId(tx, call.company);
  await setFirstPrices(tx, call, { ...product, site }, [base, site.price_list_id], input);
  const fresh = newSiteProduct(call.company, site.id, product.id, call.now);
  const at = mergeSiteProduct(fresh, { availability: input.availability }, call.now);
  await saveSiteProduct(tx, at);
  const body = await renderAtSite(tx, call, product, site);
  await append(tx, call.company, call.now, [
    await productFact(tx, call, 'products/created', product, Object.keys(input)),
    ...availabilityFacts({ ...at, sku: product.sku }, undefined, product.low_stock),
  ]);
  await appendAudit(tx, call, call, productAct('created', product, body));
  return created(body, `/companies/${call.company}/sites/${site.id}/products/${product.id}`);
};

/** A template is kept from changing before its variant is: who changes the template locks them in that order. */
async function lockTemplate(tx: Writer, call: Call): Promise<void> {
  const product = await getProduct(tx, call.company, call.id('product_id'));
  const parent = product?.variant_parent_id ?? null;
  if (parent !== null) await lockExisting(tx, 'products', call.company, [parent]);
}

/** PUT /products/<id> */
export const update: WriteHandler = async (tx, call) => {
  if (Object.hasOwn(Object(call.body), 'option_sets')) await tieInTurn(tx, call.company);
  await lockTemplate(tx, call);
  const before = await productOf(tx, call);
  if (call.hasIfMatch) call.checkMatch(etagOf(await render(tx, call, before)));
  const input = await takeImage(tx, call, call.input(productUpdate));
  const shown = await familyViews(tx, call, [before]);
  const isRenamed = await setExternalId(tx, call, 'product', before.id, input.external_id);
  const saved = await updateProduct(tx, call, before, input, isRenamed ? ['external_id'] : []);
  const body = await render(tx, call, saved.product);
  await append(tx, call.company, call.now, await updateFacts(tx, call, saved, shown));
  await appendAudit(tx, call, call, productChangeActs(saved.product, shown.get(before.id), body));
  return { status: 200, body };
};

/**
 * 400 for a product that is to be shown online where the site shows none; what it shows of it then, false, changes nothing
 * (reference: products.28).
 */
function onlineInput(input: SiteProductInput, site: Site): SiteProductInput {
  if (site.online_products_enabled || input.show_online == null) return input;
  if (input.show_online)
    throw invalid(
      'show_online',
      sentence('Online Products are not enabled at site {site}: set its online_products_enabled first.', {
        site: site.id,
      }),
    );
  return { ...input, show_online: undefined };
}

/** PUT /sites/<s>/products/<id>: makes the product available there; prices go on the site's current list. */
export const updateAtSite: WriteHandler = async (tx, call) => {
  const site = await keepSite(tx, call);
  const known = await productOf(tx, call);
  const before = await lockSiteProduct(tx, call.company, site.id, known.id);
  await checkMatchAtSite(tx, call, known, site, before);
  const input = await resolveRefs(tx, call.company, onlineInput(call.input(siteProductUpdate), site));
  const shown = before === undefined ? await viewsOf(tx, call, [known]) : new Map();
  const start = before ?? newSiteProduct(call.company, site.id, known.id, call.now);
  const at = mergeSiteProduct(start, withoutCompanyValues(input, start, known), call.now);
  await saveSiteProduct(tx, at);
  const taxed = {
    id: known.id,
    taxes: start.taxes ?? known.taxes,
    cost_taxes: start.cost_taxes ?? known.cost_taxes,
    after: { taxes: at.taxes ?? known.taxes, cost_taxes: at.cost_taxes ?? known.cost_taxes },
    site,
  };
  const list = await withParents(tx, call.company, site.price_list_id);
  const prices = { product: taxed, input, field: '' };
  const { moved, acts } = await setPricesWithActs(tx, call, list, [prices]);
  const product = before === undefined || moved.size > 0 ? await saveMoved(tx, call, known) : known;
  const body = await renderAtSite(tx, call, product, site);
  // Enabling a product at a site makes an event; overriding its fields there does not (reference: events.5).
  const enabled =
    before === undefined
      ? [await productFact(tx, call, 'products/updated', product, ['sites'], { before: shown })]
      : [];
  const facts = [...enabled, ...availabilityFacts({ ...at, sku: product.sku }, before, product.low_stock)];
  await append(tx, call.company, call.now, [
    ...facts,
    ...(await priceListFacts(tx, call.company, moved.size > 0 ? [site.price_list_id] : [])),
  ]);
  if (facts.length === 0) await noteOverrides(tx, call.company, [{ before, after: at }]);
  await appendAudit(tx, call, call, [...siteTaxActs(product, start, at), ...acts]);
  return { status: 200, body };
};

/** The product as one that has just changed beside its row, such as by a price (reference: products.44). */
async function saveMoved(tx: Writer, { now }: Call, product: Product): Promise<Product> {
  const moved = { ...product, updated_at: now };
  await products.update(tx, moved);
  return moved;
}

/** 412 when If-Match names another state than the product's at the site; where it is not, it has none. */
async function checkMatchAtSite(
  tx: Reader,
  call: Call,
  product: Product,
  site: Site,
  before: SiteProduct | undefined,
): Promise<void> {
  if (!call.hasIfMatch) return;
  if (before === undefined)
    throw new ApiError('precondition_failed', sentence('The product is not available at this site.'));
  call.checkMatch(etagOf(await renderAtSite(tx, call, product, site)));
}

/** DELETE /sites/<s>/products/<id>: from the site alone. */
export const removeAtSite: WriteHandler = async (tx, call) => {
  const site = await keepSite(tx, call);
  const product = await productOf(tx, call);
  const before = await lockSiteProduct(tx, call.company, site.id, product.id);
  if (before === undefined) throw notFound();
  await checkMatchAtSite(tx, call, product, site, before);
  const shown = await viewsOf(tx, call, [product]);
  await removeSiteProduct(tx, call.company, site.id, product.id);
  const gone = { ...before, is_available: false, amount: null, updated_at: call.now };
  const moved = await saveMoved(tx, call, product);
  await append(tx, call.company, call.now, [
    await productFact(tx, call, 'products/updated', moved, ['sites'], {
      leaving: [site.id],
      before: shown,
    }),
    ...availabilityFacts({ ...gone, sku: product.sku }, before, null),
  ]);
  return noContent();
};

/** 409 saying by what, when something would miss the product. */
async function refuseUsed(tx: Reader, company: Id, product: Product): Promise<void> {
  const [child] = isTemplate(product) ? await variantsOf(tx, company, [product.id]) : [];
  if (child !== undefined)
    throw conflict(
      sentence('It cannot be deleted: product {id} ("{name}") is a variant of it.', {
        id: child.id,
        name: child.name,
      }),
    );
  const set = await setWithOption(tx, company, product.id);
  if (set !== undefined)
    throw conflict(
      sentence('It cannot be deleted: it is an option of option set {id} ("{name}").', {
        id: set.id,
        name: set.name,
      }),
    );
  const user = await productWithModifier(tx, company, product.id);
  if (user !== undefined)
    throw conflict(
      sentence('It cannot be deleted: it is a modifier of product {id} ("{name}").', {
        id: user.id,
        name: user.name,
      }),
    );
}

/** DELETE /products/<id>: at company level. */
export const remove: WriteHandler = async (tx, call) => {
  const product = await productOf(tx, call);
  if (call.hasIfMatch) call.checkMatch(etagOf(await render(tx, call, product)));
  await refuseUsed(tx, call.company, product);
  const deleted = { ...product, deleted: true };
  // Last of all that it is gone: who reads on knows nothing of it afterwards.
  const facts = [
    ...(await goneFacts(tx, call, product)),
    await productFact(tx, call, 'products/deleted', deleted, []),
  ];
  const json = await render(tx, call, product);
  const inCategories = (await categoriesOf(tx, call.company, [product.id])).map(({ id }) => id);
  await products.update(tx, { ...deleted, updated_at: call.now });
  await removeTraces(tx, product);
  await touchCategories(tx, call.company, inCategories, call.now);
  await append(tx, call.company, call.now, facts);
  await appendAudit(tx, call, call, productAct('deleted', product, json));
  // The event still tells each add-on what it called the product.
  await freeExternalIds(tx, call.company, 'product', product.id);
  return noContent();
};

/** GET /sites/<s>/inventory: the counted products of the site (reference: products.11). */
export const inventory = asking(LIST, async (tx: Reader, call, asked): Promise<Reply> => {
  const site = await siteOf(tx, call);
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after, limit) => countedAt(tx, call.company, site.id, after ?? 0n, limit),
      (row) => row.product_id,
      each(({ product_id: id, amount }) => inventoryView({ id, stock: amount })),
    ),
  );
});
