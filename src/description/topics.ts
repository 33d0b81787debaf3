// Messages to addresses of add-ons: events to webhooks, orders to their callback_uri.

import { CHECKIN } from '../checkins/shape.ts';
import { COMPANY, PAYMENT_METHOD, PRICE_LIST, REGISTER, SITE, STAFF, TAX } from '../company/shape.ts';
import { CUSTOMER } from '../customers/shape.ts';
import { TOPICS, type Topic } from '../kernel/event.ts';
import { KITCHEN_PRINT, ORDER_GROUP } from '../orders/shape/answers.ts';
import { ORDER } from '../orders/shape/order.ts';
import { TICKET_CHANGE } from '../printing/shape.ts';
import { CATEGORY, OPTION_SET } from '../products/shape/menu.ts';
import { AVAILABILITY_CHANGE, PRODUCT } from '../products/shape/product.ts';
import { viewOf } from '../shape/nested.ts';
import { long, type Schema, text } from '../shape/schema.ts';
import type { Shape } from '../shape/shape.ts';
import { TEST_MESSAGE } from '../webhooks/shape.ts';
import type { Examples } from './examples.ts';

/** Every topic with the shape of its payload. */
const PAYLOADS = {
  'orders/created': { of: ORDER, when: 'An order was created, in whatever status.' },
  'orders/updated': {
    of: ORDER,
    when: 'An order was changed otherwise than by completing or deleting it, or linking a known customer.',
  },
  'orders/completed': { of: ORDER, when: 'An order is COMPLETE.' },
  'orders/customer': {
    of: ORDER,
    when: 'A customer with a reference_id was linked to an order, or unlinked.',
  },
  'orders/deleted': { of: ORDER, when: 'An order was deleted.' },
  'orders/kitchen_print': {
    of: KITCHEN_PRINT,
    when: 'The kitchen has something of an order to make, more or less of it, or not to make it any more.',
  },
  'orders/group_finalised': { of: ORDER_GROUP, when: 'The last open order of a group was closed.' },
  'products/created': { of: PRODUCT, when: 'A product was created.' },
  'products/updated': {
    of: PRODUCT,
    when: 'A product was changed for the company, or made available at a site or taken from it.',
  },
  'products/deleted': { of: PRODUCT, when: 'A product was deleted for the company.' },
  'products/availability': {
    of: AVAILABILITY_CHANGE,
    when: 'Whether or how many there are of a product at a site has changed. It needs the filter site_ids.',
  },
  'categories/created': { of: CATEGORY, when: 'A category was created.' },
  'categories/updated': { of: CATEGORY, when: 'A category was changed, or the products in it.' },
  'categories/deleted': { of: CATEGORY, when: 'A category was deleted.' },
  'option_sets/created': { of: OPTION_SET, when: 'An option set was created.' },
  'option_sets/updated': { of: OPTION_SET, when: 'An option set was changed.' },
  'option_sets/deleted': { of: OPTION_SET, when: 'An option set was deleted.' },
  'price_lists/updated': { of: PRICE_LIST, when: 'A price list was changed, or prices on it.' },
  'checkins/created': { of: CHECKIN, when: 'A customer was checked in.' },
  'checkins/deleted': { of: CHECKIN, when: 'A customer was checked out.' },
  'customers/created': { of: CUSTOMER, when: 'A customer was created.' },
  'customers/updated': { of: CUSTOMER, when: 'A customer was changed.' },
  'customers/deleted': { of: CUSTOMER, when: 'A customer was deleted.' },
  'sites/created': { of: SITE, when: 'A site was created.' },
  'sites/updated': { of: SITE, when: 'A site was changed.' },
  'sites/deleted': { of: SITE, when: 'A site was deleted.' },
  'registers/created': { of: REGISTER, when: 'A register was created.' },
  'registers/updated': { of: REGISTER, when: 'A register was changed.' },
  'registers/deleted': { of: REGISTER, when: 'A register was deleted.' },
  'taxes/created': { of: TAX, when: 'A tax was created.' },
  'taxes/updated': { of: TAX, when: 'A tax was changed.' },
  'taxes/deleted': { of: TAX, when: 'A tax was deleted.' },
  'payment_methods/created': { of: PAYMENT_METHOD, when: 'A payment method was created.' },
  'payment_methods/updated': { of: PAYMENT_METHOD, when: 'A payment method was changed.' },
  'payment_methods/deleted': { of: PAYMENT_METHOD, when: 'A payment method was deleted.' },
  'staff/created': { of: STAFF, when: 'A member of staff was created.' },
  'staff/updated': { of: STAFF, when: 'A member of staff was changed.' },
  'staff/deleted': { of: STAFF, when: 'A member of staff was deleted.' },
  'company/updated': { of: COMPANY, when: 'The company was changed.' },
  'tickets/created': { of: TICKET_CHANGE, when: 'A kitchen was told something.' },
  'tickets/updated': { of: TICKET_CHANGE, when: 'Some of a ticket was made, or brought back.' },
} satisfies Readonly<Record<Topic, { readonly of: Shape; readonly when: string }>>;

/** Everything that is posted to others. */
export function postedShapes(): Shape[] {
  return [...TOPICS.map(payloadOf), TEST_MESSAGE];
}

/** The shape of a topic's payload. */
export function payloadOf(topic: Topic): Shape {
  return PAYLOADS[topic].of;
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
    test: posted('test', TEST_MESSAGE, 'Somebody asked for a test message.', false, examples),
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
