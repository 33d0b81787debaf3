// Confirmation before an irreversible action of a menu; for a button there is ConfirmButton.

import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { t } from '../words.ts';
import { Dialog } from './dialog.tsx';
import { RefusalAlert } from './refusal.tsx';
import { sentenceOf, toast } from './states.tsx';

interface AskProps {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
  readonly done?: () => void;
  /** Said when it was done. */
  readonly said?: string;
  readonly color?: string;
  /** False while the record in question is being read. */
  readonly ready?: boolean;
}

/** Asks before it does something. A refusal stands in the dialog. */
export function Ask(props: AskProps) {
  const { title, opened, close, confirm, act, done, said, color = 'red', ready = true, children } = props;
  const work = useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (said !== undefined) toast(said);
      close();
      done?.();
    },
  });
  const { reset } = work;
  useEffect(() => {
    if (opened) reset();
  }, [opened, reset]);
  return (
    <Dialog title={title} opened={opened} close={close}>
      <Stack gap="md">
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        {work.isError && <Refused>{sentenceOf(work.error)}</Refused>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            {t('Cancel')}
          </Button>
          <Button color={color} loading={work.isPending} disabled={!ready} onClick={() => work.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Why something was refused, where it was asked for. */
export function Refused({ children }: { children: ReactNode }) {
  return <RefusalAlert>{children}</RefusalAlert>;
}
