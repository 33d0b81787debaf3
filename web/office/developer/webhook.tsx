// One webhook: what became of its messages, and sending them again.

import { Button, SimpleGrid, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import type { ReplayRange, Requeued } from '#clients/typescript/index.ts';
import { textOrNull } from '../../shared/changes.ts';
import { ConfirmButton, Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RecordPage, ScreenPage, Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';
import { Deliveries, type WebhookPlace } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

export default function WebhookPage() {
  const { id = '', hook = '' } = useParams();
  const { passbell } = useCompany();
  const [, go] = useLocation();
  const stale = useStale();
  const place = { addon_id: id, webhook_id: hook };
  const webhook = useRead('webhooks', 'getAddonWebhook', place);
  const addon = useRead('addons', 'getAddon', { addon_id: id });
  const back = { to: `/developer/addons/${id}`, label: addon.data?.name ?? t('Add-on') };
  const test = useMutation({
    mutationFn: () => passbell.call('testAddonWebhook', place),
    onSuccess: () => {
      toast(t('Test message sent'));
      stale('deliveries', 'audit');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  return (
    <RecordPage query={webhook} title={t('Webhook')} back={back}>
      {(data) => (
        <ScreenPage
          title={data.topic}
          back={back}
          actions={
            <>
              <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
                {t('Send test')}
              </Button>
              <ResendButton place={place} />
              <ConfirmButton
                label={t('Delete')}
                about={t('Delete webhook')}
                title={t('Delete this webhook?')}
                confirm={t('Delete webhook')}
                act={() => passbell.call('deleteAddonWebhook', place)}
                stale={['webhooks', 'addons', 'audit']}
                done={() => go(back.to)}
                said={t('Webhook deleted')}
              >
                {t(
                  'Nothing new is sent to {address}. What is queued is still delivered. The log of deliveries is gone.',
                  {
                    address: data.address,
                  },
                )}
              </ConfirmButton>
            </>
          }
        >
          <Hint style={{ overflowWrap: 'anywhere' }}>
            {t('{format} to {address}', { format: data.format.toUpperCase(), address: data.address })}
          </Hint>
          <Tabs defaultValue="deliveries" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="deliveries">{t('Deliveries')}</Tabs.Tab>
              <Tabs.Tab value="settings">{t('Settings')}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries place={place} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <Section title={t('Settings')}>
                <WebhookForm key={hook} addon={id} hook={data} />
              </Section>
            </Tabs.Panel>
          </Tabs>
        </ScreenPage>
      )}
    </RecordPage>
  );
}

/** Sends dead deliveries again, or a part of the event log. */
function ResendButton({ place }: { place: WebhookPlace }) {
  const { passbell } = useCompany();
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {t('Send again…')}
      </Button>
      <Dialog title={t('Send again')} opened={opened} close={close} size="lg">
        <Stack gap="xl">
          <Range
            send={(body) => passbell.call('redeliverDeadOfAddon', { ...place, body })}
            title={t('Failed deliveries')}
            words={t(
              'Every failed delivery is queued again, with the same webhook-id. Without numbers: all of them.',
            )}
            submit={t('Send again')}
            close={close}
          />
          <Range
            send={(body) => passbell.call('replayEventsOfAddon', { ...place, body })}
            title={t('Part of the event log')}
            words={t(
              'Events of this topic are sent as new messages, whether they arrived before or not. 0 is the start of the log.',
            )}
            submit={t('Replay')}
            close={close}
          />
        </Stack>
      </Dialog>
    </>
  );
}

interface RangeProps {
  readonly send: (range: ReplayRange) => Promise<Requeued>;
  readonly title: string;
  readonly words: string;
  readonly submit: string;
  readonly close: () => void;
}

function Range({ send, title, words, submit, close }: RangeProps) {
  const form = useRecordForm({
    initial: { after: '', until: '' },
    send: ({ after, until }) => send({ after: textOrNull(after.trim()), until: textOrNull(until.trim()) }),
    stale: ['deliveries', 'webhooks', 'audit'],
    done: ({ queued, more }) => {
      toast(
        more
          ? t('{queued, number} queued. There are more: send again for the rest.', { queued })
          : t('{queued, number} queued.', { queued }),
      );
      close();
    },
  });
  return (
    <Stack gap="sm" role="group" aria-label={title}>
      <Text fw={600}>{title}</Text>
      <Hint>{words}</Hint>
      <Form form={form} submit={submit}>
        <SimpleGrid cols={2} spacing="sm">
          <TextInput label={t('After event no.')} inputMode="numeric" {...form.text('after')} />
          <TextInput label={t('Up to event no.')} inputMode="numeric" {...form.text('until')} />
        </SimpleGrid>
      </Form>
    </Stack>
  );
}
