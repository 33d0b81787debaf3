import type { Site } from '../company/shape.ts';
import { byIds, decimalsOf, listChain, lockExisting, sites } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, listingOf } from '../edge/listing.ts';
import { type Asked, LIST } from '../edge/query.ts';
import { asking, noContent, type Reply, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound, requireKnown, unknownRecord } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { externalIdsOf } from '../storage/external-ids.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { siteProductsOf } from './at-site.store.ts';
import { productFact, viewsOf } from './facts.ts';
import { modifierList } from './input.ts';
import { type ContextSelection, loadContexts } from './load.ts';
import { modifiersOf, saveModifiers } from './options.store.ts';
import { pricesOf } from './prices.store.ts';
import { chooseForm, rateOf, resolvePrices } from './rules/prices.ts';
import { newSiteProduct } from './rules/product.ts';
import { getProduct, products, tieInTurn } from './store.ts';
import { readTaxBook } from './tax-book.ts';
import type { AttachedModifier, CatalogueAuthor, ModifierInput, Product } from './types.ts';
import { listedProduct, type ProductContext, type SiteContext } from './view.ts';

// The modifiers that pop up when a product is sold, with what each costs there (reference: products.26).

const SHOWN = new Set(['image', 'docket_name', 'unit_price', 'unit_price_ex_tax', 'unit_tax'] as const);
const SHOWN_AT_SITE = new Set([...SHOWN, 'availability'] as const);

/** The whole context that the view of a modifier needs. */
const SELECTED: ContextSelection = {
  categories: false,
  prices: true,
  sites: false,
  optionSets: false,
  images: true,
  variants: false,
  modifiers: false,
};

/**
 * Modifiers as lists show products, with the price they have for the product they are attached to. At a site that is what
 * was set for the product, else their price there, with the taxes and the availability there.
 */
async function shownModifiers(
  tx: Reader,
  call: Call,
  attached: readonly AttachedModifier[],
  site?: Site,
): Promise<{ readonly id: Id; readonly view: object }[]> {
  const { company } = call;
  const wanted = attached.map((each) => each.modifier_id);
  const known = await byIds(products, tx, company, wanted);
  const shown = [...known.values()];
  const selected = site === undefined ? SELECTED : { ...SELECTED, site, sites: true };
  const contexts = await loadContexts(tx, call, shown, selected);
  const hereOf = site === undefined ? () => undefined : await pricesAt(tx, company, site, contexts);
  const names = await externalIdsOf(tx, call, 'product', wanted);
  return attached.flatMap(({ modifier_id: id, price }) => {
    const product = known.get(id);
    const context = contexts.get(id);
    if (product === undefined || context === undefined || product.deleted) return [];
    const base = price === null ? context.base : { ...context.base, price };
    const here = hereOf(id);
    const priced = here && (price === null ? here : { ...here, prices: { ...here.prices, price } });
    const view = listedProduct(
      product,
      { ...context, base },
      here === undefined ? SHOWN : SHOWN_AT_SITE,
      priced,
    );
    return [{ id, view: { ...view, external_id: names.get(id) ?? null } }];
  });
}

/** The same without their ids, of the company. */
async function views(tx: Reader, call: Call, attached: readonly AttachedModifier[]): Promise<object[]> {
  return (await shownModifiers(tx, call, attached)).map(({ view }) => view);
}

/** Looks up what holds for products at a site; one that the site does not have is not available there. */
async function pricesAt(
  tx: Reader,
  company: Id,
  site: Site,
  contexts: ReadonlyMap<Id, ProductContext>,
): Promise<(id: Id) => SiteContext> {
  const chain = await listChain(tx, company, site.price_list_id);
  const prices = Map.groupBy(await pricesOf(tx, company, [...contexts.keys()]), (row) => row.product_id);
  return (id) => ({
    site,
    at: contexts.get(id)?.sites[0]?.at ?? {
      ...newSiteProduct(company, site.id, id, 0n),
      is_available: false,
    },
    prices: resolvePrices(chain, prices.get(id) ?? []),
  });
}

/** A page of the modifiers of a product. */
async function answerModifiers(
  tx: Reader,
  call: Call,
  asked: Asked<typeof LIST>,
  product: Product,
  site?: Site,
): Promise<Reply> {
  const all = await modifiersOf(tx, call.company, [product.id]);
  // One that pops up as something that is deleted is not shown, and takes no place.
  return answerPage(call, call.page(asked), listingOf(await shownModifiers(tx, call, all, site)));
}

/** GET /products/<id>/modifiers: in the order in which they pop up. */
export const listModifiers = asking(LIST, async (tx: Reader, call, asked) => {
  const product = await getProduct(tx, call.company, call.id('product_id'));
  if (product === undefined) throw notFound();
  return answerModifiers(tx, call, asked, product);
});

/** GET /sites/<s>/products/<id>/modifiers: with what each costs there (reference: products.30). */
export const listModifiersAtSite = asking(LIST, async (tx: Reader, call, asked) => {
  const site = await sites.get(tx, call.company, call.id('site_id'));
  const product = await getProduct(tx, call.company, call.id('product_id'));
  if (site === undefined || product === undefined) throw notFound();
  const [here] = await siteProductsOf(tx, call.company, [product.id], site.id);
  if (here === undefined) throw notFound();
  return answerModifiers(tx, call, asked, product, site);
});

async function load(tx: Writer, call: Call): Promise<{ product: Product; before: AttachedModifier[] }> {
  const product = await products.getForUpdate(tx, call.company, call.id('product_id'));
  if (product === undefined || product.deleted) throw notFound();
  const before = await modifiersOf(tx, call.company, [product.id]);
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(await views(tx, call, before))));
  return { product, before };
}

/** Saves the modifiers of a product and tells it, when they are others than before (reference: products.27). */
async function replaceWith(
  tx: Writer,
  call: Call,
  product: Product,
  before: readonly AttachedModifier[],
  attached: readonly AttachedModifier[],
): Promise<void> {
  const same = before.length === attached.length && attached.every((each, at) => isSame(each, before[at]));
  if (same) return;
  const shown = await viewsOf(tx, call, [product]);
  await saveModifiers(tx, call.company, product.id, attached);
  const changed = { ...product, updated_at: call.now };
  await products.update(tx, changed);
  await append(tx, call.company, call.now, [
    await productFact(tx, call, 'products/updated', changed, ['modifiers'], { before: shown }),
  ]);
}

function isSame(one: AttachedModifier, other: AttachedModifier | undefined): boolean {
  return (
    one.modifier_id === other?.modifier_id &&
    one.price?.amount === other.price?.amount &&
    one.price?.form === other.price?.form
  );
}

/** PUT /products/<id>/modifiers: the whole list; a price that is not sent is the modifier's own. */
export const replaceModifiers: WriteHandler = async (tx, call) => {
  await tieInTurn(tx, call.company);
  const { product, before } = await load(tx, call);
  const { modifiers } = call.input(modifierList);
  const attached = await checkedModifiers(tx, call, product, before, modifiers);
  await replaceWith(tx, call, product, before, attached);
  return { status: 200, body: JSON.stringify(await views(tx, call, attached)) };
};

/** 400 for a modifier that is not there, is none, or is there twice. */
export async function checkedModifiers(
  tx: Writer,
  { company, now }: CatalogueAuthor,
  product: Product,
  before: readonly AttachedModifier[],
  wanted: readonly ModifierInput[],
): Promise<AttachedModifier[]> {
  const ids = wanted.map((each) => each.id);
  const held = await lockExisting(tx, 'products', company, ids);
  const known = await byIds(products, tx, company, ids);
  const book = await readTaxBook(tx, { company, now });
  const isBoth = wanted.some((each) => each.unit_price != null && each.unit_price_ex_tax != null);
  const minorUnits = isBoth ? await decimalsOf(tx, company) : 0;
  const fieldAt = (at: number) => `modifiers[${at}].id`;
  requireKnown(ids, (id) => held.has(id) && known.has(id), fieldAt);
  return wanted.map(({ id, unit_price: inc, unit_price_ex_tax: ex }, at) => {
    const field = fieldAt(at);
    const modifier = known.get(id);
    if (modifier === undefined) throw unknownRecord(field, id);
    if (!modifier.is_modifier)
      throw invalid(field, sentence('product {id} is no modifier: set its is_modifier first.', { id }));
    if (ids.indexOf(id) !== at) throw invalid(field, sentence('modifier {id} is there twice.', { id }));
    const old = before.find((each) => each.modifier_id === id)?.price ?? undefined;
    const sent = chooseForm(inc, ex, old, {
      rate: rateOf(modifier.taxes, book, old),
      rateAt: (price) => rateOf(modifier.taxes, book, price),
      minorUnits,
      names: ['unit_price', `modifiers[${at}].unit_price_ex_tax`],
    });
    return { product_id: product.id, modifier_id: id, price: sent === undefined ? (old ?? null) : sent };
  });
}

/** DELETE /products/<id>/modifiers/<modifier> */
export const removeModifier: WriteHandler = async (tx, call) => {
  const { product, before } = await load(tx, call);
  const id = call.id('modifier_id');
  const rest = before.filter((each) => each.modifier_id !== id);
  if (rest.length === before.length) throw notFound();
  await replaceWith(tx, call, product, before, rest);
  return noContent();
};
