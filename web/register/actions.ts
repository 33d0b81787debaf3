// What a basket becomes: the writes of a sale, an order that stays open, lines for an order that is there.
import { isolated } from '#src/kernel/text.ts';
import type { OrderStatus } from '#src/orders/rules/status.ts';
import { formatMoney } from '../shared/format.ts';
import { t } from '../shared/words.ts';
import { type Basket, EMPTY_BASKET, isEmpty, placeOf } from './basket.ts';
import { linesBody, orderBody, paymentBody, type Tender } from './body.ts';
import type { RegisterContextValue } from './context.tsx';
import { rightsOfDiscounts } from './given-discounts.ts';
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

/** Registers whose basket is becoming something just now. */
const leaving = new WeakSet<object>();

/**
 * Makes something of the basket, and empties it: once, however often it is tapped. Its write, and so the Idempotency-Key of
 * that, is made once as well. False where it is empty, or on its way already.
 */
export async function leave(
  core: Pick<RegisterContextValue['core'], 'state' | 'setBasket'>,
  work: (basket: Basket) => Promise<void>,
): Promise<boolean> {
  const { basket } = core.state;
  if (isEmpty(basket) || leaving.has(core)) return false;
  leaving.add(core);
  try {
    await work(basket);
    core.setBasket(EMPTY_BASKET);
    return true;
  } finally {
    leaving.delete(core);
  }
}

/** Makes the basket an order that stays open, and empties it; false where another tap did. */
export function hold(register: RegisterContextValue, status: OrderStatus): Promise<boolean> {
  return leave(register.core, async (basket) => {
    const { write, local } = newOrder(register, basket, status, []);
    await register.core.send([write], local);
  });
}

/** Adds the basket's lines to the order that was chosen for them; false where another tap did. */
export function addToOrder(register: RegisterContextValue): Promise<boolean> {
  const { locals, menu } = register.core.state;
  const { target } = register;
  return leave(register.core, async (basket) => {
    if (target === undefined) return;
    const write: NewWrite = {
      subject: target.order,
      kind: 'lines',
      label: t('{count, plural, one {# line} other {# lines}} added to {order}', {
        ...{ count: basket.lines.length, order: target.label },
      }),
      body: linesBody(basket.lines, menu, target.order_type),
      rights: rightsOfDiscounts(basket.lines),
    };
    const local = locals.find((each) => each.name === target.order);
    await register.core.send([write], local && { ...local, basket: joined(local.basket, basket) });
    register.setTarget(undefined);
  });
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
