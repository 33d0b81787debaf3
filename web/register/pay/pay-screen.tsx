import '../parts.css';
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { placeText } from '#src/kernel/seating.ts';
import { Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { fields, payment } from '../actions.ts';
import { useAway } from '../away.ts';
import type { Tender } from '../body.ts';
import { type Paying, useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import type { Menu } from '../menu.ts';
import { numberOf } from '../open/title.ts';
import { isServerId, paidItems } from '../writes.ts';
import { orderLabel, paymentLabel } from './labels.ts';
import { type Reading, takenByOthers } from './others.ts';
import { PayLocal } from './pay-local.tsx';
import { payableOrder } from './payable.ts';
import { approvedTenders, NO_REQUESTS, sentOrder, useRequests } from './requests.ts';
import { closedBecause, TakePayment } from './take-payment.tsx';
import { useReading } from './use-reading.ts';

/** Taking money, over everything else. */
export function PayScreen({ paying }: { paying: Paying }) {
  const { pay } = useRegister();
  const { menu } = useRegisterState();
  return (
    <Dialog onClose={() => pay(undefined)} title={t('Payment')} size={860}>
      {menu === undefined ? (
        <Loader />
      ) : paying.kind === 'order' ? (
        <PayOrder id={paying.id} menu={menu} asked={paying.asked} />
      ) : (
        <PayLocal local={paying.kind === 'local' ? paying.local : undefined} menu={menu} />
      )}
    </Dialog>
  );
}

/** An order of the service. */
function PayOrder({ id, menu, asked }: { id: string; menu: Menu; asked: string | undefined }) {
  const { read, take } = useReading(id);
  const requests = useRequests(isServerId(id) ? id : undefined);
  const away = useAway();
  if (read.data === undefined && read.isError)
    return <Trouble error={read.error} again={() => void read.refetch()} />;
  // Money that is asked for already is not asked for again: that is known before anything can be taken.
  const isAsking = requests.isPending && !requests.isError && !away;
  if (read.data === undefined || isAsking) return <Loader role="progressbar" aria-label={t('Loading')} />;
  return <PayKnown reading={read.data} taking={take} menu={menu} asked={asked} />;
}

interface KnownProps {
  readonly reading: Reading;
  readonly taking: (work: () => Promise<void>) => Promise<void>;
  readonly menu: Menu;
  readonly asked: string | undefined;
}

function PayKnown({ reading, taking, menu, asked }: KnownProps) {
  const { core, staffMember } = useRegister();
  const { queue } = useRegisterState();
  const { order, before, sent } = reading;
  const [first] = useState(reading);
  const [taken, setTaken] = useState<readonly Tender[]>([]);
  const [change, setChange] = useState(0n);
  const requests = useRequests(order.id_str).data ?? NO_REQUESTS;
  // Those since payment began are shown, however often the order is read again; those that are not in it are counted.
  const shown = [...taken, ...approvedTenders(requests, first.order.payments.length)];
  const more = [...before, ...taken.slice(sent), ...approvedTenders(requests, order.payments.length)];
  const payable = payableOrder(order, menu, more, paidItems(queue, order.id_str));
  const take = (tender: Tender, back: bigint) =>
    taking(async () => {
      setChange(0n);
      const name = orderLabel(placeText(order), numberOf(order));
      const waits =
        order.status === 'PENDING' || taken.length > 0
          ? []
          : [fields(order.id_str, t('Pay {order}', { order: name }), { status: 'PENDING' })];
      const label = paymentLabel(menu, tender, name);
      await core.send([...waits, payment(order.id_str, label, tender, staffMember)]);
      setChange(back);
      setTaken([...taken, tender]);
    });
  const prepare = async (): Promise<string> => {
    setChange(0n);
    const name = orderLabel(placeText(order), numberOf(order));
    if (order.status !== 'PENDING' && shown.length === 0)
      await core.send([fields(order.id_str, t('Pay {order}', { order: name }), { status: 'PENDING' })]);
    return sentOrder(core, order.id_str);
  };
  return (
    <TakePayment
      menu={menu}
      payable={payable}
      change={change}
      take={take}
      prepare={prepare}
      requests={requests}
      taken={shown}
      name={order.id_str}
      order={order.id_str}
      asked={asked}
      others={takenByOthers(first, reading, taken, requests)}
      closed={closedBecause(order)}
    />
  );
}
