import { Kbd, Modal, Table } from '@mantine/core';
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Message, message, t, translated } from '../shared/words.ts';

/** Fonts do not have arrows everywhere. */
const SIGNS: Readonly<Record<string, ReactNode>> = {
  left: <ArrowLeft size={14} aria-hidden />,
  right: <ArrowRight size={14} aria-hidden />,
  up: <ArrowUp size={14} aria-hidden />,
  down: <ArrowDown size={14} aria-hidden />,
};

/** The words for a sign, for screen readers. */
const SIGN_NAMES: Readonly<Record<string, Message>> = {
  left: message('Left'),
  right: message('Right'),
  up: message('Up'),
  down: message('Down'),
};

/** Keys, by what stands on them, and what they do. */
const KEYS: readonly (readonly [readonly string[], Message])[] = [
  [['1', '–', '9'], message('Select a ticket by its number')],
  [['left', 'right'], message('Previous or next ticket')],
  [['up', 'down'], message('Previous or next line')],
  [['Enter', 'Space'], message('Bump the ticket or line; recall it in the list of bumped ones')],
  [['R'], message('Bumped tickets, the last one selected')],
  [['L'], message('Later')],
  [['A'], message('All day')],
  [['S'], message('Sound')],
  [['F'], message('Full screen')],
  [['Esc'], message('Back to the open tickets')],
  [['?'], message('This list')],
];

/** Which key does what. */
export function Legend({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      lockScroll={false}
      title={t('Keys')}
      closeButtonProps={{ 'aria-label': t('Close'), size: 44 }}
    >
      <Table aria-label={t('Keys')} verticalSpacing="xs">
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" w={130}>
                {keys.map((key) => (key === '–' ? ' – ' : <Key key={key} name={key} />))}
              </Table.Th>
              <Table.Td>{translated(does)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

function Key({ name }: { name: string }) {
  const heard = SIGN_NAMES[name];
  return (
    <Kbd me={4}>
      {SIGNS[name] ?? name}
      {heard !== undefined && <span className="unseen">{translated(heard)}</span>}
    </Kbd>
  );
}
