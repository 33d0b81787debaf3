/** A value of a sentence: text, a sentence within it, or several of these. */
export type ReasonParam = string | Reason | readonly ReasonParam[];

/** What a sentence says, in every language: its code, such as `is_required`, and the values that stand in it. */
export interface Reason {
  readonly reason: string;
  readonly params?: Readonly<Record<string, ReasonParam>>;
}

/** A field that the service refused. */
export interface FieldError extends Partial<Reason> {
  /** As you sent it: `lines[0].product_id`. */
  readonly field: string;
  readonly error_description: string;
}

/** Headers, looked up by name without regard to case. */
export interface HeaderReader {
  get(name: string): string | null;
}

/** What this client throws. */
export class PassbellError extends Error {
  override name = 'PassbellError';
}

/** The service refused a call, or could not answer it. */
export class ApiError extends PassbellError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The code, such as `out_of_stock`; empty when something else than the service answered. */
  readonly code: string;
  /** What the service says about it. */
  readonly description: string;
  /** The code of what it says and its values; undefined where it has none. */
  readonly reason: Reason | undefined;
  /** The fields of the body that are wrong. */
  readonly fields: readonly FieldError[];
  /** The permission that is missing, where the service names one; an approval of it lets the call pass. */
  readonly right: string | undefined;
  /** The name of the request in the service's logs. */
  readonly requestId: string | undefined;
  /** When to come back, in seconds, if the service said so. */
  readonly retryAfter: number | undefined;
  /** True for the stored answer of an earlier call with the same key. */
  readonly replayed: boolean;
  /** Why the call would have been sent again, when there was no more patience for it. */
  readonly gaveUp: string | undefined;

  constructor(call: string, status: number, body: unknown, headers: HeaderReader, gaveUp?: string) {
    const answer = (body ?? {}) as Record<string, unknown>;
    const { error, error_description: description, errors, right } = answer;
    const code = typeof error === 'string' ? error : '';
    const told = typeof description === 'string' ? description : '';
    super(`${call} was answered ${[status, code].join(' ').trim()}.${told === '' ? '' : ` ${told}`}`);
    this.status = status;
    this.code = code;
    this.description = told;
    this.reason = readReason(answer);
    this.fields = Array.isArray(errors) ? (errors as FieldError[]) : [];
    this.right = typeof right === 'string' ? right : undefined;
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.retryAfter = readRetryAfter(headers);
    this.replayed = headers.get('idempotent-replayed') === 'true';
    this.gaveUp = gaveUp;
  }

  /** Whether the same call may be accepted later. */
  get isPassing(): boolean {
    const { status, retryAfter } = this;
    return status === 408 || status === 429 || status >= 500 || retryAfter !== undefined;
  }

  /** What is wrong with a field, by the name that the API gives it. */
  of(field: string): string | undefined {
    return this.fields.find((each) => each.field === field)?.error_description;
  }
}

function readReason({ reason, params }: Readonly<Record<string, unknown>>): Reason | undefined {
  if (typeof reason !== 'string') return undefined;
  return params === undefined ? { reason } : { reason, params: params as NonNullable<Reason['params']> };
}

/** The service could not be reached. The request may or may not have been carried out. */
export class ConnectionError extends PassbellError {
  override name = 'ConnectionError';
  /** What the runtime calls it, such as ECONNREFUSED. */
  readonly code: string | undefined;
  /** False for what trying again does not help, such as a certificate that is not trusted. */
  readonly isPassing: boolean;

  constructor(message: string, code: string | undefined, isPassing: boolean, cause: unknown) {
    super(message, { cause });
    this.code = code;
    this.isPassing = isPassing;
  }
}

/** A message that is not what the service sent. */
export class WebhookError extends PassbellError {
  override name = 'WebhookError';
}

/** Retry-After in seconds; the service writes whole ones. */
export function readRetryAfter(headers: HeaderReader): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
