import { ERROR_STATUS, type ErrorCode } from '../kernel/errors.ts';
import { TOPICS } from '../kernel/event.ts';
import { anyBody, id, list, oneOf, words } from '../shape/kinds.ts';
import { of, viewOf } from '../shape/nested.ts';
import { derived, fixed, part, shape } from '../shape/shape.ts';

const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const FIELD_ERROR = part('A field that is wrong.', {
  field: fixed(words, 'Its name as you sent it, such as `lines[0].product_id`.'),
  error_description: fixed(words, 'What is wrong with it.'),
});

/** A refusal, as ApiError.toBody makes it. */
export const ERROR = shape('Error', 'Why a call was refused.', {
  error: derived(oneOf(CODES), 'The code.'),
  error_description: derived(words, 'A sentence that says what to do.'),
  errors: derived(list(of(FIELD_ERROR)), 'The fields that are wrong.', { sometimes: true }),
  message: derived(words, 'The same sentence once more, where a customer is not checked in.', {
    sometimes: true,
  }),
  existing_id: derived(id, 'The record that your add-on gave the external_id already.', { sometimes: true }),
});

export const DRY_RUN_EVENT = part('An event that would be told.', {
  topic: fixed(oneOf(TOPICS), 'What would have happened.'),
  resource_id: derived(
    id,
    'The record it would be about; the id of one that would be made is not kept for it.',
  ),
});

/** The answer of a call that was tried. */
export const DRY_RUN_ANSWER = shape('DryRun', 'What a call would do: the answer to `dry_run=true`.', {
  result: derived(anyBody, 'The body of the answer as it would be; null where there would be none.'),
  events: derived(list(viewOf(DRY_RUN_EVENT)), 'The events that would be told, in order.'),
});
