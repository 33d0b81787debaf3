import { it } from 'node:test';
import { onStage } from './harness.ts';
import { askedFirst, busyHour, cashMoves, discounts, refunds, terminalDay } from './shop-day/bar.ts';
import { AtTill } from './shop-day/cashier.ts';
import { Ledger } from './shop-day/ledger.ts';
import { BAR, makeShop } from './shop-day/shop.ts';
import { Terminal } from './shop-day/terminal.ts';
import { Till } from './shop-day/till.ts';

onStage('probe', (stage) => {
  it('opens', async () => {
    const shop = await makeShop(stage().service);
    const terminal = await Terminal.open(shop.terminal, shop.terminalSecret);
    const till = await Till.open(stage(), 'Bar till', { ...shop.cora, name: 'Cora' });
    await till.openDrawer('150');
    const ledger = new Ledger();
    ledger.drawers.set(BAR, { float: 15000n, in: 0n, out: 0n, noSales: 0 });
    const bar = new AtTill(BAR, till, ledger);
    try {
    console.time('busy'); await busyHour(bar); console.timeEnd('busy');
    console.time('asked'); await askedFirst(bar); console.timeEnd('asked');
    console.time('disc'); await discounts(bar, shop.max.pin); console.timeEnd('disc');
    console.time('term'); const paid = await terminalDay(bar, terminal); console.timeEnd('term');
    console.time('refunds'); await refunds(bar, terminal, paid); console.timeEnd('refunds');
    console.time('moves'); await cashMoves(bar); console.timeEnd('moves');
    } finally {
    await till.page.screenshot({ path: '/tmp/shop-day/till.png' });
    await terminal.close();
    }
  });
}, { ROLE: 'all' });
