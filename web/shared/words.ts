// The screens' texts in the language of the reader. `t` translates a text where it stands; `message` marks one that stands
// in a table, and `translated` shows it. Texts are in ICU MessageFormat: `{count, plural, one {# line} other {# lines}}`.

import { createElement, Fragment, type ReactNode } from 'react';
import { type Message, type Telling, type Values, Words } from '#src/kernel/words.ts';

export { type Message, message } from '#src/kernel/words.ts';

let words = new Words('en');

/** Makes these the texts of the page. Done once, before anything is shown (language.ts). */
export function setWords(chosen: Words): void {
  words = chosen;
}

/** The language of the page. */
export function currentLanguage(): Words['language'] {
  return words.language;
}

/** The locale of numbers and dates of the page: its language, or the browser's region of it. */
export function currentLocale(): string {
  return words.locale;
}

/** Formats that are made once each, by the page's locale and by what `make` needs to know besides: a currency, a zone. */
export function byLocale<T>(make: (locale: string, about: string) => T): (about?: string) => T {
  const made = new Map<string, T>();
  return (about = '') => {
    const key = `${words.locale} ${about}`;
    let format = made.get(key);
    if (format === undefined) {
      format = make(words.locale, about);
      made.set(key, format);
    }
    return format;
  };
}

/** A text in the language of the page. The text is a literal, so that `npm run words` finds it. */
export function t(text: string, values?: Values): string {
  return words.say(text, values);
}

/** A marked text in the language of the page. */
export function translated(marked: Message, values?: Values): string {
  return words.translate(marked, values);
}

/** The sentences of the service's rules, in the language of the page. */
export function told(telling: Telling): string {
  return words.tell(telling);
}

/** A text with elements in it: `Read <link>the guide</link>.` with `link` a function of its children. */
export function rich(text: string, values: Values<ReactNode>): ReactNode {
  const parts = words.parts<ReactNode>(text, values);
  return createElement(Fragment, undefined, ...parts);
}
