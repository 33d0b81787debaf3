// Plays real orders through the API, as any client would: every order is created with its lines, what was chosen
// for them and its payment, then all of them are read back and compared with what the data must add up to.
//
// A run may be killed at any moment and started again: orders that are there are found by their sale number
// and left alone, and an order that was under way is covered by its idempotency key. Nothing is doubled.

import { z } from 'zod';
import type { Selection } from '../imports/chipotle.ts';
import type { SalesFigures } from '../imports/pizza-place.ts';
import { jsonDecimal } from '../kernel/json.ts';
import { formatDecimal, parseDecimal } from '../kernel/money.ts';
import { type Answer, ApiClient, type ClientClock, DEFAULT_CONNECTIONS, describeRefusal } from './client.ts';
import { type Dataset, type PlannedLine, type PlannedOrder, readDataset } from './datasets.ts';
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

const productSchema = z.object({
  id_str: z.string(),
  sku: z.string().nullish(),
  unit_price: z.string().nullish(),
});
const namedSchema = z.object({ id_str: z.string(), name: z.string() });
const shortOrderSchema = z.object({ sale_number: z.string().nullish() });
/** An option set on an order, in its tree. */
interface ChosenSet {
  readonly line_number?: number | undefined;
  readonly option_set_id_str: string;
  readonly options: readonly {
    readonly product_id_str: string;
    readonly option_sets: readonly ChosenSet[];
  }[];
}
const chosenSchema: z.ZodType<ChosenSet> = z.lazy(() =>
  z.object({
    line_number: z.number().optional(),
    option_set_id_str: z.string(),
    options: z.array(z.object({ product_id_str: z.string(), option_sets: z.array(chosenSchema) })),
  }),
);
const orderSchema = z.object({
  sale_number: z.string(),
  status: z.string(),
  placed_at: z.iso.datetime({ offset: true }),
  total: z.string(),
  lines: z.array(
    z.object({
      number: z.number().default(0),
      quantity: z.number(),
      product: z.object({ id_str: z.string() }),
      part_of_option_set: z.boolean().default(false),
    }),
  ),
  options: z.array(chosenSchema).default([]),
});
type FoundOrder = z.output<typeof orderSchema>;

/** What the service has of the data, by the names the data gives it. */
interface Known {
  /** Ids of products by SKU, and of option sets by name. */
  readonly products: ReadonlyMap<string, string>;
  readonly sets: ReadonlyMap<string, string>;
}

/** Sends the orders (those that are not there yet), reads all back and compares. */
export async function replay(options: ReplayOptions): Promise<ReplayResult> {
  const { clock, out, dir } = options;
  const begun = clock.now();
  const data = await readDataset(dir, options.limit);
  const { orders, expected } = data;

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
    const known = {
      products: await findProducts(client, site, data.products),
      sets: await findSets(client, options.companyId, data),
    };
    const present = await findPresent(client, site, orders);
    const missing = orders.filter((order) => !present.has(order.saleNumber));
    if (present.size > 0) {
      out.write(`${formatCount(present.size)} of ${formatCount(orders.length)} orders are there already.\n`);
    }

    progress = new Progress(out, clock.now, 'Sending orders', missing.length);
    const sendingBegun = clock.now();
    const { sent, refused } = await sendAll({
      client,
      site,
      options,
      name: data.name,
      known,
      progress,
      stop,
      missing,
    });
    const sendingMs = clock.now() - sendingBegun;
    progress.end();

    progress = new Progress(out, clock.now, 'Reading back', orders.length);
    const { actual, differences } = await readBack(client, site, orders, known, progress);
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

/** The ids of the products at the site, by sku. Throws when one is missing or has another price. */
async function findProducts(
  client: ApiClient,
  site: string,
  wanted: Dataset['products'],
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
    return price !== null && charged != null && parseDecimal(charged) !== parseDecimal(price);
  });
  if (changed.length > 0) {
    const shown = changed.map(({ sku, price }) => `${sku} ${found.get(sku)?.unit_price} instead of ${price}`);
    throw new Error(
      `The site charges other prices than the data: ${someOf(shown)}. Set them back before a replay.`,
    );
  }
  return new Map(Array.from(found, ([sku, product]) => [sku, product.id_str]));
}

/** The ids of the option sets that the data chooses from, by name. Throws when one is missing. */
async function findSets(
  client: ApiClient,
  company: string,
  { orders }: Dataset,
): Promise<Map<string, string>> {
  const wanted = new Set<string>();
  const collect = (options: readonly Selection[]): void => {
    for (const option of options) {
      if (option.set !== null) wanted.add(option.set);
      collect(option.options);
    }
  };
  for (const line of orders.flatMap((order) => order.lines)) {
    if (line.set !== null) wanted.add(line.set);
    collect(line.options);
  }
  const found = new Map<string, string>();
  if (wanted.size === 0) return found;
  for await (const page of client.pages(`/v1/companies/${company}/optionsets?limit=${PAGE}`)) {
    for (const item of page) {
      const { id_str: id, name } = readRecord(namedSchema, item, 'option set');
      if (wanted.has(name) && !found.has(name)) found.set(name, id);
    }
  }
  const missing = [...wanted].filter((name) => !found.has(name));
  if (missing.length > 0) {
    throw new Error(
      `The company lacks ${missing.length} of ${wanted.size} option sets (${someOf(missing)}). ` +
        'Import them first: passbell import <folder>.',
    );
  }
  return found;
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
  readonly name: string;
  readonly known: Known;
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
  { client, options, name, known, progress, stop }: Sending,
  orders: readonly PlannedOrder[],
  round: number,
  done: (order: PlannedOrder, answer: Answer) => void,
): Promise<void> {
  const path = `/v1/companies/${options.companyId}/orders`;
  const queue = orders.values();
  const work = async () => {
    for (const order of queue) {
      const key = `${name}-${order.number}${round === 1 ? '' : `-${round}`}`;
      done(order, await client.post(path, orderBody(order, options, known), key));
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
  known: Known,
): unknown {
  return {
    ...(registerId === undefined ? { site_id: siteId } : { register_id: registerId }),
    status: 'COMPLETE',
    order_type: 'Takeaway',
    sale_number: order.saleNumber,
    ...(order.placedAt === null ? {} : { placed_at: order.placedAt }),
    lines: order.lines.map((line) => lineBody(line, known)),
    payments: [{ method_id: paymentMethodId, amount: jsonDecimal(order.amount) }],
  };
}

function lineBody({ sku, quantity, unitPrice, set, options }: PlannedLine, known: Known): unknown {
  return {
    product_id: known.products.get(sku),
    quantity,
    ...(unitPrice === null ? {} : { unit_price_inc_tax: jsonDecimal(parseDecimal(unitPrice) ?? 0n) }),
    ...(set === null ? {} : { option_sets: [setBody(set, options, known)] }),
  };
}

function setBody(set: string, options: readonly Selection[], known: Known): unknown {
  return {
    option_set_id: known.sets.get(set),
    options: options.map((option) => ({
      product_id: known.products.get(option.sku),
      ...(option.set === null ? {} : { option_sets: [setBody(option.set, option.options, known)] }),
    })),
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
  known: Known,
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
  const path = `${site}/orders?limit=${PAGE_WITH_LINES}&fields=lines,options`;
  for await (const page of client.pages(path, ['total'])) {
    for (const item of page) {
      const { sale_number: saleNumber } = readRecord(shortOrderSchema, item, 'order');
      const order = saleNumber == null ? undefined : planned.get(saleNumber);
      if (order === undefined) continue;
      const found = readRecord(orderSchema, item, `order ${saleNumber}`);
      const total = parseDecimal(found.total);
      if (total === undefined)
        throw new Error(`The order ${saleNumber} has no usable total: ${found.total}.`);
      const own = found.lines.filter((line) => !line.part_of_option_set);
      const items = own.reduce((sum, line) => sum + line.quantity, 0);
      const day = order.placedAt === null ? null : new Date(found.placed_at).toISOString().slice(0, 10);
      tally.add(day, own.length, items, total);
      progress.add(1);

      if (seen.has(order.saleNumber)) report(`number of orders ${saleNumber}`, '1', 'more');
      seen.add(order.saleNumber);
      if (found.status !== 'COMPLETE') report(`status of order ${saleNumber}`, 'COMPLETE', found.status);
      if (total !== order.amount) {
        report(`total of order ${saleNumber}`, formatDecimal(order.amount), formatDecimal(total));
      }
      const wanted = wantedLines(order, known);
      const actual = foundLines(found);
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

/** The lines of an order with what was chosen for each, in tree and order, as text to compare. */
function wantedLines({ lines }: PlannedOrder, { products, sets }: Known): string {
  const tree = (set: string | null, options: readonly Selection[]): string =>
    set === null
      ? ''
      : ` [${sets.get(set)}: ${options.map((each) => `${products.get(each.sku)}${tree(each.set, each.options)}`).join(', ')}]`;
  return lines
    .map((line) => `${line.quantity} x ${products.get(line.sku) ?? ''}${tree(line.set, line.options)}`)
    .sort()
    .join('; ');
}

function foundLines({ lines, options }: FoundOrder): string {
  const tree = ({ option_set_id_str: set, options: chosen }: ChosenSet): string =>
    ` [${set}: ${chosen.map((each) => each.product_id_str + each.option_sets.map(tree).join('')).join(', ')}]`;
  return lines
    .filter((line) => !line.part_of_option_set)
    .map((line) => {
      const chosen = options.filter((set) => set.line_number === line.number).map(tree);
      return `${line.quantity} x ${line.product.id_str}${chosen.join('')}`;
    })
    .sort()
    .join('; ');
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
    figure('Items', (figures) => figures.items) +
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
    const spans = days === 0 ? '' : ` ${countOf(months, 'month')} and ${countOf(days, 'day')},`;
    text += `Everything adds up: every order,${spans} to the cent.\n`;
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
