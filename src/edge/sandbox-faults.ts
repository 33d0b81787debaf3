import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kernel/errors.ts';
import type { Ticker } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { isMeant, type RouteFault, takeFault } from '../outbox/faults.ts';
import { sendBody } from './answer.ts';
import { renderRefusal, toApiError } from './errors.ts';
import type { EdgeParts } from './parts.ts';
import { pathOf } from './path.ts';
import { logFailure, requestFacts } from './request-lines.ts';
import type { Route } from './route.ts';

// The faults that a sandbox plays to calls (reference: sandbox.3). A call of any other company finds none.

/** Below the company, the path where faults are set up: never hit, so that one can be taken away again. */
const OWN = 'sandbox';
/** PATCH is PUT, HEAD is GET, for faults as for routes. */
const SAME: Readonly<Record<string, string>> = { PATCH: 'PUT', HEAD: 'GET' };
/** The faults that a stream can have: it commits nothing that could be cut off or repeated. */
const OF_STREAMS = ['delay', 'error'];

/** True for a path below the company that fits the pattern of a fault: `*` is any one segment. */
function fitsPath(pattern: string, below: readonly string[]): boolean {
  const wanted = pattern.split('/').slice(1);
  return wanted.length === below.length && wanted.every((part, at) => part === '*' || part === below[at]);
}

/** The fault that a call is hit by, counted as a hit; undefined for none. */
async function faultOf(
  { storage, random }: EdgeParts,
  request: FastifyRequest,
  access: Route['access'],
): Promise<RouteFault | undefined> {
  const [, , , , ...below] = pathOf(request.url).split('/');
  if (below[0] === OWN) return undefined;
  const method = SAME[request.method] ?? request.method;
  for (const fault of request.principal?.faults ?? []) {
    if (access === 'stream' && !OF_STREAMS.includes(fault.effect)) continue;
    if (fault.method !== null && (SAME[fault.method] ?? fault.method) !== method) continue;
    if (!fitsPath(fault.path, below) || !isMeant(fault, random.bytes(4))) continue;
    if (await storage.write((tx) => takeFault(tx, fault))) return fault;
  }
  return undefined;
}

/** A refusal with any status of a server that fails. */
class PlayedError extends ApiError {
  readonly #status: number;

  constructor({ id, status }: RouteFault) {
    const wanted = Number(status ?? 500n);
    const codes = { 429: 'rate_limit_exceeded', 503: 'temporarily_unavailable' } as const;
    const code = wanted === 429 || wanted === 503 ? codes[wanted] : 'server_error';
    const why = sentence('The fault {id} of the sandbox wants this call to fail. Nothing was done.', { id });
    super(code, why, wanted === 429 || wanted === 503 ? { headers: { 'retry-after': '1' } } : {});
    this.#status = wanted;
  }

  override get status(): number {
    return this.#status;
  }
}

/** An answer that nobody gets. */
function unheard(): FastifyReply {
  const same = () => reply;
  const reply = {
    statusCode: 200,
    raw: { destroyed: true },
    code: same,
    header: same,
    headers: same,
    removeHeader: same,
    send: (body?: unknown) => {
      if (body instanceof Readable) body.destroy();
      return reply;
    },
  };
  return reply as unknown as FastifyReply;
}

function pause(ticker: Ticker, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = ticker.every(ms, () => {
      stop();
      resolve();
    });
  });
}

/**
 * Serves a call as the faults of its company want it. `serve` does the work and answers to a reply; it is called once,
 * for `duplicate` twice, for `error` not at all.
 */
export async function underFaults(
  parts: EdgeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Route['access'],
  serve: (reply: FastifyReply) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  if (request.principal?.faults === undefined) return serve(reply);
  const fault = await faultOf(parts, request, access);
  if (fault === undefined) return serve(reply);
  const serveUnheard = async () => {
    try {
      await serve(unheard());
    } catch (error) {
      if (toApiError(error) === undefined)
        logFailure(parts.logger, requestFacts(request), error, { status: 500, ms: reply.elapsedTime });
    }
  };
  reply.header('x-sandbox-fault', String(fault.id));
  switch (fault.effect) {
    case 'delay':
      await pause(parts.ticker, Number(fault.delay_ms));
      return serve(reply);
    case 'duplicate':
      await serveUnheard();
      return serve(reply);
    case 'error': {
      const words = parts.languages.wordsFor(request.headers['accept-language']);
      const { status, headers, body } = renderRefusal(new PlayedError(fault), words);
      return sendBody(request, reply.code(status).headers(headers), body);
    }
    case 'cut_after_commit':
      await serveUnheard();
      reply.hijack();
      reply.raw.destroy();
      return reply;
  }
}
