// One webhook: what became of its messages, and sending them again.

import { Button, SimpleGrid, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { ScreenPage, Section } from '../../shared/ui/page.tsx';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { useCompany } from '../company.tsx';
import { useOne, useStale } from '../parts.tsx';
import type { OwnAddon, Webhook } from '../records.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

export default function WebhookPage() {
  const { id = '', hook = '' } = useParams();
  const { api } = useCompany();
  const [, go] = useLocation();
  const stale = useStale();
  const path = `addons/${id}/webhooks/${hook}`;
  const webhook = useOne<Webhook>(path);
  const addon = useOne<OwnAddon>(`addons/${id}`);
  const back = { to: `/developer/addons/${id}`, label: addon.data?.name ?? 'Add-on' };
  const test = useMutation({
    mutationFn: () => api.post(`${path}/test`, {}),
    onSuccess: () => {
      toast('A test message is on its way.');
      stale('deliveries', 'audit');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  if (webhook.data === undefined) {
    return (
      <ScreenPage title="Webhook" back={back}>
        {webhook.isError ? (
          <Trouble error={webhook.error} again={() => void webhook.refetch()} />
        ) : (
          <Loading />
        )}
      </ScreenPage>
    );
  }
  const { data } = webhook;
  return (
    <ScreenPage
      title={data.topic}
      back={back}
      actions={
        <>
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <ResendButton path={path} />
          <ConfirmButton
            label="Delete"
            about="Delete the webhook"
            title="Delete this webhook?"
            confirm="Delete the webhook"
            act={() => api.delete(path)}
            done={() => {
              stale('webhooks', 'addons', 'audit');
              go(back.to);
            }}
            said="The webhook has been deleted."
          >
            Nothing new is sent to {data.address}. What is queued already still goes there. Its log cannot be
            read any more.
          </ConfirmButton>
        </>
      }
    >
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        To {data.address}, as {data.format === 'json' ? 'JSON' : 'XML'}
      </Text>
      <Tabs defaultValue="deliveries" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="deliveries">
          <Deliveries path={path} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <Section title="Settings">
            <WebhookForm key={hook} addon={id} hook={data} />
          </Section>
        </Tabs.Panel>
      </Tabs>
    </ScreenPage>
  );
}

/** Sends dead deliveries again, or a part of the event log. */
function ResendButton({ path }: { path: string }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        Send again…
      </Button>
      <Dialog title="Send again" opened={opened} close={close} size="lg">
        <Stack gap="xl">
          <Range
            path={`${path}/redeliver`}
            title="What was given up"
            words="Every delivery that failed to the end is queued once more, with the same webhook-id. Without numbers: all of them."
            submit="Redeliver"
            close={close}
          />
          <Range
            path={`${path}/replay`}
            title="A part of the event log"
            words="Events of this topic are sent as new messages, whether they arrived before or not. Say where to begin: 0 is the beginning of the log."
            submit="Replay"
            close={close}
          />
        </Stack>
      </Dialog>
    </>
  );
}

interface RangeProps {
  readonly path: string;
  readonly title: string;
  readonly words: string;
  readonly submit: string;
  readonly close: () => void;
}

function Range({ path, title, words, submit, close }: RangeProps) {
  const { api } = useCompany();
  const stale = useStale();
  const form = useRecordForm({
    initial: { after: '', until: '' },
    send: ({ after, until }) =>
      api.post<{ queued: number; more: boolean }>(path, {
        after: after.trim() === '' ? null : after.trim(),
        until: until.trim() === '' ? null : until.trim(),
      }),
    done: ({ queued, more }) => {
      toast(`${queued} queued.${more ? ' There is more: do it again for the rest.' : ''}`);
      stale('deliveries', 'webhooks', 'audit');
      close();
    },
  });
  return (
    <Stack gap="sm" role="group" aria-label={title}>
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      <Form form={form} submit={submit}>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput label="After event no." inputMode="numeric" {...form.text('after')} />
          <TextInput label="Up to event no." inputMode="numeric" {...form.text('until')} />
        </SimpleGrid>
      </Form>
    </Stack>
  );
}
