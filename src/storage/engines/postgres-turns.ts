import { StorageUnavailable } from '../port.ts';

/** Works that wait for a turn in a process at most: each is a request that is held in memory. */
const MAX_WAITING = 1_000;

/** Another work of the process has a turn that this one wants: it begins anew when it has it. */
export class TurnTaken extends Error {
  constructor() {
    super('Another transaction of this process has the turn.');
    this.name = 'TurnTaken';
  }
}

/** Gives a turn to who waits; answers false where the wait is over. */
type Waiting = () => boolean;

/**
 * The turns of `Writer.turn` that works of a process have or wait for. One work of a process asks the database for a turn; the
 * others of the process wait here, without a connection, so that they keep none from works that need no turn.
 */
export class Turns {
  /** The waiting works, by key; a key is there while a work has its turn. */
  readonly #lines = new Map<string, Waiting[]>();
  readonly #limitMs: number;
  #waiting = 0;

  /** `limitMs`: how long a work waits for one turn; 0 = as long as it takes. */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /** Runs a work, and once more when it has the turns that another work had. */
  async run<T>(work: (turns: WorkTurns) => Promise<T>): Promise<T> {
    const turns = new WorkTurns(this);
    try {
      for (;;) {
        try {
          return await work(turns);
        } catch (error) {
          if (!(error instanceof TurnTaken)) throw error;
        }
        await turns.wait();
      }
    } finally {
      turns.release();
    }
  }

  /** Takes a turn that nobody has. */
  tryTake(key: string): boolean {
    if (this.#lines.has(key)) return false;
    this.#lines.set(key, []);
    return true;
  }

  /** Waits for a turn, and takes it. */
  async take(key: string): Promise<void> {
    if (this.tryTake(key)) return;
    if (this.#waiting >= MAX_WAITING) throw new StorageUnavailable('Too many wait for their turn.');
    this.#waiting++;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let isOver = false;
    const give = (): boolean => {
      if (!isOver) resolve();
      return !isOver;
    };
    this.#lines.get(key)?.push(give);
    const end = () => {
      isOver = true;
      reject(new StorageUnavailable('The turn of a transaction did not come in time.'));
    };
    const timer = this.#limitMs > 0 ? setTimeout(end, this.#limitMs) : undefined;
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting--;
    }
  }

  /** Gives a turn to the next who waits for it. */
  release(key: string): void {
    const line = this.#lines.get(key) ?? [];
    for (let next = line.shift(); next !== undefined; next = line.shift()) if (next()) return;
    this.#lines.delete(key);
  }
}

/** The turns of one work, which has them until it has ended, however often it is run. */
export class WorkTurns {
  readonly #turns: Turns;
  readonly #held = new Set<string>();
  #wanted: readonly string[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Takes those that it has not; throws where another work has one. */
  claim(keys: readonly string[]): void {
    for (const key of new Set(keys)) {
      if (this.#held.has(key)) continue;
      if (this.#turns.tryTake(key)) this.#held.add(key);
      else {
        this.#wanted = [...new Set([...this.#held, ...keys])].sort();
        throw new TurnTaken();
      }
    }
  }

  /** Waits for those that it wanted, and for what it had: one after the other, so that two works never wait for each other. */
  async wait(): Promise<void> {
    this.release();
    for (const key of this.#wanted) {
      await this.#turns.take(key);
      this.#held.add(key);
    }
  }

  release(): void {
    for (const key of this.#held) this.#turns.release(key);
    this.#held.clear();
  }
}
