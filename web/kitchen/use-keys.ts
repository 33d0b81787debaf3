import { useEffect, useEffectEvent, useState } from 'react';
import type { Card, CardLine } from './cards.ts';
import {
  actionOf,
  afterBump,
  type KeyAction,
  moveSelection,
  NOTHING,
  type Selection,
  stillThere,
} from './keys.ts';

/** The parts that the keys work on. */
interface Options {
  /** False while a dialog has the keys. */
  readonly isOn: boolean;
  readonly cards: readonly Card[];
  readonly press: (card: Card, line?: CardLine) => void;
  readonly does: Readonly<Record<Exclude<KeyAction['do'], 'select' | 'move' | 'line' | 'bump'>, () => void>>;
  /** The first card is chosen at once, as in the list of what can be recalled. */
  readonly choosesFirst: boolean;
}

/** Elements whose keys are for typing or choosing. */
const ENTRY = 'input, select, textarea, [contenteditable], [role=dialog], [role=listbox], [role=menu]';

/** Makes a bump bar, or any keyboard, work the board. */
export function useKeys(options: Options): { readonly selection: Selection; readonly unselect: () => void } {
  const { cards, choosesFirst } = options;
  const [chosen, setChosen] = useState(NOTHING);
  const first = cards[0];
  let selection = stillThere(chosen, cards);
  if (choosesFirst && selection.card === undefined && first !== undefined) {
    selection = { card: first.key, line: undefined };
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event);
    const target = event.target instanceof Element ? event.target : null;
    if (!options.isOn || event.defaultPrevented || action === undefined) return;
    if (target?.closest(ENTRY) != null) return;
    // A button that the keyboard has come to is pressed by its own keys.
    if (action.do === 'bump' && target?.closest('button, a')?.matches(':focus-visible') === true) return;
    event.preventDefault();
    setChosen(work(action, options, selection));
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return { selection, unselect: () => setChosen(NOTHING) };
}

/** Carries out a key's command; returns the choice after it. */
function work(action: KeyAction, { cards, press, does }: Options, selection: Selection): Selection {
  switch (action.do) {
    case 'select':
    case 'move':
    case 'line':
      return moveSelection(selection, action, cards);
    case 'bump': {
      const card = cards.find((each) => each.key === selection.card);
      // The first press only shows what the next one will bump.
      if (card === undefined) return moveSelection(NOTHING, { do: 'select', at: 0 }, cards);
      const line = card.lines.find((each) => each.key === selection.line);
      press(card, line);
      return line === undefined ? afterBump(card.key, cards) : selection;
    }
    case 'recall':
    case 'later':
    case 'back':
      does[action.do]();
      return NOTHING;
    default:
      does[action.do]();
      return selection;
  }
}
