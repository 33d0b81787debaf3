// The codes of the service's sentences: locales/reasons.json has the English text of each (`npm run words`).

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse as parseMessage } from '@formatjs/icu-messageformat-parser';

const file = join(import.meta.dirname, '..', 'locales', 'reasons.json');
/** Longest code that is made of a text. */
const LONGEST = 64;

function wordsIn(elements: readonly MessageFormatElement[]): string {
  return elements
    .map((element): string => {
      if (element.type === 0) return element.value;
      const other = 'options' in element ? element.options.other : undefined;
      return other === undefined
        ? ` ${'value' in element ? element.value.replace(/[A-Z]/g, (letter) => `_${letter}`) : ''} `
        : wordsIn(other.value);
    })
    .join('');
}

/** A code for a text, made of its words; one that is taken gets a number. */
function codeFor(text: string, taken: ReadonlySet<string>): string {
  const words = wordsIn(parseMessage(text))
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['text'];
  let code = '';
  for (const word of words) {
    if (code.length + word.length >= LONGEST) break;
    code += code === '' ? word : `_${word}`;
  }
  let free = code;
  for (let number = 2; taken.has(free); number++) free = `${code}_${number}`;
  return free;
}

/** The texts by their codes, as they stand. */
export function readReasons(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

/** What is wrong with the codes of these texts. */
export function reasonFaults(texts: ReadonlySet<string>): string[] {
  const known = Object.entries(readReasons());
  const coded = new Set(known.map(([, text]) => text));
  const where = 'locales/reasons.json:';
  return [
    ...[...texts]
      .filter((text) => !coded.has(text))
      .map((text) => `${where} ${JSON.stringify(text)} has no code`),
    ...known
      .filter(([, text]) => !texts.has(text))
      .map(([code, text]) => `${where} ${code}: ${JSON.stringify(text)} is said nowhere`),
    ...known
      .filter(([, text], at) => known.findIndex((each) => each[1] === text) !== at)
      .map(([code]) => `${where} ${code}: its text has another code`),
    ...known.filter(([code]) => !/^[a-z0-9_]+$/.test(code)).map(([code]) => `${where} ${code} is no code`),
  ];
}

/** Gives each text a code, and takes those of texts that are gone. */
export function writeReasons(texts: ReadonlySet<string>): void {
  const kept = Object.entries(readReasons()).filter(([, text]) => texts.has(text));
  const coded = new Set(kept.map(([, text]) => text));
  const taken = new Set(kept.map(([code]) => code));
  for (const text of [...texts].sort()) {
    if (coded.has(text)) continue;
    const code = codeFor(text, taken);
    taken.add(code);
    kept.push([code, text]);
  }
  kept.sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
