// Holds the books of the service against the model, to the cent.

import assert from 'node:assert/strict';
import { pages, read } from '#test/api/helpers.ts';
import type { Client, Json } from '#test/harness/service.ts';
import { type Bill, type Ledger, textOf, textWithTax, totalOf } from './ledger.ts';
import { centsOf, stepsOf, sum } from './money.ts';
import { BAR, HALL, type ShopOfTheDay } from './shop.ts';

const inDay = (client: Client, path: string): Promise<Json[]> =>
  pages(client, path).then((found) => found.flat());

/** Figures by a name, as text: what differs is read at once. */
const table = (rows: Iterable<readonly [string, ...unknown[]]>) =>
  [...rows].map((row) => row.map(String).join(' ')).sort();

/** An order of the service as a bill of the model, with what each tax came to. */
function billOf(order: Json, registers: ReadonlyMap<string, string>): Bill {
  const taxes = (line: Json) =>
    new Map<string, bigint>(line.taxes.map(({ name, amount }: Json) => [name, centsOf(amount)]));
  return {
    till: order.register_id === null ? null : (registers.get(order.register_id_str) ?? '?'),
    lines: order.lines.map((line: Json) => ({
      ...{ name: line.product.name, quantity: stepsOf(line.quantity, 4), listed: 0n, taxes: taxes(line) },
      total: centsOf(line.line_total_ex_tax) + centsOf(line.line_total_tax),
    })),
    paid: order.payments.map(({ method, amount, tip }: Json, at: number) => ({
      ...{ method: method.name, amount: centsOf(amount), tip: centsOf(tip) },
      surcharge: at === 0 ? centsOf(order.credit_card_surcharge) : 0n,
    })),
    isRefund: order.is_refund,
  };
}

/** Every order is there once, as it was sold; gives the completed ones. */
export async function checkOrders(shop: ShopOfTheDay, ledger: Ledger): Promise<Json[]> {
  const { orders: client, site, registers } = shop;
  const names = new Map(Object.entries(registers).map(([name, { id_str: id }]) => [id as string, name]));
  const all = await inDay(client, `sites/${site.id}/orders?limit=100&fields=lines,payments`);
  const others = all.filter(({ status }) => status !== 'COMPLETE').map(({ status }) => status);
  assert.deepEqual(others, ['REJECTED'], 'orders that are not complete');
  const complete = all.filter(({ status }) => status === 'COMPLETE');
  const bills = complete.map((order) => billOf(order, names));
  assert.deepEqual(bills.map(textOf).sort(), ledger.bills.map(textOf).sort());
  const withTax = bills.map(textWithTax);
  for (const bill of ledger.bills.filter(({ isShare }) => isShare !== true)) {
    const at = withTax.indexOf(textWithTax(bill));
    assert.notEqual(at, -1, `no order with the tax of ${textWithTax(bill)}`);
    withTax.splice(at, 1);
  }
  for (const [at, order] of complete.entries()) {
    const bill = bills[at] as Bill;
    const figures = [order.total, order.paid, order.due, order.tips].map(centsOf);
    const tips = sum(bill.paid.map(({ tip = 0n }) => tip));
    assert.deepEqual(figures, [totalOf(bill), totalOf(bill), 0n, tips], order.order_number);
    const tax = sum(bill.lines.flatMap((line) => [...line.taxes.values()]));
    assert.equal(centsOf(order.total_tax), tax, order.order_number);
  }
  return complete;
}

const SALES = [...['total', 'total_tax', 'discount', 'tips', 'credit_card_surcharge']] as const;

function checkSales(found: Json, wanted: ReturnType<Ledger['sales']>, of: string): void {
  const { orders, refunds, items, ...money } = wanted;
  assert.deepEqual(
    {
      ...{ orders: BigInt(found.orders), refunds: BigInt(found.refunds), items: stepsOf(found.items, 4) },
      ...Object.fromEntries(SALES.map((name) => [name, centsOf(found[name])])),
    },
    { orders, refunds, items, ...money },
    of,
  );
}

const tenderRows = (ledger: Ledger, of?: string) =>
  table(
    [...ledger.taken(of)].map(([name, { payments, amount, tip, surcharge }]) => [
      ...([name, payments, amount, tip, surcharge] as const),
    ]),
  );
const taxRows = (ledger: Ledger, of?: string) =>
  table([...ledger.taxes(of)].map(([name, { tax, taxable }]) => [name, tax, taxable] as const));
const foundTenders = (rows: Json[]) =>
  table(
    rows.map(({ name, payments, amount, tip, credit_card_surcharge: surcharge }) => [
      ...([name, payments, centsOf(amount), centsOf(tip), centsOf(surcharge)] as const),
    ]),
  );
const foundTaxes = (rows: Json[]) =>
  table(
    rows
      .filter(({ name }) => name !== null)
      .map(({ name, tax, taxable }) => [name, centsOf(tax), centsOf(taxable)] as const),
  );

/** The cash-ups: what had to be in each drawer, what was counted, what was taken, sold and taxed. */
export async function checkDrawers(
  shop: ShopOfTheDay,
  ledger: Ledger,
  counted: ReadonlyMap<string, bigint>,
): Promise<void> {
  for (const name of [BAR, HALL]) {
    const id = shop.registers[name]?.id;
    const [made, ...more] = await read(shop.orders, `registers/${id}/cashups`);
    assert.deepEqual(more, []);
    const cashup = await read(shop.orders, `cashups/${made.id}`);
    const drawer = ledger.drawers.get(name);
    assert.ok(drawer !== undefined);
    const expected = ledger.expected(name);
    const inDrawer = counted.get(name) ?? 0n;
    assert.deepEqual(
      [cashup.number, ...['expected', 'counted', 'difference'].map((field) => centsOf(cashup[field]))],
      [1, expected, inDrawer, inDrawer - expected],
      name,
    );
    const { cash, sales, tenders, taxes, before } = cashup.report;
    assert.deepEqual([cash.float, cash.cash_in, cash.cash_out, cash.cash_taken].map(centsOf), [
      drawer.float,
      drawer.in,
      drawer.out,
      expected - drawer.float - drawer.in + drawer.out,
    ]);
    assert.equal(cash.no_sales, drawer.noSales);
    assert.deepEqual(before, []);
    assert.deepEqual(foundTenders(tenders), tenderRows(ledger, name), name);
    assert.deepEqual(foundTaxes(taxes), taxRows(ledger, name), name);
    checkSales(sales, ledger.sales(name), name);
  }
}

/** The reports of the day, and its journal. */
export async function checkReports(shop: ShopOfTheDay, ledger: Ledger): Promise<void> {
  const report = (by: string): Promise<Json> =>
    read(shop.orders, `reports/${by}?site_id=${shop.site.id}&limit=5000`);
  const day = await report('day');
  assert.equal(day.complete, true);
  assert.equal(day.rows.length, 1);
  checkSales(day.rows[0], ledger.sales(), 'the day');
  assert.deepEqual(foundTenders((await report('tender')).rows), tenderRows(ledger));
  assert.deepEqual(foundTaxes((await report('tax')).rows), taxRows(ledger));
  assert.deepEqual(
    table(
      (await report('product')).rows.map((row: Json) => [
        row.name,
        stepsOf(row.items, 4),
        centsOf(row.total),
      ]),
    ),
    table([...ledger.products()].map(([name, { items, total }]) => [name, items, total])),
  );
  for (const row of (await report('register')).rows)
    checkSales(row, row.name === null ? ledger.sales(null) : ledger.sales(row.name), String(row.name));
  await checkJournal(shop, ledger);
}

async function checkJournal({ orders: client, site }: ShopOfTheDay, ledger: Ledger): Promise<void> {
  const { rows } = await read(client, `reports/journal?site_id=${site.id}`);
  const { total, total_tax: tax, tips, credit_card_surcharge: surcharge } = ledger.sales();
  const wanted: [string, bigint][] = [
    ['sales', tax - total],
    ['tips', -tips],
    ['surcharges', -surcharge],
    ...[...ledger.taxes()].map(([name, taxed]): [string, bigint] => [`tax ${name}`, -taxed.tax]),
    ...[...ledger.taken()].map(([name, taken]): [string, bigint] => [
      `payment ${name}`,
      taken.amount + taken.tip + taken.surcharge,
    ]),
  ];
  const found = rows.map(({ kind, name, debit, credit }: Json) => [
    name === null ? kind : `${kind} ${name}`,
    centsOf(debit) - centsOf(credit),
  ]);
  assert.deepEqual(table(found), table(wanted.filter(([, amount]) => amount !== 0n)));
  assert.equal(sum(wanted.map(([, amount]) => amount)), 0n, 'the journal of the model');
}

/** What is left of what is counted. */
export async function checkStock(
  { orders: client, site, products }: ShopOfTheDay,
  ledger: Ledger,
): Promise<void> {
  for (const [name, left] of ledger.stock) {
    const product = await read(client, `sites/${site.id}/products/${products[name]?.id}`);
    assert.equal(stepsOf(product.stock, 4), left, name);
  }
  const moved = await read(client, `sites/${site.id}/stock_movements`);
  assert.deepEqual(
    moved.map(({ change, reason, amount }: Json) => [change, reason, amount]),
    [[12, 'delivery', 12]],
  );
}

/** Every ticket was made, and what the kitchen made is what was ordered. */
export async function checkKitchen({ orders: client, site }: ShopOfTheDay, ledger: Ledger): Promise<void> {
  const path = `sites/${site.id}/tickets?limit=100`;
  assert.deepEqual(await inDay(client, `${path}&state=open`), []);
  const tickets = await inDay(client, `${path}&state=bumped`);
  const made = new Map<string, bigint>();
  for (const { name, quantity } of tickets.flatMap(({ document }) => document.lines))
    made.set(name, (made.get(name) ?? 0n) + stepsOf(quantity, 4));
  assert.deepEqual(table(made), table(ledger.cooked));
}

/** How payment requests ended, and the log of what matters to money. */
export async function checkActs(shop: ShopOfTheDay, ledger: Ledger): Promise<void> {
  const requests = await inDay(shop.terminal, 'payment_requests?limit=100');
  const ends = requests.map(
    ({ kind, status, unapplied }) => `${kind} ${status}${unapplied ? ' unapplied' : ''}`,
  );
  assert.deepEqual(ends, ledger.requests);
  const entries = await inDay(shop.orders, `audit?site_id=${shop.site.id}&limit=100`);
  const acts = new Map<string, number>();
  for (const { action } of entries)
    if (/^(order|drawer|shift)\./.test(action)) acts.set(action, (acts.get(action) ?? 0) + 1);
  assert.deepEqual(table(acts), table(ledger.acts));
}
