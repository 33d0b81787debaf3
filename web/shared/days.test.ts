import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Words } from '#src/kernel/words.ts';
import { addDays, dayIn, daysBetween, formatDay, formatHour, isDay, monthOf, weekOf } from './days.ts';
import { setWords } from './words.ts';

describe('days', () => {
  it('are those of the place, not of the browser', () => {
    const at = new Date('2026-03-07T18:30:00Z');
    assert.equal(dayIn('Australia/Sydney', at), '2026-03-08');
    assert.equal(dayIn('UTC', at), '2026-03-07');
    assert.equal(dayIn('America/Los_Angeles', new Date('2026-01-01T05:00:00Z')), '2025-12-31');
  });

  it('are counted over months, years and changes of the clocks', () => {
    assert.equal(addDays('2026-03-28', 2), '2026-03-30');
    assert.equal(addDays('2026-01-01', -1), '2025-12-31');
    assert.equal(addDays('2024-02-28', 1), '2024-02-29');
    assert.equal(daysBetween('2026-03-01', '2026-04-01'), 31);
    assert.equal(daysBetween('2026-03-02', '2026-03-01'), -1);
  });

  it('know their month and their week, which begins on Monday', () => {
    assert.equal(monthOf('2026-03-31'), '2026-03-01');
    assert.equal(weekOf('2026-03-08'), '2026-03-02');
    assert.equal(weekOf('2026-03-02'), '2026-03-02');
  });

  it('are read in the language of the page', () => {
    assert.deepEqual(
      [formatDay('2026-03-07'), formatDay('2026-03-07', 'year'), formatDay('2026-03-07', 'short')],
      ['Sat, Mar 7', 'Sat, Mar 7, 2026', 'Mar 7'],
    );
    assert.match(formatHour(17), /^5.PM$/);
    setWords(new Words('de', {}, 'de-AT'));
    assert.equal(formatDay('2026-03-07'), 'Sa., 7. März');
    assert.equal(formatHour(17), '17 Uhr');
    setWords(new Words('en'));
  });

  it('are there, or are refused', () => {
    for (const day of ['2026-02-28', '2024-02-29', '0001-01-01']) assert.ok(isDay(day), day);
    for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', 'today', '2026-01-01T00:00:00']) {
      assert.ok(!isDay(text), text);
    }
  });
});
