import { Keyring } from '#src/edge/secrets.ts';
import type { Fact } from '#src/kernel/event.ts';
import { type Micros, SECOND } from '#src/kernel/time.ts';
import { append } from '#src/outbox/append.ts';
import { targetOf } from '#src/outbox/deliveries.ts';
import { type Storage, StorageUnavailable, type WriteOptions, type Writer } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';
import { Engine } from '#src/webhooks/engine.ts';
import { type Candidate, dueAt } from '#src/webhooks/queue.store.ts';
import type { Answer, Sending } from '#src/webhooks/send.ts';
import { type Seeded, VirtualTime } from './virtual.ts';

// The delivery engine over a real database, with everything around it made up: time, receivers, crashes.

/** What a receiver does with a message. */
export type Behaviour =
  | 'ok'
  | 'quick'
  | 'slow'
  | 'error'
  | 'redirect'
  | 'hang'
  | 'reset'
  | 'lost answer'
  | 'huge'
  | 'changes its mind';

/** One end of a webhook. */
export interface Hook {
  readonly company: bigint;
  readonly id: bigint;
  readonly address: string;
  readonly behaviour: Behaviour;
  readonly topic: Fact['topic'];
}

/** One time that a message was sent. */
export interface Sent {
  readonly hook: Hook;
  readonly number: bigint;
  readonly change: string;
  readonly resource: string;
  readonly at: Micros;
  readonly life: number;
  endedAt: Micros | undefined;
  /** It arrived and was answered by 200. */
  accepted: boolean;
}

/** The committed events. */
export interface Change {
  readonly company: bigint;
  readonly number: bigint;
  readonly at: Micros;
  readonly change: string;
  readonly resource: string;
}

/**
 * A queue with the fault of looking only so far: it goes over a few of those that wait, the longest first, and takes
 * of these what may be claimed.
 */
export const withWindow: typeof dueAt = async (tx, target, lane, now, limit, most) => {
  if (lane === 'retry') return dueAt(tx, target, lane, now, limit, most);
  return tx.all<Candidate>(
    sql`select company_id, id, webhook_id, resource_id, bytes, 0 as behind from (
          select company_id, id, webhook_id, resource_id, bytes, lane from deliveries
          where state = 'queued' and target = ${target} and lane <= 0 order by due_at, id limit 4) seen
        where lane = 0 limit ${limit}`,
  );
};

class Crash extends Error {}

/** How long a request may take, in ms; the fake network keeps to it as the real one does. */
const REQUEST_MS = 10_000;
/** How often an engine looks when nothing wakes it, in ms: rarely, so that a day is played quickly. */
const POLL_MS = 300_000;
/** How long a claimable delivery can be unseen: until the next look, plus a lease. */
const MAX_UNSEEN: Micros = BigInt(POLL_MS) * 1_000n + 60n * SECOND;
/** Turns of the event loop without any work after which nothing is going on. */
const QUIET_TURNS = 3;

/** A service that delivers, as often as it is started. */
export class Simulation {
  readonly time = new VirtualTime();
  readonly sent: Sent[] = [];
  readonly committed: Change[] = [];
  readonly undone: string[] = [];
  readonly hooks: Hook[] = [];
  /** When each life of each process began and ended. */
  readonly lives: { begin: Micros; end: Micros | undefined }[] = [];
  /** Orderly stops that were begun. */
  stops = 0;
  /** Writes of the processes. */
  writes = 0;
  /** Of every write of the process, how many crash it. */
  crashes = 0;
  /** True when its leases have to end before others take over. */
  inFleet = false;
  /** How often an engine looks after itself, in ms. */
  watchMs = 300_000;
  /** The deliveries that the engines take for claimable, in place of the real ones. */
  candidates: typeof dueAt | undefined;
  /** The database cannot be reached. */
  isAway = false;
  readonly warnings: string[] = [];
  readonly alarms: string[] = [];
  readonly #storage: Storage;
  readonly #seed: Seeded;
  readonly #keyring = new Keyring(Buffer.alloc(32, 7));
  #working = 0;
  #changes = 0;
  readonly #engines = new Map<number, Engine>();
  /** That of the process that was started last. */
  engine: Engine | undefined;

  constructor(storage: Storage, seed: Seeded) {
    this.#storage = storage;
    this.#seed = seed;
  }

  get #life(): number {
    return this.lives.length - 1;
  }

  isAlive(life: number): boolean {
    return this.lives[life]?.end === undefined;
  }

  /** One of the processes that run just now; -1 before any was started. */
  #anyLife(): number | undefined {
    if (this.lives.length === 0) return this.#life;
    const [first, ...others] = this.lives.flatMap(({ end }, life) => (end === undefined ? [life] : []));
    return first === undefined ? undefined : this.#seed.pick([first, ...others]);
  }

  /** Adds an add-on with webhooks to a company. */
  async addHooks(company: bigint, topics: readonly Fact['topic'][], behaviours: readonly Behaviour[]) {
    const secret = this.#keyring.seal('pb_ss_secret', `addon ${company}/${company} signing`, this.#seed);
    await this.#storage.write(async (tx) => {
      await tx.run(
        sql`insert into addons (company_id, id, name, client_id, secret_hash, scopes, redirect_uris, signing_secret, created_at)
            values (${company}, ${company}, 'a', ${`client ${company}`}, '', '[]', '[]', ${secret}, 0)`,
      );
      for (const topic of topics) {
        for (const behaviour of behaviours) {
          const [id = 0n] = await tx.ids('webhook', 1);
          const address = `https://${behaviour.replaceAll(' ', '-')}.example/${company}/${id}`;
          await tx.run(
            sql`insert into webhooks (company_id, id, addon_id, topic, address, target, format, filter, created_at, updated_at)
                values (${company}, ${id}, ${company}, ${topic}, ${address}, ${targetOf(address)}, 'json', '{}', 0, 0)`,
          );
          this.hooks.push({ company, id, address, behaviour, topic });
        }
      }
      await tx.run(
        sql`insert into event_counters (company_id, last, last_at, webhooks) values (${company}, 0, 0, 1)`,
      );
    });
  }

  /** The storage of one life: gone with it, and sometimes what ends it. */
  #storageOf(life: number, real: Storage): Storage {
    const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
      if (!this.isAlive(life)) throw new StorageUnavailable('The process is gone.');
      if (this.isAway) throw new StorageUnavailable('The database cannot be reached just now.');
      this.#working++;
      try {
        const value = await work();
        if (!this.isAlive(life)) throw new StorageUnavailable('The process is gone.');
        return value;
      } finally {
        this.#working--;
      }
    };
    return {
      engine: real.engine,
      read: (work) => guarded(() => real.read(work)),
      write: <T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions) =>
        guarded(async () => {
          this.writes++;
          const when = this.#seed.chance(this.crashes) ? this.#seed.pick(['before', 'after']) : undefined;
          if (when === undefined) return real.write(work, options);
          try {
            return await real.write(async (tx) => {
              const value = await work(tx);
              if (when === 'before') throw new Crash();
              return value;
            }, options);
          } finally {
            this.crash(life);
          }
        }),
      onWake: (listener) => real.onWake(() => this.isAlive(life) && listener()),
      startIdsAt: (kind, first) => real.startIdsAt(kind, first),
      figures: () => real.figures(),
      tryWrite: () => real.tryWrite(),
      close: () => Promise.resolve(),
    };
  }

  /** Starts a process beside those that run. */
  start(): void {
    this.lives.push({ begin: this.time.now(), end: undefined });
    this.engine = this.#makeEngine(this.#life, this.#storage);
    this.#engines.set(this.#life, this.engine);
    void this.engine.start();
  }

  /** One more process of a fleet, with a handle of its own on the database. */
  join(storage: Storage): Engine {
    if (this.lives.length === 0) this.lives.push({ begin: this.time.now(), end: undefined });
    const engine = this.#makeEngine(this.#life, storage);
    void engine.start();
    return engine;
  }

  #makeEngine(life: number, storage: Storage): Engine {
    return new Engine({
      storage: this.#storageOf(life, storage),
      clock: this.time,
      random: this.#seed,
      keyring: this.#keyring,
      timers: {
        after: (ms, work) => this.time.after(ms, () => this.isAlive(life) && work()),
      },
      send: (sending) => this.#send(sending, life),
      warn: (error, sentence) => this.warnings.push(`${sentence} ${String(error)}`),
      alarm: (sentence) => this.alarms.push(sentence),
      alone: !this.inFleet,
      pollMs: POLL_MS,
      watchMs: this.watchMs,
      ...(this.candidates === undefined ? {} : { candidates: this.candidates }),
    });
  }

  /** Ends a process without a word, the last one unless another is named; it is started again a while later. */
  crash(which = this.#life): void {
    const life = this.lives[which];
    if (life === undefined || life.end !== undefined) return;
    life.end = this.time.now();
    this.#engines.delete(which);
    this.time.after(this.#seed.whole(10, 40_000), () => this.start());
  }

  /** A change of a record, which may be undone, and during which the process may crash. */
  async change(company: bigint, topics: readonly Fact['topic'][]): Promise<void> {
    const life = this.#anyLife();
    if (life === undefined) return;
    const change = `change ${++this.#changes}`;
    const resource = BigInt(this.#seed.whole(1, 3));
    const payload = JSON.stringify({ change, resource: String(resource) });
    const facts = topics.map((topic): Fact => ({ topic, resource, sites: [], changed: [], payload }));
    const undo = this.#seed.chance(0.15);
    const at = this.time.now();
    this.#working++;
    try {
      await this.#storage.write(async (tx) => {
        await append(tx, company, at, facts);
        if (undo) throw new Crash();
      });
      const last = await this.#storage.read(async (tx) =>
        tx.get<{ last: bigint }>(sql`select last from event_counters where company_id = ${company}`),
      );
      const number = last?.last ?? 0n;
      for (const behind of topics.keys()) {
        const its = number - BigInt(topics.length - 1 - behind);
        this.committed.push({ company, number: its, at, change, resource: String(resource) });
      }
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      this.undone.push(change);
    } finally {
      this.#working--;
    }
    if (this.#seed.chance(this.crashes)) this.crash(life);
  }

  /** Many changes of one record in one commit: an import, or a bestseller. */
  async burst(company: bigint, topic: Fact['topic'], count: number): Promise<void> {
    if (this.#anyLife() === undefined) return;
    const at = this.time.now();
    const resource = 4n;
    const changes = Array.from({ length: count }, () => `change ${++this.#changes}`);
    const facts = changes.map((change): Fact => {
      const payload = JSON.stringify({ change, resource: String(resource) });
      return { topic, resource, sites: [], changed: [], payload };
    });
    this.#working++;
    try {
      const last = await this.#storage.write(async (tx) => {
        await append(tx, company, at, facts);
        const row = await tx.get<{ last: bigint }>(
          sql`select last from event_counters where company_id = ${company}`,
        );
        return row?.last ?? 0n;
      });
      for (const [place, change] of changes.entries()) {
        const number = last - BigInt(count - 1 - place);
        this.committed.push({ company, number, at, change, resource: String(resource) });
      }
    } finally {
      this.#working--;
    }
  }

  /** Stops a process in an orderly way, and starts it again a while later. */
  stop(): void {
    const life = this.#anyLife();
    if (life === undefined) return;
    this.stops++;
    const stopped = this.#engines.get(life)?.stop() ?? Promise.resolve();
    void stopped.then(() => this.crash(life));
  }

  /**
   * What could have been sent and was not: messages due for longer than the longest time between two looks, to
   * addresses that nothing is under way to, while a process has looked all that time. Empty at every moment.
   */
  async unclaimed(): Promise<string[]> {
    const now = this.time.now();
    const since = now - MAX_UNSEEN;
    const isWatched = this.lives.some(({ begin, end }) => end === undefined && begin <= since);
    if (!isWatched || this.isAway) return [];
    const rows = await this.#storage.read(async (tx) =>
      tx.all<{ target: string; id: bigint }>(
        sql`select d.target, d.id from deliveries d
            where d.state = 'queued' and d.due_at <= ${since}
              and not exists (
                select 1 from deliveries b
                where b.company_id = d.company_id and b.webhook_id = d.webhook_id
                  and b.resource_id = d.resource_id and b.id < d.id and b.lane <= 0 and d.lane <= 0)
              and not exists (select 1 from deliveries s where s.target = d.target and s.state = 'sending')
            limit 5`,
      ),
    );
    return rows.map(({ target, id }) => `delivery ${id} to ${target}`);
  }

  async #send({ address, headers, body, signal }: Sending, life: number): Promise<Answer> {
    const hook = this.hooks.find((each) => each.address === address);
    if (hook === undefined) throw new Error(`Nobody is at ${address}.`);
    // A process that is gone sends nothing more.
    if (!this.isAlive(life)) return new Promise<never>(() => undefined);
    const { change, resource } = JSON.parse(body) as { change: string; resource: string };
    const sent: Sent = {
      ...{ hook, change, resource, life, at: this.time.now(), endedAt: undefined, accepted: false },
      number: BigInt(headers['X-Service-Event-Number'] ?? '0'),
    };
    this.sent.push(sent);
    if (this.#seed.chance(this.crashes / 2)) this.crash(life);
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
    const answer = await Promise.race([this.#answer(hook.behaviour, sent), aborted]);
    // A process that is gone waits for no answer: for it the request ended with it.
    sent.endedAt = this.lives[life]?.end ?? this.time.now();
    if (this.#seed.chance(this.crashes / 2)) this.crash(life);
    return answer;
  }

  async #answer(behaviour: Behaviour, sent: Sent): Promise<Answer> {
    const seed = this.#seed;
    const reply = (status: number, excerpt = ''): Answer => ({ status, error: null, excerpt });
    const fail = (error: string): Answer => ({ status: null, error, excerpt: null });
    switch (behaviour) {
      case 'hang':
        await this.time.sleep(REQUEST_MS);
        return fail('too slow');
      case 'reset':
        return fail('reset');
      case 'lost answer':
        await this.time.sleep(seed.whole(1, 50));
        if (seed.chance(0.5)) return fail('reset');
        break;
      case 'redirect':
        return reply(302);
      case 'error':
        await this.time.sleep(seed.whole(0, 20));
        return reply(seed.pick([500, 404, 201, 204, 429]));
      case 'changes its mind':
        if (seed.chance(0.7)) return reply(503);
        break;
      case 'slow':
        await this.time.sleep(seed.whole(500, 9_000));
        break;
      case 'quick':
        await this.time.sleep(seed.whole(1, 3));
        break;
      case 'huge':
      case 'ok':
        await this.time.sleep(seed.whole(1, 100));
        break;
    }
    sent.accepted = true;
    return reply(200, behaviour === 'huge' ? 'x'.repeat(4096) : 'ok');
  }

  /** Waits until nothing is left to do at this moment. */
  readonly settle = async (): Promise<void> => {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      quiet = this.#working === 0 ? quiet + 1 : 0;
    }
  };
}
