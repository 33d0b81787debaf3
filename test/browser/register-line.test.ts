// The dialog of a line: quantities, discounts, options, and a phone.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { until } from '../harness/process.ts';
import { onStage, PHONE } from './harness.ts';
import { newestOrder, openRegister, stock, touchProduct } from './register-screen.ts';

onStage('the dialog of a line', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    const { client } = stage().service;
    menu = await stock(stage());
    const sauce = await make(client, `sites/${menu.site}/products`, { name: 'Ketchup', unit_price: 1 });
    const options = [{ product_id: sauce.id, price_ex_tax: 0 }];
    const sauces = await make(client, 'optionsets', { name: 'Sauce', options });
    await change(client, `products/${menu.coffee.id}`, { option_sets: [sauces.id] });
  });

  it('adds what it says, and nothing that is wrong', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    const sale = page.getByRole('region', { name: 'Sale', exact: true });
    const button = dialog.getByRole('button', { name: /^(Add|Save|Remove)/ });
    await touchProduct(tab, /Filter coffee/);
    await dialog.getByLabel('Quantity').fill('7');
    await dialog.getByRole('button', { name: /Add · 7/ }).waitFor();
    for (const none of ['', '0', 'x', '1.23456']) {
      await dialog.getByLabel('Quantity').fill(none);
      await dialog.getByText('Enter a quantity.').waitFor();
      assert.equal(await button.isDisabled(), true, none);
    }
    await dialog.getByLabel('Quantity').fill('2,5');
    await dialog.getByText('% off').click();
    await dialog.getByLabel('Percent off').fill('150');
    await dialog.getByText('Enter 0 to 100 percent.').first().waitFor();
    assert.equal(await button.isDisabled(), true, 'A wrong discount is given.');
    await dialog.getByLabel('Percent off').fill('50');
    await dialog.getByRole('button', { name: 'Add · 2.5 × · $5.00' }).waitFor();
    await dialog.getByRole('button', { name: /Oat milk/ }).click();
    // What does not go with options is left out, and said.
    await dialog.getByRole('button', { name: /Ketchup/ }).click();
    await dialog.getByText(/has no modifiers and no discount of its own/).waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-line');
    await dialog.getByRole('button', { name: 'Add · 2.5 × · $10.00' }).click();
    await sale.getByText('$10.00').first().waitFor();
    // Nothing of a line takes it out.
    await sale.getByRole('button', { name: /× Filter coffee/ }).click();
    await dialog.getByLabel('Quantity').fill('0');
    await dialog.getByRole('button', { name: 'Remove line' }).click();
    await sale.getByText('No lines yet').waitFor();
    await touchProduct(tab, /Steak/);
    await dialog.getByRole('button', { name: /Fries/ }).click();
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await sale.getByRole('button', { name: 'Send to kitchen' }).click();
    await page.getByText('Sent to kitchen').waitFor();
    await until('the order', async () => (await newestOrder(stage(), menu.site)).lines?.length === 2);
  });

  it('shows a surcharge as what it is', async () => {
    const { client } = stage().service;
    const lines = [{ product_id: menu.soup.id }];
    const order = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'ON_HOLD', group_id: 'Dear', price_variation: 1.15, lines },
    });
    const tab = await openRegister(stage());
    const { page } = tab;
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('link', { name: /11\.50/ }).click();
    await page.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Percent more').inputValue(), '15');
    await dialog.getByRole('button', { name: 'Done' }).click();
    assert.equal((await read(client, `orders/${order.id}`)).price_variation, 1.15);
  });

  it('has every course in sight on a phone', async () => {
    const tab = await openRegister(stage(), { size: PHONE });
    const { page } = tab;
    await touchProduct(tab, /Filter coffee/);
    const dialog = page.getByRole('dialog');
    const course = dialog.getByRole('radiogroup', { name: 'Course' });
    const place = await course.boundingBox();
    for (const name of ['No course', '1st', '2nd', '3rd']) {
      const box = await course.getByText(name, { exact: true }).boundingBox();
      assert.ok(box !== null && place !== null);
      assert.ok(box.x >= place.x && box.x + box.width <= place.x + place.width, `${name} is cut.`);
    }
    await course.scrollIntoViewIfNeeded();
    await tab.picture('register-line-phone');
  });
});
