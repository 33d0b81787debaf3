// What each operation costs: made many times, alone, at a running service whose processor time and size are read before and
// after.
import { setTimeout as sleep } from 'node:timers/promises';
import { ticketIn } from './play.ts';
import { type Placed, requestOf, type Send, type Site } from './shops.ts';
import type { Cost, Costs } from './sizing.ts';
import { OPERATIONS, type Operation, TRADE } from './trade.ts';

/** What is read of a service and its database. */
export interface Gauge {
  /** CPU used so far, in µs. */
  cpu(): { readonly service: number; readonly database: number };
  /** Bytes of the database, and of its log so far. */
  size(): Promise<{ readonly bytes: number; readonly wal: number }>;
}

/** What a calibration works with. */
export interface Bench {
  readonly send: Send;
  readonly sites: readonly Site[];
  readonly gauge: Gauge;
  readonly day: string;
  /** Requests of each operation. */
  readonly count: number;
}

/**
 * Requests on their way at a time. A service that is hardly busy wakes up for each: with 4 at a time a request costs half as
 * much, and an evening would look cheaper than it is.
 */
const AT_ONCE = 1;
/** What follows a request by itself (events, reports) is done after this long, in ms. */
const SETTLE_MS = 400;
/** How long a process is left alone to see what it takes by itself, in s. */
const IDLE_S = 5;
const LINES = 2;
/** Writes first, as the reads are about their orders; then the ends of these. */
const ORDER: readonly Operation[] = [
  ...(['sale', 'open', 'ticket', 'lines', 'submitted', 'openOrders', 'tickets', 'menu'] as const),
  ...(['token', 'order', 'report', 'bump', 'pay'] as const),
];

class Round {
  readonly #bench: Bench;
  readonly #open: { site: Site; placed: Placed }[] = [];
  #keys = 0;
  readonly #name: string;

  constructor(bench: Bench, name: string) {
    this.#bench = bench;
    this.#name = name;
  }

  /** Makes each operation so many times; answers what one cost. */
  async measure(count: number): Promise<Record<Operation, Cost>> {
    const costs: Partial<Record<Operation, Cost>> = {};
    for (const operation of ORDER) {
      if (operation === 'ticket') await this.#lookUp();
      costs[operation] = await this.#cost(operation, count);
    }
    return costs as Record<Operation, Cost>;
  }

  async #cost(operation: Operation, count: number): Promise<Cost> {
    const { gauge } = this.#bench;
    const [events, size, cpu] = [await this.#events(), await gauge.size(), gauge.cpu()];
    await this.#times(count, (at) => this.#once(operation, at));
    await sleep(SETTLE_MS);
    const [cpuAfter, sizeAfter, eventsAfter] = [gauge.cpu(), await gauge.size(), await this.#events()];
    return {
      service: (cpuAfter.service - cpu.service) / count,
      database: (cpuAfter.database - cpu.database) / count,
      bytes: Math.max(0, sizeAfter.bytes - size.bytes) / count,
      wal: Math.max(0, sizeAfter.wal - size.wal) / count,
      events: (eventsAfter - events) / count,
    };
  }

  async #times(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
    let next = 0;
    const one = async () => {
      while (next < count) await work(next++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }

  async #once(operation: Operation, at: number): Promise<string> {
    const { send, sites, day } = this.#bench;
    const about = this.#open[at % Math.max(1, this.#open.length)];
    const ofOrder = operation !== 'sale' && operation !== 'open';
    const site = ofOrder && about !== undefined ? about.site : sites[at % sites.length];
    if (site === undefined) throw new RangeError('There are no sites.');
    const asked = { placed: ofOrder ? about?.placed : undefined, note: this.#name, lines: LINES, day };
    const { method, path, body } = requestOf(operation, site, asked);
    const key = method === 'GET' ? undefined : `${this.#name}-${++this.#keys}`;
    const { status, text } = await send(site.company.token, method, path, body, key);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    if (operation === 'open') {
      const { id_str: id } = JSON.parse(text) as { id_str: string };
      // One line is added to it before it is paid.
      this.#open.push({ site, placed: { id, lines: LINES + 1 } });
    }
    return text;
  }

  /** Gives the open orders their tickets. */
  async #lookUp(): Promise<void> {
    await this.#times(this.#open.length, async (at) => {
      const ticket = ticketIn(await this.#once('ticket', at));
      const open = this.#open[at];
      if (open === undefined || ticket === undefined) throw new Error('An open order has no ticket.');
      open.placed = { ...open.placed, ticket };
    });
  }

  /** How many events the companies have. */
  async #events(): Promise<number> {
    const tokens = new Set(this.#bench.sites.map(({ company }) => company.token));
    let sum = 0;
    for (const token of tokens) sum += await lastEvent(this.#bench.send, token);
    return sum;
  }
}

/** The number of a company's last event. */
async function lastEvent(send: Send, token: string): Promise<number> {
  let last = 0;
  for (;;) {
    const { text } = await send(token, 'GET', `/v1/companies/me/events?limit=1000&after=${last}`);
    const page = JSON.parse(text) as { number: number }[];
    last = page.at(-1)?.number ?? last;
    if (page.length < 1000) return last;
  }
}

/** Measures every operation; the first, smaller round warms up and is forgotten. */
export async function measureOperations(bench: Bench): Promise<Costs['operations']> {
  await new Round(bench, 'warm').measure(Math.ceil(bench.count / 3));
  return new Round(bench, 'calibration').measure(bench.count);
}

/** The receiver of the webhooks of a measurement. */
export interface Receiver {
  readonly address: string;
  received(): number;
}

/** What a process takes that is asked nothing. */
export async function measureIdle({ gauge }: Bench): Promise<Costs['idle']> {
  const before = gauge.cpu();
  await sleep(IDLE_S * 1000);
  const after = gauge.cpu();
  return {
    service: (after.service - before.service) / IDLE_S,
    database: (after.database - before.database) / IDLE_S,
  };
}

/** Has each company tell the receiver of completed orders. */
export async function subscribe(send: Send, sites: readonly Site[], receiver: Receiver): Promise<void> {
  for (const token of new Set(sites.map(({ company }) => company.token))) {
    for (let left = TRADE.webhooks.value; left > 0; left--) {
      const body = { topic: 'orders/completed', address: receiver.address, format: 'json' };
      const { status, text } = await send(token, 'POST', '/v1/companies/me/webhooks', body);
      if (status >= 300) throw new Error(`POST webhooks: ${status} ${text}`);
    }
  }
}

/** What a delivered message costs: sales with a webhook, after `subscribe`, beside the same sales without one. */
export async function measureMessage(
  bench: Bench,
  receiver: Receiver,
  plain: Cost,
): Promise<Costs['message']> {
  const before = receiver.received();
  const cpu = bench.gauge.cpu();
  let next = 0;
  const one = async () => {
    while (next < bench.count) {
      const at = next++;
      const site = bench.sites[at % bench.sites.length];
      if (site === undefined) throw new RangeError('There are no sites.');
      const { method, path, body } = requestOf('sale', site, {
        note: 'message',
        lines: LINES,
        day: bench.day,
      });
      await bench.send(site.company.token, method, path, body, `message-${at}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  for (let waited = 0; receiver.received() - before < bench.count && waited < 30_000; waited += 50)
    await sleep(50);
  await sleep(SETTLE_MS);
  const after = bench.gauge.cpu();
  const each = (now: number, then: number, without: number) =>
    Math.max(0, (now - then) / bench.count - without);
  return {
    service: each(after.service, cpu.service, plain.service),
    database: each(after.database, cpu.database, plain.database),
  };
}

/** Whether costs of a file are whole. */
export function isCosts(value: unknown): value is Costs {
  if (typeof value !== 'object' || value === null) return false;
  const { operations, message, idle, engine } = value as Partial<Costs>;
  const known = operations as Partial<Costs['operations']> | undefined;
  return (
    (engine === 'sqlite' || engine === 'postgres') &&
    typeof message?.service === 'number' &&
    typeof idle?.service === 'number' &&
    OPERATIONS.every((name) => typeof known?.[name]?.service === 'number')
  );
}
