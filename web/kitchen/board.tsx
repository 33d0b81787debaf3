// The board: tickets as cards, worked by touch or by keys.

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type RefObject, useCallback, useMemo, useRef, useState } from 'react';
import type { Passbell, Site } from '#clients/typescript/index.ts';
import { calledOut } from '#src/kernel/called-out.ts';
import type { Device } from '../shared/device.ts';
import { useSilenced } from '../shared/sound.ts';
import { Trouble } from '../shared/ui/states.tsx';
import { type Message, message, t, translated } from '../shared/words.ts';
import { isOld, lastDue } from './age.ts';
import { AllDay } from './all-day-panel.tsx';
import { useArrivals } from './arrivals.ts';
import { Bar } from './bar.tsx';
import { type CardKind, TicketCard } from './card.tsx';
import { bumpedCards, bumpOf, type Card, type CardLine, cardsOf, partsByTicket, recallOf } from './cards.ts';
import { Foot } from './foot.tsx';
import { serviceTime, useFullScreen, useNow, useSwitchedOn } from './hooks.ts';
import type { Selection } from './keys.ts';
import { Legend } from './legend.tsx';
import { useOverflow } from './overflow.ts';
import { type Pass, type PassView, usePass } from './pass.ts';
import { loadSettings, type Settings, saveSettings } from './settings.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { type Station, stationName } from './station.ts';
import type { Id, Ticket } from './tickets.ts';
import { useKeys } from './use-keys.ts';

/** Most tickets that can be recalled from the list. */
const MAX_RECALL = 30;
/** Most categories that stations choose from. */
const MAX_CATEGORIES = 500;

interface Props {
  readonly device: Device;
  readonly passbell: Passbell;
  readonly site: Site;
  readonly pass: Pass;
}

export function Board({ device, passbell, site, pass }: Props) {
  const [settings, change] = useSettings();
  const [view, setView] = useState<CardKind>('now');
  const [open, setOpen] = useState<'settings' | 'legend'>();
  const screen = useFullScreen();
  const state = usePass(pass);
  const { tickets } = state;
  const zone = site.timezone.name;
  const { station } = settings;

  const { categories, names } = useCategories(passbell, device.company_id);
  const cards = useCards(tickets, settings);
  const bumped = useBumped(
    pass,
    tickets,
    settings.station,
    ['tickets', device.company_id, site.id_str, 'bumped'],
    view === 'bumped',
  );
  const last = bumped[0];
  const shown = view === 'bumped' ? bumped : cards[view];
  const board = useRef<HTMLElement>(null);
  const overflow = useOverflow(board);

  const arrivals = useArrivals(state.isRead ? cards.now : undefined, settings.sound);
  const isSilenced = useSilenced(settings.sound);

  const { press, recall } = useActs(pass, tickets, arrivals.expect, view);

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
        counts={{ now: cards.now.length, later: cards.later.length, old: cards.old.length }}
        show={show}
        settings={settings}
        change={change}
        screen={screen}
        openSettings={() => setOpen('settings')}
        openLegend={() => setOpen('legend')}
      />
      <div className="kitchen-middle">
        <Cards
          board={board}
          view={view}
          cards={shown}
          state={state}
          again={pass.check}
          limits={settings.limits}
          zone={zone}
          selection={selection}
          press={press}
        />
        {settings.allDay && <AllDay cards={cards.now} close={() => change({ allDay: false })} />}
      </div>
      <Foot
        state={state}
        zone={zone}
        overflow={overflow}
        isSilenced={isSilenced}
        last={last === undefined ? undefined : calledOut(last.text).number}
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
        categories={categories}
        site={site.name}
      />
    </div>
  );
}

const WORDS: Readonly<Record<CardKind, { label: Message; empty: Message; hint: Message }>> = {
  now: {
    label: message('Open tickets'),
    empty: message('No open tickets'),
    hint: message('New tickets appear here by themselves.'),
  },
  later: {
    label: message('Tickets for later'),
    empty: message('No tickets for later'),
    hint: message('Orders for later wait here until it is time to start.'),
  },
  old: {
    label: message('Old tickets'),
    empty: message('No old tickets'),
    hint: message('Tickets that were left open for a long time are kept here.'),
  },
  bumped: {
    label: message('Bumped tickets'),
    empty: message('No bumped tickets'),
    hint: message('Bumped tickets can be recalled from here.'),
  },
};

type CardsProps = Pick<ComponentProps<typeof TicketCard>, 'limits' | 'zone' | 'press'> & {
  readonly board: RefObject<HTMLElement | null>;
  readonly view: CardKind;
  readonly cards: readonly Card[];
  readonly state: Pick<PassView, 'asOf' | 'trouble'>;
  readonly again: () => void;
  readonly selection: Selection;
};

/** The cards of a view, or why there are none. */
function Cards({ board, view, cards, state: { asOf, trouble }, again, selection, ...common }: CardsProps) {
  const { label, empty, hint } = WORDS[view];
  const isLoaded = asOf !== undefined;
  return (
    <main ref={board} className="board" aria-label={translated(label)} aria-busy={!isLoaded}>
      {!isLoaded && trouble !== undefined && <Trouble error={trouble} again={again} />}
      {!isLoaded && trouble === undefined && (
        <p className="board-empty" role="status">
          {t('Loading tickets…')}
        </p>
      )}
      {isLoaded && cards.length === 0 && (
        <p className="board-empty">
          <strong>{translated(empty)}</strong>
          {translated(hint)}
        </p>
      )}
      {cards.map((card, place) => (
        <TicketCard
          {...common}
          key={card.key}
          card={card}
          kind={view}
          place={place}
          isChosen={selection.card === card.key}
          chosenLine={selection.card === card.key ? selection.line : undefined}
        />
      ))}
    </main>
  );
}

/** The settings of this screen, which it keeps. */
function useSettings(): [Settings, (changed: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(loadSettings);
  const change = useCallback((changed: Partial<Settings>) => {
    setSettings((before) => {
      const after = { ...before, ...changed };
      saveSettings(after);
      return after;
    });
  }, []);
  return [settings, change];
}

/** The categories that stations choose from, and their names by id. */
function useCategories(passbell: Passbell, company: Id) {
  const { data } = useQuery({
    queryKey: ['categories', company, 'kitchen'],
    queryFn: ({ signal }) => passbell.all('listCategories', MAX_CATEGORIES, {}, { signal }),
  });
  return useMemo(() => {
    const categories = data ?? [];
    return { categories, names: new Map(categories.map(({ id_str, name }) => [id_str, name])) };
  }, [data]);
}

type Tickets = ReadonlyMap<Id, Ticket>;

/** The cards that were bumped, the last first; those that were before this screen was open are read when they are shown. */
function useBumped(
  pass: Pass,
  tickets: Tickets,
  station: Station,
  queryKey: readonly string[],
  enabled: boolean,
) {
  const past = useQuery({
    queryKey,
    queryFn: ({ signal }) => pass.readBumped(MAX_RECALL, signal),
    enabled,
  });
  return useMemo(() => {
    const known = new Map((past.data ?? []).map((ticket) => [ticket.id_str, ticket]));
    for (const [id, ticket] of tickets) {
      // Of one that left unseen the list knows more.
      const isUnseen = ticket.state === 'bumped' && ticket.bumped_at === null;
      if (!isUnseen || !known.has(id)) known.set(id, ticket);
    }
    return bumpedCards(known.values(), station, MAX_RECALL);
  }, [past.data, tickets, station]);
}

/** The actions of a press on a card or on one of its lines, and the way a card comes back. */
function useActs(pass: Pass, tickets: Tickets, expect: (ids: Iterable<Id>) => void, view: CardKind) {
  const act = useCallback(
    (kind: 'bump' | 'recall', card: Card, parts: ReadonlyMap<string, readonly string[]>) => {
      const known = new Map(card.tickets.map((ticket) => [ticket.id_str, ticket]));
      for (const id of parts.keys()) {
        const ticket = tickets.get(id);
        if (ticket !== undefined) known.set(id, ticket);
      }
      if (kind === 'recall') expect(parts.keys());
      pass.do(kind, parts, known);
    },
    [pass, tickets, expect],
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
  return { press, recall };
}

/** The cards of the board: those to make now, for later, and old ones; new arrays only when something has changed. */
function useCards(tickets: Tickets, { station, oldAfter }: Settings) {
  const now = useNow();
  const due = lastDue(tickets.values(), now);
  const switchedOn = serviceTime(useSwitchedOn());
  return useMemo(() => {
    const all = cardsOf(tickets.values(), station, due);
    const isLeft = (card: Card) => isOld(card.since, switchedOn, oldAfter);
    return {
      now: all.filter((card) => !card.isLater && !isLeft(card)),
      later: all.filter((card) => card.isLater),
      old: all.filter((card) => !card.isLater && isLeft(card)),
    };
  }, [tickets, station, due, switchedOn, oldAfter]);
}
