// Which lines a device shows: all of them, those of some categories, or all but those.

import { t } from '../shared/words.ts';
import type { Id } from './tickets.ts';

/** The station of this device. */
export interface Station {
  readonly mode: 'all' | 'only' | 'except';
  /** Categories; without meaning for `all`. */
  readonly categories: readonly Id[];
}

export const WHOLE_KITCHEN: Station = { mode: 'all', categories: [] };

/** True for a line that belongs to a station. A line in no category is with everything else. */
export function isOurs(station: Station, line: { readonly category_ids: readonly Id[] }): boolean {
  if (station.mode === 'all') return true;
  const isNamed = line.category_ids.some((id) => station.categories.includes(id));
  return station.mode === 'only' ? isNamed : !isNamed;
}

/** Most names that a station's own name is made of. */
const MAX_NAMES = 3;

/** The name of a station: `Pizza, Salads`, or `All but Drinks`; '' for the whole kitchen. */
export function stationName(station: Station, names: ReadonlyMap<Id, string>): string {
  if (station.mode === 'all') return '';
  const known = station.categories.map((id) => names.get(id) ?? t('a removed category'));
  if (known.length === 0) return station.mode === 'only' ? t('No category selected') : '';
  const first = known.slice(0, MAX_NAMES).join(', ');
  const rest = known.length - MAX_NAMES;
  const shown = rest > 0 ? t('{names} and {rest, number} more', { names: first, rest }) : first;
  return station.mode === 'only' ? shown : t('All but {names}', { names: shown });
}
