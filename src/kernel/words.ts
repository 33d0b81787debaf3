// Texts that people read, in their language. A text is written in the source in English, in ICU MessageFormat, and is its
// own key in the catalogues of the other languages (locales/, `npm run words`).

import { IntlMessageFormat } from 'intl-messageformat';

/** The languages there are catalogues of, by their tags; English is the source's. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages by the names that they have for themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  ja: '日本語',
  ar: 'العربية',
};

/** The texts of a language, by the English ones. */
export type Catalogue = Readonly<Record<string, string>>;

/** The values of a text's placeholders; a function renders what stands between the tags of its name. */
export type Values<T = never> = Readonly<
  Record<
    string,
    string | number | bigint | boolean | Date | null | undefined | T | ((parts: (string | T)[]) => T)
  >
>;

declare const MARKED: unique symbol;
/** A text that is marked for the catalogues where it stands, and translated where it is shown. */
export type Message = string & { readonly [MARKED]: true };

/** Marks a text for the catalogues. */
export function message(text: string): Message {
  return text as Message;
}

/**
 * A text for people: text that is the same in every language, a number by its digits, a sentence, or several after
 * each other.
 */
export type Telling =
  | string
  | number
  | bigint
  | null
  | undefined
  | Sentence
  | CutTelling
  | readonly Telling[];

/** A value of a sentence, cut after some characters. */
interface CutTelling {
  readonly whole: Telling;
  readonly longest: number;
}

/** A text with the values of its placeholders, to be said in the language of its reader. */
export interface Sentence {
  readonly text: Message;
  readonly values?: Readonly<Record<string, Telling>>;
}

/** Marks a text for the catalogues, with its values. */
export function sentence(text: string, values?: Readonly<Record<string, Telling>>): Sentence {
  return values === undefined ? { text: message(text) } : { text: message(text), values };
}

/** Text without placeholders, tags and escapes is its own format. */
const PLAIN = /^[^{}<>']*$/;

/** The texts of one language. */
export class Words {
  readonly language: Language;
  /** The locale of numbers and dates: the language, or a region of it. */
  readonly locale: string;
  readonly #catalogue: Catalogue;
  readonly #formats = new Map<string, IntlMessageFormat>();

  constructor(language: Language, catalogue: Catalogue = {}, locale: string = language) {
    this.language = language;
    this.locale = locale;
    this.#catalogue = catalogue;
  }

  /** A text in the language; English where the catalogue does not have it. */
  say(text: string, values?: Values): string {
    const found = this.#textOf(text);
    if (values === undefined && PLAIN.test(found)) return found;
    return String(this.#format(found).format(values as Record<string, string>));
  }

  /** A marked text in the language. */
  translate(marked: Message, values?: Values): string {
    return this.say(marked, values);
  }

  /** A text whose tags are rendered by functions among the values, in parts. */
  parts<T>(text: string, values: Values<T>): (string | T)[] {
    const made = this.#format(this.#textOf(text)).format<T>(values as Record<string, T>);
    return Array.isArray(made) ? made : [made];
  }

  /** A telling in the language. */
  tell(telling: Telling): string {
    if (typeof telling !== 'object' || telling === null) return String(telling);
    if ('whole' in telling) {
      const { whole, longest } = telling;
      const said = this.tell(whole);
      return said.length > longest ? `${said.slice(0, longest).toWellFormed()}…` : said;
    }
    if (!('text' in telling)) return telling.map((each) => this.tell(each)).join(' ');
    const { text, values } = telling;
    if (values === undefined) return this.say(text);
    const shown = Object.entries(values).map(([name, value]) => [name, this.tell(value)]);
    return this.say(text, Object.fromEntries(shown));
  }

  /** A catalogue has nothing yet ("") for a text that is new. */
  #textOf(text: string): string {
    return this.#catalogue[text] || text;
  }

  #format(text: string): IntlMessageFormat {
    let format = this.#formats.get(text);
    if (format === undefined) {
      format = new IntlMessageFormat(text, this.locale);
      this.#formats.set(text, format);
    }
    return format;
  }
}

/** The texts as the source has them. */
export const ENGLISH = new Words('en');

/** The first of some language tags that there is a catalogue of: `de-AT` is German. */
export function languageOf(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const [base = ''] = tag.toLowerCase().split('-');
    const found = LANGUAGES.find((each) => each === base);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * How a reader of a language writes numbers and dates: the first of their tags that is of it. Where the system has no language
 * a browser may say `en-US@posix`: what follows the tag is left out, and what is no tag at all.
 */
export function localeOf(tags: readonly string[], language: Language): string | undefined {
  return tags
    .flatMap((tag) => canonicalTag(tag.split(/[.@]/)[0] ?? ''))
    .find((tag) => languageOf([tag]) === language);
}

function canonicalTag(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** Which way a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
