// How often a PIN may be tried: a few digits are soon guessed when attempts are not limited.
import { MINUTE, type Micros } from '../../kernel/time.ts';

/** Wrong PINs in a row that cost nothing. */
export const FREE_FAILURES = 5n;
/** Longest time that tries are refused after one more wrong PIN. */
const LONGEST: Micros = 60n * MINUTE;

/** Until when a staff member's PIN is not tried again: a minute after the fifth failure, doubling from there. */
export function lockedUntil(failures: bigint, failedAt: Micros): Micros {
  if (failures < FREE_FAILURES) return 0n;
  const doublings = failures - FREE_FAILURES;
  const wait = doublings > 6n ? LONGEST : MINUTE << doublings;
  return failedAt + (wait < LONGEST ? wait : LONGEST);
}

/** How long it takes until one of the wrong PINs at a register counts no more. */
const FORGOTTEN_AFTER: Micros = 15n * MINUTE;

/**
 * How many of the wrong PINs at a register still count. Time alone forgets them: a right PIN may be the one that whoever guesses
 * another one has.
 */
export function stillCounted(failures: bigint, failedAt: Micros, now: Micros): bigint {
  const forgotten = now > failedAt ? (now - failedAt) / FORGOTTEN_AFTER : 0n;
  return forgotten < failures ? failures - forgotten : 0n;
}
