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

/** CPU time of processes with all of their threads, in ns. */
export type CpuTimes = ReadonlyMap<number, number>;

/** CPU time that processes and everything they started have used so far. */
export function cpuTimes(roots: readonly number[]): CpuTimes {
  const times = new Map<number, number>();
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
    times.set(
      pid,
      used.reduce((sum, time) => sum + time, 0),
    );
  }
  return times;
}

/** The CPU time between two readings; a process that ended in between is left out. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  let sum = 0;
  for (const [pid, time] of after) sum += Math.max(0, time - (before.get(pid) ?? 0));
  return sum;
}

/** Resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}
