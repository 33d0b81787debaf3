import { importRows } from '../imports/catalogue.ts';
import type { ProductRow, Rows, SetRow } from '../imports/rows.ts';
import type { ImportTarget } from '../imports/run.ts';
import type { Id } from '../kernel/id.ts';
import { parseDecimal } from '../kernel/money.ts';
import type { Micros } from '../kernel/time.ts';
import { ENGLISH } from '../kernel/words.ts';
import { lockProducts, productIdsBySku } from '../products/store.ts';
import type { Writer } from '../storage/port.ts';

// Menus: what real places publish of what they sell, in less detail than a catalogue has.

/** A menu as it is imported: prices are tax-inclusive decimal text. */
export interface ImportedMenu {
  /** Templates with their variants. */
  readonly families: readonly MenuFamily[];
  readonly products: readonly MenuItem[];
  readonly sets?: readonly MenuSet[];
}

/** A template: its products are its variants. */
export interface MenuFamily {
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** The name of the one attribute, such as Size, and its values. */
  readonly attribute: string;
  readonly values: readonly string[];
}

/** A product of a menu. */
export interface MenuItem {
  readonly sku: string;
  readonly name: string;
  readonly category?: string | undefined;
  readonly description?: string | undefined;
  readonly price: string;
  /** The SKU of its family, and its value of the family's attribute. */
  readonly family?: string | undefined;
  readonly value?: string | undefined;
  /** The names of its option sets, in order. */
  readonly option_sets?: readonly string[] | undefined;
}

/** A choice between products. */
export interface MenuSet {
  readonly name: string;
  readonly min_selection: number;
  readonly max_selection: number | null;
  /** SKUs; each option has the price of its product. */
  readonly options: readonly string[];
}

/**
 * A menu as rows. The menu decides what it holds: name, description, the price on the base list and the option
 * sets are set to it, also where they were changed by hand since, because importing a menu again is meant to restore
 * it. All else of a known product stays: its taxes, tags, other categories, the prices of other lists, and its
 * availability and stock. A product that stood alone before its menu had families keeps standing alone, since a
 * product does not change its template; the remarks say so.
 */
export async function menuRows(
  tx: Writer,
  { company, site, taxes }: ImportTarget,
  menu: ImportedMenu,
): Promise<{ rows: Rows; remarks: readonly string[] }> {
  const plain = await standingAlone(tx, company, menu);
  const used = new Set(menu.products.flatMap(({ sku, family }) => (plain.has(sku) ? [] : (family ?? []))));
  const families = menu.families.filter(({ sku }) => used.has(sku));
  const attributes = new Map(families.map(({ sku, attribute }) => [sku, attribute]));
  const common = {
    initial: { show_online: true, taxes: [...taxes] },
    addsCategories: true,
    sites: [{ site, column: 'site', remove: false, input: {} }],
  };
  const templates = families.map(
    ({ sku, name, category, description, attribute, values }, at): ProductRow => ({
      ...common,
      file: 'menu',
      line: at + 1,
      sku,
      fields: { name, description, variant_attributes: { [attribute]: [...values] } },
      categories: [category],
    }),
  );
  const items = menu.products.map((item, at): ProductRow => {
    const attribute = plain.has(item.sku) ? undefined : attributes.get(item.family ?? '');
    const { name, description } = item;
    return {
      ...common,
      file: 'menu',
      line: at + 1,
      sku: item.sku,
      variant_of: attribute === undefined ? undefined : item.family,
      fields: {
        name,
        ...(description === undefined ? {} : { description }),
        ...(attribute === undefined ? {} : { variant_attributes: { [attribute]: [item.value ?? ''] } }),
        unit_price: priceOf(item),
      },
      // A variant is in the categories of its template.
      categories: attribute === undefined && item.category !== undefined ? [item.category] : undefined,
      option_sets: item.option_sets,
    };
  });
  const sets = (menu.sets ?? []).map(
    ({ name, options, ...fields }, at): SetRow => ({
      file: 'menu',
      line: at + 1,
      name,
      fields,
      options: options.map((sku) => ({ sku, price: null })),
    }),
  );
  const remarks =
    plain.size === 0
      ? []
      : [
          `${plain.size} products that were there before as products of their own stay so: they become no variants.`,
        ];
  return { rows: { products: [...templates, ...items], sets }, remarks };
}

/** The SKUs of variants that are there as products of their own. */
async function standingAlone(
  tx: Writer,
  company: Id,
  { products }: ImportedMenu,
): Promise<ReadonlySet<string>> {
  const variants = products.flatMap(({ sku, family }) => (family === undefined ? [] : [sku]));
  const ids = await productIdsBySku(tx, company, variants);
  const known = await lockProducts(tx, company, [...ids.values()]);
  return new Set(variants.filter((sku) => known.get(ids.get(sku) ?? 0n)?.variant_parent_id === null));
}

function priceOf({ sku, price }: MenuItem): bigint {
  const amount = parseDecimal(price);
  if (amount === undefined) throw new Error(`The price "${price}" of ${sku} is not a number.`);
  return amount;
}

/** Brings a menu into a company and makes it available at a site, all or nothing, in the caller's transaction. */
export async function importMenu(
  tx: Writer,
  target: ImportTarget,
  menu: ImportedMenu,
  now: Micros,
): Promise<void> {
  const { rows } = await menuRows(tx, target, menu);
  const { problems } = await importRows(tx, target.company, rows, now);
  const [first] = problems;
  if (first !== undefined) throw new Error(`The menu cannot be imported: ${ENGLISH.tell(first.sentence)}`);
}
