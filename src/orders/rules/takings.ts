// What a change of an order moves in a drawer (reference: shifts.3).
import type { Id } from '../../kernel/id.ts';
import type { Order, Payment, Taking } from '../types.ts';

const NOTHING = { amount: 0n, tip: 0n, surcharge: 0n, rounding: 0n };

function amountsOf(payment: Payment | undefined): typeof NOTHING {
  if (payment === undefined) return NOTHING;
  const { amount, tip, credit_card_surcharge: surcharge, rounding } = payment;
  return { amount, tip, surcharge, rounding };
}

/** The payments of an order by their ids; what was paid for a deleted one is given back. */
function paymentsOf(order: Order | undefined): Map<Id, Payment> {
  if (order === undefined || order.deleted) return new Map();
  return new Map(order.payments.map((payment) => [payment.id, payment]));
}

/**
 * The differences of an order's payments to what they were, without those that are as they were; with payment 0 where
 * the order is COMPLETE from now on.
 */
export function takingsOf(before: Order | undefined, after: Order): Taking[] {
  const had = paymentsOf(before);
  const has = paymentsOf(after);
  const found: Taking[] = [];
  for (const id of new Set([...had.keys(), ...has.keys()])) {
    const [was, is] = [had.get(id), has.get(id)];
    const [old, now] = [amountsOf(was), amountsOf(is)];
    const taking: Taking = {
      payment: id,
      method: (is ?? was)?.method.id ?? 0n,
      amount: now.amount - old.amount,
      tip: now.tip - old.tip,
      surcharge: now.surcharge - old.surcharge,
      rounding: now.rounding - old.rounding,
    };
    if (taking.amount !== 0n || taking.tip !== 0n || taking.surcharge !== 0n || taking.rounding !== 0n)
      found.push(taking);
  }
  if (after.status === 'COMPLETE' && before?.status !== 'COMPLETE')
    found.push({ payment: 0n, method: 0n, ...NOTHING });
  return found;
}
