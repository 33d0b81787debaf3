import { Socket } from 'node:net';
import pg from 'pg';

/** A client of PostgreSQL whose connection can be cut, whatever is still waited for on it. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, keepAlive: true, stream: () => socket });
    this.#socket = socket;
    // Nobody listening would end the process; whatever is asked on a broken connection is told.
    this.on('error', () => undefined);
  }

  /** Cuts the connection, without a word to the server: for one that is lost, or that may be. */
  cut(): void {
    this.#socket.destroy();
  }
}
