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
import { fields } from '../actions.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { RejectDialog } from '../incoming/reject-dialog.tsx';
import { lockedBy } from '../locks.ts';
import type { Menu } from '../menu.ts';
import { OrderLines } from '../order-lines.tsx';
import { type RegisterOrder, useOrder } from '../orders.ts';
import { RefusedHere } from '../refused.tsx';
import { sendWrites } from '../send-writes.ts';
import { CourseButtons } from './course-buttons.tsx';
import { EditDetails } from './edit-details.tsx';
import { titleOf } from './title.ts';

/** An order with its buttons; a locked one gives the reason. */
export function OrderPanel({ id, known }: { id: string; known: RegisterOrder | undefined }) {
  const shown = useOrder(id);
  const order = shown.data ?? known;
  if (order !== undefined) return <Order order={order} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Order({ order }: { order: RegisterOrder }) {
  const { core } = useRegister();
  const { menu, queue } = useRegisterState();
  const currency = menu?.site.currency ?? 'USD';
  const id = order.id_str;
  const closed = isFinal(order.status) || order.deleted;
  const waits = queue.writes.filter((write) => write.order === id);
  const drop = (line: OrderLine) => {
    if (line.line_id === null) return;
    sendWrites(core, [
      { order: id, kind: 'void', body: null, line: line.line_id, label: `Void ${line.product.name}` },
    ]);
    toast(`${isolated(line.product.name)} is being voided`);
  };
  const voidButton = (line: OrderLine) => (
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
  );
  return (
    <>
      <Head order={order} waits={waits.length} />
      <RefusedHere order={id} />
      <OrderLines
        order={order}
        menu={menu}
        currency={currency}
        {...(closed ? {} : { actions: voidButton })}
      />
      {!closed && <CourseButtons order={order} />}
      <Totals order={order} currency={currency} />
      {(['NEW_LINES', 'PAYMENTS', 'APP_PAYMENT', 'DELETE'] as const).map((what) => {
        const reason = lockedBy(order.lock, what);
        return (
          reason !== undefined && (
            <p key={reason} className="locked">
              <Lock size={16} aria-hidden /> {reason}
            </p>
          )
        );
      })}
      <Actions order={order} menu={menu} closed={closed} />
    </>
  );
}

function Head({ order, waits }: { order: RegisterOrder; waits: number }) {
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
        {waits > 0 && (
          <Badge color="brass" variant="light" tt="none">
            {waits === 1 ? '1 change' : `${waits} changes`} not sent
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
    </>
  );
}

function Totals({ order, currency }: { order: RegisterOrder; currency: string }) {
  return (
    <dl className="sums" aria-label="Totals">
      <dt>Total</dt>
      <dd className="sum-total">{formatMoney(order.total, currency)}</dd>
      <dt>Paid</dt>
      <dd>{formatMoney(order.paid, currency)}</dd>
      <dt>Due</dt>
      <dd>{formatMoney(order.due, currency)}</dd>
      {order.price_limit !== null && (
        <>
          <dt>At most, by its add-on</dt>
          <dd>{formatMoney(decimalOf(order.price_limit), currency)}</dd>
        </>
      )}
    </dl>
  );
}

interface ActionsProps {
  readonly order: RegisterOrder;
  readonly menu: Menu | undefined;
  readonly closed: boolean;
}

/** The buttons of an open order; typed text stays when they are closed meanwhile. */
function Actions({ order, menu, closed }: ActionsProps) {
  const { core, pay } = useRegister();
  const [rejecting, setRejecting] = useState(false);
  const [editing, setEditing] = useState(false);
  const id = order.id_str;
  const send = (label: string, body: object) => sendWrites(core, [fields(id, label, body)]);
  const can = (status: RegisterOrder['status']) => TRANSITIONS[order.status].includes(status);
  const isNew = order.status === 'SUBMITTED';
  return (
    <>
      {!closed && (
        <Group gap="xs" mt="md">
          <AddButton order={order} />
          <Button size="lg" variant="default" onClick={() => setEditing(true)}>
            Details
          </Button>
          {isNew && (
            <Button size="lg" onClick={() => send('Accept', { status: 'ACCEPTED' })}>
              Accept
            </Button>
          )}
          {!isNew && (
            <Button size="lg" {...whenFree(order, 'PAYMENTS')} onClick={() => pay({ kind: 'order', id })}>
              Pay
            </Button>
          )}
          {can('COMPLETE') && decimalOf(order.due) === 0n && !isNew && (
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
          <DeleteButton order={order} />
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

/** A button for what a lock may forbid. */
function whenFree(order: RegisterOrder, what: Parameters<typeof lockedBy>[1]) {
  return lockedBy(order.lock, what) === undefined
    ? {}
    : { disabled: true, leftSection: <Lock size={16} aria-hidden /> };
}

/** The next lines are added to this order. */
function AddButton({ order }: { order: RegisterOrder }) {
  const { setTarget } = useRegister();
  const [, go] = useLocation();
  const coefficient = decimalOf(order.price_variation);
  const add = () => {
    setTarget({
      order: order.id_str,
      label: order.group_id === null ? order.saleid : `table ${isolated(order.group_id)}`,
      coefficient: coefficient === ONE ? null : coefficient,
      total: decimalOf(order.total) + decimalOf(order.tip_service_amount),
      limit: order.price_limit === null ? null : decimalOf(order.price_limit),
    });
    go('/');
  };
  return (
    <Button size="lg" variant="default" {...whenFree(order, 'NEW_LINES')} onClick={add}>
      Add
    </Button>
  );
}

/** Deletes at the second press. */
function DeleteButton({ order }: { order: RegisterOrder }) {
  const { core } = useRegister();
  const [, go] = useLocation();
  const [sure, setSure] = useState(false);
  const press = () => {
    if (!sure) return setSure(true);
    sendWrites(core, [{ order: order.id_str, kind: 'delete', body: null, label: 'Delete the order' }]);
    go('/orders');
  };
  return (
    <Button
      size="lg"
      variant="default"
      className="danger"
      disabled={decimalOf(order.paid) !== 0n}
      {...whenFree(order, 'DELETE')}
      onClick={press}
    >
      {sure ? 'Delete it for good' : 'Delete'}
    </Button>
  );
}
