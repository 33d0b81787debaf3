import { Alert, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order, PaymentRequest } from '#clients/typescript/index.ts';
import { placeText } from '#src/kernel/seating.ts';
import { isolated } from '#src/kernel/text.ts';
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
import { type Payable, payableBasket, payableOrder, waitingPayments } from './payable.ts';
import { Receipt } from './receipt.tsx';
import { RequestPanel } from './request-panel.tsx';
import { approvedTenders, isOpen, sentOrder, useRequests } from './requests.ts';
import { nextShare, WHOLE_BILL } from './share.ts';
import { TenderForm } from './tender-form.tsx';

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
    setChange(back);
    if (local === undefined) {
      // The first payment creates the order: money taken is never only on the screen.
      const made = newOrder(register, basket, 'PENDING', [tender]);
      await core.send([made.write], made.local);
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
  const { core, passbell } = useRegister();
  const order = useQuery({
    // Of no topic: it is the order as it was when payment began, whatever is told of it meanwhile.
    queryKey: ['paying', id],
    queryFn: async () => {
      // Money on its way may be in the order that is read, or not. What waits behind a refusal is not in it.
      await sentOrder(core, id).catch((error: unknown) => {
        if (refusedWrites(core.state.queue, id).length === 0) throw error;
      });
      const before = waitingPayments(core.state.queue.entries, id);
      return { order: await passbell.call('getOrder', { order_id: id }), before };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    enabled: isServerId(id),
  });
  const requests = useRequests(isServerId(id) ? id : undefined);
  const away = useAway();
  if (order.isError) return <Trouble error={order.error} again={() => void order.refetch()} />;
  // Money that is asked for already is not asked for again: that is known before anything can be taken.
  const isAsking = requests.isPending && !requests.isError && !away;
  if (order.data === undefined || isAsking) return <Loader role="progressbar" aria-label={t('Loading')} />;
  return <PayKnown {...order.data} menu={menu} asked={asked} />;
}

interface KnownProps {
  readonly order: Order;
  readonly menu: Menu;
  readonly before: readonly { amount: bigint; tip: bigint }[];
  readonly asked: string | undefined;
}

function PayKnown({ order: first, menu, before: waiting, asked }: KnownProps) {
  const { core, staffMember } = useRegister();
  const { queue } = useRegisterState();
  // As they were when payment began, also when the order is read again: what is taken here is added to both.
  const [order] = useState(first);
  const [before] = useState(waiting);
  const [taken, setTaken] = useState<readonly Tender[]>([]);
  const [change, setChange] = useState(0n);
  const requests = useRequests(order.id_str).data ?? NONE;
  const shown = [...taken, ...approvedTenders(requests, order.payments.length)];
  const payable = payableOrder(order, menu, [...before, ...shown], paidItems(queue, order.id_str));
  const locked = lockedBy(order.lock, 'PAYMENTS');
  if (locked !== undefined) {
    return (
      <Alert color="brass" role="alert">
        {locked}
      </Alert>
    );
  }
  const take = async (tender: Tender, back: bigint) => {
    setChange(back);
    const name = orderLabel(placeText(order), numberOf(order));
    const waits =
      order.status === 'PENDING' || taken.length > 0
        ? []
        : [fields(order.id_str, t('Pay {order}', { order: name }), { status: 'PENDING' })];
    await core.send([...waits, payment(order.id_str, paymentLabel(menu, tender, name), tender, staffMember)]);
    setTaken([...taken, tender]);
  };
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
    />
  );
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
}

function TakePayment(props: TakePaymentProps) {
  const { menu, payable, change, taken, name, order, take, prepare, requests } = props;
  const { core, pay } = useRegister();
  const ask = useAsk();
  const { queue } = useRegisterState();
  const [unkept, setUnkept] = useState<string>();
  const [asked, setAsked] = useState(props.asked);
  const [chosen, setChosen] = useState(WHOLE_BILL);
  const share = nextShare(chosen, taken.length, payable);
  // What comes after a refused write of an order waits behind it, money as well.
  const isRefused = name !== undefined && refusedWrites(queue, name).length > 0;
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const done = payable.paid;
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
      <Group justify="space-between" align="start" mb="md">
        <div>
          <Text c="dimmed">{back ? t('To refund') : done ? t('Paid') : t('Amount due')}</Text>
          <div className="due" role="status" aria-label={t('Amount due')}>
            {money(
              done ? payable.total + payable.service + payable.rounding : back ? -payable.left : payable.left,
            )}
          </div>
          {payable.rounding !== 0n && (
            <Text c="dimmed">{t('Rounding {amount}', { amount: money(payable.rounding) })}</Text>
          )}
          {payable.service !== 0n && (
            <Text c="dimmed">{t('including {amount} service', { amount: money(payable.service) })}</Text>
          )}
        </div>
        {taken.length > 0 && (
          <ul className="order-lines plain" aria-label={t('Payments')}>
            {taken.map((tender, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments are only ever added
              <li key={at}>
                <span>{menu.methods.find((method) => method.id === tender.method)?.name}</span>
                <span>
                  {tender.tip === 0n
                    ? money(tender.amount)
                    : t('{amount} + {tip} tip', { amount: money(tender.amount), tip: money(tender.tip) })}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Group>
      {change > 0n && (
        <div className="change-due" role="alert">
          <span>{t('Change due')}</span> <strong>{money(change)}</strong>
        </div>
      )}
      <RefusalAlert mb="md">{unkept}</RefusalAlert>
      <LastOutcome requests={requests} asked={asked} />
      {name !== undefined && isRefused ? (
        <RefusedHere order={name} />
      ) : open !== undefined ? (
        <RequestPanel request={open} menu={menu} />
      ) : done ? (
        <Receipt order={order} close={() => pay(undefined)} />
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
