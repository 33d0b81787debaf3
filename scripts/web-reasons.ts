// The sentences of the service by their codes, for the screens: `virtual:passbell-reasons/<language>`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const locales = join(import.meta.dirname, '..', 'locales');
const NAME = /^virtual:passbell-reasons\/([a-z]+)$/;

function read(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(locales, file), 'utf8')) as Record<string, string>;
}

/** The sentences of a language by their codes; English where there is no translation yet. */
export function reasonTexts(language: string): Record<string, string> {
  const reasons = Object.entries(read('reasons.json'));
  const [service, receipts]: Record<string, string>[] =
    language === 'en' ? [{}, {}] : ['service', 'receipts'].map((part) => read(`${language}/${part}.json`));
  return Object.fromEntries(
    reasons.map(([code, text]) => [code, service?.[text] || receipts?.[text] || text]),
  );
}

/** Lets the screens import them. */
export function reasons(): Plugin {
  return {
    name: 'passbell-reasons',
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : null),
    load(id) {
      const [, language] = NAME.exec(id.slice(1)) ?? [];
      if (language === undefined) return null;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(reasonTexts(language)))});`;
    },
  };
}
