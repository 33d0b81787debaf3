import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts';
import { TOPICS } from '../kernel/event.ts';
import { sentence } from '../kernel/words.ts';
import { anyBody, anyObject, id, list, oneOf, whole, words } from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import * as reads from '../shape/reads.ts';
import { derived, fixed, part, type Shown, shape } from '../shape/shape.ts';
import { isBodyObject } from '../shape/twins.ts';

const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const REASON = 'The code of the sentence, such as `is_required`: the same in every language.';
const PARAMS =
  'The values that stand in the sentence, by their names: text, `{reason, params}` where a sentence stands within it, or a list of these.';
const SOMETIMES = { sometimes: true } as const;

const FIELD_ERROR = part('A field that is wrong.', {
  field: fixed(words, 'Its name as you sent it, such as `lines[0].product_id`.'),
  error_description: fixed(words, 'The fault, in a sentence.'),
  reason: fixed(words, REASON, SOMETIMES),
  params: fixed(anyObject, PARAMS, SOMETIMES),
});

/** A refusal, as ApiError.toBody makes it. */
export const ERROR = shape('Error', 'Why a call was refused.', {
  error: derived(oneOf(CODES), 'The code.'),
  error_description: derived(words, 'A sentence that says what to do.'),
  reason: derived(words, REASON, SOMETIMES),
  params: derived(anyObject, PARAMS, SOMETIMES),
  errors: derived(list(of(FIELD_ERROR)), 'The fields that are wrong.', { sometimes: true }),
  message: derived(words, 'The same sentence once more, where a customer is not checked in.', {
    sometimes: true,
  }),
  right: derived(words, 'The code of the permission that the staff member lacks.', { sometimes: true }),
  existing_id: derived(id, 'The record that your add-on gave the external_id already.', { sometimes: true }),
});

export const DRY_RUN_EVENT = part('An event that would be told.', {
  topic: fixed(oneOf(TOPICS), 'The topic.'),
  resource_id: derived(
    id,
    'The record it would be about; the id of one that would be made is not kept for it.',
  ),
});

/** The answer of a call that was tried. */
export const DRY_RUN_ANSWER = shape(
  'DryRun',
  'The effect that a call would have: the answer to `dry_run=true`.',
  {
    result: derived(anyBody, 'The body of the answer as it would be; null where there would be none.'),
    events: derived(list(viewOf(DRY_RUN_EVENT)), 'The events that would be told, in order.'),
  },
);

/** Most requests of a batch. */
const MAX_BATCH = 100;
/** Longest path, and longest value of a header, of a request in a batch, in characters. */
const MAX_ADDRESS = 8_000;
const MAX_HEADER = 2_000;

const optional = <T extends reads.z.ZodType>(schema: T, description: string) =>
  schema.nullable().optional().describe(description);

/** The values that a body of a call can have; a number that is kept as it was written is no object. */
const isBody = (sent: unknown): boolean =>
  sent === null || sent === undefined || Array.isArray(sent) || isBodyObject(sent);

/** POST /batch */
export const batchRequest = reads.z.object({
  atomic: optional(
    reads.flag,
    'Whether all are carried out or none: the first that is refused ends the batch.',
  ),
  requests: reads.z
    .array(
      reads.z.object({
        method: reads.oneOf(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Its method.'),
        path: reads
          .text(MAX_ADDRESS, 1)
          .meta({ pattern: '^/', examples: ['/companies/me/orders?limit=5'] })
          .describe(
            'Its path with its query, as it is sent alone: `/v1/companies/me/orders`; `/v1` may be left out.',
          ),
        body: reads.z
          .unknown()
          .refine(isBody, { error: reads.because(sentence('must be an object or a list.')) })
          .optional()
          .meta({ type: ['object', 'array', 'null'], description: 'Its body.' }),
        headers: optional(
          reads.z.record(reads.text(MAX_HEADER), reads.text(MAX_HEADER)),
          'Its headers, by their names: `Idempotency-Key`, `If-Match`, `If-None-Match`, `Prefer`, `Accept-Language`. The last two are those ' +
            'of the batch unless they are given.',
        ),
      }),
    )
    .min(1)
    .max(MAX_BATCH)
    .describe('The requests, in the order in which they are carried out.'),
});

const headerMap: Shown<Readonly<Record<string, string>>> = {
  schema: { type: 'object', additionalProperties: { type: 'string' } },
  show: undefined,
  shapes: [],
};

/** The answer to a request of a batch. */
const BATCH_RESPONSE = part('The answer to a request.', {
  status: derived(whole(100, 599), 'Its status.'),
  headers: derived(headerMap, 'The headers that are its own, their names in lower case.'),
  body: derived(anyBody, 'Its body, as it is answered alone; null where there is none.'),
});

/** The answer to a batch. */
export const BATCH_ANSWER = shape('BatchAnswer', 'The answers to the requests of a batch.', {
  responses: derived(list(viewOf(BATCH_RESPONSE)), 'The answers, in the order of the requests.'),
});
