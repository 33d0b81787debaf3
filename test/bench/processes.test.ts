import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { type CpuTimes, cpuBetween, cpuTimes } from '../../bench/processes.ts';

const times = (of: Record<number, readonly [own: number, ended: number]>): CpuTimes =>
  new Map(Object.entries(of).map(([pid, [own, ended]]) => [Number(pid), { own, ended }]));

for (const [what, before, after, between] of [
  ['a process that goes on', { 1: [10, 0] }, { 1: [15, 0] }, 5],
  ['one that began', { 1: [10, 0] }, { 1: [10, 0], 2: [7, 0] }, 7],
  ['one that ended, known by its parent', { 1: [10, 3], 2: [7, 0] }, { 1: [11, 14] }, 5],
  ['one that began and ended', { 1: [10, 3] }, { 1: [10, 9] }, 6],
  ['all that is gone', { 1: [10, 3] }, {}, 0],
] as const) {
  it(`CPU between two readings: ${what}`, () => {
    assert.equal(cpuBetween(times(before), times(after)), between);
  });
}

it('CPU of children that have ended is read of their parent', async () => {
  const before = cpuTimes([process.pid]);
  const busy = spawn(process.execPath, [
    '-e',
    'const end = process.cpuUsage().user + 200_000; while (process.cpuUsage().user < end);',
  ]);
  await once(busy, 'exit');
  const others = (read: CpuTimes): CpuTimes =>
    new Map([...read].map(([pid, time]) => [pid, pid === process.pid ? { ...time, own: 0 } : time]));
  const used = cpuBetween(others(before), others(cpuTimes([process.pid])));
  assert.ok(used >= 190_000_000, `${used} ns`);
});
