import type { Keyring } from '../edge/secrets.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Micros } from '../kernel/time.ts';
import { sentence } from '../kernel/words.ts';
import { type EventBody, eventsByNumber, payloadFor } from '../outbox/log.ts';
import type { Reader } from '../storage/port.ts';
import { computeHeaders } from './headers.ts';
import type { Claim } from './queue.store.ts';
import { openHeaders, SIGNING_OVERLAP, signingKeys } from './secrets.ts';
import { signHeaders } from './sign.ts';
import { type SigningRow, signingOf } from './signing.store.ts';
import { rootOf, toXml } from './xml.ts';

/** The fields of a delivery that its message is made of. */
export type MessageRow = Pick<
  Claim,
  | 'company_id'
  | 'id'
  | 'copy_of'
  | 'webhook_id'
  | 'addon_id'
  | 'topic'
  | 'event_number'
  | 'body'
  | 'address'
  | 'format'
  | 'headers'
  | 'message_at'
  | 'created_at'
>;

/** The HTTP request of one attempt. */
export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The data that messages are made of, beside the delivery itself. */
export interface MessageSources {
  event(company: Id, number: bigint): EventBody | undefined;
  addon(id: Id): SigningRow | undefined;
}

/** Loads the data for the messages of some deliveries. */
export async function loadSources(tx: Reader, claims: readonly MessageRow[]): Promise<MessageSources> {
  const wanted = new Map<Id, Set<bigint>>();
  for (const { company_id: company, event_number: number } of claims) {
    if (number === null) continue;
    const numbers = wanted.get(company) ?? new Set();
    wanted.set(company, numbers.add(number));
  }
  const companies = [...wanted];
  const found = await Promise.all(
    companies.map(([company, numbers]) => eventsByNumber(tx, company, [...numbers])),
  );
  const events = new Map(companies.map(([company], at) => [company, found[at]]));
  const addons = await signingOf(tx, [...new Set(claims.map((claim) => claim.addon_id))]);
  return {
    event: (company, number) => events.get(company)?.get(number),
    addon: (id) => addons.get(id),
  };
}

/**
 * The message of a delivery: the body as its add-on may see it, its own headers and the signed ones (reference:
 * events.22, events.28, events.29). Everything but the time of the attempt is the same through all retries.
 */
export function makeMessage(
  delivery: MessageRow,
  sources: MessageSources,
  keyring: Keyring,
  now: Micros,
): Message {
  const { company_id: company, event_number: number, topic, created_at: createdAt } = delivery;
  const event = number === null ? undefined : sources.event(company, number);
  const json = delivery.body ?? (event === undefined ? undefined : payloadFor(event, delivery.addon_id));
  if (json === undefined) throw eventGone(number);
  const addon = sources.addon(delivery.addon_id);
  if (addon === undefined) throw new Error('The add-on is not there any more.');
  const isXml = delivery.format === 'xml';
  const body = isXml ? toXml(rootOf(topic), json) : json;
  const keys = signingKeys(keyring, addon, now);
  const place = { company, webhook: delivery.webhook_id };
  const own = openHeaders(keyring, place, delivery.headers);
  const key = keyAt(addon, keys, createdAt);
  return {
    body,
    headers: {
      'Content-Type': `application/${isXml ? 'xml' : 'json'}; charset=utf-8`,
      'User-Agent': 'Passbell',
      ...computeHeaders(own, { body, key, now: createdAt }),
      ...signHeaders({
        body,
        keys,
        topic,
        createdAt: delivery.message_at,
        messageId: `msg_${company}_${delivery.copy_of ?? delivery.id}`,
        number,
        changed: event === undefined ? [] : (JSON.parse(event.changed) as string[]),
        sentAt: now,
      }),
    },
  };
}

/** The refusal of a message whose event is kept no more (reference: events.45). */
function eventGone(number: bigint | null): ApiError {
  return new ApiError('gone', sentence('Event {number} is kept no more.', { number: number ?? 0n }));
}

/** The key that was the newest when the message was made, so that its headers stay the same through retries. */
function keyAt(addon: SigningRow, keys: readonly string[], at: Micros): string {
  const [newest = '', old = newest] = keys;
  const rotatedAt = (addon.old_signing_until ?? 0n) - SIGNING_OVERLAP;
  return at < rotatedAt ? old : newest;
}
