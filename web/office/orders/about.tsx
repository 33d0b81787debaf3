// The column beside an order's lines: people, place and payments.

import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Order } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatNumber } from '../../shared/format.ts';
import { orderTypeName } from '../../shared/order-words.ts';
import { owed } from '../../shared/owed.ts';
import type { Refunds } from '../../shared/refunds.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { type CompanyView, useCompany } from '../company.tsx';
import { useHistory, useRefunds, useStaffNames } from './names.ts';
import { customerName } from './words.ts';

export function Summary({ order }: { order: Order }) {
  const company = useCompany();
  const staff = useStaffNames();
  const maker = useHistory(order).data?.[0]?.by;
  const refunds = useRefunds(order).data?.orders ?? [];
  const site = order.site_id;
  const { original_order_id_str: original, customer_id: customer } = order;
  return (
    <Facts
      width={120}
      facts={[
        [t('Refunds'), refunds.length === 0 ? null : <RefundLinks key="refunds" refunds={refunds} />],
        [t('Refund of'), original && <Way to={`/orders/${original}`}>{t('Original order')}</Way>],
        [t('Site'), company.siteName(site)],
        [t('Register'), company.registerName(order.register_id)],
        [t('Placed'), company.when(order.placed_at, site)],
        [t('Booked'), order.booked_at === null ? null : company.when(order.booked_at, site)],
        [t('Fulfil at'), company.when(order.fulfil_at, site)],
        [t('Type'), orderTypeName(order.order_type)],
        [
          t('Customer'),
          customer && (
            <Way to={`/customers/${customer}`}>{customerName(order.customer) || t('Customer')}</Way>
          ),
        ],
        [t('Staff'), order.staff_member_id && staff.of(order.staff_member_id)],
        [t('Source'), maker && (maker.addon_name ?? t('Add-on {id}', { id: maker.addon_id }))],
        [t('Order number'), order.order_number],
        [t('Sale number'), order.sale_number],
        [t('Guests'), order.guests === null ? '' : formatNumber(order.guests)],
        [t('Table'), order.group_id],
        [t('Prints at'), printsAt(order, company)],
        [t('Notes'), order.notes],
      ]}
    />
  );
}

/** The register that a pass-thru order prints at, and when. */
function printsAt({ pass_thru_printing_register: pass, site_id: site }: Order, company: CompanyView) {
  if (pass === null) return null;
  const register = isolated(company.registerName(pass.id_str));
  return pass.printed_at === null
    ? t('{register}, due {time}, not printed yet', { register, time: company.when(pass.due_at, site) })
    : t('{register}, printed {time}', { register, time: company.when(pass.printed_at, site) });
}

/** The refunds of an order, each with a way to it. */
function RefundLinks({ refunds }: { refunds: Refunds['orders'] }) {
  return (
    <Group gap="xs">
      {refunds.map(({ id_str: id, saleid }) => (
        <Way key={id} to={`/orders/${id}`}>
          {saleid}
        </Way>
      ))}
    </Group>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} href={to} size="sm">
      {children}
    </Anchor>
  );
}

export function Payments({ order }: { order: Order }) {
  const company = useCompany();
  const money = (amount: Order['total']) => company.money(amount, order.site_id);
  const rows: readonly (readonly [string, Order['total']])[] = [
    [t('Paid'), order.paid],
    ...(Number(order.tips) === 0 ? [] : [[t('Tips'), order.tips] as const]),
    ...(Number(order.tip_service_amount) === 0
      ? []
      : [[t('Service charge'), order.tip_service_amount] as const]),
  ];
  return (
    <Stack gap="xs" className="figures">
      {order.payments.length === 0 && <Hint>{t('No payments yet')}</Hint>}
      {order.payments.map((payment) => (
        <Group key={payment.number} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{payment.method.name}</bdi>
            {payment.ref !== null && ` (${isolated(payment.ref)})`}
            <Hint span size="xs">
              {` ${company.when(payment.paid_at, order.site_id)}`}
            </Hint>
          </Text>
          <Text size="sm">{money(payment.amount)}</Text>
        </Group>
      ))}
      {rows.map(([name, amount], at) => (
        <Group
          key={name}
          justify="space-between"
          pt={at === 0 ? 'xs' : 0}
          style={at === 0 ? { borderTop: '1px solid var(--screen-line)' } : undefined}
        >
          <Text size="sm">{name}</Text>
          <Text size="sm">{money(amount)}</Text>
        </Group>
      ))}
      <Group justify="space-between">
        <Text fw={650}>{t('Due')}</Text>
        <Text fw={650}>{company.money(owed(order), order.site_id)}</Text>
      </Group>
    </Stack>
  );
}
