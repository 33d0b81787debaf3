// What an answer means for a call that waits.

import { ApiError } from '#clients/typescript/index.ts';
import { t } from '../words.ts';
import type { Refusal } from './entries.ts';

/** What became of a call; `D` is what was learned from its answer. */
export type Outcome<D = unknown> =
  | ({ readonly kind: 'done' } & D)
  /** The outcome is unknown, or the service asks to wait: it is sent again unchanged. */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** Somebody has to sign in first. */
  | { readonly kind: 'signin' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A refusal by its code and sentence, with the fields that are wrong and the permission that was missing. */
export function refused(
  code: string,
  sentence: string,
  { fields = [], right }: { readonly fields?: readonly string[]; readonly right?: string | undefined } = {},
): Outcome<never> {
  const refusal = {
    ...{ code, sentence },
    ...(fields.length === 0 ? {} : { fields }),
    ...(right === undefined ? {} : { right }),
  };
  return { kind: 'refused', refusal };
}

/** What it means that a call has failed with this error. */
export function outcomeOf(error: unknown): Outcome<never> {
  // The connection broke before or after the change was made: only sending it again brings the outcome.
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, description, fields, right, retryAfter, replayed } = error;
  if (status === 401) return { kind: 'signin' };
  // An answer that is told again is the last one: waiting changes nothing.
  const isBusy =
    status === 409 && !replayed && (code === 'idempotency_key_in_use' || retryAfter !== undefined);
  if (isBusy || status === 408 || status === 425 || status === 429 || status > 500) {
    return { kind: 'later', ...(retryAfter === undefined ? {} : { afterMs: retryAfter * 1000 }) };
  }
  const named = fields.map(({ field }) => field);
  // Without a code it was not the service that answered, but something on the way to it.
  return refused(
    code === '' ? `http_${status}` : code,
    description === '' ? t('The service answered {status}.', { status: String(status) }) : description,
    { fields: named, right },
  );
}
