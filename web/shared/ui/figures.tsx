import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A figure and what it is of. The key is its own in the table. */
export type FigureRow = readonly [key: string, label: ReactNode, figure: ReactNode];

/** A table of labels and figures. */
export function Figures({ label, rows }: { label: string; rows: readonly FigureRow[] }) {
  return (
    <Table aria-label={label}>
      <Table.Tbody>
        {rows.map(([key, name, figure]) => (
          <Table.Tr key={key}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
            <Table.Td className="figures" ta="end">
              {figure}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
