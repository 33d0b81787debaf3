import './tables.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { lockedBy } from '../locks.ts';
import type { From } from '../open/from.ts';
import { numberOf, titleOf } from '../open/title.ts';
import { type RegisterOrder, useOpen } from '../orders.ts';

/** True for orders of the same guests: at one table, or parts of one order. */
function belongTogether(one: RegisterOrder, other: RegisterOrder): boolean {
  if (one.table_id !== null && one.table_id === other.table_id) return true;
  const root = one.split_from ?? one.id;
  return root === (other.split_from ?? other.id);
}

/** The other open bills of the same guests: each is paid by itself. */
export function Bills({ order, from }: { order: RegisterOrder; from: From }) {
  const open = useOpen();
  const others = (open.data ?? []).filter(
    (each) => each.id_str !== order.id_str && belongTogether(order, each),
  );
  if (others.length === 0) return null;
  return (
    <section aria-label={t('Other bills')}>
      <Title order={3} size="h6" mt="md">
        {t('Other bills')}
      </Title>
      <BillRows orders={others} path={from.orders} />
    </section>
  );
}

/** Orders with what is due, and the way to pay each. */
export function BillRows({ orders, path }: { orders: readonly RegisterOrder[]; path: string }) {
  const { pay } = useRegister();
  const { menu } = useRegisterState();
  const currency = menu?.site.currency ?? 'USD';
  return (
    <ul className="order-lines">
      {orders.map((order) => (
        <li key={order.id_str}>
          <Link href={`${path}/${order.id_str}`} className="bill-link">
            {titleOf(order)}
          </Link>
          <Group gap="xs" wrap="nowrap">
            <Text className="figures">{formatMoney(order.due, currency)}</Text>
            <Button
              h={44}
              variant="light"
              aria-label={t('Pay {order}', { order: numberOf(order) })}
              disabled={
                order.status === 'SUBMITTED' ||
                decimalOf(order.due) === 0n ||
                lockedBy(order.lock, 'PAYMENTS') !== undefined
              }
              onClick={() => pay({ kind: 'order', id: order.id_str })}
            >
              {t('Pay')}
            </Button>
          </Group>
        </li>
      ))}
    </ul>
  );
}
