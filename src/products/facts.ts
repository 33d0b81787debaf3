import type { Fact } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Reader } from '../storage/port.ts';
import { loadContext } from './load.ts';
import type { Product, SiteProduct } from './types.ts';
import { availabilityPayload, productView } from './view.ts';

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

/** One products/availability event when the availability changed; a product new at a site was not available. */
export function availabilityFacts(
  product: Product,
  at: SiteProduct,
  before: SiteProduct | undefined,
): Fact[] {
  const previous = before ?? { is_available: false, amount: null };
  if (at.is_available === previous.is_available && at.amount === previous.amount) return [];
  const payload = JSON.stringify(availabilityPayload(product, at, previous));
  return [
    {
      topic: 'products/availability',
      resource: product.id,
      sites: [at.site_id],
      changed: ['availability'],
      payload,
    },
  ];
}
