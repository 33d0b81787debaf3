import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { parseDecimal } from '#src/kernel/money.ts';
import { type Language, Words } from '#src/kernel/words.ts';
import { fieldNumber, plainNumber, readNumber } from './typed-number.ts';
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
    ['0,345', '0.345'],
    ['-0,345', '-0.345'],
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

  it('is shown as it is typed in the language, and read again', () => {
    for (const [language, locale, shown] of [
      ['en', 'en-US', '1.234'],
      ['de', 'de-DE', '1,234'],
      ['de', 'de-CH', '1.234'],
      ['fr', 'fr-FR', '1,234'],
      ['es', 'es-ES', '1,234'],
      ['ar', 'ar-EG', '1.234'],
    ] as [Language, string, string][]) {
      setWords(new Words(language, {}, locale));
      assert.equal(fieldNumber(readNumber('1.234') ?? 0n), shown);
      for (const plain of ['1.234', '-0.5', '1234', '1234567.00000001', '12.50'])
        assert.equal(readNumber(fieldNumber(readNumber(plain) ?? 0n, 2)), parseDecimal(plain), locale);
    }
    setWords(new Words('de', {}, 'de-DE'));
    assert.equal(fieldNumber(parseDecimal('12.5') ?? 0n, 2), '12,50');
    assert.equal(fieldNumber(parseDecimal('1234') ?? 0n), '1234');
  });

  it('is exact', () => {
    assert.equal(plainNumber('007,10'), '7.10');
    assert.equal(readNumber('007,10'), parseDecimal('7.1'));
    assert.equal(readNumber('0,00000001'), 1n);
    assert.equal(readNumber('0.000000001'), undefined);
    assert.equal(readNumber('1'.repeat(61)), undefined);
  });
});
