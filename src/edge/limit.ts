import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { MINUTE, SECOND } from '../kernel/time.ts';
import type { SharedCounts } from './shared-counts.ts';
import { WindowCounts } from './window-counts.ts';

/** The caller's window after one call. */
interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in Unix seconds. */
  readonly reset: number;
  readonly allowed: boolean;
  /** Whole seconds until the window ends, at least 1. */
  readonly retryAfter: number;
}

/**
 * Counts requests in fixed windows of a minute, per add-on and company (reference: conventions.30); those of Passbell's
 * own screens per person or device, so that no screen takes another's share.
 */
export class RateLimit {
  readonly #perMinute: number;
  /** Every key is a caller that is known: there are no more of them than there are tokens. */
  readonly #counts: WindowCounts;

  constructor(perMinute: number, shared?: SharedCounts) {
    this.#perMinute = perMinute;
    this.#counts = shared?.windows('requests', MINUTE) ?? new WindowCounts(MINUTE);
  }

  /** Counts one request. With a limit of 0 nothing is counted: undefined. */
  count(company: Id, caller: Id | string, now: Micros): Allowance | undefined {
    const limit = this.#perMinute;
    if (limit === 0) return undefined;
    const key = `${company} ${caller}`;
    const used = this.#counts.of(key, now);
    const allowed = used < limit;
    if (allowed) this.#counts.add(key, now);
    const reset = Number(this.#counts.endOf(now) / SECOND);
    return {
      limit,
      remaining: allowed ? limit - used - 1 : 0,
      reset,
      allowed,
      retryAfter: Math.max(1, reset - Number(now / SECOND)),
    };
  }
}
