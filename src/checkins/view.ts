import { view } from '../shape/view.ts';
import { CHECKIN } from './shape.ts';

/** A check-in; its id is the customer's, as in its path (reference: checkins.1). It never changes. */
export const checkinView = view(CHECKIN, () => ({}));
