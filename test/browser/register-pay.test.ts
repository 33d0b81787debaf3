// Taking money at the register: what is charged, recorded and given back as change.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onStage } from './harness.ts';
import { newestOrder, openRegister, stock, touchProduct } from './register-screen.ts';

onStage('taking money at the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  it('takes service once, and a tip is a tip', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const sale = page.getByRole('region', { name: 'Sale', exact: true });
    const dialog = page.getByRole('dialog');
    await touchProduct(tab, /Tomato soup/);
    await sale.getByRole('button', { name: 'Details' }).click();
    await dialog.getByLabel('Service charge (%)').fill('10');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await sale.getByText('$11.00').waitFor();
    await sale.getByRole('button', { name: 'Pay', exact: true }).click();
    await dialog.getByLabel('Tip').fill('5');
    await dialog.getByLabel('Card surcharge').fill('0.5');
    const charge = dialog.getByRole('status', { name: 'To charge' });
    await charge.getByText('$16.50').waitFor();
    assert.equal(await dialog.getByLabel('Amount tendered').inputValue(), '16.50');
    await dialog.getByRole('button', { name: '$20.00' }).click();
    await dialog.getByRole('alert').getByText('$3.50').waitFor();
    await dialog.getByText(/^Sale /).waitFor();
    await dialog.getByText('Paid', { exact: true }).waitFor();
    assert.equal(await dialog.getByText('To refund').count(), 0);
    await tab.checkAccessibility();
    const order = await newestOrder(stage(), menu.site);
    const { status, paid, due, tips, tip_service_paid: service, credit_card_surcharge: surcharge } = order;
    assert.deepEqual([status, paid, due, tips, service, surcharge], ['COMPLETE', 10, 0, 5, 1, 0.5]);
  });
});
