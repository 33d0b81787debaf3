// The back office without an answer of the service, or without a network.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage } from './harness.ts';

onStage('the back office without an answer', (stage) => {
  it('makes a refund once, though its page is loaded anew (reference: conventions.61)', async () => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const sale: Json = await make(client, 'orders', {
      ...{ site_id: site, status: 'COMPLETE', lines: [{ product_id: soup.id, quantity: 3 }] },
      payments: [{ method_id: card.payment_methods[0].id, amount: 30 }],
    });
    const tab = await stage().open({ expected: /ERR_FAILED/ });
    await tab.signIn(`/orders/${sale.id}`);
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    const refundOne = async () => {
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      await dialog.getByLabel('Quantity to refund: Soup').fill('1');
      await dialog.getByText('Refund total: $10.00').waitFor();
      await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    };
    const refunds = async () => (await read(client, `orders/${sale.id}/refunds`)).orders.length;
    // The service carries it out, and the answer is lost.
    await page.route(/\/orders$/, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await refundOne();
    await dialog.getByText('The service cannot be reached. Check the network.').waitFor();
    assert.equal(await refunds(), 1);
    await page.unroute(/\/orders$/);
    await page.reload();
    await refundOne();
    await page.getByText('Refund made.').waitFor();
    assert.equal(await refunds(), 1);
    // It is answered: the same again is another one.
    await tab.goto(`/orders/${sale.id}`);
    await refundOne();
    await page.getByText('Refund made.').waitFor();
    assert.equal(await refunds(), 2);
  });

  it('says that nothing was saved while it is offline, and keeps what was typed', async () => {
    const tab = await stage().open({ expected: /ERR_INTERNET_DISCONNECTED/ });
    await tab.signIn('/categories/new');
    const { page } = tab;
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Desserts');
    await tab.context.setOffline(true);
    const press = () => page.getByRole('button', { name: 'Create category' }).click();
    await press();
    const said = page.getByText(
      'You are offline. Nothing has been saved: try again when the connection is back.',
    );
    await said.waitFor();
    await tab.checkAccessibility();
    await tab.context.setOffline(false);
    assert.equal(await name.inputValue(), 'Desserts');
    const names = async () =>
      (await read(stage().service.client, 'categories')).map((each: Json) => each.name);
    // What was refused does not go out by itself later.
    assert.ok(!(await names()).includes('Desserts'));
    await press();
    await page.getByRole('heading', { name: 'Desserts', level: 1 }).waitFor();
    assert.ok((await names()).includes('Desserts'));
  });
});
