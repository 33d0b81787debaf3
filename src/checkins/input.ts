import { id, whole, z } from '../edge/input.ts';

/** How long a check-in may last, in minutes (reference: limits.9). */
const MIN_DURATION = 5;
const MAX_DURATION = 600;
const DEFAULT_DURATION = 120;

/** What a check-in is made of: who, and for how long (reference: checkins.3). */
export const checkinInput = z.object({
  customer_id: id,
  duration: whole(MIN_DURATION, MAX_DURATION).default(DEFAULT_DURATION),
});
