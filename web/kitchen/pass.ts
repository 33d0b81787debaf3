// The kitchen of one site on this screen: the service's tickets with this screen's unsent bumps on top.

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Event, Passbell } from '#clients/typescript/index.ts';
import { calledOut } from '#src/kernel/called-out.ts';
import { isolated } from '#src/kernel/text.ts';
import { tabLock } from '../shared/kept.ts';
import type { Entry } from '../shared/outbox/entries.ts';
import { Outbox } from '../shared/outbox/outbox.ts';
import { refusalSentence } from '../shared/outbox/outcome.ts';
import { type LineState, pageTimer, Sender } from '../shared/outbox/sender.ts';
import { useLiveState } from '../shared/ui/live.tsx';
import { sentenceOf, toast } from '../shared/ui/states.tsx';
import { t } from '../shared/words.ts';
import { clockAhead } from './age.ts';
import { type Bump, type BumpEntry, bumpCall, MAX_WAITING, pressesOf, sendBump, withBumps } from './bumps.ts';
import { TicketFeed } from './feed.ts';
import { serviceNow, setClockAhead, useEvery } from './hooks.ts';
import type { Kept } from './kept.ts';
import type { Id, Ticket } from './tickets.ts';

/** How often the tickets are read while no events arrive, in ms. */
const POLL_MS = 2_000;
/**
 * The same while they do arrive, and tell everything: an order must not be missed for longer, whatever fault there may be
 * that nobody knows of.
 */
const SAFETY_MS = 5 * 60_000;
/** Events of this long after the stream was opened are news: earlier ones may have been missed before. */
const SETTLED_MS = 3_000;

/** The topics that the screens of a kitchen follow. */
export const TOPICS = ['tickets/created', 'tickets/updated', 'sites/updated', 'registers/updated'] as const;

/** The tickets of a site and what can be done to them. */
export class Pass {
  readonly feed: TicketFeed;
  readonly bumps: Outbox<BumpEntry>;
  readonly #passbell: Passbell;
  readonly #name: string;
  readonly #listeners = new Set<() => void>();
  #others: BroadcastChannel | undefined;
  #sender: Sender | undefined;
  #line: LineState = 'online';
  #liveSince: number | undefined;

  constructor(passbell: Passbell, site: Id, kept: Kept) {
    this.#passbell = passbell;
    this.#name = `${kept.name}-bumps`;
    this.feed = new TicketFeed({ passbell, site, kept: kept.tickets, now: () => Date.now() });
    this.bumps = new Outbox({
      store: kept.bumps,
      deliver: (entry) => sendBump(passbell, entry, (id) => this.feed.look(id)),
      lock: tabLock(this.#name),
      now: () => Date.now(),
      most: MAX_WAITING,
      full: () =>
        t('Too many bumps wait to be sent. Nothing more can be bumped until the connection is back.'),
      changed: () => this.#others?.postMessage('changed'),
      refused: (entry, refusal) => this.#tellRefused(entry, refusalSentence(refusal)),
    });
  }

  /** Begins: shows what was kept, reads, and sends what waits. The returned function ends it. */
  start(): () => void {
    const sender = new Sender({
      outbox: this.bumps,
      timer: pageTimer,
      changed: (line) => {
        this.#line = line;
        for (const listener of [...this.#listeners]) listener();
      },
    });
    const others = new BroadcastChannel(this.#name);
    others.onmessage = () => void this.bumps.read();
    this.#sender = sender;
    this.#others = others;
    void this.#open();
    return () => {
      sender.stop();
      others.close();
      this.#sender = undefined;
      this.#others = undefined;
    };
  }

  async #open(): Promise<void> {
    await this.feed.open();
    const waiting = await this.bumps.read().catch(() => []);
    for (const entry of waiting)
      if (entry.refusal !== null) this.#tellRefused(entry, refusalSentence(entry.refusal));
    this.check();
  }

  /** How sending goes. */
  get line(): LineState {
    return this.#line;
  }

  /** Calls back when sending goes another way, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes an event of the company. */
  hear(event: Event): void {
    if (!event.topic.startsWith('tickets/')) return;
    const since = this.#liveSince;
    if (since !== undefined && performance.now() - since > SETTLED_MS) {
      setClockAhead(clockAhead(Date.now(), event.created_at));
    }
    if (event.site_ids.includes(this.feed.site)) void this.feed.look(event.resource_id);
  }

  /** The live channel has been opened, or has ended. */
  setLive(isLive: boolean): void {
    if (!isLive) this.lose();
    this.#liveSince = isLive ? performance.now() : undefined;
    // Opened: missed events are read. Ended: shows at once whether the service is still there.
    this.check();
  }

  /** The network has gone: what is on the board was right until now if events arrived. */
  readonly lose = (): void => {
    if (this.#liveSince !== undefined) this.feed.touch();
  };

  /** Reads everything, and sends what waits. */
  readonly check = (): void => {
    void this.feed.reload();
    this.#sender?.poke();
  };

  /** The tickets that were bumped last, on any screen. */
  readBumped(most: number, signal: AbortSignal): Promise<readonly Ticket[]> {
    const input = { site_id: this.feed.site, state: 'bumped', limit: most } as const;
    return this.#passbell.call('listTickets', input, { signal });
  }

  /** Bumps or recalls lines of some tickets. */
  do(kind: Bump['kind'], lines: ReadonlyMap<Id, readonly Id[]>, tickets: ReadonlyMap<Id, Ticket>): void {
    const at = new Date(serviceNow()).toISOString();
    const press = crypto.randomUUID();
    const bumps = [...lines].flatMap(([id, each]): Bump[] => {
      const ticket = tickets.get(id);
      return ticket === undefined || each.length === 0 ? [] : [{ kind, lines: each, at, ticket, press }];
    });
    void this.#add(bumps);
  }

  async #add(bumps: readonly Bump[]): Promise<void> {
    // What was refused before for these tickets is decided by doing something else.
    const ids = new Set(bumps.map(({ ticket }) => ticket.id_str));
    const isOver = (entry: Entry<BumpEntry>) => entry.refusal !== null && ids.has(entry.subject);
    try {
      const added = this.bumps.add(bumps.map((bump) => bumpCall(this.#passbell, this.feed.site, bump)));
      if (this.bumps.entries.some(isOver)) await this.#forget(isOver);
      await added;
      this.#sender?.poke();
    } catch (error) {
      toast(sentenceOf(error), 'failed');
    }
  }

  #forget(isOver: (entry: Entry<BumpEntry>) => boolean): Promise<void> {
    return this.bumps.revise((entries) => entries.filter((entry) => !isOver(entry)));
  }

  /** Says that a bump was refused, until the note is closed. */
  #tellRefused({ seq, note: { ticket } }: Entry<BumpEntry>, sentence: string): void {
    const name = isolated(calledOut(ticket.document).number);
    toast(t('{ticket}: {sentence}', { ticket: name, sentence }), 'failed', () =>
      this.#forget((entry) => entry.seq === seq),
    );
  }
}

/** The tickets of a site as this screen has them. */
export interface PassView {
  /** Open or bumped, with this screen's unsent bumps. */
  readonly tickets: ReadonlyMap<Id, Ticket>;
  /** When the tickets were right, in ms of this device; undefined until they were read for the first time. */
  readonly asOf: number | undefined;
  /** False while there is only what the device has kept. */
  readonly isRead: boolean;
  readonly trouble: unknown;
  /** Bumps that the service has not heard yet, as they were pressed. */
  readonly waiting: number;
  /** Whether the board may be out of date. */
  readonly isDown: boolean;
  /** Bumps cannot be sent just now. */
  readonly isStuck: boolean;
}

/** Follows the tickets of a site. */
export function usePass(pass: Pass): PassView {
  const { feed, bumps } = pass;
  const {
    tickets: open,
    gone,
    asOf,
    isRead,
    trouble,
  } = useSyncExternalStore(
    (listener) => feed.subscribe(listener),
    () => feed.state,
  );
  const entries = useSyncExternalStore(
    (listener) => bumps.subscribe(listener),
    () => bumps.entries,
  );
  const line = useSyncExternalStore(pass.subscribe, () => pass.line);
  useEffect(() => pass.start(), [pass]);
  const live = useLiveState() === 'live';
  useEffect(() => pass.setLive(live), [pass, live]);
  useEvery(live && trouble === undefined ? SAFETY_MS : POLL_MS, pass.check);
  const isOnline = useOnline(pass.check, pass.lose);
  const tickets = useMemo(() => {
    const known = [...gone, ...open.values()];
    return new Map(withBumps(known, entries).map((ticket) => [ticket.id_str, ticket]));
  }, [gone, open, entries]);
  const waiting = pressesOf(entries);
  return {
    ...{ tickets, asOf, isRead, trouble, waiting },
    isDown: trouble !== undefined || !isOnline,
    isStuck: waiting > 0 && line === 'offline',
  };
}

/** Whether the browser has a network at all; `back` is called when it has one again, or a sleeping device wakes; `gone` when it has none. */
function useOnline(back: () => void, gone: () => void): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const onChange = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) back();
      else gone();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') back();
    };
    window.addEventListener('online', onChange);
    window.addEventListener('offline', onChange);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onChange);
      window.removeEventListener('offline', onChange);
    };
  }, [back, gone]);
  return isOnline;
}
