import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  COMMON,
  change,
  drop,
  EventLog,
  hasKeys,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  survivesSendingBack,
  UNKNOWN_ID,
} from './helpers.ts';

// Categories and the products in them (reference: products.20, products.21).

onEachEngine('categories', (service) => {
  const tea = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Tea', unit_price: 1, ...more });

  it('need a name', async () => {
    const { client } = service();
    const category = await make(client, 'categories', { name: 'Plain' });
    hasKeys(category, [...COMMON, 'name', 'description', 'image', 'show_online', 'products']);
    assert.deepEqual(category, {
      ...category,
      name: 'Plain',
      description: null,
      image: null,
      show_online: true,
      products: { count: 0, updated_at: null },
    });
    invalidFields(await client.post('categories', { description: 'x' }), 'name');
  });

  it('keep every field they are sent, and give it up only for null', async () => {
    const { client, clock } = service();
    const full = {
      name: 'Full',
      description: 'All.',
      image: 'https://example.com/f.png',
      show_online: false,
    };
    const category = await make(client, 'categories', full);
    assert.deepEqual(category, { ...category, ...full });
    clock.advance(SECOND);
    const renamed = await change(client, `categories/${category.id}`, { name: 'Fuller' });
    assert.notEqual(renamed.updated_at, category.updated_at);
    assert.deepEqual(renamed, { ...category, name: 'Fuller', updated_at: renamed.updated_at });
    const empty = { description: null, image: null };
    assert.deepEqual(await change(client, `categories/${category.id}`, empty), { ...renamed, ...empty });
    await survivesSendingBack(client, `categories/${category.id}`);
  });

  it('refuse what is wrong, naming it', async () => {
    const { client } = service();
    const category = await make(client, 'categories', { name: 'Checked' });
    await refusesEach(service(), 'PUT', `categories/${category.id}`, { description: 'good' }, [
      [{ name: null }, 'name'],
      [{ name: '' }, 'name'],
      [{ description: 'x'.repeat(2001) }, 'description'],
      [{ image: 'c.png' }, 'image'],
      [{ show_online: 'no' }, 'show_online'],
    ]);
  });

  describe('count their products', () => {
    it('as they come and go, and say when that was', async () => {
      const { client, clock } = service();
      const at = () => new Date(Number(clock.now() / 1000n)).toISOString();
      const category = await make(client, 'categories', { name: 'Counting' });
      const path = `categories/${category.id}`;
      const [one, two, three] = [await tea(), await tea(), await tea()];

      clock.advance(SECOND);
      const filled = await change(client, `${path}/products`, { product_ids: [one.id, two.id_str, one.id] });
      assert.deepEqual(filled, { ...category, products: { count: 2, updated_at: at() }, updated_at: at() });
      assert.deepEqual(await read(client, path), filled);
      assert.deepEqual((await read(client, `products/${one.id}`)).categories, [
        { id: category.id, id_str: category.id_str, name: 'Counting' },
      ]);

      // It adds: products in it stay; adding one that is in it changes nothing.
      clock.advance(SECOND);
      assert.deepEqual(await change(client, `${path}/products`, { product_ids: [two.id] }), filled);
      clock.advance(SECOND);
      const more = await change(client, `${path}/products`, { product_ids: [two.id, three.id] });
      assert.deepEqual(more.products, { count: 3, updated_at: at() });

      // A product in it that changes is news of the category's products, not of the category.
      clock.advance(SECOND);
      await change(client, `products/${one.id}`, { name: 'Green tea' });
      const news = await read(client, path);
      assert.deepEqual(news, { ...more, products: { count: 3, updated_at: at() } });

      clock.advance(SECOND);
      await drop(client, `${path}/products/${one.id}`);
      assert.deepEqual((await read(client, path)).products, { count: 2, updated_at: at() });
      refused(await client.delete(`${path}/products/${one.id}`), 404, 'not_found');

      clock.advance(SECOND);
      await drop(client, `products/${two.id}`);
      assert.deepEqual((await read(client, path)).products, { count: 1, updated_at: at() });
      clock.advance(SECOND);
      await change(client, `products/${three.id}`, { categories: [] });
      assert.deepEqual((await read(client, path)).products, { count: 0, updated_at: null });
      assert.equal((await read(client, path)).updated_at, at());
    });

    it('that they are given when a product is made or changed', async () => {
      const { client } = service();
      const [a, b] = [
        await make(client, 'categories', { name: 'A' }),
        await make(client, 'categories', { name: 'B' }),
      ];
      const product = await tea({ categories: [a.id] });
      const counts = async () => {
        const both = [await read(client, `categories/${a.id}`), await read(client, `categories/${b.id}`)];
        return both.map((each) => each.products.count);
      };
      assert.deepEqual(await counts(), [1, 0]);
      await change(client, `products/${product.id}`, { categories: [a.id, b.id] });
      assert.deepEqual(await counts(), [1, 1]);
      await change(client, `products/${product.id}`, { categories: [b.id] });
      assert.deepEqual(await counts(), [0, 1]);
      await drop(client, `categories/${b.id}`);
      assert.deepEqual((await read(client, `products/${product.id}`)).categories, []);
      refused(await client.get(`categories/${b.id}/products`), 404, 'not_found');
    });
  });

  it('take only products that are there, all or none', async () => {
    const { client, foreign } = service();
    const category = await make(client, 'categories', { name: 'Choosy' });
    const path = `categories/${category.id}/products`;
    const good = (await tea()).id;
    const theirs = (await make(foreign, 'products', { name: 'Theirs', unit_price: 1 })).id;
    await refusesEach(service(), 'PUT', path, {}, [
      [{}, 'product_ids'],
      [{ product_ids: [] }, 'product_ids'],
      [{ product_ids: good }, 'product_ids'],
      [{ product_ids: [good, 'x'] }, 'product_ids[1]'],
      [{ product_ids: [good, theirs] }, 'product_ids[1]'],
      [{ product_ids: [987654321, good] }, 'product_ids[0]'],
      [{ product_ids: Array.from({ length: 5001 }, () => good) }, 'product_ids'],
    ]);
    refused(await client.put(`categories/${UNKNOWN_ID}/products`, { product_ids: [good] }), 404, 'not_found');
    refused(await foreign.put(path, { product_ids: [theirs] }), 404, 'not_found');
    refused(await foreign.delete(`${path}/${good}`), 404, 'not_found');
    const many = await change(client, path, { product_ids: Array.from({ length: 5000 }, () => good) });
    assert.equal(many.products.count, 1);
  });

  it('are listed at a site and of a product', async () => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Shelved' });
    const [hot, cold, empty] = [
      await make(client, 'categories', { name: 'Hot' }),
      await make(client, 'categories', { name: 'Cold' }),
      await make(client, 'categories', { name: 'Empty' }),
    ];
    const both = await tea({ categories: [cold.id, hot.id] });
    const elsewhere = await tea({ categories: [hot.id] });
    await change(client, `sites/${service().card.sites[0].id}/products/${elsewhere.id}`, {});
    assert.deepEqual(await read(client, `sites/${site.id}/categories`), []);
    await change(client, `sites/${site.id}/products/${both.id}`, { availability: { is_available: false } });

    // At the site the products made available there count, sold out or not.
    const atSite = await read(client, `sites/${site.id}/categories`);
    assert.deepEqual(
      atSite.map((each: Json) => [each.id, each.products.count]),
      [
        [hot.id, 1],
        [cold.id, 1],
      ],
    );
    const ofProduct = await read(client, `products/${both.id}/categories`);
    assert.deepEqual(
      ofProduct.map((each: Json) => [each.id, each.products.count]),
      [
        [hot.id, 2],
        [cold.id, 1],
      ],
    );
    await drop(client, `sites/${site.id}/products/${both.id}`);
    assert.deepEqual(await read(client, `sites/${site.id}/categories`), []);
    assert.deepEqual((await read(client, `categories/${empty.id}`)).products.count, 0);
  });

  it('change only in the state that If-Match names', async () => {
    const { client, clock } = service();
    const category = await make(client, 'categories', { name: 'Matched' });
    const path = `categories/${category.id}`;
    const product = await tea();
    const ifMatch = async () => ({ headers: { 'if-match': (await client.get(path)).headers.etag ?? '' } });
    const first = await ifMatch();
    clock.advance(SECOND);
    const body = { product_ids: [product.id] };
    assert.equal((await client.put(`${path}/products`, body, first)).status, 200);
    refused(await client.put(`${path}/products`, body, first), 412, 'precondition_failed');
    refused(await client.put(path, { name: 'Stale' }, first), 412, 'precondition_failed');
    refused(await client.delete(`${path}/products/${product.id}`, first), 412, 'precondition_failed');
    refused(await client.delete(path, first), 412, 'precondition_failed');
    assert.equal((await client.delete(`${path}/products/${product.id}`, await ifMatch())).status, 204);
    assert.equal((await client.delete(path, await ifMatch())).status, 204);
  });

  it('tell that they were made, changed, filled and deleted', async () => {
    const { client } = service();
    const product = await tea();
    const log = await EventLog.open(client);
    const category = await make(client, 'categories', { name: 'Quiet' });
    await change(client, `categories/${category.id}`, { name: 'Quieter' });
    await change(client, `categories/${category.id}/products`, { product_ids: [product.id] });
    await drop(client, `categories/${category.id}/products/${product.id}`);
    await drop(client, `categories/${category.id}`);
    const none = { count: 0, updated_at: null };
    const events = await log.take();
    assert.deepEqual(
      events.map(({ topic, changed, previous }) => [topic, changed, previous]),
      [
        ['categories/created', ['name'], null],
        ['categories/updated', ['name'], { name: 'Quiet' }],
        ['categories/updated', ['products'], { products: none }],
        ['categories/updated', ['products'], { products: events[2].payload.products }],
        ['categories/deleted', [], null],
      ],
    );
  });

  it('are filled and emptied by many at once without losing count', async () => {
    const { client } = service();
    const category = await make(client, 'categories', { name: 'Busy' });
    const teas = await Promise.all(Array.from({ length: 8 }, () => tea()));
    const answers = await Promise.all(
      teas.map((each, at) =>
        at % 2 === 0
          ? client.put(`categories/${category.id}/products`, { product_ids: [each.id] })
          : client.put(`products/${each.id}`, { categories: [category.id] }),
      ),
    );
    assert.deepEqual(
      answers.map((answer) => answer.status),
      teas.map(() => 200),
    );
    assert.equal((await read(client, `categories/${category.id}`)).products.count, 8);
  });
});
