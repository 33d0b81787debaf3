// What the list of products is narrowed by: kept in the page's address, turned into a path of the API.

/** What a text is looked for in. */
export const SEARCHED = ['name', 'sku', 'tag'] as const;
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
const FIELDS = 'image,categories,availability,unit_price,variant_parent_id,variant_attributes';

/** The API's path for a filter (reference: products.13, products.14). */
export function pathOf(filter: ProductFilter): string {
  const { site, category, by, text } = filter;
  const path = [
    ...(site === null ? [] : ['sites', site]),
    ...(category === null ? [] : ['categories', category]),
    'products',
  ].join('/');
  const query = new URLSearchParams();
  if (text.trim() !== '') query.set(by, text.trim());
  if (site !== null) {
    if (filter.sold !== null) query.set('sold', filter.sold);
    if (filter.available !== null) query.set('is_available', filter.available);
    if (filter.counted !== null) query.set('inventoried', filter.counted);
  }
  query.set('fields', FIELDS);
  return `${path}?${query}`;
}
