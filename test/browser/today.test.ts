// The day and the reports in a browser: what the API says, as it happens.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import type { Json, Service } from '#test/harness/service.ts';
import { hirePerson } from '../api/screens.ts';
import { onStage, PHONE } from './harness.ts';
import { HOSTILE, WIDER } from './pages.ts';

/** Posts an order of water, paid in full when it is complete. */
async function sell({ client, card }: Service, fields: object = {}): Promise<Json> {
  const menu = await client.get('products?limit=2');
  const lines = [{ product_id: menu.json[0].id_str, quantity: 3 }, { product_id: menu.json[1].id_str }];
  const site = card.sites[0].id;
  const { json: price } = await client.post('orders/price', { site_id: site, lines });
  const answer = await client.post('orders', {
    site_id: site,
    status: 'COMPLETE',
    lines,
    payments: [{ method_id: card.payment_methods[0].id, amount: price.total }],
    ...fields,
  });
  assert.equal(answer.status, 201, answer.text);
  return answer.json;
}

/** What a figure on the screen says, as a plain decimal. */
const plain = (text: string | null) => Number((text ?? '').replace(/[^\d.-]/g, ''));

onStage('the day and the reports', (stage) => {
  it('shows sales and open orders of today as they happen, and what needs somebody', async () => {
    const { service } = stage();
    const { client, card } = service;
    const menu = await client.get('products?limit=2');
    await client.put(`sites/${card.sites[0].id}/products/${menu.json[1].id_str}`, {
      availability: { is_available: true, amount: 1 },
    });
    await client.put(`sites/${card.sites[0].id}`, {
      default_pass_thru_register_id: card.sites[0].registers[0].id,
    });
    const tab = await stage().open();
    await tab.signIn('/');
    const { page } = tab;
    await page.getByText('No sales yet today.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Register 1 is offline' }).waitFor();
    const order = await sell(service);
    await page.getByTestId('today-orders').filter({ hasText: /^1$/ }).waitFor();
    assert.equal(plain(await page.getByTestId('today-sales').textContent()), Number(order.total));
    await page.getByRole('table', { name: 'Best sellers' }).getByText(menu.json[0].name).waitFor();
    await page.getByRole('link', { name: `${menu.json[1].name} is out of stock` }).waitFor();
    const report = await client.get('reports/today');
    const hours = page.getByRole('table', { name: 'Sales by hour' });
    await page.getByText('Show as table').click();
    const shown = await hours.locator('tbody tr td:nth-child(2)').allTextContents();
    assert.deepEqual(
      shown.map(plain),
      report.json.hours.map((each: Json) => Number(each.total)),
    );
    await sell(service, { status: 'ACCEPTED', payments: [], lines: [{ product_id: menu.json[0].id_str }] });
    await page.getByTestId('open-ACCEPTED').filter({ hasText: /^1$/ }).waitFor();
    // Sold at other hours of the day in Sydney, and a week ago.
    for (const [day, hours] of [
      ['2026-03-07', ['13:10', '14:20', '14:40', '15:05', '16:30', '17:00', '17:45']],
      ['2026-02-28', ['13:30', '15:00', '15:30', '17:10', '19:00', '20:30', '22:00']],
      [
        '2026-03-01',
        ['00:10', '01:40', '02:00', '02:30', '03:15', '07:20', '08:10', '08:50', '09:30', '10:00'],
      ],
    ] as const) {
      for (const [at, hour] of hours.entries()) {
        const lines = [{ product_id: menu.json[0].id_str, quantity: 1 + (at % 3) }];
        await sell(service, { placed_at: `${day}T${hour}:00Z`, lines, payments: [] });
      }
    }
    await page.getByTestId('today-orders').filter({ hasText: /^8$/ }).waitFor();
    await page.getByText('Last week, all day: 17').waitFor();
    // A refund is no order: neither here nor in the average beside it.
    const back = await client.post('orders', {
      ...{ site_id: card.sites[0].id, original_order_id_str: order.id_str, status: 'COMPLETE' },
      lines: [{ product_id: menu.json[0].id_str, quantity: -1 }],
    });
    assert.equal(back.status, 201, back.text);
    await page.getByTestId('today-orders-besides').getByText('and 1 refund').waitFor();
    const figure = async (name: string) => plain(await page.getByTestId(`today-${name}`).textContent());
    assert.match((await page.getByTestId('today-orders').textContent()) ?? '', /^8 and 1 refund$/);
    const { totals } = (await client.get('reports/today')).json;
    assert.deepEqual([totals.orders, totals.refunds], [9, 1]);
    assert.equal(await figure('average'), Number(totals.average));
    assert.equal(Math.round(((await figure('sales')) / 8) * 100), Math.round(Number(totals.average) * 100));
    await tab.checkAccessibility();
    await page.getByText('Show as table').click();
    await tab.picture('today');
    await page.getByRole('link', { name: 'Show orders: Accepted' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    assert.equal(tab.path, '/orders?status=accepted');
  });

  it('shows which discounts were given, how often and by whom', async () => {
    const { service } = stage();
    const { client } = service;
    const made = await client.post('discounts', { name: 'Regulars', kind: 'share', value: 0.1 });
    const [water] = (await client.get('products?limit=1')).json;
    const lines = [{ product_id: water.id_str, quantity: 3 }];
    await sell(service, { discount_id: made.json.id, lines, payments: [] });
    const tab = await stage().open();
    await tab.signIn('/reports?range=today&by=discount');
    const row = tab.page
      .getByRole('table', { name: 'Report: Discounts given' })
      .getByRole('row', { name: /Regulars/ });
    await row.waitFor();
    const { rows } = (await client.get('reports/discount')).json;
    const mine = rows.find(({ name }: Json) => name === 'Regulars');
    const figures = (await row.locator('td').allTextContents()).map(plain);
    assert.deepEqual(figures, [
      ...[mine.given, mine.discount, mine.discount_ex_tax, mine.discount_tax],
      ...[mine.orders, mine.refunds, mine.lines],
    ]);
  });

  it('adds up what GET adds up, by everything there is, and as a file', async () => {
    const { service } = stage();
    const { client } = service;
    const menu = await client.get('products?limit=2');
    await client.put(`sites/${service.card.sites[0].id}/products/${menu.json[1].id_str}`, {
      availability: { is_available: true, amount: null },
    });
    await sell(service);
    const tab = await stage().open();
    await tab.signIn('/reports?range=today');
    const { page } = tab;
    const words = ['day', 'hour', 'product', 'category', 'staff', 'register', 'tender', 'tax'];
    for (const by of [...words, 'order_type', 'source', 'site']) {
      await tab.goto(`/reports?range=today&by=${by}`);
      const { json } = await client.get(`reports/${by}`);
      const totals = page.getByTestId('totals');
      await totals.waitFor();
      const renamed: Record<string, string> = { amount: 'paid', taxable: 'total_ex_tax', tax: 'total_tax' };
      for (const cell of await totals.locator('td').all()) {
        const name = (await cell.getAttribute('data-figure')) ?? '';
        const refunds = name === 'orders' ? Number(json.totals.refunds) : 0;
        const wanted = name === 'tip' ? 0 : Number(json.totals[renamed[name] ?? name]) - refunds;
        assert.equal(plain(await cell.textContent()), wanted, `${by} ${name}`);
      }
      const rows = page.getByRole('table', { name: /^Report: / }).locator('tbody tr');
      assert.equal(await rows.count(), json.row_count, by);
      const figure = { tender: 'amount', tax: 'tax' }[by] ?? 'total';
      const heads = await page
        .getByRole('table', { name: /^Report: / })
        .locator('thead th')
        .allTextContents();
      const column = heads.indexOf({ tender: 'Amount', tax: 'Tax' }[by] ?? 'Sales', 1);
      const shown = await rows.locator(`:nth-child(${column + 1})`).allTextContents();
      assert.deepEqual(
        shown.filter((text) => text !== '').map(plain),
        json.rows.map((row: Json) => Number(row[figure])),
        by,
      );
    }
    for (const [at, days] of [3, 4, 5, 8, 9, 10, 12, 13, 16, 17, 18, 20, 23, 24, 26].entries()) {
      const lines = [{ product_id: menu.json[at % 2].id_str, quantity: 1 + ((at * 5) % 4) }];
      const placed_at = new Date(Date.UTC(2026, 2, 7) - days * 86_400_000).toISOString();
      await sell(service, { placed_at, lines, payments: [] });
    }
    await tab.goto('/reports?range=30days&by=product');
    await page.getByRole('table', { name: 'Report: Sales by product' }).waitFor();
    await page.getByText('Show as table').waitFor();
    await tab.checkAccessibility();
    await tab.picture('reports');
    await tab.goto('/reports?range=7days&by=product');
    await page.getByRole('table', { name: 'Report: Sales by product' }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^product-2026-03-02-2026-03-08\.csv$/);
    const text = await new Response(await file.createReadStream()).text();
    const csv = await client.get('reports/product/csv?from=2026-03-02&to=2026-03-08', {
      headers: { accept: 'text/csv' },
    });
    assert.equal(text.replace(/^\uFEFF/, ''), csv.text.replace(/^\uFEFF/, ''));
  });

  it('says at its field what is wrong with a range', async () => {
    const tab = await stage().open({ expected: /400/ });
    await tab.signIn('/reports?from=2026-01-02&to=2026-01-01');
    await tab.page.getByText('must not be after to, which is', { exact: false }).waitFor();
    const from = tab.page.getByLabel('From');
    assert.equal(await from.getAttribute('aria-invalid'), 'true');
    // A day that is left blank is what it was.
    await from.fill('');
    await from.blur();
    assert.equal(await from.inputValue(), '2026-01-02');
    await from.fill('2025-12-31');
    await tab.page
      .getByRole('table', { name: /^Report/ })
      .or(tab.page.getByText('No completed orders'))
      .waitFor();
    assert.match(tab.path, /from=2025-12-31/);
  });

  it('says so while figures are not complete', async () => {
    const tab = await stage().open();
    await tab.page.route(/\/reports\/(?:today|day)\b/, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace('"complete":true', '"complete":false');
      await route.fulfill({ response: answer, body: text });
    });
    await tab.signIn('/');
    const words = tab.page.getByText('so these figures are too low for now', { exact: false });
    await words.waitFor();
    await tab.goto('/reports?by=day');
    await words.waitFor();
    await tab.page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('tells of webhooks that were given up and of print jobs that wait', async () => {
    const { service } = stage();
    const { client, card, clock } = service;
    const order = await sell(service);
    const printed = await client.post(`orders/${order.id_str}/receipt`, {
      register_id: card.sites[0].registers[0].id,
    });
    assert.equal(printed.status, 201, printed.text);
    const { json: hook } = await client.post('webhooks', {
      topic: 'orders/completed',
      address: 'https://example.com/told',
      format: 'json',
    });
    clock.advance(3n * MINUTE);
    const tab = await stage().open();
    await tab.page.route(/\/addons\/\d+\/webhooks/, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text())
        .replaceAll('"dead_deliveries":0', '"dead_deliveries":2')
        .replaceAll('"stalled_since":null', '"stalled_since":"2026-01-01T00:00:00Z"');
      await route.fulfill({ response: answer, body: text });
    });
    await tab.signIn('/');
    const { page } = tab;
    await page.getByRole('link', { name: 'Register 1: 1 print job has been waiting long' }).waitFor();
    const link = page.getByRole('link', { name: /2 deliveries of orders\/completed given up/ });
    await link.waitFor();
    assert.match(
      (await link.getAttribute('href')) ?? '',
      new RegExp(`/addons/\\d+/webhooks/${hook.id_str}$`),
    );
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is there for staff, who see no more than they may', async () => {
    const { service } = stage();
    const person = await hirePerson(service, 'staff');
    const order = await sell(service);
    const tab = await stage().open();
    await tab.signIn('/', person);
    await tab.page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    for (const [path, ready] of [
      ['/reports', 'Total'],
      [`/orders/${order.id_str}`, 'Whole order'],
      ['/customers', 'Ada Example'],
      ['/checkins', 'Nobody is checked in'],
    ] as const) {
      await tab.goto(path);
      await tab.page.getByText(ready, { exact: true }).first().waitFor();
    }
  });

  it('fits a phone, in the dark as well', async () => {
    const { service } = stage();
    const { card, client } = service;
    for (const name of HOSTILE) {
      const made = await client.post(`sites/${card.sites[0].id}/products`, {
        name,
        unit_price: 1,
        availability: { is_available: true, amount: 1 },
      });
      assert.equal(made.status, 201, made.text);
      await sell(service, { lines: [{ product_id: made.json.id_str }], payments: [] });
    }
    const tab = await stage().open({ size: PHONE, scheme: 'dark' });
    await tab.signIn('/');
    for (const [path, ready] of [
      ['/', 'Needs attention'],
      ['/reports', 'Total'],
      ['/reports?by=product', 'Total'],
    ] as const) {
      await tab.goto(path);
      await tab.page.getByText(ready, { exact: true }).first().waitFor();
      await tab.page.getByText('Show as table').waitFor();
      if (path === '/') await tab.page.getByText(HOSTILE[0], { exact: false }).first().waitFor();
      if (path === '/reports') await tab.picture('reports-phone');
      const wide = await tab.page.evaluate(WIDER);
      assert.deepEqual(wide, [], `${path} is wider than the phone.`);
      await tab.checkAccessibility();
      assert.equal(await tab.page.evaluate('window.pwned'), undefined);
    }
  });

  it('shows one site or all, and never adds two currencies', async () => {
    const { service } = stage();
    const { client, card } = service;
    const [water]: Json[] = (await client.get('products?limit=1')).json;
    /** A new site with a sale of 12. */
    const selling = async (fields: object): Promise<Json> => {
      const { json: site } = await client.post('sites', fields);
      await client.put(`sites/${site.id_str}/products/${water.id_str}`, { is_available: true });
      const sold = await client.post('orders', {
        site_id: site.id_str,
        status: 'COMPLETE',
        lines: [{ product_id: water.id_str, quantity: 4, unit_price_inc_tax: 3 }],
      });
      assert.equal(sold.status, 201, sold.text);
      return site;
    };
    const harbour = await selling({ name: 'Harbour' });
    const tab = await stage().open();
    await tab.signIn('/');
    const { page } = tab;
    const shows = async (path: string) => {
      const { json } = await client.get(path);
      await page
        .getByTestId('today-orders')
        .filter({ hasText: new RegExp(`^${json.totals.orders - json.totals.refunds}\\b`) })
        .waitFor();
      assert.equal(plain(await page.getByTestId('today-sales').textContent()), Number(json.totals.total));
    };
    await shows('reports/today');
    await page.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'Harbour' }).click();
    await page.getByTestId('today-sales').filter({ hasText: '$12.00' }).waitFor();
    await shows(`reports/today?site_id=${harbour.id_str}`);
    const quay = await selling({ name: 'Quay', currency: 'EUR' });
    await tab.goto('/');
    await shows(`reports/today?site_id=${card.sites[0].id}`);
    await tab.goto(`/reports?by=product&range=today&site=${quay.id_str}`);
    await page.getByText('Amounts in EUR', { exact: false }).waitFor();
    assert.equal(plain(await page.locator('[data-figure=total]').textContent()), 12);
  });
});
