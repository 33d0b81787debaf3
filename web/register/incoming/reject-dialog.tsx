import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { message, t, translated } from '../../shared/words.ts';
import { Dialog } from '../dialog.tsx';

/** The reasons a merchant usually has. */
const REASONS = [
  { id: 1, name: 'Out of stock', shown: message('Out of stock') },
  { id: 2, name: 'Too busy', shown: message('Too busy') },
  { id: 3, name: 'Closed', shown: message('Closed') },
  { id: 4, name: 'Cannot deliver there', shown: message('Cannot deliver there') },
  { id: 5, name: 'Something else', shown: message('Other') },
] as const;

/** The reasons as the add-on gets them. */
export interface Reason {
  readonly id: number;
  readonly name: string;
  readonly notes: string | null;
}

/** Asks why an order is rejected. */
export function RejectDialog({ close, reject }: { close: () => void; reject: (reason: Reason) => void }) {
  const [chosen, setChosen] = useState<(typeof REASONS)[number]>();
  const [notes, setNotes] = useState('');
  return (
    <Dialog onClose={close} title={t('Reject order')}>
      <Stack gap="md">
        <Group gap="xs" role="group" aria-label={t('Reason')}>
          {REASONS.map((reason) => (
            <button
              key={reason.id}
              type="button"
              className="chip"
              aria-pressed={chosen?.id === reason.id}
              onClick={() => setChosen(reason)}
            >
              {translated(reason.shown)}
            </button>
          ))}
        </Group>
        <Textarea
          label={t('Notes for the add-on')}
          autosize
          maxLength={1000}
          value={notes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <Button
          size="lg"
          color="red.9"
          disabled={chosen === undefined}
          onClick={() =>
            chosen &&
            reject({ id: chosen.id, name: chosen.name, notes: notes.trim() === '' ? null : notes.trim() })
          }
        >
          {t('Reject')}
        </Button>
      </Stack>
    </Dialog>
  );
}
