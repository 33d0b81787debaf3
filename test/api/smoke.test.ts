import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';

onEachEngine('an add-on developer in the first two minutes', (service) => {
  it('posts an order and reads it back', async () => {
    const { client, card } = service();
    const menu = await client.get('products?name=Barbecue%20Chicken%20Pizza%20(&limit=2&fields=unit_price');
    assert.equal(menu.status, 200);
    const posted = await client.post('orders', {
      site_id: card.sites[0].id,
      status: 'PENDING',
      lines: [{ product_id: menu.json[0].id, quantity: 2 }, { product_id: menu.json[1].id_str }],
      payments: [{ method_id: card.payment_methods[0].id, amount: 42.25 }],
    });
    assert.equal(posted.status, 201, posted.text);
    assert.equal(posted.json.total, 42.25);
    assert.equal(posted.json.status, 'COMPLETE');
    const read = await client.get(`orders/${posted.json.id}`);
    assert.equal(read.text, posted.text);
    assert.equal(read.headers.etag, posted.headers.etag);
    const foreign = await service().foreign.get(`orders/${posted.json.id}`);
    assert.equal(foreign.status, 404);
  });
});
