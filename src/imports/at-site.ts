// A row's product at sites: made available there, changed there, or taken from there, as by the API.
import type { Id } from '../kernel/id.ts';
import { lockSiteProduct, removeSiteProduct, saveSiteProduct } from '../products/at-site.store.ts';
import { mergeSiteProduct, newSiteProduct } from '../products/rules/product.ts';
import { resolveRefs } from '../products/save.ts';
import type { CatalogueAuthor, Product, SiteProduct, SiteProductInput } from '../products/types.ts';
import type { Writer } from '../storage/port.ts';
import { type Book, taxIds } from './names.ts';
import type { SitePart } from './rows.ts';

/** The outcome for a product at a site. */
interface SiteChange {
  readonly after: SiteProduct;
  readonly before: SiteProduct | undefined;
  readonly changed: readonly string[];
  /** It came to the site, left it, or was there before and still is. */
  readonly moved: 'came' | 'left' | 'stayed';
}

/** Saves what a row says of a product at a site; undefined when that is how it is. `seen` may be out of date. */
export async function saveAtSite(
  tx: Writer,
  { company, now }: CatalogueAuthor,
  book: Book,
  product: Product,
  part: SitePart,
  seen: SiteProduct | undefined,
): Promise<SiteChange | undefined> {
  if (part.remove) {
    const before = await lockSiteProduct(tx, company, part.site, product.id);
    if (before === undefined) return undefined;
    await removeSiteProduct(tx, company, part.site, product.id);
    const after = { ...before, is_available: false, amount: null, updated_at: now };
    return { before, after, changed: [`${part.column}:available`], moved: 'left' };
  }
  const input = await resolveRefs(tx, company, inputOf(book, part));
  const fresh = newSiteProduct(company, part.site, product.id, now);
  if (seen !== undefined && differences(seen, mergeSiteProduct(seen, input, now), part).length === 0) {
    return undefined;
  }
  const before = await lockSiteProduct(tx, company, part.site, product.id);
  const after = mergeSiteProduct(before ?? fresh, input, now);
  const changed = before === undefined ? [`${part.column}:available`] : differences(before, after, part);
  if (changed.length === 0) return undefined;
  await saveSiteProduct(tx, after);
  return { before, after, changed, moved: before === undefined ? 'came' : 'stayed' };
}

function inputOf(book: Book, { input, taxes, cost_taxes, column }: SitePart): SiteProductInput {
  const ids = (codes: readonly string[] | null | undefined, name: string): Id[] | null | undefined =>
    codes && taxIds(book, codes, `${column}:${name}`);
  return { ...input, taxes: ids(taxes, 'taxes'), cost_taxes: ids(cost_taxes, 'cost_taxes') };
}

const COLUMNS = {
  is_available: 'available',
  amount: 'amount',
  taxes: 'taxes',
  cost_taxes: 'cost_taxes',
  is_inventory: 'is_inventory',
  show_online: 'show_online',
} as const;

/** The columns in which a product at a site differs. */
function differences(before: SiteProduct, after: SiteProduct, { column }: SitePart): string[] {
  return (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
    .filter(
      (name) =>
        String(before[name]) !== String(after[name]) || (before[name] === null) !== (after[name] === null),
    )
    .map((name) => `${column}:${COLUMNS[name]}`);
}
