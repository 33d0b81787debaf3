import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { pdfLines } from '#test/harness/pdf.ts';
import { type Ask, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, EventLog, invalidFields, make } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

const ACCEPT_PDF: Ask = { headers: { accept: 'application/pdf' } };
const CAKE = 'Birthday cake for 20, “Ada”';

onEachEngine('lines with a description of their own (reference: orders.68)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const described = (more: object = {}) => ({ product_id: shop.soup.id, description: CAKE, ...more });
  const descriptionsOf = ({ lines }: Json) => lines.map((line: Json) => line.description);

  it('keep it beside their product; none has none', async () => {
    const order = await shop.order({ lines: [described(), { product_id: shop.tea.id }] });
    assert.deepEqual(descriptionsOf(order), [CAKE, null]);
    assert.equal(order.lines[0].product.name, 'Soup');
    const added = await make(shop.client, `orders/${order.id}/lines`, described({ description: 'Candles' }));
    assert.deepEqual(descriptionsOf(added), [CAKE, null, 'Candles']);
    const line = (await shop.client.get(`orders/${order.id}/lines/3`)).json;
    assert.equal(line.description, 'Candles');
  });

  it('change it, and lose it by null or an empty text', async () => {
    const order = await shop.order({ lines: [described(), described(), described()] });
    const put = (number: number, description: unknown) =>
      change(shop.client, `orders/${order.id}/lines/${number}`, { description });
    await put(1, 'Cake');
    await put(2, null);
    assert.deepEqual(descriptionsOf(await put(3, ' ')), ['Cake', null, null]);
    // A change of something else leaves it alone, and so does sending it back.
    const more = await change(shop.client, `orders/${order.id}/lines/1`, { quantity: 2 });
    assert.deepEqual(descriptionsOf(more), ['Cake', null, null]);
    const [shown] = more.lines;
    const same = await change(shop.client, `orders/${order.id}/lines/1`, shown);
    assert.equal(same.updated_at, more.updated_at);
  });

  it('have one of at most 500 characters', async () => {
    const long = '麺'.repeat(500);
    const order = await shop.order({ lines: [described({ description: long })] });
    assert.deepEqual(descriptionsOf(order), [long]);
    const { client, site } = shop;
    for (const description of [`${long}x`, 7, ['x']]) {
      const body = { site_id: site, lines: [described(), described({ description })] };
      invalidFields(await client.post('orders', body), 'lines[1].description');
      invalidFields(await client.put(`orders/${order.id}/lines/1`, { description }), 'description');
    }
  });

  it('are given back under it, unless the refund says another', async () => {
    const sale = await shop.order({
      status: 'COMPLETE',
      lines: [described({ quantity: 3 })],
      payments: [{ method_id: shop.cash, amount: 30 }],
    });
    const back = (more: object) =>
      shop.order({
        original_order_id_str: sale.id_str,
        lines: [{ product_id: shop.soup.id, quantity: -1, ...more }],
      });
    assert.deepEqual(descriptionsOf(await back({})), [CAKE]);
    assert.deepEqual(descriptionsOf(await back({ description: 'Broken' })), ['Broken']);
    assert.deepEqual(descriptionsOf(await back({ description: null })), [CAKE]);
  });

  it('are shown by it on the PDF, and in how their price came about', async () => {
    const order = await shop.order({
      status: 'COMPLETE',
      placed_at: '2024-03-07T21:00:00Z',
      lines: [described(), { product_id: shop.tea.id }],
      payments: [{ method_id: shop.cash, amount: 14, paid_at: '2024-03-08T09:15:00Z' }],
    });
    const answer = await shop.client.get(`orders/${order.id}/pdf`, ACCEPT_PDF);
    assert.equal(answer.status, 200, answer.text);
    const text = pdfLines(answer.bytes).join('\n');
    assert.ok(text.includes(CAKE), text);
    assert.ok(text.includes('Tea'), text);
    assert.ok(!text.includes('Soup'), text);
  });

  it('are told to the kitchen by it: on tickets and in events; a change of it is a new line to cook', async () => {
    const { client } = shop;
    const site = await newSite(client, { kitchen_tickets: true });
    const soup = await make(client, `sites/${site}/products`, {
      name: 'Cake',
      docket_name: 'CK',
      unit_price: 10,
    });
    const log = await EventLog.open(client);
    const order = await make(client, 'orders', {
      site_id: site,
      status: 'ON_HOLD',
      lines: [{ product_id: soup.id, description: CAKE }, { product_id: soup.id }],
    });
    await change(client, `orders/${order.id}/lines/1`, { description: 'Bread' });
    const told = (await log.take()).filter((event: Json) => event.topic === 'orders/kitchen_print');
    const entries = told.map((event: Json) =>
      event.payload.kitchen.map(({ action, name }: Json) => [action, name]),
    );
    assert.deepEqual(entries, [
      [
        ['new', CAKE],
        ['new', 'Cake'],
      ],
      [
        ['void', CAKE],
        ['new', 'Bread'],
      ],
    ]);
    const { json } = await client.get(`sites/${site}/tickets`);
    const names = json.flatMap((ticket: Json) => ticket.document.lines.map((line: Json) => line.name));
    assert.deepEqual(names.sort(), ['Bread', CAKE, CAKE, 'CK'].sort());
  });
});
