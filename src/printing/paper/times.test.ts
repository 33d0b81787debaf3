import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { momentText, timeText } from './times.ts';

const ZONES = ['UTC', 'Australia/Sydney', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia', '+05:30'];

it('a moment is what the clocks of its zone show', () => {
  assert.equal(momentText('2026-03-07T07:30:59.999999Z', 'Australia/Sydney'), '2026-03-07 18:30');
  assert.equal(momentText('2026-01-01T00:00:00Z', 'UTC'), '2026-01-01 00:00');
  const moments = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), (date, zone) => {
      const shown = Temporal.Instant.from(date.toISOString()).toZonedDateTimeISO(zone).toPlainDateTime();
      assert.equal(
        momentText(date.toISOString(), zone),
        shown.toString({ smallestUnit: 'minute' }).replace('T', ' '),
      );
    }),
  );
});

it('of a moment on the same day there, the time is enough', () => {
  assert.equal(timeText('2026-03-07T12:59:00Z', '2026-03-06T13:00:00Z', 'Australia/Sydney'), '23:59');
  assert.equal(
    timeText('2026-03-07T13:00:00Z', '2026-03-07T12:59:00Z', 'Australia/Sydney'),
    '2026-03-08 00:00',
  );
});

it('what is no moment or no zone is not shown as one', () => {
  assert.throws(() => momentText('soon', 'UTC'), RangeError);
  assert.throws(() => momentText('2026-03-07T07:30:00Z', 'Middle/Earth'), RangeError);
});
