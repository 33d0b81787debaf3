import { Client } from './client.ts';
import { PATIENT_SESSION } from './session.ts';

/** The channel of PostgreSQL's NOTIFY that announces new work to listeners. */
const CHANNEL = 'passbell_wake';
/** How long after a lost connection another one is tried, in ms. */
const RECONNECT_MS = 1_000;
const CONNECT_LIMIT_MS = 5_000;
/** How often a listening connection is probed, and how long its answer may take, in ms. */
const PROBE_EVERY_MS = 5_000;
const PROBE_LIMIT_MS = 3_000;

/**
 * Wakes listeners of this process at once, and those of other processes by NOTIFY. The NOTIFY is sent after the
 * commit and not with it, where it would make all commits wait for each other; one that is under way serves every
 * commit before it.
 */
export class WakeChannel {
  readonly #url: () => string;
  readonly #send: (text: string) => Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #client: Client | undefined;
  #probe: NodeJS.Timeout | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #again = false;
  #closed = false;

  /** `url` tells where to listen. */
  constructor(url: () => string, send: (text: string) => Promise<unknown>) {
    this.#url = url;
    this.#send = send;
  }

  /** Wakes all listeners. */
  signal(): void {
    this.#wakeAll();
    if (this.#sending === undefined) this.#sending = this.#notify();
    else this.#again = true;
  }

  async #notify(): Promise<void> {
    do {
      this.#again = false;
      // A process that misses it polls soon enough.
      await this.#send(`notify ${CHANNEL}`).catch(() => undefined);
    } while (this.#again && !this.#closed);
    this.#sending = undefined;
  }

  #wakeAll(): void {
    for (const listener of this.#listeners) listener();
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#connect();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#disconnect();
    };
  }

  #connect(): void {
    const client = new Client({
      connectionString: this.#url(),
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: PROBE_LIMIT_MS,
      application_name: 'passbell listener',
    });
    this.#client = client;
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      client.cut();
      if (this.#client !== client) return;
      this.#client = undefined;
      clearInterval(this.#probe);
      this.#reconnect = setTimeout(() => this.#connect(), RECONNECT_MS);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', () => this.#wakeAll());
    client
      .connect()
      .then(async () => {
        await client.query(PATIENT_SESSION);
        await client.query(`listen ${CHANNEL}`);
        if (this.#client !== client) return;
        // A connection that only listens would never notice that the network drops its packets.
        this.#probe = setInterval(() => client.query('select 1').catch(lose), PROBE_EVERY_MS);
        // Notifications sent while the connection was down.
        this.#wakeAll();
      })
      .catch(lose);
  }

  #disconnect(): void {
    clearTimeout(this.#reconnect);
    clearInterval(this.#probe);
    const client = this.#client;
    this.#client = undefined;
    client?.end().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#listeners.clear();
    this.#disconnect();
    await this.#sending;
  }
}
