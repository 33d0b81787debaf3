// What a refusal says, for programs: a code that never changes, and the values of its sentence. Screens tell it by these in
// the language of their reader (reference: conventions.59).

import { type Catalogue, type Message, type Sentence, sentence, type Telling, type Words } from './words.ts';

/** A value of a sentence: text that is the same in every language, a sentence again, or several after each other. */
export type Param = string | Reason | readonly Param[];

/** A sentence by its code and values. */
export interface Reason {
  readonly reason: string;
  readonly params?: Readonly<Record<string, Param>>;
}

/** The codes of sentences, by their English texts. */
export type ReasonCodes = ReadonlyMap<string, string>;

/** Deepest sentences within each other; the service's own have three. */
const DEEPEST = 8;

const isSentence = (telling: object): telling is Sentence => 'text' in telling;

/** The code and values of a sentence; undefined for a text that is not one sentence of the service. `words` are those of its texts. */
export function reasonOf(telling: Telling, codes: ReasonCodes, words: Words): Reason | undefined {
  if (typeof telling !== 'object' || telling === null || !isSentence(telling)) return undefined;
  const reason = codes.get(telling.text);
  if (reason === undefined) return undefined;
  const params = Object.entries(telling.values ?? {}).map(([name, value]) => [
    name,
    paramOf(value, codes, words),
  ]);
  return params.length === 0 ? { reason } : { reason, params: Object.fromEntries(params) };
}

function paramOf(value: Telling, codes: ReasonCodes, words: Words): Param {
  if (typeof value !== 'object' || value === null) return words.tell(value);
  if (Array.isArray(value)) return value.map((each: Telling) => paramOf(each, codes, words));
  return reasonOf(value, codes, words) ?? words.tell(value);
}

/**
 * A reason as the sentence that `texts` have for its code, in the language of the words; undefined where they have none
 * for it, or for a sentence within it.
 */
export function tellReason(
  { reason, params = {} }: Reason,
  texts: Catalogue,
  words: Words,
  depth = 0,
): string | undefined {
  const text = texts[reason];
  if (text === undefined || depth > DEEPEST) return undefined;
  const values: Record<string, string> = {};
  for (const [name, param] of Object.entries(params)) {
    const text = tellParam(param, texts, words, depth + 1);
    if (text === undefined) return undefined;
    values[name] = text;
  }
  return words.translate(text as Message, values);
}

/** The same of a value, or of several sentences after each other. */
export function tellParam(param: Param, texts: Catalogue, words: Words, depth = 0): string | undefined {
  if (typeof param === 'string') return param;
  if ('reason' in param) return tellReason(param, texts, words, depth);
  const text = param.map((each) => tellParam(each, texts, words, depth));
  return text.includes(undefined) ? undefined : text.join(' ');
}

/** Two sentences after each other, as one. */
export function after(first: Telling, second: Telling): Sentence {
  return sentence('{first} {second}', { first, second });
}
