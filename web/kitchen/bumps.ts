// Bumps and recalls of this screen that the service does not have yet: shown at once, sent in order, kept while there
// is no connection. Both are idempotent, so they are sent again until they are answered.

import { ApiFailure } from '../shared/api.ts';
import type { Id } from '../shared/json.ts';
import { markLines, type Ticket } from './tickets.ts';

/** Something done at this screen. */
export interface Bump {
  readonly kind: 'bump' | 'recall';
  readonly lines: readonly Id[];
  readonly at: string;
  /** The ticket as it was then. */
  readonly ticket: Ticket;
}

export interface BumpParts {
  /** Sends a bump to the service; rejects with an ApiFailure. */
  readonly send: (bump: Bump) => Promise<unknown>;
  /** Reads the ticket again; false when that did not work. */
  readonly look: (ticket: Id) => Promise<boolean>;
  /** The service refused it: the display is reverted. */
  readonly refused: (bump: Bump, error: unknown) => void;
  /** The bumps that were stored when the page was left. */
  readonly load: () => readonly Bump[];
  readonly save: (bumps: readonly Bump[]) => void;
}

/** Most that waits to be sent. */
export const MAX_WAITING = 300;

/** True for a failure in passing: the same may go well later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true;
  // A device whose token is refused is set up anew and goes on.
  return error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500;
}

/** The bumps of this screen that the service does not know of yet. It has no clock: `send` is called again. */
export class Bumps {
  readonly #parts: BumpParts;
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Bump[];
  #sending = false;

  constructor(parts: BumpParts) {
    this.#parts = parts;
    this.#waiting = parts.load().slice(0, MAX_WAITING);
  }

  /** What waits, in the order in which it was done. A new array whenever it changes. */
  get waiting(): readonly Bump[] {
    return this.#waiting;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Does something: it shows at once. False when too much is waiting already. */
  add(bumps: readonly Bump[]): boolean {
    if (this.#waiting.length + bumps.length > MAX_WAITING) return false;
    this.#set([...this.#waiting, ...bumps]);
    void this.send();
    return true;
  }

  /** Sends what waits, until nothing does or the connection does not carry it. */
  async send(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (let bump = this.#waiting[0]; bump !== undefined; bump = this.#waiting[0]) {
        if (!(await this.#sendOne(bump))) return;
      }
    } finally {
      this.#sending = false;
    }
  }

  /** False when it has to wait. */
  async #sendOne(bump: Bump): Promise<boolean> {
    const { send, look, refused } = this.#parts;
    try {
      await send(bump);
    } catch (error) {
      if (isPassing(error)) return false;
      await look(bump.ticket.id_str);
      this.#set(this.#waiting.slice(1));
      refused(bump, error);
      return true;
    }
    // The display shows the bump until the ticket was read after it: nothing flickers between.
    if (!(await look(bump.ticket.id_str))) return false;
    this.#set(this.#waiting.slice(1));
    return true;
  }

  #set(waiting: readonly Bump[]): void {
    this.#waiting = waiting;
    this.#parts.save(waiting);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The tickets as they are when everything that waits has been heard. */
export function withBumps(tickets: Iterable<Ticket>, waiting: readonly Bump[]): Ticket[] {
  const all = new Map<Id, Ticket>();
  for (const ticket of tickets) all.set(ticket.id_str, ticket);
  for (const { kind, lines, at, ticket } of waiting) {
    const now = all.get(ticket.id_str) ?? ticket;
    all.set(ticket.id_str, markLines(now, lines, kind === 'bump', at));
  }
  return [...all.values()];
}
