// Attempts of deliveries as traces tell of them (reference: operations.24).

import type { Tracing } from '../kernel/trace.ts';
import type { Send } from './send.ts';

/** Tells of every attempt, points to what made its event, and sends `traceparent` along. */
export function tracedSend(tracing: Tracing, send: Send): Send {
  return async (sending) => {
    const { company, address, claimed, headers } = sending;
    const number = claimed?.event_number ?? undefined;
    const span = tracing.begin(
      'webhook delivery',
      'client',
      {
        'http.request.method': 'POST',
        // The rest of the address may hold a key.
        'server.address': URL.canParse(address) ? new URL(address).host : undefined,
        'passbell.company': String(company),
        'passbell.addon': claimed === undefined ? undefined : String(claimed.addon_id),
        'passbell.webhook_id': claimed === undefined ? undefined : String(claimed.webhook_id),
        'passbell.delivery_id': claimed === undefined ? undefined : String(claimed.id),
        'passbell.topic': claimed?.topic,
        'passbell.event.number': number === undefined ? undefined : String(number),
        'passbell.attempt': claimed === undefined ? undefined : Number(claimed.attempts),
      },
      { event: number === undefined ? undefined : { company, number } },
    );
    try {
      const answer = await send({ ...sending, headers: { ...headers, traceparent: span.traceparent } });
      const { status, error } = answer;
      span.tell({ 'http.response.status_code': status ?? undefined });
      if (status === 200 && error === null) span.end();
      else span.end(error === null ? String(status) : 'no whole answer');
      return answer;
    } catch (error) {
      span.end('cut');
      throw error;
    }
  };
}
