import { TOPICS } from '../kernel/event.ts';
import { id, list, long, oneOf, orNull, time, words } from '../shape/kinds.ts';
import { derived, fixed, hidden, part, type Shown, type Stored, shape } from '../shape/shape.ts';

// The log of events: its record, field by field (docs/changing.md).

const rendered: Shown<string, unknown> = {
  schema: { type: 'object', additionalProperties: true },
  show: undefined,
  shapes: [],
};

const renderedOrNull: Shown<unknown, unknown> = {
  schema: { type: ['object', 'null'], additionalProperties: true },
  show: undefined,
  shapes: [],
};

/** An event without its payload, which is stored as the text that is answered. */
export const EVENT_HEAD = part('An event without its payload.', {
  number: fixed(long, "Its number in the company's log: 1, 2, 3… without gaps."),
  topic: fixed(oneOf(TOPICS), 'The topic.'),
  company_id: derived(id, 'The company.'),
  resource_id: fixed(id, 'The record it is about.'),
  site_ids: derived(list(id), 'The sites it applies to.'),
  changed: fixed(words, 'The names of what changed.', { shows: list(words) }),
  created_at: fixed(time, 'When it happened.'),
  created_time: derived(long, 'The same in microseconds, as X-Service-Created-Time has it.', {
    from: 'created_at',
  }),
  sites: hidden(words, 'The ids of the sites: JSON, a list of texts.'),
  extra: hidden(
    orNull(words),
    'Members that the payload has besides: JSON without the braces. Those of one change share what is left.',
  ),
  refs: hidden(
    orNull(words),
    "The external ids of the record in the payload and of its customer: JSON, by the add-on's id.",
  ),
});

/** An event as the log keeps it. */
export const EVENT = shape('Event', 'A change that happened.', {
  ...EVENT_HEAD.fields,
  previous: fixed(
    orNull(words),
    'The values that what changed had before; null where there is none, as of what is new.',
    { shows: renderedOrNull },
  ),
  payload: fixed(words, "The body of the topic's webhook: the record as it was then, as its GET shows it.", {
    shows: rendered,
  }),
});
export interface Event extends Stored<typeof EVENT> {}
