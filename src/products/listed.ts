import type { Site } from '../company/shape.ts';
import type { Call } from '../edge/call.ts';
import { externalIdsOf, withExternalId } from '../storage/external-ids.ts';
import type { Reader } from '../storage/port.ts';
import { siteProductsOf } from './at-site.store.ts';
import { loadContexts } from './load.ts';
import { type ShortProduct, textsOf } from './short.store.ts';
import type { ListedProduct, SiteProduct } from './types.ts';
import { type ExtraField, listedProduct } from './view.ts';

/** The price fields that a list can show. */
const PRICE_FIELDS: readonly ExtraField[] = [
  'unit_price',
  'unit_price_ex_tax',
  'unit_tax',
  'price_form',
  'timed_prices',
];

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
    timed: site !== undefined && extra.has('timed_prices'),
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

/** A member of a record's JSON with another value; in the texts of a record the quotes are escaped, so it is the record's own. */
function withFlag(json: string, name: 'is_inventory' | 'show_online', value: boolean | null): string {
  return value === null ? json : json.replace(FLAGS[name], `"${name}":${value}`);
}

const FLAGS = { is_inventory: /"is_inventory":(?:true|false)/, show_online: /"show_online":(?:true|false)/ };

/** A product's text as a site's list shows it (reference: products.28). */
function textAt(json: string, site: Site, at: SiteProduct | undefined): string {
  if (at === undefined) return json;
  const online = site.online_products_enabled ? at.show_online : false;
  return withFlag(withFlag(json, 'is_inventory', at.is_inventory), 'show_online', online);
}

/** The texts of products in lists without extra fields, at a site where one is given. */
export async function shortTexts(
  tx: Reader,
  call: Call,
  shown: readonly ShortProduct[],
  site?: Site,
): Promise<readonly string[]> {
  const textIn = await textsOf(tx, call.company, shown);
  const ids = shown.map((product) => product.id);
  const names = await externalIdsOf(tx, call, 'product', ids);
  const plain = shown.map((product) => withExternalId(textIn(product), names.get(product.id)));
  if (site === undefined) return plain;
  const there = await siteProductsOf(tx, call.company, ids, site.id);
  const at = new Map(there.map((each) => [each.product_id, each]));
  return plain.map((json, index) => textAt(json, site, at.get(ids[index] ?? 0n)));
}
