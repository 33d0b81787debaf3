// What an answer means for a call that waits.

import { ApiError } from '#clients/typescript/index.ts';
import type { Refusal } from './entries.ts';

/** What became of a call. */
export type Outcome =
  | { readonly kind: 'done' }
  /** The outcome is unknown, or the service asks to wait: it is sent again unchanged. */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** Somebody has to sign in first. */
  | { readonly kind: 'signin' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What it means that a call has failed with this error. */
export function outcomeOf(error: unknown): Outcome {
  // The connection broke before or after the change was made: only sending it again brings the outcome.
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, description, fields, retryAfter } = error;
  if (status === 401) return { kind: 'signin' };
  const isBusy = status === 409 && (code === 'idempotency_key_in_use' || retryAfter !== undefined);
  if (isBusy || status === 408 || status === 425 || status === 429 || status > 500) {
    return { kind: 'later', ...(retryAfter === undefined ? {} : { afterMs: retryAfter * 1000 }) };
  }
  const named = fields.map(({ field }) => field);
  const refusal = { code, sentence: description, ...(named.length === 0 ? {} : { fields: named }) };
  return { kind: 'refused', refusal };
}
