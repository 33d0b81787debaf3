import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { OrderLine } from '#clients/typescript/index.ts';
import { lineName } from '#src/orders/rules/line-name.ts';
import { decimalOf, formatMoment, formatMoney, formatNumber, inLine } from '../../shared/format.ts';
import { leftOf, type Quantities, type Refunds, refundedOf } from '../../shared/refunds.ts';
import { Hint } from '../../shared/ui/hint.tsx';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { useAway } from '../away.ts';
import { useRegisterState } from '../context.tsx';
import { OrderLines } from '../order-lines.tsx';
import { type RegisterOrder, useOrder, useRefunds } from '../orders.ts';
import { ReceiptButtons } from '../pay/receipt.tsx';
import { KitchenTickets } from '../printers/kitchen-tickets.tsx';
import { OrderTotals, Sum } from '../totals.tsx';
import { Unpaid } from '../unpaid.tsx';
import { Choose } from './choose.tsx';
import { type RefundStore, useWaitingRefund } from './waiting-refund.ts';

const NOTHING: Quantities = new Map();

/** A past sale: its lines, its receipt, and what of it is refunded. */
export function Refund({ id }: { id: string }) {
  const shown = useOrder(id);
  if (shown.data !== undefined) return <Sale key={id} order={shown.data} />;
  if (shown.isError) return <Trouble error={shown.error} again={() => void shown.refetch()} />;
  return <Loading />;
}

function Sale({ order }: { order: RegisterOrder }) {
  const { menu } = useRegisterState();
  const refunds = useRefunds(order);
  const store = useWaitingRefund(order.id_str);
  const [chosen, setRefunding] = useState<Quantities | 'none'>();
  // What has no answer is gone on with, until it is left.
  const refunding = chosen === 'none' ? undefined : (chosen ?? (store.waiting && NOTHING));
  const away = useAway();
  const lockOf = useLocks();
  const currency = menu?.site.currency ?? 'USD';
  const given = refunds.data?.orders ?? [];
  const isSale = !order.is_refund && order.status === 'COMPLETE';
  const lineButton = (line: OrderLine) => {
    const left = refunds.data === undefined ? 0n : leftOf(refunds.data, line);
    if (left <= 0n) return null;
    return (
      <Button
        variant="default"
        h={44}
        disabled={away}
        {...lockOf('Refund')}
        aria-label={t('Refund {product}', { product: lineName(line) })}
        onClick={() => setRefunding(new Map([[line.number, left]]))}
      >
        {t('Refund')}
      </Button>
    );
  };
  return (
    <>
      <Link href="/past" className="back-link">
        <ChevronLeft size={18} className="flip" aria-hidden /> {t('All sales')}
      </Link>
      <Title order={2} size="h4">
        {order.is_refund
          ? t('Refund {sale}', { sale: order.saleid })
          : t('Sale {sale}', { sale: inLine([order.order_number, order.saleid]) })}
      </Title>
      <Hint mb="sm">{formatMoment(order.placed_at, menu?.site.timezone ?? 'UTC')}</Hint>
      <OrderLines
        order={order}
        menu={menu}
        currency={currency}
        note={(line) => refunds.data && refundedText(refunds.data, line)}
        {...(isSale && refunding === undefined ? { actions: lineButton } : {})}
      />
      <OrderTotals order={order} currency={currency}>
        {refunds.data !== undefined && given.length > 0 && (
          <Sum name={t('Refunded')} text={formatMoney(-decimalOf(refunds.data.refunded), currency)} />
        )}
      </OrderTotals>
      <Unpaid order={order} currency={currency} />
      {given.length > 0 && (
        <Group gap="xs" mb="sm">
          <Text>{t('Refunds')}</Text>
          {given.map((refund) => (
            <Anchor key={refund.id_str} component={Link} href={`/past/${refund.id_str}`} underline="always">
              {refund.saleid}
            </Anchor>
          ))}
        </Group>
      )}
      <SaleActions
        order={order}
        refunds={refunds.data}
        trouble={refunds.error}
        again={() => void refunds.refetch()}
        refunding={refunding}
        store={store}
        refund={(quantities) => setRefunding(quantities ?? 'none')}
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
  /** The order that is being refunded, if any. */
  readonly refunding: Quantities | undefined;
  /** Keeps a refund that has no answer. */
  readonly store: RefundStore;
  readonly refund: (quantities: Quantities | undefined) => void;
}

function SaleActions({ order, refunds, trouble, again, refunding, store, refund }: SaleActionsProps) {
  const { menu } = useRegisterState();
  const away = useAway();
  const lockOf = useLocks();
  const isSale = !order.is_refund && order.status === 'COMPLETE';
  const isLeft = refunds?.lines.some((line) => decimalOf(line.quantity_left) > 0n) === true;
  const isIdle = refunding === undefined;
  return (
    <>
      <Group mb="md">
        <ReceiptButtons order={order.id_str} saleid={order.saleid} />
        {!order.is_refund && <KitchenTickets order={order.id_str} />}
        {isSale && isLeft && isIdle && (
          <Button
            size="lg"
            variant="default"
            className="danger"
            disabled={away}
            {...lockOf('Refund')}
            onClick={() => refund(new Map())}
          >
            {t('Refund')}
          </Button>
        )}
      </Group>
      {isSale && away && isIdle && <Text>{t('Refunds need a connection.')}</Text>}
      {isSale && !away && refunds === undefined && trouble !== null && (
        <Trouble error={trouble} again={again} />
      )}
      {isSale && refunds !== undefined && !isLeft && isIdle && <Text>{t('Fully refunded')}</Text>}
      {!isIdle && refunds !== undefined && menu !== undefined && (
        <Choose
          order={order}
          refunds={refunds}
          menu={menu}
          first={refunding}
          store={store}
          done={() => refund(undefined)}
        />
      )}
    </>
  );
}

/** The refunded quantity of a line, in words. */
function refundedText(refunds: Refunds, line: OrderLine): string | undefined {
  const { quantity_refunded: back, quantity_left: left } = refundedOf(refunds, line);
  if (decimalOf(back) === 0n) return undefined;
  return decimalOf(left) === 0n
    ? t('Refunded')
    : t('{count} refunded, {left} left', { count: formatNumber(back), left: formatNumber(left) });
}
