import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decimalOf, formatClock, formatMoney, formatNumber, formatWhen, inLine, inWords } from './format.ts';

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
