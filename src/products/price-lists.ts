import { priceListFacts } from '../company/facts.ts';
import type { PriceList } from '../company/shape.ts';
import { byIds, priceLists } from '../company/store.ts';
import { priceListView } from '../company/view.ts';
import type { Call } from '../edge/call.ts';
import { etagOf } from '../edge/etag.ts';
import { answerPage, listingBy } from '../edge/listing.ts';
import { PAGE } from '../edge/page.ts';
import { LIST } from '../edge/query.ts';
import { asking, ok, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound, requireKnown, unknownRecord } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { appendAudit } from '../outbox/audit.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { listedPrice, listedPrices } from './input.ts';
import { type ListedPrice, pricesOf, pricesOnList } from './prices.store.ts';
import { type GivenPrices, setPricesWithActs, withParents } from './set-prices.ts';
import { lockProducts, products, tieInTurn, touchProducts } from './store.ts';
import { readTaxBook } from './tax-book.ts';
import { listedPriceView } from './view.ts';

// What a price list says of products (reference: company.11).

async function views(tx: Reader, call: Call, rows: readonly ListedPrice[]) {
  const book = await readTaxBook(tx, call);
  return rows.map((row) => listedPriceView(row, book));
}

/** GET /price_lists/<l>/products: the products that it says something of, ascending by id. */
export const listPrices = asking(LIST, async (tx: Reader, call, asked) => {
  const list = call.id('price_list_id');
  if ((await priceLists.get(tx, call.company, list)) === undefined) throw notFound();
  return answerPage(
    call,
    call.page(asked),
    listingBy(
      (after = 0n, limit) => pricesOnList(tx, call.company, list, { after, limit }),
      (row) => row.product_id,
      async (rows) => (await views(tx, call, rows)).map((view) => JSON.stringify(view)),
    ),
  );
});

/**
 * 412 when If-Match names another state than the list's, whose `updated_at` moves with its prices, or than that of its prices
 * where one page shows all of them (reference: company.11).
 */
async function checkMatch(tx: Reader, call: Call, list: PriceList): Promise<void> {
  if (!call.hasIfMatch) return;
  const own = etagOf(JSON.stringify(priceListView(list)));
  const rows = await pricesOnList(tx, call.company, list.id, { after: 0n, limit: PAGE.other + 1 });
  const all = rows.length > PAGE.other ? own : etagOf(JSON.stringify(await views(tx, call, rows)));
  call.checkMatch(own, all);
}

/** The view of a product that a list has no price of. */
const UNPRICED = { price: null, price_form: 'inc', cost: null, cost_form: 'inc' } as const;

/** Sets prices on the list of the path; answers what it says of the products then. */
async function save(
  tx: Writer,
  call: Call,
  given: readonly { readonly id: Id; readonly field: string; readonly input: GivenPrices['input'] }[],
): Promise<object[]> {
  const { company, now } = call;
  const ids = given.map(({ id }) => id);
  // Products before lists, in the order in which a change of a product locks them.
  const known = await lockProducts(tx, company, ids);
  const list = await priceLists.getForUpdate(tx, company, call.id('price_list_id'));
  if (list === undefined) throw notFound();
  await checkMatch(tx, call, list);
  requireKnown(
    ids,
    (id) => known.has(id),
    (at) => `${given[at]?.field ?? ''}id`,
  );
  const wanted = given.map(({ id, field, input }, at) => {
    const product = known.get(id);
    if (product === undefined) throw unknownRecord(`${field}id`, id);
    if (ids.indexOf(id) !== at) throw invalid(`${field}id`, sentence('product {id} is there twice.', { id }));
    return { product, input, field };
  });
  const chain = await withParents(tx, company, list.id);
  const { moved, acts } = await setPricesWithActs(tx, call, chain, wanted);
  await touchProducts(tx, company, [...moved.keys()], now);
  await append(tx, company, now, await priceListFacts(tx, company, moved.size > 0 ? [list.id] : []));
  await appendAudit(
    tx,
    call,
    call,
    acts.map((act) => ({ ...act, subject: list.name })),
  );
  const rows = new Map((await pricesOf(tx, company, ids, [list.id])).map((row) => [row.product_id, row]));
  return views(
    tx,
    call,
    wanted.map(({ product }) => ({
      ...product,
      ...(rows.get(product.id) ?? UNPRICED),
      product_id: product.id,
    })),
  );
}

/** PUT /price_lists/<l>/products {products: [{id, unit_price, …}]}: some of its prices; the others stay. */
export const putPrices: WriteHandler = async (tx, call) => {
  const { products: given } = call.input(listedPrices);
  const entries = given.map(({ id, ...input }, at) => ({ id, input, field: `products[${at}].` }));
  if (entries.length > 1) await tieInTurn(tx, call.company);
  return ok(await save(tx, call, entries));
};

/** PUT /price_lists/<l>/products/<p> {unit_price, …}: null takes a price off the list. */
export const putPrice: WriteHandler = async (tx, call) => {
  const id = call.id('product_id');
  if ((await byIds(products, tx, call.company, [id])).size === 0) throw notFound();
  const input = call.input(listedPrice);
  const [view] = await save(tx, call, [{ id, input, field: '' }]);
  return ok(view);
};
