import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { MINUTE, SECOND } from '../kernel/time.ts';

/** The caller's window after one call. */
export interface Allowance {
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
  #window = 0n;
  #counts = new Map<Id, Map<Id | string, number>>();

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  /** Counts one request. With a limit of 0 nothing is counted: undefined. */
  count(company: Id, caller: Id | string, now: Micros): Allowance | undefined {
    if (this.#perMinute === 0) return undefined;
    const window = now / MINUTE;
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    let callers = this.#counts.get(company);
    if (callers === undefined) {
      callers = new Map<Id | string, number>();
      this.#counts.set(company, callers);
    }
    const used = (callers.get(caller) ?? 0) + 1;
    callers.set(caller, used);
    const reset = Number(((window + 1n) * MINUTE) / SECOND);
    return {
      limit: this.#perMinute,
      remaining: Math.max(0, this.#perMinute - used),
      reset,
      allowed: used <= this.#perMinute,
      retryAfter: Math.max(1, reset - Number(now / SECOND)),
    };
  }
}
