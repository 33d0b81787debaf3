// From requests by minute and what each costs to cores, processes, connections and disk: arithmetic alone.
import { EVENING_MINUTES, type Evening } from './evening.ts';
import { OPERATIONS, type Operation, TRADE } from './trade.ts';

/** A number for each operation. */
export type PerOperation = Readonly<Record<Operation, number>>;

export const perOperation = (value: (operation: Operation) => number): PerOperation =>
  Object.fromEntries(OPERATIONS.map((operation) => [operation, value(operation)])) as Record<
    Operation,
    number
  >;

export const sumOf = (values: PerOperation): number =>
  OPERATIONS.reduce((sum, operation) => sum + values[operation], 0);

/** The requests of an evening, by operation and minute. */
export class Tally {
  readonly #byMinute = OPERATIONS.map(() => Array.from({ length: EVENING_MINUTES }, () => 0));
  /** Counts a request; one after the evening is left out. */
  add(operation: Operation, atMs: number, count = 1): void {
    const row = this.#byMinute[OPERATIONS.indexOf(operation)];
    const minute = Math.floor(atMs / 60_000);
    if (row !== undefined && minute >= 0 && minute < EVENING_MINUTES)
      row[minute] = (row[minute] ?? 0) + count;
  }
  /** Of one minute, a second. */
  at(minute: number): PerOperation {
    return perOperation((operation) => (this.#byMinute[OPERATIONS.indexOf(operation)]?.[minute] ?? 0) / 60);
  }
  /** Of all minutes from one on. */
  total(operation: Operation): number {
    return (this.#byMinute[OPERATIONS.indexOf(operation)] ?? []).reduce((sum, count) => sum + count, 0);
  }
}

/** Requests a second: on average, in the minute that 95 in 100 are below, and in the busiest. */
export interface Rates {
  readonly mean: PerOperation;
  readonly p95: PerOperation;
  readonly peak: PerOperation;
}

/** Minutes that are left out at first: the open orders of the hour before are not in the tally. */
export const WARM_MINUTES = TRADE.payMinutes.value;

/** The rates of an evening once orders of before it would have been paid. */
export function ratesOf(tally: Tally, fromMinute = WARM_MINUTES): Rates {
  const minutes = Array.from({ length: EVENING_MINUTES - fromMinute }, (_, at) => tally.at(fromMinute + at));
  const byTotal = minutes.toSorted((a, b) => sumOf(a) - sumOf(b));
  const pick = (share: number) =>
    byTotal[Math.min(byTotal.length - 1, Math.floor(byTotal.length * share))] ?? perOperation(() => 0);
  const mean = perOperation(
    (operation) => minutes.reduce((sum, minute) => sum + minute[operation], 0) / minutes.length,
  );
  return { mean, p95: pick(0.95), peak: pick(1) };
}

/** What one request costs. */
export interface Cost {
  /** CPU of the service, in µs. */
  readonly service: number;
  /** CPU of PostgreSQL, in µs; 0 on SQLite, which is a part of the service. */
  readonly database: number;
  /** What the database grows by, in bytes. */
  readonly bytes: number;
  /** What its log (WAL) grows by, in bytes; 0 on SQLite, which begins it anew. */
  readonly wal: number;
  /** Events of the log. */
  readonly events: number;
}

/** What everything costs, as it was measured. */
export interface Costs {
  readonly engine: 'sqlite' | 'postgres';
  readonly machine: string;
  readonly date: string;
  readonly operations: Readonly<Record<Operation, Cost>>;
  /** CPU of a delivered webhook message, in µs. */
  readonly message: Share;
  /** CPU of a process that is asked nothing, and of its database, in µs a second. */
  readonly idle: Share;
}

/** CPU of the service and of PostgreSQL. */
interface Share {
  readonly service: number;
  readonly database: number;
}

/** The same costs where the processors took so many times as much; what is written stays. */
export function timesOf(costs: Costs, times: Share): Costs {
  const scaled = ({ service, database }: Share) => ({
    service: service * times.service,
    database: database * times.database,
  });
  const operations = Object.fromEntries(
    OPERATIONS.map((name) => [name, { ...costs.operations[name], ...scaled(costs.operations[name]) }]),
  ) as Record<Operation, Cost>;
  return { ...costs, operations, message: scaled(costs.message), idle: scaled(costs.idle) };
}

/** Cores that are busy. */
export interface Cores {
  readonly service: number;
  readonly delivery: number;
  readonly database: number;
}

/** Webhook messages a second at these rates: an order is completed by its sale or its payment. */
export const messagesOf = (rates: PerOperation): number => (rates.sale + rates.pay) * TRADE.webhooks.value;

/** The cores that are busy at these rates. */
export function coresOf(rates: PerOperation, costs: Costs): Cores {
  const cpu = (of: 'service' | 'database') =>
    OPERATIONS.reduce((sum, operation) => sum + rates[operation] * costs.operations[operation][of], 0) / 1e6;
  const messages = messagesOf(rates) / 1e6;
  return {
    service: cpu('service'),
    delivery: messages * costs.message.service,
    database: cpu('database') + messages * costs.message.database,
  };
}

/** How busy a core may be in the busiest minute: within it there are busier seconds, and one process more may be away. */
export const BUSY = 0.5;
/** Streams that a process holds (docs/operations.md, Webhooks). */
const STREAMS = 4_000;
/** Connections of a process to PostgreSQL, and the one that listens (DATABASE_CONNECTIONS). */
const CONNECTIONS = 21;

/** What an evening takes. */
export interface Sizing {
  readonly cores: Cores;
  /** Streams that registers and kitchens hold; a register has one more, for events. */
  readonly streams: number;
  /** Processes that answer requests: as many as needed, and one more. */
  readonly api: number;
  /** Processes that deliver: as many as needed, and one more. */
  readonly delivery: number;
  /** Cores of PostgreSQL, at half of their time; 0 on SQLite. */
  readonly databaseCores: number;
  readonly connections: number;
}

const processes = (cores: number, idle: number) => Math.max(1, Math.ceil(cores / (BUSY - idle)));

/** The processes and the database for these rates. On SQLite there is one process, which does everything. */
export function sizingOf(rates: PerOperation, costs: Costs, sites: number): Sizing {
  const cores = coresOf(rates, costs);
  const streams = sites * (2 * TRADE.registers.value + TRADE.kitchens.value);
  if (costs.engine === 'sqlite')
    return { cores, streams, api: 1, delivery: 0, databaseCores: 0, connections: 0 };
  const idle = { service: costs.idle.service / 1e6, database: costs.idle.database / 1e6 };
  const api = Math.max(processes(cores.service, idle.service), Math.ceil(streams / STREAMS)) + 1;
  const delivery = processes(cores.delivery, idle.service) + 1;
  const databaseCores = Math.max(1, Math.ceil((cores.database + (api + delivery) * idle.database) / BUSY));
  return { cores, streams, api, delivery, databaseCores, connections: (api + delivery) * CONNECTIONS };
}

/** How many sites one process on SQLite serves with half of a core: of requests and deliveries together. */
export function sitesOnSqlite(rates: PerOperation, costs: Costs, sites: number): number {
  const { service, delivery } = coresOf(rates, costs);
  return Math.floor(((BUSY - costs.idle.service / 1e6) * sites) / (service + delivery));
}

/** What is written on such a Saturday, from midnight to midnight, in bytes. */
export interface Written {
  readonly orders: number;
  readonly bytes: number;
  readonly wal: number;
}

/** A whole day's orders with all that follows them. */
export function writtenOf(evening: Evening, sites: number, scale: number, costs: Costs): Written {
  const orders = evening.ordersOfDay * sites * scale;
  const counter = TRADE.counterShare.value;
  const later = 1 - counter;
  const each: Partial<Record<Operation, number>> = {
    sale: counter,
    open: later,
    lines: later * TRADE.rounds.value,
    pay: later,
    bump: 1 + later * TRADE.rounds.value,
  };
  const sum = (of: 'bytes' | 'wal') =>
    OPERATIONS.reduce((all, name) => all + (each[name] ?? 0) * costs.operations[name][of], 0) * orders;
  return { orders, bytes: sum('bytes'), wal: sum('wal') };
}
