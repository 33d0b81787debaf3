import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { decimalOf, formatMoment, formatMoney, formatNumber } from '../../shared/format.ts';
import type { OrderLine } from '../../shared/records.ts';
import { type Refunds, refundedOf } from '../../shared/refunds.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useAway } from '../away.ts';
import { useRegisterState } from '../context.tsx';
import { OrderLines } from '../order-lines.tsx';
import { type RegisterOrder, useOrder, useRefunds } from '../orders.ts';
import { ReceiptButtons } from '../pay/receipt.tsx';
import { Choose } from './choose.tsx';

/** A past sale: its lines, its receipt, and what of it is given back. */
export function Refund({ id }: { id: string }) {
  const shown = useOrder(id);
  if (shown.data !== undefined) return <Sale key={id} order={shown.data} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Sale({ order }: { order: RegisterOrder }) {
  const { menu } = useRegisterState();
  const refunds = useRefunds(order);
  const currency = menu?.site.currency ?? 'USD';
  const given = refunds.data?.orders ?? [];
  return (
    <>
      <Link href="/past" className="back-link">
        All sales
      </Link>
      <Title order={2} size="h4">
        {order.is_refund ? 'Refund' : 'Sale'} {order.saleid}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {formatMoment(order.placed_at, menu?.site.timezone ?? 'UTC')}
      </Text>
      <OrderLines
        order={order}
        menu={menu}
        currency={currency}
        note={(line) => refunds.data && givenBackText(refunds.data, line)}
      />
      <dl className="sums" aria-label="Totals">
        <dt>Tax included</dt>
        <dd>{formatMoney(order.total_tax, currency)}</dd>
        <dt>Total</dt>
        <dd className="sum-total">{formatMoney(order.total, currency)}</dd>
        {order.payments.map((payment) => (
          <Sum
            key={payment.number}
            name={payment.method.name}
            amount={formatMoney(payment.amount, currency)}
          />
        ))}
        {refunds.data !== undefined && given.length > 0 && (
          <Sum name="Given back" amount={formatMoney(-decimalOf(refunds.data.refunded), currency)} />
        )}
      </dl>
      {given.length > 0 && (
        <Text mb="sm">
          Given back by{' '}
          {given.map((refund, at) => (
            <span key={refund.id_str}>
              {at > 0 && ', '}
              <Anchor component={Link} href={`/past/${refund.id_str}`} underline="always">
                {refund.saleid}
              </Anchor>
            </span>
          ))}
        </Text>
      )}
      <SaleActions
        order={order}
        refunds={refunds.data}
        trouble={refunds.error}
        again={() => void refunds.refetch()}
      />
    </>
  );
}

interface SaleActionsProps {
  readonly order: RegisterOrder;
  readonly refunds: Refunds | undefined;
  /** Why the refunds could not be read. */
  readonly trouble: unknown;
  readonly again: () => void;
}

function SaleActions({ order, refunds, trouble, again }: SaleActionsProps) {
  const { menu } = useRegisterState();
  const away = useAway();
  const [refunding, setRefunding] = useState(false);
  const isSale = !order.is_refund && order.status === 'COMPLETE';
  const isLeft = refunds?.lines.some((line) => decimalOf(line.quantity_left) > 0n) === true;
  return (
    <>
      <Group mb="md">
        <ReceiptButtons order={order.id_str} saleid={order.saleid} />
        {isSale && isLeft && !refunding && (
          <Button
            size="lg"
            variant="default"
            className="danger"
            disabled={away}
            onClick={() => setRefunding(true)}
          >
            Refund
          </Button>
        )}
      </Group>
      {isSale && away && !refunding && <Text>Giving money back needs the connection.</Text>}
      {isSale && !away && refunds === undefined && trouble !== null && (
        <Trouble error={trouble} again={again} />
      )}
      {isSale && refunds !== undefined && !isLeft && !refunding && <Text>Everything was given back.</Text>}
      {refunding && refunds !== undefined && menu !== undefined && (
        <Choose order={order} refunds={refunds} menu={menu} done={() => setRefunding(false)} />
      )}
    </>
  );
}

/** The refunded quantity of a line, in words. */
function givenBackText(refunds: Refunds, line: OrderLine): string | undefined {
  const { quantity_refunded: back, quantity_left: left } = refundedOf(refunds, line);
  if (decimalOf(back) === 0n) return undefined;
  return decimalOf(left) === 0n
    ? 'Given back'
    : `${formatNumber(back)} given back, ${formatNumber(left)} left`;
}

function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{amount}</dd>
    </>
  );
}
