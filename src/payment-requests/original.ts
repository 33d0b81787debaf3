import { invalid } from '../kernel/errors.ts';
import type { Id } from '../kernel/id.ts';
import type { Decimal } from '../kernel/money.ts';
import { sentence } from '../kernel/words.ts';
import { readOrder } from '../orders/row/store.ts';
import type { Order } from '../orders/types.ts';
import type { Reader } from '../storage/port.ts';

/**
 * The reference of the payment that a refund gives back, so that it goes to the same card: the one that is named (400 for
 * one that is not there), else that of the amount, else the largest by the method. Null where there is none.
 */
export async function originalRef(
  tx: Reader,
  order: Order,
  method: Id,
  amount: Decimal,
  named: string | null | undefined,
): Promise<string | null> {
  const { original_order_id: original, company_id: company } = order;
  const sale = original === null ? order : await readOrder(tx, company, original);
  const found = (sale?.payments ?? []).filter(
    (payment) => payment.method.id === method && payment.amount > 0n && payment.ref !== null,
  );
  if (named !== undefined && named !== null) {
    if (found.some(({ ref }) => ref === named)) return named;
    throw invalid(
      'original_ref',
      sentence('no payment by this method has the reference {ref}.', { ref: named }),
    );
  }
  const [largest] = found.toSorted((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0));
  return (found.find((payment) => payment.amount === amount) ?? largest)?.ref ?? null;
}
