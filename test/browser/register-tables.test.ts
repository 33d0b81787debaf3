// Tables at the register: orders begin at them, move, merge, are split, and each bill is paid by itself.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { drop, make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

/** What of a dialog is beyond the sides of the window. */
const TOO_WIDE = `[...document.querySelectorAll('[role=dialog], [role=dialog] *')]
  .filter((each) => each.checkVisibility())
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1)
  .map((each) => each.outerHTML.slice(0, 90))`;

onStage('tables at the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  const tables: Record<string, Json> = {};
  before(async () => {
    menu = await stock(stage());
    const { client } = stage().service;
    const floor = await make(client, `sites/${menu.site}/floors`, { name: 'Hall', width: 16, height: 8 });
    const draw = async (name: string, fields: object) => {
      const body = { floor_id: floor.id, name, ...fields };
      tables[name] = await make(client, `sites/${menu.site}/tables`, body);
    };
    await draw('1', { x: 0, y: 0 });
    await draw('2', { x: 4, y: 0, shape: 'round' });
    await draw('3', { x: 8, y: 0, width: 4 });
    await draw('Window', { x: 0, y: 4, width: 3, height: 3, shape: 'round', seats: 6 });
    const terrace = await make(client, `sites/${menu.site}/floors`, { name: 'Terrace', sort: 1 });
    await make(client, `sites/${menu.site}/tables`, { floor_id: terrace.id, name: 'T1' });
  });

  const order = (table: string, fields: object = {}): Promise<Json> =>
    make(stage().service.client, 'orders', {
      ...{ site_id: menu.site, status: 'ON_HOLD', order_type: 'Dine in', table_id: tables[table]?.id },
      lines: [
        { product_id: menu.soup.id, quantity: 2 },
        { product_id: menu.coffee.id, course_ordinal: 2, course_status: 'uncalled' },
      ],
      ...fields,
    });
  const now = (made: Json): Promise<Json> => read(stage().service.client, `orders/${made.id_str}`);
  const done = async (made: Json) => {
    await drop(stage().service.client, `orders/${made.id_str}`);
  };
  const parts = ({ page }: Tab) => ({
    floor: page.getByRole('list', { name: 'Tables on Hall' }),
    dialog: page.getByRole('dialog'),
    panel: (name: string) => page.getByRole('region', { name: `Table ${name}`, exact: true }),
  });
  const openTables = async (tab: Tab) => {
    await tab.page.getByRole('link', { name: 'Tables' }).click();
    await parts(tab).floor.waitFor();
  };

  for (const [name, size] of [
    ['desk', DESK],
    ['phone', PHONE],
  ] as const) {
    it(`begins an order at a free table, and shows who sits where: ${name}`, async () => {
      const tab = await openRegister(stage(), { size });
      const { page } = tab;
      const { floor, panel } = parts(tab);
      await openTables(tab);
      const room = await floor.locator('..').boundingBox();
      assert.ok(room !== null && room.width > size.width * 0.8, `${room?.width} of ${size.width} pixels`);
      await floor.getByRole('button', { name: /^Table 1, free, 4 seats/ }).click();
      await touchProduct(tab, 'Tomato soup');
      if (size === PHONE) await page.getByRole('button', { name: /1 line/ }).click();
      await page.getByRole('button', { name: 'Table 1', exact: true }).waitFor();
      await page.getByRole('button', { name: 'Send to kitchen' }).click();
      await openTables(tab);
      const occupied = floor.getByRole('link', { name: /^Table 1, 1 order, .*\$10.00 due/ });
      await occupied.waitFor();
      const late = await order('Window', {
        guests: 5,
        placed_at: '2026-03-07T16:55:00.000Z',
      });
      await floor
        .getByRole('link', { name: /^Table Window, 1 order, for 1:35, 5 guests, \$24.00 due/ })
        .waitFor();
      await tab.checkAccessibility();
      await tab.picture(`register-tables-${name}`);
      await occupied.click();
      await panel('1').getByText('$10.00').first().waitFor();
      const { width = 0 } = (await panel('1').boundingBox()) ?? {};
      assert.ok(width > 330, `the order is ${width} pixels wide`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false);
      assert.equal(
        await page.getByRole('link', { name: 'Tables', exact: true }).getAttribute('aria-current'),
        'page',
      );
      await tab.checkAccessibility();
      await tab.picture(`register-table-${name}`);
      const [made] = await read(stage().service.client, `orders?table_id=${tables['1']?.id}&status=ON_HOLD`);
      assert.deepEqual([made.table_name, made.order_type], ['1', 'Dine in']);
      await done(made);
      await done(late);
    });
  }

  it('moves an order, merges another into it, and calls its courses', async () => {
    const [one, two] = [await order('1', { guests: 2 }), await order('3', { guests: 3 })];
    const tab = await openRegister(stage(), { size: DESK });
    const { page } = tab;
    const { floor, dialog, panel } = parts(tab);
    await openTables(tab);
    await floor.getByRole('link', { name: /^Table 1,/ }).click();
    await panel('1').getByRole('button', { name: 'Move' }).click();
    await tab.picture('register-table-move');
    await dialog.getByRole('button', { name: '2', exact: true }).click();
    await floor.getByRole('button', { name: /^Table 1, free/ }).waitFor();
    await floor.getByRole('link', { name: /^Table 2,/ }).click();
    await panel('2').getByRole('button', { name: 'Call course 2' }).click();
    await until('the course is called', async () => (await now(one)).lines[1].course_status === 'called');
    await panel('2').getByRole('button', { name: 'Merge' }).click();
    await dialog.getByRole('button', { name: /Table 3/ }).click();
    await tab.checkAccessibility();
    await tab.picture('register-table-merge');
    await dialog.getByRole('button', { name: 'Merge 1 order' }).click();
    await dialog.waitFor({ state: 'detached' });
    await floor.getByRole('link', { name: /^Table 2, 1 order, .*5 guests, \$48.00 due/ }).waitFor();
    const merged = await now(one);
    assert.deepEqual([merged.table_name, merged.total, merged.lines.length], ['2', 48, 4]);
    assert.equal((await now(two)).merged_into, one.id);
    // What another register does shows by itself.
    await stage().service.client.put(`orders/${one.id_str}`, { table_id: tables['3']?.id });
    await floor.getByRole('button', { name: /^Table 2, free/ }).waitFor();
    await done(one);
    await page.getByRole('link', { name: 'Sell' }).click();
  });

  it('moves, merges and splits on a phone, with nothing cut off', async () => {
    const { client } = stage().service;
    const long = await make(client, `sites/${menu.site}/products`, {
      name: 'Slow-roasted shoulder of lamb with garlic potatoes',
      unit_price: 1234.5,
    });
    const lines = [
      { product_id: long.id, quantity: 12 },
      ...Array.from({ length: 9 }, () => ({ product_id: menu.soup.id, quantity: 2 })),
    ];
    const [made, other] = [await order('1', { guests: 9, lines }), await order('Window', { lines })];
    const tab = await openRegister(stage(), { size: PHONE });
    const { page } = tab;
    const { floor, dialog, panel } = parts(tab);
    await openTables(tab);
    await floor.getByRole('link', { name: /^Table 1,/ }).click();
    /** All of the dialog can be got at: it is no wider than the phone, and what is done in the end is in sight. */
    const fits = async (name: string, button: string | RegExp) => {
      await tab.checkAccessibility();
      await tab.picture(`register-${name}-phone`);
      const tooWide = await page.evaluate(TOO_WIDE);
      assert.deepEqual(tooWide, [], name);
      const last = dialog.getByRole('button', { name: button, exact: typeof button === 'string' });
      const box = await last.boundingBox();
      assert.ok(
        box !== null && box.y >= 0 && box.y + box.height <= PHONE.height,
        `${name}: ${JSON.stringify(box)}`,
      );
    };
    await panel('1').getByRole('button', { name: 'Split' }).click();
    await dialog
      .getByRole('button', { name: /Slow-roasted/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: /^One less: Slow/ }).click();
    await fits('split-items', 'New bill with 1 line');
    await dialog.getByText('Seats', { exact: true }).click();
    await fits('split-seats', 'A bill for each seat');
    await dialog.getByText('Equally', { exact: true }).click();
    await fits('split-shares', 'Split equally');
    await page.keyboard.press('Escape');
    await panel('1').getByRole('button', { name: 'Merge' }).click();
    await dialog.getByRole('button', { name: /Table Window/ }).click();
    await fits('merge', 'Merge 1 order');
    await page.keyboard.press('Escape');
    await panel('1').getByRole('button', { name: 'Move' }).click();
    await fits('move', 'No table');
    await page.keyboard.press('Escape');
    await done(made);
    await done(other);
  });

  it('splits by items, seats and shares, and pays each bill with its receipt', async () => {
    const made = await order('1', { guests: 2 });
    const tab = await openRegister(stage(), { size: DESK });
    const { page } = tab;
    const { floor, dialog, panel } = parts(tab);
    await openTables(tab);
    await floor.getByRole('link', { name: /^Table 1,/ }).click();
    const split = async (way: string) => {
      await panel('1').getByRole('button', { name: 'Split' }).click();
      await dialog.getByText(way, { exact: true }).click();
    };
    // One of two soups.
    await split('Items');
    await dialog
      .getByRole('button', { name: /Tomato soup/ })
      .first()
      .click();
    await dialog.getByRole('button', { name: 'One less: Tomato soup' }).click();
    await tab.checkAccessibility();
    await tab.picture('register-split-items');
    await dialog.getByRole('button', { name: 'New bill with 1 line' }).click();
    await dialog.waitFor({ state: 'detached' });
    await panel('1')
      .getByRole('button', { name: /^Pay A?\w+$/ })
      .first()
      .waitFor();
    await floor.getByRole('link', { name: /^Table 1, 2 orders, .*\$24.00 due/ }).waitFor();
    const bills = async (): Promise<Json[]> =>
      (await read(stage().service.client, `orders?table_id=${tables['1']?.id}`)).filter(
        ({ status }: Json) => status === 'ON_HOLD' || status === 'PENDING',
      );
    assert.deepEqual((await bills()).map(({ total }) => total).sort(), [10, 14]);
    // The rest by seats.
    await panel('1').getByRole('link', { name: made.order_number }).click();
    await split('Seats');
    await dialog.getByRole('button', { name: 'Seat 2', exact: true }).click();
    await dialog.getByRole('button', { name: /Filter coffee/ }).click();
    await dialog.getByRole('button', { name: 'Seat 1', exact: true }).click();
    await dialog.getByRole('button', { name: /Tomato soup/ }).click();
    await tab.picture('register-split-seats');
    await dialog.getByRole('button', { name: 'A bill for each seat' }).click();
    await dialog.waitFor({ state: 'detached' });
    await floor.getByRole('link', { name: /^Table 1, 3 orders, .*\$24.00 due/ }).waitFor();
    // And a soup for three.
    await split('Equally');
    await dialog.getByRole('button', { name: 'More', exact: true }).click();
    await dialog.getByText('3 bills of $3.33').waitFor();
    await tab.picture('register-split-shares');
    await dialog.getByRole('button', { name: 'Split equally' }).click();
    await dialog.waitFor({ state: 'detached' });
    await floor.getByRole('link', { name: /^Table 1, 5 orders, .*\$24.00 due/ }).waitFor();
    const all = await bills();
    assert.deepEqual(
      all.map(({ total }) => total).sort((a, b) => a - b),
      [3.33, 3.33, 3.34, 4, 10],
    );
    assert.equal(
      await page.getByRole('link', { name: 'Tables', exact: true }).getAttribute('aria-current'),
      'page',
    );
    await panel('1')
      .getByText(/^1\/3 × /)
      .waitFor();
    await tab.picture('register-bills');
    for (let left = all.length; left > 0; left--) {
      await openTables(tab);
      await floor.getByRole('link', { name: /^Table 1,/ }).click();
      await panel('1')
        .getByRole('button', { name: left === 1 ? 'Pay' : /^Pay \w+$/, exact: true })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Card' }).click();
      await dialog.getByText(/^Sale /).waitFor();
      await dialog.getByRole('button', { name: 'New sale' }).click();
      await dialog.waitFor({ state: 'detached' });
      const rest = left - 1;
      await until('it is paid', async () => (await bills()).length === rest);
    }
    await openTables(tab);
    await floor.getByRole('button', { name: /^Table 1, free/ }).waitFor();
    const paid = await Promise.all(all.map(now));
    assert.deepEqual([...new Set(paid.map(({ status }) => status))], ['COMPLETE']);
    assert.equal(Math.round(paid.reduce((sum, each) => sum + each.paid * 100, 0)), 2400);
    await page.getByRole('link', { name: 'Sell' }).click();
  });

  it('begins an order at a table without a network, and sends it with the table', async () => {
    const tab = await openRegister(stage(), { kept: true, size: DESK, expected: /ERR_|console|answer: 401/ });
    const { page } = tab;
    const { floor } = parts(tab);
    await openTables(tab);
    await page.getByRole('link', { name: 'Sell' }).click();
    await page.context().setOffline(true);
    await openTables(tab);
    await floor.getByRole('button', { name: /^Table 2, free/ }).click();
    await touchProduct(tab, 'Tomato soup');
    await page.getByRole('button', { name: 'Send to kitchen' }).click();
    await page.getByText('Sent to kitchen').first().waitFor();
    await openTables(tab);
    await floor.getByRole('link', { name: /^Table 2, 1 order, Not sent yet/ }).waitFor();
    await page.context().setOffline(false);
    await floor.getByRole('link', { name: /^Table 2, 1 order, for 0:00, \$10.00 due/ }).waitFor();
    const [made] = await read(stage().service.client, `orders?table_id=${tables['2']?.id}&status=ON_HOLD`);
    assert.equal(made.table_name, '2');
    await done(made);
  });
});
