import { existsSync, readFileSync } from 'node:fs';
import { type Catalogue, ENGLISH, type Language, languageOf, Words } from '../kernel/words.ts';
import { weight } from './negotiate.ts';

/** Reads the service's texts in a language; undefined where there are none. */
export type Catalogues = (language: Language) => Catalogue | undefined;

/** The catalogues that come with Passbell. */
export const readCatalogue: Catalogues = (language) => {
  const file = new URL(`../../locales/${language}/service.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalogue) : undefined;
};

/** The headers of an answer in a language that its caller has asked for (reference: conventions.47). */
export const inLanguage = (language: Language) => ({
  'content-language': language,
  vary: 'accept-language',
});

/** Most languages of an Accept-Language header that are looked at, and most characters. */
const MAX_RANGES = 20;
const MAX_HEADER = 1_000;

/** The languages of an Accept-Language header, the most wanted first (RFC 9110 12.5.4). */
export function wantedLanguages(header: string): Language[] {
  const ranges = header
    .slice(0, MAX_HEADER)
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((text) => text.trim().toLowerCase());
      return { language: languageOf([tag]), wanted: weight(parameters) };
    })
    .filter(({ wanted }) => wanted > 0)
    .sort((a, b) => b.wanted - a.wanted);
  return ranges.flatMap(({ language }) => language ?? []);
}

/** The texts by the languages that requests ask for. A catalogue is read when it is first asked for. */
export class Languages {
  readonly #catalogues: Catalogues;
  readonly #read = new Map<Language, Words | undefined>([['en', ENGLISH]]);

  constructor(catalogues: Catalogues) {
    this.#catalogues = catalogues;
  }

  /** The texts in the first language asked for that there are any of; English when there are none. */
  wordsFor(header: string | undefined): Words {
    for (const language of wantedLanguages(header ?? '')) {
      const words = this.#wordsOf(language);
      if (words !== undefined) return words;
    }
    return ENGLISH;
  }

  /** The texts of a language; English where there are none. */
  of(language: Language): Words {
    return this.#wordsOf(language) ?? ENGLISH;
  }

  #wordsOf(language: Language): Words | undefined {
    if (!this.#read.has(language)) {
      const catalogue = this.#catalogues(language);
      this.#read.set(language, catalogue && new Words(language, catalogue));
    }
    return this.#read.get(language);
  }
}
