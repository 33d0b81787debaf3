import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentRequest } from '#clients/typescript/index.ts';
import { decimalOf, formatMoney } from '../../shared/format.ts';
import { message, t } from '../../shared/words.ts';
import { useLocks } from '../approval.tsx';
import { useAway } from '../away.ts';
import { useRegister } from '../context.tsx';
import { useDirectRequest } from '../direct-request.tsx';
import type { Menu } from '../menu.ts';
import { ReasonField } from '../reason-field.tsx';

interface Props {
  readonly request: PaymentRequest;
  readonly menu: Menu;
}

/** A payment that its provider has not answered: nothing else is charged until it is known. */
export function RequestPanel({ request, menu }: Props) {
  const method = menu.methods.find(({ id }) => String(id) === request.method_id)?.name ?? '';
  const amount = formatMoney(decimalOf(request.amount), menu.site.currency);
  return request.status === 'pending' ? (
    <Waiting request={request} method={method} amount={amount} />
  ) : (
    <Unknown request={request} method={method} amount={amount} />
  );
}

interface Named {
  readonly request: PaymentRequest;
  readonly method: string;
  readonly amount: string;
}

/** Looks at the requests anew, whatever came of a change. */
function useLook() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: ['payment_requests'] });
}

function Waiting({ request, method, amount }: Named) {
  const { core, place } = useRegister();
  const away = useAway();
  const look = useLook();
  const isElsewhere = request.register_id !== null && request.register_id !== place.register;
  const isCancelling = request.cancel_requested_at !== null;
  const { send, busy, refused } = useDirectRequest({
    label: t('Cancel payment'),
    request: () => ['cancelPaymentRequest', request.id_str],
    work: (idempotencyKey) =>
      core.acting
        .call('cancelPaymentRequest', { payment_request_id: request.id_str }, { idempotencyKey })
        .finally(look),
    done: look,
  });
  const usual = request.kind === 'refund' ? t('Present the card for the refund') : t('Present card');
  return (
    <Stack align="center" gap="md" py="lg" role="group" aria-label={t('Payment request')}>
      <Loader size="lg" aria-hidden />
      <Text role="status" fz={24} fw={650} ta="center">
        {isCancelling ? t('Cancelling…') : (request.message ?? usual)}
      </Text>
      <Text ta="center">{t('{method} takes {amount}.', { method, amount })}</Text>
      {isElsewhere && (
        <Text ta="center" fw={600}>
          {t('It was asked for at another register: the card is presented there.')}
        </Text>
      )}
      {isCancelling && (
        <Text ta="center" c="dimmed">
          {t('Wait for the answer of the terminal: it may have been too late.')}
        </Text>
      )}
      {away && <Text>{t('There is no connection: the answer is shown once there is one.')}</Text>}
      {refused}
      <Button
        size="lg"
        h={60}
        variant="default"
        loading={busy}
        disabled={away || isCancelling}
        onClick={send}
      >
        {t('Cancel payment')}
      </Button>
    </Stack>
  );
}

function Unknown({ request, method, amount }: Named) {
  const { core } = useRegister();
  const away = useAway();
  const look = useLook();
  const [isByHand, setByHand] = useState(false);
  const { send, busy, refused } = useDirectRequest({
    label: t('Ask again'),
    request: () => ['resolvePaymentRequest', request.id_str],
    work: (idempotencyKey) =>
      core.acting
        .call('resolvePaymentRequest', { payment_request_id: request.id_str }, { idempotencyKey })
        .finally(look),
    done: look,
  });
  return (
    <Stack gap="md" role="group" aria-label={t('Payment request')}>
      <Alert color="brass" role="alert" title={t('Outcome unknown')}>
        {t(
          '{method} has not said whether {amount} was paid. Ask again, and do not take the money in another way before it is known.',
          { method, amount },
        )}
      </Alert>
      {request.asked_again > 0 && (
        <Text role="status">
          {request.message ?? t('Asked again. The answer is shown here as soon as it comes.')}
        </Text>
      )}
      {refused}
      <Group>
        <Button size="lg" h={60} loading={busy} disabled={away} onClick={send}>
          {t('Ask again')}
        </Button>
        <Button size="lg" h={60} variant="subtle" onClick={() => setByHand(!isByHand)}>
          {t('Settle by hand')}
        </Button>
      </Group>
      {isByHand && <ByHand request={request} look={look} />}
    </Stack>
  );
}

const REASONS = [message('The terminal shows it as paid'), message('The terminal shows no such payment')];

/** For when the provider is gone for ever: somebody who may says what they saw. */
function ByHand({ request, look }: { request: PaymentRequest; look: () => void }) {
  const [reason, setReason] = useState('');
  const shared = { request, look, reason: reason.trim() };
  return (
    <Stack gap="sm">
      <ReasonField usual={REASONS} value={reason} change={setReason} maxLength={255} />
      <Group>
        <SettleButton {...shared} status="approved" label={t('It was paid')} />
        <SettleButton {...shared} status="declined" label={t('It was not paid')} />
      </Group>
    </Stack>
  );
}

interface SettleProps {
  readonly request: PaymentRequest;
  readonly look: () => void;
  readonly reason: string;
  readonly status: 'approved' | 'declined';
  readonly label: string;
}

function SettleButton({ request, look, reason, status, label }: SettleProps) {
  const { core } = useRegister();
  const away = useAway();
  const locks = useLocks();
  const { send, busy, refused } = useDirectRequest({
    label: t('Settle by hand'),
    request: () => ['answerPaymentRequest', request.id_str, status, reason],
    work: async () => {
      const approvals = await core.approvals(['ModifySales'], { subject: request.order_id });
      const input = { payment_request_id: request.id_str, body: { status, reason } };
      return core.acting.call('answerPaymentRequest', input, { approvals }).finally(look);
    },
    done: look,
  });
  return (
    <>
      <Button
        size="lg"
        variant="default"
        loading={busy}
        disabled={away || reason === ''}
        {...locks('ModifySales')}
        onClick={send}
      >
        {label}
      </Button>
      {refused}
    </>
  );
}
