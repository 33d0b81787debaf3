import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { t } from '../words.ts';

interface Props {
  readonly opened: boolean;
  readonly keep: () => void;
  readonly discard: () => void;
}

/** Asks whether unsaved input is to be lost. */
export function DiscardDialog({ opened, keep, discard }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={keep}
      title={t('Discard changes?')}
      centered
      zIndex={350}
      closeButtonProps={{ 'aria-label': t('Close') }}
      styles={{ title: { fontWeight: 650 } }}
    >
      <Stack gap="md">
        <Text size="sm">{t('What you typed has not been saved.')}</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={keep} data-autofocus>
            {t('Keep editing')}
          </Button>
          <Button color="red.9" onClick={discard}>
            {t('Discard')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
