import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { EventLog, make, read } from './helpers.ts';

const ROOT = '/v1/companies/me';
const put = (path: string, body: unknown) => ({ method: 'PUT', path: `${ROOT}/${path}`, body });
const get = (path: string) => ({ method: 'GET', path: `${ROOT}/${path}` });

onEachEngine('what an atomic batch tells (reference: conventions.52)', (service) => {
  const send = async (requests: readonly unknown[], query = ''): Promise<Json[]> => {
    const { text, json } = await service().client.post(`batch${query}`, { requests, atomic: true });
    const { responses } = json.result ?? json;
    for (const { status } of responses) assert.equal(status, 200, text);
    return responses.map(({ body }: Json) => body);
  };

  it('is told in its order, each event with the record as it was', async () => {
    const { client, card } = service();
    const order = await make(client, 'orders', { site_id: card.sites[0].id });
    const one = await make(client, 'customers', { first_name: 'Bea', email: 'bea@example.com' });
    const two = await make(client, 'products', { name: 'Tea', unit_price: 2 });
    const log = await EventLog.open(client);
    const path = `orders/${order.id_str}`;
    await send([
      put(path, { notes: 'first' }),
      put(`customers/${one.id}`, { first_name: 'Ada' }),
      put(path, { notes: 'second' }),
      put(`products/${two.id}`, { unit_price: 3 }),
      put(path, { notes: 'third' }),
    ]);
    const told = await log.take();
    assert.deepEqual(
      told.map(({ topic, payload }) => [topic, payload.notes ?? payload.first_name]),
      [
        ['orders/updated', 'first'],
        ['customers/updated', 'Ada'],
        ['orders/updated', 'second'],
        ['price_lists/updated', undefined],
        ['orders/updated', 'third'],
      ],
    );
    await client.put(path, { notes: 'alone' });
    await log.take();
    await log.checkTaken();
    const [entry] = await read(client, 'audit?limit=1');
    assert.deepEqual([entry.action, entry.after.unit_price], ['product.price_changed', '3']);
  });

  it('is told to its own requests that read the log', async () => {
    const { client, card } = service();
    const order = await make(client, 'orders', { site_id: card.sites[0].id });
    const product = await make(client, 'products', { name: 'Tea', unit_price: 2 });
    const log = await EventLog.open(client);
    const last = (await read(client, 'events?limit=5000')).at(-1).number;
    const requests = [
      put(`orders/${order.id_str}`, { notes: 'first' }),
      put(`products/${product.id}`, { unit_price: 3 }),
      get(`events?after=${last}`),
      put(`orders/${order.id_str}`, { notes: 'second' }),
      get('audit?limit=1'),
      get(`events?after=${last}`),
    ];
    for (const query of ['?dry_run=true', '']) {
      const [, , some, , [entry], all] = await send(requests, query);
      assert.deepEqual(
        some.map(({ topic }: Json) => topic),
        ['orders/updated', 'price_lists/updated'],
      );
      assert.equal(entry.action, 'product.price_changed');
      assert.deepEqual(
        all.map(({ number, payload }: Json) => [number, payload.notes]),
        [
          [last + 1, 'first'],
          [last + 2, undefined],
          [last + 3, 'second'],
        ],
      );
      if (query === '') assert.deepEqual(await log.take(), all);
      else assert.deepEqual(await log.take(), []);
    }
  });
});
