import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import { sentence } from '../kernel/words.ts';

/** Batches of a company that may wait for their turn. */
const MAX_WAITING = 16;
/** Retry-After of a refusal, in s. */
const RETRY_S = 2;

/**
 * One transaction of many requests at a time, of each company: two of them that change the same records in different
 * orders would wait for each other. Here those of this process wait, so that they hold one connection together; those of
 * other processes wait in the database (`turnOf`).
 */
export class BatchTurns {
  /** Those that wait, by company; a company is there while one of its batches is carried out. */
  readonly #lines = new Map<Id, (() => void)[]>();

  /** Does the work when it is its turn; 429 where too many wait. */
  async run<T>(company: Id, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(company);
    if (line === undefined) this.#lines.set(company, []);
    else if (line.length < MAX_WAITING) await new Promise<void>((go) => line.push(go));
    else {
      throw new ApiError(
        'rate_limit_exceeded',
        sentence('{count} batches of the company wait for their turn. Try again in {seconds} s.', {
          count: MAX_WAITING,
          seconds: RETRY_S,
        }),
        { headers: { 'retry-after': String(RETRY_S) } },
      );
    }
    try {
      return await work();
    } finally {
      const next = this.#lines.get(company)?.shift();
      if (next === undefined) this.#lines.delete(company);
      else next();
    }
  }
}

/** The turn that a transaction of many requests of a company takes before anything else (reference: limits.12). */
export const turnOf = (company: Id): string => `batch of ${company}`;
