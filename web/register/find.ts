// Finding products: by heading, name, SKU or barcode. Fast enough to follow the keys with 1,000 products.
import type { Id } from '#src/kernel/id.ts';
import { withoutAccents } from '#src/kernel/text.ts';
import type { Menu, MenuCategory, MenuProduct } from './menu.ts';

interface Indexed {
  readonly product: MenuProduct;
  readonly name: string;
  /** Everything it can be found by. */
  readonly text: string;
}

interface Index {
  /** The products with a button of their own: no modifiers, no variants of another product. */
  readonly shown: readonly MenuProduct[];
  readonly entries: readonly Indexed[];
  readonly codes: ReadonlyMap<string, MenuProduct>;
  readonly variants: ReadonlyMap<Id, readonly MenuProduct[]>;
  readonly byCategory: ReadonlyMap<Id, readonly MenuProduct[]>;
}

/** As people count: Set 2 before Set 10. */
const { compare } = new Intl.Collator(undefined, { numeric: true });
const byName = (a: MenuProduct, b: MenuProduct) => compare(a.name, b.name);

function build({ products }: Menu): Index {
  const sold = [...products.values()]
    .filter((product) => product.is_sold && !product.is_modifier)
    .sort(byName);
  const variants = new Map<Id, MenuProduct[]>();
  const codes = new Map<string, MenuProduct>();
  for (const product of sold) {
    if (product.parent !== null) {
      const family = variants.get(product.parent) ?? [];
      family.push(product);
      variants.set(product.parent, family);
    }
    if (product.is_template) continue;
    for (const code of [product.barcode, product.sku]) {
      if (code !== null && code !== '' && !codes.has(withoutAccents(code)))
        codes.set(withoutAccents(code), product);
    }
  }
  // As they were made, such as small, medium, large: the values of a template are in the order of the alphabet (reference: products.15).
  for (const family of variants.values()) family.sort((a, b) => (a.id < b.id ? -1 : 1));
  // A variant whose template is not sold here stands by itself.
  const shown = sold.filter((product) => product.parent === null || !products.has(product.parent));
  const byCategory = new Map<Id, MenuProduct[]>();
  for (const product of shown) {
    for (const category of product.categories) {
      const list = byCategory.get(category) ?? [];
      list.push(product);
      byCategory.set(category, list);
    }
  }
  const entries = sold
    .filter((product) => !product.is_template)
    .map((product) => ({
      product,
      name: withoutAccents(product.name),
      text: withoutAccents([product.name, product.sku ?? '', product.barcode ?? ''].join('\n')),
    }));
  return { shown, entries, codes, variants, byCategory };
}

const indexes = new WeakMap<Menu['products'], Index>();

function indexOf(menu: Menu): Index {
  const known = indexes.get(menu.products);
  if (known !== undefined) return known;
  const made = build(menu);
  indexes.set(menu.products, made);
  return made;
}

/** Everything with a button of its own, by name; of one heading when one is given. */
export function productsOf(menu: Menu, category: Id | null): readonly MenuProduct[] {
  const index = indexOf(menu);
  return category === null ? index.shown : (index.byCategory.get(category) ?? []);
}

/** The headings that have something under them. */
export function categoriesOf(menu: Menu): MenuCategory[] {
  const { byCategory } = indexOf(menu);
  return menu.categories.filter(({ id }) => byCategory.has(id));
}

/** The variants of a template. */
export function variantsOf(menu: Menu, template: Id): readonly MenuProduct[] {
  return indexOf(menu).variants.get(template) ?? [];
}

/** The product that exactly this is printed on: a barcode, or an SKU. */
export function byCode(menu: Menu, code: string): MenuProduct | undefined {
  return indexOf(menu).codes.get(withoutAccents(code.trim()));
}

/** Products that have every word of a text in name, SKU or barcode: those that begin with it first. */
export function search(menu: Menu, text: string, most: number): MenuProduct[] {
  const wanted = withoutAccents(text.trim());
  if (wanted === '') return [];
  const words = wanted.split(/\s+/);
  const { entries, codes } = indexOf(menu);
  const exact = codes.get(wanted);
  const first: MenuProduct[] = exact === undefined ? [] : [exact];
  const rest: MenuProduct[] = [];
  for (const { product, name, text: all } of entries) {
    if (product === exact || !words.every((word) => all.includes(word))) continue;
    (name.startsWith(wanted) ? first : rest).push(product);
  }
  return [...first, ...rest].slice(0, most);
}

/** True when it cannot be sold now; a template when none of its variants can. */
export function isOut(menu: Menu, product: MenuProduct): boolean {
  if (product.is_template) return variantsOf(menu, product.id).every((variant) => isOut(menu, variant));
  return !product.is_available || (product.amount !== null && product.amount <= 0n);
}

/** True when something has to be, or may be, chosen before it is sold. */
export function needsDialog(menu: Menu, product: MenuProduct): boolean {
  return (
    product.is_template ||
    product.asks_price !== null ||
    product.price === null ||
    product.option_sets.some((id) => menu.sets.has(id)) ||
    product.modifiers.length > 0
  );
}
