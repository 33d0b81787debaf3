import { jsonInteger } from './exact.ts';
import type { Id } from './id.ts';
import { type Reason, type ReasonCodes, reasonOf } from './reasons.ts';
import { ENGLISH, type Sentence, sentence, type Telling, type Words } from './words.ts';

/** Every error code of the API with its HTTP status (reference: conventions.32). The one table of codes. */
export const ERROR_STATUS = {
  invalid_request: 400,
  out_of_stock: 400,
  invalid_idempotency_key: 400,
  already_checked_in: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  unauthorized_client: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  access_denied: 403,
  reauthentication_required: 403,
  second_factor_required: 403,
  row_quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  gone: 410,
  idempotency_key_in_use: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  not_carried_out: 424,
  rate_limit_exceeded: 429,
  daily_quota_exceeded: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

/** One of the API's error codes. */
export type ErrorCode = keyof typeof ERROR_STATUS;

const NO_CODES: ReasonCodes = new Map();

/** One field that is wrong, named as the client wrote it: `lines[0].product_id`. */
export interface WrongField {
  readonly field: string;
  readonly sentence: Telling;
}

/** The same, as an answer shows it. */
interface FieldError extends Partial<Reason> {
  readonly field: string;
  readonly error_description: string;
}

/** The body of a refusal. */
interface ErrorBody extends Partial<Reason> {
  readonly error: ErrorCode;
  readonly error_description: string;
  readonly errors?: readonly FieldError[];
}

/** A refusal that is answered to the client. Nothing of the request is saved when one is thrown. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly wrong: readonly WrongField[];
  readonly headers: Readonly<Record<string, string>>;
  readonly description: Telling;
  readonly #extra: Readonly<Record<string, Telling | Id>>;

  /** `description` is a sentence wherever people read it; text that only developers see is said as it is. */
  constructor(
    code: ErrorCode,
    description: Telling,
    more: {
      fields?: readonly WrongField[];
      headers?: Readonly<Record<string, string>>;
      /** Further fields of the body; a bigint is an id and stays a number. */
      extra?: Readonly<Record<string, Telling | Id>>;
    } = {},
  ) {
    super(ENGLISH.tell(description));
    this.name = 'ApiError';
    this.code = code;
    this.wrong = more.fields ?? [];
    this.headers = more.headers ?? {};
    this.description = description;
    this.#extra = more.extra ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The fields that are wrong, in English. */
  get fields(): readonly FieldError[] {
    return this.toBody().errors ?? [];
  }

  /**
   * The answer's body: OAuth 2.0 style pairs (reference: conventions.31), in the language of the words, each sentence with
   * its code and values where there is one (conventions.59).
   */
  toBody(words: Words = ENGLISH, codes: ReasonCodes = NO_CODES): ErrorBody {
    const extra = Object.entries(this.#extra).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? jsonInteger(value) : words.tell(value),
    ]);
    const errors = this.wrong.map(({ field, sentence: each }) => ({
      field,
      error_description: words.tell(each),
      ...reasonOf(each, codes, words),
    }));
    return {
      error: this.code,
      error_description: words.tell(this.description),
      ...reasonOf(this.description, codes, words),
      ...Object.fromEntries(extra),
      ...(errors.length > 0 ? { errors } : {}),
    };
  }
}

/** How many wrong fields a description of all of them names. */
export const MOST_NAMED = 5;

/** The sentences of wrong fields, as far as they are named. */
function describing(fields: readonly WrongField[]): Telling {
  const shown = fields
    .slice(0, MOST_NAMED)
    .map(({ field, sentence: each }): Telling => (field === '' ? each : [`${field}:`, each]));
  if (fields.length > MOST_NAMED)
    shown.push(sentence('and {count} more', { count: fields.length - MOST_NAMED }));
  return shown;
}

/** 400 naming the fields that are wrong; the description joins their sentences. */
export function invalidFields(fields: readonly WrongField[]): ApiError {
  return new ApiError('invalid_request', describing(fields), { fields });
}

/** 400 for one field. */
export function invalid(field: string, why: Sentence): ApiError {
  return invalidFields([{ field, sentence: why }]);
}

/** How many wrong fields an answer names at most (reference: limits.2). */
export const MOST_WRONG = 100;

/** 400 for records that a body names and that are not there: as many as an answer names. */
export class UnknownRecords extends ApiError {
  constructor(fields: readonly WrongField[]) {
    const named = fields.slice(0, MOST_WRONG);
    super('invalid_request', describing(named), { fields: named });
  }
}

/** 400 for one of them. */
export function unknownRecord(field: string, id: Id | undefined): UnknownRecords {
  return new UnknownRecords([{ field, sentence: sentence('{id} does not exist.', { id }) }]);
}

/** 400 naming all of the ids that a list in a body has and that are not there. */
export function requireKnown(
  ids: readonly Id[],
  isKnown: (id: Id) => boolean,
  field: (at: number) => string,
): void {
  const unknown = ids.flatMap((id, at) => (isKnown(id) ? [] : unknownRecord(field(at), id).wrong));
  if (unknown.length > 0) throw new UnknownRecords(unknown);
}

/** 404; the same for records that do not exist and those of another company (reference: conventions.13). */
export function notFound(): ApiError {
  return new ApiError(
    'not_found',
    sentence('There is no such resource here. Check the path and the ids in it.'),
  );
}

/** 409 with a sentence that names the conflict. */
export function conflict(why: Sentence): ApiError {
  return new ApiError('conflict', why);
}
