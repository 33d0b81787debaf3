// Refusals of requests outside the queue, such as a refund: kept until they are dismissed.

/** A change that the service refused. */
export interface Refusal {
  readonly id: string;
  /** The name of the action. */
  readonly label: string;
  readonly sentence: string;
  /** When, in ms. */
  readonly at: number;
}

/** How many are kept; of more, the oldest go. */
export const MAX_REFUSALS = 50;

/** The refusals with another one. */
export function withRefusal(refusals: readonly Refusal[], refusal: Refusal): readonly Refusal[] {
  return [...refusals, refusal].slice(-MAX_REFUSALS);
}
