import assert from 'node:assert/strict';
import { it } from 'node:test';
import { raw, sql } from '#src/storage/sql.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, make, read } from './helpers.ts';

// What lists show of a product is kept beside it as text. Whichever version of the service left it behind, the list shows
// the product as it is.

onEachEngine('the text of a product that is kept for lists', (service) => {
  const rows = () =>
    service().app.storage.read(async (tx) =>
      tx.all<{ id: bigint; listed: string; listed_form: string }>(
        raw('select id, listed, listed_form from products order by id'),
      ),
    );
  const run = (statement: ReturnType<typeof sql>) =>
    service().app.storage.write(async (tx) => tx.run(statement));

  it('is what a list shows that makes it anew, in every field', async () => {
    const { client } = await service().newCompany('Kept');
    const full = {
      ...{ name: 'Flat "White" ☕', unit_price: 4.5, sku: 'fw', number: '1', code: 'F', barcode: '400' },
      ...{ description: 'a\nb', tags: ['hot', 'milk'], is_purchased: true, is_inventory: true },
      ...{ metadata: { external_id: 'x', is_inventory: 'y' }, external_id: 'mine', show_online: true },
    };
    const product = await make(client, 'products', full);
    await make(client, 'products', { name: 'Plain', unit_price: 1 });
    const kept = await read(client, 'products');
    assert.equal(kept[0].external_id, 'mine');
    for (const name of Object.keys(kept[0])) assert.deepEqual(kept[0][name], product[name], name);
    await run(raw(`update products set listed = '', listed_form = ''`));
    assert.deepEqual(await read(client, 'products'), kept);
    await service().app.sweep();
    assert.ok((await rows()).every(({ listed, listed_form: form }) => listed !== '' && form !== ''));
    assert.deepEqual(await read(client, 'products'), kept);
  });

  it('is not shown after a version that does not keep it has changed the product', async () => {
    const { client } = await service().newCompany('Changed beside');
    const { id } = await make(client, 'products', { name: 'Before', unit_price: 1 });
    await run(
      sql`update products set name = 'After', updated_at = updated_at + 1
          where company_id = ${BigInt(client.companyId)} and id = ${BigInt(id)}`,
    );
    const names = async () => (await read(client, 'products')).map((product: Json) => product.name);
    assert.deepEqual(await names(), ['After']);
    await service().app.sweep();
    assert.deepEqual(await names(), ['After']);
    await change(client, `products/${id}`, { name: 'Last' });
    assert.deepEqual(await names(), ['Last']);
  });

  it('follows every change of the product: its template, its modifiers, its end', async () => {
    const { client } = await service().newCompany('Followed');
    const template = await make(client, 'products', {
      name: 'Shirt',
      variant_attributes: { size: ['S', 'L'] },
    });
    const child = await make(client, 'products', {
      variant_parent_id: template.id,
      variant_attributes: { size: 'S' },
      unit_price: 9,
    });
    await change(client, `products/${template.id}`, { name: 'Blouse' });
    const listed = await read(client, 'products');
    const single = async (id: number) => read(client, `products/${id}`);
    for (const each of listed) {
      const whole = await single(each.id);
      for (const name of Object.keys(each)) assert.deepEqual(each[name], whole[name], `${each.id} ${name}`);
    }
    assert.equal(listed.length, 2);
    assert.equal((await client.delete(`products/${child.id}`)).status, 204);
    assert.deepEqual(
      (await read(client, 'products')).map((product: Json) => product.id),
      [template.id],
    );
  });

  it('shows at a site what holds there, and nothing else otherwise', async () => {
    const { client } = await service().newCompany('At a site');
    const site = (await make(client, 'sites', { name: 'Online', online_products_enabled: true })).id;
    const closed = (await make(client, 'sites', { name: 'Offline' })).id;
    const metadata = { is_inventory: 'mine', show_online: 'false' };
    for (const [name, own, there] of [
      ['as it is', {}, {}],
      ['turned on', {}, { is_inventory: true, show_online: true }],
      ['turned off', { is_inventory: true, show_online: true }, { is_inventory: false, show_online: false }],
      ['kept on', { is_inventory: true, show_online: true }, {}],
      ['"is_inventory":true,"show_online":true', { metadata }, { is_inventory: false }],
    ] as const) {
      const { id } = await make(client, 'products', { name, unit_price: 1, ...own });
      await change(client, `sites/${site}/products/${id}`, there);
      await change(client, `sites/${closed}/products/${id}`, {});
    }
    for (const at of [site, closed]) {
      const short = await read(client, `sites/${at}/products`);
      const whole = await read(client, `sites/${at}/products?fields=price_form`);
      assert.equal(short.length, 5);
      for (const [index, { price_form: _, ...each }] of whole.entries()) assert.deepEqual(short[index], each);
      for (const each of short) {
        const single = await read(client, `sites/${at}/products/${each.id}`);
        for (const name of ['name', 'is_inventory', 'show_online', 'metadata'])
          assert.deepEqual(each[name], single[name], `${each.name} ${name}`);
      }
    }
  });
});
