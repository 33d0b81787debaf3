import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MINUTE } from '#src/kernel/time.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { EventLog, everythingOf, hasKeys, invalidFields, make, read, secondAddon } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

let count = 0;
/** Details of an unknown customer. */
const person = (more: object = {}) => {
  const number = ++count;
  return { first_name: `Ann ${number}`, email: `ann${number}@example.com`, phone: `+61 ${number}`, ...more };
};

onEachEngine('the customer of an order', (service) => {
  let shop: Shop;
  before(async () => {
    shop = await openShop(service());
  });
  const post = (fields: object, client: Client = shop.client) =>
    client.post('orders', { site_id: shop.site, ...fields });
  const put = (order: Json, fields: object) => shop.client.put(`orders/${order.id}`, fields);
  const customers = async () => (await read(shop.client, 'customers?limit=5000')).length;

  it('is linked by id and shown with the order', async () => {
    const { client } = shop;
    const ann = await make(
      client,
      'customers',
      person({ last_name: 'Lee', image: 'https://example.com/a.png' }),
    );
    const answer = await post({ customer_id: ann.id });
    const { customer } = answer.json;
    hasKeys(customer, ['id', 'id_str', 'first_name', 'last_name', 'email', 'phone', 'reference_id', 'image']);
    for (const field of Object.keys(customer)) assert.equal(customer[field], ann[field], field);
    assert.equal(answer.json.customer_id, ann.id);
    const got = await client.get(`orders/${answer.json.id}`);
    assert.equal(got.text, answer.text);
    assert.equal(got.headers.etag, answer.headers.etag);
    // The customer is shown as it is now, and so is the entity tag.
    await client.put(`customers/${ann.id}`, { first_name: 'Anna' });
    const later = await client.get(`orders/${answer.json.id}`);
    assert.equal(later.json.customer.first_name, 'Anna');
    assert.notEqual(later.headers.etag, got.headers.etag);
  });

  it('cannot be sent in both ways', async () => {
    const both = { customer_id: shop.customer, customer: person() };
    const before = await customers();
    invalidFields(await post(both), 'customer');
    const order = await shop.order();
    invalidFields(await put(order, both), 'customer');
    assert.equal(await customers(), before);
    assert.equal((await post({ ...both, customer_id: null })).status, 201);
    assert.equal((await post({ ...both, customer: null })).json.customer_id, Number(shop.customer));
  });

  it('is created when the details are nobody’s', async () => {
    const { client } = shop;
    const details = person({ last_name: 'New', tags: ['vip'], reference_id: `r-${count}` });
    const log = await EventLog.open(client);
    const answer = await post({ customer: details });
    assert.equal(answer.status, 201, answer.text);
    const stored = await read(client, `customers/${answer.json.customer_id}`);
    for (const [field, value] of Object.entries(details)) assert.deepEqual(stored[field], value, field);
    assert.deepEqual(await log.topics(), ['customers/created', 'orders/created', 'orders/customer']);
  });

  it('is recognised by id, reference, e-mail, or names and phone together, and updated', async () => {
    const { client } = shop;
    const known = await make(client, 'customers', person({ last_name: 'Old', reference_id: 'till-7' }));
    const before = await customers();
    for (const [at, key] of [
      { id: known.id },
      { id: known.id_str },
      { reference_id: 'till-7' },
      { email: known.email.toUpperCase() },
      { first_name: known.first_name, last_name: 'Old', phone: known.phone },
    ].entries()) {
      const answer = await post({ customer: { ...key, description: `seen ${at}` } });
      assert.equal(answer.json.customer_id, known.id, JSON.stringify(key));
      const stored = await read(client, `customers/${known.id}`);
      assert.equal(stored.description, `seen ${at}`);
      assert.equal(stored.last_name, 'Old');
    }
    assert.equal(await customers(), before);
    // Nearly the same details are another customer's.
    const other = await post({
      customer: { first_name: known.first_name, last_name: 'Other', phone: known.phone },
    });
    assert.notEqual(other.json.customer_id, known.id);
    assert.equal(await customers(), before + 1);
  });

  it('is made once, however many orders of somebody new are sent at once', async () => {
    for (const details of [
      { first_name: 'Una', email: 'una@example.com' },
      { first_name: 'Uwe', last_name: 'Neu', phone: '+49 1' },
      { first_name: 'Ugo', phone: '+39 2', reference_id: 'ugo' },
      { first_name: 'Ulf', phone: '+46 3', external_id: 'ulf' },
    ]) {
      const answers = await Promise.all(Array.from({ length: 16 }, () => post({ customer: details })));
      for (const { status, text } of answers) assert.equal(status, 201, text);
      const ids = new Set(answers.map(({ json }) => json.customer_id));
      assert.equal(ids.size, 1, `${details.first_name}: ${[...ids]}`);
    }
  });

  it('an id goes before a reference, and a reference before an e-mail address', async () => {
    const { client } = shop;
    const first = await make(client, 'customers', person());
    const second = await make(client, 'customers', person({ reference_id: 'second' }));
    const third = await make(client, 'customers', person());
    const byId = await post({ customer: { id: first.id, reference_id: 'first', email: `x${third.email}` } });
    assert.equal(byId.json.customer_id, first.id);
    assert.deepEqual(
      [byId.json.customer.reference_id, byId.json.customer.email],
      ['first', `x${third.email}`],
    );
    const byReference = await post({ customer: { reference_id: 'second', email: `y${third.email}` } });
    assert.equal(byReference.json.customer_id, second.id);
  });

  it('is shown by POST /orders/price as linking would leave them, and nothing is saved', async () => {
    const { client } = shop;
    const known = await make(client, 'customers', person({ last_name: 'Old', reference_id: 'seen-before' }));
    const second = await secondAddon(service());
    const price = (by: Client, fields: object) => by.post('orders/price', { site_id: shop.site, ...fields });
    for (const [by, details] of [
      [client, { id: known.id }],
      [client, { id: known.id_str, last_name: null }],
      [client, { reference_id: 'seen-before', phone: '+43 1' }],
      [client, { email: known.email.toUpperCase(), first_name: 'Anna', reference_id: 'seen-again' }],
      [client, { id: known.id, reference_id: null }],
      [second, { id: known.id, image: 'https://example.com/b.png' }],
      [second, { id: known.id, reference_id: 'theirs' }],
      [client, person({ reference_id: `new-${count}` })],
      [client, { first_name: 'Nobody', phone: `+99 ${count}` }],
    ] as const) {
      const was = await everythingOf(service(), client.companyId);
      const foreseen = await price(by, { customer: details });
      assert.equal(foreseen.status, 200, foreseen.text);
      assert.equal(await everythingOf(service(), client.companyId), was);
      const linked = await post({ customer: details }, by);
      const isNew = linked.json.customer_id !== known.id;
      const id = isNew ? { id: null, id_str: null } : {};
      assert.deepEqual(foreseen.json.customer, { ...linked.json.customer, ...id });
      assert.equal(foreseen.json.customer_id, isNew ? null : known.id);
    }
    for (const [details, field] of [
      [{ phone: '1' }, 'customer.first_name'],
      [{ first_name: 'Only' }, 'customer.email'],
      [{ id: known.id, first_name: ' ' }, 'customer.first_name'],
      [{ id: 1e9 }, 'customer.id'],
    ] as const) {
      invalidFields(await price(client, { customer: details }), field);
    }
    const theirs = await make(service().foreign, 'customers', person());
    invalidFields(await price(client, { customer: { id: theirs.id } }), 'customer.id');
    const stranger = await price(client, { customer: { first_name: 'A', email: theirs.email } });
    assert.deepEqual([stranger.json.customer.id, stranger.json.customer.phone], [null, null]);
    assert.equal((await price(client, { customer: null })).json.customer, null);
  });

  it('the rules of create and update hold, with the fields named', async () => {
    const { client, customer } = shop;
    const before = await customers();
    for (const [details, field] of [
      [{ phone: '1' }, 'customer.first_name'],
      [{ first_name: 'Only' }, 'customer.email'],
      [{ first_name: '', phone: '1' }, 'customer.first_name'],
      [{ first_name: 'A', email: 'nonsense' }, 'customer.email'],
      [{ id: customer, first_name: ' ' }, 'customer.first_name'],
      [{ id: 1e9 }, 'customer.id'],
      ['Ann', 'customer'],
    ] as const) {
      invalidFields(await post({ customer: details }), field);
      invalidFields(await put(await shop.order(), { customer: details }), field);
    }
    assert.equal(await customers(), before);
    const answer = await post({ customer: person({ shoe_size: 9 }) });
    assert.equal(answer.headers['x-ignored-fields'], 'customer.shoe_size');
    assert.equal((await read(client, `customers/${answer.json.customer_id}`)).shoe_size, undefined);
  });

  it('a refused order leaves no customer behind', async () => {
    const before = await customers();
    const log = await EventLog.open(shop.client);
    const customer = person();
    invalidFields(await post({ customer, lines: [{ product_id: 1e9 }] }), 'lines[0].product_id');
    invalidFields(
      await post({ customer, lines: [{ product_id: shop.soup.id, quantity: 1e6, unit_price: 1e8 }] }),
      'lines[0]',
    );
    assert.equal(await customers(), before);
    assert.deepEqual(await log.take(), []);
  });

  it('is linked, exchanged and unlinked by PUT', async () => {
    const { client } = shop;
    const order = await shop.order();
    const ann = await make(client, 'customers', person());
    assert.equal((await put(order, { customer_id: ann.id })).json.customer.id, ann.id);
    assert.equal((await put(order, { notes: 'x' })).json.customer_id, ann.id);
    const bob = (await put(order, { customer: person({ first_name: 'Bob' }) })).json;
    assert.equal(bob.customer.first_name, 'Bob');
    assert.notEqual(bob.customer_id, ann.id);
    for (const field of ['customer_id', 'customer']) {
      await put(order, { customer_id: ann.id });
      const { json } = await put(order, { [field]: null });
      assert.deepEqual([json.customer_id, json.customer], [null, null]);
      assert.deepEqual(await shop.read(order), json);
    }
  });

  it('details sent for the linked customer are saved, though the order stays as it was', async () => {
    const { client } = shop;
    const ann = await make(client, 'customers', person());
    const order = await shop.order({ customer_id: ann.id });
    service().clock.advance(MINUTE);
    const log = await EventLog.open(client);
    const { json } = await put(order, { customer: { id: ann.id, last_name: 'Changed' } });
    assert.equal(json.customer.last_name, 'Changed');
    assert.equal(json.updated_at, order.updated_at);
    assert.deepEqual(await log.topics(), ['customers/updated']);
    await put(order, { customer: { id: ann.id, last_name: 'Changed' } });
    assert.deepEqual(await log.take(), []);
  });

  it('one who was deleted is still shown on old orders, but not linked to new ones', async () => {
    const { client } = shop;
    const ann = await make(client, 'customers', person());
    const order = await shop.order({ customer_id: ann.id });
    assert.equal((await client.delete(`customers/${ann.id}`)).status, 204);
    assert.deepEqual((await shop.read(order)).customer, order.customer);
    assert.equal((await put(order, { customer_id: ann.id, notes: 'again' })).status, 200);
    const [found] = await read(client, `customers/${ann.id}/orders?fields=customer`);
    assert.deepEqual(found.customer, order.customer);
    invalidFields(await post({ customer_id: ann.id }), 'customer_id');
    invalidFields(await post({ customer: { id: ann.id } }), 'customer.id');
    const other = await shop.order();
    invalidFields(await put(other, { customer_id: ann.id }), 'customer_id');
    // The same e-mail address is a new customer now.
    const again = await post({ customer: { first_name: 'Ann', email: ann.email } });
    assert.notEqual(again.json.customer_id, ann.id);
  });

  it('a reference is private to each add-on, in orders, lists and events', async () => {
    const { client, soup } = shop;
    const other = await secondAddon(service());
    const stranger = await secondAddon(service());
    const ann = await make(client, 'customers', person({ reference_id: 'mine' }));
    const theirs = await other.put(`customers/${ann.id}`, { reference_id: 'theirs' });
    assert.equal(theirs.status, 200, theirs.text);
    const lines = [{ product_id: soup.id }];
    const order = await shop.order({ customer_id: ann.id, status: 'COMPLETE', lines });
    assert.equal(order.customer.reference_id, 'mine');
    for (const [who, reference] of [
      [client, 'mine'],
      [other, 'theirs'],
      [stranger, ''],
    ] as const) {
      const whole = await who.get(`orders/${order.id}`);
      assert.equal(whole.json.customer.reference_id, reference);
      const [listed] = await read(who, `orders?ids=${order.id}&fields=customer`);
      assert.equal(listed.customer.reference_id, reference);
      const [event] = (await read(who, 'events?topic=orders/completed&limit=5000')).slice(-1);
      assert.deepEqual(event.payload, whole.json);
    }
    const reading = {
      headers: { 'if-none-match': (await client.get(`orders/${order.id}`)).headers.etag ?? '' },
    };
    assert.equal((await client.get(`orders/${order.id}`, reading)).status, 304);
    assert.equal((await other.get(`orders/${order.id}`, reading)).status, 200);
  });

  describe('is told of (reference: orders.34)', () => {
    it('when one with a reference is linked, exchanged or unlinked', async () => {
      const { client } = shop;
      const known = await make(client, 'customers', person({ reference_id: 'told' }));
      const alsoKnown = await make(client, 'customers', person({ reference_id: 'told too' }));
      const unknown = await make(client, 'customers', person());
      const link = 'orders/customer';
      const order = await shop.order();
      const step = (id: unknown) => shop.topics(() => put(order, { customer_id: id }));
      const other = 'orders/updated';
      assert.deepEqual(await step(unknown.id), [other]);
      assert.deepEqual(await step(known.id), [link], 'linked');
      assert.deepEqual(await step(known.id), [], 'linked again');
      assert.deepEqual(await step(alsoKnown.id), [link], 'exchanged');
      assert.deepEqual(await step(unknown.id), [link], 'exchanged for one without');
      assert.deepEqual(await step(null), [other]);
      assert.deepEqual(await step(known.id), [link]);
      assert.deepEqual(await step(null), [link], 'unlinked');
      assert.deepEqual(await shop.topics(() => post({ customer_id: known.id })), ['orders/created', link]);
      assert.deepEqual(await shop.topics(() => post({ customer_id: unknown.id })), ['orders/created']);
    });

    it('with the order as its GET shows it', async () => {
      const { client } = shop;
      const known = await make(client, 'customers', person({ reference_id: 'whole' }));
      const log = await EventLog.open(client);
      const order = await shop.order({ customer_id: known.id, lines: [{ product_id: shop.tea.id }] });
      const [, event] = await log.take();
      assert.deepEqual(
        [event.topic, event.resource_id, event.site_ids],
        ['orders/customer', order.id, [Number(shop.site)]],
      );
      assert.deepEqual(event.payload, order);
      const unlinked = (await put(order, { customer_id: null })).json;
      const [later] = await log.take();
      assert.deepEqual(later.payload, unlinked);
      assert.deepEqual(later.previous, { customer: { ...order.customer, reference_id: '' } });
    });
  });
});
