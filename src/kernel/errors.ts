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
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  idempotency_key_in_use: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const;

/** One of the API's error codes. */
export type ErrorCode = keyof typeof ERROR_STATUS;

/** One field that is wrong, named as the client wrote it: `lines[0].product_id`. */
export interface FieldError {
  readonly field: string;
  readonly error_description: string;
}

/** A refusal that is answered to the client. Nothing of the request is saved when one is thrown. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** Further fields of the body. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    description: string,
    more: {
      fields?: readonly FieldError[];
      headers?: Readonly<Record<string, string>>;
      extra?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(description);
    this.name = 'ApiError';
    this.code = code;
    this.fields = more.fields ?? [];
    this.headers = more.headers ?? {};
    this.extra = more.extra ?? {};
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The answer's body: OAuth 2.0 style pairs (reference: conventions.31). */
  toBody(): Record<string, unknown> {
    const body: Record<string, unknown> = {
      error: this.code,
      error_description: this.message,
      ...this.extra,
    };
    if (this.fields.length > 0) body.errors = this.fields;
    return body;
  }
}

/** 400 naming the fields that are wrong; the description joins their sentences. */
export function invalidFields(fields: readonly FieldError[]): ApiError {
  const shown = fields
    .slice(0, 5)
    .map((f) => (f.field === '' ? f.error_description : `${f.field}: ${f.error_description}`));
  if (fields.length > 5) shown.push(`and ${fields.length - 5} more`);
  return new ApiError('invalid_request', shown.join(' '), { fields });
}

/** 400 for one field. */
export function invalid(field: string, sentence: string): ApiError {
  return invalidFields([{ field, error_description: sentence }]);
}

/** 404; the same for records that do not exist and those of another company (reference: conventions.13). */
export function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such resource here. Check the path and the ids in it.');
}

/** 409 with a sentence that names the conflict. */
export function conflict(sentence: string): ApiError {
  return new ApiError('conflict', sentence);
}
