// The live channel: the company's events as they happen, resumed by number after every break, so that nothing is
// missed. Read by fetch, because an EventSource cannot send a token.

import { SseParser } from '#src/kernel/sse.ts';
import type { Tokens } from './api.ts';
import { parseJson } from './json.ts';

/** An event of the log. */
export interface LiveEvent {
  readonly number: string;
  readonly topic: string;
  readonly resource_id_str: string;
  readonly changed: readonly string[];
  readonly created_at: string;
  readonly payload: unknown;
}

/** Whether events arrive just now. */
export type LiveState = 'connecting' | 'live' | 'offline';

/** First and longest wait before the stream is opened again, in ms. */
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;
/** Longest silence of a stream, in ms: its beats come every ten seconds. */
const SILENCE_MS = 25_000;

export interface LiveParts {
  /** The address of the stream. */
  readonly address: string;
  readonly tokens: Tokens;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onState: (state: LiveState) => void;
  /** The number to go on after; what there is now when it is not given. */
  readonly after?: string;
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly silenceMs?: number;
}

/** Follows the events until the signal is aborted. Never throws: it tries again. */
export async function followLive(parts: LiveParts, signal: AbortSignal): Promise<void> {
  const { onState, sleep = sleepFor } = parts;
  const place = { last: parts.after };
  let waitMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    onState('connecting');
    try {
      if (await openOnce(parts, place, signal)) waitMs = FIRST_WAIT_MS;
    } catch {
      // Every failure is answered alike: the stream is opened again, a little later each time.
    }
    if (signal.aborted) break;
    onState('offline');
    try {
      // At least half of it, so that screens that were cut together do not come back together.
      await sleep(waitMs * (0.5 + Math.random() / 2), signal);
    } catch {
      break;
    }
    waitMs = Math.min(MAX_WAIT_MS, waitMs * 2);
  }
}

/** One stream to its end. True when it was opened: the next one may follow soon. */
async function openOnce(
  parts: LiveParts,
  place: { last: string | undefined },
  signal: AbortSignal,
): Promise<boolean> {
  const { address, tokens, onEvent, onState, silenceMs = SILENCE_MS } = parts;
  const fetchWith = parts.fetch ?? fetch;
  const cut = new AbortController();
  const stop = () => cut.abort();
  signal.addEventListener('abort', stop);
  let silence = setTimeout(stop, silenceMs);
  let opened = false;
  try {
    const token = await tokens.get();
    const answer = await fetchWith(address, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        ...(place.last === undefined ? {} : { 'last-event-id': place.last }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal: cut.signal,
    });
    if (answer.status === 401) await tokens.renew(token);
    if (!answer.ok || answer.body === null) return false;
    opened = true;
    onState('live');
    const blocks = new SseParser();
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
      for (const { id, data } of blocks.push(part.value)) {
        if (data !== undefined) onEvent(parseJson(data) as LiveEvent);
        // The place moves on only after the event was handled.
        if (id !== undefined) place.last = id;
      }
    }
    return true;
  } catch (error) {
    if (opened) return true;
    throw error;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
    cut.abort();
  }
}

function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(signal.reason);
    });
  });
}
