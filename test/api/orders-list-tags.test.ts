// Lists of orders have the entity tag of what they show without a look at its bytes (reference: conventions.24).

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Json } from '#test/harness/service.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { change, make } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

/** Enough orders with notes that a page of them is made slice by slice. */
const LONG = { orders: 12, lines: 20, notes: 'Sehr heiß bitte. '.repeat(58) };

onEachEngine('the entity tag of a list of orders', (service) => {
  let shop: Shop;
  let customer: string;
  const orders: string[] = [];
  before(async () => {
    shop = await openShop(service());
    const { client } = shop;
    customer = String(
      (await make(client, 'customers', { first_name: 'Ada', phone: '1', reference_id: 'ours' })).id,
    );
    for (const own of [{ customer_id: customer }, {}, { external_id: 'A-1' }]) orders.push(await order(own));
  });

  const order = async (own: Json = {}): Promise<string> => {
    const lines = [{ product_id: shop.soup.id, quantity: 2 }];
    return String((await make(shop.client, 'orders', { site_id: shop.site, lines, ...own })).id_str);
  };
  const get = (path: string, known?: string) =>
    shop.client.get(path, known === undefined ? {} : { headers: { 'if-none-match': known } });

  it('changes exactly when what is shown changes', async () => {
    const { client, site } = shop;
    const paths = [
      'orders',
      'orders?fields=lines',
      'orders?fields=customer',
      'orders?fields=lines,options,payments,customer',
      'orders?expand=register',
      'orders?limit=2',
      `sites/${site}/orders?fields=customer`,
    ];
    const [linked = '', plain = '', named = ''] = orders;
    const acts: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      () => change(client, `customers/${customer}`, { first_name: 'Grace' }),
      () => change(client, `customers/${customer}`, { reference_id: 'others' }),
      () => change(client, `orders/${plain}`, { notes: 'By the door' }),
      () => change(client, `orders/${plain}`, { external_id: 'B-1' }),
      () => change(client, `orders/${named}`, { external_id: 'A-2' }),
      () => change(client, `orders/${linked}`, { customer_id: null }),
      () => change(client, `orders/${plain}`, { customer_id: customer }),
      () => change(client, `customers/${customer}`, { first_name: 'Ada' }),
      () => order(),
    ];
    const tags = new Map(paths.map((path) => [path, new Map<string, string>()]));
    const changed: number[] = [];
    for (const act of acts) {
      await act();
      let count = 0;
      for (const path of paths) {
        const seen = tags.get(path) ?? new Map<string, string>();
        const answer = await get(path);
        assert.equal(answer.status, 200, answer.text);
        const tag = answer.headers.etag ?? '';
        assert.match(tag, /^"[\w-]{27}"$/);
        if (!seen.has(answer.text)) {
          count++;
          assert.ok(![...seen.values()].includes(tag), `${path}: ${tag} was of another text`);
        }
        assert.equal(seen.get(answer.text) ?? tag, tag, path);
        seen.set(answer.text, tag);
        assert.equal((await get(path, tag)).status, 304, path);
      }
      changed.push(count);
    }
    assert.deepEqual(changed.slice(0, 1), [paths.length]);
    assert.ok(
      changed.every((count) => count >= 3),
      `each of the acts shows in some of the lists: ${changed}`,
    );
  });

  it('is of the whole of a page that is made slice by slice', async () => {
    const { client, soup } = shop;
    const lines = Array.from({ length: LONG.lines }, () => ({ product_id: soup.id, notes: LONG.notes }));
    const made: string[] = [];
    for (let at = 0; at < LONG.orders; at++) made.push(await order({ lines }));
    const path = 'orders?fields=lines,options,payments,customer&limit=100';
    const first = await get(path);
    const tag = first.headers.etag ?? '';
    assert.ok(first.text.length > 256 * 1024);
    assert.equal((await get(path, tag)).status, 304);
    await change(client, `orders/${made[0]}`, { notes: 'The last of the page' });
    const second = await get(path, tag);
    assert.equal(second.status, 200);
    assert.notEqual(second.headers.etag, tag);
  });
});
