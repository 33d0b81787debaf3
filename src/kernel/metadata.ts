import { invalid } from './errors.ts';
import { sentence } from './words.ts';

/** Texts that clients keep with a record, by their names. */
export type Metadata = Readonly<Record<string, string>>;
/** Metadata in a body: null removes one, or all. */
export type MetadataChange = Readonly<Record<string, string | null>> | null;

/** Most texts of a record. */
const MAX_KEYS = 50;

/**
 * The texts of a record after a change: those that were not sent stay (reference: conventions.49). 400 naming `field` when
 * there are too many.
 */
export function mergeMetadata(
  before: Metadata,
  sent: MetadataChange | undefined,
  field = 'metadata',
): Metadata {
  if (sent === undefined) return before;
  if (sent === null) return {};
  const merged = Object.entries({ ...before, ...sent }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  if (merged.length > MAX_KEYS) {
    throw invalid(field, sentence('must have at most {max} keys.', { max: MAX_KEYS }));
  }
  return Object.fromEntries(merged);
}
