import { jsonInteger } from '../kernel/json.ts';
import { formatTime } from '../kernel/time.ts';
import { ids, stamps } from '../kernel/view.ts';
import { CALLBACK } from '../outbox/deliveries.ts';
import type { HeaderMap } from './headers.ts';
import type { AttemptRow, DeliveryRow, Webhook } from './store.ts';

/** A webhook as its owner sees it (reference: events.12). */
export function webhookView(webhook: Webhook, headers: HeaderMap) {
  const { site_ids: sites, attributes } = webhook.filter;
  return {
    ...ids(webhook.id),
    topic: webhook.topic,
    address: webhook.address,
    format: webhook.format,
    headers,
    filter: {
      ...(sites === undefined ? {} : { site_ids: sites.map((text) => jsonInteger(BigInt(text))) }),
      ...(attributes === undefined ? {} : { attributes }),
    },
    ...stamps(webhook),
  };
}

function attemptView(attempt: AttemptRow) {
  return {
    number: Number(attempt.number),
    started_at: formatTime(attempt.started_at),
    latency_ms: Number(attempt.latency / 1000n),
    status: attempt.status === null ? null : Number(attempt.status),
    error: attempt.error,
    answer: attempt.answer,
  };
}

/** A delivery with its attempts (reference: events.36); one to a callback_uri has no webhook. */
export function deliveryView(delivery: DeliveryRow, attempts: readonly AttemptRow[]) {
  const { state } = delivery;
  return {
    ...ids(delivery.id),
    webhook_id: delivery.webhook_id === CALLBACK ? null : jsonInteger(delivery.webhook_id),
    topic: delivery.topic,
    event_number: delivery.event_number === null ? null : jsonInteger(delivery.event_number),
    resource_id: jsonInteger(delivery.resource_id),
    resource_id_str: delivery.resource_id.toString(),
    address: delivery.address,
    format: delivery.format,
    state,
    next_attempt_at: state === 'queued' ? formatTime(delivery.due_at) : null,
    attempts: attempts.map(attemptView),
    created_at: formatTime(delivery.created_at),
    ended_at: delivery.ended_at === null ? null : formatTime(delivery.ended_at),
  };
}
