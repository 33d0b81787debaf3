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
