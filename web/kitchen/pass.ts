// The kitchen of one site on this screen: the service's tickets with this screen's unsent bumps on top.

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isolated } from '#src/kernel/text.ts';
import type { Api } from '../shared/api.ts';
import type { Id } from '../shared/json.ts';
import type { LiveEvent } from '../shared/live.ts';
import { useLiveState } from '../shared/ui/live.tsx';
import { sentenceOf, toast } from '../shared/ui/states.tsx';
import { clockAhead } from './age.ts';
import { type Bump, Bumps, withBumps } from './bumps.ts';
import { type FeedState, TicketFeed } from './feed.ts';
import { serviceNow, setClockAhead, useEvery } from './hooks.ts';
import type { Ticket } from './tickets.ts';

/** How often the tickets are read although nothing was heard, in ms: while events arrive, and while they do not. */
const POLL_LIVE_MS = 10_000;
const POLL_DOWN_MS = 2_000;
/** How long sending a bump may take, in ms. */
const SEND_LIMIT_MS = 10_000;
/** Events of this long after the stream was opened are news: earlier ones may have been missed before. */
const SETTLED_MS = 3_000;

/** What the screens of a kitchen follow. */
export const TOPICS = ['tickets/created', 'tickets/updated', 'sites/updated', 'registers/updated'] as const;

/** The tickets of a site and what can be done to them. */
export class Pass {
  readonly feed: TicketFeed;
  readonly bumps: Bumps;
  readonly #api: Api;
  #liveSince: number | undefined;

  constructor(api: Api, site: Id) {
    this.#api = api;
    this.feed = new TicketFeed(api, site);
    const key = `passbell.kitchen.bumps.${api.company}.${site}`;
    this.bumps = new Bumps({
      send: ({ kind, ticket, lines }: Bump) =>
        api.post(
          `sites/${site}/tickets/${ticket.id_str}/${kind}`,
          { line_ids: lines },
          { signal: AbortSignal.timeout(SEND_LIMIT_MS) },
        ),
      look: (id) => this.feed.look(id),
      refused: ({ ticket }, error) =>
        toast(
          `${isolated(ticket.document.sale_number ?? ticket.document.saleid)}: ${sentenceOf(error)}`,
          'failed',
        ),
      load: () => readBumps(key),
      save: (bumps) => keepBumps(key, bumps),
    });
  }

  /** Something happened in the company. */
  hear(event: LiveEvent): void {
    const { topic, payload } = event;
    if (!topic.startsWith('tickets/')) return;
    const since = this.#liveSince;
    if (since !== undefined && performance.now() - since > SETTLED_MS) {
      setClockAhead(clockAhead(Date.now(), event.created_at));
    }
    // Tickets of other sites are not there for this one, and cost no more than that answer.
    if (isAt(payload, this.feed.site)) void this.feed.look(event.resource_id_str);
  }

  /** The live channel has been opened, or has ended. */
  setLive(isLive: boolean): void {
    this.#liveSince = isLive ? performance.now() : undefined;
    // Opened: missed events are read. Ended: shows at once whether the service is still there.
    this.check();
  }

  /** Reads everything, and sends what waits. */
  readonly check = (): void => {
    void this.feed.reload();
    void this.bumps.send();
  };

  /** The tickets that were bumped last, on any screen. */
  async readBumped(most: number, signal: AbortSignal): Promise<readonly Ticket[]> {
    const path = `sites/${this.feed.site}/tickets?state=bumped&limit=${most}`;
    return (await this.#api.page<Ticket>(path, { signal })).items;
  }

  /** Bumps or recalls lines of some tickets; false when too much waits already. */
  do(kind: Bump['kind'], lines: ReadonlyMap<Id, readonly Id[]>, tickets: ReadonlyMap<Id, Ticket>): boolean {
    const at = new Date(serviceNow()).toISOString();
    const bumps = [...lines].flatMap(([id, each]): Bump[] => {
      const ticket = tickets.get(id);
      return ticket === undefined || each.length === 0 ? [] : [{ kind, lines: each, at, ticket }];
    });
    return this.bumps.add(bumps);
  }
}

function isAt(payload: unknown, site: Id): boolean {
  return typeof payload === 'object' && payload !== null && 'site_id' in payload && payload.site_id === site;
}

function readBumps(key: string): readonly Bump[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? (kept as Bump[]) : [];
  } catch {
    return [];
  }
}

function keepBumps(key: string, bumps: readonly Bump[]): void {
  try {
    if (bumps.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(bumps));
  } catch {
    // They are sent as long as the page is there.
  }
}

/** The tickets of a site as this screen has them. */
export interface PassView {
  /** Open or bumped, with this screen's unsent bumps. */
  readonly tickets: ReadonlyMap<Id, Ticket>;
  readonly isLoaded: boolean;
  readonly trouble: unknown;
  /** Bumps that the service has not heard yet. */
  readonly waiting: number;
  /** Since when there is no connection, in ms of this device: the time of the display. */
  readonly downSince: number | undefined;
}

/** Follows the tickets of a site. */
export function usePass(pass: Pass): PassView {
  const { feed, bumps } = pass;
  const state: FeedState = useSyncExternalStore(
    (listener) => feed.subscribe(listener),
    () => feed.state,
  );
  const waiting = useSyncExternalStore(
    (listener) => bumps.subscribe(listener),
    () => bumps.waiting,
  );
  const live = useLiveState() === 'live';
  useEffect(() => pass.setLive(live), [pass, live]);
  useEvery(live ? POLL_LIVE_MS : POLL_DOWN_MS, pass.check);
  const isOnline = useOnline(pass.check);
  const tickets = useMemo(() => {
    const known = [...state.gone, ...state.tickets.values()];
    return new Map(withBumps(known, waiting).map((ticket) => [ticket.id_str, ticket]));
  }, [state, waiting]);
  const lastRead = useRef(Date.now());
  useEffect(() => {
    if (state.isLoaded && state.trouble === undefined) lastRead.current = Date.now();
  }, [state]);
  const isDown = state.trouble !== undefined || !isOnline;
  const downSince = useMemo(() => (isDown ? lastRead.current : undefined), [isDown]);
  return {
    tickets,
    isLoaded: state.isLoaded,
    trouble: state.trouble,
    waiting: waiting.length,
    downSince,
  };
}

/** Whether the browser has a network at all; `back` is called when it has one again, or a sleeping device wakes. */
function useOnline(back: () => void): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const onChange = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) back();
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
  }, [back]);
  return isOnline;
}
