import { TOPICS } from '../kernel/event.ts';
import { ONE } from '../kernel/money.ts';
import { FAULT_METHODS, MESSAGE_EFFECTS, ROUTE_EFFECTS } from '../outbox/faults.ts';
import { count, decimal, id, idText, long, oneOf, orNull, text, time, whole, words } from '../shape/kinds.ts';
import { of } from '../shape/nested.ts';
import { IDS } from '../shape/records.ts';
import { derived, field, fixed, part, sent, shape } from '../shape/shape.ts';

// What is asked of a sandbox, and what it answers, field by field (docs/changing.md).

/** The longest that a call is held up, and a message, in ms. */
export const MAX_CALL_DELAY = 30_000;
const MAX_MESSAGE_DELAY = 3_600_000;
/** Most hits that a fault is given. */
const MAX_COUNT = 1_000_000;

const EFFECTS = [...new Set([...ROUTE_EFFECTS, ...MESSAGE_EFFECTS])] as [string, ...string[]];

export const SANDBOX_CLOCK = shape('SandboxClock', 'The time of a sandbox.', {
  now: derived(time, 'The time of the company.'),
  server_time: derived(time, 'The time of the service.'),
  ahead: derived(words, 'How far the one is ahead of the other, such as PT8H30M.'),
});

export const CLOCK_CHANGE = part('Where to: one of the two.', {
  advance: sent(
    text(100),
    'How far, as a duration of ISO 8601, such as PT8H or P1D; a day is one of the company.',
  ),
  now: sent(time, 'Until when.'),
});

const MATCH = part('The calls that it hits, by path and method, or the messages, by topic.', {
  method: field(orNull(oneOf(FAULT_METHODS)), 'Calls of this method alone. PATCH is PUT.'),
  path: field(
    orNull(text(500)),
    'Calls of this path, below the company: /orders; * stands for any one segment, as in /orders/*/payments.',
  ),
  topic: field(orNull(oneOf(TOPICS)), 'Messages to webhooks of this topic.'),
});

/** A fault, as it is set up and shown. */
export const SANDBOX_FAULT = shape('SandboxFault', 'A fault that a sandbox plays to its clients.', {
  id: fixed(id, 'Its id, which answers that it hits have in X-Sandbox-Fault.'),
  id_str: derived(idText, IDS.id_str.words, { from: 'id' }),
  match: field(of(MATCH), 'The calls or messages that it hits.', { needed: true }),
  effect: field(
    oneOf(EFFECTS),
    'The effect. Calls: delay; error; cut_after_commit (it is done, and no answer comes); duplicate (it is done twice). ' +
      'Messages: delay; duplicate; reorder (every other one is late).',
    { needed: true },
  ),
  status: field(orNull(whole(429, 599)), 'The status of an error: 429, or from 500 on; 500 unless given.'),
  delay_ms: field(
    orNull(whole(1, MAX_MESSAGE_DELAY)),
    `How long a delay is, and how late messages are that are reordered, in ms: 1000 unless given, ${MAX_CALL_DELAY} at most for calls.`,
  ),
  count: field(orNull(whole(1, MAX_COUNT)), 'How many it hits, before it is over.'),
  share: field(
    orNull(decimal({ places: 8, min: 0n, max: ONE })),
    'The share that it hits, from 0 to 1. Not beside a count.',
  ),
  remaining: fixed(orNull(count), 'How many it will still hit; null for no end.'),
  hits: fixed(count, 'How many it has hit.'),
  created_at: fixed(time, 'When it was set up.'),
});

export const SANDBOX_RESET = shape('SandboxReset', 'A sandbox that begins anew.', {
  company_id: fixed(id, 'The company.'),
  last_event: fixed(long, 'The number of its last event: a reader of the log goes on behind it.'),
});
