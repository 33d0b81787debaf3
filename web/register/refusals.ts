// Refusals of what is done at once and not by the queue, such as a refund: kept until somebody has seen them.

/** Something the service did not do. */
export interface Refusal {
  readonly id: string;
  /** What was wanted, in words. */
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
