import { ApiError } from './errors.ts';
import { after } from './reasons.ts';
import { type Sentence, sentence } from './words.ts';

/** The limits of a queue. */
export interface FairQueueLimits {
  /** Pieces of work at a time. */
  readonly running: number;
  /** Pieces of work of one key that may wait. */
  readonly waitingOfKey: number;
  /** Pieces of work of all keys together that may wait. */
  readonly waiting: number;
  /** Retry-After of a refusal, in s. */
  readonly retryAfter: number;
}

/** The sentences of refusals. */
interface FairQueueRefusals {
  /** 429: too much of one key waits. */
  readonly ofKey: Sentence;
  /** 503: too much waits in all. */
  readonly ofAll: Sentence;
}

interface WaitingWork {
  readonly go: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Runs scarce work, a few pieces at a time, in fair order: keys (a company, an address) take turns, so that a key
 * with much waiting work delays another one by a single piece of it. Waiting work is bounded for each key and for
 * all; beyond that it is refused with a sentence and Retry-After.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #words: FairQueueRefusals;
  /** Waiting work, by key; the key whose turn is next comes first. */
  readonly #lines = new Map<string, WaitingWork[]>();
  #waiting = 0;
  #running = 0;
  #closed: ApiError | undefined;

  constructor(limits: FairQueueLimits, words: FairQueueRefusals) {
    this.#limits = limits;
    this.#words = words;
  }

  /** Does the work when it is the key's turn. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#running < this.#limits.running) this.#running++;
    else await this.#wait(key);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Refuses waiting and later work with this error; running work continues to its end. */
  close(error: ApiError): void {
    this.#closed = error;
    for (const line of this.#lines.values()) for (const { refuse } of line) refuse(error);
    this.#lines.clear();
    this.#waiting = 0;
  }

  #wait(key: string): Promise<void> {
    const line = this.#lines.get(key);
    if ((line?.length ?? 0) >= this.#limits.waitingOfKey) {
      throw this.#refusal('rate_limit_exceeded', this.#words.ofKey);
    }
    if (this.#waiting >= this.#limits.waiting) {
      throw this.#refusal('temporarily_unavailable', this.#words.ofAll);
    }
    return new Promise((go, refuse) => {
      this.#waiting++;
      if (line === undefined) this.#lines.set(key, [{ go, refuse }]);
      else line.push({ go, refuse });
    });
  }

  #refusal(code: 'rate_limit_exceeded' | 'temporarily_unavailable', why: Sentence): ApiError {
    const { retryAfter } = this.#limits;
    return new ApiError(code, after(why, sentence('Try again in {retryAfter} s.', { retryAfter })), {
      headers: { 'retry-after': String(retryAfter) },
    });
  }

  /** Hands the free place on to the next key; the rest of that key's work goes behind the other keys. */
  #next(): void {
    const [key, line] = this.#lines.entries().next().value ?? [];
    const first = line?.shift();
    if (key === undefined || line === undefined || first === undefined) {
      this.#running--;
      return;
    }
    this.#lines.delete(key);
    if (line.length > 0) this.#lines.set(key, line);
    this.#waiting--;
    first.go();
  }
}
