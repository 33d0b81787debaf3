import { C, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { checkinInput } from './input.ts';
import { CHECKIN } from './shape.ts';

/** Check-ins. */
export const CHECKIN_OPERATIONS: Operations = {
  [`GET ${C}/sites/:site_id/checkins`]: {
    id: 'listCheckins',
    tag: 'Check-ins',
    summary: 'List who is at a site',
    answer: list(viewOf(CHECKIN)),
  },
  [`GET ${C}/sites/:site_id/checkins/:checkin_id`]: {
    id: 'getCheckin',
    tag: 'Check-ins',
    summary: 'Read a check-in',
    text: "Its id is the customer's.",
    answer: viewOf(CHECKIN),
  },
  [`POST ${C}/sites/:site_id/checkins`]: {
    id: 'createCheckin',
    tag: 'Check-ins',
    summary: 'Check a customer in',
    text: 'One at a time for a customer at a site; it is over when its duration is.',
    body: {
      name: 'CreateCheckin',
      schema: checkinInput,
      description: 'Who, and for how long.',
    },
    answer: viewOf(CHECKIN),
    errors: ['already_checked_in'],
  },
  [`DELETE ${C}/sites/:site_id/checkins/:checkin_id`]: {
    id: 'deleteCheckin',
    tag: 'Check-ins',
    summary: 'Check a customer out',
  },
};
