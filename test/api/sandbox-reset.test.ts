import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { EMPTIED, LEFT } from '#src/sandbox/reset.store.ts';
import { sql } from '#src/storage/sql.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { make, pages, read, refused } from './helpers.ts';

/** Tables that no company's records are in. */
const OF_NO_COMPANY = [
  'meta',
  'users',
  'sessions',
  'sign_in_attempts',
  'known_browsers',
  'id_counters',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'process_counts',
  'processes',
  'screen_files',
  'sign_in_steps',
];
const WEEK = 90;

it('a reset knows every table: what it empties and what it leaves', () => {
  const root = dirname(dirname(import.meta.dirname));
  const migrations = globSync('src/storage/migrations/*.ts', { cwd: root }).map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  const named = (act: RegExp) =>
    migrations.flatMap((text) => [...text.matchAll(act)].map(([, name = '']) => name));
  const gone = named(/drop table ([a-z_]+)/g);
  const made = named(/create table (?:if not exists )?([a-z_]+)/g).filter((name) => !gone.includes(name));
  assert.ok(made.length > 30);
  assert.deepEqual([...EMPTIED, ...LEFT, ...OF_NO_COMPANY].sort(), [...new Set(made)].sort());
});

onEachEngine(
  'what a sandbox begins with, again (reference: sandbox.5)',
  (service) => {
    /** All that a company's screens and add-ons see of it, without times. */
    const state = async () => {
      const { client, card } = service();
      const site = card.sites[0].id;
      const all: Record<string, Json> = {};
      for (const path of [
        'sites',
        `sites/${site}/floors`,
        `sites/${site}/tables`,
        'registers',
        'staff',
        'taxes',
        'payment_methods',
        'customers',
        'products',
        'orders',
        'webhooks',
        'sandbox/faults',
        'categories',
      ]) {
        all[path] = (
          await pages(client, `${path}?limit=5000${path === 'orders' ? '&fields=lines,payments' : ''}`)
        ).flat();
      }
      return JSON.parse(
        JSON.stringify(all, (key, value) =>
          /_at$|^timezone$|^current_staff_member(_str)?$|^kitchen_tickets$/.test(key) ? undefined : value,
        ),
      ) as Record<string, Json>;
    };

    it('is a shop after a week: staff with PINs, tables, customers, sales with tax, events that agree', async () => {
      const { client, card } = service();
      assert.equal(card.staff.length, 4);
      for (const { pin } of card.staff) assert.match(pin, /^\d{6}$/);
      assert.equal(new Set(card.staff.map(({ id }: Json) => id)).size, 4);
      assert.equal(card.customers.length, 4);
      const tables = await read(client, `sites/${card.sites[0].id}/tables`);
      assert.equal(tables.length, 8);
      assert.deepEqual([...new Set(tables.map(({ state }: Json) => state))], ['free']);
      const orders = (await pages(client, 'orders?limit=5000&fields=lines,payments')).flat();
      assert.equal(orders.length, WEEK);
      for (const order of orders) {
        assert.equal(order.status, 'COMPLETE');
        assert.ok(order.total_tax > 0);
        assert.ok(Date.parse(order.placed_at) < Number(service().clock.now() / 1000n));
      }
      assert.equal(new Set(orders.map((order: Json) => order.placed_at.slice(0, 10))).size >= 7, true);
      const sold = (await pages(client, 'events?topic=orders%2Fcompleted&limit=5000')).flat();
      assert.deepEqual(
        sold.map((event: Json) => event.resource_id).sort(),
        orders.map((order: Json) => order.id).sort(),
      );
      const from = orders.at(-1).placed_at.slice(0, 10);
      const report = await read(client, `reports/day?from=${from}&to=2026-03-08`);
      assert.equal(report.totals.orders, WEEK);
      assert.equal((await pages(client, `sites/${card.sites[0].id}/tickets`)).flat().length, 0);
      const signedIn = await client.post(`registers/${card.sites[0].registers[0].id}/sessions`, {
        staff_id: card.staff[3].id,
        pin: card.staff[3].pin,
      });
      assert.equal(signedIn.status, 201, signedIn.text);
    });

    it('is there again with the same ids, whatever became of it', async () => {
      const { client, card, foreign, app } = service();
      const began = await state();
      const elsewhere = await make(foreign, 'customers', { first_name: 'Elsewhere', phone: '1' });
      const site = card.sites[0].id;
      const product = began.products.find((each: Json) => each.sku === 'water');
      await make(client, 'orders', {
        site_id: site,
        lines: [{ product_id: product.id }],
        status: 'COMPLETE',
      });
      await make(client, 'customers', { first_name: 'New', phone: '1' });
      await make(client, 'webhooks', { topic: 'orders/completed', address: 'https://example.com/hook' });
      await make(client, 'sandbox/faults', { match: { path: '/nowhere' }, effect: 'error' });
      await make(client, 'sites', { name: 'Another' });
      assert.equal((await client.put(`sites/${site}`, { name: 'Renamed' })).status, 200);
      assert.equal((await client.delete(`products/${product.id}`)).status, 204);
      assert.equal((await client.put(`staff/${card.staff[0].id}`, { first_name: 'Changed' })).status, 200);
      assert.equal((await client.post('sandbox/clock', { advance: 'P3D' })).status, 200);
      const [last] = (await pages(client, 'events?limit=5000')).flat().slice(-1);

      const { version } = await read(client, `sites/${site}/menu`);
      const answer = await client.post('sandbox/reset');
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await state(), began);
      // No event tells what is gone: the menu is read anew (reference: products.37).
      refused(await client.get(`sites/${site}/menu?after=${version}`), 410, 'gone');
      assert.equal((await client.get(`sites/${site}/menu?after=${answer.json.last_event}`)).status, 200);
      const clock = await read(client, 'sandbox/clock');
      assert.equal(clock.now, clock.server_time);
      const events = (await pages(client, `events?after=${last.number}&limit=5000`)).flat();
      assert.deepEqual(
        events.map((event: Json) => event.number),
        events.map((_event: Json, at: number) => last.number + 1 + at),
      );
      assert.equal(events.at(-1).number, Number(answer.json.last_event));
      assert.equal(events.filter((event: Json) => event.topic === 'orders/completed').length, WEEK);
      const today = await read(client, 'reports/today');
      assert.equal(today.totals.orders, 0);
      assert.equal((await foreign.get(`customers/${elsewhere.id}`)).status, 200);
      const pins = card.staff.map(({ id, pin }: Json) => [id, pin] as const);
      for (const [staff, pin] of pins) {
        const signedIn = await client.post(`registers/${card.sites[0].registers[0].id}/sessions`, {
          staff_id: staff,
          pin,
        });
        assert.equal(signedIn.status, 201, signedIn.text);
      }
      const left = await app.storage.read(async (tx) =>
        tx.all(sql`select 1 as one from deliveries where company_id = ${BigInt(card.company_id)}`),
      );
      assert.equal(left.length, 0);
      // And once more: what is made anew is like what was.
      assert.equal((await client.post('sandbox/reset')).status, 200);
      assert.deepEqual(await state(), began);
    });
  },
  { SANDBOX: 'on' },
);
