import '../parts.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Bell, BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoney, formatWhen, inLine } from '../../shared/format.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { fields } from '../actions.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { numberOf } from '../open/title.ts';
import { OrderLines } from '../order-lines.tsx';
import { orderTypeText } from '../order-types.ts';
import { type RegisterOrder, useMaker } from '../orders.ts';
import { paidText } from '../paid-text.ts';
import { RefusedHere } from '../refused.tsx';
import { sendWrites } from '../send-writes.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** Orders of add-ons that wait to be accepted. */
export function Incoming({ orders }: { orders: readonly RegisterOrder[] }) {
  const now = useNow();
  return (
    <div className="register-pad">
      <Title order={1} size="h3" mb="md">
        {t('Incoming')}
      </Title>
      <div role="status" className="visually-hidden">
        {t('{count, plural, =0 {No incoming orders.} one {# order waiting.} other {# orders waiting.}}', {
          count: orders.length,
        })}
      </div>
      {orders.length === 0 && (
        <Empty title={t('No incoming orders')} icon={Bell}>
          {t('Orders from your add-ons appear here, with a sound.')}
        </Empty>
      )}
      <div className="orders-grid">
        {orders.map((order) => (
          <Card key={order.id_str} order={order} now={now} />
        ))}
      </div>
    </div>
  );
}

/** Each second anew. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  const { start, stop } = useInterval(() => setNow(new Date()), 1_000);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return now;
}

/** How long it is until a moment: `12:05`, `1 h 20 min`, `late by 3:10`. */
export function untilText(at: string, now: Date): string {
  const seconds = Math.round((Date.parse(at) - now.getTime()) / 1000);
  const size = Math.abs(seconds);
  const time =
    size >= 3600
      ? t('{hours} h {minutes} min', {
          ...{ hours: String(Math.floor(size / 3600)), minutes: String(Math.floor((size % 3600) / 60)) },
        })
      : `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
  return seconds < 0 ? t('late by {time}', { time }) : time;
}

function Card({ order, now }: { order: RegisterOrder; now: Date }) {
  const { core } = useRegister();
  const { menu } = useRegisterState();
  const maker = useMaker(order.id_str);
  const [rejecting, setRejecting] = useState(false);
  const currency = menu?.site.currency ?? 'USD';
  const zone = menu?.site.timezone ?? 'UTC';
  const to = (label: string, body: object) => sendWrites(core, [fields(order.id_str, label, body)]);
  const who = [order.customer?.first_name, order.customer?.last_name].filter(Boolean).join(' ');
  return (
    <article className="card order-card" aria-label={t('Order {order}', { order: numberOf(order) })}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={650} fz="lg">
            {who === '' ? t('Order {order}', { order: numberOf(order) }) : <bdi>{who}</bdi>}
          </Text>
          <Hint>
            {inLine([
              who !== '' && numberOf(order),
              orderTypeText(order.order_type),
              maker,
              order.customer?.phone,
            ])}
          </Hint>
        </div>
        {!order.enable_alert_sound && <BellOff size={18} aria-label={t('No sound')} />}
      </Group>
      <Group justify="space-between">
        <Text size="sm">{t('For {time}', { time: formatWhen(order.fulfil_at, zone, now) })}</Text>
        <Text fw={600} className="figures" role="timer" aria-label={t('Time left')}>
          {untilText(order.fulfil_at, now)}
        </Text>
      </Group>
      <OrderLines order={order} menu={menu} currency={currency} />
      {order.notes !== null && <Text size="sm">“{order.notes}”</Text>}
      <Group justify="space-between">
        <Text fw={650}>{formatMoney(order.total, currency)}</Text>
        <Hint>{paidText(order, currency) ?? t('Not paid')}</Hint>
      </Group>
      <RefusedHere order={order.id_str} />
      <Group gap="xs" wrap="nowrap" mt="auto">
        <Button h={52} flex={2} onClick={() => to(t('Accept'), { status: 'ACCEPTED' })}>
          {t('Accept')}
        </Button>
        <Button
          h={52}
          flex={1}
          variant="default"
          px="xs"
          onClick={() => to(t('Hold'), { status: 'ON_HOLD' })}
        >
          {t('Hold')}
        </Button>
        <Button
          h={52}
          flex={1}
          variant="default"
          className="danger"
          px="xs"
          onClick={() =>
            order.prompt_for_reject_reason ? setRejecting(true) : to(t('Reject'), { status: 'REJECTED' })
          }
        >
          {t('Reject')}
        </Button>
      </Group>
      {rejecting && (
        <RejectDialog
          close={() => setRejecting(false)}
          reject={(reason) => {
            setRejecting(false);
            to(t('Reject'), { status: 'REJECTED', reject_reason: reason });
          }}
        />
      )}
    </article>
  );
}
