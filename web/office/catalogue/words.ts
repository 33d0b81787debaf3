// Figures of the catalogue in words.

import type { SetHead } from './records.ts';

/** How many of an option set can be chosen. */
export function selectionWords(set: Pick<SetHead, 'min_selection' | 'max_selection'> | undefined): string {
  if (set === undefined) return '';
  const { min_selection: min, max_selection: max } = set;
  if (max === null) return min === 0 ? 'As many as wanted' : `At least ${min}`;
  if (min === max) return `Exactly ${min}`;
  return min === 0 ? `Up to ${max}` : `${min} to ${max}`;
}
