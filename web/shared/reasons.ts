/// <reference path="./virtual.d.ts" />
// What the service refuses, told from the codes and values of its answer in the language of the page. What has no code, or
// a code that this screen does not know, is told by the sentence of the answer.

import type { ApiError, Fetch, FieldError, Reason } from '#clients/typescript/index.ts';
import { tellReason } from '#src/kernel/reasons.ts';
import { type Catalogue, type Language, Words } from '#src/kernel/words.ts';
import type { ProductName } from './refusal-words.ts';
import { currentLanguage, currentLocale } from './words.ts';

/** The sentences of the service by their codes; made of locales/ by the build (scripts/web-reasons.ts). */
const TEXTS: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('virtual:passbell-reasons/en'),
  de: () => import('virtual:passbell-reasons/de'),
  fr: () => import('virtual:passbell-reasons/fr'),
  es: () => import('virtual:passbell-reasons/es'),
  pt: () => import('virtual:passbell-reasons/pt'),
  ja: () => import('virtual:passbell-reasons/ja'),
  ar: () => import('virtual:passbell-reasons/ar'),
};

/** How many wrong fields a sentence about all of them names. */
const MOST_NAMED = 5;

let texts: Catalogue = {};
let words: Words | undefined;

/** A refusal by its code and values, in no language yet. */
export interface Refused {
  readonly reason?: Reason | undefined;
  readonly fields?: readonly FieldError[];
}

/** Makes these the sentences of the page. */
export function setReasons(found: Catalogue): void {
  texts = found;
  words = undefined;
}

/** The screen's own words for refusals. */
export type Wording = typeof import('./refusal-words.ts');

let wording: Wording | undefined;
let productName: ProductName = () => undefined;

/** The screen's own words for refusals, once they have been loaded. */
export const ownWords = (): Wording | undefined => wording;

/** Makes these the screen's own words for refusals. */
export function setOwnWords(found: Wording): void {
  wording = found;
}

/** Says how products are called on this screen. */
export function nameProducts(find: ProductName): void {
  productName = find;
}

/** Loads the screen's own words for refusals. */
export async function loadOwnWords(): Promise<void> {
  wording ??= await import('./refusal-words.ts').catch(() => undefined);
}

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const [{ default: found }] = await Promise.all([TEXTS[currentLanguage()](), loadOwnWords()]);
  setReasons(found);
}

/** Loads the sentences of the page's language. Without them an answer's own are shown. */
export function loadReasons(): Promise<void> {
  loading ??= load().catch(() => {
    loading = undefined;
  });
  return loading;
}

/** How long a refusal waits for its words, in ms. */
const PATIENCE_MS = 2_000;

/** Sends; before a refusal is answered, the sentences that tell it are there. */
export function withReasons(send: Fetch): Fetch {
  return async (url, init) => {
    const response = await send(url, init);
    const { status } = response;
    if (status < 400 || status > 499 || status === 401) return response;
    await Promise.race([loadReasons(), new Promise((over) => setTimeout(over, PATIENCE_MS))]);
    return response;
  };
}

function tell(reason: Reason | undefined): string | undefined {
  words ??= new Words(currentLanguage(), {}, currentLocale());
  if (reason === undefined) return undefined;
  return wording?.ownSentence(reason, productName) ?? tellReason(reason, texts, words);
}

/** The fault of a field. */
export function fieldSentence({ reason, params = {}, error_description: said }: FieldError): string {
  return (reason === undefined ? undefined : tell({ reason, params })) ?? said;
}

/** The fault of a field, with its place. */
function atPlace(field: string, sentence: string): string {
  if (wording !== undefined) return wording.atPlace(field, sentence);
  return field === '' ? sentence : `${field}: ${sentence}`;
}

/** Why something was refused; `said` is the answer's own sentence. */
export function refusedSentence({ reason, fields = [] }: Refused, said: string): string {
  const told = tell(reason);
  if (told !== undefined) return told;
  if (reason !== undefined || fields.length === 0) return wording?.withoutPaths(said) ?? said;
  const named = fields.slice(0, MOST_NAMED).map((each) => atPlace(each.field, fieldSentence(each)));
  const more = fields.length - named.length;
  const rest = more === 0 ? undefined : tell({ reason: 'and_count_more', params: { count: String(more) } });
  return more > 0 && rest === undefined
    ? (wording?.withoutPaths(said) ?? said)
    : [...named, ...((rest ?? '') ? [rest] : [])].join(' ');
}

/** Why the service refused a call. */
export function errorSentence(error: ApiError): string {
  return refusedSentence(error, error.description);
}
