import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { MAX_LINES } from '#src/orders/rules/limits.ts';
import { pdfLines } from '#test/harness/pdf.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, invalidFields, make, read, refused } from './helpers.ts';
import { newSite, newTax } from './order-helpers.ts';

const PRODUCTS = 40;

const define = (service: () => Service): void => {
  let site: string;
  let cash: number;
  let products: Json[];
  let receiver: Receiver;
  /** What is sent, and the order that was made of it. */
  let lines: Json[];
  let order: Json;
  before(async () => {
    const { client, card } = service();
    cash = card.payment_methods[0].id;
    site = await newSite(client, { kitchen_tickets: true });
    const tax = await newTax(client, 0.1);
    const product = (_none: unknown, at: number) =>
      make(client, `sites/${site}/products`, {
        name: `Product ${at}`,
        unit_price: at + 1,
        taxes: [tax],
        availability: { is_available: true, amount: 1_000_000 },
      });
    products = await Promise.all(Array.from({ length: PRODUCTS }, product));
    receiver = await Receiver.open();
    await make(client, 'webhooks', { topic: 'orders/completed', address: `${receiver.url}/hook` });
    lines = Array.from({ length: MAX_LINES }, (_none, at) => ({
      product_id: products[at % PRODUCTS].id,
      quantity: (at % 3) + 1,
      description: `Line ${at + 1} of a long invoice`,
      notes: at % 10 === 0 ? 'Packed apart' : null,
      metadata: { row: String(at + 1) },
    }));
  });
  after(() => receiver.close());
  const total = (some: readonly Json[]) =>
    some.reduce((sum, { product_id, quantity }) => {
      const product = products.find(({ id }) => id === product_id);
      return sum + product.unit_price * quantity;
    }, 0);
  const isAsSent = (shown: readonly Json[]) =>
    shown.forEach((line, at) => {
      const { product_id, quantity, description, notes, metadata } = line;
      assert.deepEqual({ product_id, quantity, description, notes, metadata }, lines[at]);
      assert.equal(line.number, at + 1);
    });

  it('is made, and read as it was sent', async () => {
    const { client } = service();
    order = await make(client, 'orders', { site_id: site, status: 'PENDING', lines });
    assert.equal(order.lines.length, MAX_LINES);
    isAsSent(order.lines);
    assert.equal(order.total, total(lines));
    assert.deepEqual(await read(client, `orders/${order.id}`), order);
    const list = await read(client, `orders?ids=${order.id}&fields=lines`);
    assert.deepEqual(list[0].lines, order.lines);
    const page = await read(client, `orders/${order.id}/lines?limit=${MAX_LINES}`);
    assert.deepEqual(page, order.lines);
    const ticket = (await read(client, `sites/${site}/tickets`)).at(-1);
    assert.equal(ticket.document.lines.length, MAX_LINES);
    const { json } = await client.get(`orders/${order.id}/explain`);
    assert.equal(json.lines.length, MAX_LINES);
  });

  it('has no line more: neither at once nor added', async () => {
    const { client } = service();
    const more = [...lines, lines[0]];
    assert.equal((await client.post('orders', { site_id: site, lines: more })).status, 400);
    invalidFields(await client.post(`orders/${order.id}/lines`, lines[0]), 'lines');
  });

  it('sent back as it was read, but for its lines, it stays as it is; as it was sent it is priced the same', async () => {
    const { client } = service();
    refused(await client.put(`orders/${order.id}`, order), 413, 'payload_too_large');
    const { lines: _longer, ...rest } = order;
    const same = await change(client, `orders/${order.id}`, rest);
    assert.equal(same.updated_at, order.updated_at);
    const { json } = await client.post('orders/price', { site_id: site, lines });
    assert.equal(json.total, order.total);
    isAsSent(json.lines);
  });

  it('is made in parts, where its lines are longer than a body (reference: limits.2)', async () => {
    const { client } = service();
    const wide = lines.map((line) => ({ ...line, notes: 'ß'.repeat(200) }));
    refused(await client.post('orders', { site_id: site, lines: wide }), 413, 'payload_too_large');
    const first = await make(client, 'orders', { site_id: site, lines: wide.slice(0, MAX_LINES / 2) });
    const whole = await make(client, `orders/${first.id}/lines`, wide.slice(MAX_LINES / 2));
    assert.equal(whole.lines.length, MAX_LINES);
    assert.equal(whole.total, total(lines));
  });

  it('changes line by line: quantity, place, one gone and another added', async () => {
    const { client } = service();
    const put = (number: number, fields: object) =>
      change(client, `orders/${order.id}/lines/${number}`, fields);
    const [third] = lines.splice(2, 1);
    lines.push({ ...third, quantity: 7 });
    await put(3, { quantity: 7, number: MAX_LINES });
    lines.splice(1200, 1);
    assert.equal((await client.delete(`orders/${order.id}/lines/1201`)).status, 204);
    const added = { product_id: products[0].id, quantity: 2, description: null, notes: null, metadata: {} };
    lines.push(added);
    order = await make(client, `orders/${order.id}/lines`, added);
    isAsSent(order.lines);
    assert.equal(order.lines.length, MAX_LINES);
    assert.equal(order.total, total(lines));
  });

  it('is paid, and told whole to a webhook', async () => {
    const { client } = service();
    order = await make(client, `orders/${order.id}/payments`, { method_id: cash, amount: order.total });
    assert.equal(order.status, 'COMPLETE');
    const [message] = await receiver.until(1);
    assert.deepEqual(message?.json, order);
  });

  it('is printed as PDF, every line of it', async () => {
    const answer = await service().client.get(`orders/${order.id}/pdf`, {
      headers: { accept: 'application/pdf' },
    });
    assert.equal(answer.status, 200, answer.text);
    const text = pdfLines(answer.bytes);
    const shown = text.filter((line) => /Line \d+ of a long invoice/.test(line));
    assert.equal(shown.length, MAX_LINES - 1);
  });

  it('is refunded, half and then whole', async () => {
    const { client } = service();
    const back = (some: readonly Json[]) =>
      client.post('orders', {
        site_id: site,
        original_order_id_str: order.id_str,
        lines: some.map(({ product_id, quantity }) => ({ product_id, quantity: -quantity })),
        payments: [{ method_id: cash, amount: -total(some) }],
      });
    const half = lines.slice(0, MAX_LINES / 2);
    const first = await back(half);
    assert.equal(first.status, 201, first.text.slice(0, 500));
    assert.equal(first.json.total, -total(half));
    assert.equal(first.json.lines[0].description, lines[0].description);
    const second = await back(lines.slice(half.length));
    assert.equal(second.status, 201, second.text.slice(0, 500));
    const left = await read(client, `orders/${order.id}/refunds`);
    assert.equal(left.left, 0);
    assert.equal(left.lines.length, MAX_LINES);
    assert.ok(left.lines.every((line: Json) => line.quantity_left === 0));
    const again = await back([lines[0]]);
    assert.equal(again.status, 400, again.text);
  });
};

onEachEngine('an order as long as orders may be (reference: limits.13)', define, { ROLE: 'all' });
