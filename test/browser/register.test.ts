// The register in a browser: selling, paying, incoming orders, open orders, and a network that comes and goes.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, PHONE, type Stage, type Tab } from './harness.ts';
import { openTill, stock } from './till.ts';

onStage('the register', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  const press = (tab: Tab, name: string | RegExp) =>
    tab.page.getByRole('group', { name: 'Products' }).getByRole('button', { name }).click();
  const basket = (tab: Tab) => tab.page.getByRole('region', { name: 'Basket' });
  const latest = async ({ service }: Stage): Promise<Json> =>
    (await read(service.client, `sites/${menu.site}/orders?limit=1&fields=lines,options,payments`))[0];

  it('sells what is pressed, searched and scanned, and takes money in parts', async () => {
    const { service } = stage();
    const tab = await openTill(stage());
    const { page } = tab;
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await press(tab, /Tomato soup/);
    await press(tab, /Tomato soup/);
    await press(tab, /Steak/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Choose Side.').waitFor();
    await dialog.getByRole('button', { name: /Garden salad/ }).click();
    await dialog.getByLabel('Notes for the kitchen').fill('rare');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await press(tab, /Filter coffee/);
    await dialog.getByRole('button', { name: 'Oat milk' }).click();
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await press(tab, /Flowers/);
    await dialog.getByLabel('Price, with tax').fill('3');
    await dialog.getByText('The price is at least').waitFor();
    await dialog.getByLabel('Price, with tax').fill('7,5');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await basket(tab).getByText('without').waitFor({ state: 'detached' });
    // 20 soup, 30 steak, 2 salad, 4.75 coffee, 7.50 flowers.
    await basket(tab).getByText('$64.25').last().waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-sell');
    await basket(tab).getByRole('button', { name: 'Pay' }).click();
    await dialog.getByText('Equal parts').click();
    await dialog.getByLabel('Amount, or what is handed over').waitFor();
    await tab.checkAccessibility();
    await tab.picture('register-pay');
    await dialog.getByRole('button', { name: 'Card' }).click();
    await dialog.getByRole('button', { name: '$50.00' }).click();
    await dialog.getByRole('button', { name: 'Cash' }).click();
    await dialog.getByText(/Change \$17\.8/).waitFor();
    await dialog.getByText(/^Sale /).waitFor();
    const sold = await latest(stage());
    assert.equal(sold.status, 'COMPLETE');
    assert.equal(sold.total, 64.25);
    assert.deepEqual(
      sold.payments.map((payment: Json) => payment.amount),
      [32.13, 32.12],
    );
    assert.equal(sold.register_id, service.card.sites[0].registers[0].id);
    assert.equal(sold.staff_member_id, service.card.staff[0].id);
    await tab.picture('register-paid');
    await dialog.getByRole('button', { name: 'Next sale' }).click();
    await basket(tab).getByText('Nothing yet').waitFor();
  });

  void PHONE;
});
