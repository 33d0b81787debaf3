import { readFileSync } from 'node:fs';
import { ApiError, notFound } from '../kernel/errors.ts';
import { after, type Param, type Reason, type ReasonCodes, reasonOf, tellParam } from '../kernel/reasons.ts';
import { type Catalogue, ENGLISH, sentence, type Telling, type Words } from '../kernel/words.ts';
import { CommitUnknown, KeyInUse, StorageUnavailable, UniqueViolation } from '../storage/port.ts';
import { inLanguage } from './languages.ts';

/** Largest body, in bytes (reference: limits.2). */
export const MAX_BODY = 1_048_576;

const TRY_AGAIN = { headers: { 'retry-after': '1' } };

/**
 * The API's error for anything thrown (reference: conventions.32); undefined for an unexpected error, which is a 500.
 */
export function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof StorageUnavailable) {
    return new ApiError(
      'temporarily_unavailable',
      after(error.message, sentence('Nothing was changed; try again shortly.')),
      TRY_AGAIN,
    );
  }
  if (error instanceof CommitUnknown) {
    return new ApiError(
      'temporarily_unavailable',
      sentence(
        'The database was lost while saving: the change may or may not have been made. ' +
          'Send it again with the same Idempotency-Key, or look first.',
      ),
      TRY_AGAIN,
    );
  }
  if (error instanceof KeyInUse) {
    return new ApiError(
      'idempotency_key_in_use',
      sentence(
        'Conflict Idempotency-Key Header: a request with this key is still being processed. ' +
          'Try again in a second.',
      ),
      TRY_AGAIN,
    );
  }
  if (error instanceof UniqueViolation) {
    return new ApiError(
      'conflict',
      sentence('Another request saved the same thing just now. Read it and try again.'),
    );
  }
  switch (error instanceof Error && 'statusCode' in error ? error.statusCode : undefined) {
    case 413:
      return new ApiError(
        'payload_too_large',
        sentence('A body may have at most {max} bytes.', { max: MAX_BODY }),
      );
    case 400:
      return new ApiError('invalid_request', sentence('The request is malformed.'));
    case 415:
      return new ApiError('invalid_request', sentence('The Content-Type is none that this path takes.'));
    case 404:
    case 414:
      return notFound();
    default:
      return undefined;
  }
}

/** The client's error for an unexpected failure; the cause is in the log alone. */
export function serverError(): ApiError {
  return new ApiError('server_error', sentence('Passbell failed to handle the request.'));
}

/** The service's sentences by their codes (locales/reasons.json, `npm run words`), and the other way round. */
const TEXTS = readTexts();
const CODES: ReasonCodes = new Map(Object.entries(TEXTS).map(([code, text]) => [text, code]));

/** The code and the values of a sentence, for answers that are no refusals (reference: conventions.59). */
export function reasonBeside(telling: Telling, words: Words): Reason | undefined {
  return reasonOf(telling, CODES, words);
}

/**
 * A sentence that was kept by code and values, in the language of its reader. A code that another version of Passbell has
 * kept, and this one does not know, is shown as the words that it is made of.
 */
export function sayReason(said: Param, words: Words): string {
  const text = tellParam(said, TEXTS, words);
  if (text !== undefined) return text;
  if (typeof said === 'string') return said;
  return 'reason' in said
    ? said.reason.replaceAll('_', ' ')
    : said.map((each) => sayReason(each, words)).join(' ');
}

function readTexts(): Catalogue {
  const file = new URL('../../locales/reasons.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue;
}

/** A refusal as it is answered. */
export interface RefusalReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A refusal in the caller's language, as far as it is translated (reference: conventions.47). */
export function renderRefusal(refusal: ApiError, words: Words): RefusalReply {
  const { status, headers } = refusal;
  const body = JSON.stringify(refusal.toBody(words, CODES));
  if (words === ENGLISH || body === JSON.stringify(refusal.toBody(ENGLISH, CODES))) {
    return { status, headers, body };
  }
  return { status, headers: { ...headers, ...inLanguage(words.language) }, body };
}
