import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ageSince, clockAhead, formatAge, isLater, isOld, lastDue, levelOf, spokenAge } from './age.ts';
import { DEFAULTS, parseSettings } from './settings.ts';

const MINUTE = 60_000;

describe('ages', () => {
  it('are counted like a clock does, and never negative', () => {
    assert.equal(ageSince(10, 5), 0);
    const shown = [0, 999, 61_000, 59 * MINUTE + 59_999, 60 * MINUTE, 25 * 60 * MINUTE + 1_000].map(
      formatAge,
    );
    assert.deepEqual(shown, ['0:00', '0:00', '1:01', '59:59', '1:00:00', '25:00:01']);
    assert.deepEqual([30_000, MINUTE, 5 * MINUTE, 62 * MINUTE].map(spokenAge), [
      'less than a minute',
      '1 minute',
      '5 minutes',
      '1 h 2 min',
    ]);
  });

  it('are slow and late from the minute on that the device says', () => {
    const limits = { slow: 8, late: 15 };
    const levels = [0, 8 * MINUTE - 1, 8 * MINUTE, 15 * MINUTE - 1, 15 * MINUTE].map((age) =>
      levelOf(age, limits),
    );
    assert.deepEqual(levels, ['fresh', 'fresh', 'slow', 'slow', 'late']);
  });

  it('find what is due by the last moment that changed anything', () => {
    const tickets = [10, 30, 50].map((minute) => ({
      created_at: new Date(0).toISOString(),
      due_at: new Date(minute * MINUTE).toISOString(),
    }));
    for (const minute of [0, 10, 29, 30, 31, 80]) {
      const now = minute * MINUTE;
      const last = lastDue(tickets, now);
      assert.deepEqual(
        tickets.map((ticket) => isLater(ticket, last)),
        tickets.map((ticket) => isLater(ticket, now)),
        `minute ${minute}`,
      );
    }
    assert.equal(lastDue(tickets, 49 * MINUTE), 30 * MINUTE);
  });

  it('are of a day that is over when they were long at the moment the screen was switched on', () => {
    const switchedOn = 600 * MINUTE;
    const old = [360, 359].map((minute) => isOld(minute * MINUTE, switchedOn, 4));
    assert.deepEqual(old, [false, true]);
  });

  it('know a clock that is wrong from an event that took its time', () => {
    const happened = new Date(100 * MINUTE).toISOString();
    assert.equal(clockAhead(100 * MINUTE + 900, happened), 0);
    assert.equal(clockAhead(103 * MINUTE, happened), 3 * MINUTE);
    assert.equal(clockAhead(95 * MINUTE, happened), -5 * MINUTE);
  });
});

describe('the settings of a device', () => {
  it('come back as they were kept', () => {
    const kept = {
      station: { mode: 'except', categories: ['1'] },
      limits: { slow: 3, late: 4 },
      ...{ oldAfter: 12, sound: false, allDay: true, large: true },
    };
    assert.deepEqual(parseSettings(JSON.stringify(kept)), kept);
  });

  it('are the usual ones where what was kept says nothing', () => {
    for (const text of [
      null,
      '',
      '7',
      '[]',
      '{"station":{"mode":"only"},"limits":{"slow":-1,"late":"x"},"oldAfter":0}',
    ]) {
      assert.deepEqual(parseSettings(text), DEFAULTS, String(text));
    }
    assert.deepEqual(parseSettings('{"limits":{"slow":20}}').limits, { slow: 20, late: 20 });
  });
});
