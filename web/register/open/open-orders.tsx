import '../parts.css';
import { Group, Text, Title } from '@mantine/core';
import { ClipboardList } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { placeText } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney, formatWhen, inLine } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { placeOf } from '../basket.ts';
import { useRegisterState } from '../context.tsx';
import { amountsOf, type LocalOrder } from '../locals.ts';
import { type RegisterOrder, useOpen } from '../orders.ts';
import { paidText } from '../paid-text.ts';
import { unlisted } from '../pending.ts';
import { refusedWrites } from '../refused.tsx';
import { useKept } from '../use-kept.ts';
import { serverIdOf } from '../writes.ts';
import { LocalPanel } from './local-panel.tsx';
import { OrderPanel } from './order-panel.tsx';
import { titleOf } from './title.ts';

/** Open orders: by table and group, with one of them beside. */
export function OpenOrders({ chosen }: { chosen: string | undefined }) {
  const { menu, locals: all, queue } = useRegisterState();
  const open = useOpen();
  const kept = useKept('open', open.data);
  const orders = open.data ?? kept;
  const locals = unlisted(all, queue, orders ?? []);
  const groups = useMemo(() => grouped(orders ?? []), [orders]);
  const currency = menu?.site.currency ?? 'USD';
  const zone = menu?.site.timezone ?? 'UTC';
  const now = new Date();
  const local = locals.find((each) => each.name === chosen);
  // One that was opened before it was sent has its number at the service meanwhile.
  const id = chosen === undefined ? undefined : serverIdOf(queue, chosen);
  return (
    <div className="split">
      <section className="split-list" aria-label={t('Open orders')}>
        <Title order={1} size="h3" p="md" pb={0}>
          {t('Orders')}
        </Title>
        {orders === undefined && open.isPending && (
          <div className="register-pad">
            <Loading />
          </div>
        )}
        {orders === undefined && open.isError && (
          <div className="register-pad">
            <Trouble error={open.error} again={() => void open.refetch()} />
          </div>
        )}
        {locals.length > 0 && <div className="group-head">{t('Not sent yet')}</div>}
        {locals.map((each) => (
          <LocalRow key={each.name} local={each} chosen={each.name === chosen} />
        ))}
        {[...groups].map(([group, members]) => (
          <div key={group}>
            {group !== '' && (
              <div className="group-head">{t('Table {table}', { table: isolated(group) })}</div>
            )}
            {group === '' && groups.size > 1 && <div className="group-head">{t('No table')}</div>}
            {members.map((order) => (
              <Link
                key={order.id_str}
                href={`/orders/${order.id_str}`}
                className="order-row"
                aria-current={order.id_str === id ? 'true' : undefined}
              >
                <Group justify="space-between" wrap="nowrap">
                  <Text fw={600} truncate>
                    {titleOf(order)}
                  </Text>
                  <Text className="figures">
                    {inLine([formatMoney(order.total, currency), paidText(order, currency) ?? null])}
                  </Text>
                </Group>
                <Group justify="space-between" wrap="nowrap">
                  <Group gap={6} wrap="nowrap">
                    <StatusBadge status={order.status} />
                    {refusedWrites(queue, order.id_str).length > 0 && <RefusedBadge />}
                  </Group>
                  <Hint>{formatWhen(order.placed_at, zone, now)}</Hint>
                </Group>
              </Link>
            ))}
          </div>
        ))}
        {orders?.length === 0 && locals.length === 0 && (
          <Empty title={t('No open orders')} icon={ClipboardList}>
            {t('Orders on hold, accepted or waiting for payment show here.')}
          </Empty>
        )}
      </section>
      {local !== undefined && (
        <section className="split-detail register-pad" aria-label={t('Order')}>
          <LocalPanel local={local} />
        </section>
      )}
      {local === undefined && id !== undefined && (
        <section className="split-detail register-pad" aria-label={t('Order')}>
          <OrderPanel id={id} known={orders?.find((order) => order.id_str === id)} />
        </section>
      )}
    </div>
  );
}

/** Orders by table, those without one last. */
function grouped(orders: readonly RegisterOrder[]): Map<string, RegisterOrder[]> {
  const found = Map.groupBy(orders, (order) => placeText(order) ?? '');
  const sorted = [...found].sort(([a], [b]) =>
    a === '' ? 1 : b === '' ? -1 : a.localeCompare(b, undefined, { numeric: true }),
  );
  return new Map(sorted);
}

function RefusedBadge() {
  return <Tag color="red">{t('Refused')}</Tag>;
}

function LocalRow({ local, chosen }: { local: LocalOrder; chosen: boolean }) {
  const { menu, queue } = useRegisterState();
  const amounts = menu && amountsOf(local, menu);
  const place = placeOf(local.basket);
  return (
    <Link href={`/orders/${local.name}`} className="order-row" aria-current={chosen ? 'true' : undefined}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>
          {place === null ? local.sale_number : t('Table {table}', { table: isolated(place) })}
        </Text>
        <Text className="figures">{amounts && menu && formatMoney(amounts.total, menu.site.currency)}</Text>
      </Group>
      {refusedWrites(queue, local.name).length > 0 ? (
        <RefusedBadge />
      ) : (
        <Tag color="brass">{t('Not sent yet')}</Tag>
      )}
    </Link>
  );
}
