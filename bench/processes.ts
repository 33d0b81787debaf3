// The cost of processes, read from /proc: CPU time in nanoseconds and resident memory. Linux only.
import { readdirSync, readFileSync } from 'node:fs';

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It ended meanwhile.
  }
}

/** A process and everything it started, now. */
function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${entry}/status`))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The clock of /proc/<pid>/stat: 100 ticks a second, in ns. */
const TICK_NS = 10_000_000;

/** CPU time of a process with all of its threads, and of its children that have ended, in ns. */
interface CpuTime {
  readonly own: number;
  readonly ended: number;
}

/** CPU times of processes by their ids. */
export type CpuTimes = ReadonlyMap<number, CpuTime>;

/** The CPU time of a process's children that have ended: such as that of connections to PostgreSQL which were given up. */
function timeOfEnded(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK_NS;
}

/** CPU time that processes and everything they started have used so far. */
export function cpuTimes(roots: readonly number[]): CpuTimes {
  const times = new Map<number, CpuTime>();
  for (const pid of roots.flatMap(processTree)) {
    let threads: string[] = [];
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      continue;
    }
    const used = threads.map((thread) =>
      Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0] ?? 0),
    );
    times.set(pid, { own: used.reduce((sum, time) => sum + time, 0), ended: timeOfEnded(pid) });
  }
  return times;
}

/** The CPU time between two readings; that of a process which ended in between is known by its parent. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  const sumOf = ({ own, ended }: CpuTime) => own + ended;
  let sum = 0;
  for (const [pid, time] of after) sum += sumOf(time) - sumOf(before.get(pid) ?? NONE);
  // The parent counts all that a child has used, also before the first reading.
  for (const [pid, time] of before) if (!after.has(pid)) sum -= sumOf(time);
  return Math.max(0, sum);
}

const NONE: CpuTime = { own: 0, ended: 0 };

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}
