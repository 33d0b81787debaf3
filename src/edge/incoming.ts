import type { IncomingHttpHeaders } from 'node:http';
import type { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from './address.ts';
import type { Extension } from './negotiate.ts';

/** A request as Node has it, with the extension that was taken off its path. */
export interface RawRequest {
  url?: string | undefined;
  passbellExtension?: Extension;
}

/** A request as it is carried out, whichever way it came. */
export interface Incoming {
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly originalUrl: string;
  /** The same as the routes have them: without the extension and a last slash. */
  readonly url: string;
  readonly extension: Extension | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  /** Where it comes from. */
  readonly address: () => string;
}

/** A request that came by itself. */
export function incomingOf({ trusted }: { readonly trusted: BlockList }, request: FastifyRequest): Incoming {
  const { method, originalUrl, url, headers, body } = request;
  const params = paramsOf(request);
  const extension = extensionOf(request);
  const address = () => clientAddress(trusted, request);
  return { method, originalUrl, url, extension, headers, params, body, address };
}

/** The values of the path parameters. */
export function paramsOf(request: FastifyRequest): Incoming['params'] {
  return request.params as Record<string, string | undefined>;
}

/** The extension that the request's path ended with. */
export function extensionOf(request: FastifyRequest): Extension | undefined {
  return (request.raw as RawRequest).passbellExtension;
}

/** Extensions that are the last segment of a route's path. */
const ENDINGS = ['pdf', 'xml', 'csv', 'jsonl'] as const;

/** A path without the slash that it ends with; one that is nothing else or ends with several stays as it is. */
function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') && !path.endsWith('//') ? path.slice(0, -1) : path;
}

/**
 * Takes a last slash and `.json` off the path of an address, which wins over Accept, and makes `/pdf` of `.pdf`, `/xml`
 * of `.xml`, `/csv` of `.csv` and `/jsonl` of `.jsonl` (reference: conventions.4, conventions.6, conventions.54).
 */
export function splitExtension(address: string): Pick<Incoming, 'url' | 'extension'> {
  const end = address.indexOf('?');
  const path = withoutSlash(end < 0 ? address : address.slice(0, end));
  const query = end < 0 ? '' : address.slice(end);
  if (path.endsWith('.json') && !path.startsWith('/.well-known/')) {
    return { url: path.slice(0, -'.json'.length) + query, extension: 'json' };
  }
  for (const ending of ENDINGS) {
    if (!path.endsWith(`.${ending}`)) continue;
    return { url: `${path.slice(0, -ending.length - 1)}/${ending}${query}`, extension: ending };
  }
  return { url: path + query, extension: undefined };
}
