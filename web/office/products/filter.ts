// What the list of products is narrowed by: kept in the page's address, turned into a call of the API.

import type { Input } from '#clients/typescript/index.ts';

/** The fields that a text is looked for in. */
export const SEARCHED = ['name', 'sku', 'barcode', 'tag'] as const;
export type Searched = (typeof SEARCHED)[number];

type YesNo = 'true' | 'false' | null;

/** The filters of the API's product lists, by their name in the page's address. */
export interface ProductFilter {
  readonly by: Searched;
  readonly text: string;
  readonly category: string | null;
  readonly site: string | null;
  /** These count at a site alone. */
  readonly sold: YesNo;
  readonly available: YesNo;
  readonly counted: YesNo;
}

const ID = /^\d{1,19}$/;
const MAX_TEXT = 255;

/** Reads the page's query; what does not fit is as if it were not there. */
export function readFilter(query: URLSearchParams): ProductFilter {
  const id = (name: string) => {
    const text = query.get(name);
    return text !== null && ID.test(text) ? text : null;
  };
  const yesNo = (name: string): YesNo => {
    const text = query.get(name);
    return text === 'true' || text === 'false' ? text : null;
  };
  const by = query.get('by');
  return {
    by: SEARCHED.find((each) => each === by) ?? 'name',
    text: (query.get('q') ?? '').slice(0, MAX_TEXT),
    category: id('category'),
    site: id('site'),
    sold: yesNo('sold'),
    available: yesNo('available'),
    counted: yesNo('counted'),
  };
}

/** The page's query for a filter. */
export function writeFilter(filter: ProductFilter): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: string | null) => {
    if (value !== null && value !== '') query.set(name, value);
  };
  if (filter.by !== 'name') put('by', filter.by);
  put('q', filter.text);
  put('category', filter.category);
  put('site', filter.site);
  if (filter.site !== null) {
    put('sold', filter.sold);
    put('available', filter.available);
    put('counted', filter.counted);
  }
  return query;
}

/** The optional parts of a product that the list asks for. */
const FIELDS = [
  'image',
  'categories',
  'availability',
  'unit_price',
  'variant_parent_id',
  'variant_attributes',
] as const;

type Lists = 'listProducts' | 'listCategoryProducts' | 'listSiteProducts' | 'listSiteCategoryProducts';
/** A list of the API with what it is asked. */
type ListCall = { [K in Lists]: { readonly list: K; readonly input: Input<K> } }[Lists];

/** The API's list for a filter (reference: products.13, products.14). */
export function callOf(filter: ProductFilter): ListCall {
  const { site, category, by, text } = filter;
  const asked = { ...(text.trim() === '' ? {} : { [by]: text.trim() }), fields: FIELDS };
  if (site === null) {
    return category === null
      ? { list: 'listProducts', input: asked }
      : { list: 'listCategoryProducts', input: { category_id: category, ...asked } };
  }
  const here = {
    ...asked,
    site_id: site,
    ...(filter.sold === null ? {} : { sold: filter.sold === 'true' }),
    ...(filter.available === null ? {} : { is_available: filter.available === 'true' }),
    ...(filter.counted === null ? {} : { inventoried: filter.counted === 'true' }),
  };
  return category === null
    ? { list: 'listSiteProducts', input: here }
    : { list: 'listSiteCategoryProducts', input: { category_id: category, ...here } };
}
