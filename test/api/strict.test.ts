// Nothing that is sent is ignored in silence: it is named, or refused where that is preferred.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '#test/harness/service.ts';
import { openStream } from '#test/harness/stream.ts';
import { everythingOf, invalidFields, make } from './helpers.ts';

const STRICT = { headers: { prefer: 'handling=strict' } };

let people = 0;
const person = () => ({ first_name: 'Ada', email: `ada${++people}@example.com` });

onEachEngine('what is sent and not known', (service) => {
  it('is named: parameters of every kind of call', async () => {
    const { client, card } = service();
    const site = card.sites[0].id;
    const paths: [path: string, ignored: string | undefined][] = [
      ['orders?cretaed_gte=2030-01-01&limit=1', 'cretaed_gte'],
      ['orders?fields=lines,nonsense', 'fields=nonsense'],
      ['products?sold=true&name=x', 'sold'],
      [`sites/${site}/products?sold=true`, undefined],
      ['customers?page=2&per_page=1', 'page, per_page'],
      ['sites?a=1&a=2', 'a'],
      ['taxes?limit=1', undefined],
      ['events?after=0&newest=true', 'newest'],
    ];
    for (const [path, ignored] of paths) {
      const { status, headers } = await client.get(path);
      assert.equal(status, 200, path);
      assert.equal(headers['x-ignored-parameters'], ignored, path);
      assert.equal(headers['preference-applied'], undefined);
    }
    const made = await client.post('customers?explain=1', { ...person(), nickname: 'A' });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['x-ignored-parameters'], 'explain');
    assert.equal(made.headers['x-ignored-fields'], 'nickname');
  });

  it('is named by a stream as well, and refused where that is preferred', async () => {
    const stream = await openStream(service(), 'events/stream?topics=orders/completed');
    assert.equal(stream.status, 200);
    assert.equal(stream.headers['x-ignored-parameters'], 'topics');
    stream.hangUp();
    const strict = await openStream(service(), 'events/stream?topics=x', service().client, STRICT.headers);
    assert.deepEqual([strict.status, strict.headers['preference-applied']], [400, 'handling=strict']);
    strict.hangUp();
  });

  it('is refused where that is preferred, each by its name, and nothing is changed', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', person());
    const before = await everythingOf(service(), client.companyId);
    const read = await client.get('orders?cretaed_gte=2030-01-01&x=1', STRICT);
    invalidFields(read, 'cretaed_gte', 'x');
    assert.equal(read.headers['preference-applied'], 'handling=strict');
    invalidFields(await client.get('orders?fields=lines,nonsense', STRICT), 'fields');
    invalidFields(
      await client.post('customers', { ...person(), nickname: 'A', total: 1 }, STRICT),
      'nickname',
      'total',
    );
    const wrong = { first_name: '', email: 'a@example.com', nickname: 'A', primary_address: { zip: '1' } };
    const both = await client.post('customers', wrong, STRICT);
    invalidFields(both, 'first_name', 'nickname', 'primary_address.zip');
    // Parameters and fields in one answer.
    const all = await client.post('customers?nonsense=1&x=2', wrong, STRICT);
    invalidFields(all, 'nonsense', 'x', 'first_name', 'nickname', 'primary_address.zip');
    invalidFields(await client.post('customers?x=1', { ...person(), total: 1 }, STRICT), 'x', 'total');
    invalidFields(await client.post('customers?x=1', person(), STRICT), 'x');
    invalidFields(
      await client.put(`customers/${customer.id}?x=1`, { nickname: 'A' }, STRICT),
      'x',
      'nickname',
    );
    invalidFields(await client.put('customers/999999?x=1', { nickname: 'A' }, STRICT), 'x');
    // Where nothing is strict, what is ignored is no fault.
    invalidFields(await client.post('customers', wrong), 'first_name');
    // The record as read has fields that only the service writes.
    const back = await client.put(`customers/${customer.id}`, customer, STRICT);
    assert.equal(back.status, 400);
    const named = back.json.errors.map(({ field }: { field: string }) => field);
    assert.ok(named.includes('id') && named.includes('created_at'), back.text);
    assert.ok(!named.includes('first_name'));
    assert.equal(await everythingOf(service(), client.companyId), before);
  });

  it('is named where a POST takes no field at all, and refused where that is preferred', async () => {
    const { client } = service();
    const path = 'webhooks/signing_secret';
    const before = await everythingOf(service(), client.companyId);
    invalidFields(await client.post(path, { expires_at: null, b: { c: 1 } }, STRICT), 'expires_at', 'b');
    assert.equal(await everythingOf(service(), client.companyId), before);
    const made = await client.post(path, { expires_at: null, b: { c: 1 } });
    assert.equal(made.status, 200, made.text);
    assert.equal(made.headers['x-ignored-fields'], 'expires_at, b');
    const strict = await client.post(path, {}, STRICT);
    assert.equal(strict.status, 200, strict.text);
    assert.equal(strict.headers['x-ignored-fields'], undefined);
  });

  it('is named where it is a key that a POST does not take, and refused where that is preferred', async () => {
    const { client, card } = service();
    const key = { 'idempotency-key': 'my-key' };
    const made = await client.post('customers', person(), { headers: key });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers['x-ignored-headers'], 'Idempotency-Key');
    const strict = { headers: { ...key, ...STRICT.headers } };
    const before = await everythingOf(service(), client.companyId);
    invalidFields(await client.post('customers', person(), strict), 'Idempotency-Key');
    assert.equal(await everythingOf(service(), client.companyId), before);
    const order = { site_id: card.sites[0].id };
    const inside = { method: 'POST', path: '/companies/me/customers', body: person(), headers: key };
    const batch = await client.post('batch', { requests: [inside] });
    assert.equal(batch.json.responses[0].headers['x-ignored-headers'], 'Idempotency-Key', batch.text);
    // Where it is taken, and where it does not matter, nothing is said.
    const taken = await client.post('orders', order, strict);
    assert.equal(taken.status, 201, taken.text);
    const changed = await client.put(`customers/${made.json.id}`, { first_name: 'Eve' }, strict);
    assert.equal(changed.status, 200, changed.text);
    for (const { headers } of [taken, changed]) assert.equal(headers['x-ignored-headers'], undefined);
  });

  it('is refused by answers that say so, whatever they are refused for', async () => {
    const { client } = service();
    const { prefer } = STRICT.headers;
    const path = '/v1/companies/me/orders';
    const answers = [
      [401, await client.ask('GET', 'orders', { headers: { prefer, authorization: 'Bearer nonsense' } })],
      [405, await client.ask('DELETE', 'orders', STRICT)],
      [406, await client.get('orders', { headers: { prefer, accept: 'text/css' } })],
      [404, await client.get('/v1/nowhere', STRICT)],
      [404, await client.get('orders/987654321987', STRICT)],
    ] as const;
    for (const [status, answer] of answers) {
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers['preference-applied'], 'handling=strict', String(status));
    }
    const requests = [
      { method: 'GET', path: '/companies/me/nowhere' },
      { method: 'DELETE', path: '/companies/me/orders' },
    ];
    const batch = await client.post('batch', { requests }, STRICT);
    for (const each of batch.json.responses)
      assert.equal(each.headers['preference-applied'], 'handling=strict', batch.text);
    // Nothing is strict about what lies beside the API.
    for (const other of ['/healthz', '/v1/oauth/authorize', '/v1/token'])
      assert.equal((await client.get(other, STRICT)).headers['preference-applied'], undefined, other);
    assert.equal((await client.get(path)).headers['preference-applied'], undefined);
  });

  it('is no matter for a strict call that is known whole', async () => {
    const { client } = service();
    for (const prefer of [
      'handling=strict',
      'return=minimal, Handling = "STRICT"; foo',
      'handling=strict, handling=lenient',
    ]) {
      const made = await client.post('customers', person(), { headers: { prefer } });
      assert.equal(made.status, 201, made.text);
      assert.equal(made.headers['preference-applied'], 'handling=strict', prefer);
    }
    for (const prefer of ['handling=lenient', 'handling=lenient, handling=strict', 'strict', '', ',;=']) {
      const listed = await client.get('orders?nothing=1', { headers: { prefer } });
      assert.equal(listed.status, 200, prefer);
      assert.equal(listed.headers['preference-applied'], undefined, prefer);
    }
  });

  it('is refused where it is known and sent twice, whether that is preferred or not', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', person());
    const twice: [path: string, ...fields: string[]][] = [
      ['orders?value_gte=0&value_gte=0', 'value_gte'],
      ['orders?ids=1&ids=2&ids=3&limit=1&limit=1&x=1', 'ids', 'limit'],
      ['customers?reference_id=a&reference_id=b', 'reference_id'],
      ['events?topic=orders/completed&topic=orders/updated', 'topic'],
    ];
    for (const [path, ...fields] of twice) {
      invalidFields(await client.get(path), ...fields);
      const strict = await client.get(path, STRICT);
      invalidFields(strict, ...fields, ...(path.endsWith('x=1') ? ['x'] : []));
    }
    const [listed] = (await client.get('orders?ids=1&ids=2')).json.errors;
    assert.equal(listed.error_description, 'must not be sent twice: send ids=a,b,c, with commas.');
    const path = `customers/${customer.id}`;
    invalidFields(await client.delete(`${path}?dry_run=false&dry_run=true`), 'dry_run');
    assert.equal((await client.get(path)).json.deleted, customer.deleted);
    const stream = await openStream(service(), 'events/stream?after=0&after=0');
    assert.equal(stream.status, 400);
    stream.hangUp();
    const batch = await client.post('batch', {
      requests: [{ method: 'DELETE', path: `/companies/me/${path}?dry_run=true&dry_run=true` }],
    });
    assert.equal(batch.json.responses[0].status, 400, batch.text);
  });

  it('is told apart from what is known and wrong', async () => {
    const { client, card } = service();
    const wrong: [path: string, field: string][] = [
      ['orders?ids=1,x', 'ids'],
      ['orders?created_gte=yesterday', 'created_gte'],
      ['orders?value_lt=much', 'value_lt'],
      [`sites/${card.sites[0].id}/products?is_available=perhaps`, 'is_available'],
      ['callbacks?newest=yes', 'newest'],
      ['events?after=-1', 'after'],
      ['events?topic=orders/none', 'topic'],
      ['reports/day?from=monday', 'from'],
      ['reports/day?limit=0', 'limit'],
      ['reports/day?site_id=x', 'site_id'],
      ['taxes?limit=5001', 'limit'],
      ['taxes?cursor=x', 'cursor'],
      ['orders?ids=%00', 'ids'],
    ];
    for (const [path, field] of wrong) invalidFields(await client.get(path), field);
    const priced = await client.post('orders/price?explain=perhaps', { site_id: card.sites[0].id });
    invalidFields(priced, 'explain');
    const explained = await client.post('orders/price?explain=1', { site_id: card.sites[0].id });
    assert.ok(explained.json.explanation !== undefined, explained.text);
  });
});
