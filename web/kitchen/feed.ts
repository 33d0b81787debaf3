// The open tickets of a site as this screen knows them: read whole when the live channel has been opened (again), and
// now and then while it is not open; one by one as events name them.

import type { Passbell } from '#clients/typescript/index.ts';
import type { KeptValue } from '../shared/kept.ts';
import { t } from '../shared/words.ts';
import type { KeptTickets } from './kept.ts';
import type { Id, Ticket } from './tickets.ts';

/** The tickets as they were last read. A new object at every change. */
export interface FeedState {
  readonly tickets: ReadonlyMap<Id, Ticket>;
  /** The tickets that left the board while this screen was looking, the last one first. */
  readonly gone: readonly Ticket[];
  /** When the tickets were right, in ms of this device; undefined until they were read for the first time. */
  readonly asOf: number | undefined;
  /** True from the first reading by this page on: before it there is only what the device has kept. */
  readonly isRead: boolean;
  /** Why the last reading failed; undefined when it did not. */
  readonly trouble: unknown;
}

/** Most open tickets that are read, and how many at a time. */
const MAX_OPEN = 2_000;
const PAGE_LENGTH = 500;
/** More tickets than this are read together. */
const MAX_SINGLY = 6;
/** Tickets that are remembered when they have left the board. */
const MAX_GONE = 40;
/** How long a reading may take, in ms. */
const READ_LIMIT_MS = 10_000;

const NOTHING = { all: false, ids: new Set<Id>() } as const;

/** The parts of a feed. */
export interface FeedParts {
  readonly passbell: Pick<Passbell, 'all' | 'call'>;
  readonly site: Id;
  readonly kept: KeptValue<KeptTickets>;
  /** The device's time, in ms. */
  readonly now: () => number;
}

/** The tickets of one site, kept up to date. It has no timer: its owner calls `reload`. */
export class TicketFeed {
  readonly #parts: FeedParts;
  readonly #listeners = new Set<() => void>();
  #state: FeedState = { tickets: new Map(), gone: [], asOf: undefined, isRead: false, trouble: undefined };
  #wanted: { all: boolean; ids: Set<Id> } = { all: false, ids: new Set() };
  /** The tickets that the last reading failed to read: the next one must not leave them out. */
  #owed: { readonly all: boolean; readonly ids: ReadonlySet<Id> } = NOTHING;
  #reading: Promise<void> | undefined;
  #keeping: Promise<void> | undefined;
  #isUnkept = false;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  get site(): Id {
    return this.#parts.site;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Shows what the device has kept, as long as nothing was read. */
  async open(): Promise<void> {
    const { kept, site } = this.#parts;
    const found = await kept.read().catch(() => undefined);
    if (found?.site !== site || this.#state.isRead) return;
    this.#set({ tickets: new Map(found.tickets.map((each) => [each.id_str, each])), asOf: found.at });
  }

  /** Says that the tickets are right as they are: nothing was missed until now. */
  touch(): void {
    if (this.#state.isRead && this.#state.trouble === undefined) this.#set({ asOf: this.#parts.now() });
  }

  /** Reads all open tickets. Settles when they have been read, or could not be. */
  reload(): Promise<void> {
    this.#wanted.all = true;
    return this.#read();
  }

  /** Reads a ticket that something has happened to. True when that has worked. */
  async look(id: Id): Promise<boolean> {
    this.#wanted.ids.add(id);
    await this.#read();
    return this.#state.trouble === undefined;
  }

  /**
   * One reading at a time, so that a later reading is never older. Tickets requested meanwhile are read together
   * after it.
   */
  async #read(): Promise<void> {
    // Tickets requested from here on are not part of a reading that has begun.
    while (this.#reading !== undefined) await this.#reading;
    const { all, ids } = this.#wanted;
    if (!all && ids.size === 0) return;
    const named = new Set([...ids, ...this.#owed.ids]);
    const isWhole = all || this.#owed.all || named.size > MAX_SINGLY;
    this.#wanted = { all: false, ids: new Set() };
    this.#owed = NOTHING;
    this.#reading = this.#readNow(isWhole, named).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading;
  }

  async #readNow(all: boolean, ids: ReadonlySet<Id>): Promise<void> {
    const { passbell, site } = this.#parts;
    const options = { signal: AbortSignal.timeout(READ_LIMIT_MS) };
    try {
      if (all) {
        const open = { site_id: site, state: 'open', limit: PAGE_LENGTH } as const;
        this.#putAll(await passbell.all('listTickets', MAX_OPEN, open, options));
      } else {
        const each = [...ids].map((id) =>
          passbell.call('getTicket', { site_id: site, ticket_id: id }, options),
        );
        this.#put(await Promise.all(each));
      }
    } catch (error) {
      this.#owed = { all, ids };
      this.#set({ trouble: error ?? new Error(t('The tickets could not be read.')) });
    }
  }

  #putAll(open: readonly Ticket[]): void {
    const there = new Set(open.map((ticket) => ticket.id_str));
    const left = [...this.#state.tickets.values()].filter(({ id_str }) => !there.has(id_str));
    // Their present state is not in the answer: they are only known to be open no more.
    this.#put([...open, ...left.map((ticket): Ticket => ({ ...ticket, state: 'bumped' }))]);
  }

  #put(found: readonly Ticket[]): void {
    const tickets = new Map(this.#state.tickets);
    let { gone } = this.#state;
    for (const ticket of found) {
      const id = ticket.id_str;
      gone = gone.filter((each) => each.id_str !== id);
      if (ticket.state === 'open') tickets.set(id, ticket);
      else {
        tickets.delete(id);
        gone = [ticket, ...gone].slice(0, MAX_GONE);
      }
    }
    this.#set({ tickets, gone, asOf: this.#parts.now(), isRead: true, trouble: undefined });
    this.#isUnkept = true;
    this.#keeping ??= this.#keep().finally(() => {
      this.#keeping = undefined;
    });
  }

  /** Keeps what there is, one writing at a time. Where the browser cannot, the next start needs the network. */
  async #keep(): Promise<void> {
    const { kept, site } = this.#parts;
    while (this.#isUnkept) {
      this.#isUnkept = false;
      const { tickets, asOf = 0 } = this.#state;
      await kept.write({ site, at: asOf, tickets: [...tickets.values()] }).catch(() => undefined);
    }
  }

  #set(changed: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of [...this.#listeners]) listener();
  }
}
