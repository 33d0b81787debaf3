// Slips at the register: what one touch too many must not lose.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
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
});
