import { randomBytes } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Runtime } from './app.ts';
import type { Ticker } from './kernel/time.ts';

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

/** How long a process is to have been quiet before the memory of its start is given back, in ms. */
export const QUIET_MS = 10_000;
/** The share of a time that a quiet process works in, at most. */
const QUIET_SHARE = 0.1;

/** Runs work once, as soon as the process has been quiet for a time. `busy` answers the share of the time since the last look that it worked in. */
export function onceQuiet(ticker: Ticker, busy: () => number, work: () => void): void {
  const stop = ticker.every(QUIET_MS, () => {
    if (busy() > QUIET_SHARE) return;
    stop();
    work();
  });
}

/**
 * Gives memory back to the system that starting took and serving does not need, a third of the process: V8 would keep it
 * until it is short of some. It holds the event loop for about a tenth of a second, so it is done once nobody asks.
 */
export function releaseStartMemory(): void {
  let before = performance.eventLoopUtilization();
  const busy = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
  onceQuiet(systemRuntime.ticker, busy, () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  });
}
