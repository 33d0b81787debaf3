// The tickets that do not fit on the board: how many, and how they come into sight.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** What is out of sight on a board. */
export interface Overflow {
  /** Tickets before those in sight. */
  readonly before: number;
  /** Tickets behind those in sight. */
  readonly after: number;
  /** Shows the first ticket that is behind. */
  readonly forward: () => void;
  /** Shows the first ticket. */
  readonly back: () => void;
}

/** A ticket of which this much is in sight can be read, in px: its head, or the start of its lines. */
const READABLE_PX = 60;

/** Where a ticket lies: before what is in sight (-1), in sight (0), or behind it (1). */
function placeOf(ticket: DOMRect, board: DOMRect, isRtl: boolean): -1 | 0 | 1 {
  if (ticket.top > board.bottom - READABLE_PX) return 1;
  if (ticket.bottom < board.top + READABLE_PX) return -1;
  if (ticket.left > board.right - READABLE_PX) return isRtl ? -1 : 1;
  if (ticket.right < board.left + READABLE_PX) return isRtl ? 1 : -1;
  return 0;
}

function ticketsOf(board: Element): Element[] {
  return [...board.querySelectorAll(':scope > .ticket')];
}

function count(board: Element): { before: number; after: number } {
  const frame = board.getBoundingClientRect();
  const isRtl = getComputedStyle(board).direction === 'rtl';
  const places = ticketsOf(board).map((each) => placeOf(each.getBoundingClientRect(), frame, isRtl));
  return {
    before: places.filter((place) => place < 0).length,
    after: places.filter((place) => place > 0).length,
  };
}

/** Counts what is out of sight on a board, whenever it is shown anew, scrolled or of another size. */
export function useOverflow(board: RefObject<HTMLElement | null>): Overflow {
  const [counts, setCounts] = useState({ before: 0, after: 0 });
  const measure = useCallback(() => {
    if (board.current === null) return;
    const { before, after } = count(board.current);
    setCounts((known) => (known.before === before && known.after === after ? known : { before, after }));
  }, [board]);
  // Every showing may have moved something: the tickets, the size of type, the panel beside them.
  useLayoutEffect(measure);
  useEffect(() => {
    const own = board.current;
    if (own === null) return;
    const sizes = new ResizeObserver(measure);
    sizes.observe(own);
    own.addEventListener('scroll', measure, { passive: true });
    // A font that comes late makes the tickets longer or shorter without a showing.
    document.fonts.addEventListener('loadingdone', measure);
    return () => {
      sizes.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
      own.removeEventListener('scroll', measure);
    };
  }, [board, measure]);
  const show = (pick: (tickets: readonly Element[], after: number) => Element | undefined) => {
    const own = board.current;
    if (own === null) return;
    // At once, and counted within the press: the next press is never for a page that is no longer the one in sight.
    pick(ticketsOf(own), count(own).after)?.scrollIntoView({
      behavior: 'instant',
      block: 'start',
      inline: 'start',
    });
    measure();
  };
  return {
    ...counts,
    forward: () => show((tickets, after) => (after > 0 ? tickets.at(-after) : undefined)),
    back: () => show((tickets) => tickets[0]),
  };
}
