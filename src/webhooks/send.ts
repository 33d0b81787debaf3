import type { Dispatcher } from 'undici';
import { request } from 'undici';
import type { Id } from '../kernel/id.ts';
import type { Timers } from '../kernel/time.ts';
import { NO_PUBLIC_ADDRESS } from './guard.ts';
import type { Message } from './message.ts';
import type { Claim } from './queue.store.ts';

/**
 * How long a whole request may take, from the look-up of the name to the end of the answer, in ms (reference:
 * limits.6).
 */
export const REQUEST_MS = 10_000;
/** How much of an answer is read at most, in bytes; the connection is closed then. */
export const MAX_ANSWER = 65_536;
/** How much of it the log keeps, in bytes. */
export const MAX_EXCERPT = 4_096;

/** One message to one address of a company's. */
export interface Sending extends Message {
  readonly company: Id;
  readonly address: string;
  /** The delivery that it is an attempt of. */
  readonly claimed?: Claim;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
}

/** The answer of a receiver. */
export interface Answer {
  readonly status: number | null;
  /** The error before there was a whole answer, in a sentence. */
  readonly error: string | null;
  /** The beginning of the answer. */
  readonly excerpt: string | null;
}

/** Makes one attempt. Rejects only when it was aborted. */
export type Send = (sending: Sending) => Promise<Answer>;

/** Sends by HTTP through dispatchers that reach vetted addresses only (see guard.ts). */
export function createSend(dispatcherOf: (company: Id) => Dispatcher, timers: Timers): Send {
  return async ({ company, address, headers, body, signal }) => {
    // One signal of our own for both: AbortSignal.any costs five times as much.
    const ended = new AbortController();
    let isLate = false;
    const cancel = timers.after(REQUEST_MS, () => {
      isLate = true;
      ended.abort();
    });
    const cut = () => ended.abort();
    if (signal.aborted) cut();
    signal.addEventListener('abort', cut);
    let status: number | null = null;
    const chunks: Buffer[] = [];
    try {
      const response = await request(address, {
        dispatcher: dispatcherOf(company),
        method: 'POST',
        headers,
        body,
        signal: ended.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      status = response.statusCode;
      let length = 0;
      for await (const chunk of response.body) {
        const bytes = Buffer.from(chunk as Uint8Array);
        if (length < MAX_EXCERPT) chunks.push(bytes.subarray(0, MAX_EXCERPT - length));
        length += bytes.length;
        if (length >= MAX_ANSWER) break;
      }
      return { status, error: null, excerpt: excerptOf(chunks) };
    } catch (error) {
      if (signal.aborted) throw error;
      const late = `The request was not completed within ${REQUEST_MS / 1000} s.`;
      return { status, error: isLate ? late : explain(error), excerpt: excerptOf(chunks) };
    } finally {
      cancel();
      signal.removeEventListener('abort', cut);
    }
  };
}

/**
 * Text that every database can hold, no longer than the bytes that were read: bytes that are no text take three for
 * one.
 */
function excerptOf(chunks: readonly Buffer[]): string | null {
  if (chunks.length === 0) return null;
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '\ufffd');
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_EXCERPT));
  return text.slice(0, read);
}

/** The error as a sentence, without details of this machine. */
function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ADDRESS_REFUSED':
      return error instanceof Error ? error.message : 'The address is refused.';
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'There was no connection within 3 s.';
    case 'ENOTFOUND':
    case 'ENODATA':
    case 'ETIMEOUT':
    case 'EAI_AGAIN':
      return NO_PUBLIC_ADDRESS;
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'ECONNRESET':
    case 'UND_ERR_SOCKET':
    case 'EPIPE':
      return 'The connection was closed before the answer was whole.';
    default:
      return /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? `The request failed (${code}).` : 'The request failed.';
  }
}
