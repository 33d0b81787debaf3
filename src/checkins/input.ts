import { bodies } from '../shape/bodies.ts';
import { CHECKIN } from './shape.ts';

/** What a check-in is made of: who, and for how many minutes (reference: checkins.3). */
export const checkinInput = bodies(CHECKIN).create;
