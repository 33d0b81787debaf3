// What a company keeps for a time alone: it goes when that is over, nothing else does, and who needs it is told.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { PROOF_LIFETIME } from '#src/kernel/proof.ts';
import { DAY, HOUR } from '#src/kernel/time.ts';
import { Projector } from '#src/reports/projector.ts';
import { type Sql, sql } from '#src/storage/sql.ts';
import { upkeep } from '#src/webhooks/upkeep.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, invalidFields, make, read, refused } from './helpers.ts';
import { openShop } from './order-helpers.ts';
import { anotherToken, screenAs, screenOf } from './screens.ts';

const COMPANY = '/v1/companies/me';
const DEFAULTS = {
  keep_events_days: null,
  keep_deliveries_days: 30,
  keep_requests_days: 7,
  keep_idempotency_keys_hours: 24,
  keep_order_history_days: null,
};

onEachEngine('what a company keeps for a time (reference: company.25)', (service) => {
  const settings = async () => {
    const company = await read(service().client, COMPANY);
    return Object.fromEntries(Object.keys(DEFAULTS).map((field) => [field, company[field]]));
  };
  const set = async (fields: object) => {
    const { client } = await screenOf(service(), service().card);
    return change(client, COMPANY, fields);
  };
  const rows = (statement: Sql) => service().app.storage.read(async (tx) => tx.all<Json>(statement));
  const project = () => {
    const warn = (error: unknown) => assert.fail(String(error));
    return new Projector({ storage: service().app.storage, stopwatch: service().clock, warn }).catchUp();
  };
  const companyId = () => BigInt(service().client.companyId);
  const numbers = async () =>
    (await rows(sql`select number from events where company_id = ${companyId()} order by number`)).map(
      ({ number }) => Number(number),
    );

  it('has defaults, and is said by an owner who proves who they are, and by nobody else', async () => {
    assert.deepEqual(await settings(), DEFAULTS);
    const { client, browser } = await screenOf(service(), service().card);
    const manager = await screenAs(service(), 'manager');
    for (const caller of [service().client, manager.client]) {
      refused(await caller.put(COMPANY, { keep_requests_days: 1 }), 403, 'access_denied');
      // What was read may be sent back.
      await change(caller, COMPANY, { ...DEFAULTS, website: null });
    }
    assert.deepEqual(await settings(), DEFAULTS);
    const wrong: [field: string, ...values: unknown[]][] = [
      ['keep_events_days', 30, 3_651, 0, -1, '31', 31.5],
      ['keep_deliveries_days', 0, 91],
      ['keep_requests_days', 0, 31],
      ['keep_idempotency_keys_hours', 23, 169],
      ['keep_order_history_days', 89, 3_651],
    ];
    for (const [field, ...values] of wrong)
      for (const value of values) invalidFields(await client.put(COMPANY, { [field]: value }), field);
    const both = { keep_events_days: 40, keep_deliveries_days: 40 };
    invalidFields(await client.put(COMPANY, both), 'keep_events_days');
    const wanted = {
      ...{ keep_events_days: 41, keep_deliveries_days: 40, keep_requests_days: 1 },
      ...{ keep_idempotency_keys_hours: 48, keep_order_history_days: 90 },
    };
    await change(client, COMPANY, wanted);
    assert.deepEqual(await settings(), wanted);
    const [entry] = await read(client, 'audit?newest=true&limit=1');
    const told = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value && String(value)]));
    assert.deepEqual(
      [entry.action, entry.before, entry.after],
      ['company.changed', told(DEFAULTS), told(wanted)],
    );
    service().clock.advance(PROOF_LIFETIME);
    const later = await anotherToken(service(), browser, service().client.companyId);
    refused(await later.client.put(COMPANY, { keep_requests_days: 2 }), 403, 'reauthentication_required');
    await set(DEFAULTS);
  });

  it('deletes old events once reports have them, and tells readers who would miss some', async () => {
    const { client, clock, app, foreign } = service();
    const shop = await openShop(service());
    const sell = () =>
      make(client, 'orders', {
        ...{ site_id: shop.site, status: 'COMPLETE', lines: [{ product_id: shop.soup.id, quantity: 1 }] },
        payments: [{ method_id: shop.cash, amount: 10 }],
      });
    for (let at = 0; at < 3; at++) await sell();
    const webhook = await make(client, 'webhooks', {
      ...{ topic: 'orders/completed', address: 'https://example.com/hook', format: 'json' },
    });
    const last = (await numbers()).at(-1) ?? 0;
    clock.advance(DAY);
    await sell();
    const report = () => read(client, `reports/product?site_id=${shop.site}&from=2026-01-01&to=2026-12-31`);
    const before = (await report()).rows;
    assert.deepEqual([before.length, before[0].items], [1, 4]);
    await set({ keep_events_days: 31 });
    const all = await numbers();
    const theirs = (await read(foreign, 'events?limit=5000')).length;
    clock.advance(31n * DAY - HOUR);
    await app.sweep();
    assert.deepEqual((await numbers()).slice(0, all.length), all, 'before its time');
    // A day later than the first three were sold, and before the fourth is old enough.
    await app.sweep();
    assert.equal((await numbers())[0], 1, 'reports have none of them yet');
    await project();
    await app.sweep();
    const kept = await numbers();
    assert.ok(kept.length > 0 && (kept[0] ?? 0) > 3 && (kept[0] ?? 0) <= last + 1, JSON.stringify(kept));
    const first = kept[0] ?? 0;

    // From the beginning, from where nothing is missing, and from where something is.
    assert.equal((await read(client, 'events?limit=1'))[0].number, first);
    assert.equal((await read(client, 'events?limit=1&after=0'))[0].number, first);
    assert.equal((await read(client, `events?limit=1&after=${first - 1}`))[0].number, first);
    for (const path of ['events?after=1', `events?after=${first - 2}&topic=orders/completed`]) {
      const answer = await client.get(path);
      refused(answer, 410, 'gone');
      assert.match(answer.json.error_description, new RegExp(`go on with after=${first - 1}\\.$`));
    }
    refused(
      await client.get('events/stream', { headers: { accept: 'text/event-stream', 'last-event-id': '1' } }),
      410,
      'gone',
    );
    refused(await client.post(`webhooks/${webhook.id_str}/replay`, { after: 1 }), 410, 'gone');
    const replayed = await client.post(`webhooks/${webhook.id_str}/replay`, {});
    assert.equal(replayed.status, 202, replayed.text);
    assert.equal((await read(foreign, 'events?limit=5000')).length, theirs);

    // Every event that is left can be read: what shares its payload with another one, too.
    for (const event of await read(client, 'events?limit=5000'))
      assert.equal(typeof event.payload, 'object', event.topic);
    assert.deepEqual((await report()).rows, before);
    // All orders are counted anew: the clock of their site is another.
    await change(client, `sites/${shop.site}`, { timezone: 'Pacific/Auckland' });
    await project();
    assert.deepEqual((await report()).rows, before);
    clock.advance(100n * DAY);
    await project();
    await app.sweep();
    assert.equal((await numbers()).length, 1, 'the last event stays');
    assert.deepEqual((await report()).rows, before);
    await change(client, `sites/${shop.site}`, { timezone: 'Europe/Berlin' });
    assert.deepEqual((await report()).rows, before, 'and before they were added up');
    await set({ keep_events_days: null });
  });

  it('says of a message whose event is gone that it is', async () => {
    const { client, app, clock } = service();
    await set({ keep_events_days: 31 });
    clock.advance(32n * DAY);
    await project();
    await app.sweep();
    await set({ keep_events_days: null });
    const webhook = await make(client, 'webhooks', {
      ...{ topic: 'orders/completed', address: 'https://example.com/hook', format: 'json' },
    });
    await make(client, `webhooks/${webhook.id_str}/test`, {});
    const [delivery] = await read(client, `webhooks/${webhook.id_str}/deliveries?newest=true&limit=1`);
    await app.storage.write(async (tx) =>
      tx.run(sql`update deliveries set event_number = 1, body = null where id = ${BigInt(delivery.id_str)}`),
    );
    const answer = await client.get(`webhooks/${webhook.id_str}/deliveries/${delivery.id_str}/request`);
    refused(answer, 410, 'gone');
    assert.match(answer.json.error_description, /^Event 1 is kept no more/);
  });

  it('deletes deliveries, requests and keys when the company says, and keeps those of others', async () => {
    const { client, clock, app, foreign, card, foreignCard } = service();
    const { storage } = app;
    const hook = { topic: 'taxes/updated', address: 'https://example.com/hook', format: 'json' };
    const key = randomUUID();
    const body = (site: Json) => ({ site_id: site.id, notes: key });
    const order = (caller: typeof client, site: Json) =>
      caller.post('orders', body(site), { headers: { 'idempotency-key': key } });
    const counts = async () => {
      const of = async (table: Sql) => {
        const found = await rows(
          sql`select company_id, count(*) as count from ${table} group by company_id order by company_id`,
        );
        return new Map(found.map(({ company_id: company, count }) => [company, Number(count)]));
      };
      const [deliveries, requests, keys] = [
        await of(sql`deliveries`),
        await of(sql`request_log`),
        await of(sql`idempotency_keys`),
      ];
      return { deliveries, requests, keys };
    };
    const theirId = BigInt(foreignCard.company_id);
    const arrange = async () => {
      for (const caller of [client, foreign]) {
        const webhook = await make(caller, 'webhooks', hook);
        await make(caller, `webhooks/${webhook.id_str}/test`, {});
      }
      await order(client, card.sites[0]);
      await order(foreign, foreignCard.sites[0]);
      await app.requests.flush();
      await storage.write(async (tx) =>
        tx.run(sql`update deliveries set state = 'delivered', lane = 2, ended_at = ${clock.now()}`),
      );
    };
    const settle = async () => {
      await app.sweep();
      await upkeep(storage, clock.now());
    };
    await set({ keep_deliveries_days: 1, keep_requests_days: 1, keep_idempotency_keys_hours: 48 });
    await settle();
    await arrange();
    clock.advance(DAY - 1n);
    await settle();
    let now = await counts();
    for (const found of [now.deliveries, now.requests, now.keys])
      assert.ok((found.get(companyId()) ?? 0) > 0 && (found.get(theirId) ?? 0) > 0);
    clock.advance(1n);
    await settle();
    now = await counts();
    assert.deepEqual(
      [now.deliveries.get(companyId()), now.requests.get(companyId())],
      [undefined, undefined],
    );
    assert.ok((now.deliveries.get(theirId) ?? 0) > 0 && (now.requests.get(theirId) ?? 0) > 0);
    assert.equal(now.keys.get(theirId), undefined);
    const again = await order(client, card.sites[0]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.notEqual((await order(foreign, foreignCard.sites[0])).headers['idempotent-replayed'], 'true');
    clock.advance(DAY);
    await settle();
    assert.notEqual((await order(client, card.sites[0])).headers['idempotent-replayed'], 'true');
    await set(DEFAULTS);
  });

  it('cuts the history of closed orders, and leaves the first and the last entry', async () => {
    const { client, clock, app } = service();
    const shop = await openShop(service());
    const busy = async (last: object) => {
      const order = await shop.order({ status: 'ON_HOLD' });
      for (const notes of ['a', 'b', 'c']) await change(client, `orders/${order.id_str}`, { notes });
      await change(client, `orders/${order.id_str}`, last);
      return order.id_str;
    };
    const entries = async (id: string) => (await read(client, `orders/${id}/history`)).length;
    const closed = await busy({ status: 'REJECTED' });
    const open = await busy({ notes: 'd' });
    const deleted = await busy({ notes: 'd' });
    assert.equal((await client.delete(`orders/${deleted}`)).status, 204);
    const all = [await entries(closed), await entries(open), await entries(deleted)];
    assert.ok(all.every((count) => count >= 5));
    await set({ keep_order_history_days: 90 });
    clock.advance(90n * DAY - HOUR);
    await app.sweep();
    assert.deepEqual([await entries(closed), await entries(open), await entries(deleted)], all);
    clock.advance(2n * HOUR);
    await app.sweep();
    assert.deepEqual([await entries(closed), await entries(open), await entries(deleted)], [2, all[1], 2]);
    const [, last] = await read(client, `orders/${closed}/history`);
    assert.equal(last.status, 'REJECTED');
    // What was open goes its time after it was closed; whatever is appended is counted on.
    await change(client, `orders/${open}`, { status: 'REJECTED' });
    clock.advance(91n * DAY);
    await app.sweep();
    assert.equal(await entries(open), 2);
    await set({ keep_order_history_days: null });
  });
});
