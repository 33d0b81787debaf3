import { bodies } from '../shape/bodies.ts';
import { CASHUP, CLOSE } from './shape.ts';

/** POST /shifts/<s>/close */
export const closeInput = bodies(CLOSE).create;
/** PUT /cashups/<c> */
export const cashupChange = bodies(CASHUP).update;
