// The receiver of the webhooks of a run: it checks every signature and remembers the number of every event.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer in this many is late, so that processes end while deliveries are in flight. */
const LATE_ONE_IN = 40;
const LATE_MS = 400;

/** A webhook receiver on this machine. */
export class Sink {
  /** How often each event arrived, by its number. */
  readonly arrived = new Map<number, number>();
  /** Messages whose signature was wrong, or that bore no number. */
  forged = 0;
  #secret = '';
  #count = 0;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const late = ++this.#count % LATE_ONE_IN === 0;
        this.#take(Buffer.concat(chunks), request.headers);
        if (late) setTimeout(() => response.end(), LATE_MS);
        else response.end();
      });
      // A killed process leaves half a message, as intended.
      request.on('error', () => undefined);
      response.on('error', () => undefined);
    });
  }

  static async open(): Promise<Sink> {
    const sink = new Sink();
    await new Promise<void>((resolve) => sink.#server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  /** The key of the signatures, known once the sandbox is made. */
  set secret(secret: string) {
    this.#secret = secret;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Messages that were received more than once. */
  get repeats(): number {
    let repeats = 0;
    for (const times of this.arrived.values()) repeats += times - 1;
    return repeats;
  }

  #take(body: Buffer, headers: NodeJS.Dict<string | string[]>): void {
    const wanted = createHmac('sha256', this.#secret).update(body).digest();
    const given = Buffer.from(String(headers['x-service-signature']), 'hex');
    const number = Number(headers['x-service-event-number']);
    const genuine = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!genuine || !Number.isSafeInteger(number)) this.forged++;
    else this.arrived.set(number, (this.arrived.get(number) ?? 0) + 1);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
