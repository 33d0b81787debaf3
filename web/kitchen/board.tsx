// The board: tickets as cards, what is done to them by touch or by keys.

import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Api } from '../shared/api.ts';
import type { Device } from '../shared/device.ts';
import type { Id } from '../shared/json.ts';
import type { Named, Site } from '../shared/records.ts';
import { Trouble, toast } from '../shared/ui/states.tsx';
import { lastDue } from './age.ts';
import { AllDay } from './all-day-panel.tsx';
import { useArrivals } from './arrivals.ts';
import { Bar } from './bar.tsx';
import { type CardKind, TicketCard } from './card.tsx';
import {
  bumpedCards,
  bumpOf,
  type Card,
  type CardLine,
  cardName,
  cardsOf,
  partsByTicket,
  recallOf,
} from './cards.ts';
import { Foot } from './foot.tsx';
import { useFullScreen, useNow } from './hooks.ts';
import { Legend } from './legend.tsx';
import { type Pass, usePass } from './pass.ts';
import { loadSettings, type Settings, saveSettings } from './settings.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { type Station, stationName } from './station.ts';
import type { Ticket } from './tickets.ts';
import { useKeys } from './use-keys.ts';

/** Most tickets that can be recalled from the list. */
const MAX_RECALL = 30;
/** Most categories that stations choose from. */
const MAX_CATEGORIES = 500;

interface Props {
  readonly device: Device;
  readonly api: Api;
  readonly site: Site;
  readonly pass: Pass;
}

export function Board({ device, api, site, pass }: Props) {
  const [settings, setSettings] = useState(loadSettings);
  const [view, setView] = useState<CardKind>('now');
  const [open, setOpen] = useState<'settings' | 'legend'>();
  const screen = useFullScreen();
  const { tickets, isLoaded, trouble, waiting, downSince } = usePass(pass);
  const zone = site.timezone.name;
  const { station } = settings;

  const change = useCallback((changed: Partial<Settings>) => {
    setSettings((before) => {
      const after = { ...before, ...changed };
      saveSettings(after);
      return after;
    });
  }, []);

  const categories = useQuery({
    queryKey: ['categories', api.company, 'kitchen'],
    queryFn: ({ signal }) => api.all<Named>('categories', MAX_CATEGORIES, { signal }),
  });
  const names = useMemo(
    () => new Map((categories.data ?? []).map(({ id_str, name }) => [id_str ?? '', name])),
    [categories.data],
  );

  const cards = useCards(tickets, station);
  const past = useQuery({
    queryKey: ['tickets', api.company, site.id_str, 'bumped'],
    queryFn: ({ signal }) => pass.readBumped(MAX_RECALL, signal),
    enabled: view === 'bumped',
  });
  const bumped = useMemo(() => {
    const known = new Map((past.data ?? []).map((ticket) => [ticket.id_str, ticket]));
    for (const [id, ticket] of tickets) {
      // Of one that left unseen the list knows more.
      const isUnseen = ticket.state === 'bumped' && ticket.bumped_at === null;
      if (!isUnseen || !known.has(id)) known.set(id, ticket);
    }
    return bumpedCards(known.values(), station, MAX_RECALL);
  }, [past.data, tickets, station]);
  const last = bumped[0];
  const shown = view === 'now' ? cards.now : view === 'later' ? cards.later : bumped;

  const arrivals = useArrivals(isLoaded ? cards.now : undefined, settings.sound);

  const act = useCallback(
    (kind: 'bump' | 'recall', card: Card, parts: ReadonlyMap<string, readonly string[]>) => {
      const known = new Map(card.tickets.map((ticket) => [ticket.id_str, ticket]));
      for (const id of parts.keys()) {
        const ticket = tickets.get(id);
        if (ticket !== undefined) known.set(id, ticket);
      }
      if (kind === 'recall') arrivals.expect(parts.keys());
      if (!pass.do(kind, parts, known)) {
        toast(
          'Too much waits to be sent. Nothing more can be bumped until the connection is back.',
          'failed',
        );
      }
    },
    [pass, tickets, arrivals],
  );
  const recall = useCallback((card: Card) => act('recall', card, recallOf(card)), [act]);
  const press = useCallback(
    (card: Card, line?: CardLine) => {
      if (view === 'bumped') recall(card);
      else if (line === undefined) act('bump', card, bumpOf(card));
      else act(line.isDone ? 'recall' : 'bump', card, partsByTicket(line.parts));
    },
    [view, act, recall],
  );

  const { selection, unselect } = useKeys({
    isOn: open === undefined,
    cards: shown,
    press,
    does: {
      recall: () => setView(view === 'bumped' ? 'now' : 'bumped'),
      later: () => setView(view === 'later' ? 'now' : 'later'),
      'all-day': () => change({ allDay: !settings.allDay }),
      sound: () => change({ sound: !settings.sound }),
      'full-screen': () => screen.toggle?.(),
      legend: () => setOpen('legend'),
      back: () => setView('now'),
    },
    choosesFirst: view === 'bumped',
  });
  const show = (next: CardKind) => {
    unselect();
    setView(next);
  };

  return (
    <div className="kitchen" data-large={settings.large || undefined}>
      <Bar
        name={device.name}
        station={stationName(station, names)}
        view={view}
        counts={{ now: cards.now.length, later: cards.later.length }}
        show={show}
        settings={settings}
        change={change}
        screen={screen}
        openSettings={() => setOpen('settings')}
        openLegend={() => setOpen('legend')}
      />
      <div className="kitchen-middle">
        <main className="board" aria-label={WORDS[view].label} aria-busy={!isLoaded}>
          {!isLoaded && trouble !== undefined && <Trouble error={trouble} again={pass.check} />}
          {!isLoaded && trouble === undefined && (
            <p className="board-empty" role="status">
              Reading the tickets…
            </p>
          )}
          {isLoaded && shown.length === 0 && (
            <p className="board-empty">
              <strong>{WORDS[view].empty}</strong>
              {WORDS[view].hint}
            </p>
          )}
          {shown.map((card, place) => (
            <TicketCard
              key={card.key}
              card={card}
              kind={view}
              place={place}
              limits={settings.limits}
              zone={zone}
              isChosen={selection.card === card.key}
              chosenLine={selection.card === card.key ? selection.line : undefined}
              press={press}
            />
          ))}
        </main>
        {settings.allDay && <AllDay cards={cards.now} close={() => change({ allDay: false })} />}
      </div>
      <Foot
        downSince={downSince}
        trouble={trouble}
        waiting={waiting}
        zone={zone}
        last={last === undefined ? undefined : cardName(last)}
        recallLast={() => last !== undefined && recall(last)}
      />
      <p className="unseen" role="status">
        {arrivals.said}
      </p>
      <Legend isOpen={open === 'legend'} close={() => setOpen(undefined)} />
      <SettingsDialog
        isOpen={open === 'settings'}
        close={() => setOpen(undefined)}
        settings={settings}
        change={change}
        categories={categories.data ?? []}
        site={site.name}
      />
    </div>
  );
}

const WORDS: Readonly<Record<CardKind, { label: string; empty: string; hint: string }>> = {
  now: {
    label: 'Tickets to make',
    empty: 'Nothing to make',
    hint: 'New tickets appear here by themselves.',
  },
  later: {
    label: 'Tickets for later',
    empty: 'Nothing for later',
    hint: 'Orders for another time wait here until it is time to begin.',
  },
  bumped: {
    label: 'Bumped tickets',
    empty: 'Nothing was bumped yet',
    hint: 'What you bump can be recalled from here.',
  },
};

/** The cards of the board, those to make now and those for later; new ones only when something has changed. */
function useCards(tickets: ReadonlyMap<Id, Ticket>, station: Station) {
  const now = useNow();
  const due = lastDue(tickets.values(), now);
  return useMemo(() => {
    const all = cardsOf(tickets.values(), station, due);
    return { now: all.filter((card) => !card.isLater), later: all.filter((card) => card.isLater) };
  }, [tickets, station, due]);
}
