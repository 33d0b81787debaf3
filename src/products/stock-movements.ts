import { siteOf } from '../company/site-of.ts';
import { existing } from '../company/store.ts';
import type { Call } from '../edge/call.ts';
import { answerPage, each } from '../edge/listing.ts';
import { idOf, LIST, newest } from '../edge/query.ts';
import { asking, created, ok, type ReadHandler, type Reply, type WriteHandler } from '../edge/route.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { formatDecimal, MAX_DECIMAL } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import { append } from '../outbox/append.ts';
import { bodies } from '../shape/bodies.ts';
import { view } from '../shape/view.ts';
import type { Reader, Writer } from '../storage/port.ts';
import { type Counted, lockCounted, saveAmounts, siteProductsOf } from './at-site.store.ts';
import { availabilityFacts } from './facts.ts';
import { STOCK_MOVEMENT, type StockMovement } from './shape/stock.ts';
import { movementAt, movementSlice, stockMovements } from './stock-movements.store.ts';

// Tracked stock that is moved by hand: by how much, never to what, so that sales meanwhile stay counted (reference:
// products.42).

/** POST /sites/<s>/stock_movements */
export const stockMovementInput = bodies(STOCK_MOVEMENT).create;
const movementView = view(STOCK_MOVEMENT);

const MOVEMENTS = {
  product_id: idOf('Only movements of this product.'),
  newest,
  ...LIST,
};

/** GET /sites/<s>/stock_movements: ascending by id, or the newest first. */
export const listStockMovements = asking(MOVEMENTS, async (tx: Reader, call, asked) => {
  const site = await siteOf(tx, call);
  const of = { site, product: asked.product_id };
  return answerPage(call, call.page(asked), {
    falling: asked.newest,
    read: (after, limit) => movementSlice(tx, call.company, of, asked.newest, after?.[0], limit),
    position: (row: StockMovement) => [row.id] as const,
    find: async (wanted) => {
      const found = await movementAt(tx, call.company, of, wanted);
      return found === undefined ? undefined : ([found] as const);
    },
    render: each(movementView),
  });
});

/** GET /sites/<s>/stock_movements/<m> */
export const getStockMovement: ReadHandler = async (tx, call) => {
  const site = await siteOf(tx, call);
  const movement = await stockMovements.get(tx, call.company, call.id('movement_id'));
  if (movement?.site_id !== site) throw notFound();
  return ok(movementView(movement));
};

/** The counted product at a site, locked; 400 naming the product that is not there or not counted. */
async function lockStock(tx: Writer, call: Call, site: Id, product: Id): Promise<Counted> {
  const [counted] = await lockCounted(tx, call.company, site, [product]);
  if (counted !== undefined) return counted;
  const field = 'product_id';
  if (!(await existing(tx, 'products', call.company, [product])).has(product))
    throw invalid(field, sentence('{id} does not exist.', { id: product }));
  if ((await siteProductsOf(tx, call.company, [product], site)).length === 0)
    throw invalid(field, sentence('product {product} is not available at this site.', { product }));
  throw invalid(
    field,
    sentence('product {product} is not counted at this site: set the amount of its availability first.', {
      product,
    }),
  );
}

/** POST /sites/<s>/stock_movements: puts into stock or takes out; 400 where there are not as many. */
export const createStockMovement: WriteHandler = async (tx, call): Promise<Reply> => {
  const site = await siteOf(tx, call);
  const { product_id: product, change, reason, note = null } = call.input(stockMovementInput);
  const before = await lockStock(tx, call, site, product);
  const amount = before.amount + change;
  if (amount < 0n)
    throw invalid(
      'change',
      sentence('takes more than there are: {amount} are left.', { amount: formatDecimal(before.amount) }),
    );
  if (amount > MAX_DECIMAL) throw invalid('change', sentence('puts in more than can be counted.'));
  const [movement] = await tx.ids('stock_movement', 1);
  if (movement === undefined) throw new Error('No id for a movement of stock.');
  const { company, addon, now } = call;
  await saveAmounts(tx, company, site, [{ product_id: product, amount }], now);
  const made: StockMovement = {
    company_id: company,
    id: movement,
    site_id: site,
    product_id: product,
    change,
    reason,
    note,
    amount,
    addon_id: addon,
    created_at: now,
    updated_at: now,
  };
  await stockMovements.insert(tx, made);
  const { sku, is_available, low_stock } = before;
  const at = { company_id: company, site_id: site, product_id: product, sku, is_available, amount };
  await append(tx, company, now, availabilityFacts({ ...at, updated_at: now }, before, low_stock));
  return created(movementView(made), `/companies/${company}/sites/${site}/stock_movements/${movement}`);
};
