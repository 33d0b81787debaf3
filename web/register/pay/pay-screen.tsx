import { Alert, Loader } from '@mantine/core';
import { useState } from 'react';
import type { Order, PaymentRequest } from '#clients/typescript/index.ts';
import { placeText } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
import { isFinal } from '#src/orders/rules/status.ts';
import { formatMoney } from '../../shared/format.ts';
import { RefusalAlert } from '../../shared/ui/refusal.tsx';
import { Trouble } from '../../shared/ui/states.tsx';
import { t } from '../../shared/words.ts';
import { fields, newOrder, payment } from '../actions.ts';
import { useAway } from '../away.ts';
import { EMPTY_BASKET, placeOf } from '../basket.ts';
import type { Tender } from '../body.ts';
import { type Paying, useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import type { LocalOrder } from '../locals.ts';
import { lockedBy } from '../locks.ts';
import type { Menu } from '../menu.ts';
import { numberOf } from '../open/title.ts';
import { RefusedHere, refusedWrites } from '../refused.tsx';
import { keepRefusal } from '../send-writes.ts';
import { isServerId, paidItems, serverIdOf } from '../writes.ts';
import { LastOutcome, useAsk } from './ask.tsx';
import { Due } from './due.tsx';
import { type Reading, takenByOthers } from './others.ts';
import { type Payable, payableBasket, payableOrder } from './payable.ts';
import { Receipt } from './receipt.tsx';
import { RequestPanel } from './request-panel.tsx';
import { approvedTenders, isOpen, sentOrder, useRequests } from './requests.ts';
import { nextShare, WHOLE_BILL } from './share.ts';
import { TenderForm } from './tender-form.tsx';
import { useReading } from './use-reading.ts';

const NONE: readonly PaymentRequest[] = [];

/** The label of a payment, as its refusal shows it: `Cash payment of $10.00, table 7`. */
function paymentLabel(menu: Menu, tender: Tender, order: string): string {
  const method = menu.methods.find((each) => each.id === tender.method)?.name ?? '';
  const amount = formatMoney(tender.amount, menu.site.currency);
  return t('{method} payment of {amount}, {order}', { method: isolated(method), amount, order });
}

/** What an order is called in words: by its table, else by its number. */
function orderLabel(table: string | null, number: string): string {
  return table === null ? number : t('table {table}', { table: isolated(table) });
}

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

/** A basket, or an order that this device made: all of its details are here. */
function PayLocal({ local: given, menu }: { local: LocalOrder | undefined; menu: Menu }) {
  const register = useRegister();
  const { core } = register;
  const { basket, queue } = useRegisterState();
  const [local, setLocal] = useState(given);
  const [change, setChange] = useState(0n);
  const order = local && serverIdOf(queue, local.name);
  const requests = useRequests(order).data ?? NONE;
  const taken = [...(local?.tenders ?? []), ...approvedTenders(requests, 0)];
  const payable = payableBasket(local?.basket ?? basket, menu, taken);
  if (payable === undefined) return <Alert color="red">{t('This sale cannot be paid as it is.')}</Alert>;
  const take = async (tender: Tender, back: bigint) => {
    setChange(0n);
    if (local === undefined) {
      // The first payment creates the order: money taken is never only on the screen.
      const made = newOrder(register, basket, 'PENDING', [tender]);
      await core.send([made.write], made.local);
      setChange(back);
      setLocal(made.local);
      core.setBasket(EMPTY_BASKET);
      return;
    }
    const next: LocalOrder = { ...local, status: 'PENDING', tenders: [...local.tenders, tender] };
    const name = orderLabel(placeOf(local.basket), local.sale_number);
    const waits =
      local.status === 'PENDING'
        ? []
        : [fields(local.name, t('Pay {order}', { order: name }), { status: 'PENDING' })];
    await core.send(
      [...waits, payment(local.name, paymentLabel(menu, tender, name), tender, register.staffMember)],
      next,
    );
    setChange(back);
    setLocal(next);
  };
  const prepare = async (): Promise<string> => {
    setChange(0n);
    if (local === undefined) {
      const made = newOrder(register, basket, 'PENDING', []);
      await core.send([made.write], made.local);
      setLocal(made.local);
      core.setBasket(EMPTY_BASKET);
      return sentOrder(core, made.local.name);
    }
    if (local.status !== 'PENDING') {
      const name = orderLabel(placeOf(local.basket), local.sale_number);
      await core.send([fields(local.name, t('Pay {order}', { order: name }), { status: 'PENDING' })]);
      setLocal({ ...local, status: 'PENDING' });
    }
    return sentOrder(core, local.name);
  };
  return (
    <TakePayment
      menu={menu}
      payable={payable}
      change={change}
      take={take}
      prepare={prepare}
      requests={requests}
      taken={taken}
      name={local?.name}
      order={order}
    />
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
  const requests = useRequests(order.id_str).data ?? NONE;
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

/** Why an order takes no money any more, if it does not. */
function closedBecause({ lock, status, deleted }: Order): string | undefined {
  return deleted || isFinal(status)
    ? t('This order is closed: it takes no more payments.')
    : lockedBy(lock, 'PAYMENTS');
}

interface TakePaymentProps {
  readonly menu: Menu;
  readonly payable: Payable;
  readonly change: bigint;
  readonly taken: readonly Tender[];
  /** What its writes call the order; nothing for a basket that no money was taken for. */
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
  /** What others have taken for the order since this screen was opened. */
  readonly others?: bigint;
  /** Why the order takes no money, if it does not. */
  readonly closed?: string | undefined;
}

function TakePayment(props: TakePaymentProps) {
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
      <LastOutcome requests={requests} asked={asked} />
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
