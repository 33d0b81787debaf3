// The day in the hall: tables that move, merge and are split, orders to take away, orders of the add-on, and an hour
// without a network.

import { make, read } from '#test/api/helpers.ts';
import type { Client } from '#test/harness/service.ts';
import type { AtTill, Name } from './cashier.ts';
import { times } from './ledger.ts';
import { type Line, linesOf, type Sale, shared, shown } from './money.ts';
import { HAPPY_LAGER, MENU, type ShopOfTheDay, TAKEAWAY_PIZZA } from './shop.ts';

/** Sales between the tables. */
export async function betweenTables(hall: AtTill): Promise<void> {
  await hall.cash('soup', 'lager');
  await hall.pay('Card', 'platter');
  await hall.cash('bread');
  await hall.note(10_000n, 'platter', 'platter', 'soup');
  await hall.cash('lager');
}

/** A pizza to take away has a price of its own. */
export async function takeAway(hall: AtTill): Promise<void> {
  const { till } = hall;
  for (const topping of ['olives', 'burrata'] as const) {
    await till.sale.getByRole('button', { name: 'Details' }).click();
    await till.dialog.getByRole('button', { name: 'Takeaway' }).click();
    await till.dialog.getByRole('button', { name: 'Done' }).click();
    const option = MENU[topping];
    const press = { name: new RegExp(`^${option.name}`) };
    await till.ringWith('Pizza', (dialog) => dialog.getByRole('button', press).click());
    const pizza = { product: MENU.pizza, price: TAKEAWAY_PIZZA };
    await hall.cashFor({ items: [pizza, { product: option, isOption: true }] });
  }
}

const floorOf = ({ page }: AtTill['till']) => page.getByRole('list', { name: 'Tables on Hall' });
const tableOf = ({ page }: AtTill['till'], name: string) =>
  page.getByRole('region', { name: `Table ${name}`, exact: true });

/** Opens an order at a free table. */
async function seat(hall: AtTill, table: string, ...names: readonly Name[]): Promise<Line[]> {
  const { till, ledger } = hall;
  await till.go('Tables');
  await floorOf(till)
    .getByRole('button', { name: new RegExp(`^Table ${table}, free`) })
    .click();
  const { sale } = await hall.ring(...names);
  await till.sale.getByRole('button', { name: 'Send to kitchen' }).click();
  await till.page.getByText('No lines yet').waitFor();
  const lines = linesOf(sale);
  ledger.cook(lines);
  return lines;
}

async function openTable({ till }: AtTill, table: string): Promise<void> {
  await till.go('Tables');
  await floorOf(till)
    .getByRole('link', { name: new RegExp(`^Table ${table},`) })
    .click();
}

/** Guests sit down, something is spilled, they move and their friends join them. */
async function gather(hall: AtTill): Promise<void> {
  const { till, ledger } = hall;
  const { dialog } = till;
  await seat(hall, '1', 'soup', 'soup', 'soup', 'lager', 'lager');
  await seat(hall, '3', 'platter');
  await openTable(hall, '1');
  await tableOf(till, '1').getByRole('button', { name: 'Void Soup' }).click();
  await dialog.getByRole('button', { name: 'Fewer' }).click();
  await dialog.getByRole('button', { name: 'Fewer' }).click();
  await dialog.getByRole('button', { name: 'Spilled or damaged' }).click();
  await dialog.getByRole('button', { name: 'Void 1' }).click();
  await tableOf(till, '1').getByText('$29.40').first().waitFor();
  ledger.cook([{ name: MENU.soup.name, quantity: -times(1) }]);
  ledger.act('order.voided');
  await tableOf(till, '1').getByRole('button', { name: 'Move' }).click();
  await dialog.getByRole('button', { name: '2', exact: true }).click();
  await floorOf(till)
    .getByRole('button', { name: /^Table 1, free/ })
    .waitFor();
  await openTable(hall, '2');
  await tableOf(till, '2').getByRole('button', { name: 'Merge' }).click();
  await dialog.getByRole('button', { name: /Table 3/ }).click();
  await dialog.getByRole('button', { name: 'Merge 1 order' }).click();
  await dialog.waitFor({ state: 'detached' });
  await floorOf(till)
    .getByRole('link', { name: /^Table 2, 1 order, .*\$54.40 due/ })
    .waitFor();
}

/** Divides what is at the table: lines, then each seat, then equal shares of the platter. */
async function divide(hall: AtTill, client: Client, table: number): Promise<void> {
  const { till } = hall;
  const { dialog } = till;
  const panel = tableOf(till, '2');
  const numberOf = async (total: number): Promise<string> => {
    const orders = await read(client, `orders?table_id=${table}`);
    return orders.find((each: { total: number }) => each.total === total)?.order_number;
  };
  const split = async (way: string, press: () => Promise<void>, bills: number) => {
    await panel.getByRole('button', { name: 'Split' }).click();
    await dialog.getByText(way, { exact: true }).click();
    await press();
    await dialog.waitFor({ state: 'detached' });
    await floorOf(till)
      .getByRole('link', { name: new RegExp(`^Table 2, ${bills} orders, .*\\$54.40 due`) })
      .waitFor();
  };
  const toBill = (name: string) => async () => {
    await dialog.getByRole('button', { name: new RegExp(`^\\d? ?×? ?${name}`) }).click();
    if (name === 'Lager') await dialog.getByRole('button', { name: 'One less: Lager' }).click();
    await dialog.getByRole('button', { name: 'New bill with 1 line' }).click();
  };
  await openTable(hall, '2');
  const first = await numberOf(54.4);
  const openBill = async (number: string) => {
    await openTable(hall, '2');
    await panel.getByRole('link', { name: number }).click();
    await panel.getByRole('heading', { name: number }).waitFor();
  };
  await split('Items', toBill('Lager'), 2);
  await openBill(first);
  await split('Items', toBill('Platter'), 3);
  const bySeat = async () => {
    await dialog.getByRole('button', { name: 'Seat 2', exact: true }).click();
    await dialog.getByRole('button', { name: /Lager/ }).click();
    await dialog.getByRole('button', { name: 'Seat 1', exact: true }).click();
    await dialog.getByRole('button', { name: /Soup/ }).click();
    await dialog.getByRole('button', { name: 'A bill for each seat' }).click();
  };
  await split('Seats', bySeat, 4);
  await openBill(await numberOf(25));
  const equally = async () => {
    await dialog.getByRole('button', { name: 'More', exact: true }).click();
    await dialog.getByText('3 bills of $8.33').waitFor();
    await dialog.getByRole('button', { name: 'Split equally' }).click();
  };
  await split('Equally', equally, 6);
}

/** The bills of the table as the model divides them: a lager each, the soups, and three shares of a platter. */
function billsAtTable({ ledger, name }: AtTill): void {
  const [soups, lagers] = linesOf({
    items: [
      { product: MENU.soup, quantity: times(2) },
      { product: MENU.lager, quantity: times(2), price: HAPPY_LAGER },
    ],
  });
  const [platter] = linesOf({ items: [{ product: MENU.platter }] });
  if (soups === undefined || lagers === undefined || platter === undefined) throw new Error('No lines.');
  ledger.close({ till: name, lines: [soups], paid: [{ method: 'Cash', amount: soups.total }] });
  for (const line of parts(lagers, 2)) {
    const paid = [{ method: 'Cash', amount: line.total }];
    ledger.close({ till: name, lines: [line], paid, isShare: true });
  }
  for (const line of parts(platter, 3)) {
    const paid = [{ method: 'Card', amount: line.total }];
    ledger.close({ till: name, lines: [line], paid, isShare: true });
  }
}

/** Equal parts of a line: its quantity, total and taxes by largest remainder (tables.7, tables.8). */
function parts(line: Line, count: number): Line[] {
  const each = (amount: bigint) => shared(amount, new Array<bigint>(count).fill(1n));
  const [quantities, totals] = [each(line.quantity), each(line.total)];
  const taxes = [...line.taxes].map(([name, tax]) => [name, each(tax)] as const);
  return quantities.map((quantity, at) => ({
    ...{ name: line.name, quantity, total: totals[at] ?? 0n, listed: totals[at] ?? 0n },
    taxes: new Map(taxes.map(([name, shares]) => [name, shares[at] ?? 0n])),
  }));
}

/** A table from its first order to its last bill, each bill paid by itself. */
export async function tableForMany(hall: AtTill, shop: ShopOfTheDay): Promise<void> {
  const { till } = hall;
  await gather(hall);
  await divide(hall, shop.orders, shop.tables['2']?.id);
  for (let left = 6; left > 0; left--) {
    await openTable(hall, '2');
    const name = left === 1 ? /^Pay$/ : /^Pay \w+$/;
    await tableOf(till, '2').getByRole('button', { name }).first().click();
    const due = till.payment.getByRole('status', { name: 'Amount due' });
    await till.by((await due.textContent())?.startsWith('$8.3') ? 'Card' : 'Cash');
    await till.next();
  }
  await till.go('Tables');
  await floorOf(till)
    .getByRole('button', { name: /^Table 2, free/ })
    .waitFor();
  billsAtTable(hall);
}

/** A table that stays past the happy hour. */
export async function lateTable(hall: AtTill): Promise<(hall: AtTill) => Promise<void>> {
  await seat(hall, '4', 'lager', 'soup');
  await hall.till.go('Sell');
  return async ({ till, ledger, name }) => {
    await openTable(hall, '4');
    await tableOf(till, '4').getByRole('button', { name: 'Add', exact: true }).click();
    await till.ring(MENU.lager.name);
    await till.comesTo(MENU.lager.price);
    await till.sale.getByRole('button', { name: /^Add to/ }).click();
    await openTable(hall, '4');
    const sale: Sale = {
      items: [{ product: MENU.lager, price: HAPPY_LAGER }, { product: MENU.soup }, { product: MENU.lager }],
    };
    const lines = linesOf(sale);
    const total = lines.reduce((all, line) => all + line.total, 0n);
    await tableOf(till, '4').getByText(shown(total)).first().waitFor();
    await tableOf(till, '4').getByRole('button', { name: 'Pay' }).click();
    await till.by('Card');
    await till.next();
    ledger.cook(linesOf({ items: [{ product: MENU.lager }] }));
    ledger.close({ till: name, lines, paid: [{ method: 'Card', amount: total }] });
    await till.go('Sell');
  };
}

/** Sales while the line is cut, and an order of the last bread, which others sell meanwhile. */
export async function withoutNetwork(hall: AtTill): Promise<void> {
  const { till } = hall;
  await till.tab.context.setOffline(true);
  hall.isOffline = true;
  await hall.cash('soup');
  await till.page.getByText(/Offline · 1 to send/).waitFor();
  await hall.cash('lager', 'espresso');
  await hall.note(5000n, 'platter');
  await hall.pay('Card', 'soup', 'lager');
  await hall.cash('espresso');
  await hall.cash('voucher');
  await hall.cash('lager', 'lager');
  await hall.pay('Card', 'platter');
  await hall.cash('soup', 'espresso');
  await till.ring(MENU.bread.name, MENU.lager.name);
  await till.sale.getByRole('button', { name: 'Send to kitchen' }).click();
  await till.page.getByText(/Offline · 10 to send/).waitFor();
}

/** The line is back: everything is sent, and what cannot be made any more comes back to the basket. */
export async function backAgain(hall: AtTill): Promise<void> {
  const { till } = hall;
  await till.tab.context.setOffline(false);
  hall.isOffline = false;
  await till.page.getByRole('link', { name: /Offline queue/ }).click();
  await till.page
    .getByText(/is out of stock/)
    .first()
    .waitFor();
  await till.tab.picture('shop-day-refused');
  await till.page.getByRole('button', { name: 'Edit sale' }).click();
  await till.sale.getByRole('button', { name: 'One less: Bread' }).click();
  await hall.cashFor({ items: hall.items('lager') });
  await till.sent();
}

/** Bread comes in: every register has it again. */
export async function delivery(hall: AtTill, { orders, site, products }: ShopOfTheDay): Promise<void> {
  const bread = products.Bread?.id;
  const body = { product_id: bread, change: 12, reason: 'delivery', note: 'Slip 7' };
  await make(orders, `sites/${site.id}/stock_movements`, body);
  hall.ledger.restock(MENU.bread.name, times(12));
  await hall.till.products.getByRole('button', { name: /^Bread.*12 left/ }).waitFor();
  await hall.cash('bread', 'bread');
}
