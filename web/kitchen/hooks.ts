// What the kitchen's screen asks of the browser.

import { useEffect, useState, useSyncExternalStore } from 'react';

/** How often ages are told anew, in ms. */
const TICK_MS = 1_000;
const tickers = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;
let ahead = 0;

/** The time as the service has it, in ms. */
export function serviceNow(): number {
  return serviceTime(Date.now());
}

/** The service's time at a moment of this device, in ms. */
export function serviceTime(ms: number): number {
  return ms - ahead;
}

/** Says by how much this device's clock is ahead of the service's, in ms. */
export function setClockAhead(ms: number): void {
  ahead = ms;
}

function subscribe(tick: () => void): () => void {
  tickers.add(tick);
  ticking ??= setInterval(() => {
    for (const each of [...tickers]) each();
  }, TICK_MS);
  return () => {
    tickers.delete(tick);
    if (tickers.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** The service's time to the second, one tick for all components. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serviceNow() / 1000) * 1000);
}

/** Calls `work` every so often, as long as the page is there. */
export function useEvery(ms: number, work: () => void): void {
  useEffect(() => {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  }, [ms, work]);
}

/** When the screen was switched on, in ms of this device: the page was opened, or came back into sight. */
export function useSwitchedOn(): number {
  const [since, setSince] = useState(() => Date.now());
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') setSince(Date.now());
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
  return since;
}

/** Keeps the screen from going dark, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // A low battery, or a browser that does not want to: the screen goes dark as it always did.
      }
    };
    void ask();
    const onVisible = () => void ask();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}

/** Whether the page fills the screen, and a way to change that; undefined where there is none (an iPhone). */
export function useFullScreen(): { readonly isFull: boolean; readonly toggle: (() => void) | undefined } {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, []);
  const toggle = () => {
    const done =
      document.fullscreenElement === null
        ? document.documentElement.requestFullscreen()
        : document.exitFullscreen();
    done.catch(() => undefined);
  };
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}
