import { body, C, filedUnder, type Operations, records } from '../edge/operation.ts';
import { EVENT } from '../outbox/shape.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import * as input from './input.ts';
import { DELIVERY, DELIVERY_REQUEST, RANGE, REPLAYED, REQUEUED, SIGNING_SECRET, WEBHOOK } from './shape.ts';

const events = filedUnder('Events');
const webhooks = filedUnder('Webhooks');

/** The request of a message. */
export const AS_SENT =
  'As its last attempt sent it; before the first, as it would be sent now. It is signed by the secrets in use.';

/** Operations of events, webhooks and deliveries. */
export const WEBHOOK_OPERATIONS: Operations = {
  [`GET ${C}/events`]: events('listEvents', 'Read the log of events', {
    rights: ['ZReport'],
    text: 'In order, without gaps: read on after the last number you have.',
    answer: list(viewOf(EVENT)),
    errors: ['gone'],
  }),
  [`GET ${C}/events/stream`]: events('streamEvents', 'Follow the log of events', {
    rights: ['ZReport'],
    text:
      'Each event as it is committed, as a server-sent event: `id` is its number, `event` its topic, `data` what the ' +
      'log shows. It goes on after Last-Event-ID, else after `after`, else from now on. A comment comes every 10 ' +
      'seconds; the stream ends after two minutes: open it again. An add-on holds 8 in each process: a ninth ends ' +
      'the oldest.',
    errors: ['gone'],
  }),
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
  [`GET ${C}/webhooks/:webhook_id/test`]: webhooks('testWebhook', 'Send a test message', {
    text: 'Queues a message of topic `test` in the format and with the headers of the webhook.',
    answer: viewOf(DELIVERY),
  }),
  [`POST ${C}/webhooks/:webhook_id/test`]: webhooks(
    'createTestMessage',
    'Send a test message, and get the address of its delivery',
    { answer: viewOf(DELIVERY) },
  ),
  [`POST ${C}/webhooks/signing_secret`]: webhooks('rotateSigningSecret', 'Get a new signing secret', {
    text: 'The one before signs as well for 24 hours.',
    status: 200,
    answer: viewOf(SIGNING_SECRET),
  }),
  [`GET ${C}/webhooks/:webhook_id/deliveries`]: webhooks('listDeliveries', 'List the messages of a webhook', {
    text: 'On pages longer than 100 only the last attempt of each shows its answer. The log of a webhook that was deleted stays here.',
    answer: list(viewOf(DELIVERY)),
  }),
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id`]: webhooks(
    'getDelivery',
    'Read what became of a message',
    { answer: viewOf(DELIVERY) },
  ),
  [`GET ${C}/webhooks/:webhook_id/deliveries/:delivery_id/request`]: webhooks(
    'getDeliveryRequest',
    'Read the request that a message is sent by',
    { text: AS_SENT, answer: viewOf(DELIVERY_REQUEST), errors: ['gone'] },
  ),
  [`POST ${C}/webhooks/:webhook_id/deliveries/:delivery_id/redeliver`]: webhooks(
    'redeliver',
    'Send a message again',
    {
      text: 'It begins its schedule anew, with the same `webhook-id`.',
      status: 202,
      answer: viewOf(DELIVERY),
      errors: ['conflict'],
    },
  ),
  [`POST ${C}/webhooks/:webhook_id/redeliver`]: webhooks(
    'redeliverDead',
    'Send all dead messages of a webhook again',
    { status: 202, body: body('RedeliverRange', input.rangeInput, RANGE.words), answer: viewOf(REQUEUED) },
  ),
  [`POST ${C}/webhooks/:webhook_id/replay`]: webhooks(
    'replayEvents',
    'Send events from the log to a webhook again',
    {
      text: 'As its filter has it now, and to where it leads now. Up to 10,000 at a time.',
      status: 202,
      body: body('ReplayRange', input.rangeInput, RANGE.words),
      answer: viewOf(REPLAYED),
      errors: ['gone'],
    },
  ),
  [`GET ${C}/callbacks`]: webhooks(
    'listCallbacks',
    "List what went to the callback_uri of the add-on's orders",
    { answer: list(viewOf(DELIVERY)) },
  ),
  [`GET ${C}/callbacks/:delivery_id`]: webhooks(
    'getCallback',
    'Read what became of a message to a callback_uri',
    { answer: viewOf(DELIVERY) },
  ),
  [`POST ${C}/callbacks/:delivery_id/redeliver`]: webhooks(
    'redeliverCallback',
    'Send a message to a callback_uri again',
    { status: 202, answer: viewOf(DELIVERY), errors: ['conflict'] },
  ),
};
