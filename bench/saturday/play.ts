// Plays requests against a running service as they come, whether or not the ones before are answered, and counts what became
// of them. Time and network are parameters.
import { type Placed, type Reply, requestOf, type Send, type Site } from './shops.ts';
import type { Action, Operation } from './trade.ts';

/** When things happen. */
export interface Pacing {
  /** Waits until a moment of the evening, in ms since it began. */
  until(atMs: number): Promise<void>;
  /** Waits for so many ms of the clock on the wall. */
  rest(ms: number): Promise<void>;
  /** The clock on the wall, in ms. */
  now(): number;
}

/** What became of the requests. */
export interface Outcome {
  /** Requests by operation, each once however often it was sent. */
  readonly sent: Map<Operation, number>;
  /** From sending to the answer, in ms. */
  readonly latencies: Map<Operation, number[]>;
  /** Answers that say no, by operation and status. */
  readonly refused: Map<string, number>;
  /** Requests that were sent again with the same key. */
  again: number;
  /** Requests about an order that was never placed, or without a ticket. */
  skipped: number;
  /** Most requests that waited for an answer at a time. */
  most: number;
  /** Ids of orders that were acknowledged, by what their notes say. */
  readonly placed: Map<string, string>;
  /** What the notes of orders say that were sent at all. */
  readonly tried: Set<string>;
}

/** What is played. */
export interface Play {
  readonly send: Send;
  readonly sites: readonly Site[];
  /** In the order of their times. */
  readonly actions: readonly Action[];
  readonly pacing: Pacing;
  /** The day that reports are asked of, such as 2026-11-28. */
  readonly day: string;
  /** What the notes of its orders begin with. */
  readonly name: string;
}

/** Requests that wait for an answer at a time, at most: beyond them the play is late. */
const IN_FLIGHT = 1_000;
const AGAIN: readonly number[] = [409, 429, 503];
const TRIES = 100;
const AGAIN_MS = 50;

/** An order on its way. */
interface Course {
  placed: Placed | undefined;
  /** Settles when all that was sent about it so far is answered. */
  last: Promise<void>;
}

const increase = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1);

/** Writes of one order one after the other; reads wait for the order alone. */
const WRITES: readonly Operation[] = ['sale', 'open', 'lines', 'pay', 'bump'];

class Player {
  readonly outcome: Outcome = {
    ...{ sent: new Map(), latencies: new Map(), refused: new Map(), again: 0, skipped: 0, most: 0 },
    ...{ placed: new Map(), tried: new Set() },
  };
  readonly #play: Play;
  readonly #courses = new Map<number, Course>();
  readonly #flying = new Set<Promise<void>>();
  #keys = 0;

  constructor(play: Play) {
    this.#play = play;
  }

  async run(): Promise<Outcome> {
    for (const action of this.#play.actions) {
      await this.#play.pacing.until(action.atMs);
      while (this.#flying.size >= IN_FLIGHT) await Promise.race(this.#flying);
      this.#begin(action);
      this.outcome.most = Math.max(this.outcome.most, this.#flying.size);
    }
    await Promise.all(this.#flying);
    return this.outcome;
  }

  #begin(action: Action): void {
    const course =
      action.order === undefined
        ? undefined
        : (this.#courses.get(action.order) ?? this.#course(action.order));
    const before = course?.last ?? Promise.resolve();
    const done: Promise<void> = before
      .then(() => this.#do(action, course))
      .finally(() => this.#flying.delete(done));
    this.#flying.add(done);
    if (course !== undefined && (WRITES.includes(action.operation) || course.placed?.ticket === undefined))
      course.last = done;
  }

  #course(order: number): Course {
    const course = { placed: undefined, last: Promise.resolve() };
    this.#courses.set(order, course);
    return course;
  }

  async #do(action: Action, course: Course | undefined): Promise<void> {
    const { operation, order, lines } = action;
    const { sites, day, name } = this.#play;
    const site = sites[action.site];
    const places = operation === 'sale' || operation === 'open';
    if (site === undefined || (course !== undefined && !places && course.placed === undefined)) {
      this.outcome.skipped++;
      return;
    }
    if (operation === 'bump' && course?.placed?.ticket === undefined) {
      this.outcome.skipped++;
      return;
    }
    const note = `${name}-${order}`;
    if (places) this.outcome.tried.add(note);
    const about = { placed: course?.placed, note, day, ...(lines === undefined ? {} : { lines }) };
    const reply = await this.#ask(operation, site, about);
    if (reply === undefined || course === undefined) return;
    if (places) {
      const { id_str: id } = JSON.parse(reply.text) as { id_str: string };
      course.placed = { id, lines: lines ?? 1 };
      this.outcome.placed.set(note, id);
    } else if (operation === 'lines' && course.placed !== undefined) {
      // What was added has a ticket of its own.
      course.placed = { id: course.placed.id, lines: course.placed.lines + 1 };
    } else if (operation === 'ticket' && course.placed !== undefined) {
      const ticket = ticketIn(reply.text);
      if (ticket !== undefined) course.placed = { ...course.placed, ticket };
    }
  }

  /** Sends a request until it is answered; undefined where the answer is no. */
  async #ask(
    operation: Operation,
    site: Site,
    about: Parameters<typeof requestOf>[2],
  ): Promise<Reply | undefined> {
    const { send, pacing, name } = this.#play;
    const { method, path, body } = requestOf(operation, site, about);
    const key = method === 'GET' ? undefined : `${name}-key-${++this.#keys}`;
    increase(this.outcome.sent, operation);
    const began = pacing.now();
    for (let tries = 1; ; tries++) {
      const reply = await send(site.company.token, method, path, body, key).catch(() => undefined);
      const again = reply === undefined || AGAIN.includes(reply.status);
      if (again && tries < TRIES) {
        this.outcome.again++;
        await pacing.rest(AGAIN_MS);
        continue;
      }
      const all = this.outcome.latencies.get(operation) ?? [];
      all.push(pacing.now() - began);
      this.outcome.latencies.set(operation, all);
      if (reply !== undefined && reply.status < 300) return reply;
      increase(this.outcome.refused, `${operation} ${reply?.status ?? 'no answer'}`);
      return undefined;
    }
  }
}

/** The id of the ticket in an answer: a ticket, or the newest of the tickets of an order. */
export function ticketIn(text: string): string | undefined {
  const found = JSON.parse(text) as { id_str?: string } | { id_str: string }[];
  return Array.isArray(found) ? found.at(-1)?.id_str : found.id_str;
}

/** Plays; settles when every request is answered. */
export function play(what: Play): Promise<Outcome> {
  return new Player(what).run();
}

/** The orders that are there, beside those that were acknowledged. */
export interface Audit {
  /** Orders of the play that are there. */
  readonly orders: number;
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** There more than once. */
  readonly doubled: readonly string[];
  /** There, and never sent. */
  readonly unknown: readonly string[];
}

/** Holds what was acknowledged against what is there. `found` are notes and ids of all orders that are there. */
export function auditOf(
  { placed, tried }: Pick<Outcome, 'placed' | 'tried'>,
  name: string,
  found: readonly { readonly notes: string; readonly id: string }[],
): Audit {
  const there = new Map<string, string[]>();
  for (const { notes, id } of found)
    if (notes.startsWith(`${name}-`)) there.set(notes, [...(there.get(notes) ?? []), id]);
  return {
    orders: [...there.values()].reduce((sum, ids) => sum + ids.length, 0),
    lost: [...placed].filter(([note, id]) => there.get(note)?.includes(id) !== true).map(([note]) => note),
    doubled: [...there].filter(([, ids]) => ids.length > 1).map(([note]) => note),
    unknown: [...there.keys()].filter((note) => !tried.has(note)),
  };
}

/** Every order of a company: its notes and its id. */
export async function ordersOf(send: Send, token: string): Promise<{ notes: string; id: string }[]> {
  const all: { notes: string; id: string }[] = [];
  let path: string | undefined = '/v1/companies/me/orders?limit=1000';
  while (path !== undefined) {
    const { status, text, next }: Reply = await send(token, 'GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text.slice(0, 300)}`);
    for (const { notes, id_str: id } of JSON.parse(text) as { notes: string | null; id_str: string }[])
      all.push({ notes: notes ?? '', id });
    path = next;
  }
  return all;
}
