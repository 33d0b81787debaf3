// The states of a payment request, and what an answer to it comes to (reference: requests.3).
import type { Decimal } from '../../kernel/money.ts';

export const REQUEST_STATUSES = ['pending', 'approved', 'declined', 'cancelled', 'unknown'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The statuses that may follow one. One without any is final. */
const ANSWERS: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
  pending: ['approved', 'declined', 'cancelled', 'unknown'],
  unknown: ['approved', 'declined', 'cancelled'],
  approved: [],
  declined: [],
  cancelled: [],
};

/** True for a request that what it asks for is spoken for by: its outcome is not known. */
export function isOpen(status: RequestStatus): boolean {
  return ANSWERS[status].length > 0;
}

/** The fields by which two answers are the same. */
export interface Outcome {
  readonly status: RequestStatus;
  readonly amount?: Decimal | undefined;
  readonly tip?: Decimal | undefined;
  readonly credit_card_surcharge?: Decimal | undefined;
  readonly ref?: string | null | undefined;
}

/** An answer: it is taken, it says what is known, or it contradicts that. */
export type Verdict = 'taken' | 'same' | 'refused';

const MONEY = ['amount', 'tip', 'credit_card_surcharge', 'ref'] as const;

/** True when an answer says nothing else than what is known; what it leaves out it does not say. */
function isSame(known: Outcome, answer: Outcome): boolean {
  if (known.status !== answer.status) return false;
  return (
    known.status !== 'approved' ||
    MONEY.every((name) => answer[name] === undefined || answer[name] === known[name])
  );
}

/**
 * What becomes of an answer. `byHand`: that the request was declined was said by hand, and the provider knows better: money
 * that it did take is never lost.
 */
export function judge(known: Outcome, answer: Outcome, byHand: boolean): Verdict {
  if (isSame(known, answer)) return 'same';
  if (ANSWERS[known.status].includes(answer.status)) return 'taken';
  return byHand && known.status === 'declined' && answer.status === 'approved' ? 'taken' : 'refused';
}
