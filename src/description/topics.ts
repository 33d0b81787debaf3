// Messages to addresses of add-ons: events to webhooks, orders to their callback_uri.

import { TOPICS } from '../kernel/event.ts';
import { ORDER } from '../orders/shape/order.ts';
import { viewOf } from '../shape/nested.ts';
import { long, type Schema, text } from '../shape/schema.ts';
import type { Shape } from '../shape/shape.ts';
import { PAYLOADS, payloadOf } from '../webhooks/payloads.ts';
import { TEST_MESSAGE } from '../webhooks/shape.ts';
import type { Examples } from './examples.ts';

/** Everything that is posted to others. */
export function postedShapes(): Shape[] {
  return [...TOPICS.map(payloadOf), TEST_MESSAGE];
}

/** The id of a topic's operation: `onOrdersCompleted`. */
export function topicId(topic: string): string {
  return `on${topic.replace(/(?:^|[/_])([a-z])/g, (_all, letter: string) => letter.toUpperCase())}`;
}

const VERIFY =
  'Verify it before believing it: X-Service-Signature is the HMAC-SHA256 of the raw body in hexadecimal, keyed with ' +
  "the add-on's signing secret; webhook-signature follows Standard Webhooks and tells old messages apart. Answer 200 " +
  'within 10 seconds; anything else counts as failed and is sent again.';

const header = (name: string, description: string, schema: Schema) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** The headers that every message has as well as its topic. */
export const MESSAGE_HEADERS = {
  Signature: header('X-Service-Signature', 'HMAC-SHA256 of the body in hexadecimal.', {
    type: 'string',
    pattern: '^[0-9a-f]{64}$',
  }),
  CreatedTime: header(
    'X-Service-Created-Time',
    'When it happened, in microseconds; the same in every attempt.',
    long(),
  ),
  EventChanged: header(
    'X-Service-Event-Changed',
    'The names of what changed, separated by commas; absent where nothing is named.',
    text(),
  ),
  EventNumber: header('X-Service-Event-Number', "Its number in the company's log.", long()),
  MessageId: header('webhook-id', 'Names the message; the same in every attempt.', text()),
  MessageTimestamp: header('webhook-timestamp', 'When this attempt was sent, in Unix seconds.', text()),
  MessageSignature: header(
    'webhook-signature',
    'v1, and the HMAC-SHA256 of id.timestamp.body in base64; several while a new secret takes over.',
    text(),
  ),
};

function headers(topic: string, isEvent: boolean): object[] {
  const shared = Object.keys(MESSAGE_HEADERS).filter((name) => isEvent || name !== 'EventNumber');
  return [
    header('X-Service-Topic', 'The topic.', { type: 'string', const: topic }),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function posted(topic: string, of: Shape, when: string, isEvent: boolean, examples: Examples): object {
  const example = examples[topicId(topic)]?.request;
  return {
    post: {
      operationId: topicId(topic),
      tags: ['Webhooks'],
      summary: when,
      description: VERIFY,
      security: [],
      parameters: headers(topic, isEvent),
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: viewOf(of).schema, ...(example === undefined ? {} : { example }) },
          ...(topic === 'orders/status' ? {} : { 'application/xml': { schema: { type: 'string' } } }),
        },
      },
      responses: {
        200: { description: 'It has arrived.' },
        '4XX': { description: 'Counts as failed: it is sent again, up to 30 times.' },
      },
    },
  };
}

/** The webhooks of the description. */
export function webhooks(examples: Examples): Record<string, object> {
  const events = TOPICS.map((topic) => {
    const { of, when } = PAYLOADS[topic];
    return [topic, posted(topic, of, when, true, examples)];
  });
  return {
    ...Object.fromEntries(events),
    test: posted('test', TEST_MESSAGE, 'A test message was asked for.', false, examples),
  };
}

/** The messages to the callback_uri of an order. */
export function callbacks(examples: Examples): Record<string, object> {
  const when = 'The status of the order has changed.';
  return {
    StatusChanged: {
      '{$request.body#/callback_uri}': posted('orders/status', ORDER, when, false, examples),
    },
  };
}
