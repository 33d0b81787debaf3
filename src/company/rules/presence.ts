import { type Micros, SECOND } from '../../kernel/time.ts';

/** A register is online while its last sign of life is younger than this (reference: printing.1). */
export const PRESENCE: Micros = 30n * SECOND;

export type Presence = 'online' | 'offline';

/**
 * Whether a register is there at a moment. A sign of life from a clock that runs ahead of ours counts for no
 * longer than any other.
 */
export function presence(lastSeen: Micros | null, now: Micros): Presence {
  if (lastSeen === null) return 'offline';
  const age = lastSeen > now ? lastSeen - now : now - lastSeen;
  return age < PRESENCE ? 'online' : 'offline';
}
