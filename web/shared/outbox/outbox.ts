// The outbox of a screen: what it changes goes through it, with or without a network. A call is kept before it is sent
// and forgotten after its answer, so that a tab may close at any point.

import {
  append,
  EMPTY,
  type Entry,
  type NewEntry,
  nextEntry,
  type OutboxState,
  type OutboxStore,
  type Refusal,
  withEntry,
} from './entries.ts';
import type { Outcome } from './outcome.ts';

/** Runs one piece of work at a time among all tabs. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/** How sending came to an end. */
export type Drained =
  /** Nothing is left that could be sent: what remains waits for a decision. */
  | { readonly end: 'idle' }
  /** The line is broken, or the service asks to wait. */
  | { readonly end: 'later'; readonly afterMs?: number }
  | { readonly end: 'signin' };

/** What an outbox works with. */
export interface OutboxParts<N> {
  readonly store: OutboxStore<N>;
  /** Sends a call, as often as it is called the same one; never rejects. */
  readonly deliver: (entry: Entry<N>) => Promise<Outcome>;
  readonly lock: Lock;
  readonly now: () => number;
  /** Most calls that wait. */
  readonly most: number;
  /** Called when this outbox has changed what is stored. */
  readonly changed?: () => void;
  /** Called when a call was refused. */
  readonly refused?: (entry: Entry<N>, refusal: Refusal) => void;
}

/** Too many calls wait: nothing was added. */
export class OutboxFull extends Error {
  override name = 'OutboxFull';
}

/** Most calls sent in one go; the lock is given to another tab in between. */
const MAX_IN_ONE_GO = 500;

/** The calls of a screen that the service does not know of yet. */
export class Outbox<N> {
  readonly #parts: OutboxParts<N>;
  readonly #listeners = new Set<() => void>();
  #stored: OutboxState<N> = EMPTY;
  /** Calls that are being stored. */
  #adding: readonly (readonly NewEntry<N>[])[] = [];
  #entries: readonly Entry<N>[] = [];

  constructor(parts: OutboxParts<N>) {
    this.#parts = parts;
  }

  /** What waits, in the order in which it was made, from the moment it was added. A new array whenever it changes. */
  get entries(): readonly Entry<N>[] {
    return this.#entries;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Stores calls, all or none of them. Once this resolves they survive the page and will be sent. Throws OutboxFull
   * when too many wait.
   */
  async add(added: readonly NewEntry<N>[]): Promise<void> {
    const { now, most } = this.#parts;
    const fitting = (state: OutboxState<N>): OutboxState<N> => {
      if (state.entries.length + added.length > most) throw new OutboxFull(`${most} calls wait already.`);
      return append(state, added, now());
    };
    this.#adding = [...this.#adding, added];
    this.#show();
    try {
      await this.#change(fitting, added);
    } catch (error) {
      this.#added(added);
      this.#show();
      throw error;
    }
  }

  /** Reads what is stored, as when another tab has changed it. */
  async read(): Promise<readonly Entry<N>[]> {
    this.#stored = await this.#parts.store.change((state) => state);
    this.#show();
    return this.#stored.entries;
  }

  /** Changes calls that wait, as when a refused one is given up or sent again. */
  async revise(change: (entries: readonly Entry<N>[]) => readonly Entry<N>[]): Promise<void> {
    await this.#change((state) => ({ ...state, entries: change(state.entries) }));
  }

  /** Sends what can be sent, one after the other. Only one tab does at a time. */
  drain(): Promise<Drained> {
    return this.#parts.lock(async () => {
      for (let sent = 0; sent < MAX_IN_ONE_GO; sent++) {
        const end = await this.#sendNext();
        if (end !== undefined) return end;
      }
      return { end: 'later', afterMs: 0 };
    });
  }

  async #sendNext(): Promise<Drained | undefined> {
    const { now, deliver, refused } = this.#parts;
    // Noted before it is sent: from here on it counts as sent.
    let picked: Entry<N> | undefined;
    await this.#change((before) => {
      picked = nextEntry(before);
      return picked === undefined || picked.tried_at !== null
        ? before
        : withEntry(before, picked.seq, (entry) => ({ ...entry, tried_at: now() }));
    });
    const entry = picked;
    if (entry === undefined) return { end: 'idle' };
    const outcome = await deliver(entry);
    switch (outcome.kind) {
      case 'done':
        await this.revise((entries) => entries.filter(({ seq }) => seq !== entry.seq));
        return undefined;
      case 'refused': {
        const { refusal } = outcome;
        await this.#change((before) => withEntry(before, entry.seq, (each) => ({ ...each, refusal })));
        refused?.(entry, refusal);
        return undefined;
      }
      case 'later':
        return { end: 'later', ...(outcome.afterMs === undefined ? {} : { afterMs: outcome.afterMs }) };
      case 'signin':
        return { end: 'signin' };
    }
  }

  async #change(
    work: (state: OutboxState<N>) => OutboxState<N>,
    added?: readonly NewEntry<N>[],
  ): Promise<void> {
    let isChanged = false;
    this.#stored = await this.#parts.store.change((before) => {
      const after = work(before);
      isChanged = after !== before;
      return after;
    });
    if (added !== undefined) this.#added(added);
    this.#show();
    if (isChanged) this.#parts.changed?.();
  }

  #added(added: readonly NewEntry<N>[]): void {
    this.#adding = this.#adding.filter((each) => each !== added);
  }

  #show(): void {
    const now = this.#parts.now();
    let shown = this.#stored;
    for (const added of this.#adding) shown = append(shown, added, now);
    if (shown.entries === this.#entries) return;
    this.#entries = shown.entries;
    for (const listener of [...this.#listeners]) listener();
  }
}
