import { chainOf } from '../company/rules/lists.ts';
import type { Site } from '../company/shape.ts';
import { decimalsOf, listParents, touchLists } from '../company/store.ts';
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { minorUnits } from '../kernel/money.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import { sentence } from '../kernel/words.ts';
import type { Act } from '../outbox/audit.ts';
import type { Writer } from '../storage/port.ts';
import { priceActs } from './acts.ts';
import { type PriceChange, pricesOf, savePrices } from './prices.store.ts';
import {
  chooseForm,
  type FormTerms,
  type ListPrice,
  type Prices,
  rateOf,
  resolvePrices,
  type TaxBook,
} from './rules/prices.ts';
import { readTaxBook } from './tax-book.ts';
import type { CatalogueAuthor, Product, ProductInput } from './types.ts';

/** The fields of a body that set prices. */
export type PriceInput = Pick<
  ProductInput,
  'unit_price' | 'unit_price_ex_tax' | 'cost_price' | 'cost_price_ex_tax'
>;

/** A product with the taxes its prices are shown with. */
interface Taxed extends Pick<Product, 'id' | 'taxes' | 'cost_taxes'> {
  /** The taxes that the body leads to, where it changes them. */
  readonly after?: Pick<Product, 'taxes' | 'cost_taxes'>;
  /** The site it is at, whose time zone and currency hold where it has its own. */
  readonly site?: Pick<Site, 'timezone' | 'currency'>;
}

/** A price list, and the lists that are asked in turn for what it does not say: itself, then its parents. */
interface ListWithParents {
  readonly list: Id;
  readonly chain: readonly Id[];
}

/** A price list with its parents. */
export async function withParents(tx: Writer, company: Id, list: Id): Promise<ListWithParents> {
  return { list, chain: chainOf(list, await listParents(tx, company)) };
}

/** The price of a template without one. */
const FREE: EnteredPrice = { amount: 0n, form: 'inc' };

/** Sets a new product's prices on the base list, and on the site's own list when it has another one. */
export async function setFirstPrices(
  tx: Writer,
  author: CatalogueAuthor,
  product: Taxed,
  lists: readonly Id[],
  input: PriceInput,
): Promise<void> {
  const context = await formContext(tx, author, [input], NO_TAXES);
  const { price, cost } = chosen(input, { price: undefined, cost: undefined }, product, '', context);
  const first = { product: product.id, price: price ?? FREE, cost: cost ?? undefined };
  for (const list of new Set(lists)) await savePrices(tx, author.company, list, [first]);
  await touchLists(tx, author.company, lists, author.now);
}

/** Sets the prices of a product that a body gave on a list; the names of those that moved there. */
export async function setPrices(
  tx: Writer,
  author: CatalogueAuthor,
  product: Taxed,
  list: ListWithParents,
  input: PriceInput,
  field = '',
): Promise<string[]> {
  const moved = await setManyPrices(tx, author, list, [{ product, input, field }]);
  return moved.get(product.id) ?? [];
}

/** The prices of a product that a body gave. */
export interface GivenPrices {
  readonly product: Taxed;
  readonly input: PriceInput;
  /** Where the body has them: `products[2].`. */
  readonly field: string;
}

/** The parts by which both forms of a price are read. */
interface FormContext {
  readonly book: TaxBook;
  /** The decimals of the currency of a site, else of the company. */
  readonly decimalsAt: (site: Taxed['site']) => number;
}

/** For prices that nothing is held against. */
const NO_TAXES: TaxBook = { taxes: new Map(), dayAt: () => '' };

/** Reads what prices are held against. Where none comes in both forms that is `otherwise`, else the taxes. */
async function formContext(
  tx: Writer,
  author: CatalogueAuthor,
  inputs: readonly PriceInput[],
  otherwise?: TaxBook,
): Promise<FormContext> {
  const isBoth = inputs.some(
    ({ unit_price, unit_price_ex_tax, cost_price, cost_price_ex_tax }) =>
      (typeof unit_price === 'bigint' && typeof unit_price_ex_tax === 'bigint') ||
      (typeof cost_price === 'bigint' && typeof cost_price_ex_tax === 'bigint'),
  );
  const book = (isBoth ? undefined : otherwise) ?? (await readTaxBook(tx, author));
  const own = isBoth ? await decimalsOf(tx, author.company) : 0;
  return { book, decimalsAt: (site) => (site?.currency == null ? own : (minorUnits(site.currency) ?? own)) };
}

/** The price and the cost of a product after a body. */
function chosen(
  input: PriceInput,
  before: Prices,
  product: Taxed,
  field: string,
  { book, decimalsAt }: FormContext,
): Pick<PriceChange, 'price' | 'cost'> {
  const { site, after = product } = product;
  const zone = site?.timezone;
  const terms = (kind: 'taxes' | 'cost_taxes', old: EnteredPrice | undefined, name: string): FormTerms => ({
    rate: rateOf(product[kind], book, old, zone),
    rateAt: (price) => rateOf(after[kind], book, price, zone),
    minorUnits: decimalsAt(site),
    names: [name, `${field}${name}_ex_tax`],
  });
  return {
    price: chooseForm(
      input.unit_price,
      input.unit_price_ex_tax,
      before.price,
      terms('taxes', before.price, 'unit_price'),
    ),
    cost: chooseForm(
      input.cost_price,
      input.cost_price_ex_tax,
      before.cost,
      terms('cost_taxes', before.cost, 'cost_price'),
    ),
  };
}

/** The same of many products: by product, the names of what moved. 400 when a base price is to be unset. */
async function setManyPrices(
  tx: Writer,
  author: CatalogueAuthor,
  { list, chain }: ListWithParents,
  given: readonly GivenPrices[],
): Promise<Map<Id, string[]>> {
  const { company, now } = author;
  const moved = new Map<Id, string[]>();
  const sent = given.filter(({ input }) => PRICE_NAMES.some((name) => input[name] !== undefined));
  if (sent.length === 0) return moved;
  const ids = sent.map(({ product }) => product.id);
  const known = Map.groupBy(await pricesOf(tx, company, ids, chain), (each) => each.product_id);
  const context = await formContext(
    tx,
    author,
    sent.map(({ input }) => input),
  );
  const changes: PriceChange[] = [];
  for (const { product, input, field } of sent) {
    const rows = known.get(product.id) ?? [];
    const before = resolvePrices(chain, rows);
    const change = { product: product.id, ...chosen(input, before, product, field, context) };
    if (change.price === null && before.price !== undefined && chain.length === 1) {
      throw invalid(`${field}unit_price`, sentence('cannot be unset on the base price list.'));
    }
    changes.push(change);
    const names = differences(before, resolvePrices(chain, withChange(rows, list, change)));
    if (names.length > 0) moved.set(product.id, names);
  }
  await savePrices(tx, company, list, changes);
  if (moved.size > 0) await touchLists(tx, company, [list], now);
  return moved;
}

/** The same with what the audit log tells of it (reference: audit.7). */
export async function setPricesWithActs(
  tx: Writer,
  author: CatalogueAuthor,
  list: ListWithParents,
  given: readonly GivenPrices[],
): Promise<{ readonly moved: ReadonlyMap<Id, readonly string[]>; readonly acts: readonly Act[] }> {
  const isSent = given.some(({ input }) => PRICE_NAMES.some((name) => input[name] !== undefined));
  const ids = given.map(({ product }) => product.id);
  const before = isSent ? await pricesOf(tx, author.company, ids, [list.list]) : [];
  const moved = await setManyPrices(tx, author, list, given);
  if (moved.size === 0) return { moved, acts: [] };
  const after = await pricesOf(tx, author.company, [...moved.keys()], [list.list]);
  return { moved, acts: priceActs({ id: list.list }, [...moved.keys()], before, after) };
}

const PRICE_NAMES = ['unit_price', 'unit_price_ex_tax', 'cost_price', 'cost_price_ex_tax'] as const;

/** The prices in the lists after a change of one of them. */
function withChange(rows: readonly ListPrice[], list: Id, { price, cost }: PriceChange): ListPrice[] {
  const own = rows.find((each) => each.price_list_id === list);
  const after: ListPrice = {
    price_list_id: list,
    price: price === undefined ? (own?.price ?? null) : (price?.amount ?? null),
    price_form: price?.form ?? own?.price_form ?? 'inc',
    cost: cost === undefined ? (own?.cost ?? null) : (cost?.amount ?? null),
    cost_form: cost?.form ?? own?.cost_form ?? 'inc',
  };
  return [after, ...rows.filter((each) => each.price_list_id !== list)];
}

function differences(before: Prices, after: Prices): string[] {
  const differ = (a: EnteredPrice | undefined, b: EnteredPrice | undefined) =>
    a?.amount !== b?.amount || a?.form !== b?.form;
  return [
    ...(differ(before.price, after.price) ? ['unit_price'] : []),
    ...(differ(before.cost, after.cost) ? ['cost_price'] : []),
  ];
}
