import { ERROR_STATUS } from '../../kernel/errors.ts';
import { TOPICS } from '../../kernel/event.ts';
import {
  flag,
  IDS,
  list,
  long,
  object,
  orNull,
  record,
  type Schemas,
  text,
  time,
  whole,
  words,
} from '../../shape/schema.ts';
import { DELIVERY_STATES } from '../../webhooks/store.ts';

const attempt = object('An attempt to send it.', {
  number: whole('1 is the first.'),
  started_at: time('When it began.'),
  latency_ms: whole('How long it took, in milliseconds.'),
  status: orNull(whole('The HTTP status that came back.')),
  error: orNull(text('What went wrong.')),
  answer: orNull(text('The first 4 KiB of what came back.')),
});

/** Events, webhooks and what is said about tokens and errors: see webhooks/view.ts, edge/events.ts, oauth/. */
export const WEBHOOK_VIEWS: Schemas = {
  Event: object('Something that happened.', {
    number: long("Its number in the company's log: 1, 2, 3… without gaps."),
    topic: words(TOPICS, 'What happened.'),
    company_id: long('The company.'),
    resource_id: long('The record it is about.'),
    resource_id_str: text('The same as text.'),
    site_ids: list(long(), 'The sites it applies to.'),
    changed: list(text(), 'The names of what changed.'),
    created_at: time('When it happened.'),
    created_time: long('The same in microseconds, as X-Service-Created-Time has it.'),
    payload: {
      type: 'object',
      description: 'What the webhook of the topic carries: the record as it was then, as its GET shows it.',
      additionalProperties: true,
    },
  }),
  Webhook: record('A place where events of a topic are sent to. It belongs to the add-on that made it.', {
    topic: words(TOPICS, 'Which events it wants.'),
    address: text('Where they are posted: https, and not a private address.'),
    format: words(['json', 'xml'], 'How they are written.'),
    headers: {
      type: 'object',
      description:
        'Headers of your own, named Authorization or X-…. @TimeInMillis, @TimeInSeconds and @HMAC are computed.',
      additionalProperties: text(),
    },
    filter: object(
      'Which of them it wants; without members all.',
      {},
      {
        site_ids: list(long(), 'Only what applies to one of these sites.'),
        attributes: list(text(), 'Only changes of one of these fields.'),
      },
    ),
  }),
  Delivery: object('A message on its way, or what became of it.', {
    ...IDS,
    webhook_id: orNull(long('The webhook; null for one to a callback_uri.')),
    topic: text('Its topic.'),
    event_number: orNull(long('The number of its event; null for test messages and callbacks.')),
    resource_id: long('The record it is about.'),
    resource_id_str: text('The same as text.'),
    address: text('Where it goes.'),
    format: words(['json', 'xml'], 'How it is written.'),
    state: words(DELIVERY_STATES, 'How far it is.'),
    next_attempt_at: orNull(time('When it is tried next.')),
    attempts: list(attempt, 'The attempts so far.'),
    created_at: time('When it was queued.'),
    ended_at: orNull(time('When it was delivered, or given up.')),
  }),
  SigningSecret: object('A new signing secret.', {
    signing_secret: text('The secret, shown this once. Its bytes are the key.'),
    signing_secret_base64: text('The same key for libraries of Standard Webhooks.'),
    old_secret_valid_until: time('Until when the one before signs as well.'),
  }),
  Requeued: object('How many messages were queued again.', {
    queued: whole('How many.'),
    more: flag('Whether there are more: call again.'),
  }),
  Replayed: object('How many events were queued again.', {
    queued: whole('How many.'),
    last: long('The number of the last event that was looked at: go on after it.'),
    more: flag('Whether there are more.'),
  }),
  TestMessage: object('A test message.', {
    message: words(['test'], 'Says that it is one.'),
    webhook_id: long('The webhook.'),
  }),
  Error: object(
    'Why a call was refused.',
    {
      error: words(Object.keys(ERROR_STATUS), 'The code.'),
      error_description: text('A sentence that says what to do.'),
    },
    {
      errors: list(
        object('A field that is wrong.', {
          field: text('Its name as you sent it, such as `lines[0].product_id`.'),
          error_description: text('What is wrong with it.'),
        }),
        'The fields that are wrong.',
      ),
      message: text('The same sentence once more, where a customer is not checked in.'),
    },
  ),
  Token: object(
    'A token.',
    {
      access_token: text('Sent with every call as `Authorization: Bearer …`.'),
      token_type: words(['Bearer'], 'How it is sent.'),
      expires_in: whole('Seconds until it expires.'),
      scope: text('What it may do: scopes, separated by blanks.'),
    },
    { refresh_token: text('Gets the next one; not given to client_credentials.') },
  ),
  TokenFacts: object(
    'What is known of a token.',
    { active: flag('Whether it is good.') },
    {
      scope: text('What it may do.'),
      client_id: text('Whose it is.'),
      username: text('Who allowed it.'),
      sub: text('The person who allowed it, or the add-on itself.'),
      company_id: long('The company.'),
      company_id_str: text('The same as text.'),
      iss: text('Who issued it.'),
      iat: whole('When it was issued, in Unix seconds.'),
      exp: whole('When it expires, in Unix seconds.'),
      token_type: words(['Bearer'], 'How it is sent.'),
    },
  ),
  Nothing: object('Nothing to say.', {}),
};
