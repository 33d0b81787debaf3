// The back office in a browser: the way in, orders as they come, an order, and what holds for every screen.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Json, Service } from '#test/harness/service.ts';
import { onStage, PHONE } from './harness.ts';

/** Posts an order of the sandbox's menu. */
async function postOrder({ client, card }: Service, fields: object = {}): Promise<Json> {
  const menu = await client.get('products?name=Barbecue%20Chicken%20Pizza%20(&limit=2');
  const answer = await client.post('orders', {
    site_id: card.sites[0].id,
    customer_id: card.customers[0].id,
    lines: [
      { product_id: menu.json[0].id_str, quantity: 2 },
      { product_id: menu.json[1].id_str, notes: 'Cut in eight' },
    ],
    ...fields,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

onStage('the back office', (stage) => {
  it('leads who is not signed in to the sign-in page, and back', async () => {
    const tab = await stage().open();
    await tab.goto('/orders?status=pending');
    assert.equal(tab.path, `/signin?next=${encodeURIComponent('/orders?status=pending')}`);
    const { admin } = stage().service.card;
    await tab.page.getByLabel('E-mail address').fill(admin.email);
    await tab.page.getByLabel('Password').fill(admin.password);
    await tab.page.getByRole('button', { name: 'Sign in' }).click();
    await tab.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    assert.equal(tab.path, '/orders?status=pending');
    assert.equal(await tab.page.title(), 'Orders · Passbell');
  });

  it('shows an order as it comes, and the order itself', async () => {
    const { service } = stage();
    const tab = await stage().open();
    await tab.signIn('/orders');
    await tab.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const order = await postOrder(service, { status: 'PENDING', notes: 'Ring twice' });
    const row = tab.page.getByRole('row', { name: new RegExp(order.saleid) });
    await row.waitFor();
    assert.match((await row.textContent()) ?? '', /Pending/);
    await row.getByRole('link').click();
    await tab.page.getByRole('heading', { name: `Order ${order.saleid}`, level: 1 }).waitFor();
    await tab.page.getByText('Cut in eight').waitFor();
    await tab.page.getByText('Ring twice').waitFor();
    const paid = await service.client.post(`orders/${order.id}/payments`, {
      method_id: service.card.payment_methods[0].id,
      amount: order.total,
    });
    assert.equal(paid.json.status, 'COMPLETE', paid.text);
    await tab.page.getByRole('button', { name: 'Invoice as PDF' }).waitFor();
    await tab.page.getByRole('tab', { name: 'History' }).click();
    await tab.page.getByRole('table', { name: 'History' }).getByText('Complete').first().waitFor();
    await tab.checkAccessibility();
  });

  it('narrows the list as the API does, and finds an order by its sale id', async () => {
    const { service } = stage();
    const waiting = await postOrder(service, { status: 'SUBMITTED' });
    const held = await postOrder(service, { status: 'ON_HOLD' });
    const tab = await stage().open();
    await tab.signIn('/orders?status=submitted');
    await tab.page.getByRole('link', { name: waiting.saleid }).waitFor();
    assert.equal(await tab.page.getByRole('link', { name: held.saleid }).count(), 0);
    await tab.page.getByLabel('Find an order by its sale ID').fill(held.saleid);
    await tab.page.keyboard.press('Enter');
    await tab.page.getByRole('heading', { name: `Order ${held.saleid}` }).waitFor();
  });

  it('says that a sale id is unknown', async () => {
    const tab = await stage().open({ expected: /404/ });
    await tab.signIn('/orders');
    await tab.page.getByLabel('Find an order by its sale ID').fill('NOWHERE1');
    await tab.page.keyboard.press('Enter');
    await tab.page.getByText('No order has this sale ID.').waitFor();
  });

  it('counts open orders, signs out, and lets nobody in afterwards', async () => {
    const tab = await stage().open();
    await tab.signIn('/');
    await tab.page.getByText('Submitted').waitFor();
    await tab.checkAccessibility();
    await tab.page.getByRole('button', { name: /^Account of/ }).click();
    await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.page.getByRole('button', { name: 'Sign out' }).click();
    await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await tab.goto('/orders');
    assert.equal(tab.path, '/signin?next=%2Forders');
  });

  it('is in the language that is chosen, written its way, until it is left to the browser again', async () => {
    const { service } = stage();
    const order = await postOrder(service);
    const tab = await stage().open();
    await tab.signIn(`/orders/${order.id_str}`);
    const { page } = tab;
    const choose = async (value: string) => {
      await page.locator('header button').last().click();
      await page.getByRole('menu').getByRole('combobox').selectOption(value);
    };
    const digits = Number(order.total).toFixed(2);
    await page.getByText(`$${digits}`).first().waitFor();
    await choose('de');
    await page.locator('html[lang=de][dir=ltr]').waitFor();
    await page
      .getByText(new RegExp(`^${digits.replace('.', ',')}.\\$$`))
      .first()
      .waitFor();
    // It is the user's: another browser of theirs comes to it.
    const other = await stage().open();
    await other.signIn('/');
    await other.page.locator('html[lang=de]').waitFor();
    await choose('ar');
    await page.locator('html[lang=ar][dir=rtl]').waitFor();
    await page.getByRole('table').first().waitFor();
    await tab.checkAccessibility();
    await tab.picture('order-arabic');
    await choose('');
    await page.locator('html[lang=en][dir=ltr]').waitFor();
    await page.getByText(`$${digits}`).first().waitFor();
  });

  for (const [name, options] of [
    ['light', {}],
    ['dark', { scheme: 'dark' }],
    ['phone', { size: PHONE }],
  ] as const) {
    it(`can be used by everybody: ${name}`, async () => {
      const { service } = stage();
      const order = await postOrder(service, { status: 'ACCEPTED' });
      const tab = await stage().open(options);
      await tab.signIn('/orders');
      await tab.page.getByRole('link', { name: order.saleid }).waitFor();
      await tab.checkAccessibility();
      await tab.picture(`orders-${name}`);
      if (name === 'phone') {
        const wide = await tab.page.evaluate('document.documentElement.scrollWidth > innerWidth');
        assert.equal(wide, false, 'The page is wider than the phone.');
        await tab.page.getByRole('button', { name: 'Open the menu' }).click();
        await tab.page.getByRole('link', { name: 'Today', exact: true }).waitFor();
        await tab.picture('menu-phone');
        await tab.page.getByRole('button', { name: 'Close the menu' }).click();
      }
      await tab.page.getByRole('link', { name: order.saleid }).click();
      await tab.page.getByRole('table', { name: 'Lines' }).waitFor();
      await tab.page.getByText('Whole order').waitFor();
      await tab.checkAccessibility();
      await tab.picture(`order-${name}`);
    });
  }
});
