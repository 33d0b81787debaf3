import { bodies } from '../shape/bodies.ts';
import type { Changes } from '../shape/shape.ts';
import { RANGE, WEBHOOK } from './shape.ts';

/** A webhook's fields (reference: events.12); in an update absent ones stay, a filter and headers are replaced whole. */
export const { create: webhookCreate, update: webhookUpdate } = bodies(WEBHOOK);
export type WebhookInput = Changes<typeof WEBHOOK>;

/** A range of events: those after one, up to and with another. */
export const rangeInput = bodies(RANGE).create;
export type RangeInput = Changes<typeof RANGE>;
