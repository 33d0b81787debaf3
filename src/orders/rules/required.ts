// The option sets that have to be chosen from (reference: orders.50).
import { ApiError, invalid } from '../../kernel/errors.ts';
import type { Id } from '../../kernel/id.ts';
import { sentence } from '../../kernel/words.ts';
import type { Line, Order } from '../types.ts';
import { numberedSets } from './choices.ts';
import { lineName } from './line-name.ts';
import type { LineProduct, OfferedSet } from './offer.ts';

/** A line and a set of its product that it has nothing of. */
interface Unchosen {
  readonly line: Line;
  readonly set: Id;
}

/** The sets of some lines' products that were not chosen from. Returns, and options that are left out, need none. */
export function unchosenSets(
  order: Order,
  lines: readonly Line[],
  products: ReadonlyMap<Id, Pick<LineProduct, 'option_sets'>>,
): Unchosen[] {
  const offered = lines
    .filter((line) => line.quantity > 0n && line.instructions !== 'No')
    .flatMap((line) => (products.get(line.product.id)?.option_sets ?? []).map((set) => ({ line, set })));
  if (offered.length === 0) return [];
  const chosen = new Set(numberedSets(order.options).map(({ set }) => `${set.line_id} ${set.option_set_id}`));
  return offered.filter(({ line, set }) => !chosen.has(`${line.line_id} ${set}`));
}

/**
 * 400 naming the line and the set when one of them asks for a selection. `field` says where in the body the sets of the
 * line are; where there is no body it is undefined.
 */
export function refuseUnchosen(
  unchosen: readonly Unchosen[],
  sets: ReadonlyMap<Id, Pick<OfferedSet, 'name' | 'min_selection'>>,
  field: (line: Line) => string | undefined,
): void {
  for (const { line, set: id } of unchosen) {
    const set = sets.get(id);
    if (set === undefined || set.min_selection === 0) continue;
    const why = sentence(
      'line {number} ({product}) needs at least {min, plural, one {{min} selection} other {{min} selections}} from "{set}" ({id}).',
      { number: line.number, product: lineName(line), min: set.min_selection, set: set.name, id },
    );
    const at = field(line);
    throw at === undefined ? new ApiError('invalid_request', why) : invalid(at, why);
  }
}
