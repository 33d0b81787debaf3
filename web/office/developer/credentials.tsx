// The secrets of an add-on: shown once each, made anew, taken back.

import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { CopyField, SecretsDialog, type Shown } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useStale } from '../parts.tsx';
import type { OwnAddon, SigningSecret } from '../records.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { signingShown } from './words.ts';

interface Secrets {
  readonly title: string;
  readonly shown: readonly Shown[];
  readonly besides?: string;
  readonly note?: string;
}

export function Credentials({ addon }: { addon: OwnAddon }) {
  const { api, when } = useCompany();
  const stale = useStale();
  const path = `addons/${addon.id_str}`;
  const [secrets, setSecrets] = useState<Secrets>();
  const show = (made: Secrets) => {
    setSecrets(made);
    stale('addons', 'audit');
  };
  return (
    <Stack gap="lg">
      <CopyField label="Client id" value={addon.client_id} />
      {!addon.is_public && (
        <CredentialGroup
          title="Client secret"
          said={
            addon.old_secret_valid_until === null
              ? 'Kept as a hash: nobody can read it again.'
              : `The one before is taken until ${when(addon.old_secret_valid_until)}.`
          }
        >
          <ConfirmButton
            label="Make a new secret"
            title="Make a new client secret?"
            confirm="Make a new secret"
            color="tide"
            act={async () => {
              type Made = { client_secret: string; old_secret_valid_until: string };
              const made = await api.post<Made>(`${path}/secret`, {});
              show({
                title: 'New client secret',
                shown: [{ label: 'Client secret', value: made.client_secret }],
                besides: `The one before is taken until ${when(made.old_secret_valid_until)}.`,
              });
            }}
          >
            The one there is will be taken for another day, so that nothing has to stand still meanwhile.
          </ConfirmButton>
        </CredentialGroup>
      )}
      <SigningPart addon={addon} read={setSecrets} made={show} />
      <CredentialGroup
        title="Access tokens"
        said="For this company, without asking anybody: what scripts and tests use."
      >
        <NewToken addon={addon} made={show} />
        <ConfirmButton
          label="Revoke all"
          about="Revoke all access tokens"
          title={`Revoke every access token of ${addon.name}?`}
          confirm="Revoke all"
          act={() => api.delete(`${path}/access_tokens`)}
          done={() => stale('audit')}
          said="Every access token has been revoked."
        >
          Those of every company that let it in are meant. Add-ons that hold a refresh token get new ones by
          it.
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
  readonly addon: OwnAddon;
  readonly read: (secrets: Secrets) => void;
  readonly made: (secrets: Secrets) => void;
}

function SigningPart({ addon, read, made }: SigningProps) {
  const { api, when } = useCompany();
  const stale = useStale();
  const path = `addons/${addon.id_str}`;
  const reveal = useMutation({
    mutationFn: () => api.get<SigningSecret>(`${path}/signing_secret`),
    onSuccess: (secret) => {
      read({
        title: 'Signing secret',
        shown: signingShown(secret),
        note: 'Keep it to yourself: whoever knows it can make messages that look like ours. That you read it is written down.',
      });
      stale('audit');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <CredentialGroup
      title="Signing secret"
      said="What webhooks are signed with. Who reads it is written down."
    >
      <Button variant="default" size="xs" loading={reveal.isPending} onClick={() => reveal.mutate()}>
        Show
      </Button>
      <ConfirmButton
        label="Make a new one"
        about="Make a new one: signing secret"
        title="Make a new signing secret?"
        confirm="Make a new one"
        color="tide"
        act={async () => {
          const secret = await api.post<SigningSecret & { old_secret_valid_until: string }>(
            `${path}/signing_secret`,
            {},
          );
          made({
            title: 'New signing secret',
            shown: signingShown(secret),
            besides: `webhook-signature carries both until ${when(secret.old_secret_valid_until)}.`,
          });
        }}
      >
        For a day messages carry signatures by both, in webhook-signature. X-Service-Signature is by the new
        one at once.
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
      <Text size="xs" c="dimmed">
        {said}
      </Text>
      <Group gap="xs">{children}</Group>
    </Stack>
  );
}

function NewToken({ addon, made }: { addon: OwnAddon; made: (secrets: Secrets) => void }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Make a token
      </Button>
      <Dialog title="Make an access token" opened={opened} close={close} size="lg">
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
  addon: OwnAddon;
  close: () => void;
  made: (secrets: Secrets) => void;
}) {
  const { api, when } = useCompany();
  const form = useRecordForm({
    initial: { scopes: addon.scopes as readonly string[], expires_at: '' },
    send: ({ scopes, expires_at: end }) =>
      api.post<{ access_token: string; expires_at: string | null }>(`addons/${addon.id_str}/access_token`, {
        scopes,
        expires_at: end === '' ? null : new Date(end).toISOString(),
      }),
    done: ({ access_token, expires_at: end }) =>
      made({
        title: 'Access token',
        shown: [{ label: 'Access token', value: access_token }],
        besides: end === null ? 'It is good until it is revoked.' : `It is good until ${when(end)}.`,
      }),
  });
  return (
    <Form form={form} submit="Make the token" cancel={close}>
      <ScopeChoice {...form.list('scopes')} among={addon.scopes} />
      <TextInput
        type="datetime-local"
        label="Good until"
        description="Without an end it is good until it is revoked."
        {...form.text('expires_at')}
      />
    </Form>
  );
}
