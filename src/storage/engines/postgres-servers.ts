// The servers of a database, each with a pool of its own, and the one that is used.

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Connection } from './postgres-transaction.ts';

/** How long a connection may take before the other servers are asked, in ms. */
const PATIENCE_MS = 1_000;
/** How long a search for the server that takes writes lasts at most, in ms. */
const SEARCH_LIMIT_MS = 2_000;
/** How soon a server that takes no writes is asked again while another one has not answered yet, in ms. */
const ASK_AGAIN_MS = 250;
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
}

/** Connections to the server that takes writes. */
export class Servers {
  readonly #pools: readonly pg.Pool[];
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();
  readonly isChecked: boolean;
  /** How often connections to each server were found lost. */
  readonly #losses: number[];
  #at = 0;
  #search: Promise<void> | undefined;
  /** When the last search began, by performance.now(). */
  #searched = Number.NEGATIVE_INFINITY;

  constructor({ urls, isChecked, session, config }: ServersOptions) {
    this.isChecked = isChecked;
    this.#losses = urls.map(() => 0);
    this.#pools = urls.map((connectionString, server) => {
      const pool = new pg.Pool({ ...config, connectionString });
      pool.on('error', () => undefined);
      pool.on('connect', (client) => {
        const losses = this.#losses[server] ?? 0;
        const connection = new Connection(client, { session, losses, isChecked, server });
        this.#connections.set(client, connection);
      });
      return pool;
    });
  }

  /** The number of the server that is used. */
  get at(): number {
    return this.#at;
  }

  /** A connection to a server that takes writes: each is tried once. */
  async connect(): Promise<Connection> {
    const [, ...others] = this.#pools;
    if (this.isChecked && others.length > 0) return this.#connectToLeader();
    let failure: unknown;
    for (const _each of this.#pools) {
      const server = this.#at;
      try {
        return await this.#connectTo(server);
      } catch (error) {
        failure = error;
      }
      this.leave(server);
    }
    throw failure;
  }

  /** Notes that connections to a server were found lost: those that were idle then may be lost as well. */
  lose(server: number): void {
    this.#losses[server] = (this.#losses[server] ?? 0) + 1;
  }

  /** Goes on to the next server, where another one has not done so already. */
  leave(server: number): void {
    if (this.#at === server) this.#at = (server + 1) % this.#pools.length;
  }

  /** True when writes are taken by another server than the one that was used; that one is used then. */
  async isElsewhere(): Promise<boolean> {
    if (!this.isChecked || this.#pools.length === 1) return false;
    const server = this.#at;
    await this.#find().catch(() => undefined);
    return this.#at !== server;
  }

  /** The sum of a figure of all pools. */
  sum(name: 'totalCount' | 'idleCount' | 'waitingCount'): number {
    return this.#pools.reduce((all, pool) => all + pool[name], 0);
  }

  async end(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  /** Goes on with the server that was used, unless it takes no writes, cannot be reached or does not answer. */
  async #connectToLeader(): Promise<Connection> {
    const server = this.#at;
    const first = this.#connectTo(server);
    const patience = new AbortController();
    const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    try {
      const connection = await Promise.race([first, late]);
      if (connection !== undefined) return connection;
    } catch {
      await this.#find();
      return await this.#connectTo(this.#at);
    } finally {
      patience.abort();
    }
    await this.#find().catch(() => undefined);
    if (this.#at === server) return first;
    first.then(
      (connection) => connection.release(true),
      () => undefined,
    );
    return this.#connectTo(this.#at);
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
    let unanswered = this.#pools.length;
    let isOver = false;
    const asked = this.#pools.map(async (_pool, server) => {
      for (let tries = 1; ; tries++) {
        try {
          (await this.#connectTo(server)).release(false);
          return server;
        } catch (error) {
          if (tries === 1) unanswered--;
          if (unanswered === 0 || isOver) throw error;
        }
        await sleep(ASK_AGAIN_MS);
      }
    });
    const end = new AbortController();
    const late = sleep(SEARCH_LIMIT_MS, undefined, { signal: end.signal });
    const found = await Promise.race([Promise.any(asked), late])
      .catch((error: unknown) => {
        throw error instanceof AggregateError ? error.errors[0] : error;
      })
      .finally(() => {
        isOver = true;
        end.abort();
      });
    if (found === undefined)
      throw new Error('No server of the database answered in time that it takes writes.');
    this.#at = found;
  }

  /**
   * A connection that is younger than the last loss: those that were idle then may be lost as well. Rejects when its server takes
   * no writes.
   */
  async #connectTo(server: number): Promise<Connection> {
    // Ends: each turn takes an old connection out of the pool.
    for (;;) {
      const client = await this.#pools[server]?.connect();
      const connection = client && this.#connections.get(client);
      if (connection === undefined) throw new Error('The pool gave a connection that was never announced.');
      if (connection.losses !== this.#losses[server] || connection.ending !== undefined) {
        connection.release(true);
        continue;
      }
      if ((await connection.isWritable) !== false) return connection;
      connection.release(true);
      throw new Error('No server of the database takes writes.');
    }
  }
}
