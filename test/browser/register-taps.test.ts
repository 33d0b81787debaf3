// What a sale costs in taps, and where the focus is: the promises of a fast register.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { make, read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, stock } from './register-screen.ts';

const LANDSCAPE = { width: 1024, height: 768 };

/** A finger that counts. After each tap the focus is somewhere on the page. */
class Finger {
  readonly #tab: Tab;
  taps = 0;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  async tap(target: Locator): Promise<void> {
    await target.click();
    this.taps++;
    await this.focused();
  }

  /** Waits until something else than the body has the focus. */
  async focused(): Promise<void> {
    await this.#tab.page.waitForFunction('document.activeElement !== document.body');
  }
}

onStage('the taps of a sale', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
    const { client } = stage().service;
    const long = { name: 'Slow-roasted lamb shoulder with rosemary potatoes and mint', unit_price: 1_234.5 };
    await make(client, `sites/${menu.site}/products`, long);
  });

  const parts = (tab: Tab) => ({
    soup: tab.page.getByRole('group', { name: 'Products' }).getByRole('button', { name: /Tomato soup/ }),
    sale: tab.page.getByRole('region', { name: 'Sale', exact: true }),
    dialog: tab.page.getByRole('dialog'),
    // The one that is filled: the sale is empty.
    empty: tab.page.getByText('No lines yet'),
  });
  const latest = async (): Promise<Json> =>
    (await read(stage().service.client, `sites/${menu.site}/orders?limit=1&fields=lines,payments`))[0];
  const sent = ({ page }: Tab) => page.getByRole('link', { name: /^Offline queue$/ }).waitFor();

  it('exact cash: 3, and Enter begins the next sale', async () => {
    const tab = await openRegister(stage(), { size: LANDSCAPE });
    const { soup, sale, dialog, empty } = parts(tab);
    const finger = new Finger(tab);
    await finger.tap(soup);
    await finger.tap(sale.getByRole('button', { name: 'Exact cash' }));
    const next = dialog.getByRole('button', { name: 'New sale' });
    await dialog.getByText(/^Sale /).waitFor();
    await tab.page.locator('button:focus', { hasText: 'New sale' }).waitFor();
    await finger.tap(next);
    await empty.waitFor();
    assert.equal(finger.taps, 3);
    const { status, payments } = await latest();
    assert.deepEqual([status, payments[0].amount], ['COMPLETE', 10]);
    // The same by the keyboard at the end.
    await finger.tap(soup);
    await finger.tap(sale.getByRole('button', { name: 'Exact cash' }));
    await next.waitFor();
    await tab.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await empty.waitFor();
    await finger.focused();
    await sent(tab);
  });

  it('cash with change: 4, and the change is large', async () => {
    const tab = await openRegister(stage(), { size: LANDSCAPE });
    const { soup, sale, dialog, empty } = parts(tab);
    const finger = new Finger(tab);
    await finger.tap(soup);
    await finger.tap(sale.getByRole('button', { name: 'Pay', exact: true }));
    await finger.tap(dialog.getByRole('button', { name: '$50.00' }));
    const change = dialog.getByRole('alert').getByText('$40.00');
    await change.waitFor();
    const height = (await change.boundingBox())?.height ?? 0;
    assert.ok(height >= 40, `the change is ${height} pixels high`);
    await tab.checkAccessibility();
    await tab.picture('register-change');
    await finger.tap(dialog.getByRole('button', { name: 'New sale' }));
    await empty.waitFor();
    assert.equal(finger.taps, 4);
    await sent(tab);
    assert.equal((await latest()).payments[0].amount, 10);
  });

  it('10 % off: 2, and a tip is in what is charged', async () => {
    const tab = await openRegister(stage(), { size: DESK });
    const { soup, sale, dialog } = parts(tab);
    const finger = new Finger(tab);
    await soup.click();
    await finger.tap(sale.getByRole('button', { name: 'Discount' }));
    await finger.tap(tab.page.getByRole('menuitem', { name: '10% off' }));
    assert.equal(finger.taps, 2);
    await sale.getByText('$9.00').last().waitFor();
    await sale.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog.getByLabel('Tip').fill('2');
    await dialog.getByRole('status', { name: 'To charge' }).getByText('$11.00').waitFor();
    await dialog.getByRole('status', { name: 'To charge' }).getByText('including $2.00 tip').waitFor();
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Card' }).click();
    await dialog.getByText(/^Sale /).waitFor();
    const { id_str, order_number: number } = await latest();
    await dialog.getByRole('button', { name: 'New sale' }).click();
    // Its record has what the sale has.
    await tab.page.getByRole('link', { name: 'Sales' }).click();
    await tab.page.getByRole('link', { name: new RegExp(number) }).click();
    const record = tab.page.getByRole('region', { name: 'Sale', exact: true });
    await record.getByText('10% off').waitFor();
    await record.getByText('$9.00 + $2.00 tip').waitFor();
    assert.equal((await read(stage().service.client, `orders/${id_str}`)).tips, 2);
  });

  it('table and send to the kitchen: 3', async () => {
    const tab = await openRegister(stage(), { size: LANDSCAPE });
    const { soup, sale, dialog, empty } = parts(tab);
    const finger = new Finger(tab);
    await soup.click();
    await finger.tap(sale.getByRole('button', { name: 'Table' }));
    await tab.checkAccessibility();
    await finger.tap(dialog.getByRole('button', { name: '7', exact: true }));
    await finger.tap(sale.getByRole('button', { name: 'Send to kitchen' }));
    await empty.waitFor();
    assert.equal(finger.taps, 3);
    await sent(tab);
    const { status, group_id, order_type } = await latest();
    assert.deepEqual([status, group_id, order_type], ['ON_HOLD', '7', 'Dine in']);
  });

  it('refund of a line: 4', async () => {
    const { client, card } = stage().service;
    const sale = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'PENDING' },
      lines: [{ product_id: menu.soup.id }, { product_id: menu.coffee.id }],
      payments: [{ method_id: card.payment_methods[0].id, amount: 14 }],
    });
    const tab = await openRegister(stage(), { size: LANDSCAPE });
    const record = tab.page.getByRole('region', { name: 'Sale', exact: true });
    const finger = new Finger(tab);
    await finger.tap(tab.page.getByRole('link', { name: 'Sales' }));
    await finger.tap(tab.page.getByRole('link', { name: new RegExp(sale.order_number) }));
    await finger.tap(record.getByRole('button', { name: 'Refund Filter coffee' }));
    await record.getByRole('status', { name: 'To refund' }).getByText('$4.00').waitFor();
    await finger.tap(record.getByRole('button', { name: 'Cash', exact: true }));
    await tab.page.getByText('$4.00 refunded').waitFor();
    assert.equal(finger.taps, 4);
    assert.equal((await read(client, `orders/${sale.id_str}/refunds`)).refunded, 4);
  });

  it('voids a part of a line with a reason, and takes it back', async () => {
    const { client } = stage().service;
    const lines = [{ product_id: menu.soup.id, quantity: 3 }];
    const order = await make(client, 'orders', { site_id: menu.site, status: 'ON_HOLD', lines });
    const tab = await openRegister(stage());
    const { dialog } = parts(tab);
    await tab.page.getByRole('link', { name: 'Orders' }).click();
    await tab.page.getByRole('link', { name: new RegExp(order.order_number) }).click();
    const panel = tab.page.getByRole('region', { name: 'Order', exact: true });
    const drop = async (fewer: number) => {
      await panel.getByRole('button', { name: 'Void Tomato soup' }).click();
      for (let at = 0; at < fewer; at++) await dialog.getByRole('button', { name: 'Fewer' }).click();
      await dialog.getByRole('button', { name: 'Wrong item' }).click();
      await dialog.getByRole('button', { name: /^Void/ }).click();
    };
    const quantities = async () =>
      (await read(client, `orders/${order.id_str}`)).lines.map((line: Json) => line.quantity);
    await drop(2);
    await panel.getByText('$20.00').first().waitFor();
    assert.deepEqual(await quantities(), [2]);
    const voided = panel.getByRole('region', { name: 'Voided' });
    await voided.getByText(/Wrong item/).waitFor();
    await voided.getByRole('button', { name: /^Undo/ }).click();
    await panel.getByText('$30.00').first().waitFor();
    assert.deepEqual(await quantities(), [3]);
    await drop(0);
    const line = panel.getByRole('button', { name: 'Void Tomato soup' });
    await line.waitFor({ state: 'detached' });
    assert.deepEqual(await quantities(), []);
    await voided.getByRole('button', { name: /^Undo/ }).click();
    await line.waitFor();
    assert.deepEqual(await quantities(), [3]);
    await voided.waitFor({ state: 'detached' });
  });

  it('keeps the order of tiles, and favorites', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const names = () => page.locator('.sell-products .product-name').allTextContents();
    const before = await names();
    await page.getByRole('button', { name: 'Arrange' }).click();
    const tile = (at: number) => page.locator('.product-movable').nth(at);
    const grip = await tile(0).locator('.product-grip').boundingBox();
    const target = await tile(2).boundingBox();
    assert.ok(grip !== null && target !== null);
    await page.mouse.move(grip.x + 20, grip.y + 20);
    await page.mouse.down();
    await page.mouse.move(target.x + 40, target.y + 30, { steps: 5 });
    await page.mouse.up();
    const [first, second, third, ...rest] = before;
    assert.deepEqual(await names(), [second, third, first, ...rest]);
    await page.getByRole('button', { name: `Favorite: ${third}` }).press('ArrowLeft');
    const wanted = [third, second, first, ...rest];
    assert.deepEqual(await names(), wanted);
    await page.getByRole('button', { name: `Favorite: ${first}` }).click();
    await tab.checkAccessibility();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Favorites' }).waitFor();
    assert.deepEqual(await names(), wanted);
    await page.getByRole('button', { name: 'Favorites' }).click();
    await page.locator('.sell-products .product').nth(1).waitFor({ state: 'detached' });
    assert.deepEqual(await names(), [first]);
  });

  it('shows the products where they were scrolled to, also when the page is laid out anew', async () => {
    const { page } = await openRegister(stage(), { size: PHONE });
    await page.getByRole('button', { name: /Slow-roasted lamb/ }).waitFor();
    const places = await page.evaluate(`(() => {
      const main = document.querySelector('main');
      const list = [main, ...main.querySelectorAll('*')].find((each) => {
        each.scrollTop = 200;
        return each.scrollTop > 0;
      });
      const before = list.scrollTop;
      main.style.display = 'none';
      main.getBoundingClientRect();
      main.style.display = '';
      return [before, list.scrollTop];
    })()`);
    assert.deepEqual(places, [200, 200]);
  });

  for (const [name, size] of [
    ['landscape', LANDSCAPE],
    ['phone', PHONE],
    ['desk', DESK],
  ] as const) {
    it(`cuts no name and no price: ${name}`, async () => {
      const tab = await openRegister(stage(), { size });
      const { page } = tab;
      await page.getByRole('button', { name: /Slow-roasted lamb/ }).waitFor();
      const cut = await page.evaluate(`(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const found = [];
        for (const tile of document.querySelectorAll('.product')) {
          tile.scrollIntoView({ block: 'center' });
          // Tiles out of sight are laid out when they come into it.
          await frame().then(frame);
          const { left, right, top, bottom } = tile.getBoundingClientRect();
          const isCut = [...tile.querySelectorAll('span')].some((text) => {
            const range = document.createRange();
            range.selectNodeContents(text);
            const box = range.getBoundingClientRect();
            return box.left < left || box.right > right || box.top < top || box.bottom > bottom;
          });
          if (isCut) found.push(tile.textContent);
        }
        return found;
      })()`);
      assert.deepEqual(cut, []);
      await tab.picture(`register-tiles-${name}`);
    });
  }
});
