import type { Parameter as Declared } from '../edge/query.ts';
import { EXPORT_FILES } from '../imports/export.ts';
import { REPORTS } from '../reports/by.ts';
import { endingWords, type Schema, text, uri, whole, words } from '../shape/schema.ts';

/** A parameter as the description writes it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: boolean;
}

const idText: Schema = { type: 'string', pattern: '^[1-9][0-9]{0,18}$' };

/** Every parameter of a path. Ids that are not listed here are described by their names. */
const PATH: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>> = {
  company_id: {
    description: 'The company; `me` is the one of the token.',
    schema: { type: 'string', pattern: '^(me|[1-9][0-9]{0,18})$', default: 'me' },
  },
  saleid: {
    description: 'The 8 characters on the receipt, in capitals or not.',
    schema: { type: 'string', pattern: '^[0-9A-Za-z]{8}$' },
  },
  number: {
    description: "The part's number within the order: 1, 2, 3…",
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,18}$' },
  },
  by: { description: 'By what.', schema: words(Object.keys(REPORTS)) },
  file: { description: 'Which of the files.', schema: words(EXPORT_FILES) },
  group: { description: "The orders' group_id.", schema: { type: 'string', minLength: 1 } },
};

/** A parameter of a path by its name. */
export function pathParameter(name: string): Parameter {
  const known = PATH[name];
  const what = name.replace(/_id$/, '').replaceAll('_', ' ');
  const { description, schema } = known ?? { description: `The id of the ${what}.`, schema: idText };
  return { name, in: 'path', required: true, description, schema };
}

/** A parameter of queries as its route declares it. */
export function queryParameter(name: string, { words, schema, deprecated }: Declared<unknown>): Parameter {
  const commas = schema.type === 'array' ? { style: 'form' as const, explode: false } : {};
  return { name, in: 'query', ...endingWords(words, deprecated), schema, ...commas };
}

/** Headers that requests may carry. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own for this change. Sent again with it within 24 hours, the first answer comes once more and ' +
      'nothing happens twice.',
    schema: { type: 'string', pattern: '^[a-zA-Z0-9-]{1,255}$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The ETag of the state you know: 412 when somebody was faster.',
    schema: text(),
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what you have: 304 when nothing has changed.',
    schema: text(),
  },
  Approval: {
    name: 'X-Approval',
    in: 'header',
    description: 'Approvals, by their ids, separated by commas: a missing permission is let pass once.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,17}(?:, ?[1-9][0-9]{0,17}){0,19}$' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict`: parameters and fields that would be ignored are refused instead, by 400 naming each.',
    schema: text(),
  },
  ConsistencyToken: {
    name: 'Consistency-Token',
    in: 'header',
    description:
      'The state that the answer has to show: the token of the answer to your change, or `latest` for everything that was answered before. ' +
      'Ignored where the service has no replicas.',
    schema: text(),
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The number of the last event you have: the stream goes on after it.',
    schema: text(),
  },
} as const satisfies Readonly<Record<string, Parameter>>;

/** Headers of answers, by their names. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': {
    description: 'The name of this request in the logs; your own when you sent one.',
    schema: text(),
  },
  'X-Service-Version': {
    description: 'The version of the API that answers, as a date: the same as that of this description.',
    schema: { type: 'string', format: 'date' },
  },
  Deprecation: {
    description:
      'Since when there is something better than what was called: `@` and Unix seconds (RFC 9745).',
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  Sunset: { description: 'From when on what was called may be gone (RFC 8594).', schema: text() },
  Link: { description: 'Where the description says what to call instead.', schema: text() },
  'X-RateLimit-Limit': { description: 'Requests a minute.', schema: whole() },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: whole() },
  'X-RateLimit-Reset': { description: 'When the minute ends, in Unix seconds.', schema: whole() },
  'RateLimit-Policy': {
    description:
      'The quotas of the company for a day, where it has some: `"requests-per-day";q=100000;w=86400`.',
    schema: text(),
  },
  RateLimit: {
    description: 'The rest of each, and for how many seconds: `"requests-per-day";r=99000;t=3600`.',
    schema: text(),
  },
  ETag: { description: 'Names this state of the record.', schema: text() },
  Location: { description: 'The address of the record.', schema: uri() },
  'X-Next-Page': {
    description: 'The address of the next page, to be used as it is; absent on the last page.',
    schema: uri(),
  },
  'X-Total-Count': {
    description:
      'With `count=true`: how many records the list has, exactly up to 10000; a plus sign behind it says that there may be more.',
    schema: text(),
  },
  'X-Ignored-Parameters': {
    description: 'The parameters of the query that mean nothing to this call.',
    schema: text(),
  },
  'X-Ignored-Headers': {
    description: 'Idempotency-Key where the call takes none: sent again, it is done again.',
    schema: text(),
  },
  'X-Ignored-Fields': { description: 'The fields of the body that were not taken.', schema: text() },
  'Preference-Applied': {
    description: 'handling=strict where that was preferred.',
    schema: text(),
  },
  'Consistency-Token': {
    description:
      'Where the service has replicas: names what a later read has to show; of two tokens the later one is the greater text.',
    schema: { type: 'string', pattern: '^[0-9A-F]{16}$' },
  },
  'Idempotent-Replayed': {
    description: 'true when this is the answer of an earlier request with the same key.',
    schema: words(['true']),
  },
  'X-Dry-Run': {
    description: 'true where the call was only tried: unless it is refused, the body is a `DryRun`.',
    schema: words(['true']),
  },
  'Retry-After': { description: 'When to try again, in seconds.', schema: whole() },
  'WWW-Authenticate': { description: 'How to show who you are.', schema: text() },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;

/** The name of a header of answers. */
export type ResponseHeader = keyof typeof RESPONSE_HEADERS;
