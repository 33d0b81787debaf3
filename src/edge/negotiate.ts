import { ApiError } from '../kernel/errors.ts';
import { sentence } from '../kernel/words.ts';

/** The q among the parameters of a range: from 0 to 1, which it is where there is none. */
export function weight(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => /^q\s*=/.test(parameter));
  const value = q === undefined ? 1 : Number(q.replace(/^q\s*=\s*/, ''));
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
}

/** How much a list of media ranges wants a type: 0 refuses it, 1 is the most. */
export function quality(accept: string, type: string): number {
  const [main] = type.split('/');
  let best = { precision: -1, q: 0 };
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const precision =
      range === type ? 2 : range === `${main}/*` ? 1 : range === '*/*' || range === '*' ? 0 : -1;
    if (precision < 0 || precision < best.precision) continue;
    const usable = weight(parameters);
    if (precision > best.precision || usable > best.q) best = { precision, q: usable };
  }
  return best.q;
}

/** The media types of answers; errors are always JSON. */
export type MediaType =
  | 'application/json'
  | 'application/x-ndjson'
  | 'application/pdf'
  | 'application/xml'
  | 'text/csv'
  | 'text/event-stream';

/** The extensions that a path can end with instead of an Accept header. */
export type Extension = 'json' | 'jsonl' | 'pdf' | 'xml' | 'csv';

/** A stream has no extension. */
const EXTENSIONS: Readonly<Record<MediaType, Extension | undefined>> = {
  'application/json': 'json',
  'application/x-ndjson': 'jsonl',
  'application/pdf': 'pdf',
  'application/xml': 'xml',
  'text/csv': 'csv',
  'text/event-stream': undefined,
};

/** 406 unless the answer is wanted: by the extension, else by Accept (reference: conventions.4, conventions.5). */
export function requireFormat(
  type: MediaType,
  extension: Extension | undefined,
  accept: string | undefined,
): void {
  if (accept === type && extension === undefined) return;
  const own = EXTENSIONS[type];
  if (extension !== undefined && extension === own) return;
  if (extension === undefined && (accept === undefined || accept.trim() === '')) {
    throw new ApiError(
      'not_acceptable',
      own === undefined
        ? sentence('Say which format you want: send the header Accept: {type}.', { type })
        : sentence('Say which format you want: end the path with .{own} or send the header Accept: {type}.', {
            own,
            type,
          }),
    );
  }
  if (extension !== undefined || quality(accept ?? '', type) === 0) {
    throw new ApiError(
      'not_acceptable',
      own === undefined
        ? sentence('This resource is {type} only: let Accept say so.', { type })
        : sentence('This resource is {type} only: let the extension or Accept say so.', { type }),
    );
  }
}

/** The charset among the parameters of a media type, without quotes, in lower case. */
function charsetOf(parameters: readonly string[]): string | undefined {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=');
    if (name.trim().toLowerCase() === 'charset') return value.replaceAll('"', '').trim().toLowerCase();
  }
  return undefined;
}

/** 400 unless the body is announced as JSON, in UTF-8 where it says so (reference: conventions.7). */
export function requireJsonBody(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = (contentType ?? '').split(';');
  if (type.trim().toLowerCase() !== 'application/json') {
    throw new ApiError(
      'invalid_request',
      sentence('Send the header Content-Type: application/json with POST, PUT and PATCH.'),
    );
  }
  const charset = charsetOf(parameters);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') {
    throw new ApiError(
      'invalid_request',
      sentence('Bodies are UTF-8: leave charset={charset} out of Content-Type, or send charset=utf-8.', {
        charset,
      }),
    );
  }
}

/**
 * True when a Prefer header asks that nothing sent is passed over in silence: `handling=strict` (RFC 7240; reference:
 * conventions.27). The first `handling` of several counts.
 */
export function wantsStrict(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined) return false;
  for (const preference of String(prefer).split(',')) {
    const [name = '', value = ''] = (preference.split(';')[0] ?? '').split('=');
    if (name.trim().toLowerCase() !== 'handling') continue;
    return (
      value
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase() === 'strict'
    );
  }
  return false;
}

/** The header of an answer to a request in which nothing was ignored. */
export const STRICTLY = { 'preference-applied': 'handling=strict' } as const;
