// Payment requests in the back office: what is not known stands under Needs attention, and is settled at its order.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { change, make, read, secondAddon } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';

onStage('payment requests in the back office', (stage) => {
  it('are named where they are not known, asked about again, settled by hand, and dealt with', async () => {
    const { client, card } = stage().service;
    const site = card.sites[0].id;
    const terminal = await secondAddon(stage().service);
    const kind = { name: 'Terminal', kind: 'addon', takes_requests: true };
    const method = await make(terminal, 'payment_methods', kind);
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', unit_price: 10 });
    const lines = [{ product_id: soup.id }];
    const order = await make(client, 'orders', { site_id: site, lines });
    const body = { order_id: order.id, method_id: method.id };
    const unknown = await make(client, 'payment_requests', body);
    await change(terminal, `payment_requests/${unknown.id}`, { status: 'unknown' });
    const tab = await stage().open({ expected: /400/ });
    const { page } = tab;
    await tab.signIn('/');
    await page.getByRole('link', { name: 'It is not known whether a payment was made' }).click();
    const section = page.getByRole('region', { name: 'Payment requests' });
    await section.getByText('Outcome unknown').waitFor();
    await section.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('Asked again.').waitFor();
    assert.equal((await read(terminal, `payment_requests/${unknown.id}`)).asked_again, 1);
    await section.getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle by hand' });
    await dialog.getByLabel('It was not paid').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/must not be empty/i).waitFor();
    await tab.checkAccessibility();
    await dialog.getByLabel('Reason').fill('The terminal shows no such payment');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await section.getByText('Declined').waitFor();
    await section.getByText('Settled by hand: The terminal shows no such payment').waitFor();

    const late = await make(client, 'payment_requests', body);
    await client.delete(`orders/${order.id}`);
    await change(terminal, `payment_requests/${late.id}`, { status: 'approved' });
    await section.getByText('The money was taken, and the order did not take it.').waitFor();
    await tab.checkAccessibility();
    await tab.picture('office-payment-requests');
    await tab.goto('/');
    await page.getByRole('link', { name: 'Money was taken that an order did not take' }).click();
    await section.getByRole('button', { name: 'Dealt with' }).click();
    const dealt = page.getByRole('dialog', { name: 'The money is dealt with' });
    await dealt.getByLabel('Reason').fill('Given back at the terminal');
    await dealt.getByRole('button', { name: 'Save' }).click();
    await dealt.waitFor({ state: 'hidden' });
    assert.equal((await read(terminal, `payment_requests/${late.id}`)).unapplied, false);
  });
});
