// The database with copies of it that answer some of its reads (reference: operations.27).

import type { PostgresStorage } from './engines/postgres.ts';
import {
  LOOK_LIMIT_MS,
  lookAt,
  lookingAt,
  Replica,
  type ReplicaState,
  type ServerLook,
} from './engines/postgres-replica.ts';
import {
  type CommitPosition,
  type CopyRead,
  type IdKind,
  type Reader,
  type ReadOptions,
  type Storage,
  type StorageFigures,
  UNKNOWN_POSITION,
  type WriteOptions,
  type Writer,
} from './port.ts';

/** How often the database and its replicas are looked at, in ms. */
const LOOK_EVERY_MS = 1_000;
/** How long a read waits for a replica to come to its writer's last commit, in ms; then the database itself answers. */
const WAIT_MS = 250;
/** How far back is known where the database was, in ms: of a replica that is further behind, that much is said. */
const REMEMBERED_MS = 600_000;

/** Where the replicas are and how they are used. */
export interface ReplicaSettings {
  /** Where the database itself is looked at. */
  readonly primaryUrl: string;
  /** The address of each. */
  readonly urls: readonly string[];
  /** How far behind one may be that answers, in seconds. */
  readonly lagSeconds: number;
}

/** The known state of a replica. */
export type ReplicaStatus = Pick<Replica, 'name' | 'state' | 'lagSeconds'>;

/** Where reads were answered that a replica may answer. */
interface ReadPlaces {
  replica: number;
  /** On the database itself, since no replica was good, or far enough in time. */
  primary: number;
  /** On the database itself, after a replica had failed, or had refused what may not have come to it yet. */
  repeated: number;
}

/** The database where it was: when, by performance.now(). */
interface Sample {
  readonly at: number;
  readonly position: CommitPosition;
}

/** The replicas of a database. */
export class Replicas {
  readonly places: ReadPlaces = { replica: 0, primary: 0, repeated: 0 };
  readonly settings: ReplicaSettings;
  readonly #primary: PostgresStorage;
  readonly #replicas: readonly Replica[];
  readonly #changed: (status: ReplicaStatus) => void;
  readonly #timer: NodeJS.Timeout;
  /** Where the database was, the oldest first. */
  readonly #samples: Sample[] = [];
  #identity: string | undefined;
  #looking: Promise<void> | undefined;

  /** Calls `changed` once for each change of a replica's state. */
  constructor(settings: ReplicaSettings, connections: number, changed: (status: ReplicaStatus) => void) {
    this.#primary = lookingAt(settings.primaryUrl);
    this.settings = settings;
    this.#changed = changed;
    this.#replicas = settings.urls.map((url) => new Replica(url, connections));
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS);
    this.#timer.unref();
    void this.look();
  }

  get all(): readonly ReplicaStatus[] {
    return this.#replicas;
  }

  /** Looks at all of them; who asks meanwhile shares the look. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<void> {
    const own = await inTime(lookAt(this.#primary));
    const at = performance.now();
    if (own !== undefined) {
      this.#identity = own.identity;
      this.#samples.push({ at, position: own.position });
    }
    while ((this.#samples[0]?.at ?? at) < at - REMEMBERED_MS) this.#samples.shift();
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const look = await inTime(replica.look());
        replica.lagSeconds = look === undefined ? undefined : this.#lagOf(look);
        this.#become(replica, this.#judge(look, replica.lagSeconds));
      }),
    );
  }

  #judge(look: ServerLook | undefined, lagSeconds: number | undefined): ReplicaState {
    if (look === undefined) return 'away';
    if (this.#identity === undefined || lagSeconds === undefined) return 'unknown';
    if (look.identity !== this.#identity) return 'other';
    if (!look.follows) return 'leading';
    return lagSeconds > this.settings.lagSeconds ? 'behind' : 'good';
  }

  #become(replica: Replica, state: ReplicaState): void {
    if (replica.state === state) return;
    replica.state = state;
    this.#changed(replica);
  }

  /**
   * How long ago the database was where a server is: by what this process saw of both, so that no clock of theirs counts, nor
   * whether the database is busy.
   */
  #lagOf({ position }: ServerLook): number | undefined {
    const next = this.#samples.find((sample) => sample.position > position) ?? this.#samples.at(-1);
    return next === undefined ? undefined : Math.max(0, performance.now() - next.at) / 1000;
  }

  /** Runs a read on a replica; undefined where the database itself has to answer. */
  async read<T>(
    work: (tx: Reader) => Promise<T>,
    options: ReadOptions,
    { from, company }: CopyRead,
  ): Promise<{ readonly value: T } | undefined> {
    const replica = await this.#choose(from, company);
    if (replica === undefined) {
      this.places.primary++;
      return undefined;
    }
    const done = await replica.read(work, options);
    if (done !== undefined) this.places.replica++;
    else {
      this.places.repeated++;
      void this.look();
    }
    return done;
  }

  /** The good replica of a company that has come to a position, or does so in time. */
  async #choose(from: CommitPosition | undefined, company: bigint): Promise<Replica | undefined> {
    const good = this.#replicas.filter(({ state }) => state === 'good');
    if (good.length === 0 || from === UNKNOWN_POSITION) return undefined;
    const own = good[Number(company % BigInt(good.length))];
    if (own === undefined || from === undefined || own.replayed >= from) return own;
    if (await own.comesTo(from, WAIT_MS)) return own;
    return good.find(({ replayed }) => replayed >= from);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all([this.#primary, ...this.#replicas].map((each) => each.close()));
  }
}

/** The result if it comes in time; undefined where it fails, or takes longer. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), LOOK_LIMIT_MS);
  try {
    return await Promise.race([work.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Looks at replicas once: the state of each and how far it is behind. */
export async function lookOnce(settings: ReplicaSettings): Promise<ReplicaStatus[]> {
  const replicas = new Replicas(settings, 1, () => undefined);
  try {
    await replicas.look();
    return replicas.all.map(({ name, state, lagSeconds }) => ({ name, state, lagSeconds }));
  } finally {
    await replicas.close();
  }
}

/** The database, whose reads go to replicas where they say so. */
export class ReplicatedStorage implements Storage {
  readonly engine = 'postgres';
  readonly replicas: Replicas;
  readonly #primary: PostgresStorage;

  constructor(
    primary: PostgresStorage,
    settings: ReplicaSettings,
    connections: number,
    changed: (status: ReplicaStatus) => void,
  ) {
    this.#primary = primary;
    this.replicas = new Replicas(settings, connections, changed);
  }

  async read<T>(work: (tx: Reader) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const { copy, ...others } = options;
    if (copy === undefined) return this.#primary.read(work, options);
    const done = await this.replicas.read(work, options, copy);
    return done === undefined ? this.#primary.read(work, others) : done.value;
  }

  write<T>(work: (tx: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#primary.write(work, options);
  }

  startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    return this.#primary.startIdsAt(kind, first);
  }

  onWake(listener: () => void): () => void {
    return this.#primary.onWake(listener);
  }

  async countGrown(): Promise<readonly string[]> {
    return this.#primary.countGrown?.() ?? [];
  }

  tryWrite(): Promise<void> {
    return this.#primary.tryWrite();
  }

  figures(): StorageFigures {
    return this.#primary.figures();
  }

  async close(): Promise<void> {
    await this.replicas.close();
    await this.#primary.close();
  }
}
