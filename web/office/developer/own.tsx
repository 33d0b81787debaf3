// The developer area: the add-ons that the company makes itself.

import { Anchor, Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Code, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { SecretsDialog } from '../../shared/ui/facts.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage } from '../../shared/ui/page.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { Scopes } from '../addons/scopes.tsx';
import { useCompany } from '../company.tsx';
import { SubNav, useStale } from '../parts.tsx';
import type { NewAddon, OwnAddon } from '../records.ts';
import { ScopeChoice } from './scope-choice.tsx';
import { DEVELOPER, signingShown } from './words.ts';

/** What a new add-on is registered for, unless its maker says otherwise: no more than most need. */
const FIRST_SCOPES: readonly string[] = [
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
  const { api, when } = useCompany();
  const [, go] = useLocation();
  const list = useList<OwnAddon>({ key: ['addons'], api, path: 'addons' });
  const [making, { open, close }] = useDisclosure();
  const [made, setMade] = useState<NewAddon>();
  const columns: Column<OwnAddon>[] = [
    {
      head: 'Add-on',
      cell: (addon) => (
        <Anchor component={Link} href={`/developer/addons/${addon.id_str}`} fw={600} size="sm" c="inherit">
          {addon.name}
        </Anchor>
      ),
    },
    { head: 'Client id', cell: (addon) => addon.client_id, wide: true },
    { head: 'Registered for', cell: (addon) => <Scopes scopes={addon.scopes} />, wide: true },
    {
      head: 'Last call',
      cell: (addon) => (addon.last_used_at === null ? 'Never' : when(addon.last_used_at)),
    },
  ];
  return (
    <ScreenPage
      title="Developer"
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New add-on
        </Button>
      }
    >
      <SubNav label="Developer" leaves={DEVELOPER} />
      <div className="card">
        <ListTable
          list={list}
          columns={columns}
          idOf={(addon) => addon.id_str}
          label="Own add-ons"
          open={(addon) => go(`/developer/addons/${addon.id_str}`)}
          empty={
            <Empty
              title="No add-ons of your own"
              icon={Code}
              action={
                <Button variant="default" size="xs" onClick={open}>
                  Make the first
                </Button>
              }
            >
              An add-on is a program with a name and a secret of its own: it uses the API, here and in every
              company that lets it in.
            </Empty>
          }
        />
      </div>
      <Dialog title="New add-on" opened={making} close={close} size="lg">
        <NewForm
          close={close}
          made={(addon) => {
            close();
            setMade(addon);
          }}
        />
      </Dialog>
      <SecretsDialog
        title={`Credentials of ${made?.name ?? 'the add-on'}`}
        shown={
          made === undefined
            ? undefined
            : [
                { label: 'Client id', value: made.client_id },
                ...(made.client_secret === null
                  ? []
                  : [{ label: 'Client secret', value: made.client_secret }]),
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
  const { api } = useCompany();
  const stale = useStale();
  const form = useRecordForm({
    initial: { name: '', scopes: FIRST_SCOPES, redirect_uris: '', is_public: false },
    send: ({ redirect_uris: addresses, ...values }) =>
      api.post<NewAddon>('addons', { ...values, redirect_uris: linesOf(addresses) }),
    done: (addon) => {
      stale('addons', 'audit');
      made(addon);
    },
  });
  return (
    <Form form={form} submit="Make the add-on" cancel={close}>
      <TextInput
        label="Name"
        description="What people read when they are asked to let it in."
        required
        maxLength={100}
        {...form.text('name')}
      />
      <ScopeChoice {...form.list('scopes')} />
      <Textarea
        label="Redirect addresses"
        description="Where people come back to after they let it in: one in each line, https or a loopback address. None are needed for your own company."
        autosize
        minRows={2}
        {...form.text('redirect_uris')}
      />
      <Checkbox
        label="It cannot keep a secret"
        description="An app on people’s devices or in a browser: no client secret, PKCE is required."
        {...form.flag('is_public')}
      />
    </Form>
  );
}
