import { Alert } from '@mantine/core';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import type { Menu } from '../menu.ts';
import { isOpen, useRequests } from '../pay/requests.ts';

/** That a payment of an order has no answer yet: whoever looks at it does not take the money once more, nor let the guest go. */
export function OpenRequest({ order, menu }: { order: string; menu: Menu }) {
  const isAsked = menu.methods.some(({ takes_requests: takes }) => takes);
  const open = useRequests(isAsked ? order : undefined).data?.find(isOpen);
  if (open === undefined) return null;
  const method = menu.methods.find(({ id }) => String(id) === open.method_id)?.name ?? '';
  const amount = formatMoney(decimalOf(open.amount), menu.site.currency);
  return (
    <Alert color="brass" mb="sm" role="status">
      {open.status === 'pending'
        ? t('{method} takes {amount}.', { method, amount })
        : t(
            '{method} has not said whether {amount} was paid. Ask again, and do not take the money in another way before it is known.',
            { method, amount },
          )}
    </Alert>
  );
}
