// A bridge to a delivery service: its orders are placed here, and their status is reported back to it. An order of
// the feed is placed once, however often it is read and whenever the bridge was killed.
//
// The feed is a file or address of JSON lines (FEED). Orders paid there are placed as PENDING with their payment, the
// others as ON_HOLD, to be paid at the door. With STATUS_URL each new status is posted there.

import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  type Operations,
  type Order,
  verifyWebhook,
  WebhookError,
} from '../clients/typescript/index.ts';
import { connect, onStop, readBody, readSetup, secretOf } from './setup.ts';

/** An order as the delivery service sends it. Its prices have tax in them. */
interface OutsideOrder {
  readonly id: string;
  readonly customer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly items: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly price: number;
    readonly note?: string;
  }[];
  readonly paid: number;
  readonly wanted_at?: string;
  readonly note?: string;
}

const { FEED = 'examples/feed.jsonl', JOURNAL = 'bridge.sqlite', PORT = '3001', STATUS_URL } = process.env;
const {
  PUBLIC_URL = `http://localhost:${PORT}`,
  PAYMENT_METHOD = 'On account',
  POLL_SECONDS = '5',
} = process.env;
/** How long the delivery service may take to answer, in ms: less than the 10 s that Passbell waits for us. */
const TELL_MS = 5_000;
/** The delivery service's names of our statuses. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ SUBMITTED: 'received', ON_HOLD: 'accepted', ACCEPTED: 'accepted', PENDING: 'accepted' },
  ...{ COMPLETE: 'handed over', REJECTED: 'rejected' },
};

const setup = readSetup();
const secret = secretOf(setup);
const passbell = connect(setup);
const db = new DatabaseSync(JOURNAL);
db.exec(`
  create table if not exists placed (
    outside_id text primary key, order_id text, word text not null, at integer not null, reason text
  );
  create table if not exists told (outside_id text primary key, word text not null, at integer not null);
`);
const findPlaced = db.prepare('select word, at, reason from placed where outside_id = ?');
const keepPlaced = db.prepare(
  'insert into placed (outside_id, order_id, word, at, reason) values (?, ?, ?, ?, ?)',
);
const findTold = db.prepare('select word, at from told where outside_id = ?');
const keepTold = db.prepare(`insert into told (outside_id, word, at) values (?, ?, ?)
  on conflict (outside_id) do update set word = excluded.word, at = excluded.at`);
for (const statement of [findPlaced, findTold]) statement.setReadBigInts(true);

/** The status of an order there, since when (in microseconds), and why. */
interface News {
  readonly word: string;
  readonly at: bigint;
  readonly reason: string | null;
}

/** Reports are posted one after the other, so that an older status never arrives last. */
let telling: Promise<void> = Promise.resolve();

/** Reports an order's status to the delivery service, unless that has it or a newer one. Throws when it cannot. */
function tell(outsideId: string, news: News): Promise<void> {
  telling = telling.catch(() => undefined).then(() => tellNow(outsideId, news));
  return telling;
}

async function tellNow(outsideId: string, { word, at, reason }: News): Promise<void> {
  const known = findTold.get(outsideId);
  if (known !== undefined && (known.word === word || (known.at as bigint) >= at)) return;
  if (STATUS_URL !== undefined) {
    const answer = await fetch(STATUS_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: outsideId, status: word, reason }),
      signal: AbortSignal.timeout(TELL_MS),
    });
    if (!answer.ok) throw new Error(`The delivery service answered ${answer.status}.`);
  }
  keepTold.run(outsideId, word, at);
  console.log(`${outsideId} is ${word}${reason === null ? '' : ` (${reason})`}.`);
}

const [site] = await passbell.call('listSites');
const methods = await passbell.call('listPaymentMethods', { limit: 5000 });
const method = methods.find(({ name }) => name === PAYMENT_METHOD);
if (site === undefined || method === undefined) throw new Error(`There is no site, or no ${PAYMENT_METHOD}.`);

/** The order as it is placed here; a sentence when it cannot be. */
async function translate(order: OutsideOrder): Promise<Operations['createOrder']['body'] | string> {
  const lines = [];
  for (const { sku, quantity, price, note } of order.items) {
    const [product] = await passbell.call('listProducts', { sku });
    if (product === undefined) return `There is no product ${sku} here`;
    lines.push({ product_id: product.id_str, quantity, unit_price_inc_tax: price, notes: note ?? null });
  }
  const [first = '', ...last] = order.customer.name.split(' ');
  const { email, phone } = order.customer;
  return {
    site_id: site?.id_str ?? null,
    order_type: 'Delivery',
    sale_number: order.id,
    // A customer whose e-mail address is known is updated, any other one is created.
    customer: { first_name: first, last_name: last.join(' '), email, phone },
    callback_uri: `${PUBLIC_URL}/status`,
    ...(order.wanted_at === undefined ? {} : { fulfil_at: order.wanted_at }),
    notes: order.note ?? null,
    lines,
    // A paid order would complete at once: this one is complete when it was handed over.
    complete_when_paid: false,
    status: order.paid > 0 ? 'PENDING' : 'ON_HOLD',
    payments: order.paid > 0 ? [{ method_id: method?.id_str ?? '', amount: order.paid, ref: order.id }] : [],
  };
}

/** Sees to it that an order of the feed is placed or refused, once, and that the delivery service knows. */
async function place(order: OutsideOrder): Promise<void> {
  if (findPlaced.get(order.id) === undefined) {
    const body = await translate(order);
    const placed = typeof body === 'string' ? body : await create(order.id, body);
    if (typeof placed === 'string') keepPlaced.run(order.id, null, 'rejected', 0, placed);
    else {
      // As of when it was made: any later change of its status wins.
      const at = BigInt(Date.parse(placed.created_at)) * 1000n;
      keepPlaced.run(order.id, placed.id_str, WORDS[placed.status] ?? placed.status, at, null);
      console.log(`${order.id} is order ${placed.id_str}, ${placed.status}.`);
    }
  }
  const { word, at, reason } = findPlaced.get(order.id) as unknown as News;
  await tell(order.id, { word, at, reason });
}

/** Makes the order, or says why it cannot be. The key covers a crash between the order and our note of it. */
async function create(outsideId: string, body: Operations['createOrder']['body']): Promise<Order | string> {
  try {
    return await passbell.call('createOrder', { body }, { idempotencyKey: `bridge-${outsideId}` });
  } catch (error) {
    // An invalid order stays invalid; every other failure is tried again at the next reading of the feed.
    if (error instanceof ApiError && error.status === 400) return error.description;
    throw error;
  }
}

/** Every order that the feed has just now. */
async function readFeed(): Promise<OutsideOrder[]> {
  const text = /^https?:/.test(FEED) ? await (await fetch(FEED)).text() : await readFile(FEED, 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as OutsideOrder);
}

/** A callback. 200 only when the delivery service was told, so that anything else comes again. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = (await readBody(request)) ?? Buffer.alloc(0);
    const message = await verifyWebhook({ headers: request.headers, body }, { secret });
    if (message.topic === 'orders/status') {
      // Which order it is says the signed body, not the address, which is not signed.
      const { sale_number, status, reject_reason } = message.payload;
      const reason = reject_reason?.name ?? null;
      if (sale_number !== null) {
        await tell(sale_number, { word: WORDS[status] ?? status, at: message.createdTime, reason });
      }
    }
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 401 : 500).end();
    console.log(`A callback was refused: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function later(error: unknown): void {
  console.log(`Trying again: ${error instanceof Error ? error.message : String(error)}`);
}

const stop = new AbortController();
const server = createServer((request, response) => void take(request, response));
await new Promise<void>((resolve) => server.listen(Number(PORT), '127.0.0.1', resolve));
onStop(() => {
  stop.abort();
  server.close();
  server.closeIdleConnections();
});
while (!stop.signal.aborted) {
  try {
    for (const order of await readFeed()) await place(order).catch(later);
  } catch (error) {
    later(error);
  }
  await sleep(Number(POLL_SECONDS) * 1000, undefined, { signal: stop.signal }).catch(() => undefined);
}
