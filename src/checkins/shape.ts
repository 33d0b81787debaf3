import { EXPANDED_CUSTOMER } from '../customers/shape.ts';
import { id, idText, orNull, readBy, time, whole } from '../shape/kinds.ts';
import { viewOf } from '../shape/nested.ts';
import { IDS } from '../shape/records.ts';
import { derived, field, fixed, hidden, type Stored, shape } from '../shape/shape.ts';

/** How long a check-in may last, in minutes (reference: limits.9). */
const MIN_DURATION = 5;
const MAX_DURATION = 600;
const DEFAULT_DURATION = 120;
const duration = whole(MIN_DURATION, MAX_DURATION);

/** A customer at a site, from a moment to another. At the latter it is over, whether the row is still there or not. */
export const CHECKIN = shape('Checkin', 'A customer who is at a site.', {
  id: derived(id, IDS.id.words, { from: 'customer_id' }),
  id_str: derived(idText, IDS.id_str.words, { from: 'customer_id' }),
  customer_id: field(id, 'The customer; also the id of the check-in.', { needed: true }),
  site_id: fixed(id, 'The site.'),
  start_time: fixed(time, 'When the customer came.'),
  duration: field(
    readBy(duration, duration.reads.default(DEFAULT_DURATION)),
    'How many minutes it lasts at most.',
    { needed: true },
  ),
  expires_at: fixed(time, 'When it is over by itself.'),
  created_at: derived(time, 'When it was made.', { from: 'start_time' }),
  updated_at: derived(time, 'When it last changed.', { from: 'start_time' }),
  company_id: hidden(id, 'The company.'),
  customer: derived(orNull(viewOf(EXPANDED_CUSTOMER)), 'That customer, with `expand`.', { sometimes: true }),
});
export interface Checkin extends Stored<typeof CHECKIN> {}
