import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  apartOf,
  DAY,
  formatTime,
  HOUR,
  isTimeZone,
  parseTime,
  resolveTime,
  startOfUtcDay,
  zoneOffset,
} from './time.ts';

it('a clock is apart by no more than what was seen', () => {
  assert.equal(apartOf(10n, 15n, 20n), 0n);
  assert.equal(apartOf(10n, 10n, 10n), 0n);
  assert.equal(apartOf(10n, 4n, 20n), 6n);
  assert.equal(apartOf(10n, 26n, 20n), -6n);
});

/** The meaning of a text in a zone, or undefined when it is no time. */
function read(text: string, zone = 'UTC'): string | undefined {
  const input = parseTime(text);
  return input === undefined ? undefined : formatTime(resolveTime(input, zone));
}

describe('times as clients write them (reference: conventions.15)', () => {
  const moments: [string, string][] = [
    ['2026-11-21T18:30:00Z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21t18:30:00z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21 18:30:00Z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30Z', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30:00.5Z', '2026-11-21T18:30:00.500Z'],
    ['2026-11-21T18:30:00,25Z', '2026-11-21T18:30:00.250Z'],
    ['2026-11-21T18:30:00.123456789Z', '2026-11-21T18:30:00.123Z'],
    ['2026-11-21T18:30:00+11:00', '2026-11-21T07:30:00.000Z'],
    ['2026-11-21T18:30:00+1130', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T18:30:00-05', '2026-11-21T23:30:00.000Z'],
    ['2026-11-21T18:30:00-00:00', '2026-11-21T18:30:00.000Z'],
    ['2026-11-21T18:30:00+05:45', '2026-11-21T12:45:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [text, expected] of moments) {
    it(`${text} is ${expected}, whatever the zone`, () => {
      assert.equal(parseTime(text)?.kind, 'moment');
      for (const zone of ['UTC', 'Australia/Sydney']) assert.equal(read(text, zone), expected);
    });
  }

  const locals: [string, string, string][] = [
    ['2026-11-21', 'Australia/Sydney', '2026-11-20T13:00:00.000Z'],
    ['2026-07-21', 'Australia/Sydney', '2026-07-20T14:00:00.000Z'],
    ['2026-11-21T18:30', 'Europe/Vienna', '2026-11-21T17:30:00.000Z'],
    ['2026-11-21 18:30:15,5', 'Asia/Kathmandu', '2026-11-21T12:45:15.500Z'],
    // The clocks of Vienna skip 02:00 to 03:00: the time is moved on by the gap.
    ['2026-03-29T01:59:59', 'Europe/Vienna', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29T02:30:00', 'Europe/Vienna', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29T03:30:00', 'Europe/Vienna', '2026-03-29T01:30:00.000Z'],
    // They show 02:30 twice: it is the first of the two.
    ['2026-10-25T02:30:00', 'Europe/Vienna', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25T03:00:00', 'Europe/Vienna', '2026-10-25T02:00:00.000Z'],
    // Samoa had no 30 December 2011; Lord Howe moves by half an hour; Cairo skips midnight.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
    ['2026-10-04T02:15:00', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    // A time that a zone pushes over the edge of four digits stays at the edge.
    ['9999-12-31T23:59:59', 'America/New_York', '9999-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00', 'Australia/Sydney', '0001-01-01T00:00:00.000Z'],
  ];
  for (const [text, zone, expected] of locals) {
    it(`${text} in ${zone} is ${expected}`, () => {
      assert.equal(parseTime(text)?.kind, text.length === 10 ? 'date' : 'local');
      assert.equal(read(text, zone), expected);
    });
  }

  const wrong = [
    '',
    'now',
    '2026',
    '2026-11',
    '20261121',
    '20261121T183000Z',
    '2026-W47-6',
    '2026-02-30',
    '2026-02-29',
    '2026-04-31T10:00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '0000-01-01',
    '0000-01-01T00:00:00Z',
    '10000-01-01',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01',
    '99999999-01-01',
    '2026-11-21T',
    '2026-11-21T18',
    '2026-11-21T24:00:00Z',
    '2026-11-21T18:60:00Z',
    '2026-11-21T18:30:61Z',
    '2026-11-21T18:30:00.Z',
    '2026-11-21T18:30:00.1234567890Z',
    '2026-11-21T18:30:00+24:00',
    '2026-11-21T18:30:00+1:00',
    '2026-11-21T18:30:00 +01:00',
    '2026-11-21T18:30:00Z[Europe/Vienna]',
    '2026-11-21[u-ca=hebrew]',
    ' 2026-11-21',
    '2026-11-21\n',
    '2026-11-21Z',
    '٢٠٢٦-11-21',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1795285800',
    'Sat, 21 Nov 2026 18:30:00 GMT',
  ];
  for (const text of wrong)
    it(`refuses ${JSON.stringify(text)}`, () => assert.equal(parseTime(text), undefined));

  it('reads back every moment as it was shown, to the millisecond', () => {
    const moment = fc.bigInt(-62_135_596_800_000n, 253_402_300_799_999n);
    fc.assert(
      fc.property(moment, (ms) => {
        const text = formatTime(ms * 1000n);
        assert.equal(text, new Date(Number(ms)).toISOString());
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.deepEqual(parseTime(text), { kind: 'moment', at: ms * 1000n });
      }),
    );
  });

  it('reads an offset as the distance to UTC', () => {
    fc.assert(
      fc.property(fc.integer({ min: -23, max: 23 }), (hours) => {
        const sign = hours < 0 ? '-' : '+';
        const input = parseTime(`2026-06-15T12:00:00${sign}${String(Math.abs(hours)).padStart(2, '0')}:00`);
        const noon = BigInt(Date.UTC(2026, 5, 15, 12)) * 1000n;
        assert.deepEqual(input, { kind: 'moment', at: noon - BigInt(hours) * HOUR });
      }),
    );
  });

  it('never throws, whatever the text is', () => {
    const scraps = fc.constantFrom('2', '0', '-', 'T', ':', 'Z', '+', '.', ' ', '26', '-02', '-30', '[', 'e');
    fc.assert(
      fc.property(fc.array(scraps, { maxLength: 20 }), (parts) => {
        const input = parseTime(parts.join(''));
        if (input !== undefined) formatTime(resolveTime(input, 'America/New_York'));
      }),
      { numRuns: 1_000 },
    );
  });

  it('knows where a UTC day begins', () => {
    assert.equal(formatTime(startOfUtcDay('2026-11-21')), '2026-11-21T00:00:00.000Z');
    assert.equal(formatTime(startOfUtcDay('2026-11-21') + DAY - 1n), '2026-11-21T23:59:59.999Z');
  });
});

describe('time zones', () => {
  it('are known by the names of the time zone database', () => {
    for (const zone of ['UTC', 'Australia/Sydney', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
      assert.ok(isTimeZone(zone), zone);
      assert.match(zoneOffset(zone, 0n), /^[+-]\d\d:\d\d$/);
    }
    for (const text of ['', 'Mars/Olympus', '+10:00', 'Sydney', 'UTC;drop', '../etc/passwd', 'a b']) {
      assert.ok(!isTimeZone(text), text);
    }
  });

  it('have the offset of the season', () => {
    assert.equal(zoneOffset('Australia/Sydney', startOfUtcDay('2026-01-15')), '+11:00');
    assert.equal(zoneOffset('Australia/Sydney', startOfUtcDay('2026-07-15')), '+10:00');
    assert.equal(zoneOffset('America/New_York', startOfUtcDay('2026-01-15')), '-05:00');
  });
});
