import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { SCOPES } from '#src/edge/scopes.ts';
import { get } from '#src/orders/http/handlers.ts';
import { listByPath } from '#src/orders/http/lists.ts';
import { getLine, listLines } from '#src/orders/http/shown-parts.ts';
import { statementsOf } from '#test/harness/reads.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, read, refused, secondAddon } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

// Records beside the ids that orders have of them (reference: conventions.57).

const ALL = 'customer,product,payment_method,register';

onEachEngine('expanded orders', (service) => {
  let shop: Shop;
  let ann: Json;
  let order: Json;
  before(async () => {
    shop = await openShop(service());
    const { client, register, soup, tea, cash, card } = shop;
    ann = await make(client, 'customers', {
      first_name: 'Ann',
      phone: '1',
      reference_id: 'a',
      external_id: 'ann',
      tags: ['x'],
    });
    order = await shop.order({
      register_id: register,
      customer_id: ann.id,
      lines: [{ product_id: soup.id }, { product_id: tea.id }, { product_id: soup.id }],
      payments: [
        { method_id: cash, amount: 3 },
        { method_id: card, amount: 4 },
      ],
    });
  });
  const listedProduct = async (id: number) => (await read(shop.client, `products?ids=${id}`))[0];
  const methods = async () => read(shop.client, 'payment_methods?limit=5000');
  const expanded = async (): Promise<Json> => {
    const { client, register, soup, tea, cash, card } = shop;
    const plain = await read(client, `orders/${order.id}`);
    const [sold, drunk] = [await listedProduct(soup.id), await listedProduct(tea.id)];
    const byId = new Map((await methods()).map((each: Json) => [each.id_str, each]));
    return {
      ...plain,
      customer: { ...(await read(client, `customers/${ann.id}`)), deleted: false },
      register: await read(client, `registers/${register}`),
      lines: plain.lines.map((line: Json, at: number) => ({ ...line, product: at === 1 ? drunk : sold })),
      payments: plain.payments.map((payment: Json, at: number) => ({
        ...payment,
        payment_method: byId.get(at === 0 ? cash : card),
      })),
    };
  };

  it('show the records as their lists do, wherever an order is shown whole', async () => {
    const { client, site, register } = shop;
    const whole = await expanded();
    for (const path of [
      `orders/${order.id}`,
      `orders/saleid/${order.saleid}`,
      `sites/${site}/orders/${order.id}`,
      `registers/${register}/orders/${order.id}`,
      `customers/${ann.id}/orders/${order.id}`,
    ]) {
      assert.deepEqual(await read(client, `${path}?expand=${ALL}`), whole, path);
    }
  });

  it('show them in lists, with the parts that they are in', async () => {
    const { client, site } = shop;
    const whole = await expanded();
    const fields = 'fields=lines,options,payments,customer';
    const [listed] = await read(client, `orders?ids=${order.id}&${fields}&expand=${ALL}`);
    assert.deepEqual(listed, whole);
    const [head] = await read(client, `orders?ids=${order.id}`);
    for (const [name, part] of [
      ['customer', 'customer'],
      ['register', 'register'],
      ['product', 'lines'],
      ['payment_method', 'payments'],
    ] as const) {
      const [one] = await read(client, `sites/${site}/orders?ids=${order.id}&expand=${name}`);
      assert.deepEqual(one, { ...head, [part]: whole[part] }, name);
    }
  });

  it('show them in the orders of a group', async () => {
    const { client, site, soup } = shop;
    const group = `g${order.id}`;
    await shop.order({ group_id: group, lines: [{ product_id: soup.id }] });
    const [one] = await read(client, `sites/${site}/groups/${group}?expand=product,customer`);
    assert.deepEqual(one.lines[0].product, await listedProduct(soup.id));
    assert.equal(one.customer, null);
  });

  it('show them in lines and payments alone', async () => {
    const { client } = shop;
    const { lines, payments } = await expanded();
    const path = `orders/${order.id}`;
    assert.deepEqual(await read(client, `${path}/lines?expand=product`), lines);
    assert.deepEqual(await read(client, `${path}/lines?expand=product&limit=1`), lines.slice(0, 1));
    assert.deepEqual(await read(client, `${path}/lines/2?expand=product`), lines[1]);
    assert.deepEqual(await read(client, `${path}/payments?expand=payment_method`), payments);
    assert.deepEqual(await read(client, `${path}/payments/1?expand=payment_method`), payments[0]);
    invalidFields(await client.get(`${path}/lines?expand=customer`), 'expand');
    assert.equal(
      (await client.get(`${path}/optionsets?expand=product`)).headers['x-ignored-parameters'],
      'expand',
    );
  });

  it('leave everything as it is without it, bytes and tag', async () => {
    const { client } = shop;
    const plain = await client.get(`orders/${order.id}`);
    assert.equal(
      JSON.stringify(plain.json.lines[0].product),
      `{"id":${shop.soup.id},"id_str":"${shop.soup.id}","name":"Soup","sku":"SOUP"}`,
    );
    assert.ok(!('register' in plain.json) && !('payment_method' in plain.json.payments[0]));
    assert.equal((await client.get(`orders/${order.id}`)).text, plain.text);
    assert.notEqual(
      (await client.get(`orders/${order.id}?expand=register`)).headers.etag,
      plain.headers.etag,
    );
  });

  it('have another tag once a record that they show is another', async () => {
    const { client } = shop;
    const path = `orders/${order.id}?expand=product,customer`;
    const first = await client.get(path);
    const ask = { headers: { 'if-none-match': first.headers.etag ?? '' } };
    assert.equal((await client.get(path, ask)).status, 304);
    await change(client, `products/${shop.tea.id}`, { code: `T${order.id}` });
    assert.equal((await client.get(path, ask)).status, 200);
  });

  it('keep what a line was sold as beside what the product is now', async () => {
    const { client, site } = shop;
    const pie = await make(client, `sites/${site}/products`, { name: 'Quiche', unit_price: 2 });
    const { id } = await shop.order({ lines: [{ product_id: pie.id }] });
    await change(client, `products/${pie.id}`, { name: 'Tart', sku: 'TART', barcode: '17' });
    const { lines } = await read(client, `orders/${id}?expand=product`);
    assert.deepEqual(lines[0].product, { ...(await listedProduct(pie.id)), name: 'Quiche', sku: null });
    assert.equal(lines[0].product.barcode, '17');
  });

  it('show what was deleted, and say so', async () => {
    const { client, site } = shop;
    const pie = await make(client, `sites/${site}/products`, { name: 'Pasty', unit_price: 2 });
    const bob = await make(client, 'customers', { first_name: 'Bob', phone: '2' });
    const { id } = await shop.order({ customer_id: bob.id, lines: [{ product_id: pie.id }] });
    await drop(client, `products/${pie.id}`);
    await drop(client, `customers/${bob.id}`);
    const gone = await read(client, `orders/${id}?expand=product,customer`);
    assert.deepEqual([gone.lines[0].product.deleted, gone.lines[0].product.name], [true, 'Pasty']);
    assert.deepEqual([gone.customer.deleted, gone.customer.first_name], [true, 'Bob']);
  });

  it('are refused where a name is not known, or its scope is lacking', async () => {
    const { client } = shop;
    const answer = await client.get(`orders/${order.id}?expand=product,colour`);
    invalidFields(answer, 'expand');
    assert.match(answer.json.error_description, /customer, product, payment_method, register/);
    for (const [name, scope] of [
      ['customer', 'customers:read'],
      ['product', 'products:read'],
      ['payment_method', 'company:read'],
      ['register', 'company:read'],
    ] as const) {
      const all = SCOPES.filter((each) => !each.startsWith(scope.split(':')[0] ?? ''));
      const other = await secondAddon(service(), all);
      for (const path of [`orders/${order.id}`, 'orders', `orders/${order.id}/lines`]) {
        if (path.endsWith('lines') && name !== 'product') continue;
        const lacking = await other.get(`${path}?expand=${name}`);
        refused(lacking, 403, 'insufficient_scope');
        assert.match(String(lacking.headers['www-authenticate']), new RegExp(`scope="${scope}"`));
        assert.equal((await other.get(path)).status, 200);
      }
    }
    refused(await service().foreign.get(`orders/${order.id}?expand=${ALL}`), 404, 'not_found');
  });

  it('show an add-on what itself calls the records', async () => {
    const other = await secondAddon(service());
    const [mine, theirs] = await Promise.all(
      [shop.client, other].map((each) => read(each, `orders/${order.id}?expand=customer`)),
    );
    assert.deepEqual([mine?.customer.external_id, mine?.customer.reference_id], ['ann', 'a']);
    assert.deepEqual([theirs?.customer.external_id, theirs?.customer.reference_id], [null, '']);
  });

  it('ask one query of each kind, however many orders there are, each by an index', async () => {
    const { client, register, soup, tea, cash } = shop;
    for (let each = 0; each < 5; each++) {
      await shop.order({
        register_id: register,
        customer_id: ann.id,
        lines: [{ product_id: each % 2 === 0 ? soup.id : tea.id }],
        payments: [{ method_id: cash, amount: 1 }],
      });
    }
    const list = (limit: number) =>
      statementsOf(service(), listByPath, {
        company: client.companyId,
        path: 'orders',
        query: `limit=${limit}&expand=${ALL}`,
      });
    assert.equal(await list(100), await list(1));
    const params = { order_id: order.id_str, number: '1' };
    const one = { company: client.companyId, path: `orders/${order.id}`, params };
    assert.ok((await statementsOf(service(), get, { ...one, query: `expand=${ALL}` })) < 20);
    const lines = [listLines, getLine].map((handler) =>
      statementsOf(service(), handler, { ...one, query: 'expand=product' }),
    );
    assert.equal((await Promise.all(lines)).length, 2);
  });
});
