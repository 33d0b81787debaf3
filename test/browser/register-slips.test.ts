// Slips at the register: what one touch too many must not lose.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

onStage('slips at the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  it('a sale that was cleared is brought back, until another one is begun', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale', exact: true });
    const back = sale.getByRole('button', { name: 'Bring back the cleared sale' });
    await touchProduct(tab, /Tomato soup/);
    await sale.getByRole('button', { name: 'Clear sale' }).click();
    await tab.checkAccessibility();
    await back.click();
    await sale.getByRole('button', { name: /^Tomato soup/ }).waitFor();
    assert.equal(await back.count(), 0);
    await sale.getByRole('button', { name: 'Clear sale' }).click();
    await touchProduct(tab, /Tomato soup/);
    await sale.getByRole('button', { name: 'One less: Tomato soup' }).click();
    assert.equal(await back.count(), 0);
  });

  it('a drawer is closed by its button alone, once something was counted', async () => {
    const { client, card } = stage().service;
    const register = card.sites[0].registers[0].id;
    const shift = await make(client, 'shifts', { register_id: register, float: 50 });
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog', { name: 'Drawer' });
    await page.getByRole('button', { name: 'Drawer', exact: true }).click();
    await dialog.getByRole('button', { name: 'Count and close' }).click();
    const close = dialog.getByRole('button', { name: 'Close drawer' });
    await dialog.getByText('Enter what is in the drawer.').waitFor();
    assert.equal(await close.isDisabled(), true);
    const twenties = dialog.getByLabel('$20.00', { exact: true });
    await twenties.fill('2');
    await twenties.press('Enter');
    await dialog.getByText('$40.00', { exact: true }).waitFor();
    assert.equal((await read(client, `shifts/${shift.id}`)).closed_at, null);
    await close.click();
    await dialog.getByText(/no\. 1$/).waitFor();
  });

  it('an order that is opened before it was sent is shown after it', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const sent = Promise.withResolvers<void>();
    await page.route(/\/orders$/, async (route) => {
      if (route.request().method() === 'POST') await sent.promise;
      await route.continue();
    });
    await touchProduct(tab, /Tomato soup/);
    await page.getByRole('button', { name: 'Send to kitchen' }).click();
    await page.getByRole('link', { name: /^Orders/ }).click();
    await page.getByRole('region', { name: 'Open orders' }).getByRole('link').click();
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByText('$10.00 · $10.00 due').waitFor();
    sent.resolve();
    await panel.getByRole('button', { name: /^Void Tomato soup/ }).waitFor();
  });

  it('says why a way to pay takes no more than what is due', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    await touchProduct(tab, /Tomato soup/);
    await page.getByRole('region', { name: 'Sale' }).getByRole('button', { name: /Pay$/ }).click();
    await page.getByLabel('Amount tendered').fill('20');
    await page.getByText('More than the amount due.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Card', exact: true }).isDisabled(), true);
    await page.getByLabel('Amount tendered').fill('x');
    await page.getByText('More than the amount due.').waitFor({ state: 'detached' });
    assert.equal(await page.getByText('Enter an amount', { exact: false }).count(), 1);
    assert.ok(menu.site);
  });

  /** An order on hold with soup, shown at a register. */
  const shown = async (fields: object = {}) => {
    const order = await make(stage().service.client, 'orders', {
      ...{ site_id: menu.site, status: 'ON_HOLD', lines: [{ product_id: menu.soup.id, quantity: 2 }] },
      ...fields,
    });
    const tab = await openRegister(stage());
    const open = async ({ order_number: number }: Json) => {
      await tab.page.getByRole('link', { name: 'Orders' }).click();
      await tab.page.getByRole('link', { name: new RegExp(number) }).click();
      await tab.page.getByRole('heading', { name: new RegExp(number) }).waitFor();
    };
    await open(order);
    const panel = tab.page.getByRole('region', { name: 'Order', exact: true });
    return { order, tab, panel, open };
  };

  it('one order is not deleted by a press that was meant for another', async () => {
    const { panel, open } = await shown();
    const lines = [{ product_id: menu.coffee.id }];
    const other = await make(stage().service.client, 'orders', {
      ...{ site_id: menu.site, status: 'ON_HOLD', lines },
    });
    await panel.getByRole('button', { name: 'Delete', exact: true }).click();
    await panel.getByRole('button', { name: 'Delete for good' }).waitFor();
    await open(other);
    await panel.getByRole('button', { name: 'Delete', exact: true }).waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Delete for good' }).count(), 0);
  });

  it('an order that was paid in part is not split, which is said before anything is chosen', async () => {
    const { card } = stage().service;
    const payments = [{ method_id: card.payment_methods[0].id, amount: 5 }];
    const { tab, panel } = await shown({ payments });
    const { page } = tab;
    await panel.getByRole('button', { name: 'Split', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Split/ });
    await dialog.getByText('Money was taken for this order already').waitFor();
    assert.equal(await dialog.getByRole('radio').count(), 0);
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Pay in parts' }).click();
    await page.getByRole('status', { name: 'Amount due' }).getByText('$15.00').waitFor();
    await page.getByText('Split by item').waitFor();
  });

  it('says why no other order is there to be merged', async () => {
    const { tab, panel } = await shown({ status: 'ACCEPTED' });
    await panel.getByRole('button', { name: 'Merge', exact: true }).click();
    await tab.page.getByText('it would have to be “Accepted” as well').waitFor();
  });
});
