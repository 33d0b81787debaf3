import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { TOPICS } from '#src/kernel/event.ts';
import { sql } from '#src/storage/sql.ts';
import { dueAt } from '#src/webhooks/queue.store.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  hasKeys,
  invalidFields,
  make,
  pages,
  read,
  refused,
  refusesEach,
  secondAddon,
  survivesSendingBack,
} from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

const ADDRESS = 'https://hooks.example.com/in';

onEachEngine('webhooks', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });
  const hook = (fields: object = {}) =>
    make(client, 'webhooks', { topic: 'orders/completed', address: ADDRESS, ...fields });
  const logOf = (webhook: Json) => read(client, `webhooks/${webhook.id}/deliveries?limit=5000`);

  it('are created with defaults, read, changed and deleted', async () => {
    const webhook = await hook();
    hasKeys(webhook, [
      ...['id', 'id_str', 'topic', 'address', 'format', 'headers', 'filter', 'created_at', 'updated_at'],
    ]);
    assert.deepEqual([webhook.format, webhook.headers, webhook.filter], ['json', {}, {}]);
    const path = `webhooks/${webhook.id}`;
    assert.deepEqual(await read(client, path), webhook);
    const headers = {
      'X-Key': 'secret value',
      'X-When': '@TimeInMillis',
      'X-Sum': '@HMAC?algo=sha1&as=base64',
    };
    const changed = await change(client, path, { headers, format: 'xml', filter: { site_ids: [shop.site] } });
    assert.deepEqual(changed.headers, headers);
    assert.deepEqual(changed.filter, { site_ids: [Number(shop.site)], site_ids_str: [String(shop.site)] });
    assert.deepEqual([changed.topic, changed.address, changed.format], [webhook.topic, ADDRESS, 'xml']);
    await survivesSendingBack(client, path);
    // A new filter and new headers are sent whole; fields not sent stay.
    const narrowed = await change(client, path, { filter: { attributes: ['customer'], site_ids: null } });
    assert.deepEqual(narrowed.filter, { attributes: ['customer'] });
    assert.deepEqual(narrowed.headers, headers);
    const bare = await change(client, path, { filter: null, headers: null, format: null });
    assert.deepEqual([bare.filter, bare.headers, bare.format], [{}, {}, 'json']);
    await drop(client, path);
    refused(await client.get(path), 404, 'not_found');
    refused(await client.delete(path), 404, 'not_found');
  });

  it('keep their headers sealed', async () => {
    const webhook = await hook({ headers: { Authorization: 'Bearer my-own-secret' } });
    const row = await service().app.storage.read(async (tx) =>
      tx.get<{ headers: string }>(sql`select headers from webhooks where id = ${BigInt(webhook.id_str)}`),
    );
    assert.match(row?.headers ?? '', /^v2\.[0-9a-f]{8}\./);
    assert.ok(!row?.headers.includes('secret'));
  });

  it('belong to one add-on', async () => {
    const webhook = await hook();
    const other = await secondAddon(service());
    const path = `webhooks/${webhook.id}`;
    refused(await other.get(path), 404, 'not_found');
    refused(await other.put(path, { format: 'xml' }), 404, 'not_found');
    refused(await other.delete(path), 404, 'not_found');
    for (const below of ['test', 'deliveries'])
      refused(await other.get(`${path}/${below}`), 404, 'not_found');
    for (const below of ['test', 'replay', 'redeliver']) {
      refused(await other.post(`${path}/${below}`, {}), 404, 'not_found');
    }
    assert.deepEqual(await read(other, 'webhooks'), []);
    const own = await make(other, 'webhooks', { topic: 'orders/completed', address: ADDRESS });
    assert.deepEqual(
      (await read(other, 'webhooks')).map((each: Json) => each.id),
      [own.id],
    );
    const seen = (await pages(client, 'webhooks?limit=2')).flat();
    assert.ok(seen.some((each) => each.id === webhook.id));
    assert.ok(seen.every((each) => each.id !== own.id));
    refused(await (await secondAddon(service(), ['orders:read'])).get('webhooks'), 403, 'insufficient_scope');
  });

  it('are refused with the field that is wrong', async () => {
    const good = { topic: 'orders/completed', address: ADDRESS };
    await refusesEach(service(), 'POST', 'webhooks', good, [
      [{ topic: undefined }, 'topic'],
      [{ topic: null }, 'topic'],
      [{ topic: 'test' }, 'topic'],
      [{ topic: 'orders/status' }, 'topic'],
      [{ address: undefined }, 'address'],
      [{ address: '' }, 'address'],
      [{ address: 'hooks.example.com' }, 'address'],
      [{ address: 'http://hooks.example.com' }, 'address'],
      [{ address: 'https://user:pass@hooks.example.com' }, 'address'],
      [{ address: 'https://10.0.0.1/' }, 'address'],
      [{ address: 'https://[fd00::1]/' }, 'address'],
      [{ address: `https://example.com/${'x'.repeat(2000)}` }, 'address'],
      [{ format: 'yaml' }, 'format'],
      [{ headers: [] }, 'headers'],
      [{ headers: { Cookie: 'a' } }, 'headers.Cookie'],
      [{ headers: { 'X-Service-Topic': 'a' } }, 'headers.X-Service-Topic'],
      [{ headers: { 'X-A': 'a\nb' } }, 'headers.X-A'],
      [{ headers: { 'X-A': '@HMAC?algo=crc32' } }, 'headers.X-A'],
      [{ filter: 'site' }, 'filter'],
      [{ filter: { site_ids: [] } }, 'filter.site_ids'],
      [{ filter: { site_ids: 1 } }, 'filter.site_ids'],
      [{ filter: { site_ids: ['x'] } }, 'filter.site_ids[0]'],
      [{ filter: { site_ids: [service().foreignCard.sites[0].id] } }, 'filter.site_ids[0]'],
      [{ filter: { attributes: [] } }, 'filter.attributes'],
      [{ filter: { attributes: [''] } }, 'filter.attributes[0]'],
      [{ filter: { attributes: ['colour'] } }, 'filter.attributes'],
      [{ topic: 'products/updated', filter: { attributes: ['name', 'colour'] } }, 'filter.attributes'],
      [{ topic: 'products/updated', filter: { attributes: ['company_id'] } }, 'filter.attributes'],
      [{ topic: 'taxes/updated', filter: { attributes: ['sku'] } }, 'filter.attributes'],
      [{ headers: { 'X-A': '@Foo' } }, 'headers.X-A'],
      [{ topic: 'products/availability' }, 'filter.site_ids'],
      [{ topic: 'products/availability', filter: {} }, 'filter.site_ids'],
      [{ topic: 'customers/created', filter: { site_ids: [shop.site] } }, 'filter.site_ids'],
      [{ topic: 'products/created', filter: { attributes: ['name'] } }, 'filter.attributes'],
    ]);
    const unknown = { ...good, topic: 'taxes/updated', filter: { attributes: ['colour'] } };
    assert.match(
      (await client.post('webhooks', unknown)).json.error_description,
      /of taxes\/updated can only be id, id_str, code, name, rate, /,
    );
    for (const attributes of [['rate'], ['name', 'rate']]) {
      await hook({ topic: 'taxes/updated', filter: { attributes } });
    }
    const answer = await client.post('webhooks', { ...good, topic: 'orders/painted' });
    for (const topic of TOPICS) assert.ok(answer.json.error_description.includes(topic));
    const webhook = await hook({ filter: { site_ids: [shop.site] } });
    invalidFields(await client.put(`webhooks/${webhook.id}`, { topic: 'taxes/updated' }), 'filter.site_ids');
    invalidFields(await client.put(`webhooks/${webhook.id}`, { address: null }), 'address');
  });

  it('take every topic, and loopback in the sandbox alone', async () => {
    for (const topic of TOPICS) {
      const filter = topic === 'products/availability' ? { site_ids: [shop.site] } : undefined;
      assert.equal((await hook({ topic, ...(filter && { filter }) })).topic, topic);
    }
    await hook({ address: 'http://127.0.0.1:9/x' });
    await hook({ address: 'http://localhost:9/x' });
    for (const address of ['http://127.0.0.1:9/x', 'https://localhost/x']) {
      const body = { topic: 'orders/completed', address };
      invalidFields(await service().foreign.post('webhooks', body), 'address');
    }
  });

  it('honour If-Match', async () => {
    const webhook = await hook();
    const { etag } = (await client.get(`webhooks/${webhook.id}`)).headers;
    const headers = { 'if-match': etag ?? '' };
    await change(client, `webhooks/${webhook.id}`, { format: 'xml' });
    refused(
      await client.put(`webhooks/${webhook.id}`, { format: 'json' }, { headers }),
      412,
      'precondition_failed',
    );
    refused(await client.delete(`webhooks/${webhook.id}`, { headers }), 412, 'precondition_failed');
  });

  it('get a copy each of the events that pass their filter', async () => {
    const elsewhere = await newSite(client);
    const [all, here, there, known] = await Promise.all([
      hook(),
      hook({ filter: { site_ids: [shop.site] } }),
      hook({ filter: { site_ids: [elsewhere] } }),
      hook({ filter: { attributes: ['customer'], site_ids: [shop.site, elsewhere] } }),
    ]);
    const foreign = { topic: 'orders/completed', address: ADDRESS };
    const other = await make(service().foreign, 'webhooks', foreign);
    const order = await shop.order({ status: 'COMPLETE' });
    const linked = await make(client, 'orders', {
      ...{ site_id: elsewhere, status: 'COMPLETE', customer_id: shop.customer },
    });
    await shop.order();
    const [before, unlinked] = [
      await shop.order({ customer_id: shop.customer }),
      await shop.order({ customer_id: shop.customer }),
    ];
    await change(client, `orders/${before.id}`, { status: 'COMPLETE' });
    await change(client, `orders/${unlinked.id}`, { status: 'COMPLETE', customer_id: null });
    const about = async (webhook: Json) => (await logOf(webhook)).map((each: Json) => each.resource_id);
    assert.deepEqual(await about(all), [order.id, linked.id, before.id, unlinked.id]);
    assert.deepEqual(await about(here), [order.id, before.id, unlinked.id]);
    assert.deepEqual(await about(there), [linked.id]);
    assert.deepEqual(await about(known), [linked.id, before.id]);
    assert.deepEqual(await read(service().foreign, `webhooks/${other.id}/deliveries`), []);
  });

  it('of products/updated look at show_online before and after', async () => {
    const filter = { attributes: ['show_online'] };
    const webhook = await hook({ topic: 'products/updated', filter });
    const priced = await hook({ topic: 'products/updated', filter: { attributes: ['name'] } });
    const product = await make(client, 'products', { name: 'Cake', unit_price: 5, show_online: false });
    const path = `products/${product.id}`;
    await change(client, path, { name: 'Cake, hidden' });
    assert.deepEqual(await logOf(webhook), []);
    await change(client, path, { show_online: true });
    await change(client, path, { name: 'Cake, shown' });
    await change(client, path, { show_online: false });
    assert.equal((await logOf(webhook)).length, 3);
    assert.equal((await logOf(priced)).length, 2);
  });

  it('that are deleted or changed leave what is queued as it is', async () => {
    const webhook = await hook({ headers: { 'X-A': '1' } });
    await shop.order({ status: 'COMPLETE' });
    await change(client, `webhooks/${webhook.id}`, { address: `${ADDRESS}/new`, format: 'xml' });
    const [delivery] = await logOf(webhook);
    assert.deepEqual([delivery.address, delivery.format], [ADDRESS, 'json']);
    await drop(client, `webhooks/${webhook.id}`);
    const row = await service().app.storage.read(async (tx) =>
      tx.get<{ state: string }>(sql`select state from deliveries where id = ${BigInt(delivery.id_str)}`),
    );
    assert.equal(row?.state, 'queued');
    await shop.order({ status: 'COMPLETE' });
    const count = await service().app.storage.read(async (tx) =>
      tx.all(sql`select id from deliveries where webhook_id = ${BigInt(webhook.id_str)}`),
    );
    assert.equal(count.length, 1);
  });

  it('that are deleted leave their log where it is (reference: events.46)', async () => {
    const webhook = await hook();
    const path = `webhooks/${webhook.id}`;
    for (let at = 0; at < 2; at++) await shop.order({ status: 'COMPLETE' });
    const before = await logOf(webhook);
    await service().app.storage.write(async (tx) =>
      tx.run(
        sql`update deliveries set state = 'dead', lane = 2, ended_at = 1 where id = ${BigInt(before[0].id_str)}`,
      ),
    );
    await drop(client, path);
    const [dead, queued] = await logOf(webhook);
    assert.deepEqual([dead.state, queued.state], ['dead', 'queued']);
    assert.deepEqual(await read(client, `${path}/deliveries?state=queued`), [queued]);
    assert.deepEqual(await read(client, `${path}/deliveries/${dead.id}`), dead);
    const sent = await read(client, `${path}/deliveries/${dead.id}/request`);
    assert.equal(sent.headers['webhook-id'], `msg_${client.companyId}_${dead.id}`);
    assert.deepEqual((await client.post(`${path}/redeliver`, {})).json, { queued: 1, more: false });
    const again = await client.post(`${path}/deliveries/${dead.id}/redeliver`, {});
    assert.deepEqual([again.status, again.json.state], [202, 'queued']);
    const others = await secondAddon(service());
    const gone = [
      await client.get(path),
      await client.get(`${path}/test`),
      await client.post(`${path}/replay`, {}),
      await others.get(`${path}/deliveries`),
      await others.get(`${path}/deliveries/${dead.id}`),
      await others.post(`${path}/redeliver`, {}),
      await client.get('webhooks/0/deliveries'),
    ];
    for (const answer of gone) refused(answer, 404, 'not_found');
    const silent = await hook({ topic: 'company/updated' });
    await drop(client, `webhooks/${silent.id}`);
    refused(await client.get(`webhooks/${silent.id}/deliveries`), 404, 'not_found');
  });

  it('are told nothing of what was refused', async () => {
    const webhook = await hook({ topic: 'orders/deleted' });
    const order = await shop.order({ status: 'COMPLETE' });
    refused(await client.delete(`orders/${order.id}`), 409, 'conflict');
    assert.deepEqual(await logOf(webhook), []);
  });

  it('queue no test message for a HEAD', async () => {
    const webhook = await hook();
    const answer = await client.ask('HEAD', `webhooks/${webhook.id}/test`);
    assert.equal(answer.status, 405);
    assert.deepEqual(await logOf(webhook), []);
  });

  it('have a log that is paged and picked by state', async () => {
    const webhook = await hook();
    for (let at = 0; at < 5; at++) await client.get(`webhooks/${webhook.id}/test`);
    const path = `webhooks/${webhook.id}/deliveries`;
    const all = (await pages(client, `${path}?limit=2`)).flat();
    assert.equal(all.length, 5);
    assert.deepEqual(await read(client, `${path}?state=dead`), []);
    assert.equal((await read(client, `${path}?state=queued`)).length, 5);
    invalidFields(await client.get(`${path}?state=lost`), 'state');
    const latest = (await pages(client, `${path}?newest=true&limit=2`)).flat();
    assert.deepEqual(latest, all.toReversed());
    invalidFields(await client.get(`${path}?newest=yes`), 'newest');
    assert.deepEqual(await read(client, `${path}/${all[2].id}`), all[2]);
    const other = await hook();
    refused(await client.get(`webhooks/${other.id}/deliveries/${all[2].id}`), 404, 'not_found');
  });

  it('replay events from the log, those that pass the filter, up to a number', async () => {
    const orders = [];
    for (let at = 0; at < 4; at++) orders.push(await shop.order({ status: 'COMPLETE', lines: [] }));
    const events = (await read(client, 'events?topic=orders%2Fcompleted&limit=5000')).slice(-4);
    const webhook = await hook({ filter: { site_ids: [shop.site] } });
    const replay = async (range: object) => {
      const answer = await client.post(`webhooks/${webhook.id}/replay`, range);
      assert.equal(answer.status, 202, answer.text);
      return answer.json;
    };
    const [first, second, third, last] = events.map((event: Json) => event.number);
    const { queued } = await replay({ after: first, until: third });
    assert.equal(queued, 2);
    assert.deepEqual(
      (await logOf(webhook)).map((each: Json) => each.event_number),
      [second, third],
    );
    assert.equal((await replay({ after: String(third) })).queued, 1);
    assert.deepEqual((await logOf(webhook)).at(-1).event_number, last);
    assert.equal((await replay({ after: last })).queued, 0);
    // What is new goes first; the others go at once where there is nothing new.
    const { target } = await service().app.storage.read(async (tx) => {
      const rows = await tx.all<{ target: string }>(
        sql`select distinct target from deliveries where webhook_id = ${BigInt(webhook.id_str)}`,
      );
      return rows[0] ?? { target: '' };
    });
    await shop.order({ status: 'COMPLETE', lines: [] });
    const log = await logOf(webhook);
    const fresh = log.at(-1);
    const turns = await service().app.storage.read((tx) =>
      dueAt(tx, target, 'first', service().clock.now(), 5000, 0),
    );
    const place = (each: Json) => turns.findIndex(({ id }) => id === BigInt(each.id_str));
    assert.ok(place(fresh) >= 0);
    for (const old of log.slice(0, -1)) {
      assert.ok(place(old) > place(fresh));
      assert.equal(old.next_attempt_at, old.created_at);
    }
  });

  it('can be sent again, one or all dead ones of a range', async () => {
    const webhook = await hook();
    for (let at = 0; at < 3; at++) await shop.order({ status: 'COMPLETE' });
    const path = `webhooks/${webhook.id}`;
    const set = (state: string) =>
      service().app.storage.write(async (tx) =>
        tx.run(
          sql`update deliveries set state = ${state}, lane = 2, attempts = 31, ended_at = 1
              where webhook_id = ${BigInt(webhook.id_str)}`,
        ),
      );
    await set('dead');
    const [one, two, three] = await logOf(webhook);
    assert.deepEqual([one.state, one.next_attempt_at], ['dead', null]);
    const answer = await client.post(`${path}/deliveries/${one.id}/redeliver`, {});
    assert.equal(answer.status, 202, answer.text);
    assert.equal(answer.json.state, 'queued');
    const range = { after: one.event_number, until: two.event_number };
    const some = await client.post(`${path}/redeliver`, range);
    assert.deepEqual(some.json, { queued: 1, more: false });
    const states = (await logOf(webhook)).map((each: Json) => each.state);
    assert.deepEqual(states, ['queued', 'queued', 'dead']);
    assert.equal((await client.post(`${path}/redeliver`, {})).json.queued, 1);
    await set('sending');
    refused(await client.post(`${path}/deliveries/${three.id}/redeliver`, {}), 409, 'conflict');
  });
});

onEachEngine('callback_uri', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const callbacks = (order: Json) =>
    service().app.storage.read(async (tx) =>
      tx.all<{ body: string; topic: string; address: string }>(
        sql`select body, topic, address from deliveries
            where webhook_id = 0 and resource_id = ${BigInt(order.id_str)} order by id`,
      ),
    );

  it('is sent the order when its status changes, not when it is made', async () => {
    const callback_uri = 'https://shop.example.com/orders?id=1';
    const order = await shop.order({ callback_uri, customer_id: shop.customer });
    assert.deepEqual(await callbacks(order), []);
    await change(shop.client, `orders/${order.id}`, { notes: 'no onions' });
    assert.deepEqual(await callbacks(order), []);
    const shown = [];
    for (const status of ['ACCEPTED', 'PENDING']) {
      shown.push(await change(shop.client, `orders/${order.id}`, { status }));
    }
    await shop.client.post(`orders/${order.id}/payments`, { method_id: shop.cash, amount: 0 });
    shown.push(await shop.read(order));
    const sent = await callbacks(order);
    assert.deepEqual(
      sent.map((each) => JSON.parse(each.body)),
      shown,
    );
    assert.deepEqual(new Set(sent.map((each) => each.topic)), new Set(['orders/status']));
    assert.equal(sent[0]?.address, callback_uri);
    assert.equal(shown.at(-1).status, 'COMPLETE');
    const without = await shop.order();
    await change(shop.client, `orders/${without.id}`, { status: 'PENDING' });
    assert.deepEqual(await callbacks(without), []);
  });

  it('may not lead to private addresses', async () => {
    const body = { site_id: shop.site, callback_uri: 'https://169.254.169.254/latest' };
    invalidFields(await shop.client.post('orders', body), 'callback_uri');
    const order = await shop.order();
    const callback_uri = 'http://shop.example.com/';
    invalidFields(await shop.client.put(`orders/${order.id}`, { callback_uri }), 'callback_uri');
    await change(shop.client, `orders/${order.id}`, { callback_uri: 'http://127.0.0.1:9/' });
  });
});
