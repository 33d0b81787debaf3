// Requests as traces tell of them (reference: operations.24).

import type { FastifyInstance } from 'fastify';
import type { Tracing } from '../kernel/trace.ts';
import { idsOf } from './request-lines.ts';

/** Routes that are asked all the time, by machines that look after the service. */
const UNTOLD: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Traces every request of a known route, from its headers to the end of its answer. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url: route, config } = request.routeOptions;
    if (route === undefined || UNTOLD.has(route)) {
      done();
      return;
    }
    const { traceparent } = request.headers;
    const span = tracing.begin(
      `${request.method} ${route}`,
      'server',
      { 'http.request.method': request.method, 'http.route': route, 'passbell.request.id': request.id },
      { traceparent: typeof traceparent === 'string' ? traceparent : undefined },
    );
    request.span = span;
    // A stream looks at the log for as long as it is open: that is nobody's request any more.
    if (config.isStream === true) done();
    else tracing.within(span, done);
  });
  // The body was read by events of the connection, which know nothing of it.
  app.addHook('preValidation', ({ span, routeOptions: { config } }, _reply, done) => {
    if (span === undefined || config.isStream === true) done();
    else tracing.within(span, done);
  });
  app.addHook('onResponse', ({ span, principal, params }, reply, done) => {
    if (span !== undefined) {
      const { statusCode: status } = reply;
      const { ids = {} } = idsOf(params);
      span.tell({
        'http.response.status_code': status,
        'passbell.company': principal === undefined ? undefined : String(principal.company),
        'passbell.addon': principal === undefined ? undefined : String(principal.addon),
        ...Object.fromEntries(Object.entries(ids).map(([name, id]) => [`passbell.${name}`, id])),
      });
      span.end(status >= 500 ? String(status) : undefined);
    }
    done();
  });
}
