// The texts of receipts and kitchen tickets in the language of their site. Print agents have them too, so they come with
// the code instead of being read from files.

import ar from '../../locales/ar/receipts.json' with { type: 'json' };
import de from '../../locales/de/receipts.json' with { type: 'json' };
import es from '../../locales/es/receipts.json' with { type: 'json' };
import fr from '../../locales/fr/receipts.json' with { type: 'json' };
import ja from '../../locales/ja/receipts.json' with { type: 'json' };
import pt from '../../locales/pt/receipts.json' with { type: 'json' };
import { type Language, Words } from '../kernel/words.ts';

const ALL: Readonly<Record<Language, Words>> = {
  en: new Words('en'),
  de: new Words('de', de),
  fr: new Words('fr', fr),
  es: new Words('es', es),
  pt: new Words('pt', pt),
  ja: new Words('ja', ja),
  ar: new Words('ar', ar),
};

/** The texts of a language; English where none is named. */
export function paperWords(language: Language | null | undefined): Words {
  return ALL[language ?? 'en'];
}

/** Languages that write 1,50. */
const COMMA: ReadonlySet<Language> = new Set(['de', 'fr', 'es', 'pt']);

/** The decimal mark of a language. */
export function decimalMark(language: Language): '.' | ',' {
  return COMMA.has(language) ? ',' : '.';
}
