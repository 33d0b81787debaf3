import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from './service.ts';

/** A message that arrived. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body as JSON; undefined when it is none. */
  readonly json: Json;
}

/** How a message is answered. */
export type Answerer = (message: Received, response: ServerResponse, request: IncomingMessage) => void;

const LIMIT_MS = 60_000;

/** An answer of 1 GiB, sent as fast as it is taken. */
export class Flood {
  static readonly BYTES: number = 1024 ** 3;
  /**
   * How much of an answer a reader of its beginning may take: beyond that, the buffers of kernel and streams, in
   * bytes.
   */
  static readonly MAX_TAKEN: number = 16 * 1024 ** 2;
  /** Bytes that were handed over, of all answers. */
  taken = 0;
  /** Answers whose connection is closed. */
  closed = 0;
  readonly #block: Buffer;
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(byte = 0x78) {
    this.#block = Buffer.alloc(16_384, byte);
  }

  /** Answers; the head says what follows, or leaves it open. */
  answer(response: ServerResponse, status = 200, headers: Record<string, string | number> = {}): void {
    let left = Flood.BYTES;
    const pump = () => {
      while (!response.destroyed && left > 0) {
        left -= this.#block.length;
        this.taken += this.#block.length;
        if (!response.write(this.#block)) return;
      }
      if (left <= 0) response.end();
    };
    response.on('drain', pump);
    response.on('close', () => {
      this.closed++;
      for (const { count, resolve } of this.#waiting) if (this.closed >= count) resolve();
    });
    response.writeHead(status, headers);
    pump();
  }

  /** Waits until so many answers are over. */
  async untilClosed(count: number): Promise<void> {
    if (this.closed >= count) return;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(
        () => reject(new Error(`${this.closed} of ${count} answers are over.`)),
        LIMIT_MS,
      );
      const done = () => {
        clearTimeout(limit);
        resolve();
      };
      this.#waiting.push({ count, resolve: done });
    });
  }
}

/** A server at the other end of webhooks, on this machine. */
export class Receiver {
  readonly received: Received[] = [];
  /** Answers 200 unless a test says otherwise. */
  answer: Answerer = (_message, response) => response.writeHead(200).end('thanks');
  /** Connections that were made. */
  connections = 0;
  #url = '';
  #waiting: { count: number; resolve: () => void }[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const message: Received = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body,
        json: body.startsWith('{') ? JSON.parse(body) : undefined,
      };
      this.received.push(message);
      this.answer(message, response, request);
      for (const { count, resolve } of this.#waiting) if (this.received.length >= count) resolve();
    });
  });

  get url(): string {
    return this.#url;
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    const server = receiver.#server;
    server.on('connection', () => receiver.connections++);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    receiver.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return receiver;
  }

  /** Waits until so many messages have arrived in all; gives them. */
  async until(count: number): Promise<readonly Received[]> {
    if (this.received.length < count) {
      await new Promise<void>((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`${this.received.length} of ${count} messages arrived.`)),
          LIMIT_MS,
        );
        const done = () => {
          clearTimeout(limit);
          resolve();
        };
        this.#waiting.push({ count, resolve: done });
      });
    }
    return this.received;
  }

  /** Forgets what arrived. */
  clear(): void {
    this.received.length = 0;
    this.#waiting = [];
  }

  /** Cuts every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}
