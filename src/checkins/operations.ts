import { body, C, filedUnder, type Operations } from '../edge/operation.ts';
import { list } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { checkinInput } from './input.ts';
import { CHECKIN } from './shape.ts';

const checkIns = filedUnder('Check-ins');

/** Check-ins. */
export const CHECKIN_OPERATIONS: Operations = {
  [`GET ${C}/sites/:site_id/checkins`]: checkIns('listCheckins', 'List who is at a site', {
    answer: list(viewOf(CHECKIN)),
  }),
  [`GET ${C}/customers/:customer_id/checkins`]: checkIns('listCustomerCheckins', 'List where a customer is', {
    text: 'The check-ins of a customer at all sites.',
    answer: list(viewOf(CHECKIN)),
  }),
  [`GET ${C}/sites/:site_id/checkins/:checkin_id`]: checkIns('getCheckin', 'Read a check-in', {
    text: "Its id is the customer's.",
    answer: viewOf(CHECKIN),
  }),
  [`POST ${C}/sites/:site_id/checkins`]: checkIns('createCheckin', 'Check a customer in', {
    text: 'One at a time for a customer at a site; it is over when its duration is.',
    body: body('CreateCheckin', checkinInput, 'Who, and for how long.'),
    answer: viewOf(CHECKIN),
    errors: ['already_checked_in'],
  }),
  [`DELETE ${C}/sites/:site_id/checkins/:checkin_id`]: checkIns('deleteCheckin', 'Check a customer out'),
};
