// The day at the bar: quick sales, things that ask first, discounts, the card terminal and refunds.

import type { AtTill, Name } from './cashier.ts';
import { times, totalOf } from './ledger.ts';
import { givenBack, type Item, type Line, linesOf, shown } from './money.ts';
import { MENU, OAT } from './shop.ts';
import { approved, type Terminal } from './terminal.ts';

/** Sales of a busy hour. */
export async function busyHour(bar: AtTill): Promise<void> {
  await bar.cash('soup');
  await bar.cash('lager', 'lager', 'espresso');
  await bar.cash('espresso');
  await bar.cash('soup', 'soup', 'soup', 'lager');
  await bar.note(5000n, 'platter', 'lager');
  await bar.note(2000n, 'soup');
  await bar.pay('Card', 'platter', 'platter', 'espresso');
  await bar.pay('Card', 'voucher');
  await bar.cash('bread', 'bread');
  await bar.pay('Card', 'bread', 'soup');
  await bar.pay('On account', 'lager', 'lager', 'lager');
}

/** What asks before it is sold: modifiers, options, weights and prices. */
export async function askedFirst(bar: AtTill): Promise<void> {
  const { till } = bar;
  await till.ringWith('Latte', (dialog) => dialog.getByRole('button', { name: 'Oat milk' }).click());
  await bar.cashFor({ items: [{ product: MENU.latte, adds: OAT }] });

  await till.ringWith('Pizza', async (dialog) => {
    await dialog.getByRole('button', { name: /^Olives/ }).click();
    await dialog.getByRole('button', { name: /^Burrata/ }).click();
    await dialog.getByLabel('Quantity').fill('2');
  });
  const two = { quantity: times(2) };
  const toppings: Item[] = [
    { product: MENU.olives, ...two, isOption: true },
    { product: MENU.burrata, ...two, isOption: true },
  ];
  await bar.cashFor({ items: [{ product: MENU.pizza, ...two }, ...toppings] });

  await weigh(bar, '0.345');
  await bar.cashFor({ items: [{ product: MENU.cheese, quantity: 3_450n }] });
  await till.ringWith('Flowers', (dialog) => dialog.getByLabel('Price, tax included').fill('12,55'));
  await bar.cashFor({ items: [{ product: MENU.flowers, price: 1255n }] });
}

/** A line by its weight. */
async function weigh({ till }: AtTill, weight: string): Promise<void> {
  await till.ring(MENU.cheese.name);
  await till.sale.getByRole('button', { name: new RegExp(`^${MENU.cheese.name}`) }).click();
  await till.dialog.getByLabel('Quantity').fill(weight);
  await till.dialog.getByRole('button', { name: /^Save/ }).click();
  await till.dialog.waitFor({ state: 'detached' });
}

/** Every kind of discount; what leaves nothing to pay needs a manager. */
export async function discounts(bar: AtTill, managersPin: string): Promise<void> {
  const { till, ledger } = bar;
  const { sale: round } = await bar.ring('lager', 'lager', 'soup', 'espresso');
  await till.discount('Regulars');
  await bar.cashFor({ ...round, factor: 85n });
  ledger.act('order.discounted');

  const { sale: lunch } = await bar.ring('soup', 'soup', 'platter', 'espresso');
  await till.discount('Voucher');
  await bar.cashFor({ ...lunch, off: 250n });
  ledger.act('order.discounted');

  const { sale: cold } = await bar.ring('soup', 'lager');
  await till.discount('Goodwill');
  const asked = till.page.getByRole('dialog', { name: 'Goodwill' });
  await asked.getByLabel('Amount off').fill('3.33');
  await asked.getByRole('button', { name: 'Complaint' }).click();
  await asked.getByRole('button', { name: 'Give discount' }).click();
  await bar.cashFor({ ...cold, off: 333n });
  ledger.act('order.discounted');

  await bar.ring('platter', 'soup');
  await till.sale.getByRole('button', { name: /^Platter/ }).click();
  await till.dialog.getByRole('button', { name: 'Regulars', exact: true }).click();
  await till.dialog.getByRole('button', { name: /^Save/ }).click();
  await bar.cashFor({ items: [{ product: MENU.platter, factor: 85n }, { product: MENU.soup }] });
  ledger.act('order.discounted');

  const { sale: guest } = await bar.ring('platter', 'espresso');
  await till.discount('House');
  await till.comesTo(0n);
  await till.pay();
  await till.by('Cash');
  await till.approve(managersPin);
  await till.next();
  bar.sold({ ...guest, factor: 0n }, { method: 'Cash', amount: 0n });
  ledger.act('order.comped');
}

/** Every outcome of a payment request. Answers the number of a sale that the terminal was paid for, and its lines. */
export async function terminalDay(
  bar: AtTill,
  terminal: Terminal,
): Promise<{ number: string; lines: readonly Line[] }> {
  const { till, ledger } = bar;
  const { payment } = till;
  const panel = payment.getByRole('group', { name: 'Payment request' });
  const begin = async (...names: readonly Name[]) => {
    const rung = await bar.ring(...names);
    await till.pay();
    return rung;
  };

  const extras = { tip: 2.5, credit_card_surcharge: 0.37, ref: 'T-1' };
  terminal.will(approved(extras), undefined);
  const dinner = await begin('platter', 'lager');
  await till.by('Terminal');
  const number = await till.next();
  const money = { method: 'Terminal', amount: dinner.total };
  const lines = bar.sold(dinner.sale, { ...money, tip: 250n, surcharge: 37n });

  terminal.will({ status: 'declined', message: 'Not enough funds' });
  const poor = await begin('soup');
  await till.by('Terminal');
  await payment.getByText('The payment was declined: Not enough funds').waitFor();
  await till.by('Cash');
  await till.next();
  bar.sold(poor.sale, { method: 'Cash', amount: poor.total });

  terminal.will({ message: 'Enter PIN' });
  terminal.will(approved({ amount: 5 }));
  const slow = await begin('soup', 'espresso');
  await till.by('Terminal');
  await panel.getByText('Enter PIN').waitFor();
  await panel.getByRole('button', { name: 'Cancel payment' }).click();
  await payment.getByText('The payment was cancelled. Nothing was charged.').waitFor();
  await till.by('Terminal');
  await payment.getByRole('list', { name: 'Payments' }).getByText('$5.00').waitFor();
  await till.by('Cash');
  await till.next();
  const rest = { method: 'Cash', amount: slow.total - 500n };
  bar.sold(slow.sale, { method: 'Terminal', amount: 500n }, rest);

  terminal.will({ status: 'unknown' }, approved({ tip: 1.05 }));
  const found = await begin('platter');
  await till.by('Terminal');
  await panel.getByText('Outcome unknown').waitFor();
  await panel.getByRole('button', { name: 'Ask again' }).click();
  await till.next();
  bar.sold(found.sale, { method: 'Terminal', amount: found.total, tip: 105n });

  terminal.will({ status: 'unknown' }, { status: 'declined', message: 'No such payment' });
  const lost = await begin('espresso', 'soup');
  await till.by('Terminal');
  await panel.getByRole('button', { name: 'Ask again' }).click();
  await payment.getByText('The payment was declined: No such payment').waitFor();
  await till.by('Card');
  await till.next();
  bar.sold(lost.sale, { method: 'Card', amount: lost.total });

  const ended = ['approved', 'declined', 'cancelled', 'approved', 'approved', 'declined'];
  ledger.requests.push(...ended.map((status) => `sale ${status}`));
  return { number, lines };
}

/** Money is given back: with a receipt in cash, without one, and by the terminal that took it. */
export async function refunds(
  bar: AtTill,
  terminal: Terminal,
  paid: { number: string; lines: readonly Line[] },
): Promise<void> {
  const { till, ledger } = bar;
  const { page, sale } = till;
  const { sale: sold, total } = await bar.ring('soup', 'soup', 'soup');
  await till.pay();
  await till.by('Card');
  const number = await till.next();
  const [soups] = bar.sold(sold, { method: 'Card', amount: total });
  if (soups === undefined) throw new Error('Nothing was sold.');

  await till.openSale(number);
  await sale.getByRole('button', { name: 'Refund', exact: true }).last().click();
  await sale.getByLabel('Soup', { exact: true }).check();
  await sale.getByLabel('Quantity of Soup').fill('2');
  const back = givenBack(soups, times(2));
  await sale.getByRole('status', { name: 'To refund' }).getByText(shown(-back.total)).waitFor();
  await sale.getByRole('button', { name: 'Cash', exact: true }).click();
  await page.getByText(`${shown(-back.total)} refunded`).waitFor();
  ledger.refund(bar.name, [back], [{ method: 'Cash', amount: back.total }]);

  terminal.will(approved({ ref: 'T-1-back' }));
  await till.openSale(paid.number);
  await sale.getByRole('button', { name: 'Refund Platter' }).click();
  await sale.getByRole('status', { name: 'To refund' }).getByText('$25.00').waitFor();
  await sale.getByRole('button', { name: 'Terminal', exact: true }).click();
  await till.next();
  const platter = givenBack(paid.lines[0] as Line);
  ledger.refund(bar.name, [platter], [{ method: 'Terminal', amount: platter.total }]);
  ledger.requests.push('refund approved');
  // The goods came back first; the money of the terminal is an act of its own.
  ledger.act('order.refunded');

  await till.go('Sell');
  await till.ring(MENU.bread.name);
  await sale.getByRole('button', { name: /^Bread/ }).click();
  await till.dialog.getByLabel('Quantity').fill('-1');
  await till.dialog.getByRole('button', { name: /^Save/ }).click();
  await till.pay();
  await till.by('Cash');
  await till.next();
  const lines = linesOf({ items: [{ product: MENU.bread, quantity: -times(1) }] });
  const cash = { method: 'Cash', amount: totalOf({ lines }) };
  ledger.refund(bar.name, lines, [cash], 'order.refunded_without_receipt');
}

/** Cash that is no payment. */
export async function cashMoves({ till, ledger, name }: AtTill): Promise<void> {
  const drawer = ledger.drawers.get(name);
  if (drawer === undefined) throw new Error('The drawer is closed.');
  await till.moveCash('Cash in', '40', 'Change');
  await till.moveCash('Cash out', '25.50', 'Flowers for the tables');
  await till.noSale();
  drawer.in += 4_000n;
  drawer.out += 2_550n;
  drawer.noSales++;
  ledger.act('drawer.cash_in');
  ledger.act('drawer.cash_out');
  ledger.act('drawer.opened');
}

/** A guest takes the receipt along: by the code on the screen, and by e-mail. */
export async function receiptForGuest(bar: AtTill, address: string): Promise<string> {
  const { till } = bar;
  const { sale, total } = await bar.ring('soup', 'bread');
  await till.pay();
  await till.by('Card');
  await till.payment.getByRole('img', { name: 'QR code of the receipt' }).waitFor();
  await till.tab.checkAccessibility();
  await till.tab.picture('register-receipt-guest');
  await till.payment.getByLabel('E-mail address').fill(address);
  await till.payment.getByRole('button', { name: 'E-mail receipt' }).click();
  await till.page.getByText(`Receipt on its way to ${address}`).waitFor();
  bar.sold(sale, { method: 'Card', amount: total });
  return till.next();
}

/** The last bread goes, and the register shows that it is gone. */
export async function sellOut(bar: AtTill): Promise<void> {
  const left = Number((bar.ledger.stock.get(MENU.bread.name) ?? 0n) / times(1));
  await bar.till.products.getByRole('button', { name: new RegExp(`^Bread.*${left} left`) }).waitFor();
  await bar.cash(...new Array<'bread'>(left).fill('bread'));
  await bar.till.products.getByRole('button', { name: /^Bread.*Out of stock/ }).waitFor();
}
