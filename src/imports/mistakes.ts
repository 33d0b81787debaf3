// What is wrong with a file, as answers list it and imports keep it: by code and values where its sentence has a code, so
// that each reader sees it in their own language (reference: conventions.59).

import { reasonBeside, sayReason } from '../edge/errors.ts';
import type { Param, Reason } from '../kernel/reasons.ts';
import type { Telling, Words } from '../kernel/words.ts';

/** Characters of a sentence about a row: what it quotes from a cell may be long. */
const MAX_SENTENCE = 500;

type Params = NonNullable<Reason['params']>;

/** A sentence as far as people read it. */
export function short(why: Telling): Telling {
  return { whole: why, longest: MAX_SENTENCE };
}

/** The code and the values of a sentence; none where it has no code, or is longer than what is kept of it. */
export function codedOf(
  why: Telling,
  spoken: Words,
): { readonly reason: string | null; readonly params: Params } {
  const isWhole = spoken.tell(why).length <= MAX_SENTENCE;
  const { reason = null, params = {} } = (isWhole ? reasonBeside(why, spoken) : undefined) ?? {};
  return { reason, params };
}

/** A sentence as it is kept: its code and values, or itself where it has no code or is cut. */
export function keptOf(why: Telling, spoken: Words) {
  const coded = codedOf(why, spoken);
  return { ...coded, sentence: coded.reason === null ? spoken.tell(short(why)) : null };
}

/** A kept sentence in the language of its reader. */
export function tellKept(
  kept: { readonly sentence: string | null; readonly reason: string | null; readonly params: unknown },
  words: Words,
): string {
  const { sentence, reason } = kept;
  const params = kept.params as Readonly<Record<string, Param>>;
  return reason === null ? (sentence ?? '') : words.tell(short(sayReason({ reason, params }, words)));
}
