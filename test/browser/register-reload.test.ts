// A register's page that is loaded anew before the service has answered: nothing is done twice (reference: conventions.61).

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { make, read } from '#test/api/helpers.ts';
import type { Json } from '#test/harness/service.ts';
import { onStage, type Tab } from './harness.ts';
import { openRegister, stock } from './register-screen.ts';

onStage('a register that is loaded anew without an answer', (stage) => {
  let menu: Awaited<ReturnType<typeof stock>>;
  before(async () => {
    menu = await stock(stage());
  });

  const open = () => openRegister(stage(), { expected: /ERR_FAILED|401/ });
  /** The service carries out what is sent to an address, and the answer is lost. */
  const loseAnswer = (tab: Tab, address: RegExp) =>
    tab.page.route(address, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });

  it('goes on with a refund that it sent, and gives back once', async () => {
    const { client, card } = stage().service;
    const sale: Json = await make(client, 'orders', {
      ...{ site_id: menu.site, status: 'COMPLETE', lines: [{ product_id: menu.soup.id, quantity: 2 }] },
      payments: [{ method_id: card.payment_methods[0].id, amount: 20 }],
    });
    const tab = await open();
    const { page } = tab;
    await tab.goto(`/register/past/${sale.id}`);
    const panel = page.getByRole('region', { name: 'Sale', exact: true });
    await panel.getByRole('button', { name: 'Refund', exact: true }).click();
    await panel.getByLabel('Tomato soup', { exact: true }).check();
    await panel.getByLabel('Quantity of Tomato soup').fill('1');
    await panel.getByRole('status', { name: 'To refund' }).getByText('$10.00').waitFor();
    await loseAnswer(tab, /\/orders$/);
    await panel.getByRole('button', { name: 'Cash', exact: true }).click();
    await panel.getByText(/No answer/).waitFor();
    await page.unroute(/\/orders$/);
    await page.reload();
    await panel.getByText(/No answer/).waitFor();
    await panel.getByRole('status', { name: 'To refund' }).getByText('$10.00').waitFor();
    await tab.checkAccessibility();
    await panel.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('$10.00 refunded').waitFor();
    const refunds = async () => (await read(client, `orders/${sale.id}/refunds`)).orders.length;
    assert.equal(await refunds(), 1);
    // It is over: the next refund is another one.
    await page.reload();
    await panel.getByRole('button', { name: 'Refund', exact: true }).click();
    await panel.getByLabel('Tomato soup', { exact: true }).check();
    assert.equal(await panel.getByText(/No answer/).count(), 0);
    await panel.getByRole('button', { name: 'Cash', exact: true }).click();
    await panel.getByText('Fully refunded').waitFor();
    assert.equal(await refunds(), 2);
  });

  it('notes a movement of cash once', async () => {
    const { client, card } = stage().service;
    const register = card.sites[0].registers[0].id;
    const shift: Json = await make(client, 'shifts', { register_id: register, float: 50 });
    const tab = await open();
    const { page } = tab;
    const dialog = page.getByRole('dialog', { name: 'Drawer' });
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const putIn = async (amount: string) => {
      await page.getByRole('button', { name: 'Drawer', exact: true }).click();
      await press('Cash in');
      await dialog.getByRole('textbox', { name: 'Cash in' }).fill(amount);
      await dialog.getByRole('button', { name: 'Change', exact: true }).click();
      await press('Cash in');
    };
    const moved = async () =>
      (await read(client, `shifts/${shift.id}/movements`)).map(({ amount }: Json) => amount);
    await loseAnswer(tab, /\/movements$/);
    await putIn('20');
    await dialog.getByRole('alert').waitFor();
    await page.unroute(/\/movements$/);
    await page.reload();
    await putIn('20');
    await page.getByText('Cash in noted').waitFor();
    assert.deepEqual(await moved(), [20]);
    // What was answered is done: the same again is another one.
    await page.reload();
    await putIn('20');
    await page.getByText('Cash in noted').waitFor();
    assert.deepEqual(await moved(), [20, 20]);
  });
});
