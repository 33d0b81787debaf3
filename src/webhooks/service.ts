import type { BlockList } from 'node:net';
import type { Dispatcher } from 'undici';
import { parseCidrs } from '../edge/listener.ts';
import type { Keyring } from '../edge/secrets.ts';
import type { Id } from '../kernel/id.ts';
import type { Random } from '../kernel/random.ts';
import { type Clock, SYSTEM_TIMERS } from '../kernel/time.ts';
import type { Tracing } from '../kernel/trace.ts';
import type { Sentence } from '../kernel/words.ts';
import type { Storage } from '../storage/port.ts';
import { Engine } from './engine.ts';
import { checkAddress, createDispatcher } from './guard.ts';
import { createSend } from './send.ts';
import { LANE_SLOTS } from './slots.ts';
import { tracedSend } from './traced-send.ts';
import { cutDeliveries, upkeep } from './upkeep.ts';

/** How often the log of deliveries is purged, in ms. */
const UPKEEP_MS = 60_000;
/** At every so many times it is purged by its size as well, which takes counting it. */
const RUNS_PER_SIZE = 60;
/** Connections to one host: as many as there are slots, for many addresses may share one. */
const CONNECTIONS = LANE_SLOTS.first + LANE_SLOTS.retry;
const LOOPBACK = '127.0.0.0/8, ::1';

/** Which private addresses each company's deliveries may reach (reference: events.26). */
export class PrivateAddressPolicy {
  readonly #allowed: BlockList;
  readonly #withLoopback: BlockList;
  readonly #dispatchers = new Map<BlockList, Dispatcher>();
  /** The sandbox's company, which may reach this machine; undefined when there is none. */
  sandbox: Id | undefined;

  constructor(allowPrivate: string) {
    this.#allowed = parseCidrs(allowPrivate);
    this.#withLoopback = parseCidrs(`${allowPrivate}, ${LOOPBACK}`);
  }

  #of(company: Id): BlockList {
    return company === this.sandbox ? this.#withLoopback : this.#allowed;
  }

  /** The sentence that refuses an address; undefined when it can be taken. */
  refuse(company: Id, address: string): Sentence | undefined {
    return checkAddress(address, { allowPrivate: this.#of(company) });
  }

  /** The dispatcher of a company's messages. */
  dispatcher(company: Id): Dispatcher {
    const allowPrivate = this.#of(company);
    const known = this.#dispatchers.get(allowPrivate);
    if (known !== undefined) return known;
    const made = createDispatcher({ allowPrivate }, { connections: CONNECTIONS });
    this.#dispatchers.set(allowPrivate, made);
    return made;
  }

  /** Closes every connection. */
  async close(): Promise<void> {
    await Promise.all([...this.#dispatchers.values()].map((each) => each.destroy()));
  }
}

/** The dependencies of delivery. */
interface DeliveryParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly keyring: Keyring;
  readonly reach: PrivateAddressPolicy;
  readonly warn: (error: unknown, sentence: string) => void;
  readonly alarm: (sentence: string) => void;
  /** Undefined where attempts are not traced. */
  readonly tracing?: Tracing | undefined;
}

/** Delivery as a running service has it. */
export interface Delivery {
  readonly engine: Engine;
  stop(): Promise<void>;
}

/** Starts delivering. */
export async function startDelivery(parts: DeliveryParts): Promise<Delivery> {
  const { storage, clock, reach, warn, tracing } = parts;
  const send = createSend((company) => reach.dispatcher(company), SYSTEM_TIMERS);
  const engine = new Engine({
    ...parts,
    timers: SYSTEM_TIMERS,
    send: tracing === undefined ? send : tracedSend(tracing, send),
    // One process serves one SQLite file.
    alone: storage.engine === 'sqlite',
  });
  await engine.start();
  let runs = 0;
  const purging = setInterval(() => {
    const counts = runs++ % RUNS_PER_SIZE === 0;
    const purge = async () => {
      await upkeep(storage, clock.now());
      if (counts) await cutDeliveries(storage);
    };
    purge().catch((error: unknown) => {
      warn(error, 'Purging old deliveries failed; it is tried again in a minute.');
    });
  }, UPKEEP_MS);
  return {
    engine,
    async stop() {
      clearInterval(purging);
      await engine.stop();
      await reach.close();
    },
  };
}
