import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, make, read } from './helpers.ts';

const UNSET = {
  sites: [
    'business_number',
    'contact_person',
    'mobile',
    'fax',
    'image',
    'website',
    'register_level_reconciliation',
  ],
  staff: ['mobile', 'fax', 'image', 'postal_address', 'shipping_address'],
};

onEachEngine('contacts and addresses (reference: company.17, company.16)', (service) => {
  it('are there and null when they are not set, in lists too', async () => {
    const { client } = service();
    const company = await read(client, '/v1/companies/me');
    assert.deepEqual([company.postal_address, company.shipping_address], [null, null]);
    for (const [path, body] of [
      ['sites', { name: 'Bare' }],
      ['staff', { first_name: 'Bare' }],
    ] as const) {
      const made = await make(client, path, body);
      const listed = (await read(client, `${path}?limit=5000`)).at(-1);
      assert.deepEqual(listed, made);
      for (const field of UNSET[path]) assert.equal(made[field], null, field);
    }
    assert.deepEqual((await read(client, 'staff')).at(-1).email_addresses, []);
  });

  it('are kept as they are written', async () => {
    const { client } = service();
    const site = {
      ...{
        business_number: '12 345',
        contact_person: 'Ann',
        mobile: '1',
        fax: '2',
        register_level_reconciliation: true,
      },
      ...{ image: 'https://a.example/i', website: 'https://a.example/' },
    };
    const { id } = await make(client, 'sites', { name: 'Full' });
    const full = await change(client, `sites/${id}`, site);
    for (const [field, value] of Object.entries(site)) assert.deepEqual(full[field], value, field);
    const staff = {
      email_addresses: ['a@b.example', 'c@d.example'],
      mobile: '1',
      fax: '2',
      image: 'https://a.example/i',
    };
    const ann = await make(client, 'staff', { first_name: 'Ann', ...staff });
    for (const [field, value] of Object.entries(staff)) assert.deepEqual(ann[field], value, field);
  });

  it('are a list of addresses by their types, whose ids stay and are nobody else’s', async () => {
    const { client, foreign } = service();
    const here = { address: '1 Road', city: 'Perth', state: 'WA', postal_code: '6000', country: 'Australia' };
    const there = { address: null, city: 'Hobart', state: null, postal_code: null, country: null };
    const owners = await Promise.all([
      make(client, 'sites', { name: 'S', postal_address: here, shipping_address: there }),
      make(client, 'staff', { first_name: 'S', postal_address: here, shipping_address: there }),
      make(client, 'customers', {
        first_name: 'C',
        phone: '1',
        primary_address: here,
        shipping_address: there,
      }),
    ]);
    const ids = new Set<string>();
    for (const [at, [path, type]] of (
      [
        ['sites', 'postal'],
        ['staff', 'postal'],
        ['customers', 'primary'],
      ] as const
    ).entries()) {
      const own = `${path}/${owners[at].id}`;
      const list = await read(client, `${own}/addresses`);
      for (const { id_str } of list) ids.add(id_str);
      const bare = list.map(({ id: _id, id_str: _text, ...rest }: Json) => rest);
      const wanted = [
        { type, ...here },
        { type: 'shipping', ...there },
      ];
      assert.deepEqual(new Set(bare), new Set(wanted));
      const field = type === 'primary' ? 'primary_address' : 'postal_address';
      await change(client, own, { [field]: null });
      const left = await read(client, `${own}/addresses`);
      assert.deepEqual(
        left,
        list.filter((each: Json) => each.type === 'shipping'),
      );
      await change(client, own, { [field]: here });
      assert.deepEqual(await read(client, `${own}/addresses`), list);
      assert.deepEqual(await read(client, `${own}/addresses?limit=1`), list.slice(0, 1));
      assert.equal((await foreign.get(`${own}/addresses`)).status, 404);
    }
    assert.equal(ids.size, 6);
  });

  it('of the company are listed as they are set, and null again when they are taken away', async () => {
    const { client } = service();
    const own = '/v1/companies/me';
    const postal = { address: '1 Road', city: 'Perth', state: null, postal_code: null, country: null };
    const changed = await change(client, own, { postal_address: postal });
    assert.deepEqual([changed.postal_address, changed.shipping_address], [postal, null]);
    assert.deepEqual(await read(client, '/v1/companies'), [changed]);
    const [listed, ...none] = await read(client, `${own}/addresses`);
    assert.deepEqual([listed.type, listed.city, none], ['postal', 'Perth', []]);
    assert.deepEqual(await read(client, `${own}/addresses?start=${listed.id}`), []);
    assert.equal((await change(client, own, { postal_address: null })).postal_address, null);
    assert.deepEqual(await read(client, `${own}/addresses`), []);
  });

  it('payments name their method beside it, products their number and whether they were deleted', async () => {
    const { client, card } = service();
    const { id: method_id } = card.payment_methods[0];
    const product = await make(client, `sites/${card.sites[0].id}/products`, {
      name: 'Numbered',
      unit_price: 2,
    });
    assert.deepEqual([product.number, product.deleted], [null, false]);
    const order = await make(client, 'orders', {
      site_id: card.sites[0].id,
      lines: [{ product_id: product.id }],
      payments: [{ method_id, amount: 1 }],
    });
    assert.deepEqual(
      [order.payments[0].method_id, order.payments[0].method_id_str],
      [method_id, String(method_id)],
    );
    assert.equal((await change(client, `products/${product.id}`, { number: '42' })).number, '42');
    assert.equal((await read(client, `products?ids=${product.id}`))[0].number, '42');
    await drop(client, `products/${product.id}`);
    const [event] = (await read(client, 'events?topic=products/deleted&limit=5000')).slice(-1);
    assert.deepEqual([event.payload.id, event.payload.deleted], [product.id, true]);
  });
});
