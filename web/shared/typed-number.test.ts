import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { parseDecimal } from '#src/kernel/money.ts';
import { type Language, Words } from '#src/kernel/words.ts';
import { plainNumber, readNumber } from './typed-number.ts';
import { setWords } from './words.ts';

describe('a number that was typed', () => {
  afterEach(() => setWords(new Words('en')));

  const EVERYWHERE = [
    ['12,50', '12.50'],
    ['12.50', '12.50'],
    [' 3 ', '3'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['-,5', '-0.5'],
    ['7.', '7'],
    ['7,', '7'],
    ['-2', '-2'],
    ['−2', '-2'],
    ['1.234', '1.234'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234,50', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['1’234.50', '1234.50'],
    ['١٢٫٥', '12.5'],
    ['１２．５', '12.5'],
  ] as const;
  const NONE = [
    '',
    '-',
    'ten',
    '1.2.3',
    '1,2,3',
    '1.234,5.6',
    '12,34,5',
    '1e3',
    '0x10',
    '10 %',
    '1 2',
    '5-',
    '.',
  ];

  for (const [language, locale] of [
    ['en', 'en-US'],
    ['de', 'de-DE'],
    ['fr', 'fr-FR'],
    ['ja', 'ja-JP'],
    ['ar', 'ar-EG'],
  ] as [Language, string][]) {
    it(`is read with a comma and with a point, in ${locale}`, () => {
      setWords(new Words(language, {}, locale));
      for (const [text, plain] of EVERYWHERE) assert.equal(plainNumber(text), plain, text);
      for (const text of NONE) assert.equal(plainNumber(text), undefined, text);
    });
  }

  it('has thousands as the language parts them', () => {
    assert.equal(plainNumber('1,234'), '1234');
    assert.equal(plainNumber('1,23'), '1.23');
    assert.equal(plainNumber('1,2345'), '1.2345');
    setWords(new Words('de', {}, 'de-DE'));
    assert.equal(plainNumber('1,234'), '1.234');
  });

  it('is exact', () => {
    assert.equal(plainNumber('007,10'), '7.10');
    assert.equal(readNumber('007,10'), parseDecimal('7.1'));
    assert.equal(readNumber('0,00000001'), 1n);
    assert.equal(readNumber('0.000000001'), undefined);
    assert.equal(readNumber('1'.repeat(61)), undefined);
  });
});
