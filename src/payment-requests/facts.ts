import { differenceOf, type Fact, type Topic } from '../kernel/event.ts';
import type { PaymentRequest } from './shape.ts';
import { requestView } from './view.ts';

/** The event of a change of a payment request. */
export function requestFact(
  topic: Extract<Topic, `payment_requests/${string}`>,
  before: PaymentRequest | undefined,
  after: PaymentRequest,
): Fact {
  const difference =
    before === undefined
      ? { changed: ['status', 'amount'] }
      : differenceOf(requestView(before), requestView(after));
  const payload = JSON.stringify(requestView(after));
  return { topic, resource: after.id, sites: [after.site_id], ...difference, payload };
}
