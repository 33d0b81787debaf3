// Sounds and announcements when tickets come onto the board.

import { useEffect, useMemo, useRef, useState } from 'react';
import { speaker } from '../shared/sound.ts';
import type { Card } from './cards.ts';
import { SOUNDS } from './sound.ts';
import type { Id } from './tickets.ts';
import { spokenArrival } from './words.ts';

/** The state of arrivals. */
export interface Arrivals {
  /** For who hears the screen: what came last. */
  readonly said: string;
  /** Tickets that return by an act on this screen, such as a recall: they make no sound. */
  readonly expect: (ids: Iterable<Id>) => void;
}

/** Notices tickets that were not on the board before; nothing is new on a board that has just been opened. */
export function useArrivals(cards: readonly Card[] | undefined, hasSound: boolean): Arrivals {
  const [said, setSaid] = useState('');
  const seen = useRef<Set<Id>>(undefined);
  useEffect(() => {
    if (cards === undefined) return;
    const before = seen.current;
    const known = new Set(before);
    const news = cards.flatMap((card) => {
      const fresh = card.tickets.filter((ticket) => !known.has(ticket.id_str));
      for (const ticket of fresh) known.add(ticket.id_str);
      return fresh.length === 0
        ? []
        : [{ card, isChange: fresh.every(({ document }) => document.number > 1) }];
    });
    seen.current = known;
    if (before === undefined || news.length === 0) return;
    setSaid(news.map(({ card, isChange }) => spokenArrival(card, isChange)).join(' '));
    if (hasSound) void speaker.play(SOUNDS[news.every(({ isChange }) => isChange) ? 'change' : 'new']);
  }, [cards, hasSound]);
  const expect = useMemo(
    () => (ids: Iterable<Id>) => {
      for (const id of ids) seen.current?.add(id);
    },
    [],
  );
  return useMemo(() => ({ said, expect }), [said, expect]);
}
