// A sandbox company under trial: the registers that sell in it, and the answers they got.

import { Agent, request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '#test/harness/service.ts';
import { between, pick } from './part.ts';

/** How long a request may take before its sender gives it up and sends it again, in ms. */
const REQUEST_MS = 8_000;
/** How long a register rests between two orders, and before it sends one again, in ms. */
export interface Rest {
  readonly saleMs: number;
  readonly againMs: number;
}
/** Of a shop where as much as possible is on its way when something is killed, and that is no load test. */
const REST: Rest = { saleMs: 20, againMs: 25 };
/** How much there is of each counted product at first. */
export const STOCK = 100_000_000;
/** Statuses that say "send it again with the same key". */
const AGAIN = [409, 429, 503];

/** An order that was answered with 201. */
export interface Sale {
  readonly id: number;
  readonly product: number;
  /** The quantities of its lines, as far as they were acknowledged. */
  readonly quantities: readonly number[];
  readonly payments: number;
}

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  /** Of the process that answered. */
  readonly port: number;
}

/** The addresses and the token of a shop. */
export interface ShopAccess {
  readonly ca: string;
  readonly token: string;
  /** The ports of the processes that should answer just now. */
  readonly ports: () => readonly number[];
  readonly site: number;
  /** Products of the sandbox that are counted from now on; the first is the bestseller. */
  readonly products: readonly number[];
}

/** A company whose registers sell while its processes are being killed. */
export class Shop {
  /** Every acknowledged order by its idempotency key, which its notes hold as well. */
  readonly sold = new Map<string, Sale>();
  /** Keys of orders that were sent at least once. */
  readonly sent = new Set<string>();
  /** Answers that no register should get, as sentences. */
  readonly surprises: string[] = [];
  /** The number of the last event before the webhooks were there. */
  begin = 0;
  /** Requests that had no answer, or one that says "again". */
  again = 0;
  /** Acknowledged changes of orders: lines added, a quantity changed, a payment. */
  changes = 0;
  /** Hears of every acknowledged order, by the process that acknowledged it. */
  onSale: (port: number) => void = () => undefined;
  readonly #reach: ShopAccess;
  readonly #random: () => number;
  #agent: Agent;
  #selling: Promise<void>[] = [];
  #open = false;
  #abandoned = false;
  #keys = 0;
  /** How tables are paid, which is no cash: its sums are rounded. */
  #method = 0;

  constructor(reach: ShopAccess, random: () => number) {
    this.#reach = reach;
    this.#random = random;
    this.#agent = this.#newAgent();
  }

  get reach(): ShopAccess {
    return this.#reach;
  }

  #newAgent(): Agent {
    return new Agent({ keepAlive: true, ca: this.#reach.ca, maxCachedSessions: 0 });
  }

  /** Sends one request to one of the processes; rejects when no whole answer came. */
  ask(method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const full = path.startsWith('/') ? path : `/v1/companies/me/${path}`;
    const port = pick(this.#random, this.#reach.ports());
    return new Promise((resolve, reject) => {
      const headers: Record<string, string> = {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${this.#reach.token}`,
      };
      if (key !== undefined) headers['idempotency-key'] = key;
      const request = httpsRequest(
        {
          ...{ agent: this.#agent, host: 'localhost', port },
          ...{ method, path: full, headers, signal: AbortSignal.timeout(REQUEST_MS) },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            if (!response.complete) return reject(new Error('The answer was cut.'));
            const text = Buffer.concat(chunks).toString('utf8');
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text, port });
          });
        },
      );
      request.on('error', reject);
      request.end(payload);
    });
  }

  /** The answer to a GET, retried while the processes are away. */
  async read(path: string): Promise<{ json: Json; next: string | undefined }> {
    for (let tries = 1; ; tries++) {
      const answer = await this.ask('GET', path).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === 200) {
        const next = answer.headers['x-next-page'];
        const address = typeof next === 'string' ? new URL(next) : undefined;
        return {
          json: JSON.parse(answer.text),
          next: address === undefined ? undefined : address.pathname + address.search,
        };
      }
      const told = typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`;
      if (tries >= 400) throw new Error(`GET ${path}: ${told}`);
      await sleep(REST.againMs);
    }
  }

  /** Every record of a list. */
  async *list(path: string): AsyncGenerator<Json> {
    let next: string | undefined = path;
    while (next !== undefined) {
      const page: { json: Json; next: string | undefined } = await this.read(next);
      yield* page.json;
      next = page.next;
    }
  }

  /** Counts the stock of the products, has orders numbered as invoices, and has events delivered to an address. */
  async prepare(address: string): Promise<void> {
    const { site, products } = this.#reach;
    await this.#must('PUT', '/v1/companies/me', { invoice_numbers: true });
    for (const product of products) {
      const availability = { is_available: true, amount: STOCK };
      await this.#must('PUT', `sites/${site}/products/${product}`, { availability });
    }
    const { json: methods } = await this.read('payment_methods');
    this.#method = methods.find(({ kind }: Json) => kind !== 'cash').id;
    for await (const event of this.list('events?limit=1000')) this.begin = event.number;
    await this.#must('POST', 'webhooks', { topic: 'orders/completed', address, format: 'json' });
    const filter = { site_ids: [site] };
    await this.#must('POST', 'webhooks', {
      topic: 'products/availability',
      ...{ address, format: 'json', filter },
    });
  }

  async #must(method: string, path: string, body: unknown): Promise<void> {
    const { status, text } = await this.ask(method, path, body);
    if (status !== 200 && status !== 201) throw new Error(`${method} ${path}: ${status} ${text}`);
  }

  /**
   * Lets so many registers sell until `close`, each with a rest behind each sale, and before it sends one again; so many
   * waiters serve tables meanwhile, whose orders are changed several times before they are paid.
   */
  open(registers: number, rest: Rest = REST, waiters = 0): void {
    this.#open = true;
    const start = (count: number, serve: () => Promise<void>) => {
      for (let each = 0; each < count; each++) this.#selling.push(this.#repeat(serve, rest.saleMs));
    };
    start(registers, () => this.#sell(rest.againMs));
    start(waiters, () => this.#serveTable(rest.againMs));
  }

  /** Waits until every register has an answer to its last order. */
  async close(): Promise<void> {
    this.#open = false;
    await Promise.all(this.#selling);
    this.#selling = [];
    this.#agent.destroy();
    this.#agent = this.#newAgent();
  }

  /** Closes at once: orders that were not answered stay so. */
  async abandon(): Promise<void> {
    this.#abandoned = true;
    await this.close();
  }

  async #repeat(serve: () => Promise<void>, restMs: number): Promise<void> {
    while (this.#open) {
      await serve();
      await sleep(restMs);
    }
  }

  #choose(): { product: number; quantity: number } {
    const { products } = this.#reach;
    const [hot = 0] = products;
    const product = this.#random() < 0.7 ? hot : pick(this.#random, products);
    return { product, quantity: between(this.#random, 1, 3) };
  }

  /**
   * Sends a request until it is answered; undefined when the shop was abandoned, or when the answer is one that nobody
   * should get.
   */
  async #send(method: string, path: string, body: unknown, key: string, againMs: number) {
    for (;;) {
      const answer = await this.ask(method, path, body, key).catch(() => undefined);
      if (answer?.status === 201 || answer?.status === 200) return answer;
      if (answer !== undefined && !AGAIN.includes(answer.status)) {
        this.surprises.push(`${method} ${path} with ${key}: ${answer.status} ${answer.text.slice(0, 300)}`);
        return undefined;
      }
      if (this.#abandoned) return undefined;
      this.again++;
      await sleep(againMs);
    }
  }

  /** Sends a new order, whose notes are its key; answers the key with the sale. */
  async #begin(status: string, againMs: number): Promise<readonly [string, Sale] | undefined> {
    const key = `prove-${++this.#keys}`;
    const { product, quantity } = this.#choose();
    const lines = [{ product_id: product, quantity }];
    const body = { site_id: this.#reach.site, status, notes: key, lines };
    this.sent.add(key);
    const answer = await this.#send('POST', 'orders', body, key, againMs);
    if (answer === undefined) {
      if (!this.#abandoned) this.sent.delete(key);
      return undefined;
    }
    const sale = { id: JSON.parse(answer.text).id, product, quantities: [quantity], payments: 0 };
    this.sold.set(key, sale);
    this.onSale(answer.port);
    return [key, sale];
  }

  /** Sells one order. */
  async #sell(againMs: number): Promise<void> {
    await this.#begin('COMPLETE', againMs);
  }

  /**
   * Serves one table: opens its order, adds lines, two of them at a time as from two devices, changes the first, and takes
   * the money, which completes it.
   */
  async #serveTable(againMs: number): Promise<void> {
    const begun = await this.#begin('PENDING', againMs);
    if (begun === undefined) return;
    const [key, { id, product }] = begun;
    const lines = `orders/${id}/lines`;
    const keep = (changes: (sale: Sale) => Partial<Sale>) => {
      const sale = this.sold.get(key);
      this.changes++;
      if (sale !== undefined) this.sold.set(key, { ...sale, ...changes(sale) });
    };
    let count = 0;
    const add = async () => {
      const quantity = between(this.#random, 1, 3);
      const line = { product_id: product, quantity };
      const added = await this.#send('POST', lines, line, `${key}-line-${++count}`, againMs);
      if (added !== undefined) keep(({ quantities }) => ({ quantities: [...quantities, quantity] }));
      return added !== undefined;
    };
    for (let round = between(this.#random, 1, 3); round > 0; round--) {
      if (!(await Promise.all([add(), add()])).every(Boolean)) return;
    }
    const quantity = between(this.#random, 4, 6);
    if ((await this.#send('PUT', `${lines}/1`, { quantity }, key, againMs)) === undefined) return;
    keep(({ quantities }) => ({ quantities: [quantity, ...quantities.slice(1)] }));
    const { json: order } = await this.read(`orders/${id}`);
    const paid = await this.#send(
      'POST',
      `orders/${id}/payments`,
      { method_id: this.#method, amount: order.due },
      `${key}-pay`,
      againMs,
    );
    if (paid !== undefined) keep(() => ({ payments: 1 }));
  }
}
