import { byIds, lockExisting, taxesById } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, each, listingBy } from '../edge/listing.ts';
import { LIST } from '../edge/query.ts';
import { asking, noContent, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { modifierList } from './input.ts';
import { loadContexts } from './load.ts';
import { modifiersOf, saveModifiers } from './options.store.ts';
import { chooseForm, rateOf } from './rules/prices.ts';
import { getProduct, products } from './store.ts';
import type { AttachedModifier, ModifierInput, Product } from './types.ts';
import { listedProduct } from './view.ts';

// The modifiers that pop up when a product is sold, with what each costs there (reference: products.26).

const SHOWN = new Set(['image', 'docket_name', 'unit_price', 'unit_price_ex_tax', 'unit_tax'] as const);

/** Modifiers as lists show products, with the price they have for the product they are attached to. */
async function views(tx: Reader, company: Id, attached: readonly AttachedModifier[]) {
  const wanted = attached.map((each) => each.modifier_id);
  const known = await byIds(products, tx, company, wanted);
  const contexts = await loadContexts(tx, company, [...known.values()], {
    categories: false,
    prices: true,
    sites: false,
    optionSets: false,
    images: true,
    variants: false,
    modifiers: false,
  });
  return attached.flatMap(({ modifier_id: id, price }) => {
    const product = known.get(id);
    const context = contexts.get(id);
    if (product === undefined || context === undefined || product.deleted) return [];
    const base = price === null ? context.base : { ...context.base, price };
    return [listedProduct(product, { ...context, base }, SHOWN, undefined)];
  });
}

/** GET /products/<id>/modifiers: in the order in which they pop up. */
export const listModifiers = asking(LIST, async (tx: Reader, call, asked) => {
  const product = await getProduct(tx, call.company, call.id('product_id'));
  if (product === undefined) throw notFound();
  const all = await modifiersOf(tx, call.company, [product.id]);
  // One that pops up as something that is deleted is not shown, and takes no place.
  const rows = await views(tx, call.company, all);
  const shown = rows.map((view, at) => ({ view, place: BigInt(at + 1) }));
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after = 0n, limit) => Promise.resolve(shown.slice(Number(after), Number(after) + limit)),
      (row) => row.place,
      each((row) => row.view),
    ),
  );
});

async function load(tx: Writer, call: Call): Promise<{ product: Product; before: AttachedModifier[] }> {
  const product = await products.getForUpdate(tx, call.company, call.id('product_id'));
  if (product === undefined || product.deleted) throw notFound();
  const before = await modifiersOf(tx, call.company, [product.id]);
  if (call.hasIfMatch) call.checkMatch(etagOf(JSON.stringify(await views(tx, call.company, before))));
  return { product, before };
}

/** PUT /products/<id>/modifiers: the whole list; a price that is not sent is the modifier's own. */
export const replaceModifiers: WriteHandler = async (tx, call) => {
  const { product, before } = await load(tx, call);
  const { modifiers } = call.input(modifierList);
  const attached = await checkedModifiers(tx, product, before, modifiers);
  await saveModifiers(tx, call.company, product.id, attached);
  return { status: 200, body: JSON.stringify(await views(tx, call.company, attached)) };
};

/** 400 for a modifier that is not there, is none, or is there twice. */
export async function checkedModifiers(
  tx: Writer,
  product: Product,
  before: readonly AttachedModifier[],
  wanted: readonly ModifierInput[],
): Promise<AttachedModifier[]> {
  const { company_id: company } = product;
  const ids = wanted.map((each) => each.id);
  const held = await lockExisting(tx, 'products', company, ids);
  const known = await byIds(products, tx, company, ids);
  const taxes = await taxesById(tx, company);
  return wanted.map(({ id, unit_price: inc, unit_price_ex_tax: ex }, at) => {
    const field = `modifiers[${at}].id`;
    const modifier = held.has(id) ? known.get(id) : undefined;
    if (modifier === undefined) throw invalid(field, sentence('{id} does not exist.', { id }));
    if (!modifier.is_modifier)
      throw invalid(field, sentence('product {id} is no modifier: set its is_modifier first.', { id }));
    if (ids.indexOf(id) !== at) throw invalid(field, sentence('modifier {id} is there twice.', { id }));
    const old = before.find((each) => each.modifier_id === id)?.price ?? undefined;
    const sent = chooseForm(inc, ex, old, rateOf(modifier.taxes, taxes));
    return { product_id: product.id, modifier_id: id, price: sent === undefined ? (old ?? null) : sent };
  });
}

/** DELETE /products/<id>/modifiers/<modifier> */
export const removeModifier: WriteHandler = async (tx, call) => {
  const { product, before } = await load(tx, call);
  const id = call.id('modifier_id');
  const rest = before.filter((each) => each.modifier_id !== id);
  if (rest.length === before.length) throw notFound();
  await saveModifiers(tx, call.company, product.id, rest);
  return noContent();
};
