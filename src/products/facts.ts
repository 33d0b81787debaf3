import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { loadContext } from './load.ts';
import type { ChangedProduct } from './save.ts';
import type { Product, SiteProduct } from './types.ts';
import { type Availability, availabilityPayload, productView } from './view.ts';

/**
 * A fact about a product, with the whole product as it is now. It applies to the sites that have the product,
 * and to the one it was just taken from.
 */
export async function productFact(
  tx: Reader,
  company: Id,
  topic: Fact['topic'],
  product: Product,
  changed: readonly string[],
  leaving: readonly Id[] = [],
): Promise<Fact> {
  const context = await loadContext(tx, company, product);
  const payload = JSON.stringify(productView(product, context));
  const sites = [...leaving, ...context.sites.map(({ site }) => site.id)];
  return { topic, resource: product.id, sites, changed, payload };
}

const PRICES: ReadonlySet<string> = new Set(['unit_price', 'cost_price']);

/**
 * What a change of a company's product is told as: of the product, unless it changed on a price list alone
 * (spec: Events, product events), and of each variant that was renamed with it.
 */
export async function updateFacts(
  tx: Reader,
  company: Id,
  { product, changed, renamed }: ChangedProduct,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  if (changed.some((name) => !PRICES.has(name))) {
    facts.push(await productFact(tx, company, 'products/updated', product, changed));
  }
  for (const child of renamed)
    facts.push(await productFact(tx, company, 'products/updated', child, ['name']));
  return facts;
}

/** One products/availability event when the availability changed; a product new at a site was not available. */
export function availabilityFacts(
  at: Availability,
  before: Pick<SiteProduct, 'is_available' | 'amount'> | undefined,
): Fact[] {
  const previous = before ?? { is_available: false, amount: null };
  if (at.is_available === previous.is_available && at.amount === previous.amount) return [];
  const payload = JSON.stringify(availabilityPayload(at, previous));
  return [
    {
      topic: 'products/availability',
      resource: at.product_id,
      sites: [at.site_id],
      changed: ['availability'],
      payload,
    },
  ];
}
