// Calls that wait to be sent, in the order in which they were made: what is stored of an outbox, and its rules.

import type { Refused } from '../reasons.ts';

/** Why a call was refused. */
export interface Refusal {
  /** The service's code, or one of the screen's own, such as `unsure` where no outcome can be found out any more. */
  readonly code: string;
  /** As the service said it; what it said, in any language, is beside it (`told`). */
  readonly sentence: string;
  /** The fields that are wrong, as the service names them. Absent when it named none. */
  readonly fields?: readonly string[];
  /** The permission that was missing. */
  readonly right?: string;
  /** By codes and values. Absent where the screen itself refused. */
  readonly told?: Refused;
}

/** A call to be sent, with all that its screen needs for sending and showing it. */
export interface NewEntry {
  /** The record it changes: behind a refused call the others for the same record wait. */
  readonly subject: string;
}

/** A call that waits. */
export type Entry<N extends NewEntry> = N & Waiting;

/** The entry of a call in an outbox. */
export interface Waiting {
  /** Its place among all calls of this outbox. */
  readonly seq: number;
  /** When it was made, in ms. */
  readonly made_at: number;
  /** When it was first sent, while its outcome is unknown; null when it was never sent. */
  readonly tried_at: number | null;
  /** Set when it was refused: it and what comes after it for the same record wait for a decision. */
  readonly refusal: Refusal | null;
}

/** Everything that is not sent yet. A screen may keep more with it, such as what it has learned by sending. */
export interface OutboxState<N extends NewEntry> {
  /** The seq of the next call. */
  readonly next: number;
  readonly entries: readonly Entry<N>[];
}

/** Where an outbox is kept. */
export interface OutboxStore<S> {
  /** The state before anything was kept. */
  readonly empty: S;
  /** Reads the state, calls `work`, and writes its result, with no write of another tab in between. */
  change(work: (state: S) => S): Promise<S>;
}

/** An outbox with nothing in it. */
export const EMPTY: OutboxState<never> = { next: 1, entries: [] };

/** The outbox with calls at its end. */
export function append<N extends NewEntry, S extends OutboxState<N>>(
  state: S,
  added: readonly N[],
  now: number,
): S {
  const { next, entries } = state;
  const more = added.map(
    (entry, at): Entry<N> => ({ ...entry, seq: next + at, made_at: now, tried_at: null, refusal: null }),
  );
  return { ...state, next: next + added.length, entries: [...entries, ...more] };
}

/** The call that is sent next: the first that does not wait behind a refused one for its record. */
export function nextEntry<N extends NewEntry>({ entries }: OutboxState<N>): Entry<N> | undefined {
  const stuck = new Set<string>();
  for (const entry of entries) {
    if (entry.refusal !== null) stuck.add(entry.subject);
    else if (!stuck.has(entry.subject)) return entry;
  }
  return undefined;
}

/** The outbox with one call changed. */
export function withEntry<N extends NewEntry, S extends OutboxState<N>>(
  state: S,
  seq: number,
  change: (entry: Entry<N>) => Entry<N>,
): S {
  return { ...state, entries: state.entries.map((entry) => (entry.seq === seq ? change(entry) : entry)) };
}
