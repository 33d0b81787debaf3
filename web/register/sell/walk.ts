import { type RefObject, useEffect } from 'react';

/** How many of the buttons stand in a row. */
function columnsOf(all: readonly HTMLElement[]): number {
  const top = all[0]?.offsetTop ?? 0;
  const below = all.findIndex((each) => each.offsetTop > top);
  return below < 0 ? all.length : below;
}

/** The place below another one; the last where the row below is shorter, and the same where there is none. */
function placeBelow(at: number, all: readonly HTMLElement[]): number {
  const last = all.length - 1;
  const isLowest = (all[at]?.offsetTop ?? 0) >= (all[last]?.offsetTop ?? 0);
  return isLowest ? at : Math.min(at + columnsOf(all), last);
}

/** The place that a key leads to from another one; undefined for a key that leads nowhere. */
function placeAfter(key: string, at: number, all: readonly HTMLElement[]): number | undefined {
  const last = all.length - 1;
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return at + ahead;
    case 'ArrowLeft':
      return at - ahead;
    case 'ArrowDown':
      return placeBelow(at, all);
    case 'ArrowUp':
      return at - columnsOf(all);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/**
 * Makes the buttons of a group one stop of the Tab key: arrow keys, Home and End walk through them. The one that had the
 * focus last has it next. Looks at them after each time the component was rendered.
 */
export function useWalk(group: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const home = group.current;
    if (home === null) return;
    const all = [...home.children].filter((each) => each instanceof HTMLButtonElement);
    let stop = all.find((each) => each.dataset.stop !== undefined) ?? all[0];
    const choose = (button: HTMLButtonElement | undefined) => {
      delete stop?.dataset.stop;
      if (stop !== undefined) stop.tabIndex = -1;
      stop = button;
      if (stop === undefined) return;
      stop.dataset.stop = '';
      stop.tabIndex = 0;
    };
    for (const each of all) if (each !== stop && each.tabIndex !== -1) each.tabIndex = -1;
    choose(stop);
    const onFocus = ({ target }: FocusEvent) => choose(all.find((each) => each === target) ?? stop);
    const onKey = (event: KeyboardEvent) => {
      const at = all.findIndex((each) => each === event.target);
      const place = placeAfter(event.key, at, all);
      if (at < 0 || place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      all[place]?.focus();
    };
    home.addEventListener('focusin', onFocus);
    home.addEventListener('keydown', onKey);
    return () => {
      home.removeEventListener('focusin', onFocus);
      home.removeEventListener('keydown', onKey);
    };
  });
}
