import { ApiError, notFound } from '../kernel/errors.ts';
import { CommitUnknown, StorageUnavailable, UniqueViolation } from '../storage/port.ts';

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
      `${error.message} Nothing was changed; try again shortly.`,
      TRY_AGAIN,
    );
  }
  if (error instanceof CommitUnknown) {
    return new ApiError(
      'temporarily_unavailable',
      'The database was lost while saving: the change may or may not have been made. ' +
        'Send it again with the same Idempotency-Key, or look first.',
      TRY_AGAIN,
    );
  }
  if (error instanceof UniqueViolation) {
    return new ApiError('conflict', 'Another request saved the same thing just now. Read it and try again.');
  }
  switch (error instanceof Error && 'statusCode' in error ? error.statusCode : undefined) {
    case 413:
      return new ApiError('payload_too_large', `A body may have at most ${MAX_BODY} bytes.`);
    case 400:
      return new ApiError('invalid_request', 'The request is malformed.');
    case 415:
      return new ApiError('invalid_request', 'The Content-Type is none that this path takes.');
    case 404:
    case 414:
      return notFound();
    default:
      return undefined;
  }
}

/** The client's error for an unexpected failure; the cause is in the log alone. */
export function serverError(): ApiError {
  return new ApiError('server_error', 'Passbell failed to handle the request.');
}
