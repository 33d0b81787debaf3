import { Alert } from '@mantine/core';
import type { Order } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney } from '../shared/format.ts';
import { owed } from '../shared/owed.ts';
import { t } from '../shared/words.ts';

/** The amount owed of an order that was completed without its money, and the actions for it (reference: orders.74). */
export function Unpaid({ order, currency }: { order: Order; currency: string }) {
  const amount = owed(order);
  if (order.status !== 'COMPLETE' || amount === 0n) return null;
  return (
    <Alert
      color="brass"
      mb="md"
      role="note"
      title={t('{amount} not paid', { amount: formatMoney(amount, currency) })}
    >
      {t(
        'This order was completed without this money, and takes no payments any more. The books have it as owed. Cash that comes in for it is put in the drawer as Cash in, with the reason {order}.',
        { order: isolated(order.saleid) },
      )}
    </Alert>
  );
}
