import { Group, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { History, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiFailure } from '../../shared/api.ts';
import { formatMoney, formatWhen } from '../../shared/format.ts';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { useRegister, useRegisterState } from '../context.tsx';
import { titleOf } from '../open/title.ts';
import type { RegisterOrder } from '../orders.ts';
import { Refund } from './refund.tsx';

/** Orders shown at a time. */
const MOST = 50;

/** Sales that are over: their receipts, and giving money back. */
export function Past({ chosen }: { chosen: string | undefined }) {
  const { api, place } = useRegister();
  const { menu } = useRegisterState();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [, go] = useLocation();
  const sales = useQuery({
    queryKey: ['orders', 'past', place.site],
    queryFn: () =>
      api.get<RegisterOrder[]>(`sites/${place.site}/orders/complete?limit=${MOST}&fields=customer`),
  });
  const currency = menu?.site.currency ?? 'USD';
  const zone = menu?.site.timezone ?? 'UTC';
  const find = async () => {
    setMissing(false);
    try {
      const order = await api.get<RegisterOrder>(`orders/saleid/${encodeURIComponent(text.trim())}`);
      go(`/past/${order.id_str}`);
      setText('');
    } catch (error) {
      if (error instanceof ApiFailure) setMissing(true);
    }
  };
  return (
    <div className="split">
      <section className="split-list" aria-label="Past sales">
        <div className="register-pad">
          <Title order={1} size="h3" mb="sm">
            Past sales
          </Title>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void find();
            }}
          >
            <TextInput
              aria-label="Find a sale by the number on its receipt"
              placeholder="Number on the receipt"
              size="md"
              leftSection={<Search size={18} aria-hidden />}
              value={text}
              error={missing ? 'There is no such sale.' : undefined}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </form>
        </div>
        {sales.isPending && (
          <div className="register-pad">
            <Loading />
          </div>
        )}
        {sales.isError && sales.data === undefined && (
          <div className="register-pad">
            <Trouble error={sales.error} again={() => void sales.refetch()} />
          </div>
        )}
        {sales.data?.map((order) => (
          <Link
            key={order.id_str}
            href={`/past/${order.id_str}`}
            className="order-row"
            aria-current={order.id_str === chosen ? 'true' : undefined}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text fw={600} truncate>
                {titleOf(order)}
              </Text>
              <Text className="figures">{formatMoney(order.total, currency)}</Text>
            </Group>
            <Group justify="space-between">
              {order.is_refund ? <Text size="sm">Refund</Text> : <StatusBadge status={order.status} />}
              <Text size="sm" c="dimmed">
                {formatWhen(order.placed_at, zone, new Date())}
              </Text>
            </Group>
          </Link>
        ))}
        {sales.data?.length === 0 && <Empty title="No sales yet" icon={History} />}
      </section>
      {chosen !== undefined && (
        <section className="split-detail register-pad" aria-label="Sale">
          <Refund id={chosen} />
        </section>
      )}
    </div>
  );
}
