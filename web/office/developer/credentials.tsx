// The secrets of an add-on: shown once each, replaced, revoked.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Addon } from '#clients/typescript/index.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { CopyField, SecretsDialog, type Shown } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { signingShown } from './words.ts';

interface Secrets {
  readonly title: string;
  readonly shown: readonly Shown[];
  readonly besides?: string;
  readonly note?: string;
}

export function Credentials({ addon }: { addon: Addon }) {
  const { passbell, when } = useCompany();
  const stale = useStale();
  const [secrets, setSecrets] = useState<Secrets>();
  const show = (made: Secrets) => {
    setSecrets(made);
    stale('addons', 'audit');
  };
  return (
    <Stack gap="lg">
      <CopyField label={t('Client ID')} value={addon.client_id} />
      {!addon.is_public && (
        <CredentialGroup
          title={t('Client secret')}
          said={
            addon.old_secret_valid_until === null
              ? t('Stored as a hash: nobody can read it again.')
              : t('The previous one works until {time}.', { time: when(addon.old_secret_valid_until) })
          }
        >
          <ConfirmButton
            label={t('Replace secret')}
            title={t('Replace the client secret?')}
            confirm={t('Replace secret')}
            color="tide"
            act={async () => {
              const made = await passbell.call('rotateClientSecret', { addon_id: addon.id });
              show({
                title: t('New client secret'),
                shown: [{ label: t('Client secret'), value: made.client_secret }],
                besides: t('The previous one works until {time}.', {
                  time: when(made.old_secret_valid_until),
                }),
              });
            }}
          >
            {t('The current secret keeps working for one more day, so nothing has to stop.')}
          </ConfirmButton>
        </CredentialGroup>
      )}
      <SigningPart addon={addon} read={setSecrets} made={show} />
      <CredentialGroup
        title={t('Access tokens')}
        said={t('For this company, without consent: for scripts and tests.')}
      >
        <NewToken addon={addon} made={show} />
        <ConfirmButton
          label={t('Revoke all')}
          about={t('Revoke all access tokens')}
          title={t('Revoke all access tokens of {name}?', { name: addon.name })}
          confirm={t('Revoke all')}
          act={() => passbell.call('revokeAddonTokens', { addon_id: addon.id })}
          stale={['audit']}
          said={t('All access tokens revoked')}
        >
          {t('In every company that connected it. With a refresh token it gets new ones.')}
        </ConfirmButton>
      </CredentialGroup>
      <SecretsDialog
        title={secrets?.title ?? ''}
        shown={secrets?.shown}
        {...(secrets?.note === undefined ? {} : { note: secrets.note })}
        close={() => setSecrets(undefined)}
      >
        {secrets?.besides}
      </SecretsDialog>
    </Stack>
  );
}

interface SigningProps {
  readonly addon: Addon;
  readonly read: (secrets: Secrets) => void;
  readonly made: (secrets: Secrets) => void;
}

function SigningPart({ addon, read, made }: SigningProps) {
  const { passbell, when } = useCompany();
  const stale = useStale();
  const reveal = useMutation({
    mutationFn: () => passbell.call('getSigningSecret', { addon_id: addon.id }),
    onSuccess: (secret) => {
      read({
        title: t('Signing secret'),
        shown: signingShown(secret),
        note: t(
          'Keep it to yourself: whoever has it can forge messages. The audit log shows that you read it.',
        ),
      });
      stale('audit');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <CredentialGroup
      title={t('Signing secret')}
      said={t('Signs webhooks. The audit log shows who reads it.')}
    >
      <Button variant="default" size="xs" loading={reveal.isPending} onClick={() => reveal.mutate()}>
        {t('Show')}
      </Button>
      <ConfirmButton
        label={t('Replace')}
        about={t('Replace the signing secret')}
        title={t('Replace the signing secret?')}
        confirm={t('Replace')}
        color="tide"
        act={async () => {
          const secret = await passbell.call('rotateAddonSigningSecret', { addon_id: addon.id });
          made({
            title: t('New signing secret'),
            shown: signingShown(secret),
            besides: t('webhook-signature has both signatures until {time}.', {
              time: when(secret.old_secret_valid_until),
            }),
          });
        }}
      >
        {t(
          'For one day webhook-signature has the signatures of both secrets. X-Service-Signature uses the new one at once.',
        )}
      </ConfirmButton>
    </CredentialGroup>
  );
}

function CredentialGroup({ title, said, children }: { title: string; said: string; children: ReactNode }) {
  return (
    <Stack gap={6} role="group" aria-label={title}>
      <Text size="sm" fw={500}>
        {title}
      </Text>
      <Hint size="xs">{said}</Hint>
      <Group gap="xs">{children}</Group>
    </Stack>
  );
}

function NewToken({ addon, made }: { addon: Addon; made: (secrets: Secrets) => void }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t('Create token')}
      </Button>
      <Dialog title={t('Create an access token')} opened={opened} close={close} size="lg">
        <TokenForm
          addon={addon}
          close={close}
          made={(secrets) => {
            close();
            made(secrets);
          }}
        />
      </Dialog>
    </>
  );
}

function TokenForm({
  addon,
  close,
  made,
}: {
  addon: Addon;
  close: () => void;
  made: (secrets: Secrets) => void;
}) {
  const { passbell, when } = useCompany();
  const form = useRecordForm({
    initial: { scopes: addon.scopes, expires_at: '' },
    send: ({ scopes, expires_at: end }) =>
      passbell.call('createAddonToken', {
        addon_id: addon.id,
        body: { scopes, expires_at: end === '' ? null : new Date(end).toISOString() },
      }),
    done: ({ access_token, expires_at: end }) =>
      made({
        title: t('Access token'),
        shown: [{ label: t('Access token'), value: access_token }],
        besides:
          end === null ? t('Valid until it is revoked.') : t('Valid until {time}.', { time: when(end) }),
      }),
  });
  return (
    <Form form={form} submit={t('Create token')} cancel={close}>
      <ScopeChoice
        value={form.values.scopes}
        onChange={(scopes) => form.set({ scopes })}
        error={form.errorOf('scopes')}
        among={addon.scopes}
      />
      <TextInput
        type="datetime-local"
        label={t('Valid until')}
        description={t('Empty: until it is revoked.')}
        {...form.text('expires_at')}
      />
    </Form>
  );
}
