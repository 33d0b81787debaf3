import type { HashedPlace } from './sealed.ts';
import type { KeyLoad, Standing } from './walk.ts';

// What rests on a key, in words for the command line.

/** "3 sealed texts, 12 PINs of staff members"; empty when nothing does. */
export function loadWords({ sealed, hashes }: Pick<KeyLoad, 'sealed' | 'hashes'>): string {
  const texts = sealed === 0 ? [] : [`${sealed} sealed texts`];
  return [...texts, ...hashWords(hashes)].join(', ');
}

const hashWords = (hashes: ReadonlyMap<HashedPlace, number>): string[] =>
  [...hashes].map(([{ what }, count]) => `${count} ${what}`);

/** A sentence on secrets whose key is not known; undefined when there are none. */
export function unopenedWords({ unopened }: Pick<Standing, 'unopened'>): string | undefined {
  if (unopened.size === 0) return undefined;
  const places = [...unopened].map(([place, count]) => `${count} in ${place}`);
  return `Sealed texts that no key in secret.key opens: ${places.join(', ')}.`;
}

/** Hashes whose key is gone; undefined when there are none. */
export function lostWords({ lost }: Pick<Standing, 'lost'>): string | undefined {
  if (lost.size === 0) return undefined;
  return `Of no use, as their key is gone: ${hashWords(lost).join(', ')}. ${remedyWords(lost)}`;
}

/** The remedy for hashes whose key goes. */
export function remedyWords(hashes: ReadonlyMap<HashedPlace, number>): string {
  return [...hashes.keys()].map(({ remedy }) => remedy).join(' ');
}
