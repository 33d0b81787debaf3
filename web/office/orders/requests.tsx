// What an order asked the add-ons of payment methods for, and what became of it: the unknown is asked about or settled here.

import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Order, PaymentRequest } from '#clients/typescript/index.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Form, useRecordForm } from '../../shared/ui/form.tsx';
import { Hint } from '../../shared/ui/hint.tsx';
import { usePolling } from '../../shared/ui/live.tsx';
import { Section } from '../../shared/ui/page.tsx';
import { useStale } from '../../shared/ui/stale.ts';
import { sentenceOf, toast } from '../../shared/ui/states.tsx';
import { Tag } from '../../shared/ui/tag.tsx';
import { type Message, message, t, translated } from '../../shared/words.ts';
import { useCompany } from '../company.tsx';
import { choices } from '../parts.tsx';
import { useAll, useRead } from '../read.ts';

/** Requests that are shown, the newest first. */
const MOST = 50;
/** Payment methods whose names are read. */
const MAX_METHODS = 1_000;

const STATES: Readonly<Record<PaymentRequest['status'], readonly [Message, string]>> = {
  pending: [message('Waiting'), 'gray'],
  approved: [message('Approved'), 'tide'],
  declined: [message('Declined'), 'gray'],
  cancelled: [message('Cancelled'), 'gray'],
  unknown: [message('Outcome unknown'), 'red'],
};

/** The payment requests of an order; nothing where it has none. */
export function PaymentRequests({ order }: { readonly order: Order }) {
  const input = { order_id: order.id_str, newest: true, limit: MOST };
  const requests = useRead('payment_requests', 'listOrderPaymentRequests', input, { everyMs: usePolling() });
  if (requests.data === undefined || requests.data.length === 0) return null;
  return (
    <Section title={t('Payment requests')}>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {requests.data.map((request) => (
          <RequestRow key={request.id_str} request={request} order={order} />
        ))}
      </Stack>
    </Section>
  );
}

interface Props {
  readonly request: PaymentRequest;
  readonly order: Order;
}

function RequestRow({ request, order }: Props) {
  const { money, when } = useCompany();
  const methods = useAll('payment_methods', 'listPaymentMethods', {}, { most: MAX_METHODS });
  const method = choices(methods.data ?? []).find(({ value }) => value === request.method_id)?.label ?? '';
  const [words, color] = STATES[request.status];
  const amount = money(request.approved_amount ?? request.amount, order.site_id);
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <Text size="sm">
            <bdi>{method}</bdi> {request.kind === 'refund' ? t('Refund of {amount}', { amount }) : amount}
          </Text>
          <Hint size="xs">
            {when(request.created_at, order.site_id)} {request.message}
          </Hint>
          {request.settled !== null && (
            <Hint size="xs">{t('Settled by hand: {reason}', { reason: request.settled.reason })}</Hint>
          )}
        </div>
        <Tag color={color} fw={600} style={{ flex: 'none' }}>
          {translated(words)}
        </Tag>
      </Group>
      {request.unapplied && (
        <Alert color="red" variant="light" p="xs">
          {t('The money was taken, and the order did not take it. Give it back at the terminal.')}
        </Alert>
      )}
      <Acts request={request} order={order} />
    </Stack>
  );
}

/** The actions for a request that is open, or whose money is beside its order. */
function Acts({ request }: Props) {
  const [isSettling, setSettling] = useState(false);
  const id = { payment_request_id: request.id_str };
  const settle = (label: string): ReactNode => (
    <Button size="xs" variant="default" onClick={() => setSettling(true)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {request.status === 'pending' && request.cancel_requested_at === null && (
        <Act
          operation="cancelPaymentRequest"
          input={id}
          label={t('Cancel payment')}
          said={t('Asked to cancel.')}
        />
      )}
      {request.status === 'unknown' && (
        <>
          <Act operation="resolvePaymentRequest" input={id} label={t('Ask again')} said={t('Asked again.')} />
          {settle(t('Settle by hand'))}
        </>
      )}
      {request.unapplied && settle(t('Dealt with'))}
      {isSettling && <Settle request={request} close={() => setSettling(false)} />}
    </Group>
  );
}

interface ActProps {
  readonly operation: 'cancelPaymentRequest' | 'resolvePaymentRequest';
  readonly input: { readonly payment_request_id: string };
  readonly label: string;
  readonly said: string;
}

function Act({ operation, input, label, said }: ActProps) {
  const { passbell } = useCompany();
  const stale = useStale();
  const act = useMutation({
    mutationFn: () => passbell.call(operation, input),
    onSuccess: () => toast(said),
    onError: (error) => toast(sentenceOf(error), 'failed'),
    onSettled: () => stale('payment_requests', 'orders'),
  });
  return (
    <Button size="xs" variant="default" loading={act.isPending} onClick={() => act.mutate()}>
      {label}
    </Button>
  );
}

/** For when the provider is gone for ever, or the money was given back beside the order: somebody says what they saw. */
function Settle({ request, close }: { readonly request: PaymentRequest; readonly close: () => void }) {
  const { passbell } = useCompany();
  const isUnknown = request.status === 'unknown';
  const form = useRecordForm({
    initial: { status: null as string | null, reason: '' },
    send: ({ status, reason }) =>
      passbell.call('answerPaymentRequest', {
        payment_request_id: request.id_str,
        body: isUnknown
          ? { reason, ...(status === 'approved' || status === 'declined' ? { status } : {}) }
          : { unapplied: false, reason },
      }),
    stale: ['payment_requests', 'orders'],
    done: close,
    said: t('Saved.'),
  });
  const status = form.choice('status');
  return (
    <Dialog title={isUnknown ? t('Settle by hand') : t('The money is dealt with')} opened close={close}>
      <Form form={form} submit={t('Save')} cancel={close}>
        {isUnknown && (
          <Radio.Group label={t('What became of the payment')} {...status} value={status.value ?? ''}>
            <Stack gap="xs" mt="xs">
              <Radio value="approved" label={t('It was paid')} />
              <Radio value="declined" label={t('It was not paid')} />
            </Stack>
          </Radio.Group>
        )}
        <Textarea label={t('Reason')} maxLength={255} autosize minRows={2} {...form.text('reason')} />
      </Form>
    </Dialog>
  );
}
