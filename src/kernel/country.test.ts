import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTRIES, countryCode } from './country.ts';
import { LANGUAGES } from './words.ts';

describe('countries', () => {
  it('are the assigned codes of ISO 3166-1, each with a name', () => {
    assert.equal(COUNTRIES.size, 249);
    const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    for (const code of COUNTRIES) assert.ok(english.of(code), code);
  });

  it('are found by code and by their names in every language', () => {
    for (const language of LANGUAGES) {
      const shown = new Intl.DisplayNames([language], { type: 'region' });
      for (const code of COUNTRIES)
        assert.equal(countryCode(shown.of(code) ?? ''), code, `${language} ${code}`);
    }
  });

  const table: [text: string, code: string | undefined][] = [
    ['DE', 'DE'],
    [' nz ', 'NZ'],
    ['Deutschland', 'DE'],
    ['ÖSTERREICH', 'AT'],
    ['Osterreich', 'AT'],
    ['日本', 'JP'],
    ['فرنسا', 'FR'],
    ['Nederland', 'NL'],
    ['Ελλάδα', 'GR'],
    ['Polska', 'PL'],
    ['The Netherlands', 'NL'],
    ['UK', 'GB'],
    ['U.S.A.', 'US'],
    ['U.K.', 'GB'],
    ["Côte d'Ivoire", 'CI'],
    ['Atlantis', undefined],
    ['ZZ', undefined],
    ['EU', undefined],
    ['', undefined],
  ];
  for (const [text, code] of table)
    it(`"${text}" is ${code ?? 'none'}`, () => assert.equal(countryCode(text), code));
});
