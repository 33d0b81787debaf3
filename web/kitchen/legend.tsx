import { Kbd, Modal, Table } from '@mantine/core';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** Fonts do not have arrows everywhere. */
const SIGNS: Readonly<Record<string, ReactNode>> = {
  left: <ArrowLeft size={14} aria-label="Left" />,
  right: <ArrowRight size={14} aria-label="Right" />,
  up: <ArrowUp size={14} aria-label="Up" />,
  down: <ArrowDown size={14} aria-label="Down" />,
};

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['1', '–', '9'], 'Choose a ticket by its number'],
  [['left', 'right'], 'The ticket before or after'],
  [['up', 'down'], 'A line of the ticket'],
  [['Enter', 'Space'], 'Bump the ticket or line; recall it in the list of bumped ones'],
  [['R'], 'Bumped tickets, the last one chosen'],
  [['L'], 'Tickets for later'],
  [['A'], 'All-day counts'],
  [['S'], 'Sound'],
  [['F'], 'Full screen'],
  [['Esc'], 'Back to what is to be made'],
  [['?'], 'This list'],
];

/** Which key does what. */
export function Legend({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      lockScroll={false}
      title="Keys"
      closeButtonProps={{ 'aria-label': 'Close', size: 44 }}
    >
      <Table aria-label="Keys" verticalSpacing="xs">
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" w={130}>
                {keys.map((key) =>
                  key === '–' ? (
                    ' – '
                  ) : (
                    <Kbd key={key} mr={4}>
                      {SIGNS[key] ?? key}
                    </Kbd>
                  ),
                )}
              </Table.Th>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
