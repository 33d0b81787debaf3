import { randomBytes } from 'node:crypto';
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
