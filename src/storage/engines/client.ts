import { Socket } from 'node:net';
import pg from 'pg';

/** A client of PostgreSQL whose connection can be cut while statements are pending. */
export class Client extends pg.Client {
  readonly #socket: Socket;
  #isGathering = false;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, keepAlive: true, stream: () => socket });
    this.#socket = socket;
    // Without a listener the process would end; pending statements reject by themselves.
    this.on('error', () => undefined);
  }

  /**
   * Has what is asked in a turn of the event loop go out in one write at its end: each write costs a system call, and wakes the
   * server's process.
   */
  gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = this.connection;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Cuts the connection, without a word to the server: for one that is lost, or that may be. */
  cut(): void {
    this.#socket.destroy();
  }
}
