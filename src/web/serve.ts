// The screens over HTTP: their pages, with a policy that lets nothing in but our own files, and the built files.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesNone } from '../edge/etag.ts';
import { html, seeOther, sendPage } from '../edge/html.ts';
import type { LoopScheduler } from '../edge/loop-scheduler.ts';
import { sendPacked } from '../edge/sending.ts';
import { notFound } from '../kernel/errors.ts';
import type { PeopleParts } from '../people/types.ts';
import { pathHere, Visit } from '../people/visit.ts';
import { type Asset, type ScreenName, WebFiles } from './files.ts';
import { ReleasedFiles } from './released.ts';

/** The dependencies of the screens' pages. */
interface WebParts extends PeopleParts {
  /** Where `npm run build` left them. */
  readonly webFolder: string;
  readonly turns: LoopScheduler;
  /** Receives what goes wrong beside the answers. */
  readonly warn: (error: unknown, sentence: string) => void;
}

/** Bytes of chance in a nonce. */
const NONCE_BYTES = 16;
/** Hashed names never mean anything else, in seconds: a year. */
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Paths of other parts than the back office, for every caller: a page that does not exist there stays a 404 of the
 * part it belongs to.
 */
const NOT_OFFICE = /^\/(?:v1|oauth|images|assets|session|docs|\.well-known)(?:\/|$)|\.[a-z0-9]{1,5}$/i;

/**
 * The content security policy of a page: our own files, pictures from anywhere, and styles under this answer's nonce.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src-elem 'self' 'nonce-${nonce}'`,
    // Widths and places that a component computes; no rule of a style sheet can be smuggled in by these.
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Answers a request without a route when it is for a page of the back office; undefined otherwise. */
export type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;

/** Adds the pages of the screens and their files; answers the handler of paths without a route. */
export function addWeb(app: FastifyInstance, parts: WebParts): Fallback {
  // Read at the first request for a screen: the start of the service does not wait for it, and a later build is found.
  let files: WebFiles | undefined;
  const released = new ReleasedFiles(parts);
  const built = (): WebFiles | undefined => {
    files ??= WebFiles.read(parts.webFolder);
    return files;
  };

  const page = async (
    entry: ScreenName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    const found = built();
    if (found === undefined) return sendUnbuilt(reply, parts);
    if (entry === 'office') {
      const visit = await Visit.of(parts, request);
      if (visit.signedIn === undefined) {
        const next = encodeURIComponent(request.originalUrl);
        return seeOther(reply, pathHere(parts, `/signin?next=${next}`));
      }
    }
    await released.keep(found);
    const nonce = parts.random.bytes(NONCE_BYTES).toString('base64');
    return reply
      .header('content-security-policy', policy(nonce))
      .header('x-frame-options', 'DENY')
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', 'camera=(), geolocation=(), microphone=()')
      .header('cache-control', 'no-store')
      .header('content-type', 'text/html; charset=utf-8')
      .send(found.page(entry, pathHere(parts, ''), nonce));
  };

  app.get('/', (request, reply) => page('office', request, reply));
  for (const entry of ['register', 'kitchen'] as const) {
    app.get(`/${entry}`, (request, reply) => page(entry, request, reply));
    app.get(`/${entry}/*`, (request, reply) => page(entry, request, reply));
  }
  app.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    const asset = built()?.asset(name) ?? (await released.find(name));
    if (asset === undefined) throw notFound();
    // The service workers of the register and the kitchen keep their pages, which lie beside the files.
    reply.header('service-worker-allowed', pathHere(parts, '/'));
    return sendAsset(request, reply, asset, parts.turns);
  });

  return (request, reply) => {
    const [path = '/'] = request.originalUrl.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const wantsPage = request.headers.accept?.includes('text/html') === true;
    if (!isRead || !wantsPage || NOT_OFFICE.test(path)) return undefined;
    return page('office', request, reply);
  };
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  turns: LoopScheduler,
): FastifyReply {
  const { headers } = request;
  reply
    .header('cache-control', FOREVER)
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin');
  if (matchesNone(headers['if-none-match'], asset.etag)) return reply.code(304).send();
  return sendPacked(request, reply.header('content-type', asset.type), asset, turns);
}

/** The API works without its screens; a request for one gets the instruction to build them. */
function sendUnbuilt(reply: FastifyReply, parts: PeopleParts): FastifyReply {
  return sendPage(reply, {
    status: 503,
    title: 'The screens have not been built',
    body: html`<p>The API works. To have the back office, register and kitchen screens as well, run
<b>npm run build</b> in the folder of Passbell and start it again.</p>
<p><a href="${pathHere(parts, '/account')}">Your account</a></p>`,
  });
}
