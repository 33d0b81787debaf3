import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { make, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine('If-Match of a line, payment or option set (reference: conventions.25)', (service) => {
  let shop: Shop;
  let bowl: Json;
  let set: Json;
  before(async () => {
    shop = await openShop(service());
    const { client, site, tea, soup } = shop;
    const options = [{ product_id: tea.id }, { product_id: soup.id }];
    set = await make(client, 'optionsets', { name: 'With', options });
    bowl = await make(client, `sites/${site}/products`, {
      name: 'Bowl',
      unit_price: 9,
      option_sets: [set.id],
    });
  });

  /** Paths of an order's parts, each with what changes it. */
  async function parts(): Promise<{ order: string; part: string; change: object; canGo: boolean }[]> {
    const { tea, cash } = shop;
    const made = await shop.order({
      lines: [
        { product_id: bowl.id, option_sets: [{ option_set_id: set.id, options: [{ product_id: tea.id }] }] },
      ],
      payments: [{ method_id: cash, amount: 1 }],
    });
    const order = `orders/${made.id}`;
    return [
      { order, part: `${order}/payments/1`, change: { ref: 'changed' }, canGo: false },
      {
        order,
        part: `${order}/optionsets/1`,
        change: { options: [{ product_id: shop.soup.id }] },
        canGo: true,
      },
      { order, part: `${order}/lines/1`, change: { notes: 'changed' }, canGo: true },
    ];
  }

  const tagOf = async (path: string) => (await shop.client.get(path)).headers.etag ?? '';

  it('takes the tag of the part', async () => {
    const { client } = shop;
    for (const { part, change, canGo } of await parts()) {
      const headers = { 'if-match': await tagOf(part) };
      const changed = await client.put(part, change, { headers });
      assert.equal(changed.status, 200, `${part}: ${changed.text}`);
      refused(await client.put(part, change, { headers }), 412, 'precondition_failed');
      if (!canGo) continue;
      refused(await client.delete(part, { headers }), 412, 'precondition_failed');
      const gone = await client.delete(part, { headers: { 'if-match': await tagOf(part) } });
      assert.equal(gone.status, 204, `${part}: ${gone.text}`);
    }
  });

  it('takes the tag of the order, and that of a part while another part changes', async () => {
    const { client } = shop;
    for (const { order, part, change } of await parts()) {
      const [whole, own] = [await tagOf(order), await tagOf(part)];
      assert.equal((await client.put(order, { notes: part })).status, 200);
      refused(await client.put(part, {}, { headers: { 'if-match': whole } }), 412, 'precondition_failed');
      const changed = await client.put(part, change, { headers: { 'if-match': own } });
      assert.equal(changed.status, 200, `${part}: ${changed.text}`);
      const again = await client.put(part, {}, { headers: { 'if-match': await tagOf(order) } });
      assert.equal(again.status, 200, `${part}: ${again.text}`);
    }
  });

  it('does not take the tag of a part for the order, or of another part', async () => {
    const { client } = shop;
    const [payment, chosen, line] = await parts();
    if (payment === undefined || chosen === undefined || line === undefined) throw new Error('No parts.');
    for (const [path, of] of [
      [line.order, line.part],
      [line.part, payment.part],
      [`${line.order}/lines/2`, line.part],
      [`${line.order}/lines/9`, line.part],
    ] as const) {
      const headers = { 'if-match': await tagOf(of) };
      refused(await client.put(path, {}, { headers }), 412, 'precondition_failed');
    }
  });
});
