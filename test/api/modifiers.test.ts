import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  everythingOf,
  hasKeys,
  inUse,
  invalidFields,
  make,
  pages,
  read,
  refused,
  refusesEach,
  UNKNOWN_ID,
} from './helpers.ts';

// Modifiers that pop up for a product, with what they cost there (reference: products.26).

onEachEngine('modifiers', (service) => {
  const product = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Pizza', unit_price: 10, ...more });
  /** A modifier with a tax of 10 %. */
  const modifier = (more: Record<string, unknown> = {}) =>
    product({
      name: 'Cheese',
      unit_price: 2.2,
      is_modifier: true,
      taxes: [service().card.taxes[0].id],
      ...more,
    });
  const pathOf = (of: Json) => `products/${of.id}/modifiers`;
  const attach = (of: Json, ...modifiers: unknown[]): Promise<Json[]> =>
    change(service().client, pathOf(of), { modifiers });
  const prices = (records: Json[]) =>
    records.map((each) => [each.id, each.unit_price, each.unit_price_ex_tax, each.unit_tax]);

  async function changesNothing(work: () => Promise<void>): Promise<void> {
    const { client } = service();
    const before = await everythingOf(service(), client.companyId);
    await work();
    assert.equal(await everythingOf(service(), client.companyId), before);
  }

  it('are none at first, and then those that are sent, in their order', async () => {
    const { client } = service();
    const pizza = await product();
    assert.deepEqual(await read(client, pathOf(pizza)), []);
    const [one, two, three] = [await modifier(), await modifier(), await modifier()];
    const attached = await attach(pizza, { id: three.id }, { id: one.id_str }, { id: two.id });
    assert.deepEqual(
      attached.map((each) => each.id),
      [three.id, one.id, two.id],
    );
    assert.deepEqual(await read(client, pathOf(pizza)), attached);
    hasKeys(attached[0], [
      'id',
      'id_str',
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
      'created_at',
      'updated_at',
      'image',
      'docket_name',
      'unit_price',
      'unit_price_ex_tax',
      'unit_tax',
    ]);
    assert.deepEqual(prices(attached)[0], [three.id, 2.2, 2, 0.2]);
    // The list replaces the one before; other products have their own.
    assert.deepEqual(await attach(pizza, { id: two.id }), [attached[2]]);
    assert.deepEqual(await read(client, pathOf(await product())), []);
    assert.deepEqual(await attach(pizza), []);
    assert.deepEqual(await read(client, pathOf(pizza)), []);
  });

  it('cost what the product says, else what they cost themselves', async () => {
    const { client } = service();
    const [pizza, soup] = [await product(), await product({ name: 'Soup' })];
    const cheese = await modifier();
    // Entered with tax or without: both forms are shown, and the entered one as it was entered.
    const steps: readonly [sent: Record<string, unknown>, shown: readonly number[]][] = [
      [{}, [2.2, 2, 0.2]],
      [{ unit_price: 1.1 }, [1.1, 1, 0.1]],
      [{ unit_price_ex_tax: 3 }, [3.3, 3, 0.3]],
      // Not sent: stays.
      [{}, [3.3, 3, 0.3]],
      // Sent back as it is shown, in both forms: stays.
      [{ unit_price: 3.3, unit_price_ex_tax: 3 }, [3.3, 3, 0.3]],
      // One of both moved.
      [{ unit_price: 3.3, unit_price_ex_tax: 4 }, [4.4, 4, 0.4]],
      [{ unit_price: 5.5, unit_price_ex_tax: 4 }, [5.5, 5, 0.5]],
      [{ unit_price: 0 }, [0, 0, 0]],
      // Null: its own again.
      [{ unit_price: null }, [2.2, 2, 0.2]],
      [{ unit_price: 1, unit_price_ex_tax: null }, [1, 0.90909091, 0.09090909]],
      [{ unit_price_ex_tax: null }, [2.2, 2, 0.2]],
    ];
    await attach(soup, { id: cheese.id, unit_price: 7.7 });
    for (const [sent, shown] of steps) {
      const attached = await attach(pizza, { id: cheese.id, ...sent });
      assert.deepEqual(prices(attached), [[cheese.id, ...shown]], JSON.stringify(sent));
      assert.deepEqual(await read(client, pathOf(pizza)), attached);
    }
    assert.deepEqual(prices(await read(client, pathOf(soup))), [[cheese.id, 7.7, 7, 0.7]]);
    // The modifier's own price has not changed; its price then holds where no other was set.
    assert.equal((await read(client, `products/${cheese.id}`)).unit_price, 2.2);
    await change(client, `products/${cheese.id}`, { unit_price: 8.8 });
    assert.deepEqual(prices(await read(client, pathOf(pizza))), [[cheese.id, 8.8, 8, 0.8]]);
    // The entered form stays when the tax goes.
    await attach(pizza, { id: cheese.id, unit_price_ex_tax: 3 });
    await change(client, `products/${cheese.id}`, { taxes: [] });
    assert.deepEqual(prices(await read(client, pathOf(pizza))), [[cheese.id, 3, 3, 0]]);
    assert.deepEqual(prices(await read(client, pathOf(soup))), [[cheese.id, 7.7, 7.7, 0]]);
  });

  it('are refused, naming what is wrong', async () => {
    const { foreign } = service();
    const [pizza, cheese, ham] = [await product(), await modifier(), await modifier()];
    const gone = await modifier();
    await drop(service().client, `products/${gone.id}`);
    const theirs = await make(foreign, 'products', { name: 'T', unit_price: 1, is_modifier: true });
    await attach(pizza, { id: ham.id, unit_price: 1 });
    const second = (part: unknown) => ({ modifiers: [{ id: cheese.id }, part] });
    await refusesEach(service(), 'PUT', pathOf(pizza), {}, [
      [{}, 'modifiers'],
      [{ modifiers: null }, 'modifiers'],
      [{ modifiers: { id: cheese.id } }, 'modifiers'],
      [second(cheese.id), 'modifiers[1]'],
      [second({}), 'modifiers[1].id'],
      [second({ id: 'x' }), 'modifiers[1].id'],
      [second({ id: Number(UNKNOWN_ID) }), 'modifiers[1].id'],
      [second({ id: theirs.id }), 'modifiers[1].id'],
      [second({ id: gone.id }), 'modifiers[1].id'],
      [second({ id: (await product()).id }), 'modifiers[1].id'],
      [second({ id: cheese.id_str }), 'modifiers[1].id'],
      [second({ id: ham.id, unit_price: -1 }), 'modifiers[1].unit_price'],
      [second({ id: ham.id, unit_price_ex_tax: '1' }), 'modifiers[1].unit_price_ex_tax'],
      [{ modifiers: Array.from({ length: 201 }, () => ({ id: cheese.id })) }, 'modifiers'],
    ]);
  });

  it('come in pages', async () => {
    const { client } = service();
    const pizza = await product();
    const all = [];
    for (let at = 0; at < 5; at++) all.unshift(await modifier());
    const attached = await attach(pizza, ...all.map(({ id }) => ({ id })));
    const parts = await pages(client, `${pathOf(pizza)}?limit=2`);
    assert.deepEqual(
      parts.map((part) => part.length),
      [2, 2, 1],
    );
    assert.deepEqual(parts.flat(), attached);
    assert.equal((await client.get(`${pathOf(pizza)}?limit=5`)).headers['x-next-page'], undefined);
  });

  it('are taken away one by one', async () => {
    const { client, foreign } = service();
    const pizza = await product();
    const [one, two, three] = [await modifier(), await modifier(), await modifier()];
    const [first, , last] = await attach(
      pizza,
      { id: one.id, unit_price: 1 },
      { id: two.id },
      { id: three.id },
    );
    await changesNothing(async () => {
      for (const id of [UNKNOWN_ID, pizza.id, (await read(client, 'products?limit=1'))[0].id]) {
        refused(await client.delete(`${pathOf(pizza)}/${id}`), 404, 'not_found');
      }
      refused(await foreign.delete(`${pathOf(pizza)}/${two.id}`), 404, 'not_found');
    });
    await drop(client, `${pathOf(pizza)}/${two.id}`);
    assert.deepEqual(await read(client, pathOf(pizza)), [first, last]);
    refused(await client.delete(`${pathOf(pizza)}/${two.id}`), 404, 'not_found');
  });

  it('stay while a product has them, and go with it', async () => {
    const { client } = service();
    const [pizza, cheese] = [await product(), await modifier()];
    await attach(pizza, { id: cheese.id });
    await changesNothing(async () => {
      inUse(
        await client.delete(`products/${cheese.id}`),
        new RegExp(`a modifier of product ${pizza.id} \\("Pizza"\\)`),
      );
      inUse(
        await client.put(`products/${cheese.id}`, { is_modifier: false }),
        new RegExp(`stay a modifier: it is one of product ${pizza.id} \\("Pizza"\\)`),
      );
    });
    await drop(client, `products/${pizza.id}`);
    for (const method of ['GET', 'PUT'] as const) {
      const ask = method === 'PUT' ? { body: { modifiers: [] } } : {};
      refused(await client.ask(method, pathOf(pizza), ask), 404, 'not_found');
    }
    await drop(client, `products/${cheese.id}`);
  });

  it('or are deleted, when they are attached at the same time', async () => {
    const { client } = service();
    for (let round = 0; round < 6; round++) {
      const [pizza, cheese] = [await product(), await modifier()];
      const [deleted, attached] = await Promise.all([
        client.delete(`products/${cheese.id}`),
        client.put(pathOf(pizza), { modifiers: [{ id: cheese.id }] }),
      ]);
      const outcome = `${deleted.status}/${attached.status}`;
      assert.ok(['204/400', '409/200'].includes(outcome), `${outcome} ${deleted.text} ${attached.text}`);
    }
  });

  it('change only as they were seen, when that is asked for', async () => {
    const { client } = service();
    const [pizza, one, two] = [await product(), await modifier(), await modifier()];
    const { etag = '' } = (await client.get(pathOf(pizza))).headers;
    const put = (modifiers: unknown, tag: string) =>
      client.put(pathOf(pizza), { modifiers }, { headers: { 'if-match': tag } });
    assert.equal((await put([{ id: one.id }], etag)).status, 200);
    await changesNothing(async () => {
      refused(await put([{ id: two.id }], etag), 412, 'precondition_failed');
      const stale = await client.delete(`${pathOf(pizza)}/${one.id}`, { headers: { 'if-match': etag } });
      refused(stale, 412, 'precondition_failed');
    });
    const now = (await client.get(pathOf(pizza))).headers.etag ?? '';
    const gone = await client.delete(`${pathOf(pizza)}/${one.id}`, { headers: { 'if-match': now } });
    assert.equal(gone.status, 204);
    assert.equal((await put([{ id: two.id }], '*')).status, 200);
  });

  it('are shown by their product, and told when they change (reference: products.27)', async () => {
    const { client } = service();
    const [pizza, one, two] = [await product(), await modifier({ name: 'One' }), await modifier()];
    const log = await EventLog.open(client);
    /** The event of a change: one of the product, with the modifiers it has then. */
    const told = async (work: () => Promise<unknown>) => {
      await log.take();
      service().clock.advance(60_000_000n);
      await work();
      return (await log.take()).map(({ topic, changed, payload }) => {
        assert.equal(payload.id, pizza.id);
        return [topic, changed, payload.modifiers.map((each: Json) => [each.id, each.unit_price])];
      });
    };
    const event = (...modifiers: unknown[]) => [['products/updated', ['modifiers'], modifiers]];
    const set = [{ id: two.id }, { id: one.id, unit_price: 1.1 }];
    assert.deepEqual(await told(() => attach(pizza, ...set)), event([two.id, null], [one.id, 1.1]));
    const shown = await read(client, `products/${pizza.id}`);
    assert.deepEqual(shown.modifiers[1], {
      id: one.id,
      id_str: one.id_str,
      name: 'One',
      unit_price: 1.1,
      unit_price_ex_tax: 1,
      price_form: 'inc',
    });
    assert.ok(shown.updated_at > pizza.updated_at);
    assert.deepEqual(await told(() => attach(pizza, ...set)), []);
    assert.deepEqual(
      await told(() => attach(pizza, ...set.toReversed())),
      event([one.id, 1.1], [two.id, null]),
    );
    assert.deepEqual(await told(() => drop(client, `${pathOf(pizza)}/${one.id}`)), event([two.id, null]));
    assert.deepEqual(await told(() => client.delete(`${pathOf(pizza)}/${one.id}`)), []);
    assert.deepEqual(await told(() => attach(pizza)), event());
  });

  it('cost at a site what the product says, else what they cost there (reference: products.30)', async () => {
    const { client, card } = service();
    const list = await make(client, 'price_lists', { name: 'Airport', parent_id: null });
    const site = await make(client, 'sites', { name: 'Airport', price_list_id: list.id });
    const [pizza, own, set, away] = [
      await product(),
      await modifier(),
      await modifier(),
      await modifier({ taxes: [] }),
    ];
    await attach(pizza, { id: own.id }, { id: set.id, unit_price: 1.1 }, { id: away.id });
    const path = `sites/${site.id}/products`;
    refused(await client.get(`${path}/${pizza.id}/modifiers`), 404, 'not_found');
    await change(client, `${path}/${pizza.id}`, {});
    await change(client, `${path}/${own.id}`, { unit_price: 3.3, availability: { amount: 5 } });
    await change(client, `${path}/${set.id}`, { unit_price: 9.9, taxes: [] });
    const here = await read(client, `${path}/${pizza.id}/modifiers`);
    assert.deepEqual(prices(here), [
      [own.id, 3.3, 3, 0.3],
      [set.id, 1.1, 1.1, 0],
      [away.id, 2.2, 2.2, 0],
    ]);
    assert.deepEqual(
      here.map((each: Json) => [each.availability.is_available, each.availability.amount]),
      [
        [true, 5],
        [true, null],
        [false, null],
      ],
    );
    assert.deepEqual((await pages(client, `${path}/${pizza.id}/modifiers?limit=2`)).flat(), here);
    assert.deepEqual(prices(await read(client, pathOf(pizza))), [
      [own.id, 2.2, 2, 0.2],
      [set.id, 1.1, 1, 0.1],
      [away.id, 2.2, 2.2, 0],
    ]);
    refused(await client.get(`sites/${card.sites[0].id}/products/${pizza.id}/modifiers`), 404, 'not_found');
    refused(await client.get(`${path}/${UNKNOWN_ID}/modifiers`), 404, 'not_found');
  });

  it('of another company are out of reach', async () => {
    const { foreign } = service();
    const [pizza, cheese] = [await product(), await modifier()];
    await attach(pizza, { id: cheese.id });
    await changesNothing(async () => {
      refused(await foreign.get(pathOf(pizza)), 404, 'not_found');
      refused(await foreign.put(pathOf(pizza), { modifiers: [] }), 404, 'not_found');
      const theirs = await make(foreign, 'products', { name: 'T', unit_price: 1 });
      invalidFields(await foreign.put(pathOf(theirs), { modifiers: [{ id: cheese.id }] }), 'modifiers[0].id');
    });
  });
});
