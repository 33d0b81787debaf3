// A register is online while its screen holds a stream to the service, which also announces that orders of its site
// were made or changed: most of these changes are no events of the log.
import { SseParser } from '#src/kernel/sse.ts';
import type { Tokens } from '../shared/api.ts';

/** First and longest wait before the stream is opened again, in ms. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Longest silence, in ms: the beats come every ten seconds. */
const SILENCE_MS = 25_000;
/** How long a stream is held before another one takes its place, in ms: it ends with its token, which must not show. */
const HOLD_MS = 4 * 60_000;

/** Holds the register's stream until the signal is aborted; `orders` is called when orders are worth a look. */
export async function holdPresence(
  address: string,
  tokens: Tokens,
  orders: () => void,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let before: AbortController | undefined;
  while (!signal.aborted) {
    const cut = new AbortController();
    const opened = () => {
      waitMs = FIRST_WAIT_MS;
      // Only now: the register is never without a stream in between.
      before?.abort();
      before = undefined;
    };
    const ended = holdOnce(address, tokens, orders, opened, AbortSignal.any([signal, cut.signal]));
    if (await isHeldFor(ended, HOLD_MS, signal)) {
      before?.abort();
      before = cut;
      continue;
    }
    const wait = waitMs;
    waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    await pause(wait, signal);
  }
}

/** True when the stream is still held after a time; false as soon as it has ended. */
async function isHeldFor(ended: Promise<void>, ms: number, signal: AbortSignal): Promise<boolean> {
  const stop = new AbortController();
  const held = pause(ms, AbortSignal.any([signal, stop.signal])).then(() => !signal.aborted);
  const result = await Promise.race([ended.then(() => false), held]);
  stop.abort();
  return result;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

async function holdOnce(
  address: string,
  tokens: Tokens,
  orders: () => void,
  opened: () => void,
  signal: AbortSignal,
): Promise<void> {
  const cut = new AbortController();
  const both = AbortSignal.any([signal, cut.signal]);
  let silence = setTimeout(() => cut.abort(), SILENCE_MS);
  try {
    const token = await tokens.get();
    const answer = await fetch(address, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: both,
    });
    if (answer.status === 401) await tokens.renew(token);
    if (!answer.ok || answer.body === null) return;
    opened();
    const blocks = new SseParser();
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(() => cut.abort(), SILENCE_MS);
      for (const { data } of blocks.push(part.value)) if (data !== undefined) orders();
    }
  } catch {
    // It is opened again.
  } finally {
    clearTimeout(silence);
  }
}
