// One of the company's own add-ons: its registration, secrets and webhooks.

import { Anchor, Badge, Button, Grid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { changesOf, Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Empty, Loading, Trouble } from '../../shared/ui/states.tsx';
import { type Column, ListTable, useList } from '../../shared/ui/table.tsx';
import { useCompany } from '../company.tsx';
import { useOne, useStale } from '../parts.tsx';
import type { OwnAddon, Webhook } from '../records.ts';
import { Credentials } from './credentials.tsx';
import { linesOf } from './own.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { WebhookForm } from './webhook-form.tsx';

const BACK = { to: '/developer', label: 'Own add-ons' };

export default function AddonPage() {
  const { id = '' } = useParams();
  const { api } = useCompany();
  const [, go] = useLocation();
  const stale = useStale();
  const addon = useOne<OwnAddon>(`addons/${id}`);
  if (addon.data === undefined) {
    return (
      <ScreenPage title="Add-on" back={BACK}>
        {addon.isError ? <Trouble error={addon.error} again={() => void addon.refetch()} /> : <Loading />}
      </ScreenPage>
    );
  }
  const { data } = addon;
  return (
    <ScreenPage
      title={data.name}
      back={BACK}
      badge={
        data.is_public && (
          <Badge color="grape" variant="light" tt="none">
            Public client
          </Badge>
        )
      }
      actions={
        <ConfirmButton
          label="Delete"
          about={`Delete the add-on ${data.name}`}
          title={`Delete ${data.name}?`}
          confirm="Delete the add-on"
          act={() => api.delete(`addons/${id}`)}
          done={() => {
            stale('addons', 'audit');
            go('/developer');
          }}
          said="The add-on has been deleted."
        >
          Its tokens end at once, in every company that let it in, and its webhooks with them. What it has
          made stays. This cannot be undone.
        </ConfirmButton>
      }
    >
      <Webhooks addon={data} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="Credentials">
            <Credentials addon={data} />
          </Section>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Section title="Registration">
            <Registration key={id} addon={data} />
          </Section>
        </Grid.Col>
      </Grid>
    </ScreenPage>
  );
}

/** The registration as its form holds it: an address in each line. */
function valuesOf({ name, scopes, redirect_uris }: OwnAddon) {
  return { name, scopes: scopes as readonly string[], redirect_uris: redirect_uris.join('\n') };
}

function Registration({ addon }: { addon: OwnAddon }) {
  const { api } = useCompany();
  const stale = useStale();
  const [initial, setInitial] = useState(() => valuesOf(addon));
  const bodyOf = (values: typeof initial) => ({ ...values, redirect_uris: linesOf(values.redirect_uris) });
  const form = useRecordForm({
    initial,
    send: (values) => api.put<OwnAddon>(`addons/${addon.id_str}`, changesOf(bodyOf(initial), bodyOf(values))),
    done: (saved) => {
      setInitial(valuesOf(saved));
      form.set(valuesOf(saved));
      stale('addons', 'audit');
    },
    said: 'The add-on has been saved.',
  });
  return (
    <Form form={form} submit="Save the add-on">
      <TextInput label="Name" required maxLength={100} {...form.text('name')} />
      <ScopeChoice {...form.list('scopes')} />
      <Text size="xs" c="dimmed">
        What is taken away here, its tokens can no longer do, wherever they were given.
      </Text>
      <Textarea
        label="Redirect addresses"
        description="One in each line; compared character by character."
        autosize
        minRows={2}
        {...form.text('redirect_uris')}
      />
    </Form>
  );
}

function Webhooks({ addon }: { addon: OwnAddon }) {
  const { api, siteName } = useCompany();
  const [, go] = useLocation();
  const [making, { open, close }] = useDisclosure();
  const list = useList<Webhook>({ key: ['webhooks'], api, path: `addons/${addon.id_str}/webhooks` });
  const pathOf = (hook: Pick<Webhook, 'id_str'>) =>
    `/developer/addons/${addon.id_str}/webhooks/${hook.id_str}`;
  const columns: Column<Webhook>[] = [
    {
      head: 'Topic',
      cell: (hook) => (
        <Anchor component={Link} href={pathOf(hook)} fw={600} size="sm" c="inherit">
          {hook.topic}
        </Anchor>
      ),
    },
    { head: 'Address', cell: (hook) => hook.address, wide: true },
    { head: 'Only for', cell: ({ filter }) => filterInWords(filter, siteName), wide: true },
    {
      head: 'Failed',
      figure: true,
      cell: ({ dead_deliveries: dead = 0 }) =>
        dead === 0 ? (
          'None'
        ) : (
          <Badge color="red" variant="light" tt="none">
            {dead} given up
          </Badge>
        ),
    },
  ];
  return (
    <Section
      title="Webhooks"
      flush
      actions={
        <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={open}>
          New webhook
        </Button>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        idOf={(hook) => hook.id_str}
        label="Webhooks"
        open={(hook) => go(pathOf(hook))}
        empty={
          <Empty title="No webhooks yet" icon={WebhookIcon}>
            A webhook posts what happens to an address of yours, signed, as soon as it has happened.
          </Empty>
        }
      />
      <Dialog title="New webhook" opened={making} close={close} size="lg">
        <Stack>
          <WebhookForm addon={addon.id_str} close={close} done={(hook) => go(pathOf(hook))} />
        </Stack>
      </Dialog>
    </Section>
  );
}

/** A webhook's filter as a person reads it. */
function filterInWords(
  { site_ids: sites, attributes }: Webhook['filter'],
  siteName: (id: string) => string,
): string {
  const parts = [
    ...(sites === undefined ? [] : [sites.map((id) => siteName(String(id))).join(', ')]),
    ...(attributes === undefined ? [] : [`changes of ${attributes.join(', ')}`]),
  ];
  return parts.join('; ');
}
