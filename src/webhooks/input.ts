import { TOPICS } from '../kernel/event.ts';
import { id, name, oneOf, text, z } from '../shape/reads.ts';
import { webhookHeaders } from './headers.ts';

/** Longest address, in characters. */
const MAX_ADDRESS = 2_000;
/** Most entries of each list of a filter. */
const MAX_FILTER = 1_000;

const filter = z.object({
  site_ids: z.array(id).min(1).max(MAX_FILTER).nullish(),
  attributes: z.array(name(100)).min(1).max(MAX_FILTER).nullish(),
});

const fields = z.object({
  topic: oneOf(TOPICS),
  address: text(MAX_ADDRESS, 1),
  format: oneOf(['json', 'xml']).nullish(),
  headers: webhookHeaders.nullish(),
  filter: filter.nullish(),
});

/** The fields of a new webhook (reference: events.12). */
export const webhookCreate = fields;
/** The fields of an update; absent ones stay, a filter and headers are replaced whole. */
export const webhookUpdate = fields.partial();
export type WebhookInput = z.output<typeof webhookUpdate>;

const number = z
  .unknown()
  .transform((value, context): bigint => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    if (typeof value === 'string' && /^\d{1,18}$/.test(value)) return BigInt(value);
    context.issues.push({ code: 'custom', message: 'must be the number of an event, or 0.', input: value });
    return z.NEVER;
  })
  .meta({ type: ['integer', 'string'], minimum: 0, pattern: '^[0-9]{1,18}$' })
  .nullish();

/** A range of events: those after one, up to and with another. */
export const rangeInput = z.object({ after: number, until: number });
export type RangeInput = z.output<typeof rangeInput>;
