import { Alert } from '@mantine/core';
import { useState } from 'react';
import type { Order, PaymentRequest } from '#clients/typescript/index.ts';
import { isFinal } from '#src/orders/rules/status.ts';
import { formatMoney } from '../../shared/format.ts';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { t } from '../../shared/words.ts';
import type { Tender } from '../body.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import { lockedBy } from '../locks.ts';
import type { Menu } from '../menu.ts';
import { RefusedHere, refusedWrites } from '../refused.tsx';
import { keepRefusal } from '../send-writes.ts';
import { LastOutcome, useAsk } from './ask.tsx';
import { Due } from './due.tsx';
import type { Payable } from './payable.ts';
import { Receipt } from './receipt.tsx';
import { RequestPanel } from './request-panel.tsx';
import { isOpen } from './requests.ts';
import { nextShare, WHOLE_BILL } from './share.ts';
import { TenderForm } from './tender-form.tsx';

/** Why an order takes no money any more, if it does not. */
export function closedBecause({ lock, status, deleted }: Order): string | undefined {
  return deleted || isFinal(status)
    ? t('This order is closed: it takes no more payments.')
    : lockedBy(lock, 'PAYMENTS');
}

interface TakePaymentProps {
  readonly menu: Menu;
  readonly payable: Payable;
  readonly change: bigint;
  readonly taken: readonly Tender[];
  /** The name of the order in its writes; none for a basket that no money was taken for. */
  readonly name: string | undefined;
  /** The order's id, once it has one. */
  readonly order: string | undefined;
  readonly take: (tender: Tender, change: bigint) => Promise<void>;
  /** Sends what waits of the order, PENDING, so that its payment can be asked for; answers its id. */
  readonly prepare: () => Promise<string>;
  /** The payment requests of the order, the newest first. */
  readonly requests: readonly PaymentRequest[];
  /** The one that was asked for before this screen was opened, if any. */
  readonly asked?: string | undefined;
  /** The money that other registers have taken for the order since this screen was opened. */
  readonly others?: bigint | undefined;
  /** Why the order takes no money, if it does not. */
  readonly closed?: string | undefined;
}

/** The amount due, and the form that takes it, or what stands in its place. */
export function TakePayment(props: TakePaymentProps) {
  const { menu, payable, change, taken, name, order, take, prepare, requests, others = 0n, closed } = props;
  const { core, pay } = useRegister();
  const ask = useAsk();
  const { queue } = useRegisterState();
  const [unkept, setUnkept] = useState<string>();
  const [asked, setAsked] = useState(props.asked);
  const [chosen, setChosen] = useState(WHOLE_BILL);
  const share = nextShare(chosen, taken.length, payable);
  // What comes after a refused write of an order waits behind it, money as well.
  const isRefused = name !== undefined && refusedWrites(queue, name).length > 0;
  const done = payable.paid;
  // What was refused is not paid, whatever was handed over here.
  const isKnown = !isRefused || (taken.length === 0 && !done);
  // A sale that is paid is that, also where its provider took more than was left.
  const back = payable.left < 0n && !done;
  const open = requests.find(isOpen);
  const orTell = async (work: () => Promise<void>) => {
    setUnkept(undefined);
    try {
      await work();
    } catch (error) {
      setUnkept(keepRefusal(core, t('Payment'), error));
    }
  };
  return (
    <>
      {isKnown && <Due {...{ menu, payable, taken, change, back }} />}
      {others > 0n && (
        <Alert color="brass" mb="md" role="alert">
          {t('Somebody took {amount} meanwhile.', { amount: formatMoney(others, menu.site.currency) })}
        </Alert>
      )}
      <RefusalAlert mb="md">{unkept}</RefusalAlert>
      {(!done || requests[0]?.unapplied) && <LastOutcome requests={requests} asked={asked} />}
      {name !== undefined && isRefused ? (
        <RefusedHere order={name} />
      ) : open !== undefined ? (
        <RequestPanel request={open} menu={menu} />
      ) : done ? (
        <Receipt order={order} close={() => pay(undefined)} />
      ) : closed !== undefined ? (
        <Alert color="brass" role="alert">
          {closed}
        </Alert>
      ) : (
        <TenderForm
          key={taken.length}
          menu={menu}
          payable={payable}
          share={share}
          changeShare={(part) => setChosen({ ...share, ...part, at: taken.length })}
          take={(tender, back) => orTell(() => take(tender, back))}
          ask={(method, amount) =>
            orTell(async () => {
              const kind = back ? 'refund' : 'sale';
              setAsked(await ask({ order: await prepare(), method, amount, kind }));
            })
          }
        />
      )}
    </>
  );
}
