import { Button, Group, Title } from '@mantine/core';
import { ChevronLeft, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { OrderLine } from '#clients/typescript/index.ts';
import { ONE } from '#src/kernel/money.ts';
import { placeText } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { isFinal, TRANSITIONS } from '#src/orders/rules/status.ts';
import { decimalOf, formatMoney, inLine } from '../../shared/format.ts';
import { isUnsettled, owed } from '../../shared/owed.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { StatusBadge } from '../../shared/ui/status.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t, translated } from '../../shared/words.ts';
import { fields } from '../actions.ts';
import { useLocks } from '../approval.tsx';
import { useRegister, useRegisterState } from '../context.tsx';
import { RejectDialog } from '../incoming/reject-dialog.tsx';
import { lockedBy } from '../locks.ts';
import type { Menu } from '../menu.ts';
import { OrderLines } from '../order-lines.tsx';
import { ORDER_TYPES, orderTypeText } from '../order-types.ts';
import { type RegisterOrder, useOrder } from '../orders.ts';
import { KitchenTickets } from '../printers/kitchen-tickets.tsx';
import { BillButton } from '../printers/print-button.tsx';
import { RefusedHere } from '../refused.tsx';
import { sendWrites } from '../send-writes.ts';
import { Bills } from '../tables/bills.tsx';
import { Regroup } from '../tables/regroup.tsx';
import { OrderTotals, Sum } from '../totals.tsx';
import { Unpaid } from '../unpaid.tsx';
import { CourseButtons } from './course-buttons.tsx';
import { EditDetails } from './edit-details.tsx';
import { type From, ORDERS } from './from.ts';
import { OpenRequest } from './open-request.tsx';
import { numberOf, titleOf } from './title.ts';
import { VoidDialog } from './void-dialog.tsx';
import { Voids } from './voids.tsx';

interface PanelProps {
  readonly id: string;
  readonly known: RegisterOrder | undefined;
  readonly from?: From;
}

/** An order with its buttons; a locked one gives the reason. */
export function OrderPanel({ id, known, from = ORDERS }: PanelProps) {
  const shown = useOrder(id);
  const order = shown.data ?? known;
  // What was begun at one order is not gone on with at the next.
  if (order !== undefined) return <Order key={id} order={order} from={from} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Order({ order, from }: { order: RegisterOrder; from: From }) {
  const { menu, queue, pending } = useRegisterState();
  const [voiding, setVoiding] = useState<OrderLine>();
  const lockOf = useLocks();
  const currency = menu?.site.currency ?? 'USD';
  const id = order.id_str;
  const closed = isFinal(order.status) || order.deleted;
  const unsent = queue.entries.filter((write) => write.subject === id).length;
  const voidButton = (line: OrderLine) => (
    <Button
      variant="default"
      className="danger"
      h={44}
      {...lockOf('Void')}
      aria-label={t('Void {product}', { product: lineName(line) })}
      disabled={pending.some((write) => write.subject === id && write.line === line.line_id)}
      onClick={() => setVoiding(line)}
    >
      {t('Void')}
    </Button>
  );
  return (
    <>
      <Head order={order} unsent={unsent} from={from} />
      <RefusedHere order={id} />
      {!closed && menu !== undefined && <OpenRequest order={id} menu={menu} />}
      <OrderLines
        order={order}
        menu={menu}
        currency={currency}
        {...(closed ? {} : { actions: voidButton })}
      />
      <Voids order={order} closed={closed} />
      {!closed && <CourseButtons order={order} />}
      <OrderTotals order={order} currency={currency}>
        <Sum name={t('Paid')} text={formatMoney(order.paid, currency)} />
        <Sum name={t('Due')} text={formatMoney(owed(order), currency)} />
        {order.price_limit !== null && (
          <Sum name={t('Price limit of the add-on')} text={formatMoney(order.price_limit, currency)} />
        )}
      </OrderTotals>
      <Unpaid order={order} currency={currency} />
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
      <Bills order={order} from={from} />
      {voiding !== undefined && (
        <VoidDialog order={order} line={voiding} close={() => setVoiding(undefined)} />
      )}
    </>
  );
}

function Head({ order, unsent, from }: { order: RegisterOrder; unsent: number; from: From }) {
  const place = placeText(order);
  return (
    <>
      <Link href={from.path} className="back-link">
        <ChevronLeft size={18} className="flip" aria-hidden /> {translated(from.label)}
      </Link>
      <Group gap="sm" mb="xs">
        <Title order={2} size="h4">
          {titleOf(order)}
        </Title>
        <StatusBadge status={order.status} />
        {unsent > 0 && (
          <Tag color="brass">
            {t('{count, plural, one {# unsent change} other {# unsent changes}}', { count: unsent })}
          </Tag>
        )}
      </Group>
      <Hint mb="sm">
        {inLine([
          place === null ? null : t('Table {table}', { table: isolated(place) }),
          orderTypeText(order.order_type),
          order.guests === null
            ? null
            : t('{count, plural, one {# guest} other {# guests}}', { count: order.guests }),
          order.notes === null ? null : `“${isolated(order.notes)}”`,
        ])}
      </Hint>
    </>
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
  const lockOf = useLocks();
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
            {t('Details')}
          </Button>
          {owed(order) > 0n && <BillButton order={order} />}
          <KitchenTickets order={id} />
          <Regroup order={order} locked={whenFree(order, 'NEW_LINES')} />
          {isNew && (
            <Button size="lg" onClick={() => send(t('Accept'), { status: 'ACCEPTED' })}>
              {t('Accept')}
            </Button>
          )}
          {!isNew && (
            <Button
              size="lg"
              {...lockOf('FinishSale')}
              {...whenFree(order, 'PAYMENTS')}
              onClick={() => pay({ kind: 'order', id })}
            >
              {t('Pay')}
            </Button>
          )}
          {can('COMPLETE') && !isUnsettled(order) && !isNew && (
            <Button
              size="lg"
              variant="default"
              {...lockOf('FinishSale')}
              onClick={() => send(t('Complete order'), { status: 'COMPLETE' })}
            >
              {t('Complete order')}
            </Button>
          )}
          {can('ON_HOLD') && (
            <Button size="lg" variant="default" onClick={() => send(t('Hold'), { status: 'ON_HOLD' })}>
              {t('Hold')}
            </Button>
          )}
          {can('REJECTED') && (
            <Button
              size="lg"
              variant="default"
              className="danger"
              {...(isNew ? {} : lockOf('DeleteHeldOrder'))}
              onClick={() => setRejecting(true)}
            >
              {t('Reject')}
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
            const write = fields(id, t('Reject'), { status: 'REJECTED', reject_reason: reason });
            sendWrites(core, [
              isNew ? write : { ...write, rights: ['DeleteHeldOrder'], reason: reason.notes ?? reason.name },
            ]);
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
  const place = placeText(order);
  const add = () => {
    setTarget({
      order: order.id_str,
      label: place === null ? numberOf(order) : t('table {table}', { table: isolated(place) }),
      coefficient: coefficient === ONE ? null : coefficient,
      order_type: ORDER_TYPES.find((type) => type === order.order_type) ?? null,
      tax_exempt: order.tax_exempt,
      total: decimalOf(order.total) + decimalOf(order.tip_service_amount),
      limit: order.price_limit === null ? null : decimalOf(order.price_limit),
    });
    go('/');
  };
  return (
    <Button size="lg" variant="default" {...whenFree(order, 'NEW_LINES')} onClick={add}>
      {t('Add')}
    </Button>
  );
}

/** Deletes at the second press. */
function DeleteButton({ order }: { order: RegisterOrder }) {
  const { core } = useRegister();
  const [, go] = useLocation();
  const [sure, setSure] = useState(false);
  const lockOf = useLocks();
  const press = () => {
    if (!sure) return setSure(true);
    const label = t('Delete order {order}', { order: numberOf(order) });
    sendWrites(core, [{ subject: order.id_str, kind: 'delete', body: null, label }]);
    go('/orders');
  };
  return (
    <Button
      size="lg"
      variant="default"
      className="danger"
      {...lockOf('DeleteHeldOrder')}
      disabled={decimalOf(order.paid) !== 0n}
      {...whenFree(order, 'DELETE')}
      onClick={press}
    >
      {sure ? t('Delete for good') : t('Delete')}
    </Button>
  );
}
