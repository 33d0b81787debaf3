import { bodies } from '../shape/bodies.ts';
import { PAYMENT_ANSWER, PAYMENT_REQUEST } from './shape.ts';

/** POST /payment_requests */
export const requestInput = bodies(PAYMENT_REQUEST).create;
/** PUT /payment_requests/<p> */
export const answerInput = bodies(PAYMENT_ANSWER).update;
