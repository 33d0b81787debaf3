import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ONE } from '#src/kernel/money.ts';
import { isolated } from '#src/kernel/text.ts';
import { isFinal, TRANSITIONS } from '#src/orders/rules/status.ts';
import { decimalOf, formatMoney, inLine } from '../../shared/format.ts';
import type { OrderLine } from '../../shared/records.ts';
import { Loading, Trouble, toast } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { act } from '../act.ts';
import { fields } from '../actions.ts';
import { useTill, useTillState } from '../context.tsx';
import { RejectDialog } from '../incoming/reject-dialog.tsx';
import { lockedBy } from '../locks.ts';
import { OrderLines } from '../order-lines.tsx';
import { type TillOrder, useOrder } from '../orders.ts';
import { RefusedHere } from '../refused.tsx';
import { CourseButtons } from './course-buttons.tsx';
import { EditDetails } from './edit-details.tsx';
import { titleOf } from './title.ts';

/** An order with what can be done to it; what is locked says why. */
export function OrderPanel({ id, known }: { id: string; known: TillOrder | undefined }) {
  const shown = useOrder(id);
  const order = shown.data ?? known;
  if (order !== undefined) return <Order order={order} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Order({ order }: { order: TillOrder }) {
  const { core, setTarget, pay } = useTill();
  const { menu, queue } = useTillState();
  const [, go] = useLocation();
  const [rejecting, setRejecting] = useState(false);
  const [editing, setEditing] = useState(false);
  const [sure, setSure] = useState(false);
  const currency = menu?.site.currency ?? 'USD';
  const id = order.id_str;
  const closed = isFinal(order.status) || order.deleted;
  const waits = queue.writes.filter((write) => write.order === id);
  const send = (label: string, body: object) => act(core, [fields(id, label, body)]);
  const noLines = lockedBy(order.lock, 'NEW_LINES');
  const noPayments = lockedBy(order.lock, 'PAYMENTS');
  const noDelete = lockedBy(order.lock, 'DELETE');
  const limit = order.price_limit === null ? null : decimalOf(order.price_limit);
  const coefficient = decimalOf(order.price_variation);
  const can = (status: TillOrder['status']) => !closed && TRANSITIONS[order.status].includes(status);
  const drop = (line: OrderLine) => {
    if (line.line_id === null) return;
    act(core, [
      { order: id, kind: 'void', body: null, line: line.line_id, label: `Void ${line.product.name}` },
    ]);
    toast(`${isolated(line.product.name)} is being voided`);
  };
  return (
    <>
      <Link href="/orders" className="back-link">
        All orders
      </Link>
      <Group gap="sm" mb="xs">
        <Title order={2} size="h4">
          {titleOf(order)}
        </Title>
        <StatusBadge status={order.status} />
        {waits.length > 0 && (
          <Badge color="brass" variant="light" tt="none">
            {waits.length === 1 ? '1 change' : `${waits.length} changes`} not sent
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {inLine([
          order.group_id === null ? null : `Table ${isolated(order.group_id)}`,
          order.order_type,
          order.guests === null ? null : `${order.guests} guests`,
          order.notes === null ? null : `“${isolated(order.notes)}”`,
        ])}
      </Text>
      <RefusedHere order={id} />
      <OrderLines
        order={order}
        menu={menu}
        currency={currency}
        {...(closed
          ? {}
          : {
              actions: (line: OrderLine) => (
                <Button
                  variant="default"
                  className="danger"
                  h={44}
                  aria-label={`Void ${line.product.name}`}
                  disabled={waits.some((write) => write.kind === 'void' && write.line === line.line_id)}
                  onClick={() => drop(line)}
                >
                  Void
                </Button>
              ),
            })}
      />
      {!closed && <CourseButtons order={order} />}
      <dl className="sums" aria-label="Totals">
        <dt>Total</dt>
        <dd className="sum-total">{formatMoney(order.total, currency)}</dd>
        <dt>Paid</dt>
        <dd>{formatMoney(order.paid, currency)}</dd>
        <dt>Due</dt>
        <dd>{formatMoney(order.due, currency)}</dd>
        {limit !== null && (
          <>
            <dt>At most, by its add-on</dt>
            <dd>{formatMoney(limit, currency)}</dd>
          </>
        )}
      </dl>
      {[noLines, noPayments, lockedBy(order.lock, 'APP_PAYMENT'), noDelete].map(
        (reason) =>
          reason !== undefined && (
            <p key={reason} className="locked">
              <Lock size={16} aria-hidden /> {reason}
            </p>
          ),
      )}
      {!closed && (
        <Group gap="xs" mt="md">
          <Button
            size="lg"
            variant="default"
            disabled={noLines !== undefined}
            leftSection={noLines === undefined ? undefined : <Lock size={16} aria-hidden />}
            onClick={() => {
              setTarget({
                order: id,
                label: order.group_id === null ? order.saleid : `table ${isolated(order.group_id)}`,
                coefficient: coefficient === ONE ? null : coefficient,
                total: decimalOf(order.total) + decimalOf(order.tip_service_amount),
                limit,
              });
              go('/');
            }}
          >
            Add
          </Button>
          <Button size="lg" variant="default" onClick={() => setEditing(true)}>
            Details
          </Button>
          {order.status === 'SUBMITTED' && (
            <Button size="lg" onClick={() => send('Accept', { status: 'ACCEPTED' })}>
              Accept
            </Button>
          )}
          {order.status !== 'SUBMITTED' && (
            <Button
              size="lg"
              disabled={noPayments !== undefined}
              leftSection={noPayments === undefined ? undefined : <Lock size={16} aria-hidden />}
              onClick={() => pay({ kind: 'order', id })}
            >
              Pay
            </Button>
          )}
          {can('COMPLETE') && decimalOf(order.due) === 0n && order.status !== 'SUBMITTED' && (
            <Button size="lg" variant="default" onClick={() => send('Complete', { status: 'COMPLETE' })}>
              Complete
            </Button>
          )}
          {can('ON_HOLD') && (
            <Button size="lg" variant="default" onClick={() => send('Hold', { status: 'ON_HOLD' })}>
              Hold
            </Button>
          )}
          {can('REJECTED') && (
            <Button size="lg" variant="default" className="danger" onClick={() => setRejecting(true)}>
              Reject
            </Button>
          )}
          <Button
            size="lg"
            variant="default"
            className="danger"
            disabled={noDelete !== undefined || decimalOf(order.paid) !== 0n}
            leftSection={noDelete === undefined ? undefined : <Lock size={16} aria-hidden />}
            onClick={() => {
              if (!sure) return setSure(true);
              act(core, [{ order: id, kind: 'delete', body: null, label: 'Delete the order' }]);
              go('/orders');
            }}
          >
            {sure ? 'Delete it for good' : 'Delete'}
          </Button>
        </Group>
      )}
      {editing && menu !== undefined && (
        <EditDetails order={order} menu={menu} close={() => setEditing(false)} />
      )}
      {rejecting && (
        <RejectDialog
          close={() => setRejecting(false)}
          reject={(reason) => {
            setRejecting(false);
            send('Reject', { status: 'REJECTED', reject_reason: reason });
          }}
        />
      )}
    </>
  );
}
