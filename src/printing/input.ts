import { flag, id, name, oneOf, text, whole, z } from '../shape/reads.ts';
import { MAX_ATTEMPTS } from './store.ts';

/** How many jobs an agent gets at once. */
export const MAX_CLAIM = 20;

const agent = name(100);
const attempt = whole(1, Number(MAX_ATTEMPTS));

/** POST …/print_jobs/claim */
export const claim = z.object({ agent, limit: whole(1, MAX_CLAIM).optional() });
/** POST …/print_jobs/<j>/printed */
export const printed = z.object({ agent, attempt, copy: flag.optional() });
/** POST …/print_jobs/<j>/extend */
export const extend = z.object({ agent, attempt });
/** POST …/print_jobs/<j>/failed; `printed` is whether part of it can be on paper. */
export const failed = z.object({ agent, attempt, reason: text(500), printed: oneOf(['no', 'maybe']) });
/** POST …/tickets/<t>/bump and /recall: the whole ticket, or some of its lines. */
export const bump = z.object({ line_ids: z.array(id).min(1).max(1000).optional() });
/** POST /orders/<o>/receipt */
export const receipt = z.object({ register_id: id.nullish() });
