import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import { make } from './helpers.ts';

onEachEngine('changes of a catalogue that come at once (reference: products.45)', (service) => {
  /** Work whose transactions do not wait for each other's locks: PostgreSQL would end one of two, and run it again. */
  const withoutConflicts = async (work: readonly Promise<Answer>[]) => {
    const { storage } = service().app;
    const before = storage.figures().repeated;
    for (const { status, text } of await Promise.all(work)) assert.equal(status, 200, text);
    assert.equal(storage.figures().repeated, before);
  };
  const products = async (fields: object = {}) => {
    const made: Json[] = [];
    for (let at = 0; at < 4; at++)
      made.push(await make(service().client, 'products', { name: `Part ${at}`, unit_price: 2, ...fields }));
    return made;
  };
  const turned = (ids: readonly Json[], by: number) => [...ids.slice(by % 4), ...ids.slice(0, by % 4)];

  it('products are given option sets while these get other options and all of them other prices', async () => {
    const { client } = service();
    const [options, owners] = [await products(), await products()];
    const list = await make(client, 'price_lists', { name: 'All' });
    const sets: Json[] = [];
    for (const { id } of options)
      sets.push(await make(client, 'optionsets', { name: `Set ${id}`, options: [{ product_id: id }] }));
    const ids = sets.map(({ id }) => id);
    await withoutConflicts(
      ids.flatMap((id, at) => [
        client.put(`products/${owners[at].id}`, { option_sets: turned(ids, at) }),
        client.put(`optionsets/${id}`, {
          options: turned(options, at).map((each) => ({ product_id: each.id })),
        }),
        client.put(`price_lists/${list.id}/products`, {
          products: [...options, ...owners].map((each) => ({ id: each.id, unit_price: 3 + at })),
        }),
      ]),
    );
  });

  it('products are given modifiers while their prices and categories are set', async () => {
    const { client } = service();
    const parts = await products({ is_modifier: true });
    const ids = parts.map(({ id }) => id);
    const category = await make(client, 'categories', { name: 'Race' });
    const list = await make(client, 'price_lists', { name: 'Race' });
    await withoutConflicts(
      ids.flatMap((id, at) => [
        client.put(`products/${id}/modifiers`, {
          modifiers: ids.filter((each) => each !== id).map((each) => ({ id: each })),
        }),
        client.put(`price_lists/${list.id}/products`, {
          products: turned(ids, at).map((each) => ({ id: each, unit_price: 3 + at })),
        }),
        client.put(`categories/${category.id}/products`, { product_ids: turned(ids, at) }),
      ]),
    );
  });
});
