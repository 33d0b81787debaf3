// What a register looks like where names are long and windows are small, measured in pixels.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { change, make, read } from '#test/api/helpers.ts';
import { DESK, onStage, PHONE, type Tab } from './harness.ts';
import { openRegister, touchProduct } from './register-screen.ts';

/** A name without a place to break it, as long as any that is sold. */
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetzenabzeichen';

/** What stands out of its own box or of the window, and buttons that others lie on. */
const FAULTS = `(() => {
  const faults = [];
  const told = (each) => each.outerHTML.slice(0, 160);
  for (const each of document.querySelectorAll('main *, [role=dialog], [role=dialog] *')) {
    const { left, right, width } = each.getBoundingClientRect();
    if (width === 0 || each.closest('.visually-hidden, .sell-headings, .floor-scroll') !== null) continue;
    if (right > innerWidth + 1 || left < -1) faults.push('beyond the window: ' + told(each));
    const { overflowX } = getComputedStyle(each);
    if (/auto|scroll/.test(overflowX) && each.scrollWidth > each.clientWidth + 1) faults.push('scrolls sideways: ' + told(each));
  }
  return faults;
})()`;

/** Whether a text is cut. */
const CUT = new Function('text', 'return text.scrollWidth > text.clientWidth') as () => unknown;

const assertFits = async ({ page }: Tab, what: string): Promise<void> => {
  assert.deepEqual(await page.evaluate(FAULTS), [], what);
};

onStage('a register with long names', (stage) => {
  before(async () => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    const long = await make(client, `sites/${site}/products`, { name: LONG, unit_price: 12_345.67 });
    const set = await make(client, 'optionsets', {
      ...{ name: LONG, min_selection: 1, max_selection: 1 },
      options: [{ product_id: long.id, price_ex_tax: 2 }],
    });
    const steak = await make(client, `sites/${site}/products`, { name: 'Steak', unit_price: 30 });
    await change(client, `products/${steak.id}`, { option_sets: [set.id] });
  });

  for (const [name, size] of [
    ['desk', DESK],
    ['phone', PHONE],
  ] as const) {
    it(`nothing overlaps, is cut or scrolls sideways: ${name}`, async () => {
      const tab = await openRegister(stage(), { size });
      const { page } = tab;
      const dialog = page.getByRole('dialog').last();
      await touchProduct(tab, new RegExp(LONG));
      await touchProduct(tab, /^Steak/);
      await dialog.getByRole('button', { name: LONG }).waitFor();
      await assertFits(tab, 'options');
      await page.keyboard.press('Escape');
      if (size === PHONE) await page.getByRole('button', { name: /^1 line/ }).click();
      const line = page.locator('.basket-line');
      const [text, less] = [line.locator('.basket-edit'), line.getByRole('button', { name: /^One less/ })];
      const [one, other] = [await text.boundingBox(), await less.boundingBox()];
      assert.ok(one !== null && other !== null && one.x + one.width <= other.x + 1);
      const price = (await text.locator('.figures').boundingBox())?.height ?? 0;
      assert.ok(price < 30, `the price of a line is ${price} pixels high`);
      await assertFits(tab, 'the sale');
      await text.click();
      await dialog.getByLabel('Quantity').waitFor();
      await assertFits(tab, 'a line');
      const close = await dialog.getByRole('button', { name: 'Close' }).boundingBox();
      assert.ok(close !== null && close.x + close.width <= size.width);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Pay', exact: true }).click();
      await dialog.getByText('Split by item').click();
      await dialog.getByRole('checkbox').waitFor();
      await assertFits(tab, 'a payment');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
      await dialog.getByRole('button', { name: 'New sale' }).click();
      await page.getByRole('link', { name: 'Sales' }).click();
      await page.locator('.order-row').first().click();
      await page.getByRole('button', { name: `Refund ${LONG}` }).click();
      await page.getByRole('heading', { name: 'Refund lines' }).waitFor();
      await assertFits(tab, 'a refund');
    });
  }

  // At 200 % a window of 1280 by 800 has half of each; a phone may lie on its side.
  for (const size of [
    { width: 640, height: 400 },
    { width: 844, height: 390 },
  ]) {
    it(`has room for tiles, lines and what ends a dialog: ${size.width} by ${size.height}`, async () => {
      const tab = await openRegister(stage(), { size });
      const { page } = tab;
      const { height } = size;
      const bottomOf = async (it: Locator) => {
        const box = await it.boundingBox();
        return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
      };
      const tiles = (await page.locator('.sell-products').boundingBox())?.height ?? 0;
      assert.ok(tiles >= 180, `the tiles have ${tiles} pixels of ${height}`);
      for (const link of await page.getByRole('navigation').getByRole('link').all())
        assert.ok((await bottomOf(link)) <= height, `${await link.textContent()} is out of the window`);
      await touchProduct(tab, new RegExp(LONG));
      await touchProduct(tab, /^Steak/);
      const dialog = page.getByRole('dialog').last();
      assert.ok((await bottomOf(dialog.getByRole('button', { name: 'Add' }))) <= height);
      await assertFits(tab, 'options');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^1 line/ }).click();
      const lines = (await page.locator('.basket-lines').boundingBox())?.height ?? 0;
      assert.ok(lines >= 130, `the lines have ${lines} pixels of ${height}`);
      for (const name of ['Discount', 'Send to kitchen', 'Exact cash', 'Pay'])
        assert.ok((await bottomOf(dialog.getByRole('button', { name, exact: true }))) <= height, name);
      await tab.checkAccessibility();
      await dialog.getByRole('button', { name: 'Discount' }).click();
      const last = page.getByRole('menuitem', { name: 'Other discount…' });
      await last.scrollIntoViewIfNeeded();
      assert.ok((await bottomOf(last)) <= height, 'The discounts end below the window.');
      await last.click();
      assert.ok((await bottomOf(dialog.getByRole('button', { name: 'Done' }))) <= height);
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Clear sale' }).click();
    });
  }
});

/** What is touched and smaller than a finger. */
const SMALL = `[...document.querySelectorAll('button, input, textarea:not([aria-hidden]), [role=menuitem], .mantine-SegmentedControl-label')]
  .map((each) => [each.getBoundingClientRect(), each])
  .filter(([{ width, height }]) => width > 1 && (height < 44 || width < 40))
  .map(([{ width, height }, each]) => width + 'x' + height + ' ' + each.outerHTML.slice(0, 160))`;

/** Words of tiles that are parted between two lines. */
const PARTED = `[...document.querySelectorAll('.product-name')].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  });
})`;

onStage('a register for fingers', (stage) => {
  it('has tiles that are as wide as the words of its menu, on wide screens too', async () => {
    for (const width of [390, 1024, 1280, 1920]) {
      const tab = await openRegister(stage(), { size: { width, height: 900 } });
      await tab.page.getByRole('button', { name: /^The Mediterranean Pizza/ }).waitFor();
      assert.deepEqual(await tab.page.evaluate(PARTED), [], `${width} pixels`);
      await tab.context.close();
    }
  });

  it('has the digits of a PIN in their order, from right to left too', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.evaluate("localStorage.setItem('passbell.language', 'ar')");
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
    await page.locator('.register-bar button, header button').last().click();
    await page.locator('.mantine-Button-root').first().click();
    const left = async (digit: string) =>
      (await page.getByRole('button', { name: digit, exact: true }).boundingBox())?.x ?? 0;
    await page.getByRole('button', { name: '1', exact: true }).waitFor();
    assert.ok((await left('1')) < (await left('2')) && (await left('2')) < (await left('3')));
    await tab.checkAccessibility();
  });

  it('nothing that is touched is smaller than a finger', async () => {
    const { client, card } = stage().service;
    const lines = [{ product_id: (await read(client, `sites/${card.sites[0].id}/products?sku=cola`))[0].id }];
    await make(client, 'orders', { site_id: card.sites[0].id, status: 'ON_HOLD', lines });
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog').last();
    const sizes = async (what: string) => assert.deepEqual(await page.evaluate(SMALL), [], what);
    await sizes('selling');
    await page.getByRole('button', { name: 'Details' }).click();
    await dialog.getByLabel('Guests').waitFor();
    await sizes('details');
    await page.keyboard.press('Escape');
    await touchProduct(tab, /^Cola/);
    await page.locator('.basket-edit').click();
    await dialog.getByLabel('Quantity').waitFor();
    await sizes('a line');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog.getByLabel('Tip').waitFor();
    await sizes('a payment');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.locator('.order-row').first().click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Adding to').waitFor();
    await sizes('lines for an order');
    await page.getByRole('link', { name: 'Sales' }).click();
    await page.getByLabel('Receipt number').waitFor();
    await sizes('sales');
    await page.getByRole('button', { name: 'Drawer' }).click();
    await dialog.getByLabel('Float').waitFor();
    await sizes('the drawer');
  });
});

onStage('a phone without a network', (stage) => {
  it('says what waits, and a confirmation lies over no button that leads on', async () => {
    const expected = /ERR_INTERNET_DISCONNECTED|answer: 401 .*\/session$|console: .*401/;
    const tab = await openRegister(stage(), { kept: true, size: PHONE, expected });
    const { page } = tab;
    await touchProduct(tab, /^Cola/);
    await tab.context.setOffline(true);
    await page.getByRole('button', { name: /^1 line/ }).click();
    await page.getByRole('button', { name: 'Send to kitchen' }).click();
    const note = page.locator('.mantine-Notification-root', { hasText: 'Sent to kitchen' });
    await note.waitFor();
    const [box, sale] = [await note.boundingBox(), await page.locator('.sell-open-basket').boundingBox()];
    assert.ok(
      box !== null && sale !== null && box.y + box.height <= sale.y,
      `It lies over the sale or the screens: ${JSON.stringify([box, sale])}`,
    );
    const said = page.locator('.register-line').getByText('Offline · 1 to send');
    await said.waitFor();
    assert.deepEqual(await said.evaluate(CUT), false);
    // What cannot be read is said, and read once there is a network.
    await page.getByRole('link', { name: 'Sales' }).click();
    const sales = page.getByRole('region', { name: 'Sales', exact: true });
    await sales.getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('button', { name: 'Drawer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor();
    assert.deepEqual(await page.evaluate(SMALL), []);
    await tab.context.setOffline(false);
    await page.getByRole('dialog').getByLabel('Float').waitFor();
    await page.keyboard.press('Escape');
    await sales.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await said.waitFor({ state: 'detached' });
  });
});

onStage('a register by its keys', (stage) => {
  before(async () => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    for (const number of [1, 2, 3]) {
      const fields = { unit_price: 3, variable_price: true, min_sell_price: 1, max_sell_price: 9 };
      await make(client, `sites/${site}/products`, { name: `Aa ${number}`, ...fields });
    }
  });

  it('the tiles are one stop, and the arrow keys walk through them', async () => {
    const tab = await openRegister(stage(), { size: DESK });
    const { page } = tab;
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    const tiles = await page.locator('.sell-products .product').allTextContents();
    const columns = (await page
      .locator('.sell-products')
      .evaluate(
        new Function(
          'list',
          'return getComputedStyle(list).gridTemplateColumns.split(" ").length',
        ) as () => unknown,
      )) as number;
    assert.ok(tiles.length > 2 * columns && columns > 2, `${tiles.length} tiles in ${columns} columns`);
    await page.getByRole('searchbox').focus();
    assert.equal(await press('Tab'), 'All');
    assert.equal(await press('ArrowRight', 'ArrowLeft', 'End', 'ArrowDown'), ' Arrange');
    assert.equal(await press('Tab'), tiles[0]);
    assert.equal(await press('ArrowRight'), tiles[1]);
    assert.equal(await press('ArrowDown'), tiles[1 + columns]);
    assert.equal(await press('ArrowUp', 'ArrowUp', 'ArrowLeft'), tiles[0]);
    assert.equal(await press('End'), tiles.at(-1));
    assert.equal(await press('ArrowDown', 'Home', 'ArrowRight'), tiles[1]);
    const outline = 'getComputedStyle(document.activeElement).outlineStyle';
    assert.equal(await page.evaluate(outline), 'solid', 'The tile does not show that it is focused.');
    // One more press leaves the tiles; back is where it was.
    assert.ok(!tiles.includes(await press('Tab')));
    assert.equal(await press('Shift+Tab'), tiles[1]);
    // A dialog takes the focus, and gives it back.
    await press('Enter');
    const price = page.getByRole('dialog').getByLabel('Price, tax included');
    await price.and(page.locator(':focus')).waitFor();
    assert.equal(await press('Escape'), tiles[1]);
    await page.getByRole('searchbox').focus();
    assert.equal(await press('ArrowDown'), tiles[1]);
    await page.getByRole('searchbox').fill('Aa 3');
    await page.locator('.product').nth(1).waitFor({ state: 'detached' });
    assert.match(await press('ArrowDown'), /^Aa 3/);
  });
});
