// Receipts for guests: sent from the back office and the register, and the page that their code leads to.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make } from '#test/api/helpers.ts';
import { onStage, PHONE } from './harness.ts';

onStage('receipts for guests', (stage) => {
  it('are sent from the back office, which shows what became of them', async () => {
    const { service } = stage();
    const { client, card } = service;
    const site = card.sites[0].id;
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup of the day', unit_price: 12.5 });
    const order = await make(client, 'orders', {
      ...{ site_id: site, status: 'PENDING', lines: [{ product_id: soup.id, quantity: 2 }] },
      payments: [{ method_id: card.payment_methods[0].id, amount: 25 }],
    });
    const tab = await stage().open({ expected: /400/ });
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'E-mail the receipt' }).click();
    const dialog = page.getByRole('dialog', { name: /E-mail the receipt/ });
    await dialog.getByLabel('E-mail address').fill('ada@example');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText(/must be one e-mail address/i).waitFor();
    await dialog.getByLabel('E-mail address').fill('ada@example.com');
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('The receipt is on its way.').waitFor();
    await tab.goto('/mails');
    await page.getByText('ada@example.com').waitFor();
    await tab.checkAccessibility();
    await tab.picture('mails');
    const { json: link } = await client.get(`orders/${order.id_str}/receipt/link`);
    const path = new URL(link.url).pathname;
    const guest = await stage().open({ size: PHONE });
    await guest.goto(`${path}?language=en`);
    await guest.page.getByText('Soup of the day').waitFor();
    await guest.checkAccessibility();
    await guest.picture('receipt-page-phone');
    const arabic = await stage().open({ size: PHONE });
    await arabic.goto(`${path}?language=ar`);
    assert.equal(await arabic.page.locator('html').getAttribute('dir'), 'rtl');
    await arabic.checkAccessibility();
  });
});
