// Makes a product, and offers it at sites.

import type { AmountInput, CreateProduct, Passbell, Product, Site } from '#clients/typescript/index.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useTaxList } from '../catalogue/use.ts';
import { useCompany } from '../company.tsx';

/** Where a new product is offered unless chosen otherwise: at the only site there is. */
export function usualSites(sites: readonly Pick<Site, 'id_str'>[]): string[] {
  return sites.length === 1 ? sites.map(({ id_str }) => id_str) : [];
}

/**
 * Creates a product that is available at the sites. What goes wrong at a site after the first is said in passing:
 * the product is there already.
 */
export async function createAtSites(
  passbell: Passbell,
  sites: readonly string[],
  body: CreateProduct,
  amount: AmountInput | null = null,
): Promise<Pick<Product, 'id_str' | 'name' | 'unit_price'>> {
  const [one, ...more] = sites;
  if (one === undefined) return passbell.call('createProduct', { body });
  const availability = { is_available: true, amount };
  const made = await passbell.call('createSiteProduct', { site_id: one, body: { ...body, availability } });
  try {
    for (const site of more) {
      await passbell.call('updateSiteProduct', {
        site_id: site,
        product_id: made.id_str,
        body: { availability },
      });
    }
  } catch (error) {
    toast(t('Created, but not at every site: {reason}', { reason: sentenceOf(error) }), 'failed');
  }
  return made;
}

/**
 * Makes a product of a name alone, with the company's first tax, where it is chosen: it costs nothing until it is
 * given a price.
 */
export function useQuickProduct(more: CreateProduct = {}) {
  const { passbell, sites } = useCompany();
  const taxes = useTaxList();
  return async (name: string) => {
    const known = taxes.data ?? (await taxes.refetch({ throwOnError: true })).data ?? [];
    return createAtSites(passbell, usualSites(sites), {
      name,
      unit_price: 0,
      taxes: known.slice(0, 1).map(({ id_str }) => id_str),
      ...more,
    });
  };
}
