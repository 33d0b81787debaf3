// A register and a kitchen screen are set up once, by a signed-in user, and stay set up.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';
import { read } from '../api/helpers.ts';
import { letIn, screenOf } from '../api/screens.ts';
import { onStage, PHONE, TABLET, type Tab } from './harness.ts';
import { openRegister, stock, touchProduct } from './register-screen.ts';

/** Everything of the browser's stores and cookies that a script of the page can read. */
function readable(tab: Tab): Promise<string> {
  return tab.page.evaluate('JSON.stringify({ ...localStorage }) + document.cookie');
}

onStage('devices', (stage) => {
  for (const [path, title, size] of [
    ['/register', 'Register', TABLET],
    ['/kitchen', 'Kitchen display', PHONE],
  ] as const) {
    it(`${path} is set up by who is signed in, and stays set up when they leave`, async () => {
      const { service } = stage();
      const tab = await stage().open({ size, expected: /answer: 401 .*\/session$|console: .*401/ });
      await tab.goto(path);
      await tab.page.getByRole('heading', { name: title }).waitFor();
      await tab.checkAccessibility();
      await tab.page.getByRole('link', { name: 'Sign in' }).click();
      assert.equal(tab.path, `/signin?next=${encodeURIComponent(path)}`);
      await tab.signIn(path);
      // The only one is chosen.
      const button = tab.page.getByRole('button', { name: 'Set up this device' });
      await button.and(tab.page.locator(':enabled')).waitFor();
      const register = service.card.sites[0].registers[0];
      assert.equal(await tab.page.getByRole('combobox', { name: 'Register' }).inputValue(), register.name);
      await tab.page.getByLabel('Device name').fill('Front counter');
      await tab.checkAccessibility();
      await button.click();
      await tab.page.getByRole('heading', { name: 'Front counter' }).waitFor();
      // The user who set it up leaves.
      await tab.context.clearCookies({ name: /^__Host-/ });
      await tab.page.reload();
      await tab.page.getByRole('heading', { name: 'Front counter' }).waitFor();
      assert.doesNotMatch(await readable(tab), /pb_(?:at|dk)_/, 'no script reads its key or a token');
    });
  }

  it('a device of an earlier version is moved over, and what scripts could read is of no use any more', async () => {
    const { service } = stage();
    const owner = await screenOf(service, service.card);
    const register = service.card.sites[0].registers[0];
    const { client, device } = await letIn(service, owner, register.id, 'Old till');
    await service.app.storage.write(async (tx) =>
      tx.run(sql`update devices set kind = null where id = ${BigInt(device.id_str)}`),
    );
    const kept = {
      access_token: client.token.replace('Bearer ', ''),
      company_id: client.companyId,
      company_name: 'Sandbox',
      register_id: String(register.id),
      name: 'Old till',
    };
    const tab = await stage().open({ size: TABLET });
    await tab.context.addInitScript((text) => {
      if (localStorage.getItem('passbell.device.register') === null) {
        localStorage.setItem('passbell.device.register', text);
      }
    }, JSON.stringify(kept));
    await tab.goto('/register');
    await tab.page.getByRole('button', { name: new RegExp(service.card.staff[0].first_name) }).waitFor();
    assert.doesNotMatch(await readable(tab), /pb_(?:at|dk)_/);
    const key = (await tab.context.cookies()).find(({ name }) => name === '__Secure-passbell_register');
    assert.deepEqual([key?.httpOnly, key?.secure, key?.sameSite], [true, true, 'Strict']);
    assert.equal((await client.get('orders')).status, 401);
    await tab.page.reload();
    await tab.page.getByRole('button', { name: new RegExp(service.card.staff[0].first_name) }).waitFor();
  });

  it('a sale that could not be sent goes out as whoever made it, after they signed out', async () => {
    const { service } = stage();
    const { site } = await stock(stage());
    // What is loaded after the first screen may still be on its way when the line is cut.
    const tab = await openRegister(stage(), {
      kept: true,
      expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|401/,
    });
    const { page } = tab;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Kitchen', exact: true }).click();
    await tab.context.setOffline(true);
    await touchProduct(tab, 'Tomato soup');
    await page
      .getByRole('region', { name: 'Sale', exact: true })
      .getByRole('button', { name: 'Pay' })
      .click();
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click();
    await dialog.getByText(/Saved on this register/).waitFor();
    await dialog.getByRole('button', { name: 'New sale' }).click();
    await page.getByRole('button', { name: 'Lock register' }).click();
    await page.getByText('Who are you?').waitFor();
    await tab.context.setOffline(false);
    let orders: Json[] = [];
    await until('the sale has arrived', async () => {
      orders = await read(service.client, `sites/${site}/orders/complete?limit=100`);
      return orders.length > 0;
    });
    assert.equal(orders[0].staff_member_id, service.card.staff[0].id);
    const history = await read(service.client, `orders/${orders[0].id_str}/history`);
    assert.equal(history[0].by.staff_member_id, service.card.staff[0].id);
  });
});
