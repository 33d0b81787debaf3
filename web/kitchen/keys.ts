// What the keys of a bump bar, or of any keyboard, do.

/** The actions of keys. */
export type KeyAction =
  | { readonly do: 'select'; readonly at: number }
  | { readonly do: 'move'; readonly by: 1 | -1 }
  | { readonly do: 'line'; readonly by: 1 | -1 }
  | { readonly do: 'bump' | 'recall' | 'all-day' | 'later' | 'sound' | 'full-screen' | 'legend' | 'back' };

/** A key press, as far as it counts. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  /** Held down: the key says the same again and again. */
  readonly repeat: boolean;
}

const ACTIONS: Readonly<Record<string, KeyAction>> = {
  enter: { do: 'bump' },
  ' ': { do: 'bump' },
  arrowleft: { do: 'move', by: -1 },
  arrowright: { do: 'move', by: 1 },
  arrowup: { do: 'line', by: -1 },
  arrowdown: { do: 'line', by: 1 },
  r: { do: 'recall' },
  a: { do: 'all-day' },
  l: { do: 'later' },
  s: { do: 'sound' },
  f: { do: 'full-screen' },
  '?': { do: 'legend' },
  escape: { do: 'back' },
};

/** The action of a key press; undefined for keys that mean nothing here. */
export function actionOf(press: KeyPress): KeyAction | undefined {
  if (press.ctrlKey || press.altKey || press.metaKey) return undefined;
  if (/^[1-9]$/.test(press.key)) return { do: 'select', at: Number(press.key) - 1 };
  const action = ACTIONS[press.key.toLowerCase()];
  // A bump key that is held down bumps one ticket, not all of them.
  if (press.repeat && action?.do !== 'move' && action?.do !== 'line') return undefined;
  return action;
}

/** The card that is chosen, and the line of it when one is. */
export interface Selection {
  readonly card: string | undefined;
  readonly line: string | undefined;
}

export const NOTHING: Selection = { card: undefined, line: undefined };

/** The cards and lines that can be chosen. */
export interface Choosable {
  readonly key: string;
  readonly lines: readonly { readonly key: string }[];
}

/** The chosen card as long as it is on the board: when it goes away none is chosen, so that no key hits another. */
export function stillThere(selection: Selection, cards: readonly Choosable[]): Selection {
  const card = cards.find((each) => each.key === selection.card);
  if (card === undefined) return NOTHING;
  if (selection.line === undefined || card.lines.some((each) => each.key === selection.line))
    return selection;
  return { card: card.key, line: undefined };
}

/** The selection after a key that moves it. */
export function moveSelection(
  selection: Selection,
  action: Extract<KeyAction, { do: 'select' | 'move' | 'line' }>,
  cards: readonly Choosable[],
): Selection {
  const at = cards.findIndex((each) => each.key === selection.card);
  const pick = (index: number): Selection => {
    const card = cards[index];
    return card === undefined ? selection : { card: card.key, line: undefined };
  };
  if (action.do === 'select') return pick(action.at);
  if (at < 0) return pick(0);
  if (action.do === 'move') return pick(at + action.by);
  const card = cards[at];
  if (card === undefined) return NOTHING;
  const line = card.lines.findIndex((each) => each.key === selection.line);
  const next = line < 0 ? (action.by > 0 ? 0 : card.lines.length - 1) : line + action.by;
  // Past its lines is the card itself again.
  return { card: card.key, line: card.lines[next]?.key };
}

/** The next choice after a bump by key: the card that takes its place. */
export function afterBump(key: string, cards: readonly Choosable[]): Selection {
  const at = cards.findIndex((each) => each.key === key);
  const next = cards[at + 1] ?? cards[at - 1];
  return next === undefined ? NOTHING : { card: next.key, line: undefined };
}
