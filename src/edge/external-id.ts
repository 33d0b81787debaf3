import type { Id } from '../kernel/id.ts';
import { findByExternalId, type NamedKind } from '../storage/external-ids.ts';
import type { Reader } from '../storage/port.ts';
import type { Call } from './call.ts';
import { type Asked, text } from './query.ts';

/** The parameter of lists whose records add-ons have names for (reference: conventions.50). */
export const BY_EXTERNAL_ID = { external_id: text('Only the one that your add-on calls so.') };

/** The records of a list, as far as `external_id` and `ids` narrow it; undefined when neither does. */
export async function idsNamed(
  tx: Reader,
  call: Call,
  kind: NamedKind,
  { external_id: name }: Asked<typeof BY_EXTERNAL_ID>,
  ids?: readonly Id[],
): Promise<readonly Id[] | undefined> {
  if (name === undefined) return ids;
  const found = await findByExternalId(tx, call, kind, name);
  return found === undefined || ids?.includes(found) === false ? [] : [found];
}
