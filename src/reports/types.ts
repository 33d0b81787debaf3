import type { Id } from '../kernel/id.ts';
import type { Kind, Sums } from './rules/sums.ts';

export type { Order } from '../orders/types.ts';

/** Where something is added: one row of the sums. */
export interface Place {
  readonly kind: Kind;
  readonly site: Id;
  /** Days since 1970-01-01, by the clocks of the site. */
  readonly day: bigint;
  /** What it is about within the kind: an id, an hour, a word; empty for none. */
  readonly subject: string;
}

/** What one or more orders add to a place. */
export interface Entry {
  readonly place: Place;
  readonly sums: Sums;
}
