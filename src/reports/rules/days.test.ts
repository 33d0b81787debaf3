import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatDay, localHour, parseDay } from './days.ts';

const at = (text: string) => BigInt(Date.parse(text)) * 1000n;

describe('business days', () => {
  for (const [time, zone, day, hour] of [
    ['2026-03-07T18:30:00Z', 'UTC', '2026-03-07', 18],
    ['2026-03-07T23:59:59.999Z', 'UTC', '2026-03-07', 23],
    ['2026-03-08T00:00:00Z', 'UTC', '2026-03-08', 0],
    ['2026-03-07T18:30:00Z', 'Asia/Kathmandu', '2026-03-08', 0],
    ['2026-03-07T18:14:59Z', 'Asia/Kathmandu', '2026-03-07', 23],
    // The clocks go from 2 to 3, and back from 3 to 2.
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', 1],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', 3],
    ['2026-10-25T00:30:00Z', 'Europe/Berlin', '2026-10-25', 2],
    ['2026-10-25T01:30:00Z', 'Europe/Berlin', '2026-10-25', 2],
    // A day that begins at 1, because the clocks skip midnight.
    ['2026-09-06T03:59:59Z', 'America/Santiago', '2026-09-05', 23],
    ['2026-09-06T04:00:00Z', 'America/Santiago', '2026-09-06', 1],
    // A day that a whole country skipped.
    ['2011-12-30T09:59:59Z', 'Pacific/Apia', '2011-12-29', 23],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', 0],
    ['1969-12-31T23:00:00Z', 'UTC', '1969-12-31', 23],
  ] as const) {
    it(`${time} in ${zone} is hour ${hour} of ${day}`, () => {
      const local = localHour(at(time), zone);
      assert.deepEqual([formatDay(local.day), local.hour], [day, hour]);
      assert.equal(parseDay(day), local.day);
    });
  }

  it('are read when they exist, and only as they are written', () => {
    assert.equal(parseDay('1970-01-01'), 0n);
    assert.equal(parseDay('2024-02-29'), 19_782n);
    assert.equal(formatDay(19_782n), '2024-02-29');
    for (const text of [
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '20260101',
      '+002026-01-01',
      ' 2026-01-01',
      '',
    ]) {
      assert.equal(parseDay(text), undefined, text);
    }
  });
});
