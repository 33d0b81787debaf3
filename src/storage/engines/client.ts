import { Socket } from 'node:net';
import pg from 'pg';

/** A client of PostgreSQL whose connection can be cut while statements are pending. */
export class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, keepAlive: true, stream: () => socket });
    this.#socket = socket;
    // Without a listener the process would end; pending statements reject by themselves.
    this.on('error', () => undefined);
  }

  /** Cuts the connection, without a word to the server: for one that is lost, or that may be. */
  cut(): void {
    this.#socket.destroy();
  }
}
