// The developer area: the add-ons that the company makes itself.

import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Code } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Addon, NewAddon } from '#clients/typescript/index.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { type Column, ListCard } from '../../shared/ui/table.tsx';
import { t } from '../../shared/words.ts';
import { type Scope, Scopes } from '../addons/scopes.tsx';
import { useCompany } from '../company.tsx';
import { SubNav } from '../parts.tsx';
import { usePages } from '../read.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { DEVELOPER, signingShown } from './words.ts';

/** The scopes of a new add-on, unless its maker chooses others: no more than most need. */
const FIRST_SCOPES: readonly Scope[] = [
  'company:read',
  'orders:read',
  'orders:write',
  'products:read',
  'webhooks',
];

/** Addresses as they are typed: one in each line. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export default function Own() {
  const { when } = useCompany();
  const [, go] = useLocation();
  const list = usePages('addons', 'listAddons', {});
  const [making, { open, close }] = useDisclosure();
  const [made, setMade] = useState<NewAddon>();
  const columns: Column<Addon>[] = [
    { head: t('Add-on'), cell: (addon) => addon.name, opens: true },
    { head: t('Client ID'), cell: (addon) => addon.client_id, wide: true },
    { head: t('Scopes'), cell: (addon) => <Scopes scopes={addon.scopes} />, wide: true },
    {
      head: t('Last call'),
      cell: (addon) => (addon.last_used_at === null ? t('Never') : when(addon.last_used_at)),
    },
  ];
  return (
    <ScreenPage title={t('Developer')} actions={<AddButton onClick={open}>{t('New add-on')}</AddButton>}>
      <SubNav label={t('Developer')} leaves={DEVELOPER} />
      <ListCard
        list={list}
        columns={columns}
        label={t('Own add-ons')}
        to={(addon) => `/developer/addons/${addon.id_str}`}
        empty={{
          title: t('No own add-ons yet'),
          icon: Code,
          text: t(
            'An add-on is a program with its own name and secret. It uses the API of every company that connects it.',
          ),
          act: { label: t('Create the first'), onClick: open },
        }}
      />
      <Dialog title={t('New add-on')} opened={making} close={close} size="lg">
        <NewForm
          close={close}
          made={(addon) => {
            close();
            setMade(addon);
          }}
        />
      </Dialog>
      <SecretsDialog
        title={t('Credentials of {name}', { name: made?.name ?? '' })}
        shown={
          made === undefined
            ? undefined
            : [
                { label: t('Client ID'), value: made.client_id },
                ...(made.client_secret === null
                  ? []
                  : [{ label: t('Client secret'), value: made.client_secret }]),
                ...signingShown(made),
              ]
        }
        close={() => {
          if (made !== undefined) go(`/developer/addons/${made.id_str}`);
        }}
      />
    </ScreenPage>
  );
}

function NewForm({ close, made }: { close: () => void; made: (addon: NewAddon) => void }) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: { name: '', scopes: FIRST_SCOPES, redirect_uris: '', is_public: false },
    send: ({ redirect_uris: addresses, ...values }) =>
      passbell.call('createAddon', { body: { ...values, redirect_uris: linesOf(addresses) } }),
    stale: ['addons', 'audit'],
    done: made,
  });
  return (
    <Form form={form} submit={t('Create add-on')} cancel={close}>
      <TextInput
        label={t('Name')}
        description={t('Shown to people who connect it.')}
        required
        maxLength={100}
        {...form.text('name')}
      />
      <ScopeChoice
        value={form.values.scopes}
        onChange={(scopes) => form.set({ scopes })}
        error={form.errorOf('scopes')}
      />
      <Textarea
        label={t('Redirect URIs')}
        description={t(
          'Where people return after connecting it: one per line, https or a loopback address. Not needed for your own company.',
        )}
        autosize
        minRows={2}
        {...form.text('redirect_uris')}
      />
      <Checkbox
        label={t('Public client')}
        description={t(
          'An app on a device or in a browser, which cannot keep a secret: no client secret, PKCE required.',
        )}
        {...form.flag('is_public')}
      />
    </Form>
  );
}
