// Stock that is moved by hand in the back office.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import { onStage } from './harness.ts';

onStage('stock in the back office', (stage) => {
  it('moves stock by hand: what came in, and what was counted while some was sold', async () => {
    const { service } = stage();
    const { client, card } = service;
    const [{ id: site, name }] = card.sites;
    const fields = { name: 'Barley soup', unit_price: 8, availability: { is_available: true, amount: 10 } };
    const soup = await make(client, `sites/${site}/products`, fields);
    const path = `sites/${site}/products/${soup.id}`;
    const tab = await stage().open({ expected: /400/ });
    await tab.signIn(`/products/${soup.id_str}?tab=sites`);
    const { page } = tab;
    await page.getByRole('heading', { name: soup.name, level: 1 }).waitFor();
    const dialog = page.getByRole('dialog');
    const move = async (left: number, reason: string, label: string, amount: string) => {
      await page.getByRole('button', { name: `Move stock at ${name}: ${left} left` }).click();
      await dialog.getByRole('combobox', { name: 'Reason' }).click();
      await page.getByRole('option', { name: reason, exact: true }).click();
      await dialog.getByLabel(label).fill(amount);
    };
    await move(10, 'Delivery', 'How many came in', '12');
    await dialog.getByLabel('Note').fill('Slip 7');
    await tab.checkAccessibility();
    await dialog.getByRole('button', { name: 'Move stock' }).click();
    await page.getByText('Stock moved').first().waitFor();
    await move(22, 'Count', 'How many there are', '20');
    await dialog.getByText(/Slip 7/).waitFor();
    // Two are sold between the count and its saving: they stay sold.
    const sale = { site_id: site, status: 'ACCEPTED', lines: [{ product_id: soup.id, quantity: 2 }] };
    assert.equal((await client.post('orders', sale)).status, 201);
    await tab.picture('office-stock');
    await dialog.getByRole('button', { name: 'Move stock' }).click();
    await page.getByRole('button', { name: `Move stock at ${name}: 18 left` }).waitFor();
    assert.equal((await read(client, path)).stock, 18);
    await move(18, 'Wastage', 'How many went', '19');
    await dialog.getByRole('button', { name: 'Move stock' }).click();
    await dialog.getByText(/takes more than there are: 18 are left/i).waitFor();
    await tab.checkAccessibility();
  });
});
