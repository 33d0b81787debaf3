// A sale that was rung at the price of its time, and came to the service after that was changed (reference: prices.6).
import { workingSince } from '../../company/sessions.store.ts';
import type { Author } from '../../kernel/author.ts';
import type { Id } from '../../kernel/id.ts';
import { parseDecimal } from '../../kernel/money.ts';
import type { EnteredPrice } from '../../kernel/price.ts';
import { MINUTE, type Micros } from '../../kernel/time.ts';
import { auditEntries } from '../../outbox/audit.ts';
import type { AuditRow } from '../../outbox/audit-chain.ts';
import type { Writer } from '../../storage/port.ts';
import { formerPrices, type PriceChange } from '../rules/former-prices.ts';
import { linesPricedOtherwise, type RightsChange } from '../rules/rights.ts';

/** How often a register that is connected reads all prices anew: by then it has those of its sign-in. */
const READ_ANEW: Micros = 5n * MINUTE;
/** Changes that are looked at, of a product and of all lists. */
const MOST = 100;
/** Products of a sale whose changes are looked at: each is asked for by itself. */
const MOST_PRODUCTS = 50;

type Shown = Readonly<Record<string, unknown>>;

const decimalIn = (value: unknown) => (typeof value === 'string' ? parseDecimal(value) : undefined);

function entered(amount: unknown, form: EnteredPrice['form']): EnteredPrice | undefined {
  const known = decimalIn(amount);
  return known === undefined ? undefined : { amount: known, form };
}

/** A product's price among the values that an entry keeps: its own, or that of a list. */
function priceIn(text: string | null, product: Id): EnteredPrice | undefined {
  const shown = JSON.parse(text ?? '{}') as Shown;
  const { products } = shown;
  if (products === undefined)
    return entered(shown.unit_price, 'inc') ?? entered(shown.unit_price_ex_tax, 'ex');
  // The digest of a long list.
  if (!Array.isArray(products)) return undefined;
  const row = (products as Shown[]).find(({ product_id: id }) => id === String(product));
  return row && entered(row.price, row.price_form === 'ex' ? 'ex' : 'inc');
}

function changesOf(entries: readonly AuditRow[], product: Id): PriceChange[] {
  return entries.flatMap(({ before: was, after: is }) => {
    const before = priceIn(was, product);
    const after = priceIn(is, product);
    return before === undefined || after === undefined ? [] : [{ before, after }];
  });
}

/**
 * The offer of a change with the prices that its products had since the staff member signed in. They are looked up where a
 * line has another price than now, and by the audit log, which proves them.
 */
export async function withFormerPrices(
  tx: Writer,
  by: Author,
  change: RightsChange,
): Promise<RightsChange['offer']> {
  const { offer, after } = change;
  if (offer === undefined || by.staffMember === undefined) return offer;
  const lines = linesPricedOtherwise(change);
  if (lines.length === 0) return offer;
  const began = await workingSince(tx, by.company, by.staffMember, by.now);
  if (began === undefined) return offer;
  const created = [{ than: 'gte' as const, value: began - READ_ANEW }];
  const read = (filter: { action: string } | { record: { kind: string; id: Id } }) =>
    auditEntries(tx, by.company, { ...filter, created }, undefined, MOST);
  const ofLists = await read({ action: 'price_list.prices_changed' });
  const products = new Map(offer.products);
  const ofProducts = new Map<Id, readonly AuditRow[]>();
  for (const line of lines) {
    const product = products.get(line.product.id);
    if (product?.price === undefined) continue;
    // Once for all lines of a product; what is not looked at proves nothing.
    if (!ofProducts.has(product.id)) {
      if (ofProducts.size >= MOST_PRODUCTS) continue;
      ofProducts.set(product.id, await read({ record: { kind: 'product', id: product.id } }));
    }
    const own = ofProducts.get(product.id) ?? [];
    const entries = [...ofLists, ...own].sort((a, b) => (a.id < b.id ? 1 : -1));
    const others = product.other_prices ?? [];
    const former = formerPrices(
      line,
      after.order,
      [product.price, ...others],
      changesOf(entries, product.id),
    );
    if (former.length > 0) products.set(product.id, { ...product, other_prices: [...others, ...former] });
  }
  return { ...offer, products };
}
