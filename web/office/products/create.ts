// Makes a product, and offers it at sites.

import type { Api } from '../../shared/api.ts';
import type { Site } from '../../shared/records.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import type { Product } from '../catalogue/records.ts';

/** Where a new product is offered unless chosen otherwise: at the only site there is. */
export function usualSites(sites: readonly Site[]): string[] {
  return sites.length === 1 ? sites.map(({ id_str }) => id_str) : [];
}

/**
 * Creates a product that is available at the sites. What goes wrong at a site after the first is said in passing:
 * the product is there already.
 */
export async function createAtSites(
  api: Api,
  sites: readonly string[],
  body: object,
  amount: unknown = null,
): Promise<Product> {
  const [one, ...more] = sites;
  if (one === undefined) return api.post<Product>('products', body);
  const availability = { is_available: true, amount };
  const made = await api.post<Product>(`sites/${one}/products`, { ...body, availability });
  try {
    for (const site of more) await api.put(`sites/${site}/products/${made.id_str}`, { availability });
  } catch (error) {
    toast(`It was created, but not at every site: ${sentenceOf(error)}`, 'failed');
  }
  return made;
}
