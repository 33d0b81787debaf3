// Plays the pizza place's year through the API, as any client would: every order is created with its lines
// and its payment, then all of them are read back and compared with what the year must add up to.
//
// A run may be killed at any moment and started again: orders that are there are found by their sale number
// and left alone, and an order that was under way is covered by its idempotency key. Nothing is doubled.

import { z } from 'zod';
import {
  type MenuProduct,
  type PizzaOrderLine,
  readExpected,
  readMenu,
  readOrders,
  type SalesFigures,
} from '../imports/pizza-place.ts';
import { jsonDecimal } from '../kernel/json.ts';
import { type Decimal, formatDecimal, parseDecimal } from '../kernel/money.ts';
import { type Answer, ApiClient, type ClientClock, DEFAULT_CONNECTIONS, describeRefusal } from './client.ts';
import { compareFigures, type Difference, formatAmount, Tally } from './figures.ts';
import { formatCount, formatSeconds, type Output, Progress } from './progress.ts';
import type { ReplayTarget } from './sandbox-file.ts';

/** Records to a page: of products and short orders, and of orders with their lines. */
const PAGE = 5000;
const PAGE_WITH_LINES = 1000;
/** After so many refused orders the rest is not tried. */
const MAX_REFUSALS = 100;
/** How many keys one order may use up; each is one refusal that the service still remembers. */
const MAX_KEYS = 20;
/** The most orders whose differences are kept one by one. */
const MAX_ORDER_DIFFERENCES = 1000;
/** The most differences and refusals that are printed. */
const MAX_SHOWN = 20;

/** What to replay, where, and how. */
export interface ReplayOptions extends ReplayTarget {
  /** The folder of the data. */
  readonly dir: string;
  /** Requests under way at a time; 8 when unset. */
  readonly connections?: number | undefined;
  /** Only the first so many orders; all when unset. */
  readonly limit?: number | undefined;
  readonly out: Output;
  readonly clock: ClientClock;
  /** Stops the run; what was sent stays. */
  readonly signal?: AbortSignal | undefined;
  /** How long the service may be away, in ms; 5 minutes when unset. */
  readonly giveUpAfterMs?: number | undefined;
}

/** An order that the service did not take. */
export interface Refusal {
  readonly saleNumber: string;
  readonly status: number;
  readonly reason: string;
}

/** How a replay went. */
export interface ReplayResult {
  /** True when nothing was refused and every figure read back is as expected. */
  readonly ok: boolean;
  readonly sent: number;
  /** Orders that an earlier run had sent. */
  readonly alreadyThere: number;
  readonly refused: readonly Refusal[];
  /** How often a request had to be repeated. */
  readonly retries: number;
  readonly expected: SalesFigures;
  readonly actual: SalesFigures;
  readonly differences: readonly Difference[];
  readonly elapsedMs: number;
  readonly sendingMs: number;
  readonly ordersPerSecond: number;
}

/** An order to send, and what must come back. */
interface PlannedOrder {
  readonly number: string;
  readonly saleNumber: string;
  readonly placedAt: string;
  readonly lines: readonly PizzaOrderLine[];
  readonly amount: Decimal;
}

const productSchema = z.object({
  id_str: z.string(),
  sku: z.string().nullish(),
  unit_price: z.string().nullish(),
});
const shortOrderSchema = z.object({ sale_number: z.string().nullish() });
const orderSchema = z.object({
  sale_number: z.string(),
  status: z.string(),
  placed_at: z.iso.datetime({ offset: true }),
  total: z.string(),
  lines: z.array(z.object({ quantity: z.number(), product: z.object({ id_str: z.string() }) })),
});

/** Sends the year's orders (those that are not there yet), reads all back and compares. */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { clock, out, dir } = options;
  const begun = clock.now();
  const menu = await readMenu(dir);
  const orders = await planOrders(dir, menu.products, options.limit);
  const expected = options.limit === undefined ? await readExpected(dir) : tallyPlan(orders);

  const stop = new AbortController();
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([options.signal, stop.signal]);
  let progress: Progress | undefined;
  const say = (sentence: string) => {
    if (progress === undefined) out.write(`${sentence}\n`);
    else progress.say(sentence);
  };
  const client = await ApiClient.open({ ...options, signal, onTrouble: say });
  const site = `/v1/companies/${options.companyId}/sites/${options.siteId}`;
  try {
    const ids = await findProducts(client, site, menu.products);
    const present = await findPresent(client, site, orders);
    const missing = orders.filter((order) => !present.has(order.saleNumber));
    if (present.size > 0) {
      out.write(`${formatCount(present.size)} of ${formatCount(orders.length)} orders are there already.\n`);
    }

    progress = new Progress(out, clock.now, 'Sending orders', missing.length);
    const sendingBegun = clock.now();
    const { sent, refused } = await sendAll({ client, site, options, ids, progress, stop, missing });
    const sendingMs = clock.now() - sendingBegun;
    progress.end();

    progress = new Progress(out, clock.now, 'Reading back', orders.length);
    const { actual, differences } = await readBack(client, site, orders, ids, progress);
    progress.end();

    const all = [...compareFigures(expected, actual), ...differences];
    const result: ReplayResult = {
      ok: refused.length === 0 && all.length === 0,
      sent,
      alreadyThere: present.size,
      refused,
      retries: client.retries,
      expected,
      actual,
      differences: all,
      elapsedMs: clock.now() - begun,
      sendingMs,
      ordersPerSecond: sendingMs > 0 ? (sent * 1000) / sendingMs : 0,
    };
    out.write(summarize(result));
    return result;
  } finally {
    progress?.end();
    await client.close();
  }
}

async function planOrders(
  dir: string,
  products: readonly MenuProduct[],
  limit: number | undefined,
): Promise<PlannedOrder[]> {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new Error('The number of orders must be a whole number from 1 on.');
  }
  const prices = new Map(products.map((product) => [product.sku, parseDecimal(product.price) ?? 0n]));
  const orders = await readOrders(dir);
  return orders.slice(0, limit ?? orders.length).map((order) => ({
    ...order,
    saleNumber: `pizza-${order.number}`,
    amount: order.lines.reduce((sum, line) => sum + (prices.get(line.sku) ?? 0n) * BigInt(line.quantity), 0n),
  }));
}

function tallyPlan(orders: readonly PlannedOrder[]): SalesFigures {
  const tally = new Tally();
  for (const { placedAt, lines, amount } of orders) {
    const pizzas = lines.reduce((sum, line) => sum + line.quantity, 0);
    tally.add(placedAt.slice(0, 10), lines.length, pizzas, amount);
  }
  return tally.figures();
}

/** The ids of the products at the site, by sku. Throws when one is missing or has another price. */
async function findProducts(
  client: ApiClient,
  site: string,
  wanted: readonly MenuProduct[],
): Promise<Map<string, string>> {
  const found = new Map<string, z.output<typeof productSchema>>();
  const path = `${site}/products?limit=${PAGE}&fields=unit_price`;
  const skus = new Set(wanted.map((product) => product.sku));
  for await (const page of client.pages(path, ['unit_price'])) {
    for (const item of page) {
      const product = readRecord(productSchema, item, 'product');
      if (product.sku != null && skus.has(product.sku) && !found.has(product.sku)) {
        found.set(product.sku, product);
      }
    }
  }
  const missing = wanted.filter((product) => !found.has(product.sku)).map((product) => product.sku);
  if (missing.length > 0) {
    throw new Error(
      `The site lacks ${missing.length} of ${wanted.length} products (${someOf(missing)}). ` +
        'Import them first: passbell import <folder>.',
    );
  }
  const changed = wanted.filter(({ sku, price }) => {
    const charged = found.get(sku)?.unit_price;
    return charged != null && parseDecimal(charged) !== parseDecimal(price);
  });
  if (changed.length > 0) {
    const shown = changed.map(({ sku, price }) => `${sku} ${found.get(sku)?.unit_price} instead of ${price}`);
    throw new Error(
      `The site charges other prices than the data: ${someOf(shown)}. Set them back before a replay.`,
    );
  }
  return new Map(Array.from(found, ([sku, product]) => [sku, product.id_str]));
}

/** The sale numbers of the planned orders that the site has already. */
async function findPresent(
  client: ApiClient,
  site: string,
  orders: readonly PlannedOrder[],
): Promise<Set<string>> {
  const planned = new Set(orders.map((order) => order.saleNumber));
  const present = new Set<string>();
  for await (const page of client.pages(`${site}/orders?limit=${PAGE}`)) {
    for (const item of page) {
      const { sale_number: saleNumber } = readRecord(shortOrderSchema, item, 'order');
      if (saleNumber != null && planned.has(saleNumber)) present.add(saleNumber);
    }
  }
  return present;
}

interface Sending {
  readonly client: ApiClient;
  readonly site: string;
  readonly options: ReplayOptions;
  readonly ids: ReadonlyMap<string, string>;
  readonly progress: Progress;
  readonly stop: AbortController;
}

/**
 * Sends orders in rounds. The service remembers a refusal for as long as its key, so an order refused by an
 * earlier run (or sent otherwise then) gets its next key in the next round. Such a key is of a request that
 * has ended, so the site is asked again first whether the order is there.
 */
async function sendAll(
  sending: Sending & { missing: readonly PlannedOrder[] },
): Promise<{ sent: number; refused: Refusal[] }> {
  const refused: Refusal[] = [];
  let { missing } = sending;
  let sent = 0;
  for (let round = 1; missing.length > 0; round++) {
    const spent: PlannedOrder[] = [];
    await sendOnce(sending, missing, round, (order, answer) => {
      if (answer.status === 201) sent++;
      else if (round < MAX_KEYS && (answer.replayed || answer.status === 422)) {
        spent.push(order);
        return;
      } else refused.push(refuse(order, answer));
      if (refused.length >= MAX_REFUSALS) throw tooManyRefused(refused);
      sending.progress.add(1);
    });
    if (spent.length === 0) break;
    const present = await findPresent(sending.client, sending.site, spent);
    missing = spent.filter((order) => !present.has(order.saleNumber));
  }
  return { sent, refused };
}

/** Sends each order once with its key of this round, in order, several at a time. */
async function sendOnce(
  { client, options, ids, progress, stop }: Sending,
  orders: readonly PlannedOrder[],
  round: number,
  done: (order: PlannedOrder, answer: Answer) => void,
): Promise<void> {
  const path = `/v1/companies/${options.companyId}/orders`;
  const queue = orders.values();
  const work = async () => {
    for (const order of queue) {
      const key = `pizza-place-${order.number}${round === 1 ? '' : `-${round}`}`;
      done(order, await client.post(path, orderBody(order, options, ids), key));
    }
  };
  let failure: unknown;
  const stopAll = (error: unknown) => {
    failure ??= error;
    stop.abort();
  };
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  await Promise.all(Array.from({ length: connections }, () => work().catch(stopAll)));
  if (failure === undefined) return;
  progress.say('Stopped. What was sent stays; run it again and it goes on from there.');
  throw failure;
}

function orderBody(
  order: PlannedOrder,
  { registerId, siteId, paymentMethodId }: ReplayTarget,
  ids: ReadonlyMap<string, string>,
): unknown {
  return {
    ...(registerId === undefined ? { site_id: siteId } : { register_id: registerId }),
    status: 'COMPLETE',
    order_type: 'Takeaway',
    sale_number: order.saleNumber,
    placed_at: order.placedAt,
    lines: order.lines.map((line) => ({ product_id: ids.get(line.sku), quantity: line.quantity })),
    payments: [{ method_id: paymentMethodId, amount: jsonDecimal(order.amount) }],
  };
}

function refuse(order: PlannedOrder, answer: Answer): Refusal {
  const refusal: Refusal = {
    saleNumber: order.saleNumber,
    status: answer.status,
    reason: describeRefusal(answer),
  };
  // These say that nothing at all may be sent, whatever the order.
  if ([401, 403, 404].includes(answer.status)) {
    throw new Error(`The service takes no orders from here: ${refusal.reason}`);
  }
  return refusal;
}

function tooManyRefused(refused: readonly Refusal[]): Error {
  const [first] = refused;
  return new Error(
    `The service refused ${refused.length} orders. The first was ${first?.saleNumber}: ${first?.reason}`,
  );
}

/** Reads the planned orders back and looks at each of them. */
async function readBack(
  client: ApiClient,
  site: string,
  orders: readonly PlannedOrder[],
  ids: ReadonlyMap<string, string>,
  progress: Progress,
): Promise<{ actual: SalesFigures; differences: Difference[] }> {
  const planned = new Map(orders.map((order) => [order.saleNumber, order]));
  const seen = new Set<string>();
  const tally = new Tally();
  const differences: Difference[] = [];
  let more = 0;
  const report = (what: string, expected: string, actual: string) => {
    if (differences.length < MAX_ORDER_DIFFERENCES) differences.push({ what, expected, actual });
    else more++;
  };
  for await (const page of client.pages(`${site}/orders?limit=${PAGE_WITH_LINES}&fields=lines`, ['total'])) {
    for (const item of page) {
      const { sale_number: saleNumber } = readRecord(shortOrderSchema, item, 'order');
      const order = saleNumber == null ? undefined : planned.get(saleNumber);
      if (order === undefined) continue;
      const found = readRecord(orderSchema, item, `order ${saleNumber}`);
      const total = parseDecimal(found.total);
      if (total === undefined)
        throw new Error(`The order ${saleNumber} has no usable total: ${found.total}.`);
      const pizzas = found.lines.reduce((sum, line) => sum + line.quantity, 0);
      tally.add(new Date(found.placed_at).toISOString().slice(0, 10), found.lines.length, pizzas, total);
      progress.add(1);

      if (seen.has(order.saleNumber)) report(`number of orders ${saleNumber}`, '1', 'more');
      seen.add(order.saleNumber);
      if (found.status !== 'COMPLETE') report(`status of order ${saleNumber}`, 'COMPLETE', found.status);
      if (total !== order.amount) {
        report(`total of order ${saleNumber}`, formatDecimal(order.amount), formatDecimal(total));
      }
      const wanted = describeLines(order.lines.map((line) => [ids.get(line.sku) ?? '', line.quantity]));
      const actual = describeLines(found.lines.map((line) => [line.product.id_str, line.quantity]));
      if (wanted !== actual) report(`products of order ${saleNumber}`, wanted, actual);
    }
  }
  for (const { saleNumber } of orders) {
    if (!seen.has(saleNumber)) report(`number of orders ${saleNumber}`, '1', '0');
  }
  if (more > 0) {
    differences.push({ what: 'further differences of orders', expected: '0', actual: String(more) });
  }
  return { actual: tally.figures(), differences };
}

function describeLines(lines: readonly (readonly [string, number])[]): string {
  return lines
    .map(([product, quantity]) => `${quantity} x ${product}`)
    .sort()
    .join(', ');
}

function readRecord<S extends z.ZodType>(schema: S, item: unknown, what: string): z.output<S> {
  const result = schema.safeParse(item);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(
    `The service answered a list with an unusable ${what}: ${issue?.path.join('.')}: ${issue?.message}.`,
  );
}

function someOf(items: readonly string[]): string {
  return items.length <= 5
    ? items.join(', ')
    : `${items.slice(0, 5).join(', ')} and ${items.length - 5} more`;
}

function summarize(result: ReplayResult): string {
  const { expected, actual, refused, differences } = result;
  const row = (label: string, a: string, b: string) =>
    `${label.padEnd(10)}${a.padStart(14)}${b.padStart(14)}\n`;
  const figure = (label: string, of: (figures: SalesFigures) => string | number) =>
    row(label, formatCount(of(expected)), formatCount(of(actual)));
  let text =
    `Sent ${formatCount(result.sent)} orders in ${formatSeconds(result.sendingMs / 1000)} ` +
    `(${formatCount(Math.round(result.ordersPerSecond))} a second); ${formatCount(result.alreadyThere)} were there ` +
    `already; ${formatCount(result.retries)} requests had to be repeated.\n\n` +
    row('', 'expected', 'read back') +
    figure('Orders', (figures) => figures.orders) +
    figure('Lines', (figures) => figures.lines) +
    figure('Pizzas', (figures) => figures.pizzas) +
    figure('Revenue', (figures) => formatAmount(parseDecimal(figures.revenue) ?? 0n)) +
    '\n';
  text += shorten(
    refused.map((each) => `Refused: order ${each.saleNumber}: ${each.reason}`),
    'refused orders',
  );
  text += shorten(
    differences.map((each) => `Different: ${each.what}: ${each.actual} instead of ${each.expected}`),
    'differences',
  );
  if (result.ok) {
    const days = Object.keys(actual.byDay).length;
    const months = Object.keys(actual.byMonth).length;
    const spans = `${countOf(months, 'month')} and ${countOf(days, 'day')}`;
    text += `Everything adds up: every order, ${spans}, to the cent.\n`;
  } else text += 'This is NOT what was expected.\n';
  return text;
}

function countOf(count: number, what: string): string {
  return count === 1 ? `the one ${what}` : `all ${count} ${what}s`;
}

function shorten(lines: readonly string[], what: string): string {
  const shown = lines.slice(0, MAX_SHOWN);
  if (lines.length > MAX_SHOWN) shown.push(`(and ${formatCount(lines.length - MAX_SHOWN)} more ${what})`);
  return shown.map((line) => `${line}\n`).join('');
}
