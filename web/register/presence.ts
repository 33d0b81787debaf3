// A register is online while its screen holds a stream to the service (contract 9), which also tells when orders of its
// site were made or changed: most of that is no event of the log.
import { Blocks } from '#src/kernel/sse.ts';

/** First and longest wait before the stream is opened again, in ms. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Longest silence, in ms: the beats come every ten seconds. */
const SILENCE_MS = 25_000;

/** Holds the register's stream until the signal is aborted; `orders` is called when orders are worth a look. */
export async function holdPresence(
  address: string,
  token: string,
  orders: () => void,
  signal: AbortSignal,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    if (await holdOnce(address, token, orders, signal)) waitMs = FIRST_WAIT_MS;
    const wait = waitMs;
    waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
    await new Promise<void>((done) => {
      const timer = setTimeout(done, wait);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        done();
      });
    });
  }
}

async function holdOnce(
  address: string,
  token: string,
  orders: () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const cut = new AbortController();
  const both = AbortSignal.any([signal, cut.signal]);
  let silence = setTimeout(() => cut.abort(), SILENCE_MS);
  try {
    const answer = await fetch(address, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: both,
    });
    if (!answer.ok || answer.body === null) return false;
    const blocks = new Blocks();
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(() => cut.abort(), SILENCE_MS);
      for (const { data } of blocks.push(part.value)) if (data !== undefined) orders();
    }
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(silence);
  }
}
