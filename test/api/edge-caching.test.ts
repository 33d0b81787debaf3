import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ROUTES } from '#src/routes.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { callerOf } from './cases/case.ts';
import { isError, makeOrder, pathOf } from './edge-helpers.ts';
import { make, secondAddon } from './helpers.ts';
import { screenOf } from './screens.ts';

onEachEngine('entity tags', (service) => {
  describe('on reading (reference: conventions.24)', () => {
    it('every GET has one, and 304 to who has it already', async () => {
      const { card } = service();
      await makeOrder(service());
      const owner = (await screenOf(service(), card)).client;
      const paths = ROUTES.filter(
        (route) =>
          route.method === 'GET' && route.access !== 'stream' && !/:(?!company_id)|\*/.test(route.path),
      );
      assert.ok(paths.length > 10);
      for (const route of paths) {
        const { path, scope } = route;
        const type = ('type' in route ? route.type : undefined) ?? 'application/json';
        const client = callerOf({ scope }, { client: service().client, owner });
        const own = `/v1${path.replace(':company_id', 'me')}`;
        const answer = await client.get(own, { headers: { accept: type } });
        assert.equal(answer.status, own.endsWith('staff/me') ? 404 : 200, `${own}: ${answer.text}`);
        if (answer.status !== 200) continue;
        assert.match(answer.headers.etag ?? '', /^"[\w-]+"$/, own);
        const again = await client.get(own, {
          headers: { accept: type, 'if-none-match': answer.headers.etag ?? '' },
        });
        assert.equal(again.status, 304, own);
        assert.equal(again.text, '');
        assert.equal(again.headers.etag, answer.headers.etag);
        assert.equal(again.headers['content-type'], undefined);
      }
      const site = await service().client.get(`sites/${card.sites[0].id}.json`, {
        headers: { 'if-none-match': '*' },
      });
      assert.equal(site.status, 304);
    });

    it('lists of tags, weak ones and * are understood', async () => {
      const { client } = service();
      const { id } = await makeOrder(service());
      const { etag = '', 'x-request-id': _ } = (await client.get(`orders/${id}`)).headers;
      const same = [etag, `W/${etag}`, '*', `"a", ${etag}`, `"a" , W/"b",W/${etag}`];
      const other = ['"a"', `"a", W/"b"`, etag.slice(1, -1), '', `"${etag.slice(1, -1)}x"`];
      for (const [values, status] of [
        [same, 304],
        [other, 200],
      ] as const) {
        for (const value of values) {
          const answer = await client.get(`orders/${id}`, { headers: { 'if-none-match': value } });
          assert.equal(answer.status, status, value);
        }
      }
      const errors = await client.get('orders/987654321', { headers: { 'if-none-match': '*' } });
      isError(errors, 404, 'not_found');
      assert.equal(errors.headers.etag, undefined);
    });

    it('they change with the record, and a list’s with its records; a page keeps its next one at 304', async () => {
      const { client } = service();
      const order = await makeOrder(service());
      await makeOrder(service());
      const list = await client.get('orders?limit=1');
      const record = await client.get(`orders/${order.id}`);
      const put = await client.put(`orders/${order.id}`, { notes: 'changed' });
      const after = await client.get(`orders/${order.id}`);
      assert.notEqual(after.headers.etag, record.headers.etag);
      assert.equal(put.headers.etag, after.headers.etag, 'who wrote it need not read it');
      const kept = await client.get('orders?limit=1', {
        headers: { 'if-none-match': list.headers.etag ?? '' },
      });
      assert.equal(kept.status, 304);
      assert.equal(kept.headers['x-next-page'], list.headers['x-next-page']);
      await makeOrder(service());
      const grown = await client.get('orders?limit=1', {
        headers: { 'if-none-match': list.headers.etag ?? '' },
      });
      assert.equal(grown.status, 200);
      assert.equal((await client.get(pathOf(list.headers['x-next-page']))).json[0].id, order.id);
    });

    it('what only one add-on sees is tagged for it alone', async () => {
      const { client } = service();
      const other = await secondAddon(service());
      const customer = await make(client, 'customers', { first_name: 'A', phone: '1', reference_id: 'mine' });
      const path = `customers/${customer.id}`;
      const [mine, theirs] = [await client.get(path), await other.get(path)];
      assert.equal(mine.json.reference_id, 'mine');
      assert.equal(theirs.json.reference_id, '');
      assert.notEqual(mine.headers.etag, theirs.headers.etag);
    });

    it('a change is not a read: If-None-Match has no say in it', async () => {
      const order = await makeOrder(service());
      const headers = { 'if-none-match': '*' };
      const put = await service().client.put(`orders/${order.id}`, { notes: 'x' }, { headers });
      assert.equal(put.status, 200);
      assert.equal((await service().client.delete(`orders/${order.id}`, { headers })).status, 204);
    });
  });

  describe('on changing (reference: conventions.25)', () => {
    /** Kinds of record: where, and something to change. */
    const kinds: [string, Record<string, unknown>, Record<string, unknown>][] = [
      ['orders', {}, { notes: 'changed' }],
      ['customers', { first_name: 'A', phone: '2' }, { last_name: 'B' }],
      ['products', { name: 'P', unit_price: 1 }, { name: 'Q' }],
      ['categories', { name: 'C' }, { name: 'D' }],
      ['sites', { name: 'S' }, { name: 'T' }],
      ['registers', { name: 'R' }, { name: 'Q' }],
      ['staff', { first_name: 'F' }, { last_name: 'G' }],
      ['taxes', { name: 'GST', code: 'G', rate: 0.1 }, { name: 'Other' }],
      ['price_lists', { name: 'L' }, { name: 'M' }],
      ['payment_methods', { name: 'V', kind: 'card' }, { name: 'W' }],
      ['discounts', { name: 'X', kind: 'share' }, { name: 'Y' }],
    ];
    for (const [path, create, change] of kinds) {
      it(`${path}: the state that is known, or 412`, async () => {
        const { client, card, clock } = service();
        const needsSite = path === 'orders' || path === 'registers';
        const made = await make(client, path, {
          ...create,
          ...(needsSite ? { site_id: card.sites[0].id } : {}),
        });
        const where = `${path}/${made.id}`;
        const first = await client.get(where);
        const old = first.headers.etag ?? '';
        for (const value of ['"other"', `W/${old}`, '', old.slice(1, -1)]) {
          for (const method of ['PUT', 'PATCH', 'DELETE']) {
            const body = method === 'DELETE' ? {} : { body: change };
            const answer = await client.ask(method, where, { ...body, headers: { 'if-match': value } });
            isError(answer, 412, 'precondition_failed');
          }
        }
        assert.equal((await client.get(where)).text, first.text, 'nothing has changed');

        clock.advance(1_000n);
        const put = await client.put(where, change, { headers: { 'if-match': `"other", ${old}` } });
        assert.equal(put.status, 200, put.text);
        const late = await client.put(where, create, { headers: { 'if-match': old } });
        isError(late, 412, 'precondition_failed');
        isError(await client.delete(where, { headers: { 'if-match': old } }), 412, 'precondition_failed');
        const etag = put.headers.etag ?? '';
        assert.equal((await client.put(where, {}, { headers: { 'if-match': '*' } })).status, 200);
        const current = (await client.get(where)).headers.etag ?? '';
        assert.ok(current === etag || path === 'orders', 'changing nothing changes nothing');
        const gone = await client.delete(where, { headers: { 'if-match': current } });
        assert.equal(gone.status, 204, gone.text);
      });
    }

    it('what is not there is 404, whatever is matched', async () => {
      const { client } = service();
      for (const path of ['orders', 'customers', 'products', 'sites']) {
        for (const value of ['*', '"x"']) {
          const headers = { 'if-match': value };
          isError(await client.put(`${path}/987654321`, {}, { headers }), 404, 'not_found');
          isError(await client.delete(`${path}/987654321`, { headers }), 404, 'not_found');
        }
      }
    });

    it('of many who change the same state at once, one does', async () => {
      const { client } = service();
      const order = await makeOrder(service());
      const etag = (await client.get(`orders/${order.id}`)).headers.etag ?? '';
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          client.put(`orders/${order.id}`, { notes: `by ${at}` }, { headers: { 'if-match': etag } }),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      assert.deepEqual(statuses, [200, ...Array.from({ length: 11 }, () => 412)]);
      const winner = answers.find((answer) => answer.status === 200);
      assert.equal((await client.get(`orders/${order.id}`)).text, winner?.text);
    });
  });
});
