// What is posted to others: events to webhooks, orders to their callback_uri.

import { TOPICS, type Topic } from '../kernel/event.ts';
import type { Examples } from './examples.ts';
import { long, ref, type Schema, text } from './schema.ts';

/** Everything that is posted, with the name of the schema of its payload. */
const PAYLOADS = {
  'orders/completed': { view: 'Order', when: 'An order is COMPLETE.' },
  'orders/customer': {
    view: 'Order',
    when: 'A customer with a reference_id was linked to an order, or unlinked.',
  },
  'orders/deleted': { view: 'Order', when: 'An order was deleted.' },
  'orders/kitchen_print': { view: 'Order', when: 'An order has something for the kitchen.' },
  'orders/group_finalised': { view: 'OrderGroup', when: 'The last open order of a group was closed.' },
  'products/created': { view: 'Product', when: 'A product was created.' },
  'products/updated': {
    view: 'Product',
    when: 'A product was changed for the company, or made available at a site or taken from it.',
  },
  'products/deleted': { view: 'Product', when: 'A product was deleted for the company.' },
  'products/availability': {
    view: 'AvailabilityChange',
    when: 'Whether or how many there are of a product at a site has changed. It needs the filter site_ids.',
  },
  'checkins/created': { view: 'Checkin', when: 'A customer was checked in.' },
  'checkins/deleted': { view: 'Checkin', when: 'A customer was checked out.' },
  'customers/created': { view: 'Customer', when: 'A customer was created.' },
  'customers/updated': { view: 'Customer', when: 'A customer was changed.' },
  'customers/deleted': { view: 'Customer', when: 'A customer was deleted.' },
  'sites/created': { view: 'Site', when: 'A site was created.' },
  'sites/updated': { view: 'Site', when: 'A site was changed.' },
  'registers/created': { view: 'Register', when: 'A register was created.' },
  'registers/updated': { view: 'Register', when: 'A register was changed.' },
  'registers/deleted': { view: 'Register', when: 'A register was deleted.' },
  'taxes/created': { view: 'Tax', when: 'A tax was created.' },
  'taxes/updated': { view: 'Tax', when: 'A tax was changed.' },
  'taxes/deleted': { view: 'Tax', when: 'A tax was deleted.' },
  'tickets/created': { view: 'TicketChange', when: 'A kitchen was told something.' },
  'tickets/updated': { view: 'TicketChange', when: 'Some of a ticket was made, or brought back.' },
} satisfies Readonly<Record<Topic, { readonly view: string; readonly when: string }>>;

/** The name of the schema of a topic's payload. */
export function payloadView(topic: Topic): string {
  return PAYLOADS[topic].view;
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

/** What every message carries, besides its topic. */
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

function posted(topic: string, view: string, when: string, isEvent: boolean, examples: Examples): object {
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
          'application/json': { schema: ref(view), ...(example === undefined ? {} : { example }) },
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
    const { view, when } = PAYLOADS[topic];
    return [topic, posted(topic, view, when, true, examples)];
  });
  return {
    ...Object.fromEntries(events),
    test: posted('test', 'TestMessage', 'Somebody asked for a test message.', false, examples),
  };
}

/** What is posted to the callback_uri of an order. */
export function callbacks(examples: Examples): Record<string, object> {
  const when = 'The status of the order has changed.';
  return {
    StatusChanged: {
      '{$request.body#/callback_uri}': posted('orders/status', 'Order', when, false, examples),
    },
  };
}
