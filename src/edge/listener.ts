import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import {
  type AddressInfo,
  BlockList,
  createServer as createNetServer,
  isIP,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import type { Duplex } from 'node:stream';
import { type CutClient, SlowReaders } from './readers.ts';
import { API_VERSION } from './version.ts';

/** Largest request head, in bytes. */
export const MAX_HEADER_BYTES = 16_384;
/** Connections open at a time; more are closed at once. */
const MAX_CONNECTIONS = 10_000;

/** How long clients may take, in ms. */
export interface ListenerTimeouts {
  /** From the connection to its first byte. */
  readonly firstByte: number;
  /** For the TLS handshake. */
  readonly handshake: number;
  /** For a whole request to arrive. */
  readonly request: number;
  /** Between two requests. */
  readonly idle: number;
  /** How often requests that take too long are looked for. */
  readonly check: number;
  /** For reading the answer to a refused request, before the connection is cut. */
  readonly refusal: number;
}

const PATIENCE: ListenerTimeouts = {
  firstByte: 10_000,
  handshake: 10_000,
  request: 30_000,
  idle: 75_000,
  check: 5_000,
  refusal: 1_000,
};

/** While closing: how often idle connections are closed, and how long one may stay that never asked, in ms. */
const CLOSING_CHECK_MS = 50;
const CLOSING_SILENT_MS = 1_000;

const TLS_HANDSHAKE = 0x16;
/** The protocols offered over TLS. A client that offers HTTP/1.0 alone would be turned away during the handshake. */
const PROTOCOLS = ['http/1.1', 'http/1.0'];

const TLS = { minVersion: 'TLSv1.2' } as const;

/** Certificate and key, PEM. */
export interface TlsIdentity {
  readonly key: string;
  readonly cert: string;
}

/** A server that can be closed without cutting requests in flight. */
export interface Listener {
  /** The HTTPS server requests arrive at; Fastify answers on it. */
  readonly server: Server;
  listen(port: number, host: string): Promise<AddressInfo>;
  /** Serves new connections with another certificate. */
  use(identity: TlsIdentity): void;
  /** From now on every answer is the last on its connection, so that clients connect anew, elsewhere. */
  retire(): void;
  /** Stops accepting and closes connections as they become idle; resolves when the last one is closed. */
  close(): Promise<void>;
  /** Cuts clients that do not read; to be called every READER_CHECK_MS. */
  cutSlow(): readonly CutClient[];
  /** Cuts every connection that is still open. */
  cut(): void;
}

/**
 * A complete answer to bytes that never become a request. Even these are JSON (reference: conventions.34). They have no
 * X-Request-Id: nothing of them is in the log, so that there is nothing to find by one.
 */
function refusal(status: string, sentence: string): string {
  const body = JSON.stringify({ error: 'invalid_request', error_description: sentence });
  return [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `X-Service-Version: ${API_VERSION}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const PLAIN_HTTP = refusal('400 Bad Request', 'This port speaks HTTPS only. Use https:// in the address.');
const MALFORMED = refusal('400 Bad Request', 'The HTTP request is malformed.');
const UNEXPECTED = refusal('417 Expectation Failed', 'The only expectation that is met is 100-continue.');
const REFUSALS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: refusal(
    '431 Request Header Fields Too Large',
    `The address and headers of a request may have at most ${MAX_HEADER_BYTES} bytes.`,
  ),
  ERR_HTTP_REQUEST_TIMEOUT: refusal('408 Request Timeout', 'The request did not arrive in time.'),
};

/** A list of address ranges, such as `10.0.0.0/8, ::1`; throws with the part that is not one. */
export function parseCidrs(text: string): BlockList {
  const list = new BlockList();
  for (const part of text.split(',').map((range) => range.trim())) {
    if (part === '') continue;
    const [, address = '', length] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    const bits = length === undefined ? most : Number(length);
    if (version === 0 || bits > most)
      throw new Error(`"${part}" is not an address range such as 10.0.0.0/8.`);
    list.addSubnet(address, bits, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** An address as ranges have it: `::ffff:10.0.0.1` is 10.0.0.1, and `fe80::1%eth0` has no zone. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1);
  return plain;
}

/** True when a socket's address lies in one of the ranges. */
export function isInRanges(list: BlockList, address: string | undefined): boolean {
  const plain = plainAddress(address ?? '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Listens for HTTPS. A plain HTTP connection is refused in words, unless it comes from a trusted proxy,
 * which has to say that it received the request by HTTPS (reference: operations.5).
 */
export function createListener(
  identity: TlsIdentity,
  trusted: BlockList,
  handler: RequestListener,
  patience: ListenerTimeouts = PATIENCE,
): Listener {
  return new GatedListener(identity, trusted, handler, patience);
}

/** Knows a connection until it is closed. */
function keep<S extends Duplex>(set: Set<S>, socket: S): void {
  set.add(socket);
  socket.once('close', () => set.delete(socket));
}

/** One gate for every connection, and behind it a server for HTTPS and one for plain HTTP from trusted proxies. */
class GatedListener implements Listener {
  readonly server: HttpsServer;
  readonly #plain: Server;
  readonly #gate: NetServer;
  readonly #trusted: BlockList;
  readonly #patience: ListenerTimeouts;
  /** Every connection. */
  readonly #open = new Set<Socket>();
  /** Connections that have asked nothing yet. */
  readonly #silent = new Set<Duplex>();
  /** Connections that speak HTTP. */
  readonly #speaking = new Set<Duplex>();
  readonly #readers = new SlowReaders();
  #isRetiring = false;

  constructor(
    identity: TlsIdentity,
    trusted: BlockList,
    handler: RequestListener,
    patience: ListenerTimeouts,
  ) {
    this.#trusted = trusted;
    this.#patience = patience;
    const options = {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: patience.request,
      headersTimeout: patience.request,
      keepAliveTimeout: patience.idle,
      connectionsCheckingInterval: patience.check,
      noDelay: true,
      // Node would drop it without an answer; so it is checked below.
      requireHostHeader: false,
    };
    const answer: RequestListener = (request, response) => {
      this.#silent.delete(request.socket);
      if (this.#isRetiring) response.shouldKeepAlive = false;
      this.#readers.add(request.socket, response);
      if (readTarget(request)) handler(request, response);
      else this.#dismiss(request.socket, MALFORMED);
    };
    const { handshake: handshakeTimeout } = patience;
    const tls = { ...TLS, ALPNProtocols: PROTOCOLS, handshakeTimeout };
    this.server = createHttpsServer({ ...options, ...identity, ...tls }, answer);
    this.#plain = createHttpServer(options, (request, response) => {
      if (request.headers['x-forwarded-proto'] === 'https') answer(request, response);
      else this.#dismiss(request.socket, PLAIN_HTTP);
    });
    this.#gate = createNetServer({ noDelay: true }, (socket) => {
      keep(this.#open, socket);
      keep(this.#silent, socket);
      this.#admit(socket);
    });
    this.#gate.maxConnections = MAX_CONNECTIONS;
    this.#watch();
  }

  /** Tracks connections that speak HTTP, and answers bytes that never become a request. */
  #watch(): void {
    this.#plain.on('connection', (socket) => keep(this.#speaking, socket));
    this.server.on('secureConnection', (socket) => {
      keep(this.#speaking, socket);
      keep(this.#silent, socket);
    });
    this.server.on('tlsClientError', (_error, socket) => socket.destroy());
    for (const each of [this.server, this.#plain]) {
      each.on('clientError', (error: NodeJS.ErrnoException, socket) => {
        if (socket.writableEnded) return;
        if (!socket.writable || error.code === 'ECONNRESET' || isAnswering(socket)) socket.destroy();
        else this.#dismiss(socket, REFUSALS[error.code ?? ''] ?? MALFORMED);
      });
      each.on('checkExpectation', (request) => this.#dismiss(request.socket, UNEXPECTED));
      // They never listen themselves, but only from this event on does Node watch their connections' time-outs.
      each.emit('listening');
    }
  }

  /** The last words on a connection; then the client has a moment to read them. */
  #dismiss(socket: Duplex, words: string): void {
    const cut = setTimeout(() => socket.destroy(), this.#patience.refusal);
    socket.once('close', () => clearTimeout(cut));
    socket.on('error', () => socket.destroy());
    // Bytes that the client still sends are read and dropped: unread, they would reset the connection before it has
    // the answer.
    socket.end(words);
    socket.resume();
  }

  /** The first byte shows whether it is TLS or plain HTTP; it is put back before the server takes the socket over. */
  #admit(socket: Socket): void {
    const drop = () => socket.destroy();
    socket.setTimeout(this.#patience.firstByte, drop);
    socket.on('error', drop);
    socket.once('readable', () => {
      const first: Buffer | null = socket.read();
      socket.setTimeout(0);
      socket.removeListener('timeout', drop);
      if (first === null) {
        drop();
        return;
      }
      socket.removeListener('error', drop);
      const target = this.#serverFor(first, socket);
      if (target === undefined) {
        this.#dismiss(socket, PLAIN_HTTP);
        return;
      }
      socket.unshift(first);
      if (target === this.server) this.#silent.delete(socket);
      target.emit('connection', socket);
    });
  }

  #serverFor(first: Buffer, socket: Socket): Server | undefined {
    if (first[0] === TLS_HANDSHAKE) return this.server;
    return isInRanges(this.#trusted, socket.remoteAddress) ? this.#plain : undefined;
  }

  listen(port: number, host: string): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#gate.once('error', reject);
      this.#gate.listen(port, host, () => resolve(this.#gate.address() as AddressInfo));
    });
  }

  use(identity: TlsIdentity): void {
    this.server.setSecureContext({ ...TLS, ...identity });
  }

  retire(): void {
    this.#isRetiring = true;
  }

  close(): Promise<void> {
    const servers = [this.server, this.#plain];
    return new Promise((resolve) => {
      const closeIdle = () => {
        // For Node a connection is idle when its answer is made, also while a slow reader still receives it.
        if ([...this.#speaking].some((socket) => socket.writableLength > 0)) return;
        for (const each of servers) each.closeIdleConnections();
      };
      const repeat = setInterval(closeIdle, CLOSING_CHECK_MS);
      const hush = setTimeout(() => {
        for (const socket of this.#silent) socket.destroy();
      }, CLOSING_SILENT_MS);
      this.#gate.close(() => {
        clearInterval(repeat);
        clearTimeout(hush);
        for (const each of servers) each.close();
        resolve();
      });
      closeIdle();
    });
  }

  cutSlow(): readonly CutClient[] {
    return this.#readers.check();
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

/**
 * Normalizes path and Host of a request: one Host (RFC 9112, 3.2), and a target that begins with a slash. A target in
 * absolute form names the host itself. False when the request is malformed.
 */
function readTarget(request: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) return false;
  const target = request.url ?? '';
  if (target.startsWith('/') || target === '*') return true;
  const [, scheme = '', host] = /^(https?:\/\/)([^/?#@]{1,300})(?![^/?])/i.exec(target) ?? [];
  if (host === undefined) return false;
  const path = target.slice(scheme.length + host.length);
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
  return true;
}

/** True when part of an answer has been sent already: an error of ours would end up in the middle of it. */
function isAnswering(socket: Duplex): boolean {
  const message: unknown = '_httpMessage' in socket ? socket._httpMessage : undefined;
  return (
    typeof message === 'object' &&
    message !== null &&
    '_headerSent' in message &&
    message._headerSent === true
  );
}
