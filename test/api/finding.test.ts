import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, pages, read } from './helpers.ts';

// Finding customers and products by what they hold (reference: customers.7, products.32, conventions.48).

const names = (records: readonly Json[]) => records.map((each) => each.first_name ?? each.name);
const found = async (client: Client, path: string) => names(await read(client, path));

onEachEngine('finding customers', (service) => {
  const people = async () => {
    const { client } = await service().newCompany('Finders');
    const ada = await make(client, 'customers', {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'Ada.L@Example.com',
      phone: '+61 400 123-456',
      tags: ['vip', 'vip', 'Öl'],
    });
    await service().clock.advance(SECOND);
    const bob = await make(client, 'customers', {
      first_name: 'Bób',
      phone: '555',
      mobile: '(07) 3000',
      tags: ['vip'],
    });
    await service().clock.advance(SECOND);
    const ann = await make(client, 'customers', { first_name: 'Ann', last_name: 'Bobson', phone: '555' });
    return { client, ada, bob, ann };
  };

  it('by a telephone number alone is a list', async () => {
    const { client, bob } = await people();
    assert.deepEqual(await found(client, 'customers?phone=555'), ['Bób', 'Ann']);
    assert.deepEqual(await found(client, 'customers?phone=55'), []);
    const lookup = await client.get(`customers?phone=555&first_name=${encodeURIComponent('Bób')}`);
    assert.equal(lookup.status, 302);
    assert.match(lookup.headers.location ?? '', new RegExp(`/${bob.id_str}$`));
    invalidFields(await client.get('customers?phone=555&last_name=Bobson'), 'first_name');
  });

  it('names what a look-up does not look at', async () => {
    const { client, ada } = await people();
    const STRICT = { headers: { prefer: 'handling=strict' } };
    const byEmail = `customers?email=${ada.email}`;
    const beside = await client.get(`${byEmail}&first_name=Ann&phone=1&tag=vip&limit=1`);
    assert.equal(beside.status, 302);
    assert.equal(beside.headers['x-ignored-parameters'], 'first_name, phone, tag, limit');
    invalidFields(await client.get(`${byEmail}&q=x&reference_id=1`, STRICT), 'reference_id', 'q');
    assert.equal((await client.get(byEmail, STRICT)).status, 302);
    const byName = 'customers?first_name=Ann&last_name=Bobson&phone=555';
    const named = await client.get(`${byName}&updated_gte=2020-01-01`);
    assert.deepEqual([named.status, named.headers['x-ignored-parameters']], [302, 'updated_gte']);
    assert.equal((await client.get(byName, STRICT)).headers['x-ignored-parameters'], undefined);
  });

  it('by words of the name, the e-mail address or digits of a number', async () => {
    const { client } = await people();
    for (const [q, wanted] of [
      ['ada', ['Ada']],
      ['LOVELACE ada', ['Ada']],
      ['BÓB', ['Bób']],
      ['bob', ['Ann']],
      ['l@exam', ['Ada']],
      ['0400', []],
      ['400123', ['Ada']],
      ['400 123', ['Ada']],
      ['+61400', ['Ada']],
      ['(07)', ['Bób']],
      ['55', ['Bób', 'Ann']],
      ['555 bobson', ['Ann']],
      ['%', []],
      ['a', ['Ada', 'Ann']],
      ['🍕', []],
    ] as const) {
      assert.deepEqual(await found(client, `customers?q=${encodeURIComponent(q)}`), wanted, q);
    }
    invalidFields(await client.get('customers?q='), 'q');
    invalidFields(await client.get('customers?q=%20'), 'q');
    invalidFields(await client.get(`customers?q=${'x'.repeat(256)}`), 'q');
  });

  it('by what they are now, and not when they are gone', async () => {
    const { client, ada, ann } = await people();
    await change(client, `customers/${ada.id_str}`, { last_name: 'King', phone: '999', tags: ['new'] });
    assert.deepEqual(await found(client, 'customers?q=lovelace'), []);
    assert.deepEqual(await found(client, 'customers?q=king'), ['Ada']);
    assert.deepEqual(await found(client, 'customers?phone=999'), ['Ada']);
    assert.deepEqual(await found(client, 'customers?tag=vip'), ['Bób']);
    assert.deepEqual(await found(client, 'customers?tag=new&q=king'), ['Ada']);
    await drop(client, `customers/${ann.id_str}`);
    assert.deepEqual(await found(client, 'customers?q=bobson'), []);
    assert.deepEqual(await found(client, 'customers?phone=555'), ['Bób']);
    assert.deepEqual(await found(client, `customers?tag=${encodeURIComponent('Öl')}`), []);
  });

  it('by the last change goes by it, page by page', async () => {
    const { client, ada, bob, ann } = await people();
    await service().clock.advance(SECOND);
    const again = await change(client, `customers/${ada.id_str}`, { description: 'changed' });
    const list = `customers?updated_gte=${bob.updated_at}`;
    assert.deepEqual(await found(client, list), ['Bób', 'Ann', 'Ada']);
    assert.deepEqual(
      (await pages(client, `${list}&limit=1`)).flat().map((each) => each.id),
      [bob.id, ann.id, ada.id],
    );
    assert.deepEqual(await found(client, `customers?updated_gt=${ann.updated_at}`), ['Ada']);
    assert.deepEqual(await found(client, `customers?updated_lt=${again.updated_at}&tag=vip`), ['Bób']);
    invalidFields(await client.get('customers?updated_gt=yesterday'), 'updated_gt');
  });

  it('counts them when asked to, on every page', async () => {
    const { client } = await people();
    const counted = async (path: string) => (await client.get(path)).headers['x-total-count'];
    assert.equal(await counted('customers'), undefined);
    assert.equal(await counted('customers?count=false'), undefined);
    assert.equal(await counted('customers?count=true&limit=1'), '3');
    assert.equal(await counted('customers?count=true&phone=555'), '2');
    assert.equal(await counted('customers?count=true&q=bobson'), '1');
    assert.equal(await counted('customers?count=true&tag=none'), '0');
    const first = await client.get('customers?limit=2&count=true');
    const next = (first.headers['x-next-page'] ?? '').replace(/^https:\/\/[^/]+/, '');
    assert.equal((await client.get(next)).headers['x-total-count'], '3');
    // The count is no filter: a cursor is good with and without it.
    assert.equal((await client.get(next.replace('&count=true', ''))).status, 200);
    invalidFields(await client.get('customers?count=maybe'), 'count');
    for (const path of [
      'sites',
      'registers',
      'staff',
      'taxes',
      'price_lists',
      'webhooks',
      'optionsets',
      'events',
    ]) {
      const answer = await client.get(`${path}?count=true&limit=5000`);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['x-total-count'], String(answer.json.length), path);
    }
  });
});

onEachEngine('finding products', (service) => {
  const menu = async () => {
    const { client, card } = await service().newCompany('Menu');
    const one = (name: string, more: object) => make(client, 'products', { name, unit_price: 1, ...more });
    const tea = await one('Green tea', { sku: 'TEA-1', barcode: '9300001' });
    await service().clock.advance(SECOND);
    const cup = await one('Cup', { sku: 'GREEN', barcode: '9300001', tags: ['hot'] });
    await service().clock.advance(SECOND);
    const pot = await one('Pot', { barcode: '88' });
    return { client, card, tea, cup, pot };
  };

  it('by words of the name, the stock keeping unit or the barcode', async () => {
    const { client, tea, pot } = await menu();
    assert.deepEqual(await found(client, 'products?q=green'), ['Green tea', 'Cup']);
    assert.deepEqual(await found(client, 'products?q=tea-1%20GREEN'), ['Green tea']);
    assert.deepEqual(await found(client, 'products?q=30000'), ['Green tea', 'Cup']);
    assert.deepEqual(await found(client, 'products?q=green&tag=hot'), ['Cup']);
    assert.deepEqual(await found(client, 'products?name=green'), ['Green tea']);
    assert.deepEqual(await found(client, 'products?barcode=9300001'), ['Green tea', 'Cup']);
    await change(client, `products/${tea.id_str}`, { sku: null });
    assert.deepEqual(await found(client, 'products?q=tea-1'), []);
    await drop(client, `products/${pot.id_str}`);
    assert.deepEqual(await found(client, 'products?q=88'), []);
    invalidFields(await client.get('products?q='), 'q');
  });

  it('by the last change goes by it', async () => {
    const { client, tea, cup, pot } = await menu();
    await service().clock.advance(SECOND);
    await change(client, `products/${tea.id_str}`, { description: 'changed' });
    const list = `products?updated_gte=${cup.updated_at}`;
    assert.deepEqual(await found(client, list), ['Cup', 'Pot', 'Green tea']);
    assert.deepEqual(
      (await pages(client, `${list}&limit=1`)).flat().map((each) => each.id),
      [cup.id, pot.id, tea.id],
    );
    assert.deepEqual(await found(client, `${list}&tag=hot`), ['Cup']);
    assert.deepEqual(await found(client, `${list}&q=pot`), ['Pot']);
    const counted = await client.get(`${list}&count=true&limit=1`);
    assert.equal(counted.headers['x-total-count'], '3');
  });
});
