// GET /openapi.json: the description. GET /docs: its pages, on which the API can be tried; everything they need is
// served from here.

import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Addresses, baseUrl } from '../edge/answer.ts';
import { encode, encodingFor, type Packed, pack } from '../edge/encoding.ts';
import { etagOf, matchesNone } from '../edge/etag.ts';
import type { ResponseBudget } from '../edge/response-budget.ts';
import type { Route } from '../edge/route.ts';
import { sendPacked } from '../edge/sending.ts';
import { API_VERSION } from '../edge/version.ts';
import { notFound } from '../kernel/errors.ts';
import type { Description } from './reading.ts';

/** Stands for the address of the service until it is known who asks. */
const ADDRESS = 'https://address.invalid';
const JSON_TYPE = 'application/json; charset=utf-8';

const OWN = new URL('./viewer/', import.meta.url);
const FONT = '@fontsource-variable/noto-sans/files/noto-sans-latin-wght-normal.woff2';

/** The files of the pages, by their names below /docs. */
const FILES: Readonly<Record<string, { readonly type: string; readonly at: () => URL }>> = {
  'docs.js': { type: 'text/javascript; charset=utf-8', at: () => new URL('docs.js', OWN) },
  'docs.css': { type: 'text/css; charset=utf-8', at: () => new URL('docs.css', OWN) },
  'bell.svg': { type: 'image/svg+xml', at: () => new URL('bell.svg', OWN) },
  'noto-sans.woff2': { type: 'font/woff2', at: () => new URL(import.meta.resolve(FONT)) },
};

/** The content policy of a page: it loads files of this service alone, and its script calls no other. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A served file, made once. */
interface Served extends Packed {
  readonly type: string;
  readonly etag: string;
}

async function served(type: string, content: string | Buffer): Promise<Served> {
  // A font is packed already.
  const packed = type.startsWith('font/')
    ? { plain: Buffer.from(content), br: undefined, gzip: undefined }
    : await pack(content);
  return { ...packed, type, etag: etagOf(content) };
}

/**
 * The same for one answer: any name may stand in a Host, and packing as well as can be takes a second of a processor (reference:
 * operations.33).
 */
async function servedOnce(type: string, content: string, { headers }: FastifyRequest): Promise<Served> {
  const plain = Buffer.from(content);
  const none = { plain, br: undefined, gzip: undefined, type, etag: etagOf(content) };
  const encoding = encodingFor(headers['accept-encoding']);
  return encoding === undefined ? none : { ...none, [encoding]: await encode(plain, encoding) };
}

/** Adds the description and its pages; neither needs a token. */
export function addDescription(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: Pick<Addresses, 'baseUrl' | 'fallbackUrl'> & { readonly flight: ResponseBudget },
): void {
  const { flight } = parts;
  let description: Promise<string> | undefined;
  const text = (): Promise<string> => {
    description ??= describe(routes);
    return description;
  };
  let own: Promise<Served> | undefined;

  // The edge takes `.json` off every path.
  app.get('/openapi', async (request, reply) => {
    const base = baseUrl(parts, request);
    const here = parts.baseUrl ?? parts.fallbackUrl();
    const words = await text();
    if (base === here) {
      own ??= served(JSON_TYPE, words.replaceAll(ADDRESS, here));
      return send(request, reply, await own);
    }
    return send(request, reply, await servedOnce(JSON_TYPE, words.replaceAll(ADDRESS, base), request));
  });

  const send = (request: FastifyRequest, reply: FastifyReply, found: Served): FastifyReply => {
    reply.header('cache-control', 'no-cache').header('etag', found.etag);
    if (matchesNone(request.headers['if-none-match'], found.etag)) return reply.code(304).send();
    return sendPacked(request, reply.header('content-type', found.type), found, flight.turns);
  };

  let pages: Promise<ReadonlyMap<string, string>> | undefined;
  const made = new Map<string, Promise<Served>>();
  const find = async (name: string): Promise<Served> => {
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (file !== undefined) return served(file.type, await readFile(file.at()));
    pages ??= renderPages(await text(), parts.baseUrl ?? parts.fallbackUrl());
    const page = (await pages).get(name);
    if (page === undefined) throw notFound();
    return served('text/html; charset=utf-8', page);
  };
  const sendPage = async (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    let finding = made.get(name);
    if (finding === undefined) {
      finding = find(name);
      // What there is not is not kept: anything may be asked for.
      made.set(name, finding);
      finding.catch(() => made.delete(name));
    }
    const found = await finding;
    reply
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin');
    return send(request, reply, found);
  };
  for (const path of ['/docs', '/docs/']) app.get(path, (request, reply) => sendPage('', request, reply));
  app.get<{ Params: { name: string } }>('/docs/:name', (request, reply) =>
    sendPage(request.params.name, request, reply),
  );
}

/** The pages of the description, which name the service by its own address. */
async function renderPages(words: string, address: string): Promise<ReadonlyMap<string, string>> {
  const { pagesOf } = await import('./pages.ts');
  const pages = pagesOf(JSON.parse(words) as Description, ADDRESS);
  const { pathname } = new URL(address);
  const below = pathname.replace(/\/$/, '');
  return new Map(
    [...pages].map(([name, page]) => [
      name,
      page.replaceAll(ADDRESS, address).replaceAll(/"\/(?=docs|openapi\.json)/g, `"${below}/`),
    ]),
  );
}

/** The description, as text. It is made when it is first asked for: a start does not wait for it. */
async function describe(routes: readonly Route[]): Promise<string> {
  const [{ describeApi }, { readExamples }] = await Promise.all([
    import('./document.ts'),
    import('./examples.ts'),
  ]);
  return JSON.stringify(
    describeApi({ routes, examples: readExamples(), version: API_VERSION, baseUrl: ADDRESS }),
  );
}
