import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import type { EnteredPrice, PriceForm } from '../kernel/price.ts';
import { keptEach } from '../storage/kept.ts';
import type { Reader, SharedRead } from '../storage/port.ts';
import { readTogether } from '../storage/read-together.ts';
import { isIn, sql } from '../storage/sql.ts';

// The catalogue as orders read it: products as they are sold at a site.

/** A product as an order line needs it: its price at the site, its taxes, whether it may be sold there. */
export interface Sellable {
  readonly id: Id;
  readonly name: string;
  readonly sku: string | null;
  readonly taxes: readonly string[];
  readonly price: EnteredPrice | undefined;
  /** Its prices in lists that do not hold now, and may at another time or for other orders. */
  readonly other_prices?: readonly EnteredPrice[];
  /** Its cost to the shop, and the taxes in that. */
  readonly cost: EnteredPrice | undefined;
  readonly cost_taxes: readonly string[];
  /** The bounds of its price with tax, where that is asked for at every sale. */
  readonly price_bounds: { readonly min: Decimal | null; readonly max: Decimal | null } | null;
  readonly is_available: boolean;
  /** How many are left at the site; null = not counted. */
  readonly amount: Decimal | null;
  readonly is_modifier: boolean;
  /** Others are variants of it: it is not sold itself. */
  readonly is_template: boolean;
  /** The option sets a buyer chooses from. */
  readonly option_sets: readonly Id[];
}

interface SellableRow {
  id: Id;
  name: string;
  sku: string | null;
  taxes: string;
  cost_taxes: string;
  is_modifier: bigint;
  variant_parent_id: Id | null;
  variant_attributes: string;
  option_sets: string;
  variable_price: bigint;
  min_sell_price: Decimal | null;
  max_sell_price: Decimal | null;
  site_taxes: string | null;
  site_cost_taxes: string | null;
  is_available: bigint | null;
  amount: Decimal | null;
  list: Id | null;
  price: Decimal | null;
  price_form: PriceForm | null;
  cost: Decimal | null;
  cost_form: PriceForm | null;
}

const idsOf = (json: string): Id[] => (json === '[]' ? [] : (JSON.parse(json) as string[]).map(BigInt));

/** Products that are sold at a site. */
interface Wanted {
  readonly company: Id;
  readonly site: Id;
  /** The lists that hold, the nearest first, and those that may at another time. */
  readonly chain: readonly Id[];
  readonly others: readonly Id[];
  readonly ids: readonly Id[];
}

/** The products of orders at a site for which the same price lists hold, by id. */
const SELLABLES: SharedRead<Wanted, ReadonlyMap<Id, Sellable>> = {
  keyOf: ({ company, site, chain, others }) => [company, site, chain.join(), others.join()].join(' '),
  sizeOf: ({ ids }) => ids.length,
  tables: ['products', 'site_products', 'prices'],
  read: async (tx, parts) => {
    const [first] = parts;
    const ids = [...new Set(parts.flatMap((part) => part.ids))];
    return first === undefined ? new Map() : readSellables(tx, { ...first, ids });
  },
};

/**
 * What changes a product at a site that is not counted there. Amounts that orders move are of counted products: no other
 * statement only updates `site_products` that a sale has to know of.
 */
const SELLABLE_TOUCHES = ['products', 'prices', 'insert site_products', 'delete site_products'];

/** The products of an order at a site, by id; deleted and unknown ones are missing. One that is counted is read each time. */
export async function sellables(
  tx: Reader,
  company: Id,
  site: Id,
  chain: readonly Id[],
  ids: readonly Id[],
  others: readonly Id[] = [],
): Promise<ReadonlyMap<Id, Sellable>> {
  if (ids.length === 0) return new Map();
  const place = `${company} sellable ${site} ${chain} ${others}`;
  const found = await keptEach<Sellable>(tx, {
    ids,
    keyOf: (id) => `${place} ${id}`,
    touches: SELLABLE_TOUCHES,
    load: (unknown) => readTogether(tx, SELLABLES, { company, site, chain, others, ids: unknown }),
    lasts: ({ amount }) => amount === null,
  });
  return new Map(
    ids.flatMap((id) => {
      const sellable = found.get(id);
      return sellable === undefined ? [] : [[id, sellable]];
    }),
  );
}

async function readSellables(
  tx: Reader,
  { company, site, chain, others, ids }: Wanted,
): Promise<Map<Id, Sellable>> {
  const lists = others.length === 0 ? chain : [...chain, ...others];
  const rows = await tx.all<SellableRow>(
    sql`select p.id, p.name, p.sku, p.taxes, p.cost_taxes, p.is_modifier, p.variant_parent_id, p.variant_attributes,
          case when p.option_sets = '[]' then coalesce(t.option_sets, '[]') else p.option_sets end as option_sets,
          p.variable_price, p.min_sell_price, p.max_sell_price,
          s.taxes as site_taxes, s.cost_taxes as site_cost_taxes, s.is_available, s.amount,
          l.price_list_id as list, l.price, l.price_form, l.cost, l.cost_form
        from products p
        left join products t on t.company_id = p.company_id and t.id = p.variant_parent_id
        left join site_products s on s.company_id = p.company_id and s.site_id = ${site} and s.product_id = p.id
        left join prices l on l.company_id = p.company_id and l.product_id = p.id and ${isIn('l.price_list_id', lists)}
          and (l.price is not null or l.cost is not null)
        where p.company_id = ${company} and ${isIn('p.id', ids)} and p.deleted = 0`,
  );
  // The nearest list first: it wins, for the price and for the cost.
  const rank = ({ list }: SellableRow) => (list === null ? 0 : lists.indexOf(list));
  const found = new Map<Id, Sellable>();
  for (const row of rows.sort((a, b) => rank(a) - rank(b))) {
    const known = found.get(row.id);
    const price = entered(row.price, row.price_form);
    const isOther = row.list !== null && !chain.includes(row.list);
    const other_prices =
      isOther && price !== undefined ? [...(known?.other_prices ?? []), price] : known?.other_prices;
    found.set(row.id, {
      id: row.id,
      name: row.name,
      sku: row.sku,
      taxes: known?.taxes ?? (JSON.parse(row.site_taxes ?? row.taxes) as string[]),
      price: known?.price ?? (isOther ? undefined : price),
      ...(other_prices === undefined ? {} : { other_prices }),
      cost: known?.cost ?? (isOther ? undefined : entered(row.cost, row.cost_form)),
      cost_taxes: known?.cost_taxes ?? (JSON.parse(row.site_cost_taxes ?? row.cost_taxes) as string[]),
      price_bounds: row.variable_price === 0n ? null : { min: row.min_sell_price, max: row.max_sell_price },
      is_available: row.is_available === 1n,
      amount: row.amount,
      is_modifier: row.is_modifier !== 0n,
      is_template: row.variant_parent_id === null && row.variant_attributes !== '[]',
      option_sets: known?.option_sets ?? idsOf(row.option_sets),
    });
  }
  return found;
}

function entered(amount: Decimal | null, form: PriceForm | null): EnteredPrice | undefined {
  return amount === null ? undefined : { amount, form: form ?? 'inc' };
}
