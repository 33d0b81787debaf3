import type { Author } from '../../kernel/author.ts';
import type { Fact } from '../../kernel/event.ts';
import type { Id } from '../../kernel/id.ts';
import type { Micros } from '../../kernel/time.ts';
import { moveAmounts } from '../../products/at-site.store.ts';
import { availabilityFacts } from '../../products/facts.ts';
import type { Writer } from '../../storage/port.ts';
import { lockOrder, refundsOf } from '../row/store.ts';
import type { LineProduct } from '../rules/offer.ts';
import {
  changeOfNew,
  changeOfNewRefund,
  changeOfRefund,
  changeOfSale,
  checksAvailability,
  givenBackBy,
  NOTHING_BACK,
  planStock,
  refuseUnavailable,
  type StockChange,
  stillTaken,
  touchedProducts,
  usesOf,
} from '../rules/stock.ts';
import type { Held, Line, Order } from '../types.ts';
import { placeOf, startOfTomorrow } from './facts.ts';
import type { Refundable } from './refunds.ts';

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
  sale: Refundable | undefined,
): void {
  const change = changeOfFirst(order, sale, () => startOfTomorrow(at.now, at.zone));
  const touched = touchedProducts(change);
  const counted = touched.flatMap((id) => {
    const amount = products.get(id)?.amount ?? null;
    return amount === null ? [] : [{ product_id: id, amount }];
  });
  planStock(change, touched, counted);
}

/** The stock that a new order moves, or a new refund of a sale. */
function changeOfFirst(order: Order, sale: Refundable | undefined, tomorrow: () => Micros): StockChange {
  return sale === undefined
    ? changeOfNew(order, tomorrow)
    : changeOfNewRefund(order, takenStill(sale), tomorrow);
}

const takenStill = ({ original, refunds }: Refundable) => stillTaken(original, givenBackBy(refunds));

/** The result of moving stock: the amounts held, and the events of availability. */
export interface MovedStock {
  readonly held: readonly Held[];
  /** One products/availability event for each amount that changed. */
  readonly facts: readonly Fact[];
}

/** Records that the move of stock needs and that were read already. */
export interface KnownStock {
  /** Products of the order that were just read: those that are not counted are not asked for again. */
  readonly products?: ReadonlyMap<Id, LineProduct> | undefined;
  /** The order that a new refund gives back from. */
  readonly sale?: Refundable | undefined;
}

/**
 * Takes from the tracked stock of the order's site the amounts that a change needs more, and gives back those it needs
 * less (reference: orders.37). Only counted products are locked, in the order of their ids. 400 when there
 * is not enough.
 */
export async function moveStock(
  tx: Writer,
  by: Author,
  before: Order | undefined,
  after: Order,
  known: KnownStock,
): Promise<MovedStock> {
  const { company, now } = by;
  const mayCount = (id: Id) => known.products?.get(id)?.amount !== null;
  const change = await stockChange(tx, by, before, after, known.sale, mayCount);
  const touched = touchedProducts(change).filter(mayCount);
  if (touched.length === 0) return { held: change.held, facts: [] };
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

/** The stock that a change of an order moves; its refunds, or the order it refunds, are read only where that depends on them. */
async function stockChange(
  tx: Writer,
  { company, now }: Author,
  before: Order | undefined,
  after: Order,
  sale: Refundable | undefined,
  mayCount: (product: Id) => boolean,
): Promise<StockChange> {
  const skips = after.ignore_availability || before?.ignore_availability === true;
  const zone = skips ? (await placeOf(tx, after)).timezone : 'UTC';
  const tomorrow = () => startOfTomorrow(now, zone);
  if (before === undefined) return changeOfFirst(after, sale, tomorrow);
  if (after.original_order_id !== null) return refundChange(tx, before, after, after.original_order_id);
  const change = changeOfSale(before, after, NOTHING_BACK, tomorrow);
  if (!touchedProducts(change).some(mayCount)) return { ...change, held: before.held };
  return changeOfSale(before, after, givenBackBy(await refundsOf(tx, company, before.id)), tomorrow);
}

/** The stock that a change of a refund moves. The order that it refunds is locked: it may be giving back the same. */
async function refundChange(tx: Writer, before: Order, after: Order, id: Id): Promise<StockChange> {
  const original = await lockOrder(tx, after.company_id, id);
  if (original === undefined) throw new Error('The order that a refund gives back from is gone.');
  const refunds = await refundsOf(tx, after.company_id, id);
  return changeOfRefund(
    before,
    after,
    original,
    refunds.filter((refund) => refund.id !== after.id),
  );
}
