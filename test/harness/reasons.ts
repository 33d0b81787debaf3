import { readFileSync } from 'node:fs';
import { type Reason, tellReason } from '#src/kernel/reasons.ts';
import { type Catalogue, ENGLISH, type Language, Words } from '#src/kernel/words.ts';
import { reasonTexts } from '../../scripts/web-reasons.ts';

// Holds refusals against their codes: by code and values the same is told as by the sentence.

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../locales/${path}`, import.meta.url), 'utf8')) as Catalogue;

/** The English texts of the codes. */
export const REASONS = read('reasons.json');

/** A part of a refusal that says something. */
interface Said extends Partial<Reason> {
  readonly field?: string;
  readonly error_description?: unknown;
}

/** What is said, in a language, from its code and values; undefined where that cannot be. */
export function retold({ reason, params }: Said, language: Language = 'en'): string | undefined {
  if (reason === undefined) return undefined;
  const texts = language === 'en' ? REASONS : reasonTexts(language);
  const words = language === 'en' ? ENGLISH : new Words(language);
  return tellReason(params === undefined ? { reason } : { reason, params }, texts, words);
}

/** Sentences of an English refusal that its codes and values do not tell, as sentences. */
export function untold(answer: unknown): string[] {
  const { errors = [], ...whole } = (answer ?? {}) as Said & { errors?: readonly Said[] };
  return [whole, ...errors].flatMap((said) =>
    said.reason === undefined || retold(said) === said.error_description
      ? []
      : [`${said.reason} tells "${retold(said)}", not "${String(said.error_description)}".`],
  );
}
