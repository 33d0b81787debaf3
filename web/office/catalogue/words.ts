// Figures of the catalogue in words.

import { t } from '../../shared/words.ts';
import type { SetHead } from './records.ts';

/** How many of an option set can be chosen. */
export function selectionWords(set: Pick<SetHead, 'min_selection' | 'max_selection'> | undefined): string {
  if (set === undefined) return '';
  const { min_selection: min, max_selection: max } = set;
  if (max === null) return min === 0 ? t('Any number') : t('At least {min}', { min });
  if (min === max) return t('Exactly {min}', { min });
  return min === 0 ? t('Up to {max}', { max }) : t('{min} to {max}', { min, max });
}
