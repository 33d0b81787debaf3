// One of the company's own add-ons: its registration, secrets and webhooks.

import { Grid, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useLocation, useParams } from 'wouter';
import type { Addon, AddonWebhook } from '#clients/typescript/index.ts';
import { changesOf } from '../../shared/changes.ts';
import { inLine } from '../../shared/format.ts';
import { AddButton } from '../../shared/ui/add-button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { type Column, ListTable } from '../../shared/ui/table.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { DeleteButton } from '../parts.tsx';
import { usePages, useRead } from '../read.ts';
import { Credentials } from './credentials.tsx';
import { linesOf } from './own.tsx';
import { ScopeChoice } from './scope-choice.tsx';
import { WebhookForm } from './webhook-form.tsx';

export default function AddonPage() {
  const { id = '' } = useParams();
  const { passbell } = useCompany();
  const addon = useRead('addons', 'getAddon', { addon_id: id });
  const back = { to: '/developer', label: t('Own add-ons') };
  return (
    <RecordPage query={addon} title={t('Add-on')} back={back}>
      {(data) => {
        const { name } = data;
        return (
          <ScreenPage
            title={name}
            back={back}
            badge={data.is_public && <Tag color="grape">{t('Public client')}</Tag>}
            actions={
              <DeleteButton
                name={name}
                about={t('Delete add-on {name}', { name })}
                confirm={t('Delete add-on')}
                act={() => passbell.call('deleteAddon', { addon_id: id })}
                stale={['addons', 'audit']}
                to="/developer"
              >
                {t(
                  'Its tokens and webhooks end at once, in every company that connected it. What it made stays. This cannot be undone.',
                )}
              </DeleteButton>
            }
          >
            <Webhooks addon={data} />
            <Grid gap="md">
              <Grid.Col span={{ base: 12, md: 6 }}>
                <Section title={t('Credentials')}>
                  <Credentials addon={data} />
                </Section>
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 6 }}>
                <Section title={t('Registration')}>
                  <Registration key={id} addon={data} />
                </Section>
              </Grid.Col>
            </Grid>
          </ScreenPage>
        );
      }}
    </RecordPage>
  );
}

/** The registration as its form holds it: an address in each line. */
function valuesOf({ name, scopes, redirect_uris }: Addon) {
  return { name, scopes, redirect_uris: redirect_uris.join('\n') };
}

function Registration({ addon }: { addon: Addon }) {
  const { passbell } = useCompany();
  const bodyOf = (values: ReturnType<typeof valuesOf>) => ({
    ...values,
    redirect_uris: linesOf(values.redirect_uris),
  });
  const form = useRecordForm({
    initial: valuesOf(addon),
    send: (values, base) =>
      passbell.call('updateAddon', {
        addon_id: addon.id,
        body: changesOf(bodyOf(base), bodyOf(values)),
      }),
    stale: ['addons', 'audit'],
    done: (saved) => form.reset(valuesOf(saved)),
    said: t('Add-on saved'),
  });
  return (
    <Form form={form} submit={t('Save')}>
      <TextInput label={t('Name')} required maxLength={100} {...form.text('name')} />
      <ScopeChoice
        value={form.values.scopes}
        onChange={(scopes) => form.set({ scopes })}
        error={form.errorOf('scopes')}
      />
      <Hint size="xs">{t('A scope removed here is lost by all of its tokens, in every company.')}</Hint>
      <Textarea
        label={t('Redirect URIs')}
        description={t('One per line; they have to match exactly.')}
        autosize
        minRows={2}
        {...form.text('redirect_uris')}
      />
    </Form>
  );
}

function Webhooks({ addon }: { addon: Addon }) {
  const { siteName } = useCompany();
  const [, go] = useLocation();
  const [making, { open, close }] = useDisclosure();
  const list = usePages('webhooks', 'listAddonWebhooks', { addon_id: addon.id });
  const pathOf = (hook: { readonly id: string }) => `/developer/addons/${addon.id}/webhooks/${hook.id}`;
  const columns: Column<AddonWebhook>[] = [
    { head: t('Topic'), cell: (hook) => hook.topic, opens: true },
    { head: t('Address'), cell: (hook) => hook.address, wide: true },
    { head: t('Filter'), cell: ({ filter }) => filterInWords(filter, siteName), wide: true },
    {
      head: t('Failed'),
      figure: true,
      cell: ({ dead_deliveries: dead }) =>
        dead === 0 ? (
          t('None')
        ) : (
          <Tag color="red">{t('{dead, plural, one {# failed} other {# failed}}', { dead })}</Tag>
        ),
    },
  ];
  return (
    <Section
      title={t('Webhooks')}
      flush
      actions={
        <AddButton size="xs" onClick={open}>
          {t('New webhook')}
        </AddButton>
      }
    >
      <ListTable
        list={list}
        columns={columns}
        label={t('Webhooks')}
        to={pathOf}
        empty={{
          title: t('No webhooks yet'),
          icon: WebhookIcon,
          text: t('A webhook posts events to an address of yours, signed, as they happen.'),
        }}
      />
      <Dialog title={t('New webhook')} opened={making} close={close} size="lg">
        <Stack>
          <WebhookForm addon={addon.id} close={close} done={(hook) => go(pathOf(hook))} />
        </Stack>
      </Dialog>
    </Section>
  );
}

/** A webhook's filter as a person reads it. */
function filterInWords(
  { site_ids: sites, attributes }: AddonWebhook['filter'],
  siteName: (id: string) => string,
): string {
  return inLine([
    sites !== undefined && inLine(sites.map(siteName), ', '),
    attributes !== undefined && t('Changes of {fields}', { fields: attributes.join(', ') }),
  ]);
}
