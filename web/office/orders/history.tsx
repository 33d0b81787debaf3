// An order's figures step by step, and its history.

import { Stack, Table, Text } from '@mantine/core';
import { isolated } from '#src/kernel/text.ts';
import type { Explanation } from '#src/orders/rules/explain.ts';
import { inLine, inWords } from '../../shared/format.ts';
import type { HistoryEntry, Order } from '../../shared/records.ts';
import { Loading, Trouble } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useAddonNames, useStaffNames } from './names.ts';
import { useOrderPart } from './part.ts';

/** How each figure of an order came about. */
export function Explained({ id }: { id: string }) {
  const explain = useOrderPart<Explanation>(id, 'explain');
  if (explain.data === undefined) {
    return explain.isError ? <Trouble error={explain.error} /> : <Loading rows={4} />;
  }
  const { lines, order } = explain.data;
  const blocks = [
    ...lines.map(({ number, name, steps }) => ({
      key: `line ${number}`,
      title: `${number}. ${isolated(name)}`,
      steps,
    })),
    { key: 'order', title: 'The whole order', steps: order },
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
                  <Table.Td ta="right" style={{ overflowWrap: 'anywhere' }}>
                    {step.amount}
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
  const addonName = useAddonNames();
  const history = useOrderPart<readonly HistoryEntry[]>(order.id_str, 'history');
  if (history.data === undefined) {
    return history.isError ? <Trouble error={history.error} /> : <Loading rows={4} />;
  }
  const who = ({ by }: HistoryEntry) =>
    inLine(
      [
        by.staff_member_id === null ? addonName(by.addon_id) : staff.of(by.staff_member_id),
        company.registerName(by.register_id),
      ],
      ', ',
    );
  return (
    <Table className="figures" horizontalSpacing={0} aria-label="History">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>What changed</Table.Th>
          <Table.Th visibleFrom="sm">By</Table.Th>
          <Table.Th visibleFrom="sm">Status</Table.Th>
          <Table.Th ta="right">Total</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {history.data.toReversed().map((entry) => (
          <Table.Tr key={entry.number}>
            <Table.Td>{company.when(entry.at, order.site_id)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{entry.changed.map(inWords).join(', ')}</Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              {who(entry)}
            </Table.Td>
            <Table.Td visibleFrom="sm">{inWords(entry.status)}</Table.Td>
            <Table.Td className="amount" ta="right">
              {company.money(entry.total, order.site_id)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
