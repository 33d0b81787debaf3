import { bodies } from '../shape/bodies.ts';
import { MOVEMENT, SHIFT } from './shape.ts';

/** POST /shifts */
export const openInput = bodies(SHIFT).create;
/** POST /shifts/<s>/movements */
export const movementInput = bodies(MOVEMENT).create;
