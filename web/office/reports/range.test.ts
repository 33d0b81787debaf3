import assert from 'node:assert/strict';
import { it } from 'node:test';
import { presetRange } from './range.ts';

it('ranges of reports are whole weeks and months, seen from a day', () => {
  const of = (name: string, today: string) => {
    const range = presetRange(name, today);
    return range === undefined ? undefined : `${range.from} ${range.to}`;
  };
  assert.equal(of('today', '2026-03-08'), '2026-03-08 2026-03-08');
  assert.equal(of('yesterday', '2026-03-01'), '2026-02-28 2026-02-28');
  assert.equal(of('7days', '2026-03-03'), '2026-02-25 2026-03-03');
  assert.equal(of('week', '2026-03-08'), '2026-03-02 2026-03-08');
  assert.equal(of('lastweek', '2026-03-08'), '2026-02-23 2026-03-01');
  assert.equal(of('month', '2026-03-31'), '2026-03-01 2026-03-31');
  assert.equal(of('lastmonth', '2026-03-31'), '2026-02-01 2026-02-28');
  assert.equal(of('lastmonth', '2026-01-15'), '2025-12-01 2025-12-31');
  assert.equal(of('year', '2026-01-01'), '2026-01-01 2026-01-01');
  assert.equal(of('ever', '2026-01-01'), undefined);
  assert.equal(of('toString', '2026-01-01'), undefined);
});
