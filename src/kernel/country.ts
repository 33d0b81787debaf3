// Countries by the names that people write into addresses.

import { withoutAccents } from './text.ts';
import { LANGUAGES } from './words.ts';

/** ISO 3166-1 alpha-2, every code that is assigned. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA ' +
  'CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA ' +
  'GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS ' +
  'MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS ' +
  'RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW ' +
  'TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** The codes of all countries. */
export const COUNTRIES: ReadonlySet<string> = new Set(CODES.split(' '));

/** Names that people write and that are neither codes nor names in one of our languages. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  el: 'GR',
  england: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'northern ireland': 'GB',
  'the netherlands': 'NL',
  scotland: 'GB',
  uk: 'GB',
  'united states of america': 'US',
  usa: 'US',
  wales: 'GB',
};

/** A name without case, accents and punctuation: "São Tomé & Príncipe" and "sao tome príncipe" are one. */
function folded(name: string): string {
  return withoutAccents(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

let names: ReadonlyMap<string, string> | undefined;

/** The codes by their names, long and short: in the languages there are catalogues of, and in those of the countries. */
function codesByName(): ReadonlyMap<string, string> {
  if (names !== undefined) return names;
  const found = new Map<string, string>();
  const add = (code: string, shown: Intl.DisplayNames): void => {
    const name = shown.of(code);
    if (name !== undefined && !found.has(folded(name))) found.set(folded(name), code);
  };
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const shown = new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
      for (const code of COUNTRIES) add(code, shown);
    }
  for (const code of COUNTRIES) {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    add(code, new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }));
  }
  for (const [name, code] of Object.entries(OTHER_NAMES)) found.set(name, code);
  names = found;
  return names;
}

/**
 * The ISO 3166-1 alpha-2 code of a country: a code in any case, or a name in one of our languages or in its own. Undefined when
 * it is neither.
 */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (COUNTRIES.has(code)) return code;
  const name = folded(text);
  return codesByName().get(name) ?? codesByName().get(name.replaceAll(' ', ''));
}
