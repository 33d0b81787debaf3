import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, drop, EventLog, invalidFields, make, read, refused, secondAddon } from './helpers.ts';

// What add-ons call records, and what they keep with them (reference: conventions.49, conventions.50).

/** A kind of record with names: where it is, and a body that makes one. */
interface Kind {
  readonly path: string;
  readonly body: (card: Json) => Readonly<Record<string, unknown>>;
  readonly updated: string | undefined;
  readonly deleted: string | undefined;
}

const KINDS: readonly Kind[] = [
  {
    path: 'orders',
    body: (card) => ({ site_id: card.sites[0].id }),
    updated: undefined,
    deleted: 'orders/deleted',
  },
  {
    path: 'customers',
    body: () => ({ first_name: 'Ann', phone: '1' }),
    updated: 'customers/updated',
    deleted: 'customers/deleted',
  },
  {
    path: 'products',
    body: () => ({ name: 'Tea', unit_price: 1 }),
    updated: 'products/updated',
    deleted: 'products/deleted',
  },
  { path: 'sites', body: () => ({ name: 'Pier' }), updated: 'sites/updated', deleted: undefined },
];

const found = async (client: Client, path: string, name: string): Promise<string[]> =>
  (await read(client, `${path}?external_id=${encodeURIComponent(name)}`)).map((each: Json) => each.id_str);

function isTaken(answer: Answer, existing: Json): void {
  refused(answer, 409, 'conflict');
  assert.equal(String(answer.json.existing_id), existing.id_str);
  assert.equal(answer.json.existing_id_str, existing.id_str);
}

async function company(service: Service) {
  const { client, card } = await service.newCompany('Named');
  return { client, card };
}

onEachEngine('what add-ons call records', (service) => {
  for (const { path, body, updated, deleted } of KINDS) {
    describe(path, () => {
      it('is kept, shown, found and unique', async () => {
        const { client, card } = await company(service());
        const bare = await make(client, path, body(card));
        assert.equal(bare.external_id, null);
        assert.deepEqual(bare.metadata, {});
        const one = await make(client, path, { ...body(card), external_id: 'A/1 "ü🍕"' });
        assert.equal(one.external_id, 'A/1 "ü🍕"');
        assert.equal((await read(client, `${path}/${one.id_str}`)).external_id, 'A/1 "ü🍕"');
        const listed = (await read(client, path)).find((each: Json) => each.id_str === one.id_str);
        assert.equal(listed.external_id, 'A/1 "ü🍕"');
        assert.deepEqual(await found(client, path, 'A/1 "ü🍕"'), [one.id_str]);
        assert.deepEqual(await found(client, path, 'a/1 "ü🍕"'), []);
        assert.deepEqual(await found(client, path, ''), []);
        isTaken(await client.post(path, { ...body(card), external_id: 'A/1 "ü🍕"' }), one);
        isTaken(await client.put(`${path}/${bare.id_str}`, { external_id: 'A/1 "ü🍕"' }), one);
        assert.equal((await read(client, `${path}/${bare.id_str}`)).external_id, null);
      });

      it('changes, and is given up', async () => {
        const { client, card } = await company(service());
        const one = await make(client, path, { ...body(card), external_id: 'one' });
        const etag = (await client.get(`${path}/${one.id_str}`)).headers.etag;
        await service().clock.advance(SECOND);
        const same = await change(client, `${path}/${one.id_str}`, { external_id: 'one' });
        assert.equal(same.updated_at, one.updated_at);
        const renamed = await change(client, `${path}/${one.id_str}`, { external_id: 'two' });
        assert.equal(renamed.external_id, 'two');
        assert.notEqual(renamed.updated_at, one.updated_at);
        assert.notEqual((await client.get(`${path}/${one.id_str}`)).headers.etag, etag);
        const other = await make(client, path, { ...body(card), external_id: 'one' });
        assert.equal(
          (await change(client, `${path}/${other.id_str}`, { external_id: null })).external_id,
          null,
        );
        assert.equal((await change(client, `${path}/${one.id_str}`, { external_id: '' })).external_id, null);
        assert.equal((await make(client, path, { ...body(card), external_id: '' })).external_id, null);
        await make(client, path, { ...body(card), external_id: 'two' });
      });

      it('is each add-on’s own, in answers and events', async () => {
        const { client, card } = await company(service());
        const other = await secondAddon({ ...service(), client });
        const log = await EventLog.open(client);
        const theirs = await EventLog.open(other);
        const one = await make(client, path, { ...body(card), external_id: 'mine' });
        assert.equal((await read(other, `${path}/${one.id_str}`)).external_id, null);
        assert.deepEqual(await found(other, path, 'mine'), []);
        assert.equal(
          (await change(other, `${path}/${one.id_str}`, { external_id: 'mine' })).external_id,
          'mine',
        );
        assert.equal(
          (await change(other, `${path}/${one.id_str}`, { external_id: 'theirs' })).external_id,
          'theirs',
        );
        assert.equal((await read(client, `${path}/${one.id_str}`)).external_id, 'mine');
        const named = (events: readonly Json[], topic: string) =>
          events.filter((event) => event.topic === topic).map((event) => event.payload.external_id);
        if (deleted !== undefined) await drop(client, `${path}/${one.id_str}`);
        const [own, others] = [await log.take(), await theirs.take()];
        if (updated !== undefined) {
          assert.deepEqual(named(own, updated), ['mine', 'mine']);
          assert.deepEqual(named(others, updated), ['mine', 'theirs']);
        }
        if (deleted !== undefined) {
          assert.deepEqual(named(own, deleted), ['mine']);
          assert.deepEqual(named(others, deleted), ['theirs']);
        }
      });

      it('is free again once the record is deleted', async () => {
        const { client, card } = await company(service());
        const one = await make(client, path, { ...body(card), external_id: 'gone' });
        await drop(client, `${path}/${one.id_str}`);
        assert.deepEqual(await found(client, path, 'gone'), []);
        const next = await make(client, path, { ...body(card), external_id: 'gone' });
        assert.deepEqual(await found(client, path, 'gone'), [next.id_str]);
      });

      it('goes to one of many that want it at once', async () => {
        const { client, card } = await company(service());
        const answers = await Promise.all(
          Array.from({ length: 6 }, () => client.post(path, { ...body(card), external_id: 'race' })),
        );
        const made = answers.filter((answer) => answer.status === 201);
        assert.equal(made.length, 1, answers.map((answer) => answer.status).join());
        for (const answer of answers) if (answer !== made[0]) isTaken(answer, made[0]?.json);
        assert.deepEqual(await found(client, path, 'race'), [made[0]?.json.id_str]);
      });

      it('keeps to its bounds', async () => {
        const { client, card } = await company(service());
        const good = body(card);
        for (const external_id of ['x'.repeat(256), 5, ['a'], { a: 1 }, 'half \ud800']) {
          invalidFields(await client.post(path, { ...good, external_id }), 'external_id');
        }
        const longest = '🍕'.repeat(255);
        assert.equal((await make(client, path, { ...good, external_id: longest })).external_id, longest);
      });

      it('is not what other kinds and companies call theirs', async () => {
        const { client, card } = await company(service());
        const one = await make(client, path, { ...body(card), external_id: 'same' });
        for (const kind of KINDS) {
          if (kind.path === path) continue;
          await make(client, kind.path, { ...kind.body(card), external_id: 'same' });
        }
        const next = await company(service());
        await make(next.client, path, { ...body(next.card), external_id: 'same' });
        assert.deepEqual(await found(client, path, 'same'), [one.id_str]);
      });

      it('has texts with it that every add-on sees, merged key by key', async () => {
        const { client, card } = await company(service());
        const other = await secondAddon({ ...service(), client });
        const log = await EventLog.open(client);
        const one = await make(client, path, {
          ...body(card),
          metadata: { a: '1', 'ключ 🍕': '', none: null },
        });
        assert.deepEqual(one.metadata, { a: '1', 'ключ 🍕': '' });
        const at = `${path}/${one.id_str}`;
        assert.deepEqual((await change(other, at, { metadata: { b: '2', a: null } })).metadata, {
          'ключ 🍕': '',
          b: '2',
        });
        await service().clock.advance(SECOND);
        const before = await read(client, at);
        assert.deepEqual(await change(client, at, { metadata: { b: '2', c: null } }), before);
        assert.deepEqual(
          (await read(client, path)).find((each: Json) => each.id === one.id).metadata,
          before.metadata,
        );
        assert.deepEqual((await change(client, at, { metadata: null })).metadata, {});
        if (updated !== undefined) {
          const events = (await log.take()).filter((event) => event.topic === updated);
          assert.deepEqual(
            events.map((event) => event.payload.metadata),
            [{ 'ключ 🍕': '', b: '2' }, {}],
          );
          assert.deepEqual(events[0]?.changed, ['metadata']);
        }
      });

      it('has texts within bounds', async () => {
        const { client, card } = await company(service());
        const good = body(card);
        const many = (count: number, from = 0) =>
          Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at + from}`, 'x'.repeat(500)]));
        const one = await make(client, path, { ...good, metadata: many(50) });
        assert.equal(Object.keys(one.metadata).length, 50);
        const at = `${path}/${one.id_str}`;
        invalidFields(await client.put(at, { metadata: { more: 'x' } }), 'metadata');
        await change(client, at, { metadata: { more: 'x', 'key 0': null } });
        invalidFields(await client.post(path, { ...good, metadata: many(51) }), 'metadata');
        invalidFields(await client.post(path, { ...good, metadata: many(101) }), 'metadata');
        for (const metadata of ['a', 5, ['a'], true]) {
          invalidFields(await client.post(path, { ...good, metadata }), 'metadata');
        }
        for (const value of ['x'.repeat(501), 5, { a: '1' }, ['a']]) {
          invalidFields(await client.post(path, { ...good, metadata: { a: value } }), 'metadata.a');
        }
        for (const [key, why] of [
          ['', 'must not be empty.'],
          [' ', 'must not be empty.'],
          ['x'.repeat(41), 'must be at most 40 characters long.'],
        ] as const) {
          const answer = await client.post(path, { ...good, metadata: { [key]: 'a' } });
          refused(answer, 400, 'invalid_request');
          const [{ field, error_description: text }] = answer.json.errors;
          assert.deepEqual([field, text], [`metadata.${key}`, `The key ${why}`]);
        }
      });
    });
  }

  it('finds the customer of an order, who is made once', async () => {
    const { client, card } = await company(service());
    const customer = { first_name: 'Ann', phone: '1', external_id: 'ann', metadata: { since: '2020' } };
    const order = { site_id: card.sites[0].id, customer };
    const first = await make(client, 'orders', order);
    const second = await make(client, 'orders', { ...order, customer: { ...customer, phone: '2' } });
    assert.equal(second.customer_id, first.customer_id);
    assert.deepEqual(await found(client, 'customers', 'ann'), [String(first.customer_id)]);
    assert.deepEqual((await read(client, `customers/${first.customer_id}`)).metadata, { since: '2020' });
  });

  it('is looked at by a price, which saves nothing', async () => {
    const { client, card } = await company(service());
    const body = { site_id: card.sites[0].id, external_id: 'web 7', metadata: { a: '1' } };
    const priced = await client.post('orders/price', body);
    assert.equal(priced.status, 200, priced.text);
    assert.equal(priced.json.external_id, 'web 7');
    assert.deepEqual(priced.json.metadata, { a: '1' });
    assert.deepEqual(await found(client, 'orders', 'web 7'), []);
    const made = await make(client, 'orders', body);
    isTaken(await client.post('orders/price', body), made);
  });

  it('leaves an order that was sent twice with one key as it is', async () => {
    const { client, card } = await company(service());
    const body = { site_id: card.sites[0].id, external_id: 'web 8' };
    const headers = { 'idempotency-key': 'web-8' };
    const first = await client.post('orders', body, { headers });
    const again = await client.post('orders', body, { headers });
    assert.deepEqual([first.status, again.status], [201, 201]);
    assert.equal(again.text, first.text);
    isTaken(await client.post('orders', body, { headers: { 'idempotency-key': 'web-9' } }), first.json);
    isTaken(await client.post('orders', body, { headers: { 'idempotency-key': 'web-9' } }), first.json);
  });

  it('is shown of a modifier where it pops up', async () => {
    const { client } = await company(service());
    const tea = await make(client, 'products', { name: 'Tea', unit_price: 1 });
    const milk = await make(client, 'products', {
      name: 'Milk',
      unit_price: 1,
      is_modifier: true,
      external_id: 'milk',
    });
    const set = await change(client, `products/${tea.id_str}/modifiers`, { modifiers: [{ id: milk.id }] });
    assert.deepEqual(
      set.map((each: Json) => each.external_id),
      ['milk'],
    );
    const answer = await client.get(`products/${tea.id_str}/modifiers`);
    assert.deepEqual(answer.json, set);
    const headers = { 'if-match': String(answer.headers.etag) };
    const again = await client.put(`products/${tea.id_str}/modifiers`, { modifiers: [] }, { headers });
    assert.equal(again.status, 200, again.text);
  });

  it('keeps texts with the lines of an order', async () => {
    const { client, card } = await company(service());
    const site = card.sites[0].id;
    const tea = await make(client, `sites/${site}/products`, { name: 'Tea', unit_price: 1 });
    const order = await make(client, 'orders', {
      site_id: site,
      lines: [{ product_id: tea.id, metadata: { seat: '4' } }, { product_id: tea.id }],
    });
    assert.deepEqual(
      order.lines.map((line: Json) => line.metadata),
      [{ seat: '4' }, {}],
    );
    const changed = await change(client, `orders/${order.id_str}/lines/1`, {
      metadata: { seat: null, note: 'hot' },
    });
    assert.deepEqual(changed.lines[0].metadata, { note: 'hot' });
    const tooMany = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, '']));
    invalidFields(
      await client.post(`orders/${order.id_str}/lines`, { product_id: tea.id, metadata: tooMany }),
      'metadata',
    );
    const body = {
      site_id: site,
      lines: [{ product_id: tea.id }, { product_id: tea.id, metadata: tooMany }],
    };
    invalidFields(await client.post('orders', body), 'lines[1].metadata');
  });
});
