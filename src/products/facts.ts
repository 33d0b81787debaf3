import { priceListFacts } from '../company/facts.ts';
import { byIds } from '../company/store.ts';
import { type Difference, differenceOf, type Fact, previousOf } from '../kernel/event.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import { noteUntold } from '../outbox/untold.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { saveUntold, siteProductsOf } from './at-site.store.ts';
import { EVERYTHING, loadContexts } from './load.ts';
import { isTemplate } from './rules/variants.ts';
import type { ChangedProduct } from './save.ts';
import type { Availability } from './shape/product.ts';
import { STOCK_LOW } from './shape/stock.ts';
import { products, variantsOf } from './store.ts';
import type { CatalogueAuthor, Product, SiteProduct } from './types.ts';
import { availabilityPayload, productView } from './view.ts';

const PRICES: ReadonlySet<string> = new Set(['unit_price', 'cost_price']);

/** A change of a product that makes an event. */
export interface ProductChange {
  readonly topic: Fact['topic'];
  readonly product: Product;
  /** The names of what changed. */
  readonly changed: readonly string[];
  /** Sites it was just taken from. */
  readonly leaving?: readonly Id[];
}

/** Products as answers showed them before a change, by their ids. */
export type ViewsBefore = ReadonlyMap<Id, object>;

/** The same of some products and of the variants of templates among them. */
export async function familyViews(
  tx: Reader,
  by: CatalogueAuthor,
  some: readonly Product[],
): Promise<ViewsBefore> {
  const { company } = by;
  const templates = some.filter(isTemplate).map(({ id }) => id);
  const variants = templates.length === 0 ? [] : await variantsOf(tx, company, templates);
  const ids = variants.map(({ id }) => id);
  return viewsOf(tx, by, [...some, ...(await byIds(products, tx, company, ids)).values()]);
}

/** Products as answers show them, for the events of a change that follows. */
export async function viewsOf(
  tx: Reader,
  by: CatalogueAuthor,
  some: readonly Product[],
): Promise<ViewsBefore> {
  if (some.length === 0) return new Map();
  const contexts = await loadContexts(tx, by, some, EVERYTHING);
  return new Map(
    some.flatMap((product): [Id, object][] => {
      const context = contexts.get(product.id);
      return context === undefined ? [] : [[product.id, productView(product, context)]];
    }),
  );
}

/**
 * Facts about products, each with the whole product as it is now. They apply to the sites that have the
 * product, and to those it was just taken from.
 */
export async function productFacts(
  tx: Reader,
  by: CatalogueAuthor,
  changes: readonly ProductChange[],
  before: ViewsBefore = new Map(),
): Promise<Fact[]> {
  const contexts = await loadContexts(
    tx,
    by,
    changes.map(({ product }) => product),
    EVERYTHING,
  );
  return changes.map(({ topic, product, changed, leaving = [] }) => {
    const context = contexts.get(product.id);
    if (context === undefined) throw new Error('A product has no context.');
    const shown = productView(product, context);
    const sites = [...leaving, ...context.sites.map(({ site }) => site.id)];
    const difference = changeOf(before.get(product.id), shown, changed);
    return { topic, resource: product.id, sites, ...difference, payload: JSON.stringify(shown) };
  });
}

/**
 * What a change did to what answers show of a product: besides what was written, what follows from it, such as the price
 * without tax from another tax. `sites` is named only where it was written (reference: events.42).
 */
function changeOf(before: object | undefined, shown: object, written: readonly string[]): Difference {
  if (before === undefined) return { changed: written };
  const following = Object.keys(shown).filter((name) => name !== 'sites' && !written.includes(name));
  const changed = [...written, ...differenceOf(before, shown, following).changed];
  return { changed, previous: previousOf(before, changed) };
}

/** The same about one product. */
export async function productFact(
  tx: Reader,
  by: CatalogueAuthor,
  topic: Fact['topic'],
  product: Product,
  changed: readonly string[],
  { leaving, before }: { readonly leaving?: readonly Id[]; readonly before?: ViewsBefore } = {},
): Promise<Fact> {
  const change = { topic, product, changed, ...(leaving === undefined ? {} : { leaving }) };
  const [fact] = await productFacts(tx, by, [change], before);
  if (fact === undefined) throw new Error('A product has no fact.');
  return fact;
}

/** True when a change makes an event: one on a price list alone does not (reference: events.5). */
export function makesEvent(changed: readonly string[]): boolean {
  return changed.some((name) => !PRICES.has(name));
}

/**
 * The events of a change of a company's product: one of the product, unless it changed on a price list alone
 * (reference: events.5, products.17), and one of each variant that shows the changed fields.
 */
export async function updateFacts(
  tx: Reader,
  by: CatalogueAuthor,
  { product, changed, followers, lists }: ChangedProduct,
  before: ViewsBefore,
): Promise<Fact[]> {
  const facts: Fact[] = [];
  if (makesEvent(changed)) {
    facts.push(await productFact(tx, by, 'products/updated', product, changed, { before }));
  }
  const changes = followers.map((follower) => ({ topic: 'products/updated' as const, ...follower }));
  if (changes.length > 0) facts.push(...(await productFacts(tx, by, changes, before)));
  return [...facts, ...(await priceListFacts(tx, by.company, lists))];
}

/** An amount that has come down to where a product runs low; a product that is counted from now on may do so at once. */
function runsLow(amount: Decimal | null, before: Decimal | null, low: Decimal | null): low is Decimal {
  return low !== null && amount !== null && amount <= low && (before === null || before > low);
}

const stockLowView = view(STOCK_LOW);

/**
 * One products/availability event when the availability changed, and one products/stock_low when the amount came down to
 * `low` by it (reference: events.44); a product new at a site was not available.
 */
export function availabilityFacts(
  at: Availability,
  before: Pick<SiteProduct, 'is_available' | 'amount'> | undefined,
  low: Decimal | null,
): Fact[] {
  const previous = before ?? { is_available: false, amount: null };
  if (at.is_available === previous.is_available && at.amount === previous.amount) return [];
  const about = { resource: at.product_id, sites: [at.site_id] };
  const payload = JSON.stringify(availabilityPayload(at, previous));
  const facts: Fact[] = [{ ...about, topic: 'products/availability', changed: ['availability'], payload }];
  const { amount } = at;
  if (amount !== null && runsLow(amount, previous.amount, low))
    facts.push({
      ...about,
      topic: 'products/stock_low',
      changed: ['amount'],
      payload: JSON.stringify(stockLowView({ ...at, amount, low_stock: low })),
    });
  return facts;
}

/** The events of a product that is deleted: it is not available any more where it was (reference: events.5). */
export async function goneFacts(
  tx: Reader,
  { company, now }: CatalogueAuthor,
  { id, sku }: Product,
): Promise<Fact[]> {
  const places = await siteProductsOf(tx, company, [id]);
  return places.flatMap((at) =>
    availabilityFacts({ ...at, is_available: false, amount: null, updated_at: now, sku }, at, null),
  );
}

/** A product at a site before and after a change. */
interface ChangeAtSite {
  readonly before: SiteProduct | undefined;
  readonly after: SiteProduct;
}

/** The values of a site that can differ from the company's. */
const overridesOf = ({ taxes, cost_taxes, is_inventory, show_online }: SiteProduct) =>
  JSON.stringify([taxes, cost_taxes, is_inventory, show_online]);

/**
 * Notes what sites override now and no event tells (reference: events.5, products.37). Called after the events of the
 * change.
 */
export async function noteOverrides(
  tx: Writer,
  company: Id,
  changes: readonly ChangeAtSite[],
): Promise<void> {
  const silent = changes.filter(
    ({ before, after }) => before !== undefined && overridesOf(before) !== overridesOf(after),
  );
  if (silent.length === 0) return;
  const number = await noteUntold(tx, company);
  for (const [site, some] of Map.groupBy(silent, ({ after }) => after.site_id)) {
    const ids = some.map(({ after }) => after.product_id);
    await saveUntold(tx, company, site, ids, number);
  }
}
