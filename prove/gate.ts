// A stretch of network between two programs that can be cut: everything that is sent is swallowed, and nobody is told.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Lets connections through to a port of this machine, until it is cut. */
export class Gate {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket | undefined]>();
  #isCut = false;

  private constructor(target: number) {
    this.#server = createServer((client) => {
      // A connection that is made while it is cut is never answered.
      const server = this.#isCut ? undefined : connect(target, '127.0.0.1');
      const pair = [client, server] as const;
      this.#pairs.add(pair);
      const relay = (from: Socket, to: Socket | undefined) => {
        from.setNoDelay(true);
        from.on('data', (bytes: Buffer) => {
          if (!this.#isCut) to?.write(bytes);
        });
        from.on('close', () => {
          if (this.#isCut) return;
          this.#pairs.delete(pair);
          to?.destroy();
        });
        from.on('error', () => undefined);
      };
      relay(client, server);
      if (server !== undefined) relay(server, client);
    });
  }

  static async open(target: number): Promise<Gate> {
    const gate = new Gate(target);
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on nothing comes through. */
  cut(): void {
    this.#isCut = true;
  }

  /** Lets through again; connections that lost bytes are ended. */
  mend(): void {
    if (!this.#isCut) return;
    this.#hangUp();
    this.#isCut = false;
  }

  #hangUp(): void {
    for (const pair of this.#pairs) for (const side of pair) side?.destroy();
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    this.#hangUp();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
