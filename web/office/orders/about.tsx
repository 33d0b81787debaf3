// The column beside an order's lines: people, place and payments.

import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isolated } from '#src/kernel/text.ts';
import { inWords } from '../../shared/format.ts';
import type { HistoryEntry, Order } from '../../shared/records.ts';
import type { Refunds } from '../../shared/refunds.ts';
import { Facts } from '../../shared/ui/facts.tsx';
import { useCompany } from '../company.tsx';
import { useAddonNames, useStaffNames } from './names.ts';
import { useOrderPart } from './part.ts';
import { customerName } from './words.ts';

export function Summary({ order }: { order: Order }) {
  const company = useCompany();
  const staff = useStaffNames();
  const addonName = useAddonNames();
  const history = useOrderPart<readonly HistoryEntry[]>(order.id_str, 'history');
  const refunds = useOrderPart<Refunds>(order.id_str, 'refunds').data?.orders ?? [];
  const givenBack = refunds.length === 0 ? null : <GivenBackBy refunds={refunds} />;
  const maker = history.data?.[0]?.by.addon_id;
  const site = order.site_id;
  const { original_order_id_str: original, customer_id: customer, pass_thru_printing_register: pass } = order;
  return (
    <Facts
      width={100}
      facts={[
        ['Given back', givenBack],
        ['Refund of', original && <Way to={`/orders/${original}`}>the original order</Way>],
        ['Site', company.siteName(site)],
        ['Register', company.registerName(order.register_id)],
        ['Placed', company.when(order.placed_at, site)],
        ['Wanted', company.when(order.fulfil_at, site)],
        ['Type', inWords(order.order_type ?? '')],
        [
          'Customer',
          customer && <Way to={`/customers/${customer}`}>{customerName(order.customer) || 'Customer'}</Way>,
        ],
        ['Staff', order.staff_member_id && staff.of(order.staff_member_id)],
        ['Made by', maker === undefined ? '' : addonName(maker)],
        ['Number', order.sale_number === null ? '' : String(order.sale_number)],
        ['Guests', order.guests === null ? '' : String(order.guests)],
        ['Table', order.group_id ?? ''],
        [
          'Prints at',
          pass &&
            `${isolated(company.registerName(pass.id_str))}, ${
              pass.printed_at === null
                ? `due ${company.when(pass.due_at, site)}, not printed yet`
                : `printed ${company.when(pass.printed_at, site)}`
            }`,
        ],
        ['Notes', order.notes ?? ''],
      ]}
    />
  );
}

/** The refunds of an order, each with a way to it. */
function GivenBackBy({ refunds }: { refunds: Refunds['orders'] }) {
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
    ['Paid', order.paid],
    ...(Number(order.tips) === 0 ? [] : [['Tips', order.tips] as const]),
    ...(Number(order.tip_service_amount) === 0 ? [] : [['Service', order.tip_service_amount] as const]),
  ];
  return (
    <Stack gap="xs" className="figures">
      {order.payments.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing has been paid.
        </Text>
      )}
      {order.payments.map((payment) => (
        <Group key={payment.number} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <bdi>{payment.method.name}</bdi>
            {payment.ref !== null && ` (${isolated(payment.ref)})`}
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
        <Text fw={650}>Due</Text>
        <Text fw={650}>{money(order.due)}</Text>
      </Group>
    </Stack>
  );
}
