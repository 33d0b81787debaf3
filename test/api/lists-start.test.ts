import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, pages, read, refused, UNKNOWN_ID } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

// Lists that do not go by the id of their records alone (reference: conventions.53). test/api/lists.test.ts has the others.

onEachEngine('start', (service) => {
  let shop: Shop;
  let otherSite: string;
  /** Oldest first. */
  const orders: Json[] = [];
  before(async () => {
    shop = await openShop(service());
    otherSite = await newSite(shop.client);
    for (let at = 0; at < 9; at++) {
      // Some are of one moment: then the id decides.
      if (at % 3 === 0) service().clock.advance(MINUTE);
      orders.push(
        await shop.order({
          lines: [{ product_id: at % 2 === 0 ? shop.tea.id : shop.soup.id, quantity: 1 + (at % 4) }],
          placed_at: `2026-03-0${1 + ((at * 5) % 9)}T12:00:00Z`,
          fulfil_at: `2026-04-0${1 + ((at * 7) % 9)}T12:00:00Z`,
          group_id: 'Window',
          sale_number: at % 2 === 0 ? 'even' : 'odd',
          register_id: shop.register,
          staff_member_id: shop.staff,
          customer_id: shop.customer,
        }),
      );
    }
    for (const at of [4, 0, 7]) {
      service().clock.advance(MINUTE);
      await change(shop.client, `orders/${orders[at].id}`, { notes: 'Changed' });
    }
  });
  const withStart = (path: string, start: unknown) =>
    `${path}${path.includes('?') ? '&' : '?'}start=${start}`;
  /** Every record of a list begins the page behind it, and what is nowhere is refused. */
  const begins = async (path: string, by: string, least = 2) => {
    const whole = (await pages(shop.client, path)).flat();
    assert.ok(whole.length >= least, `${path} has ${whole.length} records.`);
    for (const [at, record] of whole.entries()) {
      const rest = (await pages(shop.client, withStart(path, record[by]))).flat();
      assert.deepEqual(rest, whole.slice(at + 1), `${path} after ${at}`);
    }
    for (const start of [UNKNOWN_ID, '9223372036854775807', '0', 'x'])
      invalidFields(await shop.client.get(withStart(path, start)), 'start');
  };

  it('is taken by lists of orders, whatever they go by', async () => {
    const { site, register, staff, customer } = shop;
    for (const list of [
      'orders',
      'orders/submitted',
      `sites/${site}/orders`,
      `orders/registers/${register}`,
      `staff/${staff}/orders`,
      `customers/${customer}/orders`,
    ])
      await begins(`${list}?limit=4`, 'id', 9);
    for (const sort of ['created', 'placed', 'updated', 'value'].flatMap((by) => [by, `-${by}`]))
      await begins(`orders?limit=4&sort=${sort}`, 'id', 9);
    for (const filter of [
      'fulfil_gte=2026-04-01',
      'placed_gte=2026-03-01&placed_lt=2026-03-07',
      'updated_gte=2026-03-07',
      'sale_number=even',
      `product_id=${shop.soup.id}`,
      `ids=${orders.map(({ id }) => id).join()}`,
      'status=submitted&fields=lines',
    ])
      await begins(`orders?limit=2&${filter}`, 'id', 3);
    await begins(`sites/${site}/groups/Window?limit=4`, 'id', 9);
  });

  it('marks the place of an order that the filters do not fit any more, and of none elsewhere', async () => {
    const { client, site } = shop;
    const [old, moved, young] = [await shop.order(), await shop.order(), await shop.order()];
    const submitted = async (start: Json) =>
      (await read(client, `orders/submitted?limit=2&start=${start.id}`)).map(({ id }: Json) => id);
    assert.deepEqual(await submitted(young), [moved.id, old.id]);
    await change(client, `orders/${moved.id}`, { status: 'REJECTED' });
    assert.equal((await submitted(moved))[0], old.id);
    await drop(client, `orders/${moved.id}`);
    assert.equal((await submitted(moved))[0], old.id);
    for (const path of [`sites/${otherSite}/orders`, `orders/customers/${shop.customer}`])
      invalidFields(await client.get(`${path}?start=${old.id}`), 'start');
    invalidFields(await client.get(`sites/${site}/groups/Window?start=${old.id}`), 'start');
    refused(await client.get(`sites/${site}/groups/Nobody`), 404, 'not_found');
  });

  it('is taken by the parts of an order, and by its tickets', async () => {
    const { client, cash } = shop;
    const dish = await make(client, 'products', { name: 'Started', unit_price: 1 });
    const set = await make(client, 'optionsets', { name: 'Started', options: [{ product_id: dish.id }] });
    const product = await make(client, `sites/${shop.site}/products`, {
      name: 'Started whole',
      unit_price: 1,
      option_sets: [set.id],
    });
    const chosen = [{ option_set_id: set.id, options: [{ product_id: dish.id }] }];
    const line = { product_id: product.id, option_sets: chosen };
    await change(client, `sites/${shop.site}/products/${dish.id}`, {});
    const order = await shop.order({
      lines: [line, line, { product_id: shop.tea.id }],
      payments: [1, 2, 3].map((amount) => ({ method_id: cash, amount })),
    });
    await begins(`orders/${order.id}/lines?limit=2`, 'line_id', 5);
    await begins(`orders/${order.id}/payments?limit=1`, 'id', 3);
    await begins(`orders/${order.id}/optionsets?limit=1`, 'number', 2);
    const [other] = orders;
    invalidFields(await client.get(`orders/${order.id}/lines?start=${other.lines[0].line_id}`), 'start');
  });

  it('is taken by products and customers that go by their last change', async () => {
    const { client } = shop;
    const made: Json[] = [];
    for (let at = 0; at < 4; at++) {
      service().clock.advance(MINUTE);
      made.push(await make(client, 'products', { name: `Changed ${at}`, unit_price: 1, tags: ['changed'] }));
      await make(client, 'customers', { first_name: `Changed ${at}`, phone: '1', tags: ['changed'] });
    }
    service().clock.advance(MINUTE);
    await change(client, `products/${made[1].id}`, { description: 'Changed' });
    for (const kind of ['products', 'customers'])
      for (const filter of ['updated_gte=2026-03-07&', ''])
        await begins(`${kind}?${filter}tag=changed&limit=3`, 'id', 4);
    const tagged = (start: Json) => read(client, `products?tag=changed&start=${start.id}`);
    const [, second, third, fourth] = made;
    await change(client, `products/${second.id}`, { tags: [] });
    assert.deepEqual(
      (await tagged(second)).map(({ id }: Json) => id),
      [third.id, fourth.id],
    );
    await drop(client, `products/${third.id}`);
    invalidFields(await client.get(`products?tag=changed&start=${third.id}`), 'start');
    invalidFields(await client.get(`sites/${otherSite}/products?start=${second.id}`), 'start');
  });

  it('is taken by lists that are short, and by the log of events behind a number', async () => {
    const { client, card } = service();
    const addresses = { primary_address: { city: 'Perth' }, shipping_address: { city: 'Hobart' } };
    const guest = await make(client, 'customers', { first_name: 'Addressed', phone: '1', ...addresses });
    await begins(`customers/${guest.id}/addresses?limit=1`, 'id', 2);
    await begins('/v1/companies', 'id', 1);
    const fault = { match: { method: 'GET', path: '/nowhere' }, effect: 'error', count: 1, status: 500 };
    for (let at = 0; at < 3; at++) await make(client, 'sandbox/faults', fault);
    await begins('sandbox/faults?limit=2', 'id', 3);
    const events = await read(client, 'events?topic=orders/created');
    const middle = events[3].number;
    assert.deepEqual(await read(client, `events?topic=orders/created&start=${middle}`), events.slice(4));
    const later = `events?topic=orders/created&after=${middle}`;
    assert.deepEqual(await read(client, `${later}&start=${events[5].number}`), events.slice(6));
    invalidFields(await client.get(`${later}&start=${middle}`), 'start');
    const [method] = card.payment_methods;
    invalidFields(await client.get(`payment_methods?start=${UNKNOWN_ID}`), 'start');
    assert.ok(
      (await read(client, `payment_methods?start=${method.id}`)).every(({ id }: Json) => id > method.id),
    );
  });

  it('refuses records of another company, and says so strictly where there is no list', async () => {
    const { client, foreign, foreignCard } = service();
    const site = foreignCard.sites[0].id;
    const theirs: readonly (readonly [path: string, record: Json])[] = [
      ['orders', await make(foreign, 'orders', { site_id: site })],
      ['products', await make(foreign, 'products', { name: 'Theirs', unit_price: 1 })],
      ['customers', await make(foreign, 'customers', { first_name: 'Eve', phone: '1' })],
      ['categories', await make(foreign, 'categories', { name: 'Theirs' })],
      ['sites', foreignCard.sites[0]],
      ['/v1/companies', { id: foreign.companyId }],
    ];
    for (const [path, { id }] of theirs) {
      const shown = await read(foreign, withStart(path, id));
      assert.ok(!shown.some((each: Json) => each.id === id), path);
      invalidFields(await client.get(withStart(path, id)), 'start');
    }
    const cursor = new URL((await client.get('orders?limit=1')).headers['x-next-page'] ?? '').searchParams;
    const both = `orders?limit=1&start=${orders[0].id}&cursor=${cursor.get('cursor')}`;
    invalidFields(await client.get(both), 'start');
    const single = await client.get(`orders/${orders[0].id}?start=1`);
    assert.equal(single.headers['x-ignored-parameters'], 'start');
  });
});
