// Messages of webhooks: whether they come from the service, and what they say. WebCrypto alone, so that it runs
// wherever a receiver does.

import { WebhookError } from './errors.ts';
import { parseJson } from './json.ts';
import type { WebhookPayloads } from './types.ts';

/** The headers of a request, in whichever way a server gives them. */
export type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request to a receiver. */
export interface WebhookRequest {
  readonly headers: HeaderSource;
  /** The body as it was received: bytes, or the unchanged text. */
  readonly body: Uint8Array | string;
}

/** The secret and limits of a verification. */
export interface Verification {
  /** The add-on's signing secret: as it was shown (`pb_ss_…`), or as `whsec_…`. */
  readonly secret: string;
  /** How far the time of sending may be from now, in seconds; 300 where not given. */
  readonly toleranceSeconds?: number;
  /** Now, in ms since 1970; the machine's time where not given. */
  readonly now?: number;
}

interface Envelope {
  /** The same in every attempt: a message whose id was handled before can be dropped. */
  readonly id: string;
  /** The number of the event in the company's log; undefined for a callback, which is no event. */
  readonly number: bigint | undefined;
  /** When it happened, in microseconds since 1970. */
  readonly createdTime: bigint;
  /** The body as text; of webhooks of format xml it is all there is. */
  readonly text: string;
}

/** A verified message; its topic decides the shape of the payload. */
export type WebhookMessage = {
  [T in keyof WebhookPayloads]: Envelope & { readonly topic: T; readonly payload: WebhookPayloads[T] };
}[keyof WebhookPayloads];

const TOLERANCE_S = 300;
const encoder = new TextEncoder();

/**
 * Verifies a message by its signature of Standard Webhooks, which also covers the time of sending, and returns its
 * contents. Throws WebhookError for a message that the service did not send, or sent too long ago.
 */
export async function verifyWebhook(request: WebhookRequest, options: Verification): Promise<WebhookMessage> {
  const { secret, toleranceSeconds = TOLERANCE_S, now = Date.now() } = options;
  const get = (name: string) => header(request.headers, name);
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(get);
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookError('The message is not signed: webhook-id, -timestamp or -signature is missing.');
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The message was not sent just now.');
  }
  const body = typeof request.body === 'string' ? encoder.encode(request.body) : request.body;
  const signed = concat(encoder.encode(`${id}.${timestamp}.`), body);
  const key = await importKey(secret);
  // Several while a new secret takes over.
  const given = signatures
    .split(' ')
    .flatMap((each) => (each.startsWith('v1,') ? [fromBase64(each.slice(3))] : []));
  const checks = await Promise.all(given.map((each) => crypto.subtle.verify('HMAC', key, each, signed)));
  if (!checks.includes(true)) throw new WebhookError('The signature does not fit the message.');
  const text = new TextDecoder().decode(body);
  const isJson = (get('content-type') ?? 'application/json').startsWith('application/json');
  const number = get('x-service-event-number');
  return {
    id,
    topic: get('x-service-topic') ?? '',
    number: number === undefined ? undefined : BigInt(number),
    createdTime: BigInt(get('x-service-created-time') ?? 0),
    text,
    payload: isJson ? parseJson(text) : undefined,
  } as WebhookMessage;
}

/** True when X-Service-Signature is that of the body. It says nothing about the time of sending. */
export async function isServiceSignature(
  body: Uint8Array | string,
  signature: string,
  secret: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const bytes = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const signed = concat(typeof body === 'string' ? encoder.encode(body) : body);
  return crypto.subtle.verify('HMAC', await importKey(secret), bytes, signed);
}

function header(source: HeaderSource, name: string): string | undefined {
  if (source instanceof Headers) return source.get(name) ?? undefined;
  for (const [each, value] of Object.entries(source)) {
    if (each.toLowerCase() === name) return typeof value === 'string' ? value : value?.join(', ');
  }
  return undefined;
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : concat(encoder.encode(secret));
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Malformed base64 becomes no bytes, which match no signature. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
