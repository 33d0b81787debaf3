// Dialogs: a form beside its record, and confirmation before irreversible actions.

import { Button, type ButtonProps, Group, type MantineColor, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { t } from '../words.ts';
import { LeaveScope, useIsAsking, useLeaveScope } from './leave.tsx';
import { RefusalAlert } from './refusal.tsx';
import { useStale } from './stale.ts';
import { sentenceOf, toast } from './states.tsx';

const PHONE = '(max-width: 36em)';

interface Props {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly size?: string;
  /** Must be closed by its own button: its contents are shown once. */
  readonly firm?: boolean;
  readonly children: ReactNode;
}

/** A dialog; it fills a phone. Unsaved input in it is asked about. */
export function Dialog({ title, opened, close, size = 'md', firm = false, children }: Props) {
  const isPhone = useMediaQuery(PHONE) ?? false;
  const { leave, scope } = useLeaveScope();
  const isAsking = useIsAsking();
  return (
    <Modal
      opened={opened}
      onClose={() => leave(close)}
      title={title}
      size={size}
      fullScreen={isPhone}
      centered
      closeOnClickOutside={!firm}
      closeOnEscape={!firm && !isAsking}
      withCloseButton={!firm}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 650, overflowWrap: 'anywhere' } }}
    >
      <LeaveScope value={scope}>{children}</LeaveScope>
    </Modal>
  );
}

interface AskProps {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  /** The consequence, in a sentence or two. */
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly confirm: string;
  readonly act: () => Promise<unknown>;
  /** The kinds of records whose lists are stale once it was done. */
  readonly stale?: readonly string[] | undefined;
  readonly done?: (() => void) | undefined;
  /** Said when it was done. */
  readonly said?: string | undefined;
  readonly color?: MantineColor;
  /** False while the record in question is being read. */
  readonly ready?: boolean;
}

/** Asks before it does something, for an entry of a menu; for a button there is ConfirmButton. A refusal stands in the dialog. */
export function Ask(props: AskProps) {
  const { title, opened, close, confirm, act, stale = [], done, said } = props;
  const { color = 'red', ready = true, children } = props;
  const makeStale = useStale();
  const work = useMutation({
    mutationFn: act,
    onSuccess: () => {
      if (said !== undefined) toast(said);
      close();
      makeStale(...stale);
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
        {work.isError && <RefusalAlert>{sentenceOf(work.error)}</RefusalAlert>}
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

export interface ConfirmProps
  extends Omit<AskProps, 'opened' | 'close' | 'color' | 'ready'>,
    Pick<ButtonProps, 'variant' | 'color' | 'size' | 'leftSection' | 'disabled'> {
  /** The text of the button; that of the dialog's button is `confirm`. */
  readonly label: string;
  /** The accessible name, for users who do not see what the button stands beside. */
  readonly about?: string;
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton(props: ConfirmProps) {
  const { label, about, title, confirm, children, act, stale, done, said, ...look } = props;
  const [opened, { open, close }] = useDisclosure();
  const ask = { title, confirm, children, act, stale, done, said };
  const { color = 'red' } = look;
  return (
    <>
      <Button
        variant="default"
        size="xs"
        {...look}
        {...(about === undefined ? {} : { 'aria-label': about })}
        onClick={(event) => {
          event.stopPropagation();
          open();
        }}
      >
        {label}
      </Button>
      <Ask {...ask} opened={opened} close={close} color={color === 'red' ? 'red.9' : color} />
    </>
  );
}
