import type { Product, UpdateProduct } from '#clients/typescript/index.ts';
import type { Source } from '../catalogue/record.tsx';
import { useCompany } from '../company.tsx';

/** A product as its pages read and write it. */
export function useProductSource(id: string): Source<Product, UpdateProduct> {
  const { passbell } = useCompany();
  return {
    key: ['products', id],
    read: (options) => passbell.request('getProduct', { product_id: id }, options),
    write: (body, options) => passbell.call('updateProduct', { product_id: id, body }, options),
  };
}
