// The second step of a sign-in: an authenticator app, and recovery codes.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account, TotpSetup } from '#clients/typescript/index.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { CopyField, SecretsDialog } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useWhen } from '../company.tsx';
import { own, useAccountChanged } from './api.ts';
import { QrCode } from './qr.tsx';

export function SecondStep({ account }: { account: Account }) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Stack gap="sm">
      {account.has_totp ? <SetUp account={account} made={setCodes} /> : <NotSetUp made={setCodes} />}
      <SecretsDialog
        title={t('Recovery codes')}
        note={t(
          'Keep them where your phone is not: each lets you sign in once when you do not have the app.',
        )}
        shown={codes?.map((value, at) => ({ label: t('Code {number}', { number: at + 1 }), value }))}
        close={() => setCodes(undefined)}
      />
    </Stack>
  );
}

interface MadeCodes {
  readonly made: (codes: readonly string[]) => void;
}

function NotSetUp({ made }: MadeCodes) {
  const [setup, setSetup] = useState<TotpSetup>();
  const begin = useMutation({
    mutationFn: () => own().call('beginOwnTotp', { body: {} }),
    onSuccess: setSetup,
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  const close = () => setSetup(undefined);
  return (
    <>
      <Text size="sm">
        {t(
          'After your password you type a code that an app on your phone shows. A password alone then lets nobody in.',
        )}
      </Text>
      <Group>
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          {t('Set up an authenticator app')}
        </Button>
      </Group>
      <Dialog title={t('Set up an authenticator app')} opened={setup !== undefined} close={close}>
        {setup !== undefined && (
          <Confirm
            setup={setup}
            close={close}
            made={(codes) => {
              close();
              made(codes);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function Confirm({ setup, close, made }: MadeCodes & { setup: TotpSetup; close: () => void }) {
  const changed = useAccountChanged();
  const form = useRecordForm({
    initial: { code: '' },
    send: ({ code }) => own().call('confirmOwnTotp', { body: { code } }),
    done: ({ codes }) => {
      changed();
      made(codes);
    },
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t('Scan the code with your authenticator app, or type the key into it.')}</Text>
      <Group justify="center">
        <QrCode text={setup.uri} label={t('QR code for the authenticator app')} />
      </Group>
      <CopyField label={t('Key')} value={setup.secret} />
      <Form form={form} submit={t('Confirm')} cancel={close}>
        <TextInput
          label={t('The code that the app shows')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.text('code')}
        />
      </Form>
    </Stack>
  );
}

function SetUp({ account, made }: MadeCodes & { account: Account }) {
  const when = useWhen();
  const changed = useAccountChanged();
  const [removing, setRemoving] = useState(false);
  const { recovery_codes_left: left, totp_since: since } = account;
  return (
    <>
      <Text size="sm">
        {t('An authenticator app is asked for a code since {time}.', {
          time: since === null ? '' : when(since),
        })}{' '}
        {t('{left, plural, one {# recovery code is left.} other {# recovery codes are left.}}', { left })}
      </Text>
      <Group>
        <ConfirmButton
          label={t('New recovery codes')}
          title={t('Make new recovery codes?')}
          confirm={t('Make new codes')}
          color="tide"
          act={async () => made((await own().call('renewOwnCodes', { body: {} })).codes)}
          done={changed}
        >
          {t('The codes you have stop working.')}
        </ConfirmButton>
        <Button variant="default" size="xs" onClick={() => setRemoving(true)}>
          {t('Remove the app')}
        </Button>
      </Group>
      <Dialog title={t('Remove the authenticator app?')} opened={removing} close={() => setRemoving(false)}>
        <Remove close={() => setRemoving(false)} />
      </Dialog>
    </>
  );
}

function Remove({ close }: { close: () => void }) {
  const changed = useAccountChanged();
  const form = useRecordForm({
    initial: { code: '' },
    send: ({ code }) => own().call('removeOwnTotp', { body: { code } }),
    done: () => {
      close();
      changed();
    },
    said: t('Authenticator app removed'),
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t('Your password alone lets you in from then on.')}</Text>
      <Form form={form} submit={t('Remove the app')} cancel={close}>
        <TextInput
          label={t('A code of the app, or a recovery code')}
          autoComplete="one-time-code"
          maxLength={20}
          {...form.text('code')}
        />
      </Form>
    </Stack>
  );
}
