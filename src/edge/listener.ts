import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { BlockList, createServer as createNetServer, isIPv6, type AddressInfo, type Socket } from 'node:net';

/** Largest request head, in bytes. */
const MAX_HEADER_BYTES = 16_384;
/** Longest time a request may take to arrive, and how long an idle connection is kept, in ms. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 75_000;
/** Longest wait for the first byte of a connection, in ms. */
const FIRST_BYTE_TIMEOUT_MS = 10_000;
/** Connections open at a time; more wait in the kernel's queue. */
const MAX_CONNECTIONS = 10_000;

const TLS_HANDSHAKE = 0x16;

/** Certificate and key, PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

/** A server that can be closed without cutting what is in flight. */
export interface Listener {
  /** The HTTPS server requests arrive at; Fastify answers on it. */
  readonly server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Stops accepting and closes idle connections; resolves when the last one is closed. */
  close(): Promise<void>;
}

const REFUSED_BODY = JSON.stringify({
  error: 'invalid_request',
  error_description: 'This port speaks HTTPS only. Use https:// in the address.',
});
const REFUSED = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(REFUSED_BODY)}`,
  'Connection: close',
  '',
  REFUSED_BODY,
].join('\r\n');

/** A list of CIDR ranges, such as `10.0.0.0/8, ::1/128`; throws with the part that is not one. */
export function parseCidrs(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((range) => range.trim()).filter((range) => range !== '')) {
    const [address = '', length] = part.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const bits = length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length);
    try {
      list.addSubnet(address, bits, family);
    } catch {
      throw new Error(`"${part}" is not an address range such as 10.0.0.0/8.`);
    }
  }
  return list;
}

function contains(list: BlockList, address: string | undefined): boolean {
  if (address === undefined) return false;
  const mapped = address.replace(/^::ffff:(?=\d+\.)/, '');
  return list.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
}

/**
 * Listens for HTTPS. A plain HTTP connection is refused in words, unless it comes from a trusted proxy,
 * which has to say that it received the request by HTTPS (contract 1, TRUST_PROXY).
 */
export function createListener(identity: TlsIdentity, trusted: BlockList, handler: RequestListener): Listener {
  const server = createHttpsServer(
    { key: identity.key, cert: identity.cert, maxHeaderSize: MAX_HEADER_BYTES, minVersion: 'TLSv1.2' },
    handler,
  );
  const plain = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    if (request.headers['x-forwarded-proto'] === 'https') handler(request, response);
    else {
      response.writeHead(400, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
      response.end(REFUSED_BODY);
    }
  });
  const gate = createNetServer({ noDelay: true, pauseOnConnect: false }, (socket) => admit(socket));
  gate.maxConnections = MAX_CONNECTIONS;

  // The first byte tells TLS from plain HTTP; it is put back before the right server takes the socket over.
  const admit = (socket: Socket): void => {
    const drop = () => socket.destroy();
    socket.setTimeout(FIRST_BYTE_TIMEOUT_MS, drop);
    socket.on('error', drop);
    socket.once('readable', () => {
      const first = socket.read() as Buffer | null;
      socket.setTimeout(0);
      socket.removeListener('timeout', drop);
      if (first === null) {
        drop();
        return;
      }
      socket.unshift(first);
      socket.removeListener('error', drop);
      if (first[0] === TLS_HANDSHAKE) server.emit('connection', socket);
      else if (contains(trusted, socket.remoteAddress)) plain.emit('connection', socket);
      else {
        socket.on('error', drop);
        socket.end(REFUSED, () => socket.destroySoon());
      }
    });
  };
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  for (const each of [server, plain]) {
    each.requestTimeout = REQUEST_TIMEOUT_MS;
    each.keepAliveTimeout = KEEP_ALIVE_MS;
    each.on('clientError', (_error, socket) => {
      if (socket.writable) socket.end(malformed());
      else socket.destroy();
    });
  }
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        gate.once('error', reject);
        gate.listen(port, host, () => resolve(gate.address() as AddressInfo));
      }),
    close: () =>
      new Promise((resolve) => {
        gate.close(() => resolve());
        for (const each of [server, plain]) each.closeIdleConnections();
      }),
  };
}

function malformed(): string {
  const body = JSON.stringify({ error: 'invalid_request', error_description: 'The HTTP request is malformed.' });
  return `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}
