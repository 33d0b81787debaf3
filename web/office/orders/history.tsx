// An order's figures step by step, and its history.

import { Stack, Table, Text } from '@mantine/core';
import type { HistoryEntry, Order } from '#clients/typescript/index.ts';
import { isolated } from '#src/kernel/text.ts';
import { formatExact, inLine } from '../../shared/format.ts';
import { statusName } from '../../shared/order-words.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';
import { useHistory, useStaffNames } from './names.ts';
import { changeNames } from './words.ts';

/** How each figure of an order came about. */
export function Explained({ order }: { order: Order }) {
  const company = useCompany();
  const explain = useRead('orders', 'explainOrder', { order_id: order.id_str }, { keep: true, from: order });
  if (explain.data === undefined) {
    return explain.isError ? <Trouble error={explain.error} /> : <Loading rows={4} />;
  }
  const currency = company.sites.find(({ id_str }) => id_str === order.site_id)?.currency ?? company.currency;
  const blocks = [
    ...explain.data.lines.map(({ number, name, steps }) => ({
      key: `line ${number}`,
      title: `${number}. ${isolated(name)}`,
      steps,
    })),
    { key: 'order', title: t('Whole order'), steps: explain.data.order },
  ];
  return (
    <Stack gap="md">
      {blocks.map(({ key, title, steps }) => (
        <section key={key} aria-label={title}>
          <Text fw={600} size="sm" mb={4}>
            {title}
          </Text>
          <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0} className="figures">
            <Table.Tbody>
              {steps.map((step, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place alone
                <Table.Tr key={at}>
                  <Table.Td c="dimmed">{step.text}</Table.Td>
                  <Table.Td ta="end" className="amount" title={step.amount}>
                    {formatExact(step.amount, currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Stack>
  );
}

/** The changes of an order, the latest first. */
export function History({ order }: { order: Order }) {
  const company = useCompany();
  const staff = useStaffNames();
  const history = useHistory(order);
  if (history.data === undefined) {
    return history.isError ? <Trouble error={history.error} /> : <Loading rows={4} />;
  }
  const who = ({ by }: HistoryEntry) =>
    inLine(
      [
        by.staff_member_id === null
          ? (by.addon_name ?? t('Add-on {id}', { id: by.addon_id }))
          : staff.of(by.staff_member_id),
        company.registerName(by.register_id),
      ],
      ', ',
    );
  return (
    <Table className="figures" horizontalSpacing={0} aria-label={t('History')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Time')}</Table.Th>
          <Table.Th>{t('Changes')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('By')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('Status')}</Table.Th>
          <Table.Th ta="end">{t('Total')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {history.data.toReversed().map((entry) => (
          <Table.Tr key={entry.number}>
            <Table.Td>{company.when(entry.at, order.site_id)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{changeNames(entry)}</Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {who(entry)}
            </Table.Td>
            <Table.Td visibleFrom="sm">{statusName(entry.status)}</Table.Td>
            <Table.Td className="amount" ta="end">
              {company.money(entry.total, order.site_id)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
