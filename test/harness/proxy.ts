import { once } from 'node:events';
import { createServer, type Socket, connect as socketTo } from 'node:net';

/** One connection that runs through a proxy. */
export interface Link {
  /** Breaks it for both sides. */
  cut(): void;
}

/** Decides what happens to bytes that come by: true lets them pass, false swallows them. */
export type Watch = (bytes: Buffer, link: Link) => boolean;

/** A stretch of network between a client and a server, which tests can break where they like. */
export interface Wire {
  /** The address of the server, by way of the proxy. */
  readonly url: string;
  /** Sees what clients send. */
  fromClient: Watch;
  /** Sees what the server answers. */
  fromServer: Watch;
  /** Closes the server's side of every connection; clients are not told before they speak. */
  killSilently(): void;
  /** From now on every connection that is open swallows all that is sent on it, both ways; new ones work. */
  swallow(): void;
  close(): Promise<void>;
}

const pass: Watch = () => true;

/** Puts a proxy in front of the server at a URL. */
export async function startProxy(serverUrl: string): Promise<Wire> {
  const target = new URL(serverUrl);
  const pairs = new Map<Socket, Socket>();
  const swallowed = new Set<Socket>();
  const listener = createServer((client) => {
    const server = socketTo(Number(target.port), target.hostname);
    pairs.set(client, server);
    // What comes in pieces goes on in pieces: held back until the one before is acknowledged, each took 40 ms more.
    for (const socket of [client, server]) socket.setNoDelay(true);
    const link: Link = {
      cut() {
        client.destroy();
        server.destroy();
      },
    };
    client.on('data', (bytes: Buffer) => {
      if (swallowed.has(client)) return;
      if (server.destroyed) link.cut();
      else if (proxy.fromClient(bytes, link)) server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (swallowed.has(client)) return;
      if (proxy.fromServer(bytes, link) && !client.destroyed) client.write(bytes);
    });
    client.on('close', () => {
      // Nor does the server hear that the client has gone.
      if (swallowed.has(client)) return;
      pairs.delete(client);
      server.destroy();
    });
    server.on('end', () => {
      if (!swallowed.has(client)) client.end();
    });
    // A server that ends a session while there is something unread of it resets the connection: its client is told at once.
    server.on('error', () => {
      if (!swallowed.has(client)) client.destroy();
    });
    // A client that breaks is what the tests are about.
    client.on('error', () => undefined);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const url = new URL(serverUrl);
  url.port = String(address.port);
  const proxy: Wire = {
    url: url.href,
    fromClient: pass,
    fromServer: pass,
    killSilently() {
      for (const server of pairs.values()) server.destroy();
    },
    swallow() {
      for (const client of pairs.keys()) swallowed.add(client);
    },
    async close() {
      for (const [client, server] of pairs) {
        client.destroy();
        server.destroy();
      }
      listener.close();
      await once(listener, 'close');
    },
  };
  return proxy;
}
