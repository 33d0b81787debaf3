import type { Author } from '../../kernel/author.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import { moveAmounts } from '../../products/at-site.store.ts';
import { availabilityFacts } from '../../products/facts.ts';
import type { Writer } from '../../storage/port.ts';
import { refundsOf } from '../row/store.ts';
import type { LineProduct } from '../rules/offer.ts';
import {
  checksAvailability,
  needsLess,
  planStock,
  refuseUnavailable,
  type StockChange,
  sumUses,
  touchedProducts,
  usesOf,
  withoutReturned,
} from '../rules/stock.ts';
import type { Held, Line, Order } from '../types.ts';
import { placeOf, startOfTomorrow } from './facts.ts';

// The stock of orders: checked before anything is saved, and moved in the order's own transaction.

/**
 * 400 when the order is in a status that needs its products and something of the lines is not available
 * (reference: orders.39). The products are only asked for when they count.
 */
export async function requireAvailable(
  order: Order,
  lines: readonly Line[],
  at: { readonly now: Micros; readonly zone: string },
  products: (wanted: readonly Id[]) => Promise<ReadonlyMap<Id, LineProduct>>,
): Promise<void> {
  if (lines.length === 0 || !checksAvailability(order, () => startOfTomorrow(at.now, at.zone))) return;
  const uses = usesOf(lines);
  const known = await products(uses.map((use) => use.product));
  refuseUnavailable(uses, (id) => known.get(id)?.is_available === true);
}

/** 400 when a new order needs more of a product than is left; `moveStock` checks again what the order takes. */
export function requireEnough(
  order: Order,
  at: { readonly now: Micros; readonly zone: string },
  products: ReadonlyMap<Id, LineProduct>,
): void {
  const after = holdsOf(order, at.now, () => at.zone);
  const touched = [...after.keys()];
  const counted = touched.flatMap((id) => {
    const amount = products.get(id)?.amount ?? null;
    return amount === null ? [] : [{ product_id: id, amount }];
  });
  planStock({ before: new Map(), after, held: [] }, touched, counted);
}

/** The amounts that an order is to hold: none outside the statuses that hold stock. */
function holdsOf(order: Order, now: Micros, zone: () => string): ReadonlyMap<Id, bigint> {
  return checksAvailability(order, () => startOfTomorrow(now, zone()))
    ? sumUses(usesOf(order.lines))
    : new Map();
}

/** The result of moving stock: the amounts held, and the events of availability. */
export interface MovedStock {
  readonly held: readonly Held[];
  /** One products/availability event for each amount that changed. */
  readonly facts: readonly Fact[];
}

/**
 * Takes from the tracked stock of the order's site the amounts that a change needs more, and gives back those it needs
 * less (reference: orders.37). Only counted products are locked, in the order of their ids. 400 when there
 * is not enough. `known` are products of the order that were just read: those that are not counted are not
 * asked for again.
 */
export async function moveStock(
  tx: Writer,
  { company, now }: Author,
  before: Order | undefined,
  after: Order,
  known: ReadonlyMap<Id, LineProduct> | undefined,
): Promise<MovedStock> {
  const held = before?.held ?? [];
  const skips = after.ignore_availability || before?.ignore_availability === true;
  const zone = skips ? (await placeOf(tx, after)).timezone : 'UTC';
  const was = before === undefined ? new Map() : holdsOf(before, now, () => zone);
  const needed = holdsOf(after, now, () => zone);
  const isGivingBack = before !== undefined && needsLess(was, needed);
  const refunds = isGivingBack ? await refundsOf(tx, company, before.id) : [];
  const change: StockChange = { before: was, after: withoutReturned(needed, was, refunds), held };
  const touched = touchedProducts(change).filter((id) => known?.get(id)?.amount !== null);
  if (touched.length === 0) return { held, facts: [] };
  const moved = { company, site: after.site_id, products: touched, now };
  const { plan, before: counted } = await moveAmounts(tx, moved, (rows) => planStock(change, touched, rows));
  const rows = new Map(counted.map((row) => [row.product_id, row]));
  const facts = plan.amounts.flatMap(({ product_id: id, amount }) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { is_available, sku, low_stock } = row;
    const place = { company_id: company, site_id: after.site_id, product_id: id, sku };
    return availabilityFacts({ ...place, is_available, amount, updated_at: now }, row, low_stock);
  });
  return { held: plan.held, facts };
}
