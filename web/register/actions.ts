// What a basket becomes: the writes of a sale, an order that stays open, lines for an order that is there.
import { isolated } from '#src/kernel/text.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import { formatMoney } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { type Basket, EMPTY_BASKET, placeOf } from './basket.ts';
import { linesBody, orderBody, paymentBody, type Tender } from './body.ts';
import type { RegisterContextValue } from './context.tsx';
import { rightsOfDiscounts } from './discounts.ts';
import { type LocalOrder, saleNumber } from './locals.ts';
import { quoteOf } from './quote.ts';
import { momentNow, paidNow, type StaffSession } from './staff-session.ts';
import type { NewWrite } from './writes.ts';

/** The write that creates an order, and the order as this browser knows it until the service has it. */
export function newOrder(
  register: Pick<RegisterContextValue, 'place' | 'staffMember' | 'core'>,
  basket: Basket,
  status: OrderStatus,
  tenders: readonly Tender[],
): { write: NewWrite; local: LocalOrder } {
  const now = Date.now();
  const sale_number = saleNumber(register.place.sale_prefix, now, Math.random);
  const name = `local-${sale_number}`;
  const { menu } = register.core.state;
  const body = orderBody(basket, menu, {
    register: BigInt(register.place.register),
    status,
    sale_number,
    staff: BigInt(register.staffMember.staff),
    placed_at: momentNow(register.staffMember, now),
    paid_at: paidNow(register.staffMember, now),
    tenders,
  });
  const quoted = menu && quoteOf(basket, menu);
  const total = quoted?.ok === true ? quoted.quote.figures.priced.total : 0n;
  const place = placeOf(basket);
  const named = {
    amount: formatMoney(total, menu?.site.currency ?? 'USD'),
    table: place === null ? '' : isolated(place),
  };
  const label =
    tenders.length === 0
      ? place === null
        ? t('Order of {amount}', named)
        : t('Order of {amount}, table {table}', named)
      : place === null
        ? t('Sale of {amount}', named)
        : t('Sale of {amount}, table {table}', named);
  return {
    write: {
      ...{ subject: name, kind: 'create', label, body },
      rights: rightsOfDiscounts([basket, ...basket.lines]),
      ...itemsOf(tenders.flatMap((tender) => tender.items ?? [])),
    },
    local: { name, sale_number, basket, tenders, status, made_at: now },
  };
}

/** Makes the basket an order that stays open, and empties it. */
export async function hold(register: RegisterContextValue, status: OrderStatus): Promise<void> {
  const { basket } = register.core.state;
  const { write, local } = newOrder(register, basket, status, []);
  await register.core.send([write], local);
  register.core.setBasket(EMPTY_BASKET);
}

/** Adds the basket's lines to the order that was chosen for them. */
export async function addToOrder(register: RegisterContextValue): Promise<void> {
  const { basket, locals } = register.core.state;
  const { target } = register;
  if (target === undefined) return;
  const write: NewWrite = {
    subject: target.order,
    kind: 'lines',
    label: t('{count, plural, one {# line} other {# lines}} added to {order}', {
      ...{ count: basket.lines.length, order: target.label },
    }),
    body: linesBody(basket.lines, register.core.state.menu, target.order_type),
    rights: rightsOfDiscounts(basket.lines),
  };
  const local = locals.find((each) => each.name === target.order);
  await register.core.send([write], local && { ...local, basket: joined(local.basket, basket) });
  register.core.setBasket(EMPTY_BASKET);
  register.setTarget(undefined);
}

function joined(before: Basket, more: Basket): Basket {
  const lines = more.lines.map((line, at) => ({ ...line, key: before.next + at }));
  return { ...before, lines: [...before.lines, ...lines], next: before.next + lines.length };
}

/** The write that takes money for an order, now. */
export function payment(
  order: string,
  label: string,
  tender: Tender,
  by: Pick<StaffSession, 'ahead'>,
): NewWrite {
  return {
    subject: order,
    kind: 'payment',
    label,
    body: paymentBody(tender, paidNow(by, Date.now())),
    ...itemsOf(tender.items ?? []),
  };
}

function itemsOf(items: readonly string[]): Pick<NewWrite, 'items'> {
  return items.length === 0 ? {} : { items };
}

/** The write that changes what of an order is not a line. */
export function fields(order: string, label: string, body: object): NewWrite {
  return { subject: order, kind: 'fields', label, body: JSON.stringify(body) };
}
