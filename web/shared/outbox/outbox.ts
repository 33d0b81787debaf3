// The outbox of a screen: what it changes goes through it, with or without a network. A call is kept before it is sent
// and forgotten after its answer, so that a tab may close at any point.

import {
  append,
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

/** The parts of an outbox. */
export interface OutboxParts<N extends NewEntry, S, D> {
  readonly store: OutboxStore<S>;
  /** Sends a call, as often as it is called the same one; never rejects. */
  readonly deliver: (entry: Entry<N>, state: S) => Promise<Outcome<D>>;
  /** The value that is kept once a call was done and has gone, in the same write. */
  readonly settle?: (state: S, entry: Entry<N>, done: D) => S;
  readonly lock: Lock;
  readonly now: () => number;
  /** Most calls that wait. */
  readonly most: number;
  /** The refusal when more would wait. */
  readonly full: () => string;
  /** Called when this outbox has changed what is stored. */
  readonly changed?: () => void;
  /** Called when a call was refused. */
  readonly refused?: (entry: Entry<N>, refusal: Refusal) => void;
}

/** Too many calls wait: nothing was added. The message is for people. */
export class OutboxFull extends Error {
  override name = 'OutboxFull';
}

/** Most calls sent in one go; the lock is given to another tab in between. */
const MAX_IN_ONE_GO = 500;

/** The calls of a screen that the service does not know of yet. */
export class Outbox<N extends NewEntry, S extends OutboxState<N> = OutboxState<N>, D = unknown> {
  readonly #parts: OutboxParts<N, S, D>;
  readonly #listeners = new Set<() => void>();
  #stored: S;
  /** Calls that are being stored. */
  #adding: readonly (readonly N[])[] = [];
  #state: S;

  constructor(parts: OutboxParts<N, S, D>) {
    this.#parts = parts;
    this.#stored = parts.store.empty;
    this.#state = this.#stored;
  }

  /** The kept value, with the effects of calls from the moment they were added. A new object whenever it changes. */
  get state(): S {
    return this.#state;
  }

  /** The waiting calls, in the order in which they were made. A new array whenever it changes. */
  get entries(): readonly Entry<N>[] {
    return this.#state.entries;
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
  async add(added: readonly N[]): Promise<void> {
    const { now, most, full } = this.#parts;
    const fitting = (state: S): S => {
      if (state.entries.length + added.length > most) throw new OutboxFull(full());
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
    const { now, deliver, settle, refused } = this.#parts;
    // Noted before it is sent: from here on it counts as sent.
    let picked: Entry<N> | undefined;
    const state = await this.#change((before) => {
      picked = nextEntry<N>(before);
      return picked === undefined || picked.tried_at !== null
        ? before
        : withEntry(before, picked.seq, (entry) => ({ ...entry, tried_at: now() }));
    });
    const entry = picked;
    if (entry === undefined) return { end: 'idle' };
    const outcome = await deliver(entry, state);
    switch (outcome.kind) {
      case 'done':
        await this.#change((before) => {
          const after = { ...before, entries: before.entries.filter(({ seq }) => seq !== entry.seq) };
          return settle?.(after, entry, outcome) ?? after;
        });
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

  async #change(work: (state: S) => S, added?: readonly N[]): Promise<S> {
    let isChanged = false;
    const stored = await this.#parts.store.change((before) => {
      const after = work(before);
      isChanged = after !== before;
      return after;
    });
    this.#stored = stored;
    if (added !== undefined) this.#added(added);
    this.#show();
    if (isChanged) this.#parts.changed?.();
    return stored;
  }

  #added(added: readonly N[]): void {
    this.#adding = this.#adding.filter((each) => each !== added);
  }

  #show(): void {
    const now = this.#parts.now();
    let shown = this.#stored;
    for (const added of this.#adding) shown = append(shown, added, now);
    if (shown === this.#state) return;
    this.#state = shown;
    for (const listener of [...this.#listeners]) listener();
  }
}
