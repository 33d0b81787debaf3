// The tickets that do not fit on the board: how many, and how they come into sight.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';

/** The cards that are out of sight on a board. */
export interface Overflow {
  /** Tickets before those in sight, and one that began there. */
  readonly before: number;
  /** Tickets behind those in sight, and one that goes on there. */
  readonly after: number;
  /** Shows the first ticket that is behind, or the rest of the one that goes on there. */
  readonly forward: () => void;
  /** Shows the first ticket. */
  readonly back: () => void;
}

/** A ticket of which this much is in sight can be read, in px: its head, or the start of its lines. */
const READABLE_PX = 60;
const TO_START = { behavior: 'instant', block: 'start', inline: 'start' } as const;

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

/** A board with what it takes to say what lies before it and behind it, whichever way it is read. */
class Sight {
  readonly #board: Element;
  readonly #frame: DOMRect;
  readonly #isRtl: boolean;

  constructor(board: Element) {
    this.#board = board;
    this.#frame = board.getBoundingClientRect();
    this.#isRtl = getComputedStyle(board).direction === 'rtl';
  }

  /** How far something reaches beyond the end of the board, and before its start, in px. */
  #beyond({ left, right }: DOMRect): { before: number; after: number } {
    const { left: start, right: end } = this.#frame;
    return this.#isRtl
      ? { before: right - end, after: start - left }
      : { before: start - left, after: right - end };
  }

  /** Where a ticket lies; one of several columns may lie in several places. */
  #liesIn(ticket: Element): { before: boolean; after: boolean } {
    const box = ticket.getBoundingClientRect();
    const place = placeOf(box, this.#frame, this.#isRtl);
    const { before, after } = this.#beyond(box);
    return {
      before: place < 0 || (place === 0 && before > READABLE_PX),
      after: place > 0 || (place === 0 && after > READABLE_PX),
    };
  }

  count(): { before: number; after: number } {
    const all = ticketsOf(this.#board).map((each) => this.#liesIn(each));
    return {
      before: all.filter(({ before }) => before).length,
      after: all.filter(({ after }) => after).length,
    };
  }

  /** Shows what is behind: a ticket from its start, and one that is there from its start by its next columns. */
  forward(): void {
    const next = ticketsOf(this.#board).find((each) => this.#liesIn(each).after);
    if (next === undefined) return;
    const isThere = this.#beyond(next.getBoundingClientRect()).before > -READABLE_PX;
    const column = [...next.getClientRects()].find((each) => this.#beyond(each).after > READABLE_PX);
    if (!isThere || column === undefined) {
      next.scrollIntoView(TO_START);
      return;
    }
    const padding = Number.parseFloat(getComputedStyle(this.#board).scrollPaddingInlineStart);
    const by = -this.#beyond(column).before - padding;
    this.#board.scrollBy({ left: this.#isRtl ? -by : by, behavior: 'instant' });
  }
}

/** Counts what is out of sight on a board, whenever it is shown anew, scrolled or of another size. */
export function useOverflow(board: RefObject<HTMLElement | null>): Overflow {
  const [counts, setCounts] = useState({ before: 0, after: 0 });
  const measure = useCallback(() => {
    if (board.current === null) return;
    const { before, after } = new Sight(board.current).count();
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
  const move = (how: (board: HTMLElement) => void) => {
    if (board.current === null) return;
    // At once, and counted within the press: the next press is never for a page that is no longer the one in sight.
    how(board.current);
    measure();
  };
  return {
    ...counts,
    forward: () => move((own) => new Sight(own).forward()),
    back: () => move((own) => ticketsOf(own)[0]?.scrollIntoView(TO_START)),
  };
}
