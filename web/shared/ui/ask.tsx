// Dialogs that are opened from a menu: questions before what cannot be undone, and small forms.

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { sentenceOf, toast } from './states.tsx';

const PHONE = '(max-width: 36em)';

interface SheetProps {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly size?: string;
  readonly children: ReactNode;
}

/** A dialog that fills a phone. */
export function Sheet({ title, opened, close, size = 'md', children }: SheetProps) {
  const isPhone = useMediaQuery(PHONE) ?? false;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      fullScreen={isPhone}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontWeight: 650, overflowWrap: 'anywhere' } }}
    >
      {children}
    </Modal>
  );
}

interface AskProps extends Omit<SheetProps, 'size'> {
  /** What the button says that does it. */
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
  readonly done?: () => void;
  /** Said when it was done. */
  readonly said?: string;
  readonly color?: string;
}

/** Asks before it does something. A refusal stands in the dialog. */
export function Ask({ title, opened, close, confirm, act, done, said, color = 'red', children }: AskProps) {
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
    <Sheet title={title} opened={opened} close={close}>
      <Stack gap="md">
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {children}
        </Text>
        {work.isError && <Refused>{sentenceOf(work.error)}</Refused>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} data-autofocus>
            Cancel
          </Button>
          <Button color={color} loading={work.isPending} onClick={() => work.mutate()}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

/** Why something was refused, where it was asked for. */
export function Refused({ children }: { children: ReactNode }) {
  return (
    <Alert color="red" variant="light" role="alert">
      {children}
    </Alert>
  );
}
