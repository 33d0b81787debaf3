// Sales without tax at the register: by the customer, by hand, and who may.

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { change, make, read } from '#test/api/helpers.ts';
import { permissionsOf } from '#test/api/operator-helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { until } from '../harness/process.ts';
import { onStage, type Tab } from './harness.ts';
import { openRegister } from './register-screen.ts';

onStage('sales without tax at the register', (stage) => {
  let site: string;
  before(async () => {
    const { client, card } = stage().service;
    site = card.sites[0].id_str ?? String(card.sites[0].id);
    const tax = await make(client, 'taxes', { code: 'GST10', name: 'GST', rate: 0.1 });
    await make(client, `sites/${site}/products`, { name: 'Taxed mug', unit_price: 11, taxes: [tax.id] });
  });

  const sale = ({ page }: Tab) => page.getByRole('region', { name: 'Sale', exact: true });
  const search = async ({ page }: Tab) => {
    const box = page.getByRole('searchbox', { name: /Search by name/ });
    await box.fill('Taxed mug');
    await box.press('Enter');
  };
  const latest = async (): Promise<Json> =>
    (await read(stage().service.client, `sites/${site}/orders?limit=1&fields=lines,payments`))[0];
  const exempt = async (tab: Tab, number: string, reason: string) => {
    const { page } = tab;
    await sale(tab).getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Tax exempt' }).click();
    await dialog.getByLabel('Number of the certificate').fill(number);
    await dialog.getByLabel('Reason').fill(reason);
    await tab.checkAccessibility();
    await tab.picture('register-exempt');
    await dialog.getByRole('button', { name: 'Done' }).click();
  };

  it('leaves taxes out by hand, and says why beside the total', async () => {
    const tab = await openRegister(stage());
    await search(tab);
    await sale(tab).getByText('$11.00').last().waitFor();
    await exempt(tab, 'D-17', 'Embassy');
    await sale(tab).getByText('$10.00').last().waitFor();
    await sale(tab).getByText('D-17').waitFor();
    await sale(tab).getByRole('button', { name: 'Exact cash' }).click();
    await tab.page
      .getByRole('dialog')
      .getByText(/^Sale /)
      .waitFor();
    const sold = await latest();
    assert.deepEqual(
      [sold.status, sold.total, sold.total_tax, sold.tax_exempt],
      ['COMPLETE', 10, 0, { number: 'D-17', reason: 'Embassy' }],
    );
    // The next sale is taxed again.
    await tab.page.getByRole('button', { name: 'New sale' }).click();
    await search(tab);
    await sale(tab).getByText('$11.00').last().waitFor();
    assert.equal(await sale(tab).getByText('D-17').count(), 0);
  });

  it('does so without a network, and what is sent later is the same', async () => {
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/,
    });
    const before = await latest();
    await tab.context.setOffline(true);
    await search(tab);
    await exempt(tab, '', 'Relief goods');
    await sale(tab).getByText('$10.00').last().waitFor();
    await sale(tab).getByRole('button', { name: 'Exact cash' }).click();
    await tab.page.getByText('Saved on this register.', { exact: false }).waitFor();
    assert.equal((await latest()).id, before.id);
    await tab.context.setOffline(false);
    await until('the sale is sent', async () => (await latest()).id !== before.id);
    const sold = await latest();
    assert.deepEqual(
      [sold.status, sold.total, sold.paid, sold.tax_exempt],
      ['COMPLETE', 10, 10, { number: null, reason: 'Relief goods' }],
    );
  });

  it('changes an order that is open, whose further lines are without tax as well', async () => {
    const tab = await openRegister(stage());
    const { page } = tab;
    await search(tab);
    await sale(tab).getByRole('button', { name: 'Send to kitchen' }).click();
    await sale(tab).getByText('No lines yet').waitFor();
    await until('the order is sent', async () => (await latest()).status === 'ON_HOLD');
    const order = await latest();
    assert.equal(order.total, 11);
    await tab.goto(`/register/orders/${order.id_str}`);
    const panel = page.getByRole('region', { name: 'Order', exact: true });
    await panel.getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Tax exempt' }).click();
    await dialog.getByLabel('Reason').fill('Export');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await panel.getByText('Export').waitFor();
    await until(
      'the order is without tax',
      async () => (await read(stage().service.client, `orders/${order.id_str}`)).total === 10,
    );
    await panel.getByRole('button', { name: 'Add' }).click();
    await search(tab);
    await sale(tab).getByText('$10.00').last().waitFor();
  });

  it('takes the exemption of the customer, and leaves the choice to those who may', async () => {
    const { client, card } = stage().service;
    const [member] = card.staff;
    await make(client, 'customers', {
      first_name: 'Consul',
      phone: '0477',
      tax_exempt: { number: 'C-1', reason: null },
    });
    await change(client, `staff/${member.id}`, {
      is_admin: false,
      permissions: permissionsOf(['FinishSale']),
    });
    const tab = await openRegister(stage());
    const { page } = tab;
    await search(tab);
    await sale(tab).getByRole('button', { name: 'Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByPlaceholder('Name, email or phone').fill('Consul');
    assert.equal(await dialog.getByRole('button', { name: 'Tax exempt' }).count(), 0);
    await dialog.getByRole('button', { name: 'Consul', exact: true }).click();
    await dialog.getByText('Tax exempt: C-1').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await sale(tab).getByText('$10.00').last().waitFor();
    await sale(tab).getByRole('button', { name: 'Exact cash' }).click();
    await dialog.getByText(/^Sale /).waitFor();
    assert.deepEqual((await latest()).tax_exempt, { number: 'C-1', reason: null });
    await change(client, `staff/${member.id}`, { is_admin: true });
  });
});
