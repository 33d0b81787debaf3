// The receipt of an order by e-mail: where it was sent, and once more.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Mail, Order } from '#clients/typescript/index.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#src/kernel/words.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { Loading, sentenceOf, Trouble, toast } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { useRead } from '../read.ts';

const STATES: Readonly<Record<Mail['state'], readonly [Message, string]>> = {
  queued: [message('Waiting'), 'gray'],
  sending: [message('Being sent'), 'gray'],
  sent: [message('Sent'), 'tide'],
  dead: [message('Not sent'), 'red'],
};

/** How far a message is. */
export function MailState({ mail }: { mail: Mail }) {
  const [words, color] = STATES[mail.state];
  return (
    <Tag color={color} fw={600}>
      {translated(words)}
    </Tag>
  );
}

/** Sends a message that has ended once more. */
export function Resend({ mail }: { mail: Mail }) {
  const { passbell } = useCompany();
  const stale = useStale();
  const again = useMutation({
    mutationFn: () => passbell.call('resendMail', { mail_id: mail.id }),
    onSuccess: () => {
      toast(t('The message is on its way.'));
      return stale('mails');
    },
    onError: (error) => toast(sentenceOf(error), 'failed'),
  });
  if (mail.state !== 'sent' && mail.state !== 'dead') return null;
  return (
    <Button size="xs" variant="default" loading={again.isPending} onClick={() => again.mutate()}>
      {t('Send again')}
    </Button>
  );
}

/** The dialog that sends a receipt. */
export function MailReceipt({ order, close }: { readonly order: Order; readonly close: () => void }) {
  const link = useRead('orders', 'getReceiptLink', { order_id: order.id_str });
  return (
    <Dialog title={t('E-mail the receipt of {saleid}', { saleid: order.saleid })} opened close={close}>
      {link.isError ? (
        <Trouble error={link.error} again={() => void link.refetch()} />
      ) : link.data === undefined ? (
        <Loading />
      ) : link.data.can_mail ? (
        <SendForm order={order} close={close} />
      ) : (
        <RefusalAlert>
          {t('No mail server is set: whoever runs the service has to set SMTP_URL and MAIL_FROM.')}
        </RefusalAlert>
      )}
      <Sent order={order} />
    </Dialog>
  );
}

function SendForm({ order, close }: { readonly order: Order; readonly close: () => void }) {
  const { passbell } = useCompany();
  const form = useRecordForm({
    initial: { email: order.customer?.email ?? '', language: null as string | null },
    send: ({ email, language }) =>
      passbell.call('mailReceipt', {
        order_id: order.id_str,
        body: { email, language: LANGUAGES.find((each) => each === language) ?? null },
      }),
    stale: ['mails'],
    done: close,
    said: t('The receipt is on its way.'),
  });
  return (
    <Form form={form} submit={t('Send')} cancel={close}>
      <TextInput
        label={t('E-mail address')}
        type="email"
        autoComplete="off"
        {...form.text('email')}
        data-autofocus
      />
      <Select
        label={t('Language')}
        placeholder={t('As at the site')}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        {...form.choice('language')}
        clearable
      />
    </Form>
  );
}

function Sent({ order }: { readonly order: Order }) {
  const { when } = useCompany();
  const mails = useRead('mails', 'listMails', { order_id: order.id_str, newest: true });
  if (mails.data === undefined || mails.data.length === 0) return null;
  return (
    <Stack gap="xs" mt="md" component="ul" p={0} style={{ listStyle: 'none' }}>
      {mails.data.map((mail) => (
        <Group component="li" key={mail.id_str} gap="sm" justify="space-between">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text size="sm">{mail.to}</Text>
            <Hint size="xs">
              {when(mail.created_at)} {mail.failure}
            </Hint>
          </div>
          <Group gap="xs">
            <MailState mail={mail} />
            <Resend mail={mail} />
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
