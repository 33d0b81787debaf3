import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Words } from '#src/kernel/words.ts';
import {
  decimalOf,
  formatAmount,
  formatClock,
  formatExact,
  formatMoney,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatWhen,
  inLine,
  inWords,
} from './format.ts';
import { setWords } from './words.ts';

const digits = (text: string) => text.replace(/[^\d.,-]/g, '');

describe('figures and times', () => {
  it('have the decimals of their currency', () => {
    assert.equal(digits(formatMoney(12.5, 'USD')), '12.50');
    assert.equal(digits(formatMoney(1200, 'JPY')), '1,200');
    assert.equal(digits(formatMoney('1.2345', 'KWD')), '1.235');
  });

  it('stand in one line with what somebody wrote, from whichever side that is read', () => {
    assert.equal(inLine(['Ada', '', null, undefined, false, '12']), 'Ada · 12');
    assert.equal(inLine(['محمد', '12 A'], ', '), '\u2068محمد\u2069, 12 A');
    assert.equal(inLine([]), '');
  });

  it('are exact beyond what a double holds', () => {
    assert.equal(digits(formatMoney('-9007199254740993.25', 'EUR')), '-9,007,199,254,740,993.25');
    assert.throws(() => formatMoney('much', 'EUR'), RangeError);
    assert.equal(digits(formatMoney('9999999999.01', 'EUR')), '9,999,999,999.01');
    assert.equal(decimalOf('0.00000001'), 1n);
    assert.equal(formatNumber(1e-8), '0.00000001');
  });

  it('are written as in the language of the page', () => {
    assert.equal(formatPercent('0.0825'), '8.25%');
    assert.equal(formatPercent(-0.1, '+'), '-10%');
    assert.equal(formatPercent(0.1, '+'), '+10%');
    assert.equal(formatAmount(8.7, 'USD'), '8.70');
    assert.equal(formatExact('8.7', 'USD'), '8.70');
    assert.equal(formatExact('-4.0909090909…', 'USD'), '-4.090909…');
    assert.equal(formatExact('4.12345678', 'JPY'), '4.123456…');
    setWords(new Words('de', {}, 'de-DE'));
    assert.match(formatMoney('1234.5', 'EUR'), /^1\.234,50.€$/);
    assert.equal(formatNumber(1.5), '1,5');
    assert.match(formatPercent(0.1), /^10.%$/);
    assert.equal(formatClock('2026-03-07T18:30:00Z', 'UTC'), '18:30');
    // A mark keeps the dollar behind its letters where it is read from right to left.
    setWords(new Words('ar', {}, 'ar-u-nu-latn'));
    assert.equal(formatMoney(6.4, 'AUD'), '\u200f6.40\u00a0AU$\u200e');
    assert.equal(formatMoney(6.4, 'EUR'), '\u200f6.40\u00a0€');
    setWords(new Words('en'));
  });

  it('show a shared line as its part of the whole', () => {
    for (const [quantity, shown] of [
      ['0.3334', '1/3'],
      ['0.3333', '1/3'],
      ['0.6667', '2/3'],
      ['0.1429', '1/7'],
      ['0.0625', '1/16'],
      ['1.3333', '\u20661 1/3\u2069'],
      ['-0.3333', '\u2066-1/3\u2069'],
      ['-2.1667', '\u2066-2 1/6\u2069'],
      // What is weighed, and shares of few digits, are as people write them.
      ['0.5', '0.5'],
      ['0.345', '0.345'],
      ['2', '2'],
      ['0', '0'],
      ['0.0001', '0.0001'],
      ['0.1234', '0.1234'],
      ['0.33333333', '0.33333333'],
    ] as const) {
      assert.equal(formatQuantity(quantity), shown, quantity);
      assert.equal(formatQuantity(decimalOf(quantity)), shown, quantity);
    }
  });

  it('are told in the zone of the site', () => {
    const at = '2026-03-07T18:30:00.000Z';
    assert.match(formatClock(at, 'Australia/Sydney'), /0?5:30/);
    assert.match(formatWhen(at, 'Australia/Sydney', new Date('2026-03-08T01:00:00Z')), /^0?5:30/);
    assert.match(formatWhen(at, 'Australia/Sydney', new Date('2026-03-09T01:00:00Z')), /8/);
  });

  it('have names in words', () => {
    assert.equal(inWords('ON_HOLD'), 'On hold');
    assert.equal(inWords(''), '');
  });
});
