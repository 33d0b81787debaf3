import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentRequest } from '#clients/typescript/index.ts';
import { formatDecimal } from '#src/kernel/money.ts';
import { exactNumber } from '../../shared/refunds.ts';
import { t } from '../../shared/words.ts';
import { useRegister } from '../context.tsx';
import { useOnce } from '../direct-request.tsx';
import type { MenuMethod } from '../menu.ts';
import { isOpen } from './requests.ts';

/** The request to a provider. */
export interface Asking {
  /** The order, which the service knows. */
  readonly order: string;
  readonly method: MenuMethod;
  /** Without a sign. */
  readonly amount: bigint;
  readonly kind: 'sale' | 'refund';
}

/**
 * Asks the provider of a method to take money, or to give it back; asked again after no answer, it is the same request. Answers
 * the request's id.
 */
export function useAsk(): (asking: Asking) => Promise<string> {
  const { core, place } = useRegister();
  const client = useQueryClient();
  const once = useOnce();
  return async ({ order, method, amount, kind }) => {
    const right = kind === 'sale' ? 'FinishSale' : 'Refund';
    const approvals = await core.approvals([right], { subject: order });
    const body = {
      ...{ order_id: order, register_id: place.register, method_id: String(method.id), kind },
      amount: exactNumber(formatDecimal(amount)),
    };
    try {
      const made = await once(['createPaymentRequest', body], (idempotencyKey) =>
        core.acting.call('createPaymentRequest', { body }, { idempotencyKey, approvals }),
      );
      return made.id_str;
    } finally {
      await client.invalidateQueries({ queryKey: ['payment_requests'] });
    }
  };
}

interface OutcomeProps {
  readonly requests: readonly PaymentRequest[];
  /** The request that was asked for here; it may be answered before it is read for the first time. */
  readonly asked: string | undefined;
}

/** The outcome of the request of this screen, where it paid nothing. */
export function LastOutcome({ requests, asked }: OutcomeProps) {
  const [watched, setWatched] = useState<string>();
  const open = requests.find(isOpen);
  if (open !== undefined && open.id_str !== watched) setWatched(open.id_str);
  const [newest] = requests;
  if (newest === undefined || open !== undefined) return null;
  if (newest.id_str !== watched && newest.id_str !== asked) return null;
  const said = sentenceOf(newest);
  if (said === undefined) return null;
  return (
    <Alert color={newest.unapplied ? 'red' : 'brass'} mb="md" role="alert">
      {said}
    </Alert>
  );
}

function sentenceOf({ status, message, unapplied }: PaymentRequest): string | undefined {
  if (unapplied)
    return t('The money was taken, but the order could not take it any more. The back office lists it.');
  if (status === 'declined')
    return message === null
      ? t('The payment was declined. Choose how to go on.')
      : t('The payment was declined: {reason}', { reason: message });
  return status === 'cancelled' ? t('The payment was cancelled. Nothing was charged.') : undefined;
}
