import { TOPICS } from '../kernel/event.ts';
import { sentence } from '../kernel/words.ts';
import type { Filter } from '../outbox/match.ts';
import { bodies } from '../shape/bodies.ts';
import { count, flag, id, list, long, name, oneOf, orNull, readBy, time, words } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { refuse, z } from '../shape/reads.ts';
import { IDS, OWNER, STAMPS } from '../shape/records.ts';
import {
  derived,
  field,
  fixed,
  hidden,
  type Kind,
  type OnScreen,
  part,
  type Shown,
  type Stored,
  sent,
  shape,
} from '../shape/shape.ts';
import { view } from '../shape/view.ts';
import { type HeaderMap, webhookHeaders } from './headers.ts';

// Webhooks and their messages: every record, field by field (docs/changing.md).

/** Longest address, in characters. */
const MAX_ADDRESS = 2_000;
/** Most entries of each list of a filter. */
const MAX_FILTER = 1_000;
const FORMATS = ['json', 'xml'] as const;

const FILTER = part('Which of them it wants; without members all.', {
  site_ids: sent(orNull(list(id, MAX_FILTER, 1)), 'Only what applies to one of these sites.', {
    shows: list(id),
    sometimes: true,
  }),
  attributes: sent(orNull(list(name(100), MAX_FILTER, 1)), 'Only changes of one of these fields.', {
    shows: list(words),
    sometimes: true,
  }),
});
const filterView = view(FILTER, ({ site_ids: sites, attributes }: Filter) => ({
  site_ids: sites?.map(BigInt),
  attributes,
}));
const filterInput = bodies(FILTER).create.nullable();
const filter: Kind<Filter, z.output<typeof filterInput>, OnScreen<typeof FILTER>> = {
  ...viewOf(FILTER),
  show: { toJson: filterView },
  reads: filterInput,
  column: 'json',
  state: undefined,
};

/** Headers by their names. */
const headerMap: Shown<HeaderMap, HeaderMap> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  show: undefined,
  shapes: [],
};

/** Where messages are posted; more is looked at where it is stored (guard.ts). */
const address = readBy(
  name(MAX_ADDRESS),
  reads.name(MAX_ADDRESS).meta({ format: 'uri', pattern: '^[hH][tT][tT][pP][sS]://' }),
);

/** A webhook of one add-on (reference: events.12). */
export const WEBHOOK = shape(
  'Webhook',
  'A place where events of a topic are sent to. It belongs to the add-on that made it.',
  {
    ...IDS,
    topic: field(oneOf(TOPICS), 'Which events it wants.', { needed: true }),
    address: field(address, 'Where they are posted: https, and not a private address.', {
      needed: true,
    }),
    format: field(
      readBy(oneOf(FORMATS), reads.oneOf(FORMATS).nullable()),
      'How they are written; json unless set.',
      { initially: 'json' },
    ),
    headers: field(
      readBy(orNull(words), webhookHeaders.nullable()),
      'Headers of your own, named Authorization or X-… but not X-Service…. A value may be @TimeInMillis, ' +
        '@TimeInSeconds or @HMAC, such as @HMAC?algo=sha256&data=Body&as=hex: it is computed for each message.',
      { shows: headerMap },
    ),
    filter: field(filter, 'Which of them it wants; without members all. It is sent whole.', {
      initially: {},
    }),
    ...STAMPS,
    ...OWNER,
    addon_id: hidden(id, 'The add-on that made it.'),
    target: hidden(words, 'The key for turns and slots; see outbox/deliveries.ts.', { initially: '' }),
  },
);
export interface Webhook extends Stored<typeof WEBHOOK> {}

/** States of a delivery (reference: events.36); `queued` is also one that waits for a retry. */
export const DELIVERY_STATES = ['queued', 'sending', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const ATTEMPT = part('An attempt to send it.', {
  number: fixed(long, '1 is the first.', { shows: count }),
  started_at: fixed(time, 'When it began.'),
  latency_ms: derived(count, 'How long it took, in milliseconds.'),
  status: fixed(orNull(long), 'The HTTP status that came back.', { shows: orNull(count) }),
  error: fixed(orNull(words), 'The failure.'),
  answer: fixed(orNull(words), 'The first 4 KiB of what came back.'),
  delivery_id: hidden(id, 'The delivery.'),
  latency: hidden(long, 'How long it took, in microseconds.'),
});
export interface Attempt extends Stored<typeof ATTEMPT> {}

/** A message to a webhook or to a callback_uri, as its log shows it. */
export const DELIVERY = shape('Delivery', 'A message on its way, or what became of it.', {
  ...IDS,
  webhook_id: fixed(id, 'The webhook; null for one to a callback_uri.', { shows: orNull(id) }),
  topic: fixed(words, 'Its topic.'),
  event_number: fixed(orNull(long), 'The number of its event; null for test messages and callbacks.'),
  resource_id: fixed(id, 'The record it is about.'),
  address: fixed(words, 'Where it goes.'),
  format: fixed(oneOf(FORMATS), 'How it is written.'),
  state: fixed(oneOf(DELIVERY_STATES), 'How far it is.'),
  next_attempt_at: derived(orNull(time), 'When it is tried next.'),
  attempts: derived(list(viewOf(ATTEMPT)), 'The attempts so far.'),
  created_at: fixed(time, 'When it was queued.'),
  ended_at: fixed(orNull(time), 'When it was delivered, or given up.'),
  due_at: hidden(time, 'When its next attempt is due.'),
});
export interface Delivery extends Stored<typeof DELIVERY> {}

/** The request that a message is sent by. */
export const DELIVERY_REQUEST = shape('DeliveryRequest', 'The request that a message is sent by.', {
  method: fixed(oneOf(['POST']), 'The method.'),
  address: fixed(words, 'Where it goes.'),
  headers: derived(headerMap, 'Its headers.'),
  body: derived(words, 'Its body.'),
});

/** The key of an add-on's messages, as text and as libraries take it. */
export const SIGNING = {
  signing_secret: derived(words, 'The secret that messages are signed with. Its bytes are the key.'),
  signing_secret_base64: derived(words, 'The same key for libraries of Standard Webhooks.'),
};

export const SIGNING_SECRET = shape('SigningSecret', 'A new signing secret, shown this once.', {
  ...SIGNING,
  old_secret_valid_until: fixed(time, 'Until when the one before signs as well.'),
});

export const REQUEUED = shape('Requeued', 'How many messages were queued again.', {
  queued: fixed(count, 'How many.'),
  more: fixed(flag, 'Whether there are more: call again.'),
});

export const REPLAYED = shape('Replayed', 'How many events were queued again.', {
  queued: fixed(count, 'How many.'),
  last: fixed(long, 'The number of the last event that was looked at: go on after it.'),
  more: fixed(flag, 'Whether there are more.'),
});

export const TEST_MESSAGE = shape('TestMessage', 'A test message.', {
  message: fixed(oneOf(['test']), 'Says that it is one.'),
  webhook_id: fixed(id, 'The webhook.'),
});

/** The number of an event, or 0. */
const eventNumber = readBy(
  long,
  z
    .unknown()
    .transform((value, context): bigint => {
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
      if (typeof value === 'string' && /^\d{1,18}$/.test(value)) return BigInt(value);
      return refuse(context, sentence('must be the number of an event, or 0.'));
    })
    .meta({ type: ['integer', 'string'], minimum: 0, pattern: '^[0-9]{1,18}$' }),
);

/** A range of events: those after one, up to and with another. */
export const RANGE = part('Which events; both ends may be left out.', {
  after: sent(orNull(eventNumber), 'Only events after this number.'),
  until: sent(orNull(eventNumber), 'Only events up to this number.'),
});
