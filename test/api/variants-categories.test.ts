import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, inUse, invalidFields, read, refused, refusesEach, UNKNOWN_ID } from './helpers.ts';
import { idsOf, variantMakers } from './variant-makers.ts';

// The categories of variants, which are those of their template (reference: products.21).

onEachEngine('categories of variants', (service) => {
  const { template, childBody, child, plain, category, changesNothing } = variantMakers(service);
  const inCategories = async (product: Json) =>
    idsOf((await read(service().client, `products/${product.id}`)).categories);
  const countIn = async (of: Json) => (await read(service().client, `categories/${of.id}`)).products.count;

  describe('are in the categories of their template', () => {
    it('from the start, and counted there', async () => {
      const tops = await category();
      const sale = await category('Sale');
      const parent = await template({ categories: [tops.id] });
      const small = await child(parent, { Size: 'S' });
      const same = await child(parent, { Size: 'M' }, { categories: [tops.id] });
      assert.deepEqual(idsOf(small.categories), [tops.id]);
      assert.deepEqual(idsOf(same.categories), [tops.id]);
      assert.equal(await countIn(tops), 3);
      await refusesEach(service(), 'POST', 'products', childBody(parent, { Size: 'L' }), [
        [{ categories: [] }, 'categories'],
        [{ categories: [sale.id] }, 'categories'],
        [{ categories: [tops.id, sale.id] }, 'categories'],
      ]);
      await refusesEach(service(), 'PUT', `products/${small.id}`, { name: 'Small' }, [
        [{ categories: [] }, 'categories'],
        [{ categories: [sale.id] }, 'categories'],
        [{ categories: [tops.id, sale.id] }, 'categories'],
        [{ categories: [Number(UNKNOWN_ID)] }, 'categories[0]'],
      ]);
    });

    it('when the template itself is changed', async () => {
      const { client, clock } = service();
      const [tops, sale] = [await category(), await category('Sale')];
      const parent = await template({ categories: [tops.id] });
      const small = await child(parent, { Size: 'S' });
      const gone = await child(parent, { Size: 'M' });
      await drop(client, `products/${gone.id}`);
      assert.equal(await countIn(tops), 2);
      clock.advance(SECOND);
      await change(client, `products/${parent.id}`, { categories: [sale.id] });
      assert.deepEqual(await inCategories(small), [sale.id]);
      assert.deepEqual([await countIn(tops), await countIn(sale)], [0, 2]);
      assert.deepEqual(idsOf(await read(client, `categories/${sale.id}/products`)), [parent.id, small.id]);
      await change(client, `products/${parent.id}`, { categories: [] });
      assert.deepEqual(await inCategories(small), []);
      assert.deepEqual([await countIn(tops), await countIn(sale)], [0, 0]);
    });

    it('when the category is', async () => {
      const { client } = service();
      const tops = await category();
      const parent = await template();
      const small = await child(parent, { Size: 'S' });
      const alone = await plain();
      const path = `categories/${tops.id}/products`;
      const filled = await change(client, path, { product_ids: [alone.id, parent.id] });
      assert.equal(filled.products.count, 3);
      assert.deepEqual(await inCategories(small), [tops.id]);

      await changesNothing(async () => {
        const answer = await client.delete(`${path}/${small.id}`);
        inUse(answer, /is a variant, which is in the categories of its template/);
      });
      await drop(client, `${path}/${parent.id}`);
      assert.deepEqual(await inCategories(small), []);
      assert.equal(await countIn(tops), 1);

      await changesNothing(async () => {
        invalidFields(await client.put(path, { product_ids: [alone.id, small.id] }), 'product_ids[1]');
        refused(await client.delete(`${path}/${parent.id}`), 404, 'not_found');
      });
      // Together with the template it goes without saying.
      assert.equal((await change(client, path, { product_ids: [small.id, parent.id] })).products.count, 3);
      await drop(client, `categories/${tops.id}`);
      assert.deepEqual(await inCategories(small), []);
    });

    it('also while children are made and deleted', async () => {
      const { client } = service();
      const letters = [...'abcdefghij'];
      const parent = await template({ variant_attributes: { Size: letters } });
      const [tops, sale] = [await category(), await category('Sale')];
      const first = await child(parent, { Size: 'j' });
      const put = async (categories: number[]) => {
        await change(client, `products/${parent.id}`, { categories });
      };
      const add = async () => {
        await change(client, `categories/${tops.id}/products`, { product_ids: [parent.id] });
      };
      const changes = [
        () => put([tops.id]),
        () => put([sale.id]),
        add,
        () => put([]),
        () => put([tops.id, sale.id]),
        async () => {
          assert.ok(
            [204, 404].includes((await client.delete(`categories/${sale.id}/products/${parent.id}`)).status),
          );
        },
        add,
        () => put([sale.id]),
        add,
      ];
      let last = first;
      for (const [at, work] of changes.entries()) {
        const [made] = await Promise.all([
          child(parent, { Size: letters[at] }),
          work(),
          drop(client, `products/${last.id}`),
        ]);
        const { categories, variants } = await read(client, `products/${parent.id}`);
        assert.deepEqual(idsOf(variants), [made.id]);
        assert.deepEqual(await inCategories(made), idsOf(categories), `round ${at}`);
        for (const each of [tops, sale]) {
          const members = await read(client, `categories/${each.id}/products`);
          assert.equal(await countIn(each), members.length, `round ${at}: the count of ${each.name}`);
        }
        last = made;
      }
    });
  });

  it('that are deleted while their template comes into a category are not counted there', async () => {
    const { client } = service();
    const letters = [...'abcdefghijkl'];
    const parent = await template({ variant_attributes: { Size: letters } });
    for (let round = 0; round < 4; round++) {
      const tops = await category();
      const children = await Promise.all(letters.map((Size) => child(parent, { Size })));
      const [half, rest] = [children.slice(0, 6), children.slice(6)];
      await Promise.all([
        ...half.map(({ id }) => drop(client, `products/${id}`)),
        change(client, `categories/${tops.id}/products`, { product_ids: [parent.id] }),
        ...rest.map(({ id }) => drop(client, `products/${id}`)),
      ]);
      assert.equal(await countIn(tops), 1, `round ${round}`);
    }
  });
});
