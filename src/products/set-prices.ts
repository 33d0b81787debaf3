import { chainOf } from '../company/rules/lists.ts';
import { listParents, touchLists } from '../company/store.ts';
import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { EnteredPrice } from '../kernel/price.ts';
import { sentence } from '../kernel/words.ts';
import type { Act } from '../outbox/audit.ts';
import type { Writer } from '../storage/port.ts';
import { priceActs } from './acts.ts';
import { type PriceChange, pricesOf, savePrices } from './prices.store.ts';
import { chooseForm, type ListPrice, type Prices, rateOf, resolvePrices } from './rules/prices.ts';
import { readTaxBook } from './tax-book.ts';
import type { CatalogueAuthor, Product, ProductInput } from './types.ts';

/** The fields of a body that set prices. */
export type PriceInput = Pick<
  ProductInput,
  'unit_price' | 'unit_price_ex_tax' | 'cost_price' | 'cost_price_ex_tax'
>;

/** A product with the taxes its prices are shown with. */
interface Taxed extends Pick<Product, 'id' | 'taxes' | 'cost_taxes'> {
  /** The time zone of the site it is at; null is the company's. */
  readonly zone?: string | null;
}

/** A price list, and the lists that are asked in turn for what it does not say: itself, then its parents. */
export interface ListWithParents {
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
  product: Id,
  lists: readonly Id[],
  input: PriceInput,
): Promise<void> {
  const price = chooseForm(input.unit_price, input.unit_price_ex_tax, undefined, 0n) ?? FREE;
  const cost = chooseForm(input.cost_price, input.cost_price_ex_tax, undefined, 0n) ?? undefined;
  for (const list of new Set(lists)) await savePrices(tx, author.company, list, [{ product, price, cost }]);
  await touchLists(tx, author.company, lists, author.now);
}

/** Sets the prices of a product that a body gave on a list; the names of those that moved there. */
export async function setPrices(
  tx: Writer,
  author: CatalogueAuthor,
  product: Taxed,
  list: ListWithParents,
  input: PriceInput,
): Promise<string[]> {
  const moved = await setManyPrices(tx, author, list, [{ product, input, field: 'unit_price' }]);
  return moved.get(product.id) ?? [];
}

/** The prices of a product that a body gave. */
export interface GivenPrices {
  readonly product: Taxed;
  readonly input: PriceInput;
  /** Where the body has its price. */
  readonly field: string;
}

/** The same of many products: by product, the names of what moved. 400 when a base price is to be unset. */
export async function setManyPrices(
  tx: Writer,
  { company, now }: CatalogueAuthor,
  { list, chain }: ListWithParents,
  given: readonly GivenPrices[],
): Promise<Map<Id, string[]>> {
  const moved = new Map<Id, string[]>();
  const sent = given.filter(({ input }) => PRICE_NAMES.some((name) => input[name] !== undefined));
  if (sent.length === 0) return moved;
  const ids = sent.map(({ product }) => product.id);
  const known = Map.groupBy(await pricesOf(tx, company, ids, chain), (each) => each.product_id);
  const book = await readTaxBook(tx, { company, now });
  const changes: PriceChange[] = [];
  for (const { product, input, field } of sent) {
    const rows = known.get(product.id) ?? [];
    const before = resolvePrices(chain, rows);
    const change: PriceChange = {
      product: product.id,
      price: chooseForm(
        input.unit_price,
        input.unit_price_ex_tax,
        before.price,
        rateOf(product.taxes, book, before.price, product.zone),
      ),
      cost: chooseForm(
        input.cost_price,
        input.cost_price_ex_tax,
        before.cost,
        rateOf(product.cost_taxes, book, before.cost, product.zone),
      ),
    };
    if (change.price === null && before.price !== undefined && chain.length === 1) {
      throw invalid(field, sentence('cannot be unset on the base price list.'));
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

/** What the lists say after a change on one of them. */
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
