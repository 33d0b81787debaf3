import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#clients/typescript/index.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';

/** Makes a product available at a site, or not, at once; it is on its way until the lists have been read anew. */
export function useTurn(site: Id, product: Id) {
  const { passbell } = useCompany();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (is_available: boolean) =>
      passbell.call('updateSiteProduct', {
        site_id: site,
        product_id: product,
        body: { availability: { is_available } },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['products'] }),
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
}
