import { C, type Operations, records } from '../edge/operation.ts';
import { EVENT } from '../outbox/shape.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import * as input from './input.ts';
import { DELIVERY, DELIVERY_REQUEST, RANGE, REPLAYED, REQUEUED, SIGNING_SECRET, WEBHOOK } from './shape.ts';

/** What the request of a message is. */
export const AS_SENT =
  'As its last attempt sent it; before the first, as it would be sent now. It is signed by the secrets in use.';

/** What happened, and where it is sent. */
export const WEBHOOK_OPERATIONS: Operations = {
  [`GET ${C}/events`]: {
    id: 'listEvents',
    rights: ['ZReport'],
    tag: 'Events',
    summary: 'Read the log of events',
    text: 'In order, without gaps: read on after the last number you have.',
    answer: list(viewOf(EVENT)),
    errors: ['gone'],
  },
  [`GET ${C}/events/stream`]: {
    id: 'streamEvents',
    rights: ['ZReport'],
    tag: 'Events',
    summary: 'Follow the log of events',
    text:
      'Each event as it is committed, as a server-sent event: `id` is its number, `event` its topic, `data` what the ' +
      'log shows. It goes on after Last-Event-ID, else after `after`, else from now on. A comment comes every 10 ' +
      'seconds; the stream ends after two minutes: open it again. An add-on holds 8 in each process: a ninth ends ' +
      'the oldest.',
    errors: ['gone'],
  },
  ...records(
    {
      path: 'webhooks',
      param: 'webhook_id',
      shape: WEBHOOK,
      create: input.webhookCreate,
      update: input.webhookUpdate,
    },
    { tag: 'Webhooks', one: 'a webhook', many: "the add-on's webhooks" },
  ),
  [`GET ${C}/webhooks/:webhook_id/test`]: {
    id: 'testWebhook',
    tag: 'Webhooks',
    summary: 'Send a test message',
    text: 'Queues a message of topic `test` in the format and with the headers of the webhook.',
    answer: viewOf(DELIVERY),
  },
  [`POST ${C}/webhooks/:webhook_id/test`]: {
    id: 'createTestMessage',
    tag: 'Webhooks',
    summary: 'Send a test message, and get the address of its delivery',
    answer: viewOf(DELIVERY),
  },
  [`POST ${C}/webhooks/signing_secret`]: {
    id: 'rotateSigningSecret',
    tag: 'Webhooks',
    summary: 'Get a new signing secret',
    text: 'The one before signs as well for 24 hours.',
    status: 200,
    answer: viewOf(SIGNING_SECRET),
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries`]: {
    id: 'listDeliveries',
    tag: 'Webhooks',
    summary: 'List the messages of a webhook',
    text: 'On pages longer than 100 only the last attempt of each shows its answer. The log of a webhook that was deleted stays here.',
    answer: list(viewOf(DELIVERY)),
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id`]: {
    id: 'getDelivery',
    tag: 'Webhooks',
    summary: 'Read what became of a message',
    answer: viewOf(DELIVERY),
  },
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id/request`]: {
    id: 'getDeliveryRequest',
    tag: 'Webhooks',
    summary: 'Read the request that a message is sent by',
    text: AS_SENT,
    answer: viewOf(DELIVERY_REQUEST),
    errors: ['gone'],
  },
  [`POST ${C}/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`]: {
    id: 'redeliver',
    tag: 'Webhooks',
    summary: 'Send a message again',
    text: 'It begins its schedule anew, with the same `webhook-id`.',
    status: 202,
    answer: viewOf(DELIVERY),
    errors: ['conflict'],
  },
  [`POST ${C}/webhooks/:webhook_id/redeliver`]: {
    id: 'redeliverDead',
    tag: 'Webhooks',
    summary: 'Send all dead messages of a webhook again',
    status: 202,
    body: { name: 'RedeliverRange', schema: input.rangeInput, description: RANGE.words },
    answer: viewOf(REQUEUED),
  },
  [`POST ${C}/webhooks/:webhook_id/replay`]: {
    id: 'replayEvents',
    tag: 'Webhooks',
    summary: 'Send events from the log to a webhook again',
    text: 'As its filter has it now, and to where it leads now. Up to 10,000 at a time.',
    status: 202,
    body: { name: 'ReplayRange', schema: input.rangeInput, description: RANGE.words },
    answer: viewOf(REPLAYED),
    errors: ['gone'],
  },
  [`GET ${C}/callbacks`]: {
    id: 'listCallbacks',
    tag: 'Webhooks',
    summary: "List what went to the callback_uri of the add-on's orders",
    answer: list(viewOf(DELIVERY)),
  },
  [`GET ${C}/callbacks/:delivery_id`]: {
    id: 'getCallback',
    tag: 'Webhooks',
    summary: 'Read what became of a message to a callback_uri',
    answer: viewOf(DELIVERY),
  },
  [`POST ${C}/callbacks/:delivery_id/redeliver`]: {
    id: 'redeliverCallback',
    tag: 'Webhooks',
    summary: 'Send a message to a callback_uri again',
    status: 202,
    answer: viewOf(DELIVERY),
    errors: ['conflict'],
  },
};
