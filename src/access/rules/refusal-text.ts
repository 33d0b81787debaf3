// What a refusal in the log of requests says: kept by code and values, shown in the language of its reader
// (reference: conventions.59).

import { MOST_NAMED } from '../../kernel/errors.ts';
import type { Param, Reason } from '../../kernel/reasons.ts';
import { redactText } from '../../kernel/redact.ts';

/** Characters of a sentence that are kept; and of its code and values. */
export const MAX_SENTENCE = 500;
const MAX_SAID = 2_000;

/** The fields that are read of a refusal's answer, in whatever language its sentence is. */
interface RefusalAnswer extends Partial<Reason> {
  readonly error?: unknown;
  readonly error_description?: unknown;
  readonly errors?: readonly (Partial<Reason> & {
    readonly field: string;
    readonly error_description: string;
  })[];
}

/** A refusal as it is kept. */
interface KeptRefusal {
  readonly error: string | null;
  readonly error_description: string | null;
  readonly said: string | null;
}

const NONE: KeptRefusal = { error: null, error_description: null, said: null };

/** Text that the database can store: a client may have sent any characters. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}

/**
 * The code of a refusal and what it says. A sentence with a secret in it, or that is too long, is kept without it, as it
 * was sent: its values would have all of that.
 */
export function keptRefusal(answer: string | undefined): KeptRefusal {
  const refusal = answer === undefined ? undefined : parse(answer);
  if (refusal === undefined) return NONE;
  const { error, error_description: sentence } = refusal;
  const code = typeof error === 'string' ? error : null;
  if (typeof sentence !== 'string') return { ...NONE, error: code };
  const kept = storable(redactText(sentence).slice(0, MAX_SENTENCE));
  const said = kept === sentence ? saidOf(refusal, sentence) : undefined;
  const text = said === undefined ? undefined : JSON.stringify(said);
  return text === undefined || text.length > MAX_SAID
    ? { error: code, error_description: kept, said: null }
    : { error: code, error_description: null, said: text };
}

function parse(answer: string): RefusalAnswer | undefined {
  try {
    const parsed: unknown = JSON.parse(answer);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const reasonOf = ({ reason, params }: Partial<Reason>): Reason | undefined =>
  reason === undefined ? undefined : params === undefined ? { reason } : { reason, params };

/** The code and values of a sentence, or of one for each wrong field; undefined where they are not known. */
function saidOf(refusal: RefusalAnswer, sentence: string): Param | undefined {
  const whole = reasonOf(refusal);
  if (whole !== undefined) return whole;
  const { errors = [] } = refusal;
  const named = errors.slice(0, MOST_NAMED);
  if (named.length === 0 || named.some(({ reason }) => reason === undefined)) return undefined;
  const joined = named.map(({ field, error_description: why }) => (field === '' ? why : `${field}: ${why}`));
  if (!sentence.startsWith(joined.join(' '))) return undefined;
  const parts = named.flatMap((each): Param[] => {
    const why = reasonOf(each) ?? each.error_description;
    return each.field === '' ? [why] : [`${each.field}:`, why];
  });
  const more = errors.length - named.length;
  return more === 0 ? parts : [...parts, { reason: 'and_count_more', params: { count: String(more) } }];
}
