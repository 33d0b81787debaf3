import { jsonInteger } from '../kernel/json.ts';
import { formatTime } from '../kernel/time.ts';
import { ids, stamps } from '../kernel/view.ts';
import type { Checkin } from './store.ts';

/** A check-in; its id is the customer's, which is what its path takes (reference: checkins.1). It never changes. */
export function checkinView(checkin: Checkin) {
  return {
    ...ids(checkin.customer_id),
    customer_id: jsonInteger(checkin.customer_id),
    site_id: jsonInteger(checkin.site_id),
    start_time: formatTime(checkin.start_time),
    duration: Number(checkin.duration),
    expires_at: formatTime(checkin.expires_at),
    ...stamps({ created_at: checkin.start_time, updated_at: checkin.start_time }),
  };
}
