import type { Connection } from './postgres-connection.ts';

/** Works of a connection before a further one is made: a statement that takes long keeps those of the others behind it. */
const MANY_WORKS = 8;

/** A connection and the works that use it. */
interface Shared {
  readonly connected: Promise<Connection>;
  /** Undefined until it is there. */
  connection: Connection | undefined;
  works: number;
}

/** How connections are made, and how those that are of no use any more are recognised. */
export interface SharedConnectionsOptions {
  readonly connect: () => Promise<Connection>;
  readonly isUsable: (connection: Connection) => boolean;
  /** Most connections: under load they are never given back, and what else needs one has to get it. */
  readonly most: number;
}

/**
 * Connections of works whose statements are each a transaction: several works use one at the same time, so that what they ask in a
 * turn of the event loop is one write, which wakes one process of the server.
 */
export class SharedConnections {
  readonly #options: SharedConnectionsOptions;
  /** Those that further works may use. */
  #open: Shared[] = [];
  readonly #used = new Map<Connection, Shared>();

  constructor(options: SharedConnectionsOptions) {
    this.#options = options;
  }

  /** A connection that others may use as well; it is given back by `release`. */
  async take(): Promise<Connection> {
    const { connect, isUsable, most } = this.#options;
    this.#open = this.#open.filter(({ connection }) => connection === undefined || isUsable(connection));
    let shared = this.#open.find(({ works }) => works < MANY_WORKS);
    if (shared === undefined && this.#open.length >= most)
      shared = this.#open.reduce((least, each) => (each.works < least.works ? each : least));
    if (shared === undefined) {
      shared = { connected: connect(), connection: undefined, works: 0 };
      this.#open.push(shared);
    }
    shared.works++;
    try {
      shared.connection = await shared.connected;
    } catch (error) {
      this.#leave(shared);
      throw error;
    }
    this.#used.set(shared.connection, shared);
    return shared.connection;
  }

  /** A work has ended; one that found its connection lost keeps others from it. */
  release(connection: Connection, isLost: boolean): void {
    const shared = this.#used.get(connection);
    if (shared === undefined) throw new Error('The connection is used by no work.');
    if (isLost) this.#leave(shared);
    shared.works--;
    if (shared.works > 0) return;
    const isOpen = this.#open.includes(shared);
    this.#leave(shared);
    this.#used.delete(connection);
    connection.release(!isOpen);
  }

  #leave(shared: Shared): void {
    this.#open = this.#open.filter((each) => each !== shared);
  }
}
