import assert from 'node:assert/strict';
import { before, it } from 'node:test';

import { pdfLines, readPdf } from '#test/harness/pdf.ts';
import { type Answer, type Ask, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, refused, UNKNOWN_ID } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

const ACCEPT_PDF: Ask = { headers: { accept: 'application/pdf' } };

onEachEngine('the PDF of an order (reference: orders.42)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const get = (order: Json, ask: Ask = ACCEPT_PDF) => shop.client.get(`orders/${order.id_str}/pdf`, ask);
  const linesOf = (answer: Answer): string[] => {
    assert.equal(answer.status, 200, answer.text);
    return pdfLines(answer.bytes);
  };
  const shows = (lines: readonly string[], ...wanted: string[]) => {
    for (const line of wanted) assert.ok(lines.includes(line), `No line says ${line}:\n${lines.join('\n')}`);
  };

  it('is a tax invoice with what was sold, taxed and paid', async () => {
    const { client } = shop;
    const site = await newSite(client, {
      name: 'Harbour',
      timezone: 'Asia/Tokyo',
      currency: 'EUR',
      tax_number: 'DE123456789',
      postal_address: { address: 'Quay 1', city: 'Hafen', state: null, postal_code: '20457', country: 'DE' },
    });
    const vat = await newTax(client, 0.07);
    const soup = await make(client, `sites/${site}/products`, {
      name: 'Ramen',
      unit_price: 10.7,
      taxes: [vat],
    });
    const gift = await make(client, `sites/${site}/products`, { name: 'Gift card', unit_price: 20 });
    const order = await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      customer_id: shop.customer,
      sale_number: 'A-17',
      order_type: 'Takeaway',
      placed_at: '2026-03-07T18:30:00Z',
      lines: [
        { product_id: soup.id, quantity: 1.5, price_variation: 0.9, notes: 'No egg' },
        { product_id: gift.id },
      ],
      payments: [{ method_id: shop.cash, amount: 20, tip: 1 }],
    });
    const company = (await client.get('/v1/companies/me')).json;
    const lines = linesOf(await get(order));
    shows(
      lines,
      `${company.name}|Tax invoice`,
      'Harbour',
      'Quay 1',
      'Hafen 20457',
      'Tax number DE123456789',
      `Receipt|${order.saleid}`,
      'Sale number|A-17',
      'Order|A01',
      'Date|2026-03-08 03:30',
      'Time zone|Asia/Tokyo',
      'Order type|Takeaway',
      'Ramen|1.5|10.70|7%|14.45',
      '10% discount',
      'Gift card|1|20.00|20.00',
      'Total|EUR 34.45',
      'Cash|20.00',
      '1 / 1',
    );
    const figures = lines.flatMap((line) => line.split('|'));
    for (const figure of ['13.50', '0.95', 'Not taxed', 'Tips', 'Amount due', '14.45']) {
      assert.ok(figures.includes(figure), figure);
    }
    assert.ok(lines.some((line) => line.includes(order.customer.first_name)));
  });

  it('says on an invoice who buys, as they are now (reference: orders.71)', async () => {
    const { client } = shop;
    const site = await newSite(client, { name: 'Numbered', invoice_numbers: true });
    const address = { address: 'Dock 4', city: 'Perth', state: 'WA', postal_code: '6000', country: 'AU' };
    const buyer = await make(client, 'customers', {
      ...{ first_name: 'Grace', phone: '0400 1', company_name: 'Acme Pty Ltd', tax_number: 'B-9' },
      primary_address: address,
    });
    const order = (at: object) =>
      make(client, 'orders', { ...at, status: 'COMPLETE', customer_id: buyer.id });
    const invoice = await order({ site_id: site });
    const about = ['Acme Pty Ltd', 'Dock 4', 'Perth WA 6000', 'Tax number B-9'];
    const first = await get(invoice);
    shows(linesOf(first), ...about, 'Grace', '0400 1');
    const receipt = linesOf(await get(await order({ site_id: shop.site })));
    shows(receipt, 'Grace', '0400 1');
    for (const line of about) assert.ok(!receipt.includes(line), line);
    await change(client, `customers/${buyer.id}`, { primary_address: { ...address, address: 'Dock 5' } });
    const moved = await get(invoice);
    shows(linesOf(moved), 'Dock 5');
    assert.notEqual(moved.headers.etag, first.headers.etag);
  });

  it('has the texts of the company, line by line (reference: printing.22)', async () => {
    const order = await shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
    const bare = await get(order);
    const texts = { receipt_header: 'Best soup\nin town', receipt_footer: 'Thank you!\n\nשלום' };
    await change(shop.client, '/v1/companies/me', texts);
    const answer = await get(order);
    shows(linesOf(answer), 'Best soup', 'in town', 'Thank you!', 'םולש');
    assert.notEqual(answer.headers.etag, bare.headers.etag);
    await change(shop.client, '/v1/companies/me', { receipt_header: null, receipt_footer: null });
    assert.deepEqual((await get(order)).bytes, bare.bytes);
  });

  it('is a refund that names what was refunded', async () => {
    const original = await shop.order({
      status: 'COMPLETE',
      lines: [{ product_id: shop.soup.id }],
      payments: [{ method_id: shop.cash, amount: 10 }],
    });
    const refund = await shop.order({
      original_order_id_str: original.id_str,
      lines: [{ product_id: shop.soup.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -10 }],
    });
    const lines = linesOf(await get(refund));
    shows(
      lines,
      `Refund of receipt|${original.saleid}`,
      `Refund of order|${original.id_str}`,
      'Paid back|10.00',
    );
    assert.match(lines[0] ?? '', /\|Refund$/);
    assert.ok(lines.some((line) => line.startsWith(`Refund of receipt ${original.saleid} of `)));
  });

  it('is 400 until the order is COMPLETE, and 404 where there is none', async () => {
    for (const status of ['SUBMITTED', 'ON_HOLD', 'ACCEPTED', 'PENDING', 'REJECTED']) {
      const answer = await get(await shop.order({ status }));
      refused(answer, 400, 'invalid_request');
      assert.match(answer.json.error_description, new RegExp(`^The order is ${status}: .* COMPLETE`));
    }
    const order = await shop.order({ lines: [{ product_id: shop.soup.id }] });
    refused(await get(order), 400, 'invalid_request');
    await change(shop.client, `orders/${order.id_str}`, { status: 'COMPLETE' });
    assert.equal((await get(order)).status, 200);
    for (const path of [`orders/${UNKNOWN_ID}/pdf`, 'orders/x/pdf', 'orders/0.pdf']) {
      refused(await shop.client.get(path, { headers: { accept: '*/*' } }), 404, 'not_found');
    }
    refused(await service().foreign.get(`orders/${order.id_str}/pdf`, ACCEPT_PDF), 404, 'not_found');
    const path = `/v1/companies/${shop.client.companyId}/orders/${order.id_str}.pdf`;
    refused(await service().foreign.get(path), 404, 'not_found');
  });

  it('is negotiated: application/pdf, or .pdf without Accept; 406 as JSON', async () => {
    const order = await shop.order({ status: 'COMPLETE' });
    const whole = (await get(order)).bytes;
    for (const accept of [
      'application/pdf',
      'application/*',
      '*/*',
      'application/json, application/pdf;q=0.1',
    ]) {
      const answer = await get(order, { headers: { accept } });
      assert.equal(answer.headers['content-type'], 'application/pdf', accept);
      assert.deepEqual(answer.bytes, whole);
    }
    for (const ask of [{ without: ['accept'] }, {}, ACCEPT_PDF]) {
      const answer = await shop.client.get(`orders/${order.id_str}.pdf?x=1`, ask);
      assert.equal(answer.headers['content-type'], 'application/pdf');
      assert.deepEqual(answer.bytes, whole);
    }
    refused(await get(order, {}), 406, 'not_acceptable');
    refused(await get(order, { without: ['accept'] }), 406, 'not_acceptable');
    refused(await shop.client.get(`orders/${order.id_str}/pdf.json`, ACCEPT_PDF), 406, 'not_acceptable');
    refused(await shop.client.post(`orders/${order.id_str}/pdf`, {}), 405, 'method_not_allowed');
  });

  it('keeps its bytes and its tag until something of it changes', async () => {
    const { client } = shop;
    const site = await newSite(client);
    const order = await make(client, 'orders', { site_id: site, status: 'COMPLETE' });
    const first = await get(order);
    const tag = first.headers.etag ?? '';
    assert.match(tag, /^"[^"]+"$/);
    service().clock.advance(3_600_000_000n);
    const again = await get(order);
    assert.deepEqual([again.headers.etag, again.bytes], [tag, first.bytes]);

    const known = await get(order, { headers: { accept: 'application/pdf', 'if-none-match': `W/${tag}` } });
    assert.deepEqual([known.status, known.headers.etag, known.bytes.length], [304, tag, 0]);
    const head = await client.ask('HEAD', `orders/${order.id_str}.pdf`);
    assert.deepEqual(
      [head.status, head.headers.etag, head.headers['content-length'], head.bytes.length],
      [200, tag, String(first.bytes.length), 0],
    );

    await change(client, `sites/${site}`, { name: 'Renamed' });
    const renamed = await get(order);
    assert.notEqual(renamed.headers.etag, tag);
    shows(linesOf(renamed), 'Renamed');
  });

  it('has names in any script, and many lines over many pages', async () => {
    const { client } = shop;
    const site = await newSite(client, { name: '東京カフェ' });
    const names = ['שווארמה', '宫保鸡丁', '김치찌개', 'Борщ', 'Σουβλάκι'];
    const products: Json[] = [];
    for (const name of names)
      products.push(await make(client, `sites/${site}/products`, { name, unit_price: 1 }));
    const order = await make(client, 'orders', {
      site_id: site,
      status: 'COMPLETE',
      lines: Array.from({ length: 200 }, (_, at) => ({ product_id: products[at % products.length].id })),
    });
    const pages = readPdf((await get(order)).bytes);
    assert.ok(pages.length >= 4 && pages.length <= 6, `${pages.length} pages`);
    for (const [at, { lines }] of pages.entries()) {
      const said = lines.map((line) => line.join('|'));
      shows(said, `${at + 1} / ${pages.length}`);
      assert.ok(
        said.some((line) => /^Item\|Qty\|Price/.test(line)),
        'A page has no table head.',
      );
    }
    const said = pages.flatMap(({ lines }) => lines.map((line) => line.join('')));
    for (const name of ['宫保鸡丁', '김치찌개', 'Борщ', 'Σουβλάκι', [...'שווארמה'].reverse().join('')]) {
      assert.equal(said.filter((line) => line.startsWith(`${name}1`)).length, 40, name);
    }
  });
});
