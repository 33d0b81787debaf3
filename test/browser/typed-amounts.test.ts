// Amounts are typed and shown as the language of the screen writes them (reference: conventions.62).

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage } from './harness.ts';
import { newestOrder, openRegister, stock } from './register-screen.ts';
import { speak } from './speak.ts';

onStage('amounts in German', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  const sell = (quantity: number): Promise<Json> => {
    const { client, card } = stage().service;
    return make(client, 'orders', {
      ...{ site_id: menu.site, status: 'COMPLETE', lines: [{ product_id: menu.soup.id, quantity }] },
      payments: [{ method_id: card.payment_methods[0].id, amount: 10 * quantity }],
    });
  };
  const refunded = async (sale: Json) => {
    const { lines } = await read(stage().service.client, `orders/${sale.id}/refunds`);
    return lines[0].quantity_refunded;
  };

  it('are refunded in the back office as typed', async () => {
    const sale = await sell(3);
    const tab = await stage().open();
    await tab.signIn('/orders');
    await speak(tab, 'de');
    await tab.goto(`/orders/${sale.id}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Erstattung' }).click();
    const dialog = page.getByRole('dialog');
    const field = dialog.getByLabel(/Tomato soup/);
    await field.fill('');
    await field.pressSequentially('1,5');
    await dialog.getByText(/15,00/).waitFor();
    await field.fill('zwei');
    await dialog.getByText('Geben Sie eine Zahl ein.').waitFor();
    await tab.checkAccessibility();
    await field.fill('1.25');
    await dialog.getByText(/12,50/).waitFor();
    await field.blur();
    await until('it is in the form of the language', async () => (await field.inputValue()) === '1,25');
    await dialog.getByRole('button', { name: 'Erstattung', exact: true }).click();
    await page.getByText('Erstattung durchgeführt.').waitFor();
    assert.equal(await refunded(sale), 1.25);
  });

  it('are set in the back office, and found', async () => {
    const { client } = stage().service;
    const tab = await stage().open();
    await tab.signIn('/orders');
    await speak(tab, 'de');
    await tab.goto(`/products/${menu.coffee.id}`);
    const { page } = tab;
    const price = page.getByLabel('Preis inkl. Steuer', { exact: true });
    await price.fill('12,50');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Gespeichert.').waitFor();
    assert.equal((await read(client, `products/${menu.coffee.id}`)).unit_price, 12.5);
    await until('it is shown as it is saved', async () => (await price.inputValue()) === '12,50');
    await change(client, `products/${menu.coffee.id}`, { unit_price: 4 });

    await tab.goto('/orders');
    await page.getByRole('button', { name: 'Mehr Filter' }).click();
    await page.getByLabel('Gesamt ab').pressSequentially('9,99');
    await page.waitForURL(/min=9\.99/);
  });

  it('are given back and taken at the register', async () => {
    const sale = await sell(2);
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.evaluate("localStorage.setItem('passbell.language', 'de')");
    await tab.goto(`/register/past/${sale.id}`);
    const panel = page.getByRole('region', { name: 'Verkauf', exact: true });
    await panel.getByRole('button', { name: 'Erstattung', exact: true }).click();
    await panel.getByLabel('Tomato soup', { exact: true }).check();
    const field = panel.getByLabel('Menge von Tomato soup');
    await field.fill('');
    await field.pressSequentially('0,5');
    await panel.getByText(/5,00/).waitFor();
    await panel.getByRole('button', { name: 'Cash', exact: true }).click();
    await until('it is given back', async () => (await refunded(sale)) === 0.5);

    await tab.goto('/register');
    await page.getByRole('searchbox').fill('Flowers');
    await page
      .getByRole('group', { name: 'Produkte' })
      .getByRole('button', { name: /Flowers/ })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/Preis/).pressSequentially('12,50');
    await dialog.getByRole('button', { name: /12,50/ }).click();
    await page.getByRole('button', { name: /^Bezahlen/ }).click();
    const tendered = page.getByLabel('Gegebener Betrag');
    assert.equal(await tendered.inputValue(), '12,50');
    await page.getByRole('button', { name: 'Cash', exact: true }).click();
    await page
      .getByText(/Bezahlt/)
      .first()
      .waitFor();
    await until('it is paid', async () => (await newestOrder(stage(), menu.site)).paid === 12.5);
  });
});
