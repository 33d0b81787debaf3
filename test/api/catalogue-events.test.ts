import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, EventLog, make, read } from './helpers.ts';

// Events of changes of products, and changes without one (reference: events.5, products.27).

onEachEngine('product events', (service) => {
  const tea = (more: Record<string, unknown> = {}) =>
    make(service().client, 'products', { name: 'Tea', unit_price: 1, ...more });
  const here = () => service().card.sites[0].id as number;
  const atSite = (product: { id: number }, site = here()) => `sites/${site}/products/${product.id}`;

  it('tell of a product that was made, as its GET shows it', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const product = await tea({ sku: 't' });
    const [event, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.equal(event.topic, 'products/created');
    assert.equal(event.resource_id, product.id);
    assert.equal(event.resource_id_str, product.id_str);
    assert.deepEqual(event.site_ids, []);
    assert.deepEqual(event.payload, await read(client, `products/${product.id}`));
  });

  it('tell of a product that was made at a site: the company product, and its availability', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const body = { name: 'Here', sku: 'h', unit_price: 1, availability: { amount: 2 } };
    const product = await make(client, `sites/${here()}/products`, body);
    const [created, availability, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.equal(created.topic, 'products/created');
    assert.deepEqual(created.site_ids, [here()]);
    assert.deepEqual(created.payload, await read(client, `products/${product.id}`));
    assert.equal(availability.topic, 'products/availability');
    assert.deepEqual(availability.site_ids, [here()]);
    assert.deepEqual(availability.payload, {
      company_id: Number(client.companyId),
      company_id_str: client.companyId,
      site_id: here(),
      site_id_str: String(here()),
      product_id: product.id,
      product_id_str: product.id_str,
      sku: 'h',
      availability: { is_available: true, amount: 2 },
      previous: { is_available: false, amount: null },
      updated_at: product.updated_at,
    });
    assert.equal(availability.number, created.number + 1);
  });

  it('tell of each field of the company product that changes', async () => {
    const { client, card } = service();
    const category = await make(client, 'categories', { name: 'Told' });
    const product = await tea();
    const log = await EventLog.open(client);
    const changes = {
      name: 'Told',
      code: 'T',
      sku: 'told',
      barcode: '1',
      description: 'd',
      online_description: 'o',
      docket_name: 'D',
      image: 'https://example.com/t.png',
      tags: ['t'],
      is_sold: false,
      is_purchased: true,
      is_inventory: true,
      is_modifier: true,
      variable_price: true,
      min_sell_price: 1,
      max_sell_price: 2,
      show_online: true,
      measure: 1,
      unit_of_measure: 'g',
      taxes: [card.taxes[0].id],
      cost_taxes: [card.taxes[0].id],
      categories: [category.id],
    };
    // A price keeps the form it was entered in: the others follow from it.
    const following: Record<string, string[]> = { taxes: ['unit_price_ex_tax', 'unit_tax'] };
    for (const [field, value] of Object.entries(changes)) {
      const shown = await change(client, `products/${product.id}`, { [field]: value });
      const [event, ...none] = await log.take();
      assert.deepEqual(none, [], field);
      assert.equal(event?.topic, 'products/updated', field);
      assert.deepEqual(event.changed, [field, ...(following[field] ?? [])]);
      assert.deepEqual(event.payload, shown);
      // The same again is no change.
      await change(client, `products/${product.id}`, { [field]: value });
      assert.deepEqual(await log.take(), [], field);
    }
    const several = await change(client, `products/${product.id}`, {
      name: 'Both',
      show_online: false,
      unit_price: 7,
    });
    const [event] = await log.take();
    assert.deepEqual([...event.changed].sort(), [
      'name',
      'show_online',
      'unit_price',
      'unit_price_ex_tax',
      'unit_tax',
    ]);
    assert.equal(event.payload.unit_price, 7);
    assert.deepEqual(event.payload, several);
  });

  it('name what follows from the change, so that a webhook may wait for it', async () => {
    const { client, card } = service();
    const product = await tea();
    const hook = {
      topic: 'products/updated',
      address: 'https://example.com/',
      filter: { attributes: ['unit_tax'] },
    };
    const webhook = await make(client, 'webhooks', hook);
    const log = await EventLog.open(client);
    await change(client, `products/${product.id}`, { taxes: [card.taxes[0].id] });
    await change(client, atSite(product), { cost_price: 1 });
    const [taxed, enabled] = (await log.take()).filter(({ topic }) => topic === 'products/updated');
    assert.deepEqual(taxed.changed, ['taxes', 'unit_price_ex_tax', 'unit_tax']);
    assert.deepEqual(Object.keys(taxed.previous), ['taxes', 'unit_price_ex_tax', 'unit_tax']);
    assert.deepEqual(enabled.changed, ['sites', 'cost_price', 'cost_price_ex_tax']);
    const sent = await read(client, `webhooks/${webhook.id}/deliveries`);
    assert.deepEqual(
      sent.map((each: Json) => each.event_number),
      [taxed.number],
    );
  });

  it('tell nothing of prices alone, which are told of their list', async () => {
    const { client } = service();
    const list = await make(client, 'price_lists', { name: 'Silent' });
    const site = await make(client, 'sites', { name: 'Silent', price_list_id: list.id });
    const product = await tea();
    await change(client, atSite(product, site.id), {});
    const log = await EventLog.open(client);
    const priced = await change(client, `products/${product.id}`, { unit_price: 2, cost_price: 1 });
    assert.deepEqual([priced.unit_price, priced.cost_price], [2, 1]);
    await change(client, `products/${product.id}`, { unit_price_ex_tax: 3 });
    assert.equal(
      (await change(client, atSite(product, site.id), { unit_price: 4, cost_price: 2 })).unit_price,
      4,
    );
    const { id: base } = await read(client, 'price_lists/base');
    assert.deepEqual(
      (await log.take()).map(({ topic, resource_id }) => [topic, resource_id]),
      [base, base, list.id].map((id) => ['price_lists/updated', id]),
    );
  });

  it('tell nothing of what a site overrides', async () => {
    const { client, card } = service();
    const product = await tea();
    await change(client, atSite(product), {});
    const log = await EventLog.open(client);
    const own = { taxes: [card.taxes[0].id], cost_taxes: [], is_inventory: true, show_online: true };
    const shown = await change(client, atSite(product), own);
    assert.deepEqual(shown, { ...shown, ...own });
    assert.deepEqual(await log.take(), []);
  });

  it('tell of being enabled and disabled at a site, to that site and the others that have it', async () => {
    const { client, clock } = service();
    const other = await make(client, 'sites', { name: 'Other' });
    const product = await tea();
    await change(client, atSite(product, other.id), {});
    const log = await EventLog.open(client);
    clock.advance(SECOND);
    await change(client, atSite(product), {});
    const [enabled, available, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.equal(enabled.topic, 'products/updated');
    assert.deepEqual(enabled.changed, ['sites']);
    assert.deepEqual(enabled.site_ids, [here(), other.id]);
    assert.deepEqual(enabled.payload, await read(client, `products/${product.id}`));
    assert.equal(available.topic, 'products/availability');
    assert.deepEqual(available.site_ids, [here()]);
    assert.equal(available.payload.availability.is_available, true);
    assert.equal(available.payload.previous.is_available, false);

    // Once is enough.
    await change(client, atSite(product), {});
    assert.deepEqual(await log.take(), []);

    await drop(client, atSite(product));
    const [disabled, gone, ...nothing] = await log.take();
    assert.deepEqual(nothing, []);
    assert.equal(disabled.topic, 'products/updated');
    assert.deepEqual(disabled.site_ids.sort(), [here(), other.id]);
    assert.deepEqual(disabled.payload, await read(client, `products/${product.id}`));
    assert.deepEqual(
      disabled.payload.sites.map((each: Json) => each.id),
      [other.id],
    );
    assert.equal(gone.topic, 'products/availability');
    assert.deepEqual(gone.payload.availability, { is_available: false, amount: null });
    assert.deepEqual(gone.payload.previous, { is_available: true, amount: null });
  });

  it('tell of each change of an availability, with what it was before', async () => {
    const { client, clock } = service();
    const product = await tea({ sku: 'stock' });
    await change(client, atSite(product), {});
    const log = await EventLog.open(client);
    let previous: Json = { is_available: true, amount: null };
    for (const next of [
      { is_available: true, amount: 5 },
      { is_available: true, amount: 4 },
      { is_available: false, amount: 4 },
      { is_available: false, amount: 0 },
      { is_available: true, amount: null },
    ]) {
      clock.advance(SECOND);
      await change(client, atSite(product), { availability: next });
      const [event, ...none] = await log.take();
      assert.deepEqual(none, []);
      assert.equal(event.topic, 'products/availability');
      assert.equal(event.resource_id, product.id);
      assert.deepEqual(event.changed, ['availability']);
      assert.deepEqual(event.payload, {
        company_id: Number(client.companyId),
        company_id_str: client.companyId,
        site_id: here(),
        site_id_str: String(here()),
        product_id: product.id,
        product_id_str: product.id_str,
        sku: 'stock',
        availability: next,
        previous,
        updated_at: new Date(Number(clock.now() / 1000n)).toISOString(),
      });
      await change(client, atSite(product), { availability: next });
      assert.deepEqual(await log.take(), []);
      previous = next;
    }
  });

  it('tell of a deletion with the product as it was, deleted', async () => {
    const { client } = service();
    const product = await tea({ tags: ['x'] });
    await change(client, atSite(product), { show_online: true });
    const shown = await read(client, `products/${product.id}`);
    const log = await EventLog.open(client);
    await drop(client, `products/${product.id}`);
    const [gone, event, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.equal(event.topic, 'products/deleted');
    assert.deepEqual(event.site_ids, [here()]);
    assert.deepEqual(event.payload, { ...shown, deleted: true });
    assert.deepEqual([gone.topic, gone.resource_id], ['products/availability', product.id]);
    assert.deepEqual(gone.site_ids, [here()]);
    assert.deepEqual(gone.payload.availability, { is_available: false, amount: null });
    assert.deepEqual(gone.payload.previous, { is_available: true, amount: null });
  });

  it('tell of a deletion alone where the product was not available', async () => {
    const { client } = service();
    const [nowhere, sold_out] = [await tea(), await tea()];
    await change(client, atSite(sold_out), { availability: { is_available: false } });
    const log = await EventLog.open(client);
    for (const { id } of [nowhere, sold_out]) await drop(client, `products/${id}`);
    assert.deepEqual(
      (await log.take()).map((event) => event.topic),
      ['products/deleted', 'products/deleted'],
    );
  });

  it('tell nothing of what was refused', async () => {
    const { client } = service();
    const product = await tea();
    const log = await EventLog.open(client);
    assert.equal((await client.put(`products/${product.id}`, { name: 'x', taxes: [987654321] })).status, 400);
    assert.equal((await client.put(atSite(product), { availability: { amount: -1 } })).status, 400);
    assert.equal((await client.post('products', { name: 'x' })).status, 400);
    assert.equal(
      (await client.put(`products/${product.id}`, { name: 'y' }, { headers: { 'if-match': '"z"' } })).status,
      412,
    );
    assert.deepEqual(await log.take(), []);
  });

  it('tell another company nothing', async () => {
    const { foreign } = service();
    const log = await EventLog.open(foreign);
    const product = await tea();
    await change(service().client, atSite(product), {});
    assert.deepEqual(await log.take(), []);
  });
});
