import { bodies } from '../shape/bodies.ts';
import { CHECKIN } from './shape.ts';

/** The body of a check-in: customer and minutes (reference: checkins.3). */
export const checkinInput = bodies(CHECKIN).create;
