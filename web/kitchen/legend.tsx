import { Kbd, Modal, Table } from '@mantine/core';

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [['1', '–', '9'], 'Choose a ticket by its number'],
  [['←', '→'], 'The ticket before or after'],
  [['↑', '↓'], 'A line of the ticket'],
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
                      {key}
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
