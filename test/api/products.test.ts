import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  COMMON,
  change,
  drop,
  hasKeys,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  survivesSendingBack,
} from './helpers.ts';

// Products of the company (reference: products.1, products.3, products.8).

const PRODUCT_KEYS = [
  ...COMMON,
  'name',
  'code',
  'sku',
  'barcode',
  'external_id',
  'metadata',
  'deleted',
  'number',
  'description',
  'online_description',
  'docket_name',
  'image',
  'tags',
  'is_sold',
  'is_purchased',
  'is_inventory',
  'is_modifier',
  'variable_price',
  'min_sell_price',
  'max_sell_price',
  'show_online',
  'measure',
  'unit_of_measure',
  'low_stock',
  'categories',
  'option_sets',
  'variants',
  'modifiers',
  'variant_parent_id',
  'variant_attributes',
  'unit_price',
  'unit_price_ex_tax',
  'unit_tax',
  'cost_price',
  'cost_price_ex_tax',
  'taxes',
  'cost_taxes',
  'sites',
];

onEachEngine('products', (service) => {
  /** A tax of 10 %. */
  const gst = () => service().card.taxes[0].id as number;

  describe('are made', () => {
    it('of a name and a price, available nowhere', async () => {
      const { client } = service();
      const product = await make(client, 'products', { name: 'Tea', unit_price: 4.5 });
      hasKeys(product, PRODUCT_KEYS);
      assert.deepEqual(product, {
        ...product,
        name: 'Tea',
        code: null,
        sku: null,
        barcode: null,
        description: null,
        online_description: null,
        docket_name: null,
        image: null,
        tags: [],
        is_sold: true,
        is_purchased: false,
        is_inventory: false,
        is_modifier: false,
        variable_price: false,
        min_sell_price: null,
        max_sell_price: null,
        show_online: false,
        measure: null,
        unit_of_measure: null,
        low_stock: null,
        categories: [],
        // No taxes: tax free.
        taxes: [],
        cost_taxes: [],
        unit_price: 4.5,
        unit_price_ex_tax: 4.5,
        unit_tax: 0,
        cost_price: null,
        cost_price_ex_tax: null,
        sites: [],
      });
      assert.equal(product.created_at, product.updated_at);
      assert.deepEqual(await read(client, `products/${product.id}`), product);
    });

    it('of nothing less', async () => {
      const { client } = service();
      invalidFields(await client.post('products', { unit_price: 1 }), 'name');
      invalidFields(await client.post('products', {}), 'name');
      for (const more of [{}, { unit_price: null }, { unit_price_ex_tax: null, cost_price: 1 }]) {
        invalidFields(await client.post('products', { name: 'Tea', ...more }), 'unit_price');
      }
      assert.equal((await make(client, 'products', { name: 'Free', unit_price: 0 })).unit_price, 0);
    });

    it('with every field they are sent', async () => {
      const { client } = service();
      const category = await make(client, 'categories', { name: 'Hot drinks' });
      const full = {
        name: 'Chai',
        code: 'C-1',
        sku: 'chai',
        barcode: '9300000000001',
        description: 'Simmer, never boil.',
        online_description: 'Spiced tea.',
        docket_name: 'CHAI',
        image: 'https://example.com/chai.png',
        tags: ['hot', 'spiced'],
        is_sold: false,
        is_purchased: true,
        is_inventory: true,
        is_modifier: true,
        variable_price: true,
        min_sell_price: 3.5,
        max_sell_price: 7.25,
        show_online: true,
        measure: 0.25,
        unit_of_measure: 'l',
        taxes: [gst()],
        cost_taxes: [gst()],
        unit_price: 5.5,
        cost_price: 2.2,
      };
      const product = await make(client, 'products', { ...full, categories: [category.id] });
      assert.deepEqual(product, {
        ...product,
        ...full,
        categories: [{ id: category.id, id_str: category.id_str, name: 'Hot drinks' }],
        unit_price_ex_tax: 5,
        unit_tax: 0.5,
        cost_price_ex_tax: 2,
      });
      assert.deepEqual(await read(client, `products/${product.id}`), product);
      await survivesSendingBack(client, `products/${product.id}`);
    });

    it('with ids as numbers, as strings or as records, each counted once', async () => {
      const { client } = service();
      const one = await make(client, 'categories', { name: 'One' });
      const two = await make(client, 'categories', { name: 'Two' });
      const product = await make(client, 'products', {
        name: 'Tea',
        unit_price: 1,
        taxes: [gst(), String(gst()), { id: gst() }],
        categories: [two.id_str, { id: one.id_str, name: 'not looked at' }, two.id],
      });
      assert.deepEqual(product.taxes, [gst()]);
      assert.deepEqual(
        product.categories.map((each: Json) => each.id),
        [one.id, two.id],
      );
    });
  });

  describe('are changed', () => {
    it('in what is sent alone, null giving a field up', async () => {
      const { client, clock } = service();
      const product = await make(client, 'products', {
        name: 'Cocoa',
        unit_price: 5,
        online_description: 'Dark.',
        is_modifier: true,
        is_inventory: true,
        is_sold: false,
        cost_price: 2,
        unit_of_measure: 'kg',
        tags: ['hot'],
        min_sell_price: 1,
      });
      clock.advance(SECOND);
      const renamed = await change(client, `products/${product.id}`, { name: 'Hot cocoa' });
      assert.notEqual(renamed.updated_at, product.updated_at);
      assert.deepEqual(renamed, { ...product, name: 'Hot cocoa', updated_at: renamed.updated_at });
      const empty = {
        code: null,
        sku: null,
        barcode: null,
        description: null,
        online_description: null,
        docket_name: null,
        image: null,
        min_sell_price: null,
        max_sell_price: null,
        measure: null,
        unit_of_measure: null,
        low_stock: null,
        cost_price: null,
      };
      const cleared = await change(client, `products/${product.id}`, empty);
      assert.deepEqual(cleared, { ...renamed, ...empty, cost_price_ex_tax: null });
      await survivesSendingBack(client, `products/${product.id}`);
      const patched = await client.patch(`products/${product.id}`, { tags: [] });
      assert.deepEqual(patched.json, { ...cleared, tags: [] });
    });

    it('to nothing new without a trace', async () => {
      const { client, clock } = service();
      const category = await make(client, 'categories', { name: 'Same' });
      const body = {
        name: 'Same',
        unit_price: 5,
        cost_price: 1,
        tags: ['a'],
        categories: [category.id],
        taxes: [gst()],
      };
      const product = await make(client, 'products', body);
      clock.advance(SECOND);
      assert.deepEqual(await change(client, `products/${product.id}`, body), product);
      assert.deepEqual(await change(client, `products/${product.id}`, {}), product);
    });

    it('by nobody who sends what is wrong', async () => {
      const { client, foreign, foreignCard } = service();
      const theirCategory = await make(foreign, 'categories', { name: 'Theirs' });
      const product = await make(client, 'products', { name: 'Checked', unit_price: 1 });
      const foreignTax = foreignCard.taxes[0].id;
      await refusesEach(service(), 'PUT', `products/${product.id}`, { code: 'good' }, [
        [{ name: null }, 'name'],
        [{ name: ' ' }, 'name'],
        [{ code: 5 }, 'code'],
        [{ sku: 'x'.repeat(101) }, 'sku'],
        [{ barcode: true }, 'barcode'],
        [{ description: 'x'.repeat(10_001) }, 'description'],
        [{ online_description: 'x'.repeat(2001) }, 'online_description'],
        [{ docket_name: 'x'.repeat(256) }, 'docket_name'],
        [{ image: 'tea.png' }, 'image'],
        [{ tags: ['a', 5] }, 'tags[1]'],
        [{ tags: Array.from({ length: 101 }, (_, at) => `t${at}`) }, 'tags'],
        ...[
          'is_sold',
          'is_purchased',
          'is_inventory',
          'is_modifier',
          'variable_price',
          'show_online',
        ].flatMap(
          (field) =>
            [
              [{ [field]: 'true' }, field],
              [{ [field]: 1 }, field],
            ] as [Record<string, unknown>, string][],
        ),
        [{ min_sell_price: -1 }, 'min_sell_price'],
        [{ max_sell_price: '5' }, 'max_sell_price'],
        [{ min_sell_price: 5, max_sell_price: 4.99 }, 'min_sell_price'],
        [{ measure: 0.00001 }, 'measure'],
        [{ unit_of_measure: 'fl oz' }, 'unit_of_measure'],
        [{ unit_of_measure: '' }, 'unit_of_measure'],
        [{ taxes: gst() }, 'taxes'],
        [{ taxes: ['x'] }, 'taxes[0]'],
        [{ taxes: [gst(), foreignTax] }, 'taxes[1]'],
        [{ taxes: [gst(), gst(), 987654321] }, 'taxes[2]'],
        [{ cost_taxes: [{ id: foreignTax }] }, 'cost_taxes[0]'],
        [{ cost_taxes: [{}] }, 'cost_taxes[0]'],
        [{ categories: [theirCategory.id] }, 'categories[0]'],
        [{ categories: [0] }, 'categories[0]'],
        [{ unit_price: null }, 'unit_price'],
        [{ unit_price_ex_tax: null }, 'unit_price'],
        [{ unit_price: -0.01 }, 'unit_price'],
        [{ unit_price: '5' }, 'unit_price'],
        [{ unit_price: 0.000000001 }, 'unit_price'],
        [{ unit_price_ex_tax: 100_000_000_000 }, 'unit_price_ex_tax'],
        [{ unit_price: 1_000_000_000.01 }, 'unit_price'],
        [{ cost_price: [] }, 'cost_price'],
        [{ cost_price_ex_tax: -5 }, 'cost_price_ex_tax'],
      ]);
      for (const [field, value] of [
        ['taxes', foreignTax],
        ['cost_taxes', foreignTax],
        ['categories', theirCategory.id],
      ]) {
        invalidFields(
          await client.post('products', { name: 'New', unit_price: 1, [field]: [value] }),
          `${field}[0]`,
        );
      }
    });

    it('with bounds that cross what is there already, naming what was sent', async () => {
      const { client } = service();
      const product = await make(client, 'products', { name: 'Open', unit_price: 1, min_sell_price: 5 });
      invalidFields(await client.put(`products/${product.id}`, { max_sell_price: 4 }), 'max_sell_price');
      await change(client, `products/${product.id}`, { max_sell_price: 5 });
      invalidFields(await client.put(`products/${product.id}`, { min_sell_price: 5.01 }), 'min_sell_price');
      await change(client, `products/${product.id}`, { min_sell_price: 8, max_sell_price: 9 });
    });

    it('only in the state that If-Match names', async () => {
      const { client } = service();
      const { id } = await make(client, 'products', { name: 'Matched', unit_price: 1 });
      const path = `products/${id}`;
      const stale = { headers: { 'if-match': (await client.get(path)).headers.etag ?? '' } };
      const changed = await client.put(path, { sku: 'm' }, stale);
      assert.equal(changed.status, 200, changed.text);
      assert.equal(changed.headers.etag, (await client.get(path)).headers.etag);
      refused(await client.put(path, { sku: 'n' }, stale), 412, 'precondition_failed');
      refused(await client.delete(path, stale), 412, 'precondition_failed');
      assert.equal((await read(client, path)).sku, 'm');
      assert.equal(
        (await client.delete(path, { headers: { 'if-match': changed.headers.etag ?? '' } })).status,
        204,
      );
    });
  });

  describe('count characters, not code units or bytes', () => {
    for (const [field, most] of [
      ['docket_name', 255],
      ['online_description', 2000],
    ] as const) {
      it(`in their ${field}`, async () => {
        const { client } = service();
        for (const character of ['x', 'é', '名', '🍕']) {
          const text = character.repeat(most);
          const product = await make(client, 'products', { name: 'Long', unit_price: 1, [field]: text });
          assert.equal(product[field], text);
          const longer = { name: 'Longer', unit_price: 1, [field]: `${text}${character}` };
          invalidFields(await client.post('products', longer), field);
        }
        const empty = await make(client, 'products', { name: 'Short', unit_price: 1, [field]: '' });
        assert.equal(empty[field], '');
      });
    }
  });

  it('take units of measure in any case', async () => {
    const { client } = service();
    for (const unit of ['ml', 'l', 'g', 'kg', 'oz', 'lb', 'unit', 'ML', 'Kg', 'Oz', 'LB', 'UNIT']) {
      const product = await make(client, 'products', {
        name: 'By measure',
        unit_price: 1,
        unit_of_measure: unit,
      });
      assert.equal(product.unit_of_measure, unit.toLowerCase());
    }
  });

  describe('keep a price in the form it was entered in', () => {
    const PRICES = [0.01, 0.07, 1.99, 9.99, 12.35, 19.95, 33.33, 100.01, 1234.56];

    it('to the last digit, with tax and without', async () => {
      const { client } = service();
      const odd = await make(client, 'taxes', { code: 'O', name: 'Odd', rate: 0.14975 });
      for (const price of PRICES) {
        for (const field of ['unit_price', 'unit_price_ex_tax']) {
          const product = await make(client, 'products', {
            name: 'Exact',
            [field]: price,
            taxes: [gst(), odd.id],
          });
          assert.equal(product[field], price);
          assert.equal((await read(client, `products/${product.id}`))[field], price);
          // Sent back as it was read, with both forms.
          await survivesSendingBack(client, `products/${product.id}`);
        }
      }
    });

    it('when the taxes change: the entered form stays, the other follows', async () => {
      const { client } = service();
      const inc = await make(client, 'products', { name: 'Inc', unit_price: 11, taxes: [gst()] });
      const ex = await make(client, 'products', { name: 'Ex', unit_price_ex_tax: 10, taxes: [gst()] });
      assert.deepEqual([inc.unit_price_ex_tax, ex.unit_price], [10, 11]);
      const freeInc = await change(client, `products/${inc.id}`, { taxes: [] });
      const freeEx = await change(client, `products/${ex.id}`, { taxes: [] });
      assert.deepEqual([freeInc.unit_price, freeInc.unit_price_ex_tax, freeInc.unit_tax], [11, 11, 0]);
      assert.deepEqual([freeEx.unit_price, freeEx.unit_price_ex_tax, freeEx.unit_tax], [10, 10, 0]);
    });

    it('and take the one that was changed when both are sent', async () => {
      const { client } = service();
      const product = await make(client, 'products', { name: 'Both', unit_price_ex_tax: 10, taxes: [gst()] });
      const path = `products/${product.id}`;
      const raised = await change(client, path, { ...product, unit_price: 22 });
      assert.deepEqual([raised.unit_price, raised.unit_price_ex_tax], [22, 20]);
      const lowered = await change(client, path, { ...raised, unit_price_ex_tax: 5 });
      assert.deepEqual([lowered.unit_price, lowered.unit_price_ex_tax], [5.5, 5]);
      // Both changed, to the same price: it keeps the form it has, which is now the one without tax.
      const both = await change(client, path, { unit_price: 7, unit_price_ex_tax: 6.36 });
      assert.deepEqual([both.unit_price, both.unit_price_ex_tax], [6.996, 6.36]);
      // With other taxes in the same call, which make it the same price.
      const taxed = await change(client, path, { unit_price: 8, unit_price_ex_tax: 8, taxes: [] });
      assert.deepEqual([taxed.unit_price, taxed.unit_price_ex_tax], [8, 8]);
    });

    it('and refuse two that contradict each other, wherever a price is set', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const prices = { unit_price: 5.5, unit_price_ex_tax: 4 };
      const fresh = { name: 'Fresh', ...prices, taxes: [gst()] };
      const refused = await client.post('products', fresh);
      invalidFields(refused, 'unit_price_ex_tax');
      assert.match(refused.text, /contradicts unit_price: 5\.5 with tax is 5 without it/);
      invalidFields(await client.post(`sites/${site}/products`, fresh), 'unit_price_ex_tax');
      const product = await make(client, 'products', { ...fresh, unit_price_ex_tax: 5 });
      for (const path of [`products/${product.id}`, `sites/${site}/products/${product.id}`]) {
        invalidFields(await client.put(path, { unit_price: 9, unit_price_ex_tax: 9 }), 'unit_price_ex_tax');
        invalidFields(await client.put(path, { cost_price: 1, cost_price_ex_tax: 2 }), 'cost_price_ex_tax');
      }
      const { id: base } = await read(client, 'price_lists/base');
      const listed = await client.put(`price_lists/${base}/products`, {
        products: [{ id: product.id, unit_price: 9, unit_price_ex_tax: 9 }],
      });
      invalidFields(listed, 'products[0].unit_price_ex_tax');
      const modifier = await make(client, 'products', {
        name: 'Extra',
        unit_price: 1.1,
        taxes: [gst()],
        is_modifier: true,
      });
      const attach = (price: object) =>
        client.put(`products/${product.id}/modifiers`, { modifiers: [{ id: modifier.id, ...price }] });
      invalidFields(await attach({ unit_price: 2, unit_price_ex_tax: 2 }), 'modifiers[0].unit_price_ex_tax');
      assert.equal((await attach({ unit_price: 2.2, unit_price_ex_tax: 2 })).status, 200);
    });

    it('also a cost', async () => {
      const { client } = service();
      const body = { name: 'Cost', unit_price: 9, cost_price_ex_tax: 3.33, cost_taxes: [gst()], taxes: [] };
      const product = await make(client, 'products', body);
      assert.deepEqual([product.cost_price, product.cost_price_ex_tax], [3.663, 3.33]);
      await survivesSendingBack(client, `products/${product.id}`);
      const inc = await change(client, `products/${product.id}`, { cost_price: 3.3 });
      assert.deepEqual([inc.cost_price, inc.cost_price_ex_tax], [3.3, 3]);
      const none = await change(client, `products/${product.id}`, { cost_price_ex_tax: null });
      assert.deepEqual([none.cost_price, none.cost_price_ex_tax, none.unit_price], [null, null, 9]);
    });

    it('with every digit that fits', async () => {
      const { client } = service();
      const raw = '{"name":"Tiny","unit_price":0.00000001,"cost_price":123456789.12345678}';
      const answer = await client.post('products', undefined, { raw });
      assert.equal(answer.status, 201, answer.text);
      assert.ok(answer.text.includes('"unit_price":0.00000001,'), answer.text);
      assert.ok(answer.text.includes('"cost_price":123456789.12345678,'), answer.text);
    });
  });

  describe('are deleted', () => {
    it('at company level, from everywhere', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const category = await make(client, 'categories', { name: 'Emptied' });
      const product = await make(client, `sites/${site}/products`, {
        name: 'Gone',
        sku: 'gone',
        unit_price: 1,
        tags: ['gone'],
        categories: [category.id],
        availability: { amount: 1 },
      });
      await drop(client, `products/${product.id}`);
      refused(await client.get(`products/${product.id}`), 404, 'not_found');
      refused(await client.get(`sites/${site}/products/${product.id}`), 404, 'not_found');
      refused(await client.get(`products/${product.id}/categories`), 404, 'not_found');
      refused(await client.put(`products/${product.id}`, { name: 'Back' }), 404, 'not_found');
      refused(await client.put(`sites/${site}/products/${product.id}`, {}), 404, 'not_found');
      refused(await client.delete(`sites/${site}/products/${product.id}`), 404, 'not_found');
      refused(await client.delete(`products/${product.id}`), 404, 'not_found');
      for (const query of ['ids=', 'sku=gone', 'tag=gone', 'exactname=Gone'].map((each) =>
        each.replace(/ids=/, `ids=${product.id}`),
      )) {
        assert.deepEqual(await read(client, `products?${query}`), [], query);
      }
      assert.deepEqual(await read(client, `categories/${category.id}/products`), []);
      assert.equal((await read(client, `categories/${category.id}`)).products.count, 0);
      const inventory = await read(client, `sites/${site}/inventory`);
      assert.equal(
        inventory.some((each: Json) => each.id === product.id),
        false,
      );
      invalidFields(
        await client.put(`categories/${category.id}/products`, { product_ids: [product.id] }),
        'product_ids[0]',
      );
    });
  });
});
