// What the service's own log says of requests (reference: operations.23).

import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { errorLine } from '../kernel/error-line.ts';
import { type Clock, type Micros, SECOND } from '../kernel/time.ts';
import type {} from './fastify-fields.ts';
import type { Principal } from './principal.ts';

/** From how long on a request is slow, in ms. */
const SLOW_MS = 1_000;
/** Lines about refused and slow requests a second; of more it is said how many there were. */
export const MAX_LINES = 100;

/** Whose request it is and where it leads. Neither path nor query: they may name people, or hold a secret. */
export function requestFacts(request: FastifyRequest): Record<string, unknown> {
  const { id, method, principal, routeOptions, span } = request;
  return {
    requestId: id,
    ...callerFacts(principal),
    method,
    route: routeOptions.url ?? null,
    ...idsOf(request.params),
    ...(span === undefined ? {} : { traceId: span.traceId }),
  };
}

/** Company, add-on and who acts for it; nothing for a request that was not admitted. */
export function callerFacts(principal: Principal | undefined): Record<string, string> {
  if (principal === undefined) return {};
  const { company, addon, device } = principal;
  return {
    company: String(company),
    addon: String(addon),
    ...(device === undefined ? {} : { device: String(device) }),
  };
}

/** The ids of the path, by their names in the route. */
export function idsOf(params: unknown): { readonly ids?: Record<string, string> } {
  const found = Object.entries((params ?? {}) as Record<string, unknown>).filter(
    (each): each is [string, string] =>
      each[0] !== 'company_id' && typeof each[1] === 'string' && /^\d{1,19}$/.test(each[1]),
  );
  return found.length === 0 ? {} : { ids: Object.fromEntries(found) };
}

/** Logs what nobody expected, once, with its cause: it is not logged again when it is answered. */
export function logFailure(
  logger: FastifyBaseLogger,
  facts: Record<string, unknown>,
  error: unknown,
  answered: { readonly status: number; readonly ms?: number },
): void {
  const { status, ms } = answered;
  const known = { ...facts, status, ...(ms === undefined ? {} : { ms: Math.round(ms) }) };
  logger.error({ err: errorLine(error), ...known }, 'A request failed.');
}

/** Refused and slow requests in the log, so many a second and no more. */
class RequestLines {
  readonly #logger: FastifyBaseLogger;
  readonly #clock: Clock;
  #second: Micros = 0n;
  #lines = 0;
  #left = 0;

  constructor(logger: FastifyBaseLogger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** Whether there is room for one more line now. */
  take(): boolean {
    const second = this.#clock.now() / SECOND;
    if (second !== this.#second) {
      if (this.#left > 0)
        this.#logger.warn({ left: this.#left }, 'So many requests more were refused or slow.');
      this.#second = second;
      this.#lines = 0;
      this.#left = 0;
    }
    if (this.#lines < MAX_LINES) {
      this.#lines++;
      return true;
    }
    this.#left++;
    return false;
  }
}

/** The dependencies of the lines about requests. */
interface RequestLog {
  readonly logger: FastifyBaseLogger;
  readonly clock: Clock;
  /** From how long on a request is slow, in ms. */
  readonly slowMs?: number | undefined;
}

/** Has every refused or slow request logged when its answer has left; others only at the level debug. */
export function logRequests(app: FastifyInstance, { logger, clock, slowMs = SLOW_MS }: RequestLog): void {
  const lines = new RequestLines(logger, clock);
  const tellsAll = logger.level === 'debug' || logger.level === 'trace';
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: ms } = reply;
    // A stream is open for as long as its client wants.
    const isSlow = ms >= slowMs && request.routeOptions.config.isStream !== true;
    // What failed is logged with its cause, where that happens.
    const isRefused = status >= 400 && status < 500;
    if (isSlow || isRefused ? lines.take() : tellsAll) {
      const facts = { ...requestFacts(request), status, ms: Math.round(ms) };
      if (isSlow) logger.warn(facts, 'A request was slow.');
      else if (isRefused) logger.info(facts, 'A request was refused.');
      else logger.debug(facts, 'A request was answered.');
    }
    done();
  });
}
