import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { COMMON, change, drop, EventLog, hasKeys, invalidFields, make, read, refused } from './helpers.ts';

// What product lists can be asked (reference: products.13, products.14).

const LISTED_KEYS = [
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
  'tags',
  'is_sold',
  'is_purchased',
  'is_inventory',
  'is_modifier',
  'show_online',
];

onEachEngine('a list of products', (service) => {
  let site: number;
  let other: number;
  let gst: number;
  let category: number;
  /** Products by their names. */
  const made: Record<string, Json> = {};

  before(async () => {
    const { client, card } = service();
    gst = card.taxes[0].id;
    site = (await make(client, 'sites', { name: 'Asked' })).id;
    other = (await make(client, 'sites', { name: 'Other' })).id;
    category = (await make(client, 'categories', { name: 'Asked' })).id;
    const add = async (
      name: string,
      body: Record<string, unknown>,
      at: Record<string, unknown> | undefined,
    ) => {
      const product = await make(client, 'products', { name, unit_price: 11, taxes: [gst], ...body });
      if (at !== undefined) await change(client, `sites/${site}/products/${product.id}`, at);
      made[name] = product;
    };
    await add(
      'Flat White',
      {
        sku: 'fw',
        barcode: '4006381333931',
        tags: ['hot', 'milk'],
        categories: [category],
        is_purchased: true,
      },
      {},
    );
    await add(
      'flat bread',
      { sku: 'FW', tags: ['Hot'], is_inventory: true },
      { availability: { is_available: false } },
    );
    await add(
      '100% Juice_',
      { sku: 'j', is_sold: false, categories: [category], docket_name: 'JUICE' },
      { is_inventory: true },
    );
    await add(
      'Ĉapelo ΣΟΦΟΣ',
      { image: 'https://example.com/c.png', is_inventory: true },
      { is_inventory: false, taxes: [] },
    );
    await add('Nowhere', { sku: 'fw', tags: ['hot'], categories: [category] }, undefined);
    await change(client, `sites/${other}/products/${made['Flat White'].id}`, { availability: { amount: 3 } });
  });

  /** The names a list answers, of the products made here. */
  async function names(path: string, query: Record<string, string> = {}): Promise<string[]> {
    const rows = await read(
      service().client,
      `${path}?${new URLSearchParams({ limit: '5000', ...query }).toString()}`,
    );
    return rows.map((row: Json) => row.name).filter((name: string) => Object.hasOwn(made, name));
  }

  const id = (name: string): string => made[name].id_str;

  it('shows the descriptive fields alone, unless it is asked for more', async () => {
    const { client } = service();
    const [listed] = await read(client, `products?ids=${id('Flat White')}`);
    hasKeys(listed, LISTED_KEYS);
    const whole = await read(client, `products/${id('Flat White')}`);
    for (const key of LISTED_KEYS) assert.deepEqual(listed[key], whole[key], key);
    const [atSite] = await read(client, `sites/${site}/products?ids=${id('Flat White')}`);
    hasKeys(atSite, LISTED_KEYS);
  });

  describe('is narrowed by', () => {
    it('tag', async () => {
      assert.deepEqual(await names('products', { tag: 'hot' }), ['Flat White', 'Nowhere']);
      assert.deepEqual(await names('products', { tag: 'Hot' }), ['flat bread']);
      assert.deepEqual(await names('products', { tag: 'ho' }), []);
      assert.deepEqual(await names(`sites/${site}/products`, { tag: 'hot' }), ['Flat White']);
      assert.deepEqual(await names(`categories/${category}/products`, { tag: 'hot' }), [
        'Flat White',
        'Nowhere',
      ]);
      assert.deepEqual(await names(`sites/${site}/categories/${category}/products`, { tag: 'milk' }), [
        'Flat White',
      ]);
    });

    it('a part of the name, without case', async () => {
      assert.deepEqual(await names('products', { name: 'FLAT' }), ['Flat White', 'flat bread']);
      assert.deepEqual(await names('products', { name: 'ĉAPELO' }), ['Ĉapelo ΣΟΦΟΣ']);
      // What SQL takes for wildcards stands for itself.
      assert.deepEqual(await names('products', { name: '%' }), ['100% Juice_']);
      assert.deepEqual(await names('products', { name: 'juice_' }), ['100% Juice_']);
      assert.deepEqual(await names('products', { name: 'F_at' }), []);
      assert.deepEqual(await names(`sites/${site}/products`, { name: 'white' }), ['Flat White']);
    });

    it('the exact name, with case', async () => {
      assert.deepEqual(await names('products', { exactname: 'Flat White' }), ['Flat White']);
      assert.deepEqual(await names('products', { exactname: 'flat white' }), []);
      assert.deepEqual(await names('products', { exactname: 'Flat' }), []);
    });

    it('barcode', async () => {
      assert.deepEqual(await names('products', { barcode: '4006381333931' }), ['Flat White']);
      assert.deepEqual(await names(`sites/${site}/products`, { barcode: '4006381333931' }), ['Flat White']);
      assert.deepEqual(await names('products', { barcode: '400638133393' }), []);
    });

    it('sku', async () => {
      assert.deepEqual(await names('products', { sku: 'fw' }), ['Flat White', 'Nowhere']);
      assert.deepEqual(await names('products', { sku: 'FW' }), ['flat bread']);
      assert.deepEqual(await names(`sites/${site}/products`, { sku: 'fw' }), ['Flat White']);
      assert.deepEqual(await names('products', { sku: '' }), []);
    });

    it('ids', async () => {
      const ids = [id('Nowhere'), id('Flat White'), '987654321', id('Nowhere')].join(', ');
      assert.deepEqual(await names('products', { ids }), ['Flat White', 'Nowhere']);
      assert.deepEqual(await names(`sites/${site}/products`, { ids }), ['Flat White']);
      assert.deepEqual(await names(`categories/${category}/products`, { ids }), ['Flat White', 'Nowhere']);
      const { client } = service();
      for (const bad of ['', 'x', '1,', '0', '-1', '1;2', '9223372036854775808']) {
        invalidFields(await client.get(`products?ids=${encodeURIComponent(bad)}`), 'ids');
      }
      const many = (count: number) => Array.from({ length: count }, () => '1').join(',');
      assert.equal((await client.get(`products?ids=${many(5000)}`)).status, 200);
      invalidFields(await client.get(`products?ids=${many(5001)}`), 'ids');
    });

    it('its place: company, category, site, category at the site', async () => {
      assert.deepEqual((await names('products')).sort(), Object.keys(made).sort());
      assert.deepEqual(await names(`categories/${category}/products`), [
        'Flat White',
        '100% Juice_',
        'Nowhere',
      ]);
      assert.deepEqual(await names(`sites/${site}/products`), [
        'Flat White',
        'flat bread',
        '100% Juice_',
        'Ĉapelo ΣΟΦΟΣ',
      ]);
      assert.deepEqual(await names(`sites/${site}/categories/${category}/products`), [
        'Flat White',
        '100% Juice_',
      ]);
      assert.deepEqual(await names(`sites/${other}/products`), ['Flat White']);
    });

    it('what holds at the site', async () => {
      const here = `sites/${site}/products`;
      assert.deepEqual(await names(here, { sold: 'false' }), ['100% Juice_']);
      assert.deepEqual(await names(here, { sold: 'true' }), ['Flat White', 'flat bread', 'Ĉapelo ΣΟΦΟΣ']);
      assert.deepEqual(await names(here, { purchased: 'true' }), ['Flat White']);
      assert.deepEqual(await names(here, { purchased: '0' }), ['flat bread', '100% Juice_', 'Ĉapelo ΣΟΦΟΣ']);
      assert.deepEqual(await names(here, { is_available: 'false' }), ['flat bread']);
      assert.deepEqual(await names(here, { is_available: '1' }), [
        'Flat White',
        '100% Juice_',
        'Ĉapelo ΣΟΦΟΣ',
      ]);
      // The site's word goes before the company's.
      assert.deepEqual(await names(here, { inventoried: 'true' }), ['flat bread', '100% Juice_']);
      assert.deepEqual(await names(here, { inventoried: 'false' }), ['Flat White', 'Ĉapelo ΣΟΦΟΣ']);
      const inCategory = `sites/${site}/categories/${category}/products`;
      assert.deepEqual(await names(inCategory, { inventoried: 'true' }), ['100% Juice_']);
      assert.deepEqual(await names(inCategory, { is_available: 'false' }), []);
      const { client } = service();
      for (const name of ['sold', 'purchased', 'is_available', 'inventoried']) {
        invalidFields(await client.get(`${here}?${name}=maybe`), name);
        // On a list that is not a site's they mean nothing, like any other unknown parameter.
        assert.equal((await client.get(`products?${name}=maybe`)).status, 200);
      }
      assert.deepEqual(
        await names('products', { is_available: 'false', sold: 'false' }),
        await names('products'),
      );
    });

    it('several things at once', async () => {
      assert.deepEqual(await names('products', { name: 'flat', sku: 'fw', tag: 'hot' }), ['Flat White']);
      assert.deepEqual(
        await names(`sites/${site}/products`, { name: 'flat', is_available: 'false', sold: 'true' }),
        ['flat bread'],
      );
      assert.deepEqual(await names('products', { name: 'flat', ids: id('Nowhere') }), []);
    });
  });

  describe('can be asked for', () => {
    /** What `fields` adds to one product of a list. */
    async function extra(fields: string, path = 'products', name = 'Flat White'): Promise<Json> {
      const rows = await read(service().client, `${path}?fields=${fields}&ids=${id(name)}`);
      assert.equal(rows.length, 1);
      return Object.fromEntries(Object.entries(rows[0]).filter(([key]) => !LISTED_KEYS.includes(key)));
    }

    it('image and docket_name', async () => {
      assert.deepEqual(await extra('image'), { image: null });
      assert.deepEqual(await extra('image', 'products', 'Ĉapelo ΣΟΦΟΣ'), {
        image: 'https://example.com/c.png',
      });
      assert.deepEqual(await extra('docket_name', 'products', '100% Juice_'), { docket_name: 'JUICE' });
      assert.deepEqual(await extra('docket_name'), { docket_name: null });
    });

    it('categories', async () => {
      const categories = [{ id: category, id_str: String(category), name: 'Asked' }];
      assert.deepEqual(await extra('categories'), { categories });
      assert.deepEqual(await extra('categories', `sites/${site}/products`), { categories });
      assert.deepEqual(await extra('categories', 'products', 'flat bread'), { categories: [] });
    });

    it('unit_price, unit_price_ex_tax and unit_tax', async () => {
      assert.deepEqual(await extra('unit_price'), { unit_price: 11 });
      assert.deepEqual(await extra('unit_price_ex_tax'), { unit_price_ex_tax: 10 });
      assert.deepEqual(await extra('unit_tax'), { unit_tax: 1 });
      // With the taxes and prices of the site in a list of the site.
      const all = 'unit_price,unit_price_ex_tax,unit_tax';
      const own = await extra(all, `sites/${site}/products`, 'Ĉapelo ΣΟΦΟΣ');
      assert.deepEqual(own, { unit_price: 11, unit_price_ex_tax: 11, unit_tax: 0 });
      const list = await make(service().client, 'price_lists', { name: 'Asked' });
      await change(service().client, `sites/${other}`, { price_list_id: list.id });
      await change(service().client, `sites/${other}/products/${id('Flat White')}`, { unit_price: 22 });
      const listed = await extra(all, `sites/${other}/products`);
      assert.deepEqual(listed, { unit_price: 22, unit_price_ex_tax: 20, unit_tax: 2 });
      assert.deepEqual(await extra('unit_price'), { unit_price: 11 });
    });

    it('availability in one form: of the site, or of every site (reference: products.29)', async () => {
      const none = { is_available: false, amount: null };
      assert.deepEqual(await extra('availability', `sites/${site}/products`, 'flat bread'), {
        availability: { ...none, sites: [{ site_id: site, site_id_str: String(site), ...none }] },
      });
      const some = { is_available: true, amount: 3 };
      assert.deepEqual(await extra('availability', `sites/${other}/products`), {
        availability: { ...some, sites: [{ site_id: other, site_id_str: String(other), ...some }] },
      });
      const both = [
        { site_id: site, site_id_str: String(site), is_available: true, amount: null },
        { site_id: other, site_id_str: String(other), ...some },
      ];
      assert.deepEqual(await extra('availability'), {
        availability: { is_available: true, amount: null, sites: both },
      });
      assert.deepEqual(await extra('availability', 'products', 'Nowhere'), {
        availability: { ...none, sites: [] },
      });
      const { client } = service();
      const path = `sites/${site}/products/${made['Flat White'].id}`;
      await change(client, path, { availability: { amount: 4.5 } });
      assert.equal((await extra('availability')).availability.amount, 7.5);
      await change(client, path, { availability: { amount: null } });
    });

    it('what a register computes prices with: taxes, price_form, variable_price and modifiers', async () => {
      const { client } = service();
      const here = `sites/${site}/products`;
      const { name, rate } = await read(client, `taxes/${gst}`);
      assert.deepEqual(await extra('taxes'), { taxes: [{ id: gst, id_str: String(gst), name, rate }] });
      assert.deepEqual(await extra('taxes', here, 'Ĉapelo ΣΟΦΟΣ'), { taxes: [] });
      assert.deepEqual(await extra('price_form'), { price_form: 'inc' });
      const free = { variable_price: false, min_sell_price: null, max_sell_price: null };
      assert.deepEqual(await extra('variable_price'), free);
      const bounds = { variable_price: true, min_sell_price: 1.5, max_sell_price: 20 };
      const asked = await make(client, 'products', { name: 'Asked', unit_price_ex_tax: 1, ...bounds });
      made.Asked = asked;
      assert.deepEqual(await extra('variable_price', 'products', 'Asked'), bounds);
      assert.deepEqual(await extra('price_form', 'products', 'Asked'), { price_form: 'ex' });
      // In a list of a site the form is that of the site's own price.
      await change(client, `sites/${other}/products/${asked.id}`, {});
      assert.deepEqual(await extra('price_form', `sites/${other}/products`, 'Asked'), { price_form: 'ex' });
      await change(client, `sites/${other}/products/${asked.id}`, { unit_price: 3 });
      assert.deepEqual(await extra('price_form', `sites/${other}/products`, 'Asked'), { price_form: 'inc' });
      assert.deepEqual(await extra('modifiers'), { modifiers: [] });
      const modifier = (name: string, body: Record<string, unknown>) =>
        make(client, 'products', { name, is_modifier: true, ...body });
      const milk = await modifier('Oat milk', { unit_price: 1, taxes: [gst] });
      const shot = await modifier('Shot', { unit_price: 2, taxes: [gst] });
      const list = [{ id: shot.id }, { id: milk.id, unit_price_ex_tax: 0.5 }];
      await change(client, `products/${id('Flat White')}/modifiers`, { modifiers: list });
      const own = { unit_price: null, unit_price_ex_tax: null, price_form: null };
      const attached = [
        { id: shot.id, id_str: shot.id_str, name: 'Shot', ...own },
        {
          id: milk.id,
          id_str: milk.id_str,
          name: 'Oat milk',
          unit_price: 0.55,
          unit_price_ex_tax: 0.5,
          price_form: 'ex',
        },
      ];
      assert.deepEqual(await extra('modifiers'), { modifiers: attached });
      assert.deepEqual(await extra('modifiers', here), { modifiers: attached });
    });

    it('several, with blanks, and nothing that is not known', async () => {
      assert.deepEqual(
        Object.keys(await extra('image,%20unit_price ,docket_name'.replace(' ', '%20'))).sort(),
        ['docket_name', 'image', 'unit_price'],
      );
      assert.deepEqual(await extra('colour,,deleted,cost_price'), {});
      assert.deepEqual(await extra(''), {});
    });
  });
});

onEachEngine('what changed beside the row of a product (reference: products.44)', (service) => {
  let client: Client;
  let site: Json;
  let own: Json;
  let list: Json;
  let product: Json;
  let base: number;

  before(async () => {
    ({ client } = service());
    base = (await read(client, 'price_lists/base')).id;
    list = await make(client, 'price_lists', { name: 'Own' });
    site = (await read(client, 'sites'))[0];
    own = await make(client, 'sites', { name: 'Own prices', price_list_id: list.id });
    product = await make(client, 'products', { name: 'Cocoa', sku: 'cocoa', unit_price: 5 });
    await make(client, 'products', { name: 'Never touched', unit_price: 1 });
    for (const at of [site, own]) await change(client, `sites/${at.id}/products/${product.id}`, {});
  });

  /** Does something a second later; the names of the products that each list has as changed since. */
  async function changedBy(work: () => Promise<unknown>, ...lists: string[]): Promise<string[][]> {
    const { clock } = service();
    clock.advance(SECOND);
    const since = new Date(Number(clock.now() / 1000n)).toISOString();
    await work();
    return Promise.all(
      lists.map(async (path) =>
        (await read(client, `${path}?updated_gte=${since}`)).map(({ name }: Json) => name),
      ),
    );
  }

  const lists = () => ['products', `sites/${site.id}/products`, `sites/${own.id}/products`];
  const priced = (of: number, path: string, body: object) => () =>
    change(client, `price_lists/${of}/products${path}`, body);

  it('is found by `updated_`: a price on the base list or another one', async () => {
    const each = `/${product.id}`;
    const found = [['Cocoa'], ['Cocoa'], ['Cocoa']];
    assert.deepEqual(await changedBy(priced(base, each, { unit_price: 7 }), ...lists()), found);
    assert.deepEqual(await changedBy(priced(base, each, { unit_price: 7 }), ...lists()), [[], [], []]);
    assert.deepEqual(await changedBy(priced(base, each, { cost_price: 2 }), ...lists()), found);
    assert.deepEqual(await changedBy(priced(list.id, each, { unit_price: 8 }), ...lists()), found);
    const at = `sites/${own.id}/products/${product.id}`;
    assert.deepEqual(await changedBy(() => change(client, at, { unit_price: 9 }), ...lists()), found);
    const many = { products: [{ id: product.id, unit_price: 10 }] };
    assert.deepEqual(await changedBy(priced(base, '', many), ...lists()), found);
    const whole = await read(client, `products/${product.id}`);
    assert.deepEqual(
      (await read(client, 'products?sku=cocoa')).map((listed: Json) => listed.updated_at),
      [whole.updated_at],
    );
    await service().app.sweep();
    assert.equal((await read(client, 'products?sku=cocoa'))[0].updated_at, whole.updated_at);
  });

  it('is found by `updated_`: a site that has it from now on, or no more; the event has the same time', async () => {
    const added = await make(client, 'sites', { name: 'Added' });
    const at = `sites/${added.id}/products/${product.id}`;
    const log = await EventLog.open(client);
    for (const work of [() => change(client, at, {}), () => drop(client, at)]) {
      assert.deepEqual(await changedBy(work, 'products'), [['Cocoa']]);
      const [event] = (await log.take()).filter(({ topic }) => topic === 'products/updated');
      assert.deepEqual(event.changed, ['sites']);
      assert.equal(event.payload.updated_at, (await read(client, `products/${product.id}`)).updated_at);
    }
  });

  it('is not found: amounts of stock, orders, and what a site has otherwise', async () => {
    const at = `sites/${site.id}/products/${product.id}`;
    const counted = { availability: { is_available: true, amount: 5 } };
    const lines = [{ product_id: product.id }];
    for (const work of [
      () => change(client, at, counted),
      () => make(client, 'orders', { site_id: site.id, status: 'COMPLETE', lines }),
      () =>
        make(client, `sites/${site.id}/stock_movements`, {
          ...{ product_id: product.id, change: 1, reason: 'delivery' },
        }),
      () => change(client, at, { is_inventory: true, taxes: [] }),
    ])
      assert.deepEqual(await changedBy(work, ...lists()), [[], [], []]);
  });

  it('makes its tag another, which If-Match is held against', async () => {
    const path = `products/${product.id}`;
    const at = `sites/${own.id}/products/${product.id}`;
    for (const shown of [path, at]) {
      const { etag } = (await client.get(shown)).headers;
      await changedBy(priced(base, `/${product.id}`, { unit_price: shown === path ? 11 : 12 }));
      const headers = { 'if-match': String(etag) };
      refused(await client.put(shown, { taxes: [] }, { headers }), 412, 'precondition_failed');
    }
    for (const body of [{}, { unit_price: 13 }]) {
      const answer = await client.put(at, body);
      assert.equal(answer.headers.etag, (await client.get(at)).headers.etag);
      assert.equal(answer.json.updated_at, (await read(client, path)).updated_at);
    }
  });

  it('is found by `updated_` where it was imported', async () => {
    const rows = (head: string, cell: string) => async () => {
      const answer = await client.post('imports', { csv: `sku,"${head}"\ncocoa,${cell}\n` });
      assert.equal(answer.json.saved && answer.json.changed, 1, answer.text);
    };
    await make(client, 'sites', { name: 'File', code: 'file' });
    await make(client, 'products', { name: 'Shot', sku: 'shot', is_modifier: true, unit_price: 1 });
    for (const [head, cell] of [
      ['list:Own:unit_price', '14'],
      ['site:File:available', 'true'],
      ['site:File:available', '-'],
      ['modifiers', 'shot'],
    ] as const)
      assert.deepEqual(await changedBy(rows(head, cell), 'products'), [['Cocoa']], head);
  });
});
