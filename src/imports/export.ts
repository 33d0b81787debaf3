import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PriceList, Site } from '../company/shape.ts';
import { baseListId, byIds, firstCompany, getCompany, priceLists, sites, taxes } from '../company/store.ts';
import type { Id } from '../kernel/id.ts';
import { formatDecimal } from '../kernel/money.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import { byCodePoint } from '../kernel/text.ts';
import { ENGLISH, type Sentence, sentence } from '../kernel/words.ts';
import { siteProductsOf } from '../products/at-site.store.ts';
import { categories, categoriesOf } from '../products/categories.store.ts';
import { listsWithPrices, productKeys, sitesWithProducts } from '../products/export.store.ts';
import { modifiersOf, optionSets } from '../products/options.store.ts';
import { pricesOf } from '../products/prices.store.ts';
import { type ListPrice, resolvePrices } from '../products/rules/prices.ts';
import { products } from '../products/store.ts';
import type { AttachedModifier, OptionSet, Product, SiteProduct } from '../products/types.ts';
import type { Reader, Storage } from '../storage/port.ts';
import { LIST_COLUMNS, PRODUCT_COLUMNS, SET_COLUMNS, SITE_COLUMNS } from './columns.ts';
import { BYTE_ORDER_MARK, MAX_RECORDS, writeLine } from './csv.ts';
import { keyOf } from './keys.ts';
import { allOf } from './names.ts';
import { writeAttributes, writeList, writePairs } from './rules/cells.ts';
import { PRODUCTS_FILE, SETS_FILE } from './run.ts';

// The catalogue as CSV files that an import takes back (docs/import.md). Rows stand in an order that does not
// depend on ids, so that the same catalogue gives the same bytes in every company.

/** Products that are read and written at a time. */
const PAGE = 500;
/** Records that a refusal names. */
const MAX_SHOWN = 5;

/** Of which company, and with the columns of which sites. */
interface ExportRequest {
  /** The first company when it is not named. */
  readonly company: Id | undefined;
  /** Only this site's columns; every site's that has products when it is not named. */
  readonly site: Id | undefined;
}

/** The written file. */
interface Exported {
  readonly company: Id;
  readonly products: number;
  readonly sets: number;
}

/** Writes the files of a company's catalogue into a folder; what an import could not tell apart is refused. */
export async function exportTo(storage: Storage, folder: string, wanted: ExportRequest): Promise<Exported> {
  await mkdir(folder, { recursive: true });
  const files = [PRODUCTS_FILE, SETS_FILE].map((name) => join(folder, name));
  const parts = files.map((file) => `${file}.part`);
  try {
    const done = await storage.read(async (tx) => {
      const catalogue = await readCatalogue(tx, wanted);
      const counts: number[] = [];
      for (const [at, lines] of [productLines(tx, catalogue), setLines(catalogue)].entries()) {
        counts.push(await writeFile(parts[at] ?? '', lines));
      }
      const [rows = 0, sets = 0] = counts;
      return { company: catalogue.company, products: rows, sets };
    });
    for (const [at, file] of files.entries()) await rename(parts[at] ?? '', file);
    return done;
  } finally {
    // What is still there was not finished.
    for (const part of parts) await rm(part, { force: true });
  }
}

/** The files of a catalogue. */
export const EXPORT_FILES = ['products', 'option_sets'] as const;
type ExportFile = (typeof EXPORT_FILES)[number];

/** One file of a company's catalogue as text, undefined when it is larger than `most` bytes. */
export async function exportText(
  tx: Reader,
  company: Id,
  { what, site, most }: { what: ExportFile; site: Id | undefined; most: number },
): Promise<string | undefined> {
  const lines =
    what === 'products'
      ? productLines(tx, await readCatalogue(tx, { company, site }))
      : setLines({ sets: await readSets(tx, company), skus: skusOf(await readKeys(tx, company)) });
  const parts = [BYTE_ORDER_MARK];
  let size = 0;
  for await (const some of lines) {
    const text = some.join('');
    size += Buffer.byteLength(text);
    if (size > most) return undefined;
    parts.push(text);
  }
  return parts.join('');
}

/** A catalogue that cannot be written so that an import would take it back; the message says what to change. */
export class ExportRefused extends Error {
  readonly why: Sentence;
  constructor(why: Sentence) {
    super(ENGLISH.tell(why));
    this.why = why;
    this.name = 'ExportRefused';
  }
}

async function writeFile(path: string, lines: AsyncIterable<string[]> | Iterable<string[]>): Promise<number> {
  const file = await open(path, 'w');
  try {
    await file.write(BYTE_ORDER_MARK);
    let count = -1; // the head
    for await (const some of lines) {
      await file.write(some.join(''));
      count += some.length;
    }
    await file.sync();
    return count;
  } finally {
    await file.close();
  }
}

/** A product as others name it. */
interface Key {
  readonly id: Id;
  readonly sku: string;
  readonly variant_parent_id: Id | null;
}

/** The records that rows refer to beside their own products. */
interface Catalogue {
  readonly company: Id;
  readonly base: Id;
  readonly keys: readonly Key[];
  readonly skus: ReadonlyMap<Id, string>;
  readonly taxes: ReadonlyMap<string, string>;
  readonly setNames: ReadonlyMap<string, string>;
  readonly sets: readonly OptionSet[];
  readonly sites: readonly Site[];
  readonly lists: readonly PriceList[];
}

async function readCatalogue(tx: Reader, wanted: ExportRequest): Promise<Catalogue> {
  const company = wanted.company ?? (await firstCompany(tx));
  if (company === undefined) throw new Error('There is no company yet.');
  await getCompany(tx, company).catch(() => {
    throw new Error(`There is no company ${company}.`);
  });
  const allSites = await allOf(sites, tx, company);
  const { site } = wanted;
  if (site !== undefined && !allSites.some(({ id }) => id === site)) {
    throw new Error(`Company ${company} has no site ${site}.`);
  }
  const used = new Set(site === undefined ? await sitesWithProducts(tx, company) : [site]);
  const base = await baseListId(tx, company);
  const priced = new Set(await listsWithPrices(tx, company));
  const keys = await readKeys(tx, company);
  const allTaxes = await allOf(taxes, tx, company);
  const sets = await readSets(tx, company);
  const lists = (await allOf(priceLists, tx, company)).filter(({ id }) => id !== base && priced.has(id));
  const here = allSites.filter(({ id }) => used.has(id));
  refuseTwins(
    allTaxes,
    ({ code }) => code,
    (names) =>
      sentence('To be exported, every tax needs a code of its own; change those of {names}.', { names }),
  );
  refuseTwins(
    await allOf(categories, tx, company),
    ({ name }) => name,
    (names) =>
      sentence('To be exported, every category needs a name of its own; change those of {names}.', { names }),
  );
  refuseTwins(
    here,
    ({ name }) => name,
    (names) =>
      sentence('To be exported, every site needs a name of its own; change those of {names}.', { names }),
  );
  refuseTwins(
    lists,
    ({ name }) => name,
    (names) =>
      sentence('To be exported, every price list needs a name of its own; change those of {names}.', {
        names,
      }),
  );
  return {
    company,
    base,
    keys,
    skus: skusOf(keys),
    taxes: new Map(allTaxes.map(({ id, code }) => [String(id), code])),
    setNames: new Map(sets.map(({ id, name }) => [String(id), name])),
    sets,
    sites: here.sort((a, b) => byCodePoint(a.name, b.name)),
    lists: lists.sort((a, b) => byCodePoint(a.name, b.name)),
  };
}

function skusOf(keys: readonly Key[]): Map<Id, string> {
  return new Map(keys.map(({ id, sku }) => [id, sku]));
}

/** The option sets in the order of their names, which have to differ. */
async function readSets(tx: Reader, company: Id): Promise<OptionSet[]> {
  const sets = await allOf(optionSets, tx, company);
  refuseTwins(
    sets,
    ({ name }) => name,
    (names) =>
      sentence('To be exported, every option set needs a name of its own; change those of {names}.', {
        names,
      }),
  );
  return sets.sort((a, b) => byCodePoint(a.name, b.name));
}

/** Every product's key: a template before its variants, families in the order of their SKUs. */
async function readKeys(tx: Reader, company: Id): Promise<Key[]> {
  const keys: Key[] = [];
  const bad: string[] = [];
  const seen = new Set<string>();
  for (let after = 0n; ; ) {
    const page = await productKeys(tx, company, after, PAGE);
    for (const { id, sku, name, variant_parent_id } of page) {
      const key = keyOf({ id, sku });
      if (seen.has(key)) bad.push(`product ${id} ("${name}") has "${key}" like another one`);
      else keys.push({ id, sku: key, variant_parent_id });
      seen.add(key);
    }
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  if (bad.length > 0)
    throw new ExportRefused(
      sentence('No two products may have one SKU to be exported: {names}.', { names: someOf(bad) }),
    );
  if (keys.length > MAX_RECORDS)
    throw new ExportRefused(sentence('There are more than {max} products.', { max: MAX_RECORDS }));
  const skus = skusOf(keys);
  const family = ({ sku, variant_parent_id: parent }: Key) =>
    parent === null ? sku : (skus.get(parent) ?? sku);
  const child = ({ variant_parent_id }: Key) => Number(variant_parent_id !== null);
  return keys.sort(
    (a, b) => byCodePoint(family(a), family(b)) || child(a) - child(b) || byCodePoint(a.sku, b.sku),
  );
}

/** Refuses records that a file could not tell apart. */
function refuseTwins<T extends { id: Id }>(
  all: readonly T[],
  nameOf: (one: T) => string,
  why: (names: string) => Sentence,
): void {
  const twins = [...Map.groupBy(all, nameOf)].filter(([, same]) => same.length > 1);
  if (twins.length === 0) return;
  const shown = twins.map(([name, same]) => `"${name}" (${same.map(({ id }) => id).join(', ')})`);
  throw new ExportRefused(why(someOf(shown)));
}

function someOf(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_SHOWN).join('; ');
  return texts.length > MAX_SHOWN ? `${shown}; and ${texts.length - MAX_SHOWN} more` : shown;
}

function* setLines({ sets, skus }: Pick<Catalogue, 'sets' | 'skus'>): Generator<string[]> {
  const columns = ['name', ...Object.keys(SET_COLUMNS)];
  yield [writeLine(columns)];
  for (const set of sets) {
    const cells: Readonly<Record<string, string | undefined>> = {
      name: set.name,
      instructions: String(set.instructions),
      min_selection: String(set.min_selection),
      max_selection: set.max_selection === null ? undefined : String(set.max_selection),
      options: writePairs(
        set.options.map(({ product_id: id, price_ex_tax: price }) => [
          skus.get(BigInt(id)) ?? '',
          price === null ? undefined : formatDecimal(BigInt(price)),
        ]),
      ),
    };
    yield [writeLine(columns.map((name) => cells[name]))];
  }
}

async function* productLines(tx: Reader, catalogue: Catalogue): AsyncGenerator<string[]> {
  const { company, keys, sites: here, lists } = catalogue;
  const columns = [
    'sku',
    'name',
    'variant_of',
    ...Object.keys(PRODUCT_COLUMNS).filter((name) => name !== 'name'),
    ...here.flatMap(({ name }) => Object.keys(SITE_COLUMNS).map((field) => `site:${name}:${field}`)),
    ...lists.flatMap(({ name }) => Object.keys(LIST_COLUMNS).map((field) => `list:${name}:${field}`)),
  ];
  yield [writeLine(columns)];
  for (let at = 0; at < keys.length; at += PAGE) {
    const some = keys.slice(at, at + PAGE);
    const ids = some.map(({ id }) => id);
    const known = await byIds(products, tx, company, ids);
    const inCategories = Map.groupBy(await categoriesOf(tx, company, ids), (each) => each.product_id);
    const prices = Map.groupBy(await pricesOf(tx, company, ids), (each) => each.product_id);
    const atSites = Map.groupBy(await siteProductsOf(tx, company, ids), (each) => each.product_id);
    const attached = Map.groupBy(await modifiersOf(tx, company, ids), (each) => each.product_id);
    yield some.flatMap(({ id }) => {
      const product = known.get(id);
      if (product === undefined) return [];
      const cells: Cells = {
        ...ownCells(catalogue, product, attached.get(id) ?? []),
        ...priceCells('', resolvePrices([catalogue.base], prices.get(id) ?? [])),
        categories:
          product.variant_parent_id === null
            ? listOrNone((inCategories.get(id) ?? []).map(({ name }) => name).sort(byCodePoint))
            : null,
      };
      const elsewhere: Cells[] = [
        ...here.map((site) => siteCells(catalogue, site, atSites.get(id) ?? [])),
        ...lists.map((list) => listCells(list, prices.get(id) ?? [])),
      ];
      const all: Cells = Object.assign({}, cells, ...elsewhere);
      return [writeLine(columns.map((name) => all[name] ?? undefined))];
    });
  }
}

type Cells = Readonly<Record<string, string | null | undefined>>;

const listOrNone = (texts: readonly string[]) => (texts.length === 0 ? null : writeList(texts));

function ownCells(catalogue: Catalogue, product: Product, attached: readonly AttachedModifier[]): Cells {
  const { skus, setNames } = catalogue;
  const decimal = (value: bigint | null) => (value === null ? null : formatDecimal(value));
  const parent = product.variant_parent_id;
  return {
    sku: skus.get(product.id),
    name: product.name,
    variant_of: parent === null ? null : skus.get(parent),
    variant_attributes:
      product.variant_attributes.length === 0 ? null : writeAttributes(product.variant_attributes),
    taxes: listOrNone(codesOf(catalogue, product.taxes)),
    cost_taxes: listOrNone(codesOf(catalogue, product.cost_taxes)),
    code: product.code,
    barcode: product.barcode,
    description: product.description,
    online_description: product.online_description,
    docket_name: product.docket_name,
    image: product.image,
    tags: listOrNone(product.tags),
    is_sold: String(product.is_sold),
    is_purchased: String(product.is_purchased),
    is_inventory: String(product.is_inventory),
    is_modifier: String(product.is_modifier),
    variable_price: String(product.variable_price),
    min_sell_price: decimal(product.min_sell_price),
    max_sell_price: decimal(product.max_sell_price),
    show_online: String(product.show_online),
    measure: decimal(product.measure),
    unit_of_measure: product.unit_of_measure,
    option_sets: listOrNone(product.option_sets.map((id) => setNames.get(id) ?? '')),
    modifiers:
      attached.length === 0
        ? null
        : writePairs(
            attached.map(({ modifier_id: id, price }) => [skus.get(id) ?? '', modifierPrice(price)]),
          ),
  };
}

function modifierPrice(price: EnteredPrice | null): string | undefined {
  if (price === null) return undefined;
  return price.form === 'ex' ? `${formatDecimal(price.amount)} ex` : formatDecimal(price.amount);
}

function codesOf({ taxes: codes }: Catalogue, ids: readonly string[]): string[] {
  return ids.map((id) => codes.get(id) ?? '');
}

function priceCells(prefix: string, { price, cost }: ReturnType<typeof resolvePrices>): Cells {
  const cell = (entered: EnteredPrice | undefined, form: EnteredPrice['form']) =>
    entered?.form === form ? formatDecimal(entered.amount) : null;
  return {
    [`${prefix}unit_price`]: cell(price, 'inc'),
    [`${prefix}unit_price_ex_tax`]: cell(price, 'ex'),
    [`${prefix}cost_price`]: cell(cost, 'inc'),
    [`${prefix}cost_price_ex_tax`]: cell(cost, 'ex'),
  };
}

function listCells({ id, name }: PriceList, prices: readonly ListPrice[]): Cells {
  return priceCells(`list:${name}:`, resolvePrices([id], prices));
}

function siteCells(catalogue: Catalogue, { id, name }: Site, all: readonly SiteProduct[]): Cells {
  const at = all.find(({ site_id }) => site_id === id);
  if (at === undefined) return {};
  const flag = (value: boolean | null) => (value === null ? null : String(value));
  // At a site no taxes are something else than those of the company: an empty list is written as such.
  const codes = (ids: readonly string[] | null) => (ids === null ? null : writeList(codesOf(catalogue, ids)));
  const prefix = `site:${name}:`;
  return {
    [`${prefix}available`]: String(at.is_available),
    [`${prefix}amount`]: at.amount === null ? null : formatDecimal(at.amount),
    [`${prefix}taxes`]: codes(at.taxes),
    [`${prefix}cost_taxes`]: codes(at.cost_taxes),
    [`${prefix}is_inventory`]: flag(at.is_inventory),
    [`${prefix}show_online`]: flag(at.show_online),
  };
}
