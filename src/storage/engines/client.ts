import { Socket } from 'node:net';
import pg from 'pg';

/** How much waits for the end of a turn, in bytes. */
const MAX_GATHERED = 256 * 1024;

/** A client of PostgreSQL whose connection can be cut while statements are pending. */
export class Client extends pg.Client {
  readonly #socket: Socket;
  #isGathering = false;
  readonly #beforeSend: (() => void)[] = [];

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, keepAlive: true, stream: () => socket });
    this.#socket = socket;
    // Without a listener the process would end; pending statements reject by themselves.
    this.on('error', () => undefined);
  }

  /**
   * Has what is asked in a turn of the event loop go out in one write at its end: each write costs a system call, and wakes the
   * server's process. Much goes out before the end, so that the server works meanwhile and does not take a long turn for a
   * client that is gone.
   */
  gather(): void {
    const { stream } = this.connection;
    if (this.#isGathering) {
      if (stream.writableLength < MAX_GATHERED) return;
      stream.uncork();
      stream.cork();
      return;
    }
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      for (const ask of this.#beforeSend.splice(0)) ask();
      this.#isGathering = false;
      stream.uncork();
    });
  }

  /** Calls back at the end of this turn: what is asked then goes out with the rest. */
  beforeSend(ask: () => void): void {
    this.gather();
    this.#beforeSend.push(ask);
  }

  /** Cuts the connection, without a word to the server: for one that is lost, or that may be. */
  cut(): void {
    this.#socket.destroy();
  }
}
