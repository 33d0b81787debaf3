import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Runtime } from './app.ts';

/** The real clock, real intervals and the real source of chance. */
export const systemRuntime: Runtime = {
  clock: {
    now: () => BigInt(Date.now()) * 1000n,
    elapsed: () => BigInt(Math.round(performance.now() * 1000)),
  },
  ticker: {
    every: (ms, work) => {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
  },
  random: { bytes: (count) => randomBytes(count) },
  // stdout is for the ready line alone.
  print: (line) => process.stderr.write(`${line}\n`),
};

/**
 * Gives memory back to the system that starting took and serving does not need, a third of the process: V8 would keep it
 * until it is short of some. Holds the event loop for about a tenth of a second.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
