// The servers of a database, each with a pool of its own, and the one that is used.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from './postgres-connection.ts';

/** How long a connection may take before the other servers are asked, in ms. */
const PATIENCE_MS = 1_000;
/** How long a search for the server that takes writes lasts at most, in ms. */
const SEARCH_LIMIT_MS = 2_000;
/** How soon a server that takes no writes is asked again by the connection to it, in ms. */
const ASK_AGAIN_MS = 50;
/** How soon a server that could not be reached is tried again while another one may lead soon, in ms. */
const TRY_AGAIN_MS = 250;
/** The least time between the beginnings of two searches, in ms: servers that are about to lead are not kept from it. */
const SEARCH_EVERY_MS = 100;

/** How the servers are reached. */
export interface ServersOptions {
  readonly urls: readonly string[];
  /** Whether a server is asked first whether it takes writes. */
  readonly isChecked: boolean;
  /** The first statement of a session; undefined behind a pooler, where no session is ours. */
  readonly session: string | undefined;
  readonly config: pg.PoolConfig;
  /** How long a search for the server that takes writes lasts at most, in ms. */
  readonly searchLimitMs?: number | undefined;
}

/**
 * What a connection is for. A transaction that waits for a number holds a connection of `work`: the numbers have one of their
 * own.
 */
export type Use = 'work' | 'numbers';

/** Connections to the server that takes writes. */
export class Servers {
  readonly #pools: Readonly<Record<Use, readonly pg.Pool[]>>;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  readonly isChecked: boolean;
  /** How often connections to each server were found lost. */
  readonly #losses: number[];
  #at = 0;
  readonly #searchLimitMs: number;
  #search: Promise<void> | undefined;
  #usesNumbers = false;
  /** When the last search began, by performance.now(). */
  #searched = Number.NEGATIVE_INFINITY;

  constructor({ urls, isChecked, session, config, searchLimitMs = SEARCH_LIMIT_MS }: ServersOptions) {
    this.isChecked = isChecked;
    this.#searchLimitMs = searchLimitMs;
    this.#losses = urls.map(() => 0);
    const poolsFor = (use: Use) =>
      urls.map((connectionString, server) => {
        const pool = new pg.Pool({ ...config, ...(use === 'numbers' ? { max: 1 } : {}), connectionString });
        pool.on('error', () => undefined);
        pool.on('connect', (client) => {
          const losses = this.#losses[server] ?? 0;
          const connection = new Connection(client, { session, losses, isChecked, server });
          this.#connections.set(client, connection);
          if (use === 'work') void this.#prepareNumbers(server);
        });
        return pool;
      });
    this.#pools = { work: poolsFor('work'), numbers: poolsFor('numbers') };
  }

  /** The number of the server that is used. */
  get at(): number {
    return this.#at;
  }

  /** A connection to a server that takes writes: each is tried once. */
  async connect(use: Use = 'work'): Promise<Connection> {
    if (use === 'numbers') this.#usesNumbers = true;
    const { work: servers } = this.#pools;
    if (this.isChecked && servers.length > 1) return this.#connectToLeader(use);
    let failure: unknown;
    for (const _each of servers) {
      const server = this.#at;
      try {
        return await this.#connectTo(server, use);
      } catch (error) {
        failure = error;
      }
      this.leave(server);
    }
    throw failure;
  }

  /**
   * Makes the connection for numbers beside a new one of work, where there is none any more: who waits for a number then waits for
   * one connection, not for two. A server that follows gets one as well: it may be the next to lead.
   */
  async #prepareNumbers(server: number): Promise<void> {
    if (!this.#usesNumbers) return;
    const connection = await this.#open(server, 'numbers').catch(() => undefined);
    connection?.release(false);
  }

  /** True for a connection to the server that is used which may be asked: it is not known to have ended, and is younger than the last loss. */
  isUsable({ server, losses, ending }: Connection): boolean {
    return server === this.#at && losses === this.#losses[server] && ending === undefined;
  }

  /** Notes that connections to a server were found lost: those that were idle then may be lost as well. */
  lose(server: number): void {
    this.#losses[server] = (this.#losses[server] ?? 0) + 1;
  }

  /** Goes on to the next server, where another one has not done so already. */
  leave(server: number): void {
    if (this.#at === server) this.#at = (server + 1) % this.#pools.work.length;
  }

  /** True when writes are taken by another server than the one that was used; that one is used then. */
  async isElsewhere(): Promise<boolean> {
    if (!this.isChecked || this.#pools.work.length === 1) return false;
    const server = this.#at;
    await this.#find().catch(() => undefined);
    return this.#at !== server;
  }

  /** The sum of a figure of all pools of work. */
  sum(name: 'totalCount' | 'idleCount' | 'waitingCount'): number {
    return this.#pools.work.reduce((all, pool) => all + pool[name], 0);
  }

  async end(): Promise<void> {
    const { work, numbers } = this.#pools;
    await Promise.all([...work, ...numbers].map((pool) => pool.end()));
  }

  /** Goes on with the server that was used, unless it takes no writes, cannot be reached or does not answer. */
  async #connectToLeader(use: Use): Promise<Connection> {
    const server = this.#at;
    const first = this.#connectTo(server, use);
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    try {
      const connection = await Promise.race([first, late]);
      if (connection !== undefined) return connection;
    } catch {
      await this.#find();
      return await this.#connectTo(this.#at, use);
    } finally {
      patience.abort();
    }
    await this.#find().catch(() => undefined);
    if (this.#at === server) return first;
    first.then(
      (connection) => connection.release(true),
      () => undefined,
    );
    return this.#connectTo(this.#at, use);
  }

  /** Finds the server that takes writes: all are asked at once, however many wait for it. */
  #find(): Promise<void> {
    this.#search ??= this.#askAll().finally(() => {
      this.#search = undefined;
    });
    return this.#search;
  }

  async #askAll(): Promise<void> {
    const early = this.#searched + SEARCH_EVERY_MS - performance.now();
    if (early > 0) await sleep(early);
    this.#searched = performance.now();
    const servers = [...this.#pools.work.keys()];
    const search: Search = { unheard: new Set(servers), reached: 0, isOver: false };
    const asked = servers.map((server) => this.#untilLeads(server, search));
    const end = new AbortController();
    const late = sleep(this.#searchLimitMs, undefined, { signal: end.signal });
    const found = await Promise.race([Promise.any(asked), late])
      .catch((error: unknown) => {
        throw error instanceof AggregateError ? error.errors[0] : error;
      })
      .finally(() => {
        search.isOver = true;
        end.abort();
      });
    if (found === undefined)
      throw new Error('No server of the database answered in time that it takes writes.');
    this.#at = found;
  }

  /**
   * Answers the server once it takes writes. One that follows is asked by the same connection until another one leads: it may be
   * the next. Rejects when the search is over, or no server at all can be reached.
   */
  async #untilLeads(server: number, search: Search): Promise<number> {
    while (!search.isOver) {
      const connection = await this.#open(server, 'work').catch((error: unknown) => {
        search.unheard.delete(server);
        if (search.unheard.size === 0 && search.reached === 0) throw error;
      });
      if (connection !== undefined) {
        search.reached++;
        search.unheard.delete(server);
        if (await leads(connection, search)) return server;
        search.reached--;
      }
      await sleep(TRY_AGAIN_MS);
    }
    throw noLeader();
  }

  /** A connection to a server that takes writes; rejects when it takes none. */
  async #connectTo(server: number, use: Use): Promise<Connection> {
    const connection = await this.#open(server, use);
    // One that was made while its server followed is asked again, unless nothing answers there.
    const wasWritable = (await connection.isWritable) !== false;
    if (wasWritable || (connection.ending === undefined && (await connection.askWritable())))
      return connection;
    connection.release(true);
    throw noLeader();
  }

  /** A connection that is younger than the last loss: those that were idle then may be lost as well. */
  async #open(server: number, use: Use): Promise<Connection> {
    // Ends: each turn takes an old connection out of the pool.
    for (;;) {
      const client = await this.#pools[use][server]?.connect();
      const connection = client && this.#connections.get(client);
      if (connection === undefined) throw new Error('The pool gave a connection that was never announced.');
      if (connection.losses === this.#losses[server] && connection.ending === undefined) return connection;
      connection.release(true);
    }
  }
}

/** A search for the server that takes writes. */
interface Search {
  /** Servers that have neither been reached so far nor failed to be. */
  readonly unheard: Set<number>;
  /** How many servers are being asked. */
  reached: number;
  isOver: boolean;
}

const noLeader = () => new Error('No server of the database takes writes.');

/**
 * Asks a server until it takes writes; false when its connection ended first, or the search. The connection goes back to its pool.
 */
async function leads(connection: Connection, search: Search): Promise<boolean> {
  let isLeader = (await connection.isWritable) !== false;
  while (!isLeader && !search.isOver && connection.ending === undefined) {
    await sleep(ASK_AGAIN_MS);
    isLeader = await connection.askWritable();
  }
  connection.release(!isLeader);
  return isLeader;
}
