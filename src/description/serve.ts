// GET /openapi.json: the description. GET /docs: a viewer over it, with which the API can be tried; everything it
// needs is served from here.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Addresses, baseUrl, sendReply } from '../edge/answer.ts';
import { etagOf, matchesNone } from '../edge/etag.ts';
import type { ResponseBudget } from '../edge/response-budget.ts';
import type { Route } from '../edge/route.ts';
import { reservationFor, sendParts } from '../edge/sending.ts';
import { notFound } from '../kernel/errors.ts';

/** The version of the described API: that of its paths. */
export const API_VERSION = '1';

/** Stands for the address of the service until it is known who asks. */
const ADDRESS = 'https://address.invalid';

const OWN = new URL('./viewer/', import.meta.url);
const PACKAGE = 'swagger-ui-dist';

/** The viewer's files, by their names below /docs. */
const FILES: Readonly<
  Record<string, { readonly type: string; readonly own?: string; readonly theirs?: string }>
> = {
  '': { type: 'text/html; charset=utf-8', own: 'index.html' },
  'viewer.js': { type: 'text/javascript; charset=utf-8', own: 'viewer.js' },
  'swagger-ui.css': { type: 'text/css; charset=utf-8', theirs: 'swagger-ui.css' },
  'swagger-ui-bundle.js': { type: 'text/javascript; charset=utf-8', theirs: 'swagger-ui-bundle.js' },
  'favicon.png': { type: 'image/png', theirs: 'favicon-32x32.png' },
};

/**
 * What the page may load: what lies here. The viewer sets styles of elements, and draws its icons from addresses
 * that hold the picture themselves.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** A file that is served, read once. */
interface Served {
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Adds the description and its viewer; neither needs a token. */
export function addDescription(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: Pick<Addresses, 'baseUrl' | 'fallbackUrl'> & { readonly flight: ResponseBudget },
): void {
  const { flight } = parts;
  let text: Promise<string> | undefined;
  const files = new Map<string, Promise<Served>>();

  // The edge takes `.json` off every path.
  app.get('/openapi', async (request, reply) => {
    text ??= describe(routes);
    // Another site's documentation may show it; there is nothing in it that is not public.
    reply.header('access-control-allow-origin', '*');
    const body = (await text).replaceAll(ADDRESS, baseUrl(parts, request));
    const etag = etagOf(body);
    reply.header('etag', etag).header('cache-control', 'no-cache');
    if (matchesNone(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const bytes = Buffer.from(body);
    reservationFor(flight, 'everybody', true, reply.raw).reserve(bytes.length);
    return sendReply(flight.turns, request, reply, [bytes]);
  });

  const send = async (name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (!Object.hasOwn(FILES, name)) throw notFound();
    let reading = files.get(name);
    if (reading === undefined) {
      reading = read(name);
      files.set(name, reading);
    }
    const { type, bytes, etag } = await reading;
    reply
      .header('content-security-policy', POLICY)
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cache-control', 'no-cache')
      .header('etag', etag);
    if (matchesNone(request.headers['if-none-match'], etag)) return reply.code(304).send();
    // All who read it share its bytes: nothing is held for one of them but a piece.
    return sendParts(request, reply.header('content-type', type), [bytes], flight.turns);
  };
  for (const path of ['/docs', '/docs/']) app.get(path, (request, reply) => send('', request, reply));
  app.get<{ Params: { file: string } }>('/docs/:file', (request, reply) =>
    send(request.params.file, request, reply),
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

async function read(name: string): Promise<Served> {
  const file = FILES[name];
  if (file === undefined) throw new Error(`The viewer has no file ${name}.`);
  const theirs = () => dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
  const bytes = await readFile(
    file.own === undefined ? join(theirs(), file.theirs ?? '') : new URL(file.own, OWN),
  );
  return { type: file.type, bytes, etag: etagOf(bytes) };
}
