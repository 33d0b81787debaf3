import { bodies } from '../shape/bodies.ts';
import { CLAIM, FAILED, HELD, PRINT_RECEIPT, PRINTED } from './job-shape.ts';
import { BUMP } from './shape.ts';

/** POST …/print_jobs/claim */
export const claim = bodies(CLAIM).create;
/** POST …/print_jobs/<j>/printed */
export const printed = bodies(PRINTED).create;
/** POST …/print_jobs/<j>/extend */
export const extend = bodies(HELD).create;
/** POST …/print_jobs/<j>/failed; `printed` is whether part of it can be on paper. */
export const failed = bodies(FAILED).create;
/** POST …/tickets/<t>/bump and /recall: the whole ticket, or some of its lines. */
export const bump = bodies(BUMP).create;
/** POST /orders/<o>/receipt */
export const receipt = bodies(PRINT_RECEIPT).create;
