// Reads from replicas that show their writer's own changes (reference: operations.27).

import type { Id } from '../kernel/id.ts';
import { type Micros, SECOND, type Stopwatch } from '../kernel/time.ts';
import {
  type CommitPosition,
  type IdKind,
  type Reader,
  type ReadOptions,
  type Storage,
  type StorageFigures,
  UNKNOWN_POSITION,
  type WriteOptions,
  type Writer,
} from '../storage/port.ts';

/** The header of answers that names how far the database was, and of requests that have to see that. */
export const CONSISTENCY_TOKEN = 'consistency-token';
/** The token of a read that has to see everything that was ever answered. */
const LATEST = 'latest';
const TOKEN = /^[0-9A-F]{16}$/;
const DIGITS = 16;
/** How much longer than a replica may be behind the last commit of a company is remembered: its state is looked up meanwhile. */
const MARGIN: Micros = 10n * SECOND;

/** The text of a position: of two the later one is the greater text. */
function tokenOf(position: CommitPosition): string {
  return position.toString(16).toUpperCase().padStart(DIGITS, '0');
}

/** The position in a header; what cannot be read is behind everything, so that the database itself answers. */
function positionIn(header: string | string[] | undefined): CommitPosition | 'latest' | undefined {
  if (header === undefined) return undefined;
  if (header === LATEST) return LATEST;
  return typeof header === 'string' && TOKEN.test(header) ? BigInt(`0x${header}`) : UNKNOWN_POSITION;
}

/** The later of two positions. */
function later(a: CommitPosition | undefined, b: CommitPosition | undefined): CommitPosition | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

/** The last commits of companies that this process made, for as long as a replica in use may be without them. */
export class Consistency {
  readonly #stopwatch: Stopwatch;
  readonly #keptFor: Micros;
  #recent = new Map<Id, CommitPosition>();
  #earlier = new Map<Id, CommitPosition>();
  #turned: Micros;

  /** `lagSeconds` is how far behind a replica may be that answers. */
  constructor(stopwatch: Stopwatch, lagSeconds: number) {
    this.#stopwatch = stopwatch;
    this.#keptFor = BigInt(lagSeconds) * SECOND + MARGIN;
    this.#turned = stopwatch.elapsed();
  }

  /** A change of a company was committed. */
  note(company: Id, position: CommitPosition): void {
    this.#turn();
    this.#recent.set(company, later(this.#recent.get(company), position) ?? position);
  }

  /** The company's last commit of this process that a replica may be without. */
  last(company: Id): CommitPosition | undefined {
    this.#turn();
    return later(this.#recent.get(company), this.#earlier.get(company));
  }

  #turn(): void {
    const now = this.#stopwatch.elapsed();
    if (now - this.#turned < this.#keptFor) return;
    this.#earlier = now - this.#turned < 2n * this.#keptFor ? this.#recent : new Map();
    this.#recent = new Map();
    this.#turned = now;
  }

  /** The database for one request. */
  storageFor(storage: Storage, company: Id, header: string | string[] | undefined): RequestStorage {
    return new RequestStorage(storage, this, company, positionIn(header));
  }
}

/** The database as one request uses it: what it reads from a replica is not behind its company's own changes. */
class RequestStorage implements Storage {
  readonly engine = 'postgres';
  readonly #inner: Storage;
  readonly #consistency: Consistency;
  readonly #company: Id;
  readonly #asked: CommitPosition | 'latest' | undefined;
  #position: CommitPosition | undefined;

  constructor(
    inner: Storage,
    consistency: Consistency,
    company: Id,
    asked: CommitPosition | 'latest' | undefined,
  ) {
    this.#inner = inner;
    this.#consistency = consistency;
    this.#company = company;
    this.#asked = asked;
  }

  /** The token of the answer: after a change, and after a read that has seen everything. */
  get token(): string | undefined {
    return this.#position === undefined ? undefined : tokenOf(this.#position);
  }

  read<T>(work: (tx: Reader) => Promise<T>, options: ReadOptions = {}): Promise<T> {
    const { mayLag = false, ...others } = options;
    if (this.#asked === LATEST && mayLag)
      return this.#inner.read(work, { ...others, shown: (position) => this.#hear(position) });
    if (!mayLag || this.#asked === LATEST) return this.#inner.read(work, others);
    const from = later(this.#asked, this.#consistency.last(this.#company));
    return this.#inner.read(work, { ...others, copy: { from, company: this.#company } });
  }

  write<T>(work: (tx: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    const committed = (position: CommitPosition) => {
      this.#hear(position);
      this.#consistency.note(this.#company, position);
    };
    return this.#inner.write(work, { ...options, committed });
  }

  #hear(position: CommitPosition): void {
    this.#position = later(this.#position, position);
  }

  startIdsAt(kind: IdKind, first: bigint): Promise<void> {
    return this.#inner.startIdsAt(kind, first);
  }

  onWake(listener: () => void): () => void {
    return this.#inner.onWake(listener);
  }

  tryWrite(): Promise<void> {
    return this.#inner.tryWrite();
  }

  figures(): StorageFigures {
    return this.#inner.figures();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
