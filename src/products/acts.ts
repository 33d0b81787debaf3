import type { Id } from '../kernel/id.ts';
import { formatDecimal } from '../kernel/money.ts';
import type { Act } from '../outbox/audit.ts';
import { changedValues, picked } from '../outbox/audit-fields.ts';
import type { ListPrice } from './rules/prices.ts';
import type { Product, SiteProduct } from './types.ts';

// What of a change of the catalogue goes into the audit log: prices and taxes (reference: audit.7).

/** The fields of a product that money follows from. */
const MONEY = [
  ...['unit_price', 'unit_price_ex_tax', 'cost_price', 'cost_price_ex_tax', 'variable_price'],
  ...['min_sell_price', 'max_sell_price', 'taxes', 'cost_taxes'],
];
/** Products whose prices one entry names: as many as it keeps as they are, whatever they cost (audit.3). */
const PER_ENTRY = 14;

/** An answer's JSON with its numbers as they are written. */
function exact(json: string): object {
  return JSON.parse(json, (_key, value, { source }) =>
    typeof value === 'number' ? (source ?? String(value)) : value,
  ) as object;
}

const named = ({ id, name }: Product) => ({ record: { kind: 'product', id }, subject: name }) as const;

/** The act of a new or a deleted product, given its JSON. */
export function productAct(action: 'created' | 'deleted', product: Product, json: string): Act[] {
  const values = picked(exact(json), ['name', 'sku', ...MONEY]);
  const changed = action === 'created' ? { after: values } : { before: values };
  return [{ action: `product.${action}`, ...named(product), ...changed }];
}

/** The act of a changed product: of its prices and taxes, if any of them moved. */
export function productChangeActs(product: Product, shown: object | undefined, json: string): Act[] {
  const { before, after } = changedValues(
    picked(exact(JSON.stringify(shown ?? {})), MONEY),
    picked(exact(json), MONEY),
  );
  if (Object.keys(after).length === 0) return [];
  return [{ action: 'product.price_changed', ...named(product), before, after }];
}

/** The act of other taxes of a product at a site. */
export function siteTaxActs(product: Product, before: SiteProduct, after: SiteProduct): Act[] {
  const changed = changedValues(
    picked(before, ['taxes', 'cost_taxes']),
    picked(after, ['taxes', 'cost_taxes']),
  );
  if (Object.keys(changed.after).length === 0) return [];
  return [{ action: 'product.tax_changed', ...named(product), site: after.site_id, ...changed }];
}

type PriceOfProduct = Omit<ListPrice, 'price_list_id'> & { readonly product_id: Id };

function shownPrices(rows: readonly PriceOfProduct[], ids: readonly Id[]) {
  const known = new Map(rows.map((row) => [row.product_id, row]));
  return ids.map((id) => {
    const row = known.get(id);
    return {
      product_id: String(id),
      price: row?.price === null || row === undefined ? null : formatDecimal(row.price),
      price_form: row?.price_form ?? null,
      cost: row?.cost === null || row === undefined ? null : formatDecimal(row.cost),
      cost_form: row?.cost_form ?? null,
    };
  });
}

/** The acts of prices that moved on a list: of many in several entries, each with its part of the products (reference: prices.6). */
export function priceActs(
  list: { readonly id: Id; readonly name?: string },
  moved: readonly Id[],
  before: readonly PriceOfProduct[],
  after: readonly PriceOfProduct[],
): Act[] {
  const count = { count: moved.length };
  const acts: Act[] = [];
  for (let from = 0; from < moved.length; from += PER_ENTRY) {
    const ids = moved.slice(from, from + PER_ENTRY);
    acts.push({
      action: 'price_list.prices_changed',
      record: { kind: 'price_list', id: list.id },
      subject: list.name,
      before: { ...count, products: shownPrices(before, ids) },
      after: { ...count, products: shownPrices(after, ids) },
    });
  }
  return acts;
}
