import '../parts.css';
import { Group, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { History, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ApiError } from '#clients/typescript/index.ts';
import { isOffline } from '../../shared/client.ts';
import { formatMoney, formatWhen } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Empty, Loading, sentenceOf, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { t } from '../../shared/words.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { titleOf } from '../open/title.ts';
import { listInStatus, SAID_OFFLINE } from '../orders.ts';
import { Refund } from './refund.tsx';

const troubleOf = (error: unknown) => (isOffline(error) ? t('This needs a connection.') : sentenceOf(error));

/** Orders shown at a time. */
const MOST = 50;

/** Sales that are over: their receipts, and giving money back. */
export function Past({ chosen }: { chosen: string | undefined }) {
  const { passbell, place } = useRegister();
  const { menu } = useRegisterState();
  const [text, setText] = useState('');
  const [trouble, setTrouble] = useState<string>();
  const [, go] = useLocation();
  const sales = useQuery({
    ...SAID_OFFLINE,
    queryKey: ['orders', 'past', place.site],
    queryFn: () => {
      const call = passbell.prepare('listSiteOrders', {
        ...{ site_id: place.site, limit: MOST, fields: ['customer'] },
      });
      return listInStatus(passbell, call, 'complete');
    },
  });
  const currency = menu?.site.currency ?? 'USD';
  const zone = menu?.site.timezone ?? 'UTC';
  const find = async () => {
    setTrouble(undefined);
    const number = text.trim();
    const calledOf = (listed = sales.data) =>
      listed?.find((each) => each.order_number === number.toUpperCase());
    try {
      // The newest with a number of the day, which may have been sold a moment ago, else the one whose receipt has it.
      const called = calledOf() ?? calledOf((await sales.refetch()).data);
      const order = called ?? (await passbell.call('getOrderBySaleId', { saleid: number }));
      go(`/past/${order.id_str}`);
      setText('');
    } catch (error) {
      const isMissing = error instanceof ApiError && error.status === 404;
      setTrouble(isMissing ? t('No sale found') : troubleOf(error));
    }
  };
  return (
    <div className="split">
      <section className="split-list" aria-label={t('Sales')}>
        <div className="register-pad">
          <Title order={1} size="h3" mb="sm">
            {t('Sales')}
          </Title>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void find();
            }}
          >
            <TextInput
              aria-label={t('Receipt number')}
              placeholder={t('Receipt number')}
              size="md"
              leftSection={<Search size={18} aria-hidden />}
              value={text}
              error={trouble}
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
              {order.is_refund ? <Text size="sm">{t('Refund')}</Text> : <StatusBadge status={order.status} />}
              <Hint>{formatWhen(order.placed_at, zone, new Date())}</Hint>
            </Group>
          </Link>
        ))}
        {sales.data?.length === 0 && <Empty title={t('No sales yet')} icon={History} />}
      </section>
      {chosen !== undefined && (
        <section className="split-detail register-pad" aria-label={t('Sale')}>
          <Refund id={chosen} />
        </section>
      )}
    </div>
  );
}
