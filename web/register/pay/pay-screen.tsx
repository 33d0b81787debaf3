import { Alert, Group, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '#src/kernel/text.ts';
import { formatMoney } from '../../shared/format.ts';
import type { Order } from '../../shared/records.ts';
import { Trouble } from '../../shared/ui/states.tsx';
import { fields, newOrder, payment } from '../actions.ts';
import { EMPTY_BASKET } from '../basket.ts';
import type { Tender } from '../body.ts';
import { type Paying, useRegister, useRegisterState } from '../context.tsx';
import { Dialog } from '../dialog.tsx';
import type { LocalOrder } from '../locals.ts';
import { lockedBy } from '../locks.ts';
import type { Menu } from '../menu.ts';
import { RefusedHere, refusedWrites } from '../refused.tsx';
import { keepRefusal } from '../send-writes.ts';
import { isServerId, paidItems, serverIdOf } from '../writes.ts';
import { type Payable, payableBasket, payableOrder, waitingPayments } from './payable.ts';
import { Receipt } from './receipt.tsx';
import { TenderForm } from './tender-form.tsx';

/** The label of a payment, as its refusal shows it: `Cash payment of $10.00, table 7`. */
function paymentLabel(menu: Menu, tender: Tender, order: string): string {
  const method = menu.methods.find((each) => each.id === tender.method)?.name ?? 'A';
  return `${isolated(method)} payment of ${formatMoney(tender.amount, menu.site.currency)}, ${order}`;
}

/** What an order is called in words: by its table, else by its number. */
function orderLabel(table: string | null, number: string): string {
  return table === null ? number : `table ${isolated(table)}`;
}

/** Taking money, over everything else. */
export function PayScreen({ paying }: { paying: Paying }) {
  const { pay } = useRegister();
  const { menu } = useRegisterState();
  return (
    <Dialog onClose={() => pay(undefined)} title="Payment" size={860}>
      {menu === undefined ? (
        <Loader />
      ) : paying.kind === 'order' ? (
        <PayOrder id={paying.id} menu={menu} />
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
  const payable = payableBasket(local?.basket ?? basket, menu, local?.tenders ?? []);
  if (payable === undefined) return <Alert color="red">This cannot be sold as it is.</Alert>;
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
    const name = orderLabel(local.basket.group, local.sale_number);
    const waits =
      local.status === 'PENDING' ? [] : [fields(local.name, `To be paid: ${name}`, { status: 'PENDING' })];
    await core.send([...waits, payment(local.name, paymentLabel(menu, tender, name), tender)], next);
    setLocal(next);
  };
  return (
    <TakePayment
      menu={menu}
      payable={payable}
      change={change}
      take={take}
      taken={local?.tenders ?? []}
      name={local?.name}
      order={local && serverIdOf(queue, local.name)}
    />
  );
}

/** An order of the service. */
function PayOrder({ id, menu }: { id: string; menu: Menu }) {
  const { api } = useRegister();
  const order = useQuery({
    queryKey: ['orders', 'pay', id],
    queryFn: () => api.get<Order>(`orders/${id}`),
    // The order as it was when payment began: payments taken here are added to that.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    enabled: isServerId(id),
  });
  const { queue } = useRegisterState();
  const [before] = useState(() => waitingPayments(queue.writes, id));
  if (order.isError) return <Trouble error={order.error} again={() => void order.refetch()} />;
  if (order.data === undefined) return <Loader aria-label="Loading" />;
  return <PayKnown order={order.data} menu={menu} before={before} />;
}

function PayKnown({
  order: first,
  menu,
  before,
}: {
  order: Order;
  menu: Menu;
  before: readonly { amount: bigint; tip: bigint }[];
}) {
  const { core } = useRegister();
  const { queue } = useRegisterState();
  const [order] = useState(first);
  const [taken, setTaken] = useState<readonly Tender[]>([]);
  const [change, setChange] = useState(0n);
  const payable = payableOrder(order, menu, [...before, ...taken], paidItems(queue, order.id_str));
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
    const name = orderLabel(order.group_id, order.saleid);
    const waits =
      order.status === 'PENDING' || taken.length > 0
        ? []
        : [fields(order.id_str, `To be paid: ${name}`, { status: 'PENDING' })];
    await core.send([...waits, payment(order.id_str, paymentLabel(menu, tender, name), tender)]);
    setTaken([...taken, tender]);
  };
  return (
    <TakePayment
      menu={menu}
      payable={payable}
      change={change}
      take={take}
      taken={taken}
      name={order.id_str}
      order={order.id_str}
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
}

function TakePayment({ menu, payable, change, taken, name, order, take }: TakePaymentProps) {
  const { core, pay } = useRegister();
  const { queue } = useRegisterState();
  const [unkept, setUnkept] = useState<string>();
  // What comes after a refused write of an order waits behind it, money as well.
  const isRefused = name !== undefined && refusedWrites(queue, name).length > 0;
  const money = (amount: bigint) => formatMoney(amount, menu.site.currency);
  const done = payable.paid;
  return (
    <>
      <Group justify="space-between" align="start" mb="md">
        <div>
          <Text c="dimmed">{payable.left < 0n ? 'To give back' : done ? 'Paid' : 'Left to pay'}</Text>
          <div className="due" role="status" aria-label="Left to pay">
            {money(done ? payable.total + payable.service : payable.left < 0n ? -payable.left : payable.left)}
          </div>
          {payable.service !== 0n && <Text c="dimmed">with {money(payable.service)} service</Text>}
        </div>
        {taken.length > 0 && (
          <ul className="order-lines plain" aria-label="Payments taken">
            {taken.map((tender, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments are only ever added
              <li key={at}>
                <span>{menu.methods.find((method) => method.id === tender.method)?.name}</span>
                <span>
                  {money(tender.amount)}
                  {tender.tip === 0n ? '' : ` + ${money(tender.tip)} tip`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Group>
      {change > 0n && (
        <Alert color="brass" mb="md" role="alert">
          <Text fz={26} fw={650}>
            Change {money(change)}
          </Text>
        </Alert>
      )}
      {unkept !== undefined && (
        <Alert color="red" mb="md" role="alert">
          {unkept}
        </Alert>
      )}
      {name !== undefined && isRefused ? (
        <RefusedHere order={name} />
      ) : done ? (
        <Receipt order={order} close={() => pay(undefined)} />
      ) : (
        <TenderForm
          key={taken.length}
          menu={menu}
          payable={payable}
          take={async (tender, back) => {
            try {
              await take(tender, back);
            } catch (error) {
              setUnkept(keepRefusal(core, 'Payment', error));
            }
          }}
        />
      )}
    </>
  );
}
