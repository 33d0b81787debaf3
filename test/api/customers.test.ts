import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { type Answer, type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  COMMON,
  change,
  drop,
  EventLog,
  hasKeys,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  secondAddon,
  survivesSendingBack,
} from './helpers.ts';

// Customers (reference: customers.1 to customers.5).

const KEYS = [
  ...COMMON,
  ...['company_name', 'tax_number', 'tax_exempt'],
  'first_name',
  'last_name',
  'email',
  'primary_email_address',
  'phone',
  'mobile',
  'description',
  'reference_id',
  'external_id',
  'metadata',
  'tags',
  'image',
  'primary_address',
  'shipping_address',
];
const ADDRESS = { address: '5 Example Rd', city: 'Hobart', state: 'TAS', postal_code: '7000', country: 'AU' };

/** Follows a look-up's redirect with the headers the look-up was made with. */
async function follow(client: Client, answer: Answer, without: readonly string[] = []): Promise<Json> {
  assert.equal(answer.status, 302, answer.text);
  assert.equal(answer.text, '');
  const { location = '' } = answer.headers;
  assert.match(location, /^https:\/\/localhost:\d+\/v1\/companies\/\d+\/customers\/\d+(\.json)?$/);
  const found = await client.get(location.replace(/^https:\/\/[^/]+/, ''), { without });
  assert.equal(found.status, 200, found.text);
  return found.json;
}

onEachEngine('customers', (service) => {
  describe('are made', () => {
    it('of a first name and an e-mail address', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Ann', email: 'Ann@Example.com' });
      hasKeys(customer, KEYS);
      assert.deepEqual(customer, {
        ...customer,
        first_name: 'Ann',
        last_name: null,
        email: 'Ann@Example.com',
        primary_email_address: 'Ann@Example.com',
        phone: null,
        mobile: null,
        description: null,
        reference_id: '',
        external_id: null,
        metadata: {},
        tags: [],
        image: null,
        primary_address: null,
        shipping_address: null,
      });
      assert.deepEqual(await read(client, `customers/${customer.id}`), customer);
    });

    it('of a first name and a phone number', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Bob', phone: '0400 1' });
      assert.equal(customer.phone, '0400 1');
      assert.equal(customer.email, null);
    });

    it('with the e-mail address under either of its names', async () => {
      const { client } = service();
      const other = await make(client, 'customers', {
        first_name: 'Cat',
        primary_email_address: 'cat@example.com',
      });
      assert.equal(other.email, 'cat@example.com');
      const both = { first_name: 'Dan', email: 'dan@example.com', primary_email_address: 'old@example.com' };
      assert.equal((await make(client, 'customers', both)).primary_email_address, 'dan@example.com');
    });

    it('of nothing less', async () => {
      const { client } = service();
      invalidFields(await client.post('customers', {}), 'first_name');
      invalidFields(await client.post('customers', { email: 'x@example.com' }), 'first_name');
      for (const rest of [
        {},
        { mobile: '0400 2' },
        { email: null, phone: null },
        { phone: '' },
        { email: ' ', phone: '\t' },
        { last_name: 'Example', description: 'no way to reach her' },
      ]) {
        invalidFields(await client.post('customers', { first_name: 'Eve', ...rest }), 'email');
      }
    });

    it('with every field they are sent', async () => {
      const { client } = service();
      const full = {
        first_name: 'Fay',
        last_name: 'Example',
        email: 'fay@example.com',
        phone: '0400 3',
        mobile: '0400 4',
        description: 'Sits by the window.',
        reference_id: 'crm-5',
        tags: ['regular', 'vegan'],
        image: 'https://example.com/fay.png',
        primary_address: ADDRESS,
        shipping_address: { ...ADDRESS, city: 'Perth' },
      };
      const customer = await make(client, 'customers', full);
      assert.deepEqual(customer, { ...customer, ...full });
      await survivesSendingBack(client, `customers/${customer.id}`);
    });
  });

  describe('are changed', () => {
    it('in what is sent alone, null giving a field up', async () => {
      const { client, clock } = service();
      const customer = await make(client, 'customers', {
        first_name: 'Gus',
        email: 'gus@example.com',
        phone: '0400 5',
        last_name: 'Example',
        reference_id: 'g',
        tags: ['a'],
      });
      clock.advance(SECOND);
      const renamed = await change(client, `customers/${customer.id}`, { first_name: 'Gustav' });
      assert.notEqual(renamed.updated_at, customer.updated_at);
      assert.deepEqual(renamed, { ...customer, first_name: 'Gustav', updated_at: renamed.updated_at });
      const empty = { last_name: null, phone: null, reference_id: null, tags: [] };
      const cleared = await change(client, `customers/${customer.id}`, empty);
      assert.deepEqual(cleared, { ...renamed, ...empty, reference_id: '' });
      const patched = await client.patch(`customers/${customer.id}`, { mobile: '0400 6' });
      assert.deepEqual(patched.json, { ...cleared, mobile: '0400 6' });
    });

    it('never so that nobody could reach them', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Hal', email: 'hal@example.com' });
      const path = `customers/${customer.id}`;
      invalidFields(await client.put(path, { email: null }), 'email');
      invalidFields(await client.put(path, { primary_email_address: '' }), 'email');
      assert.equal((await change(client, path, { email: null, phone: '0400 7' })).email, null);
      invalidFields(await client.put(path, { phone: null }), 'email');
    });

    it('by nobody who sends what is wrong', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Ida', phone: '1' });
      await refusesEach(service(), 'PUT', `customers/${customer.id}`, { mobile: '2' }, [
        [{ first_name: null }, 'first_name'],
        [{ first_name: ' ' }, 'first_name'],
        [{ first_name: 'x'.repeat(256) }, 'first_name'],
        [{ last_name: 1 }, 'last_name'],
        [{ email: 'ida' }, 'email'],
        [{ email: 'i da@example.com' }, 'email'],
        [{ primary_email_address: 5 }, 'primary_email_address'],
        [{ phone: 400 }, 'phone'],
        [{ phone: '0'.repeat(51) }, 'phone'],
        [{ description: 'x'.repeat(2001) }, 'description'],
        [{ reference_id: 5 }, 'reference_id'],
        [{ reference_id: 'x'.repeat(256) }, 'reference_id'],
        [{ tags: 'regular' }, 'tags'],
        [{ tags: ['ok', ''] }, 'tags[1]'],
        [{ image: 'ida.png' }, 'image'],
        [{ image: 'ftp://example.com/ida.png' }, 'image'],
        [{ image: 'https://user:secret@example.com/ida.png' }, 'image'],
        [{ primary_address: [] }, 'primary_address'],
        [{ shipping_address: { country: 61 } }, 'shipping_address.country'],
        [{ tags: [5], email: 'x', first_name: '' }, 'tags[0]', 'email', 'first_name'],
      ]);
    });

    it('only in the state that If-Match names', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Jo', phone: '1' });
      const path = `customers/${customer.id}`;
      const { etag = '' } = (await client.get(path)).headers;
      const stale = { headers: { 'if-match': etag } };
      assert.equal((await client.put(path, { phone: '2' }, stale)).status, 200);
      refused(await client.put(path, { phone: '3' }, stale), 412, 'precondition_failed');
      refused(await client.delete(path, stale), 412, 'precondition_failed');
      assert.equal((await read(client, path)).phone, '2');
      assert.equal((await client.delete(path, { headers: { 'if-match': '*' } })).status, 204);
    });
  });

  describe('are deleted', () => {
    it('for everybody, while orders still show who they were for', async () => {
      const { client, card } = service();
      const customer = await make(client, 'customers', { first_name: 'Kim', email: 'kim@example.com' });
      const path = `customers/${customer.id}`;
      const order = await make(client, 'orders', { site_id: card.sites[0].id, customer_id: customer.id });
      await drop(client, path);
      refused(await client.get(path), 404, 'not_found');
      refused(await client.put(path, { phone: '1' }), 404, 'not_found');
      refused(await client.delete(path), 404, 'not_found');
      refused(await client.get('customers?email=kim@example.com'), 404, 'not_found');
      const listed = await read(client, 'customers?limit=5000');
      assert.equal(
        listed.some((each: Json) => each.id === customer.id),
        false,
      );
      assert.equal((await read(client, `orders/${order.id}`)).customer.first_name, 'Kim');
      invalidFields(
        await client.post('orders', { site_id: card.sites[0].id, customer_id: customer.id }),
        'customer_id',
      );
    });
  });

  describe('are looked up', () => {
    it('by e-mail address without case', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', {
        first_name: 'Lea',
        email: 'Léa.Müller@Example.com',
      });
      for (const email of ['Léa.Müller@Example.com', 'léa.müller@example.COM', 'LÉA.MÜLLER@EXAMPLE.COM']) {
        const answer = await client.get(`customers?email=${encodeURIComponent(email)}`);
        assert.deepEqual(await follow(client, answer), customer);
      }
      refused(await client.get('customers?email=lea.muller@example.com'), 404, 'not_found');
      refused(await client.get('customers?email='), 404, 'not_found');
    });

    it('by .json, so that what is found answers without Accept too', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Max', email: 'max@example.com' });
      const without = ['accept'];
      const answer = await client.get('customers.json?email=MAX@example.com', { without });
      assert.match(answer.headers.location ?? '', /\.json$/);
      assert.deepEqual(await follow(client, answer, without), customer);
      refused(await client.get('customers?email=max@example.com', { without }), 406, 'not_acceptable');
    });

    it('by their company number as well as by me', async () => {
      const { client } = service();
      const customer = await make(client, 'customers', { first_name: 'Ned', email: 'ned@example.com' });
      const answer = await client.get(`/v1/companies/${client.companyId}/customers?email=ned@example.com`);
      assert.deepEqual(await follow(client, answer), customer);
    });

    it('as the most recently updated of several', async () => {
      const { client, clock } = service();
      const email = 'two@example.com';
      const first = await make(client, 'customers', { first_name: 'Two', email, phone: '22' });
      clock.advance(SECOND);
      const second = await make(client, 'customers', {
        first_name: 'Two',
        email: 'TWO@example.com',
        phone: '22',
      });
      const looks = [`customers?email=${email}`, 'customers?first_name=Two&last_name=&phone=22'];
      for (const look of looks) assert.equal((await follow(client, await client.get(look))).id, second.id);
      clock.advance(SECOND);
      await change(client, `customers/${first.id}`, { mobile: '1' });
      for (const look of looks) assert.equal((await follow(client, await client.get(look))).id, first.id);
      clock.advance(SECOND);
      await change(client, `customers/${second.id}`, { email: 'three@example.com' });
      await drop(client, `customers/${first.id}`);
      refused(await client.get(looks[0] ?? ''), 404, 'not_found');
      assert.equal(
        (await follow(client, await client.get('customers?email=Three@example.com'))).id,
        second.id,
      );
    });

    it('by names and phone together', async () => {
      const { client } = service();
      const full = await make(client, 'customers', { first_name: 'Ola', last_name: 'Nord', phone: '+47 1' });
      const plain = await make(client, 'customers', { first_name: 'Ola', phone: '+47 2' });
      const look = (query: string) => client.get(`customers?${new URLSearchParams(query).toString()}`);
      assert.deepEqual(await follow(client, await look('first_name=Ola&last_name=Nord&phone=%2B47 1')), full);
      assert.deepEqual(await follow(client, await look('first_name=Ola&last_name=&phone=%2B47 2')), plain);
      // With any last name when none is asked for.
      assert.deepEqual(await follow(client, await look('first_name=Ola&phone=%2B47 1')), full);
      for (const query of [
        'first_name=Ola&last_name=&phone=%2B47 1',
        'first_name=Ola&last_name=Nord&phone=%2B47 2',
        'first_name=Ole&last_name=Nord&phone=%2B47 1',
        'first_name=Ola&last_name=nord&phone=%2B47 1',
      ]) {
        refused(await look(query), 404, 'not_found');
      }
    });

    it('never by half of it, as if everybody had been meant', async () => {
      const { client } = service();
      invalidFields(await client.get('customers?first_name=Ola'), 'phone');
      invalidFields(await client.get('customers?last_name=Nord'), 'first_name');
      invalidFields(await client.get('customers?phone=1&last_name=Nord'), 'first_name');
    });

    it('not by another company', async () => {
      const { client, foreign } = service();
      await make(client, 'customers', {
        first_name: 'Pia',
        email: 'pia@example.com',
        phone: '9',
        reference_id: 'pia',
      });
      refused(await foreign.get('customers?email=pia@example.com'), 404, 'not_found');
      refused(await foreign.get('customers?first_name=Pia&last_name=&phone=9'), 404, 'not_found');
      assert.deepEqual(await read(foreign, 'customers?reference_id=pia'), []);
      assert.deepEqual(await read(foreign, 'customers'), []);
    });
  });

  describe('have a reference_id of each add-on', () => {
    it('that no other add-on sees, finds or changes', async () => {
      const { client } = service();
      const other = await secondAddon(service());
      const customer = await make(client, 'customers', {
        first_name: 'Quinn',
        phone: '1',
        reference_id: 'mine',
      });
      const path = `customers/${customer.id}`;
      assert.equal(customer.reference_id, 'mine');
      const seen = await read(other, path);
      assert.deepEqual(seen, { ...customer, reference_id: '' });
      assert.deepEqual(await read(other, 'customers?reference_id=mine'), []);

      assert.equal((await change(other, path, { reference_id: 'theirs' })).reference_id, 'theirs');
      assert.equal((await read(client, path)).reference_id, 'mine');
      assert.deepEqual(
        (await read(client, 'customers?reference_id=mine')).map((each: Json) => each.id),
        [customer.id],
      );
      assert.deepEqual(await read(client, 'customers?reference_id=theirs'), []);
      const listed = (await read(other, 'customers?limit=5000')).find(
        (each: Json) => each.id === customer.id,
      );
      assert.equal(listed.reference_id, 'theirs');

      await change(client, path, { reference_id: '' });
      assert.equal((await read(client, path)).reference_id, '');
      assert.equal((await read(other, path)).reference_id, 'theirs');
      assert.deepEqual(await read(client, 'customers?reference_id='), []);
    });

    it('that may be the same for several, listed in order and by pages', async () => {
      const { client } = service();
      const ids: number[] = [];
      for (let count = 0; count < 3; count++) {
        ids.push(
          (await make(client, 'customers', { first_name: 'Ray', phone: '1', reference_id: 'house' })).id,
        );
      }
      const all = await read(client, 'customers?reference_id=house');
      assert.deepEqual(
        all.map((each: Json) => each.id),
        ids,
      );
      const first = await client.get('customers?reference_id=house&limit=2');
      assert.deepEqual(
        first.json.map((each: Json) => each.id),
        ids.slice(0, 2),
      );
      const next = new URL(first.headers['x-next-page'] ?? '');
      const rest = await read(client, next.pathname + next.search);
      assert.deepEqual(
        rest.map((each: Json) => each.id),
        ids.slice(2),
      );
      await drop(client, `customers/${ids[1]}`);
      assert.equal((await read(client, 'customers?reference_id=house')).length, 2);
    });
  });

  describe('tell', () => {
    it('that they were made, changed and deleted, to each add-on with its own reference', async () => {
      const { client, clock } = service();
      const other = await secondAddon(service());
      const [log, otherLog] = [await EventLog.open(client), await EventLog.open(other)];
      const customer = await make(client, 'customers', {
        first_name: 'Sue',
        phone: '1',
        reference_id: 'sue',
      });
      const path = `customers/${customer.id}`;
      clock.advance(SECOND);
      const changed = await change(client, path, { phone: '2', first_name: 'Sue' });
      const referred = await change(client, path, { reference_id: 'susan' });
      await drop(client, path);
      const shown = (events: Json[]) =>
        events.map(({ topic, changed: fields, payload }) => ({ topic, fields, payload }));
      const expected = [
        { topic: 'customers/created', fields: ['first_name', 'phone', 'reference_id'], payload: customer },
        { topic: 'customers/updated', fields: ['phone'], payload: changed },
        { topic: 'customers/updated', fields: ['reference_id'], payload: referred },
        { topic: 'customers/deleted', fields: [], payload: referred },
      ];
      assert.deepEqual(shown(await log.take()), expected);
      assert.deepEqual(
        shown(await otherLog.take()),
        expected.map((event) => ({ ...event, payload: { ...event.payload, reference_id: '' } })),
      );
    });

    it('nothing when nothing changed', async () => {
      const { client, clock } = service();
      const same = { first_name: 'Tom', email: 'tom@example.com', reference_id: 'tom', tags: ['a'] };
      const customer = await make(client, 'customers', same);
      const log = await EventLog.open(client);
      clock.advance(SECOND);
      assert.deepEqual(await change(client, `customers/${customer.id}`, same), customer);
      assert.deepEqual(await change(client, `customers/${customer.id}`, {}), customer);
      assert.deepEqual(await log.take(), []);
    });
  });
});
