import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { signHeaders } from '../../src/webhooks/sign.ts';
import { errorCode } from '../common/client.ts';

/** How long a receiver may take, in ms, as for a delivery. */
const ANSWER_MS = 10_000;
/** How much of its answer is read, in bytes, as for a delivery. */
const MAX_ANSWER = 65_536;

/** The fields of an event that make the headers of a message. */
const head = z.object({
  number: z.string(),
  topic: z.string(),
  company_id: z.string(),
  created_time: z.string(),
  // Services before this field had none.
  changed: z.array(z.string()).default([]),
});

/** A message to the receiver. */
export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Where the payload begins in the JSON of an event, which it is the last member of. */
const PAYLOAD = ',"payload":';

/** The place of the payload: what stands before it is an object, but for its end. */
function payloadAt(data: string): number {
  for (let at = data.indexOf(PAYLOAD); at >= 0; at = data.indexOf(PAYLOAD, at + 1)) {
    try {
      JSON.parse(`${data.slice(0, at)}}`);
      return at;
    } catch {
      // A member of the values before the change has the same name.
    }
  }
  throw new Error('The event has no payload.');
}

/**
 * The message that a webhook of the add-on would get of an event, given as the JSON of the stream: the same body to the byte, the same headers and
 * signatures. Its `webhook-id` is that of no delivery, but the same whenever the event is forwarded.
 */
export function messageOf(data: string, secret: string, nowMs: number): Message {
  const at = payloadAt(data);
  const body = data.slice(at + PAYLOAD.length, -1);
  // Numbers as their digits, for ids may be larger than what a double holds.
  const value: unknown = JSON.parse(
    `${data.slice(0, at)}}`,
    (_key, item: unknown, context?: { source?: string }) =>
      typeof item === 'number' ? context?.source : item,
  );
  const { number, topic, company_id: company, created_time: createdAt, changed } = head.parse(value);
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Passbell',
      ...signHeaders({
        body,
        keys: [secret],
        topic,
        createdAt: BigInt(createdAt),
        messageId: `msg_${company}_event_${number}`,
        number: BigInt(number),
        changed,
        sentAt: BigInt(Math.floor(nowMs)) * 1000n,
      }),
    },
  };
}

/** Sends a message; answers the receiver's status, or why there is none. */
export async function send(
  address: URL,
  { body, headers }: Message,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<string> {
  const late = AbortSignal.timeout(ANSWER_MS);
  try {
    const answer = await request(address, {
      dispatcher,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, late]),
    });
    let length = 0;
    for await (const chunk of answer.body) {
      length += (chunk as Uint8Array).length;
      if (length >= MAX_ANSWER) break;
    }
    return String(answer.statusCode);
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return `no answer within ${ANSWER_MS / 1000} s`;
    const code = errorCode(error);
    return code === 'ECONNREFUSED' ? 'nobody listens there' : `no answer (${code ?? 'the request failed'})`;
  }
}
