import { MINUTE, type Micros } from './time.ts';

/** Retries after the first attempt (reference: limits.6). */
const MAX_RETRIES = 30;
/** Attempts in all. */
export const MAX_ATTEMPTS = MAX_RETRIES + 1;

const FIRST_MINUTES: readonly bigint[] = [1n, 2n, 4n, 8n];
const FURTHER_MINUTES = 15n;

/**
 * How long after the end of the `attempts`th attempt the next one is due (reference: events.32); undefined when it
 * was the last.
 */
export function retryAfter(attempts: number): Micros | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  return (FIRST_MINUTES[attempts - 1] ?? FURTHER_MINUTES) * MINUTE;
}
