import { Alert } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../shared/words.ts';
import { fields, newOrder, payment } from '../actions.ts';
import { EMPTY_BASKET, placeOf } from '../basket.ts';
import type { Tender } from '../body.ts';
import { useRegister, useRegisterState } from '../context.tsx';
import type { LocalOrder } from '../locals.ts';
import type { Menu } from '../menu.ts';
import { localItem, paidItems, type QueueState, serverIdOf } from '../writes.ts';
import { orderLabel, paymentLabel } from './labels.ts';
import { type Reading, takenByOthers } from './others.ts';
import { payableBasket, payableOrder, underLocalNames } from './payable.ts';
import { approvedTenders, NO_REQUESTS, sentOrder, useRequests } from './requests.ts';
import { closedBecause, TakePayment } from './take-payment.tsx';
import { useReading } from './use-reading.ts';

/** The places in a basket of the lines that the service made of it, by their ids. */
function placesOf({ order }: Reading, { basket }: LocalOrder): ReadonlyMap<string, number> {
  const own = order.lines.filter(({ part_of_option_set: isPart }) => !isPart);
  return new Map(
    own.flatMap(({ line_id: id, product }, place) =>
      product.id_str === String(basket.lines[place]?.product) ? [[id, place] as const] : [],
    ),
  );
}

interface Known {
  readonly reading: Reading;
  /** The first reading since payment began. */
  readonly first: Reading;
  readonly local: LocalOrder;
}

/** How an order that was made here stands by what the service says of it, with the payments that are not in that. */
function standing(
  { reading, first, local }: Known,
  own: readonly Tender[],
  requests: Parameters<typeof approvedTenders>[0],
  menu: Menu,
  queue: QueueState,
) {
  const { order, before, sent } = reading;
  const more = [...before, ...own.slice(sent), ...approvedTenders(requests, order.payments.length)];
  const places = placesOf(first, local);
  const since = { ...reading, sent: sent - first.sent };
  return {
    payable: underLocalNames(payableOrder(order, menu, more, paidItems(queue, order.id_str)), places),
    others: takenByOthers(first, since, own.slice(first.sent), requests),
    closed: closedBecause(order),
    names: new Map([...places].map(([id, place]) => [localItem(place), id])),
  };
}

/** A basket, or an order that this device made: by what is known here, and once the service has it by what that says. */
export function PayLocal({ local: given, menu }: { local: LocalOrder | undefined; menu: Menu }) {
  const register = useRegister();
  const { core } = register;
  const { basket, queue } = useRegisterState();
  const [local, setLocal] = useState(given);
  const [change, setChange] = useState(0n);
  const order = local && serverIdOf(queue, local.name);
  const requests = useRequests(order).data ?? NO_REQUESTS;
  const {
    read: { data: reading },
    take: taking,
  } = useReading(order);
  const [first, setFirst] = useState(reading);
  if (first === undefined && reading !== undefined) setFirst(reading);
  const tenders = local?.tenders ?? [];
  const taken = [...tenders, ...approvedTenders(requests, 0)];
  const known =
    reading === undefined || local === undefined
      ? undefined
      : standing(
          { reading, first: first ?? reading, local },
          tenders.slice(given?.tenders.length ?? 0),
          requests,
          menu,
          queue,
        );
  const payable = known?.payable ?? payableBasket(local?.basket ?? basket, menu, taken);
  if (payable === undefined) return <Alert color="red">{t('This sale cannot be paid as it is.')}</Alert>;
  /** Sends an order that nobody has sent yet; undefined where it is there. */
  const make = async (first: readonly Tender[]): Promise<LocalOrder> => {
    const made = newOrder(register, basket, 'PENDING', first);
    await core.send([made.write], made.local);
    setLocal(made.local);
    core.setBasket(EMPTY_BASKET);
    return made.local;
  };
  const waits = ({ status, name, basket }: LocalOrder) => {
    const label = t('Pay {order}', { order: orderLabel(placeOf(basket), local?.sale_number ?? '') });
    return status === 'PENDING' ? [] : [fields(name, label, { status: 'PENDING' })];
  };
  const take = (tender: Tender, back: bigint) =>
    taking(async () => {
      setChange(0n);
      // The first payment creates the order: money taken is never only on the screen.
      if (local === undefined) await make([tender]);
      else {
        const items = tender.items?.map((item) => known?.names.get(item) ?? item);
        const next: LocalOrder = { ...local, status: 'PENDING', tenders: [...local.tenders, tender] };
        const label = paymentLabel(menu, tender, orderLabel(placeOf(local.basket), local.sale_number));
        const named = items === undefined ? tender : { ...tender, items };
        await core.send([...waits(local), payment(local.name, label, named, register.staffMember)], next);
        setLocal(next);
      }
      setChange(back);
    });
  const prepare = async (): Promise<string> => {
    setChange(0n);
    if (local === undefined) return sentOrder(core, (await make([])).name);
    const before = waits(local);
    if (before.length > 0) {
      await core.send(before);
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
      others={known?.others}
      closed={known?.closed}
    />
  );
}
