import { CALLBACK } from '../outbox/deliveries.ts';
import { view } from '../shape/view.ts';
import type { HeaderMap } from './headers.ts';
import type { Message } from './message.ts';
import * as shapes from './shape.ts';
import { whsecOf } from './sign.ts';

/** A webhook as its owner sees it (reference: events.12). */
export const webhookView = view(shapes.WEBHOOK, (_webhook: shapes.Webhook, headers: HeaderMap) => ({
  headers,
}));

const attemptView = view(shapes.ATTEMPT, ({ number, latency, status }: shapes.Attempt) => ({
  number: Number(number),
  latency_ms: Number(latency / 1000n),
  status: status === null ? null : Number(status),
}));

/** A delivery with its attempts (reference: events.36); one to a callback_uri has no webhook. */
export const deliveryView = view(
  shapes.DELIVERY,
  ({ webhook_id: webhook, state, due_at: due }: shapes.Delivery, attempts: readonly shapes.Attempt[]) => ({
    webhook_id: webhook === CALLBACK ? null : webhook,
    next_attempt_at: state === 'queued' ? due : null,
    attempts: attempts.map((attempt) => attemptView(attempt)),
  }),
);

/** The request that a message is sent by (reference: events.41). */
export const deliveryRequestView = view(
  shapes.DELIVERY_REQUEST,
  (_sent: { readonly method: 'POST'; readonly address: string }, { headers, body }: Message) => ({
    headers,
    body,
  }),
);

/** A signing secret in its two forms. */
export function bothForms(secret: string) {
  return { signing_secret: secret, signing_secret_base64: whsecOf(secret) };
}

/** A signing secret that was just made. */
export const signingSecretView = view(
  shapes.SIGNING_SECRET,
  (_times: { readonly old_secret_valid_until: bigint }, secret: string) => bothForms(secret),
);

export const requeuedView = view(shapes.REQUEUED);
export const replayedView = view(shapes.REPLAYED);
export const testMessageView = view(shapes.TEST_MESSAGE);
