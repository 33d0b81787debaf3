import { createHmac } from 'node:crypto';
import { type Micros, SECOND } from '../kernel/time.ts';

/** The keys of a message's signature and the values of its headers. */
export interface Signing {
  /** The bytes that are sent. */
  readonly body: Uint8Array | string;
  /** Signature tokens in use, newest first; more than one while a new one takes over. */
  readonly keys: readonly string[];
  readonly topic: string;
  /** When the event was created: the same through all retries. */
  readonly createdAt: Micros;
  /** The same through all retries (Standard Webhooks). */
  readonly messageId: string;
  /** The event's number in the company's log; null for messages without an event, such as test messages. */
  readonly number: bigint | null;
  /** The names of what changed; empty for messages without an event. */
  readonly changed: readonly string[];
  /** When this attempt is sent. */
  readonly sentAt: Micros;
}

/**
 * The headers of the platform on one attempt (reference: events.28, events.29): X-Service-* signed with the
 * newest token, and those of Standard Webhooks with a signature by each token.
 */
export function signHeaders(signing: Signing): Record<string, string> {
  const { body, keys, topic, createdAt, messageId, number, changed, sentAt } = signing;
  const [newest] = keys;
  if (newest === undefined) throw new Error('A message needs a token to be signed with.');
  const timestamp = String(sentAt / SECOND);
  const signatures = keys.map((key) => {
    const hmac = createHmac('sha256', key).update(`${messageId}.${timestamp}.`).update(body);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'X-Service-Topic': topic,
    'X-Service-Signature': createHmac('sha256', newest).update(body).digest('hex'),
    'X-Service-Created-Time': String(createdAt),
    ...(number === null ? {} : { 'X-Service-Event-Number': String(number) }),
    ...(changed.length === 0 ? {} : { 'X-Service-Event-Changed': changed.join(',') }),
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A signature token as libraries for Standard Webhooks want it: the same key bytes, written in base64. */
export function whsecOf(secret: string): string {
  return `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;
}
