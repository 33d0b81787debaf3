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

// Products at sites: made available there, with prices, taxes and availability of their own (reference: products.8,
// products.9).

const SITE_FIELDS = [
  'unit_price',
  'unit_price_ex_tax',
  'unit_tax',
  'cost_price',
  'cost_price_ex_tax',
  'taxes',
  'cost_taxes',
  'is_inventory',
  'show_online',
  'availability',
  'stock',
];

onEachEngine('products at sites', (service) => {
  const gst = () => service().card.taxes[0].id as number;
  const base = async () => read(service().client, 'price_lists/base');

  /** A site with a price list of its own, that list, and one between it and the base. */
  async function siteWithList() {
    const { client } = service();
    const middle = await make(client, 'price_lists', { name: 'Middle' });
    const list = await make(client, 'price_lists', { name: 'Own', parent_id: middle.id });
    const site = await make(client, 'sites', { name: 'With a list', price_list_id: list.id });
    return { site, list, middle };
  }

  /** What a list itself says of a product. */
  async function listed(list: { id: number }, product: { id: number }): Promise<number | undefined> {
    const products = await read(service().client, `price_lists/${list.id}/products?limit=5000`);
    return products.find((each: Json) => each.id === product.id)?.unit_price;
  }

  describe('are made there', () => {
    it('flat, available and not counted', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const product = await make(client, `sites/${site}/products`, {
        name: 'Tea',
        unit_price: 5.5,
        taxes: [gst()],
      });
      hasKeys(product, [
        ...COMMON,
        ...SITE_FIELDS,
        'site_id',
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
        'is_modifier',
        'variable_price',
        'min_sell_price',
        'max_sell_price',
        'measure',
        'unit_of_measure',
        'low_stock',
        'categories',
        'option_sets',
        'variants',
        'modifiers',
        'variant_parent_id',
        'variant_attributes',
      ]);
      assert.equal(product.site_id, site);
      assert.deepEqual(product.availability, { is_available: true, amount: null });
      assert.deepEqual([product.unit_price, product.unit_price_ex_tax, product.unit_tax], [5.5, 5, 0.5]);
      assert.deepEqual(await read(client, `sites/${site}/products/${product.id}`), product);
      await survivesSendingBack(client, `sites/${site}/products/${product.id}`);
    });

    it('with an address at the site and the same record at the company', async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const answer = await client.post(`sites/${site}/products`, {
        name: 'Addressed',
        unit_price: 3,
        availability: { is_available: false, amount: 2.5 },
      });
      assert.equal(answer.status, 201, answer.text);
      const { pathname } = new URL(answer.headers.location ?? '');
      assert.deepEqual(await read(client, pathname), answer.json);
      assert.deepEqual(answer.json.availability, { is_available: false, amount: 2.5 });
      const product = await read(client, `products/${answer.json.id}`);
      assert.equal(product.sites.length, 1);
      const [section] = product.sites;
      hasKeys(section, ['id', 'id_str', 'name', ...SITE_FIELDS]);
      assert.equal(section.id, site);
      assert.equal(section.name, card.sites[0].name);
      for (const field of SITE_FIELDS) assert.deepEqual(section[field], answer.json[field], field);
    });

    it('priced on the list of the site and on the base', async () => {
      const { client } = service();
      const { site, list, middle } = await siteWithList();
      const product = await make(client, `sites/${site.id}/products`, {
        name: 'Priced',
        unit_price: 6,
        cost_price: 2,
      });
      assert.equal(await listed(list, product), 6);
      assert.equal(await listed(middle, product), undefined);
      assert.equal(await listed(await base(), product), 6);
      const shown = await read(client, `products/${product.id}`);
      assert.deepEqual([shown.unit_price, shown.cost_price], [6, 2]);
      // The list of the site stands on its own from here on.
      await change(client, `products/${product.id}`, { unit_price: 9, cost_price: 3 });
      const here = await read(client, `sites/${site.id}/products/${product.id}`);
      assert.deepEqual([here.unit_price, here.cost_price], [6, 2]);
    });

    it('of nothing less than at the company', async () => {
      const { client, card, foreign, foreignCard } = service();
      const path = `sites/${card.sites[0].id}/products`;
      invalidFields(await client.post(path, { name: 'Tea' }), 'unit_price');
      invalidFields(await client.post(path, { unit_price: 1 }), 'name');
      await refusesEach(service(), 'POST', path, { name: 'Tea', unit_price: 1 }, [
        [{ availability: true }, 'availability'],
        [{ availability: { is_available: 'yes' } }, 'availability.is_available'],
        [{ availability: { amount: -1 } }, 'availability.amount'],
        [{ availability: { amount: '5' } }, 'availability.amount'],
        [{ availability: { amount: 0.00001 } }, 'availability.amount'],
        [{ taxes: [foreignCard.taxes[0].id] }, 'taxes[0]'],
      ]);
      refused(await foreign.post(path, { name: 'Tea', unit_price: 1 }), 404, 'not_found');
    });
  });

  describe('are made available', () => {
    it('by a PUT with anything or nothing, and shown in the sites section', async () => {
      const { client } = service();
      const product = await make(client, 'products', { name: 'Spread', unit_price: 4, show_online: true });
      const one = await make(client, 'sites', { name: 'One', online_products_enabled: true });
      const two = await make(client, 'sites', { name: 'Two', online_products_enabled: true });
      const at = (site: Json) => `sites/${site.id}/products/${product.id}`;
      refused(await client.get(at(one)), 404, 'not_found');
      const flat = await change(client, at(one), {});
      assert.deepEqual(flat.availability, { is_available: true, amount: null });
      assert.equal(flat.unit_price, 4);
      assert.equal(flat.show_online, true);
      await change(client, at(two), { show_online: false });
      refused(
        await client.get(`sites/${service().card.sites[0].id}/products/${product.id}`),
        404,
        'not_found',
      );
      const { sites } = await read(client, `products/${product.id}`);
      assert.deepEqual(
        sites.map((each: Json) => [each.id, each.name, each.show_online]),
        [
          [one.id, 'One', true],
          [two.id, 'Two', false],
        ],
      );
      await drop(client, at(one));
      refused(await client.get(at(one)), 404, 'not_found');
      refused(await client.delete(at(one)), 404, 'not_found');
      assert.equal((await read(client, `products/${product.id}`)).sites.length, 1);
      assert.equal((await read(client, at(two))).show_online, false);
    });

    it('again as if for the first time', async () => {
      const { client, card } = service();
      const product = await make(client, 'products', { name: 'Returning', unit_price: 4 });
      const path = `sites/${card.sites[0].id}/products/${product.id}`;
      await change(client, path, { show_online: true, availability: { is_available: false, amount: 3 } });
      await drop(client, path);
      const back = await change(client, path, {});
      assert.equal(back.show_online, false);
      assert.deepEqual(back.availability, { is_available: true, amount: null });
    });
  });

  describe('hold of their own', () => {
    it('prices, on the current list of the site and nowhere else', async () => {
      const { client } = service();
      const { site, list, middle } = await siteWithList();
      const product = await make(client, 'products', { name: 'Own price', unit_price: 10, taxes: [gst()] });
      const path = `sites/${site.id}/products/${product.id}`;
      assert.equal((await change(client, path, {})).unit_price, 10);
      assert.equal(await listed(list, product), undefined);

      const own = await change(client, path, { unit_price: 8.8, cost_price: 1.1 });
      assert.deepEqual(
        [own.unit_price, own.unit_price_ex_tax, own.unit_tax, own.cost_price],
        [8.8, 8, 0.8, 1.1],
      );
      assert.equal(await listed(list, product), 8.8);
      assert.equal(await listed(middle, product), undefined);
      assert.equal(await listed(await base(), product), 10);
      const shown = await read(client, `products/${product.id}`);
      assert.deepEqual([shown.unit_price, shown.cost_price, shown.sites[0].unit_price], [10, null, 8.8]);

      const ex = await change(client, path, { unit_price_ex_tax: 7 });
      assert.deepEqual([ex.unit_price, ex.unit_price_ex_tax], [7.7, 7]);
      await survivesSendingBack(client, path);
      // Null takes a price off the list of the site: what lies above it holds again.
      const inherited = await change(client, path, { unit_price: null, cost_price: null });
      assert.deepEqual([inherited.unit_price, inherited.cost_price], [10, null]);
      assert.equal(await listed(list, product), undefined);
    });

    it('nothing that was only sent back as it was read', async () => {
      const { client } = service();
      const { site, list } = await siteWithList();
      const product = await make(client, 'products', { name: 'Inherited', unit_price: 10, cost_price: 4 });
      const path = `sites/${site.id}/products/${product.id}`;
      await change(client, path, await change(client, path, {}));
      assert.equal(await listed(list, product), undefined);
      await change(client, `products/${product.id}`, { unit_price: 12, cost_price: 5 });
      const shown = await read(client, path);
      assert.deepEqual([shown.unit_price, shown.cost_price], [12, 5]);
    });

    it('no taxes and flags that were only sent back, but those they have already', async () => {
      const { client } = service();
      const site = await make(client, 'sites', { name: 'Online too', online_products_enabled: true });
      const other = await make(client, 'taxes', { code: 'O', name: 'Other', rate: 0.2 });
      const taxes = { taxes: [gst()], cost_taxes: [gst()] };
      const product = await make(client, `sites/${site.id}/products`, {
        name: 'Followed',
        unit_price: 11,
        ...taxes,
        is_inventory: true,
        show_online: true,
      });
      const path = `sites/${site.id}/products/${product.id}`;
      const shown = await read(client, path);
      await change(client, path, { ...shown, availability: { is_available: false } });
      const whole = await read(client, `${path}?fields=taxes`);
      await change(client, path, whole);
      const moved = { taxes: [other.id], cost_taxes: [], is_inventory: false, show_online: false };
      await change(client, `products/${product.id}`, moved);
      const following = await read(client, path);
      assert.deepEqual(following, {
        ...following,
        ...moved,
        availability: { is_available: false, amount: null },
      });

      // What the site has of its own stays, though the company has the same meanwhile and it is sent back.
      const own = { ...taxes, is_inventory: true, show_online: true };
      await change(client, path, own);
      await change(client, `products/${product.id}`, own);
      await change(client, path, await read(client, path));
      await change(client, `products/${product.id}`, moved);
      const kept = await read(client, path);
      assert.deepEqual(kept, { ...kept, ...own });
    });

    it('what the lists above them say when their own says nothing', async () => {
      const { client } = service();
      const { site, middle } = await siteWithList();
      const other = await make(client, 'sites', { name: 'On the middle list', price_list_id: middle.id });
      const product = await make(client, 'products', { name: 'Between', unit_price: 10 });
      const paths = [site, other].map((each) => `sites/${each.id}/products/${product.id}`);
      for (const path of paths) assert.equal((await change(client, path, {})).unit_price, 10);
      await change(client, paths[1] ?? '', { unit_price: 7 });
      for (const path of paths) assert.equal((await read(client, path)).unit_price, 7);
      // Another list: other prices at once.
      await change(client, `sites/${site.id}`, { price_list_id: (await base()).id });
      assert.equal((await read(client, paths[0] ?? '')).unit_price, 10);
      // The price of the base cannot go: nothing lies above it.
      invalidFields(await client.put(paths[0] ?? '', { unit_price: null }), 'unit_price');
    });

    it('taxes and flags, until null gives them back to the company', async () => {
      const { client, card } = service();
      const path = (id: number) => `sites/${card.sites[0].id}/products/${id}`;
      const product = await make(client, 'products', {
        name: 'Overridden',
        unit_price: 11,
        taxes: [gst()],
        cost_price: 5.5,
        cost_taxes: [gst()],
        is_inventory: true,
      });
      const own = { taxes: [], cost_taxes: [], is_inventory: false, show_online: true };
      const overridden = await change(client, path(product.id), own);
      assert.deepEqual(overridden, {
        ...overridden,
        ...own,
        unit_price: 11,
        unit_price_ex_tax: 11,
        unit_tax: 0,
        cost_price_ex_tax: 5.5,
      });
      const kept = await change(client, path(product.id), { show_online: false });
      assert.deepEqual(kept, { ...overridden, show_online: false });
      const company = await read(client, `products/${product.id}`);
      assert.deepEqual([company.taxes, company.is_inventory, company.unit_price_ex_tax], [[gst()], true, 10]);

      const back = { taxes: null, cost_taxes: null, is_inventory: null, show_online: null };
      const inherited = await change(client, path(product.id), back);
      assert.deepEqual(inherited, {
        ...inherited,
        taxes: [gst()],
        cost_taxes: [gst()],
        is_inventory: true,
        show_online: false,
        unit_price_ex_tax: 10,
      });
      await change(client, `products/${product.id}`, { show_online: true, is_inventory: false });
      const following = await read(client, path(product.id));
      assert.deepEqual([following.show_online, following.is_inventory], [true, false]);
    });

    it('an availability, in parts', async () => {
      const { client, card } = service();
      const product = await make(client, 'products', { name: 'Counted', unit_price: 1 });
      const path = `sites/${card.sites[0].id}/products/${product.id}`;
      const set = async (availability: unknown) =>
        (await change(client, path, { availability })).availability;
      assert.deepEqual(await set({ amount: 5 }), { is_available: true, amount: 5 });
      assert.deepEqual(await set({ is_available: false }), { is_available: false, amount: 5 });
      assert.deepEqual(await set({}), { is_available: false, amount: 5 });
      assert.deepEqual(await set({ amount: 0.1234, is_available: true }), {
        is_available: true,
        amount: 0.1234,
      });
      assert.deepEqual(await set({ amount: 0 }), { is_available: true, amount: 0 });
      assert.deepEqual(await set({ amount: null }), { is_available: true, amount: null });
      // Another field alone leaves it as it is.
      await set({ is_available: false, amount: 2 });
      const { availability } = await change(client, path, { show_online: true });
      assert.deepEqual(availability, { is_available: false, amount: 2 });
    });
  });

  it('are refused what is wrong, naming it', async () => {
    const { client, card, foreignCard } = service();
    const product = await make(client, 'products', { name: 'Checked', unit_price: 1 });
    const path = `sites/${card.sites[0].id}/products/${product.id}`;
    await refusesEach(service(), 'PUT', path, { show_online: true }, [
      [{ taxes: [foreignCard.taxes[0].id] }, 'taxes[0]'],
      [{ cost_taxes: [gst(), 987654321] }, 'cost_taxes[1]'],
      [{ taxes: 5 }, 'taxes'],
      [{ is_inventory: 'no' }, 'is_inventory'],
      [{ show_online: 0 }, 'show_online'],
      [{ unit_price: -1 }, 'unit_price'],
      [{ unit_price: '1' }, 'unit_price'],
      [{ cost_price: true }, 'cost_price'],
      [{ cost_price_ex_tax: -1 }, 'cost_price_ex_tax'],
      [
        { availability: { amount: -0.5, is_available: 1 } },
        'availability.is_available',
        'availability.amount',
      ],
    ]);
    // What holds for the company alone is not changed by the way.
    const answer = await client.put(path, { name: 'Other', sku: 'x' });
    assert.equal(answer.headers['x-ignored-fields'], 'name, sku');
    assert.equal(answer.json.name, 'Checked');
  });

  it('change only in the state that If-Match names', async () => {
    const { client, card } = service();
    const product = await make(client, 'products', { name: 'Matched', unit_price: 1 });
    const path = `sites/${card.sites[0].id}/products/${product.id}`;
    // Where it is not available there is no state to name.
    refused(await client.put(path, {}, { headers: { 'if-match': '*' } }), 412, 'precondition_failed');
    await change(client, path, {});
    const stale = { headers: { 'if-match': (await client.get(path)).headers.etag ?? '' } };
    assert.equal((await client.put(path, { unit_price: 2 }, stale)).status, 200);
    refused(await client.put(path, { unit_price: 3 }, stale), 412, 'precondition_failed');
    refused(await client.delete(path, stale), 412, 'precondition_failed');
    const fresh = (await client.get(path)).headers.etag ?? '';
    assert.equal((await client.delete(path, { headers: { 'if-match': fresh } })).status, 204);
  });

  it('that are counted make the inventory of a site', async () => {
    const { client, clock } = service();
    const site = await make(client, 'sites', { name: 'Stocked' });
    const path = `sites/${site.id}`;
    const body = { name: 'Beans', unit_price: 1 };
    const beans = await make(client, `${path}/products`, { ...body, availability: { amount: 12.5 } });
    await make(client, `${path}/products`, { ...body, availability: { is_available: true } });
    const none = await make(client, `${path}/products`, {
      ...body,
      availability: { is_available: false, amount: 0 },
    });
    assert.deepEqual(await read(client, `${path}/inventory`), [
      { id: beans.id, id_str: beans.id_str, stock: 12.5 },
      { id: none.id, id_str: none.id_str, stock: 0 },
    ]);
    clock.advance(SECOND);
    await change(client, `${path}/products/${beans.id}`, { availability: { amount: null } });
    await drop(client, `${path}/products/${none.id}`);
    assert.deepEqual(await read(client, `${path}/inventory`), []);
  });

  it('is shown online where the site shows products online alone (reference: products.28)', async () => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Counter' });
    const product = await make(client, 'products', { name: 'Online', unit_price: 1, show_online: true });
    const path = `sites/${site.id}/products/${product.id}`;
    const shown = async () => {
      const [listed] = await read(client, `sites/${site.id}/products?ids=${product.id}`);
      const { sites } = await read(client, `products/${product.id}`);
      return [(await read(client, path)).show_online, listed.show_online, sites[0].show_online];
    };
    refused(await client.put(path, { show_online: true }), 400, 'invalid_request', 'show_online');
    const flat = await change(client, path, {});
    assert.deepEqual(await shown(), [false, false, false]);
    await change(client, path, flat);
    await change(client, `sites/${site.id}`, { online_products_enabled: true });
    assert.deepEqual(await shown(), [true, true, true]);
    await change(client, path, { show_online: false });
    assert.deepEqual(await shown(), [false, false, false]);
    await change(client, path, { show_online: true });
    assert.deepEqual(await shown(), [true, true, true]);
    assert.equal((await read(client, `products/${product.id}`)).show_online, true);
  });
});
