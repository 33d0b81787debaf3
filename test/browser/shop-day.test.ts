// A whole day at a shop of two registers, a kitchen and two add-ons, which take orders and payments: everything is tapped
// on the screens, two cashiers and a cook at once. What it comes to is worked out apart (shop-day/ledger.ts, shop-day/money.ts),
// and the books of the service agree with that to the cent.

import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { HOUR } from '#src/kernel/time.ts';
import { make, pages, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { ENGINES, type Json } from '#test/harness/service.ts';
import { SmtpServer } from '#test/harness/smtp.ts';
import { onStageWith, PHONE, type Stage, type Tab } from './harness.ts';
import { type Kitchen, Screens } from './kitchen-scene.ts';
import * as atBar from './shop-day/bar.ts';
import * as books from './shop-day/books.ts';
import { AtTill } from './shop-day/cashier.ts';
import * as inHall from './shop-day/hall.ts';
import { cook } from './shop-day/kitchen.ts';
import { Ledger, times } from './shop-day/ledger.ts';
import { shown } from './shop-day/money.ts';
import { onlineOrders } from './shop-day/online.ts';
import { BAR, HALL, LOAVES, MENU, makeShop, type ShopOfTheDay } from './shop-day/shop.ts';
import { isSigned, Terminal } from './shop-day/terminal.ts';
import { Till } from './shop-day/till.ts';

const smtp = await new SmtpServer().listen();
after(() => smtp.close());

/** What a drawer is counted as: the fewest coins and notes that come to an amount. */
function piecesOf(cents: bigint): Map<bigint, number> {
  const pieces = new Map<bigint, number>();
  let left = cents;
  for (const value of [10_000n, 5_000n, 2_000n, 1_000n, 500n, 200n, 100n, 50n, 20n, 10n, 5n, 2n, 1n]) {
    if (left >= value) pieces.set(value, Number(left / value));
    left %= value;
  }
  return pieces;
}

/** Everybody who is there in the morning. */
interface Morning {
  readonly shop: ShopOfTheDay;
  readonly ledger: Ledger;
  readonly bar: AtTill;
  readonly hall: AtTill;
  readonly terminal: Terminal;
  readonly kitchen: Tab;
  /** Hears of every completed order, for the add-on that takes orders. */
  readonly receiver: Receiver;
}

async function openShop(stage: () => Stage): Promise<Morning> {
  const { service } = stage();
  const shop = await makeShop(service);
  const receiver = await Receiver.open();
  await make(shop.orders, 'webhooks', { topic: 'orders/completed', address: `${receiver.url}/hook` });
  const terminal = await Terminal.open(shop.terminal, shop.terminalSecret);
  const ledger = new Ledger();
  ledger.stock.set(MENU.bread.name, times(LOAVES));
  const open = async (name: string, cashier: object, float: bigint) => {
    const till = await Till.open(stage(), name, cashier as Parameters<typeof Till.open>[2]);
    await till.openDrawer(String(float));
    ledger.drawers.set(name, { float: float * 100n, in: 0n, out: 0n, noSales: 0 });
    return new AtTill(name, till, ledger);
  };
  const bar = await open(BAR, { ...shop.cora, name: 'Cora' }, 150n);
  const hall = await open(HALL, { ...shop.max, name: 'Max' }, 200n);
  const place = { register: shop.registers[BAR] } as unknown as Kitchen;
  // A token ends while the clock goes on by an hour.
  const kitchen = await new Screens(stage).open(place, { expected: /401/ });
  return { shop, ledger, bar, hall, terminal, kitchen, receiver };
}

/** The day itself: the happy hour, and what comes after it. */
async function workAllDay(stage: Stage, morning: Morning): Promise<string> {
  const { shop, bar, hall, terminal, kitchen } = morning;
  const early = async () => {
    await atBar.busyHour(bar);
    await atBar.askedFirst(bar);
    await atBar.discounts(bar, shop.max.pin);
    const paid = await atBar.terminalDay(bar, terminal);
    await atBar.refunds(bar, terminal, paid);
    await atBar.cashMoves(bar);
  };
  const inTheHall = async () => {
    await inHall.betweenTables(hall);
    await inHall.takeAway(hall);
    const later = await inHall.lateTable(hall);
    await onlineOrders(hall, shop);
    await inHall.tableForMany(hall, shop);
    await hall.till.go('Sell');
    return later;
  };
  const [, lateTable] = await Promise.all([early(), inTheHall()]);

  stage.service.clock.advance(HOUR);
  const now = new Date(Number(stage.service.clock.now() / 1000n));
  for (const { context } of [bar.till.tab, hall.till.tab, kitchen]) await context.clock.setFixedTime(now);
  for (const each of [bar, hall]) {
    each.isHappyHour = false;
    await each.till.products.getByRole('button', { name: /^Lager \$6\.40/ }).waitFor();
  }
  const late = async () => {
    await bar.cash('lager', 'soup');
    await bar.pay('Card', 'lager', 'lager', 'platter');
    await bar.note(2000n, 'lager', 'espresso');
    return atBar.receiptForGuest(bar, 'ada@example.com');
  };
  const withoutNetwork = async () => {
    await lateTable(hall);
    await inHall.withoutNetwork(hall);
  };
  const [receipt] = await Promise.all([late(), withoutNetwork()]);
  await atBar.sellOut(bar);
  await inHall.backAgain(hall);
  await inHall.delivery(hall, shop);
  await bar.cash('bread', 'soup');
  return receipt;
}

/** Each drawer is counted by coins and notes: the bar to the cent, and the hall misses some. */
async function closeDrawers({ ledger, bar, hall }: Morning): Promise<Map<string, bigint>> {
  const counted = new Map<string, bigint>();
  for (const [{ name, till }, missing, note] of [
    [bar, 0n, 'Counted twice'],
    [hall, 135n, 'A dollar and change is missing'],
  ] as const) {
    const amount = ledger.expected(name) - missing;
    const difference = await till.count(piecesOf(amount), note);
    assert.equal(difference.replace(/[^\d.$-]/g, ''), shown(-missing), name);
    counted.set(name, amount);
  }
  ledger.act('shift.closed_with_difference');
  return counted;
}

/** Every completed order was told once, and the add-on heard of each once, signed. */
async function checkEvents(stage: Stage, { shop, receiver }: Morning, complete: readonly Json[]) {
  const ids = complete.map(({ id_str: id }) => id).sort();
  const found = await pages(shop.orders, 'events?topic=orders%2Fcompleted&limit=1000');
  const events = found.flat().filter(({ payload }: Json) => payload.site_id === shop.site.id);
  assert.deepEqual(events.map((event: Json) => event.resource_id_str).sort(), ids);
  const heard = await receiver.until(ids.length);
  assert.deepEqual(heard.map(({ json }) => json.id_str).sort(), ids);
  const secret = stage.service.card.addon.signing_secret;
  assert.ok(heard.every((message) => isSigned(message, secret)));
}

/** The guest's receipt, as a phone shows it behind the code, and in the mail. */
async function checkReceipt(stage: Stage, { shop }: Morning, number: string): Promise<void> {
  const found = await read(shop.orders, `sites/${shop.site.id}/orders?limit=1000`);
  const order = found.find((each: Json) => each.order_number === number);
  const link = await read(shop.orders, `orders/${order.id_str}/receipt/link`);
  const guest = await stage.open({ size: PHONE });
  await guest.goto(`${new URL(link.url).pathname}?language=en`);
  await guest.page
    .getByText(/\b14\.90\b/)
    .first()
    .waitFor();
  await until('the mail has come', () => smtp.received.length > 0);
  assert.deepEqual(
    smtp.received.splice(0).map(({ to }) => to),
    [['ada@example.com']],
  );
}

for (const engine of ENGINES) {
  onStageWith(
    `a day at the shop (${engine})`,
    { env: { ROLE: 'all', SMTP_URL: smtp.url }, engine, isTimed: true },
    (stage) => {
      let morning: Morning | undefined;
      after(async () => {
        await morning?.terminal.close();
        await morning?.receiver.close();
      });

      it('ends with books that agree with a model, to the cent', async () => {
        morning = await openShop(stage);
        const { shop, ledger, kitchen } = morning;
        const day = workAllDay(stage(), morning);
        const [receipt] = await Promise.all([day, cook(kitchen, day)]);
        assert.ok(ledger.bills.length >= 60, `${ledger.bills.length} sales`);
        const counted = await closeDrawers(morning);

        const complete = await books.checkOrders(shop, ledger);
        await books.checkDrawers(shop, ledger, counted);
        await books.checkReports(shop, ledger);
        await books.checkStock(shop, ledger);
        await books.checkKitchen(shop, ledger);
        await books.checkActs(shop, ledger);
        await checkEvents(stage(), morning, complete);
        await checkReceipt(stage(), morning, receipt);
      });
    },
  );
}
