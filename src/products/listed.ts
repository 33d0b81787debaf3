import type { Site } from '../company/shape.ts';
import type { Call } from '../edge/call.ts';
import { externalIdsOf, withExternalId } from '../storage/external-ids.ts';
import type { Reader } from '../storage/port.ts';
import { loadContexts } from './load.ts';
import { type ShortProduct, textsOf } from './short.store.ts';
import type { ListedProduct } from './types.ts';
import { type ExtraField, listedProduct } from './view.ts';

/** The price fields that a list can show. */
const PRICE_FIELDS: readonly ExtraField[] = ['unit_price', 'unit_price_ex_tax', 'unit_tax', 'price_form'];

/**
 * Loads what products show in lists with the extra data that is asked for, at a site where it is given, with one query
 * for each kind of record; answers what gives the JSON of each.
 */
export async function listedRenderer(
  tx: Reader,
  call: Call,
  shown: readonly ListedProduct[],
  extra: ReadonlySet<ExtraField>,
  site: Site | undefined,
): Promise<(product: ListedProduct) => string> {
  const contexts = await loadContexts(tx, call, shown, {
    ...(site === undefined ? {} : { site }),
    categories: extra.has('categories'),
    prices: PRICE_FIELDS.some((name) => extra.has(name)),
    sites: site !== undefined || extra.has('availability'),
    optionSets: extra.has('option_sets'),
    images: extra.has('image'),
    variants: extra.has('variants'),
    modifiers: extra.has('modifiers'),
    taxes: extra.has('taxes'),
  });
  const ids = shown.map((product) => product.id);
  const names = await externalIdsOf(tx, call, 'product', ids);
  return (product) => {
    const context = contexts.get(product.id);
    if (context === undefined) throw new Error('A product has no context.');
    const here = site === undefined ? undefined : context.sites[0];
    const json = JSON.stringify(listedProduct(product, context, extra, here));
    return withExternalId(json, names.get(product.id));
  };
}

/** What a list of the company shows of products that nothing more was asked of. */
export async function shortTexts(
  tx: Reader,
  call: Call,
  shown: readonly ShortProduct[],
): Promise<readonly string[]> {
  const textIn = await textsOf(tx, call.company, shown);
  const ids = shown.map((product) => product.id);
  const names = await externalIdsOf(tx, call, 'product', ids);
  return shown.map((product) => withExternalId(textIn(product), names.get(product.id)));
}
