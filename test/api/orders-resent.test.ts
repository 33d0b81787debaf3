import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';
import { invalidFields } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine('an order that is sent back (reference: orders.49)', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });

  it('has its lines and payments ignored, one by one', async () => {
    const { client, tea, cash } = shop;
    const order = await shop.order({
      lines: [{ product_id: tea.id }, { product_id: tea.id }],
      payments: [{ method_id: cash, amount: 1 }],
    });
    const path = `orders/${order.id}`;
    const again = await client.put(path, { ...order, notes: 'Back' });
    assert.equal(again.status, 200, again.text);
    const ignored = again.headers['x-ignored-fields']?.split(', ') ?? [];
    for (const field of ['lines[0]', 'lines[1]', 'payments[0]'])
      assert.ok(ignored.includes(field), `${ignored}`);
    for (const field of ['lines', 'payments']) assert.ok(!ignored.includes(field), `${ignored}`);
    assert.deepEqual(again.json, { ...order, notes: 'Back', updated_at: again.json.updated_at });
    for (const [body, field, where] of [
      [
        { lines: [{ number: 2 }, { product_id: tea.id }] },
        'lines[1].number',
        /POST \/orders\/<order_id>\/lines/,
      ],
      [{ lines: [{ number: 3 }] }, 'lines[0].number', /lines/],
      [{ lines: [null] }, 'lines[0].number', /lines/],
      [{ lines: { number: 1 } }, 'lines', /list/],
      [{ payments: [{ method_id: cash, amount: 1 }] }, 'payments[0].number', /orders\/<order_id>\/payments/],
      [{ payments: [{ number: '1' }] }, 'payments[0].number', /payments/],
    ] as const) {
      const refusal = await client.put(path, { notes: 'Lost', ...body });
      invalidFields(refusal, field);
      assert.match(refusal.json.error_description, where);
    }
    const none = await client.put(path, { lines: null, payments: [] });
    assert.equal(none.headers['x-ignored-fields'], 'lines');
    const strict = { headers: { prefer: 'handling=strict' } };
    invalidFields(await client.put(path, { lines: [{ number: 1 }] }, strict), 'lines[0]');
    assert.deepEqual(await shop.read(order), again.json);
  });
});
