// What an answer means for a call that waits.

import { ApiError } from '#clients/typescript/index.ts';
import type { Right } from '#src/company/rules/rights.ts';
import { ownWords, type Refused, refusedSentence } from '../reasons.ts';
import { t } from '../words.ts';
import type { Refusal } from './entries.ts';

/** The outcome of a call; `D` is what was learned from its answer. */
export type Outcome<D = unknown> =
  | ({ readonly kind: 'done' } & D)
  /** The outcome is unknown, or the service asks to wait: it is sent again unchanged. */
  | { readonly kind: 'later'; readonly afterMs?: number }
  /** A sign-in is needed first. */
  | { readonly kind: 'signin' }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The fields of a refusal beside its code and sentence. */
interface RefusalDetails {
  readonly fields?: readonly string[];
  readonly right?: string | undefined;
  readonly told?: Refused;
}

/** A refusal by its code and sentence, with the fields that are wrong and the permission that was missing. */
export function refused(
  code: string,
  sentence: string,
  { fields = [], right, told = {} }: RefusalDetails = {},
): Outcome<never> {
  const refusal = {
    ...{ code, sentence },
    ...(fields.length === 0 ? {} : { fields }),
    ...(right === undefined ? {} : { right }),
    ...(Object.keys(told).length === 0 ? {} : { told }),
  };
  return { kind: 'refused', refusal };
}

/** The permission to sell at another price than the product's. */
const OTHER_PRICE: Right = 'ChangePrice';

/** A refusal in the language of the page. */
export function refusalSentence({ sentence, right, told = {} }: Refusal): string {
  return (right === OTHER_PRICE ? ownWords()?.priceChanged() : undefined) ?? refusedSentence(told, sentence);
}

/** The outcome of a call that failed with this error. */
export function outcomeOf(error: unknown): Outcome<never> {
  // The connection broke before or after the change was made: only sending it again brings the outcome.
  if (!(error instanceof ApiError)) return { kind: 'later' };
  const { status, code, description, reason, fields, right, retryAfter, replayed } = error;
  if (status === 401) return { kind: 'signin' };
  // An answer that is told again is the last one: waiting changes nothing.
  const isBusy =
    status === 409 && !replayed && (code === 'idempotency_key_in_use' || retryAfter !== undefined);
  if (isBusy || status === 408 || status === 425 || status === 429 || status > 500) {
    return { kind: 'later', ...(retryAfter === undefined ? {} : { afterMs: retryAfter * 1000 }) };
  }
  const named = fields.map(({ field }) => field);
  const told: Refused = {
    ...(reason === undefined ? {} : { reason }),
    ...(fields.length === 0 ? {} : { fields }),
  };
  // Without a code it was not the service that answered, but something on the way to it.
  return refused(
    code === '' ? `http_${status}` : code,
    description === '' ? t('The service answered {status}.', { status: String(status) }) : description,
    { fields: named, right, told },
  );
}
