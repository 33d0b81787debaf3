import { Button, Group, Text, Title } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { Bell, BellOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatMoney, formatWhen, inLine } from '../../shared/format.ts';
import { Empty } from '../../shared/ui/states.tsx';
import { fields } from '../actions.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { OrderLines } from '../order-lines.tsx';
import { type RegisterOrder, useMaker } from '../orders.ts';
import { RefusedHere } from '../refused.tsx';
import { sendWrites } from '../send-writes.ts';
import { RejectDialog } from './reject-dialog.tsx';

/** Orders of add-ons that wait to be accepted. */
export function Incoming({ orders }: { orders: readonly RegisterOrder[] }) {
  const now = useNow();
  return (
    <div className="register-pad">
      <Title order={1} size="h3" mb="md">
        Incoming
      </Title>
      <div role="status" className="visually-hidden">
        {orders.length === 0 ? 'Nothing waits.' : `${orders.length} waiting.`}
      </div>
      {orders.length === 0 && (
        <Empty title="Nothing waits" icon={Bell}>
          Orders from your add-ons appear here, with a sound.
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
  const text =
    size >= 3600
      ? `${Math.floor(size / 3600)} h ${Math.floor((size % 3600) / 60)} min`
      : `${Math.floor(size / 60)}:${String(size % 60).padStart(2, '0')}`;
  return seconds < 0 ? `late by ${text}` : text;
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
    <article className="card order-card" aria-label={`Order ${order.saleid}`}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Text fw={650} fz="lg">
            {who === '' ? `Order ${order.saleid}` : <bdi>{who}</bdi>}
          </Text>
          <Text c="dimmed" size="sm">
            {inLine([order.order_type, maker, order.customer?.phone])}
          </Text>
        </div>
        {!order.enable_alert_sound && <BellOff size={18} aria-label="Without a sound" />}
      </Group>
      <Group justify="space-between">
        <Text size="sm">For {formatWhen(order.fulfil_at, zone, now)}</Text>
        <Text fw={600} className="figures" role="timer" aria-label="Time left">
          {untilText(order.fulfil_at, now)}
        </Text>
      </Group>
      <OrderLines order={order} menu={menu} currency={currency} />
      {order.notes !== null && <Text size="sm">“{order.notes}”</Text>}
      <Group justify="space-between">
        <Text fw={650}>{formatMoney(order.total, currency)}</Text>
        <Text size="sm" c="dimmed">
          {Number(order.paid) === 0
            ? 'not paid'
            : Number(order.due) === 0
              ? 'paid'
              : `${formatMoney(order.due, currency)} due`}
        </Text>
      </Group>
      <RefusedHere order={order.id_str} />
      <Group gap="xs" wrap="nowrap" mt="auto">
        <Button h={52} flex={2} onClick={() => to('Accept', { status: 'ACCEPTED' })}>
          Accept
        </Button>
        <Button h={52} flex={1} variant="default" px="xs" onClick={() => to('Hold', { status: 'ON_HOLD' })}>
          Hold
        </Button>
        <Button
          h={52}
          flex={1}
          variant="default"
          className="danger"
          px="xs"
          onClick={() =>
            order.prompt_for_reject_reason ? setRejecting(true) : to('Reject', { status: 'REJECTED' })
          }
        >
          Reject
        </Button>
      </Group>
      {rejecting && (
        <RejectDialog
          close={() => setRejecting(false)}
          reject={(reason) => {
            setRejecting(false);
            to('Reject', { status: 'REJECTED', reject_reason: reason });
          }}
        />
      )}
    </article>
  );
}
