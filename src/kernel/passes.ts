import type { Clock, Micros, Timers } from './time.ts';

/** How often writing down a result is tried while the database is away, and the wait between, in ms. */
const MAX_WRITE_TRIES = 20;
const WRITE_RETRY_MS = 500;
/** How long a stop waits for work in flight, in ms; the rest is cut, and done again after the next start. */
const STOP_MS = 3_000;

interface PassParts {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Calls back when there may be work; answers how to end that. */
  readonly onWake: (wake: () => void) => () => void;
  /** One pass: claims what is due and begins it. Answers when the next is due, as far as that is known. */
  readonly serve: () => Promise<Micros | undefined>;
  /** Receives the error of a pass, which is tried again; `isFirst`: the pass before went well. */
  readonly failed: (error: unknown, isFirst: boolean) => void;
  /** How long the next pass waits at most, and at least, in ms. */
  readonly pollMs: number;
  readonly leastMs: number;
}

/**
 * Passes over a queue whose work is claimed by leases: one at a time, at once when woken, else when the last one said or the
 * time for polling is over. Work in flight is waited for at a stop, and then cut by the signal.
 */
export class Passes {
  readonly #parts: PassParts;
  readonly #cut = new AbortController();
  readonly #flying = new Set<Promise<void>>();
  #state: 'idle' | 'running' | 'stopping' = 'idle';
  #isHealthy = false;
  #wanted = false;
  #looking: Promise<void> | undefined;
  #passed: () => void = () => undefined;
  #cancelTimer: () => void = () => undefined;
  #stopListening: () => void = () => undefined;

  constructor(parts: PassParts) {
    this.#parts = parts;
  }

  /** Between start and stop. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** True while it runs and its last pass ended without an error. */
  get isHealthy(): boolean {
    return this.isRunning && this.#isHealthy;
  }

  get inFlight(): number {
    return this.#flying.size;
  }

  /** Aborted when a stop cuts what is in flight. */
  get signal(): AbortSignal {
    return this.#cut.signal;
  }

  /** Resolves when the first pass is over, however many follow it. `first` comes before it. */
  async start(first: () => Promise<void>): Promise<void> {
    // What wakes meanwhile is served after it, as `first` may put back all that is claimed.
    await first();
    if (this.#state !== 'idle') return;
    this.#state = 'running';
    this.#stopListening = this.#parts.onWake(() => this.wake());
    const passed = new Promise<void>((resolve) => {
      this.#passed = resolve;
    });
    this.wake();
    await passed;
  }

  /** Starts a pass, or another one behind that which is under way: there may be work. */
  wake(): void {
    if (!this.isRunning) return;
    this.#wanted = true;
    this.#looking ??= this.#run().finally(() => {
      this.#looking = undefined;
    });
  }

  /** Follows work that was claimed; its end wakes. */
  fly(work: Promise<void>): void {
    const flight = work.finally(() => {
      this.#flying.delete(flight);
      this.wake();
    });
    this.#flying.add(flight);
  }

  /** Writes down what became of work, again while the database is away. */
  async record(write: () => Promise<unknown>): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await write();
        return;
      } catch (error) {
        if (tries >= MAX_WRITE_TRIES || this.#cut.signal.aborted) throw error;
      }
      await new Promise<void>((resolve) => {
        this.#parts.timers.after(WRITE_RETRY_MS, resolve);
      });
    }
  }

  /** Claims no more, waits a while for work in flight, and cuts the rest. */
  async stop(): Promise<void> {
    this.#state = 'stopping';
    this.#stopListening();
    this.#cancelTimer();
    await this.#looking;
    const cancel = this.#parts.timers.after(STOP_MS, () => this.#cut.abort());
    await Promise.all(this.#flying);
    cancel();
  }

  async #run(): Promise<void> {
    const { timers, clock, serve, failed, pollMs, leastMs } = this.#parts;
    let wait = pollMs;
    // Ends: a pass is triggered by a commit, a result or the timer, each of which claims or is done.
    while (this.#wanted && this.isRunning) {
      this.#wanted = false;
      try {
        const next = await serve();
        this.#isHealthy = true;
        const ms = next === undefined ? pollMs : Number((next - clock.now() + 999n) / 1000n);
        wait = Math.max(leastMs, Math.min(pollMs, ms));
      } catch (error) {
        failed(error, this.#isHealthy);
        this.#isHealthy = false;
        wait = pollMs;
      }
      this.#passed();
    }
    this.#passed();
    this.#cancelTimer();
    if (this.isRunning) this.#cancelTimer = timers.after(wait, () => this.wake());
  }
}
