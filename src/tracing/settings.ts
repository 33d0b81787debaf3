// Where traces go, in the settings that OpenTelemetry has for it (reference: operations.24).

import { withoutEnd } from '../kernel/text.ts';

/** Where traces go, and which. */
export interface TracingSettings {
  /** The receiver's address for traces. */
  readonly url: string;
  /** Headers that it wants, such as a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of requests that are traced, 0 to 1; for a request that comes with a trace, its caller has decided. */
  readonly share: number;
}

/** Most headers. */
const MAX_HEADERS = 20;

/** The address for traces at an endpoint; undefined where it is none. */
export function parseEndpoint(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  return `${withoutEnd(url.href, '/')}/v1/traces`;
}

/** `name=value` pairs, separated by commas, with signs written as in addresses; undefined for anything else. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((each) => /^\s*([\w!#$%&'*+.^`|~-]{1,200})\s*=(.*)$/s.exec(each));
  if (pairs.length > MAX_HEADERS) return undefined;
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = pair ?? [];
    if (name === undefined || value === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(value.trim());
    } catch {
      return undefined;
    }
  }
  return headers;
}

/** A number from 0 to 1; undefined for anything else. */
export function parseShare(text: string): number | undefined {
  return /^(?:0?\.\d{1,9}|[01](?:\.0{1,9})?|0\.\d{1,9})$/.test(text) ? Number(text) : undefined;
}
