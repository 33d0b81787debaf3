import type { UpdateProduct } from '#clients/typescript/index.ts';
import type { Source } from '../catalogue/record.tsx';
import { useCompany } from '../company.tsx';

/** A product as its pages read and write it. */
export function useProductSource(id: string): Source<'getProduct', UpdateProduct> {
  const { passbell } = useCompany();
  return {
    topic: 'products',
    read: 'getProduct',
    input: { product_id: id },
    write: (body, options) => passbell.request('updateProduct', { product_id: id, body }, options),
  };
}
