// The data that can be replayed: what to send, and what it has to add up to.
import * as chipotle from '../imports/chipotle.ts';
import { hasMenu, readExpected, readMenu, readOrders, type SalesFigures } from '../imports/pizza-place.ts';
import { type Decimal, parseDecimal } from '../kernel/money.ts';
import { Tally } from './figures.ts';

/** A line to send. */
export interface PlannedLine {
  readonly sku: string;
  readonly quantity: number;
  /** With tax, as decimal text; null: what the product costs at the site. */
  readonly unitPrice: string | null;
  /** What is chosen of the option set of that name, in order. */
  readonly set: string | null;
  readonly options: readonly chipotle.Selection[];
}

/** An order to send, and what must come back. */
export interface PlannedOrder {
  readonly number: string;
  readonly saleNumber: string;
  /** When it was placed, when the data knows. */
  readonly placedAt: string | null;
  readonly lines: readonly PlannedLine[];
  readonly amount: Decimal;
}

/** Data that can be replayed. */
export interface Dataset {
  /** What idempotency keys begin with. */
  readonly name: string;
  /** The products that have to be there, with their price where the orders rely on it. */
  readonly products: readonly { readonly sku: string; readonly price: string | null }[];
  readonly orders: readonly PlannedOrder[];
  readonly expected: SalesFigures;
}

/** Reads the data of a folder; only the first `limit` orders when it is given. */
export async function readDataset(dir: string, limit: number | undefined): Promise<Dataset> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new Error('The number of orders must be a whole number from 1 on.');
  }
  if ((await chipotle.hasChipotle(dir)) && !(await hasMenu(dir))) return readChipotle(dir, limit);
  return readPizzaPlace(dir, limit);
}

async function readPizzaPlace(dir: string, limit: number | undefined): Promise<Dataset> {
  const { products } = await readMenu(dir);
  const prices = new Map(products.map((product) => [product.sku, parseDecimal(product.price) ?? 0n]));
  const orders = (await readOrders(dir)).slice(0, limit).map(
    (order): PlannedOrder => ({
      number: order.number,
      placedAt: order.placedAt,
      saleNumber: `pizza-${order.number}`,
      lines: order.lines.map((line) => ({ ...line, unitPrice: null, set: null, options: [] })),
      amount: order.lines.reduce(
        (sum, line) => sum + (prices.get(line.sku) ?? 0n) * BigInt(line.quantity),
        0n,
      ),
    }),
  );
  const expected = limit === undefined ? await readExpected(dir) : tallyOf(orders);
  return { name: 'pizza-place', products, orders, expected };
}

/** The orders have prices of their own, and no time. */
async function readChipotle(dir: string, limit: number | undefined): Promise<Dataset> {
  const all = await chipotle.readOrders(dir);
  const { products } = chipotle.menuOf(all);
  const orders = all.slice(0, limit).map(
    ({ number, lines }): PlannedOrder => ({
      number,
      placedAt: null,
      saleNumber: `chipotle-${number}`,
      lines: lines.map((line) => ({
        sku: chipotle.itemSku(line.item),
        quantity: line.quantity,
        unitPrice: chipotle.unitPriceOf(line),
        set: line.choices.length === 0 ? null : chipotle.setOf(line.item),
        options: chipotle.selectionsOf(line.choices),
      })),
      amount: lines.reduce((sum, { price }) => sum + (parseDecimal(price) ?? 0n), 0n),
    }),
  );
  const expected =
    limit === undefined ? { ...(await chipotle.readExpected(dir)), byDay: {}, byMonth: {} } : tallyOf(orders);
  return {
    name: 'chipotle',
    products: products.map(({ sku }) => ({ sku, price: null })),
    orders,
    expected,
  };
}

/** What planned orders add up to. */
function tallyOf(orders: readonly PlannedOrder[]): SalesFigures {
  const tally = new Tally();
  for (const { placedAt, lines, amount } of orders) {
    const items = lines.reduce((sum, line) => sum + line.quantity, 0);
    tally.add(placedAt?.slice(0, 10) ?? null, lines.length, items, amount);
  }
  return tally.figures();
}
