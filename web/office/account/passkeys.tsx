// The passkeys of the user.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Fingerprint } from 'lucide-react';
import type { Account } from '#clients/typescript/index.ts';
import { InputError } from '../../shared/input-error.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { t } from '../../shared/words.ts';
import { useWhen } from '../company.tsx';
import { own, useAccountChanged } from './api.ts';
import { passkeyTrouble } from './proof.tsx';
import { knowsPasskeys, makePasskey } from './webauthn.ts';

export function Passkeys({ account }: { account: Account }) {
  const when = useWhen();
  const changed = useAccountChanged();
  const [adding, { open, close }] = useDisclosure();
  if (!account.has_passkeys)
    return (
      <Text size="sm">
        {t('Passkeys need an address with a name: whoever runs the service sets BASE_URL.')}
      </Text>
    );
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t(
          'Sign in with your fingerprint, your face or the PIN of your device, without a password and a code.',
        )}
      </Text>
      {account.passkeys.map((passkey) => (
        <Group key={passkey.key} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {passkey.name}
            </Text>
            <Hint size="xs">
              {t('Added {time}', { time: when(passkey.created_at) })}
              {passkey.used_at !== null && ` · ${t('Last used {time}', { time: when(passkey.used_at) })}`}
            </Hint>
          </div>
          <ConfirmButton
            label={t('Remove')}
            about={t('Remove the passkey {name}', { name: passkey.name })}
            title={t('Remove the passkey?')}
            confirm={t('Remove passkey')}
            act={() => own().call('removeOwnPasskey', { body: { key: passkey.key } })}
            done={changed}
            said={t('Passkey removed')}
          >
            {t('{name} no longer signs you in. Delete it in your device as well.', { name: passkey.name })}
          </ConfirmButton>
        </Group>
      ))}
      <Group>
        <Button
          leftSection={<Fingerprint size={16} aria-hidden />}
          disabled={!knowsPasskeys()}
          onClick={open}
        >
          {t('Add a passkey')}
        </Button>
      </Group>
      <Dialog title={t('Add a passkey')} opened={adding} close={close}>
        <Add close={close} />
      </Dialog>
    </Stack>
  );
}

function Add({ close }: { close: () => void }) {
  const changed = useAccountChanged();
  const form = useRecordForm({
    initial: { name: '' },
    send: async ({ name }) => {
      if (name.trim() === '')
        throw new InputError([{ field: 'name', error_description: t('Enter a name.') }]);
      const { options } = await own().call('beginOwnPasskey', { body: {} });
      const credential = await makePasskey(options).catch((error: unknown) => {
        throw error instanceof DOMException ? new Error(passkeyTrouble(error)) : error;
      });
      await own().call('addOwnPasskey', { body: { name, credential } });
    },
    done: () => {
      close();
      changed();
    },
    said: t('Passkey added'),
  });
  return (
    <Form form={form} submit={t('Add a passkey')} cancel={close}>
      <TextInput
        label={t('Name')}
        description={t('By which you know it again, such as the device it is in.')}
        maxLength={100}
        data-autofocus
        {...form.text('name')}
      />
    </Form>
  );
}
