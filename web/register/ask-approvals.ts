import type { Right } from '#src/company/rules/rights.ts';

/** The act that approvals are asked for. */
export interface Approved {
  /** The order, by its id or by the device's own name for it; undefined for what is no order. */
  readonly subject?: string | undefined;
  /** Why, as far as it was said already. */
  readonly reason?: string | undefined;
}

/** Asks for approvals, for an order that the service knows or for none. Rejects with NotApproved. */
export type AskApprovals = (
  rights: readonly Right[],
  order: string | undefined,
  reason: string | undefined,
) => Promise<readonly string[]>;
