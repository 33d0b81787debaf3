import assert from 'node:assert/strict';
import { afterEach, before, it } from 'node:test';
import { SECOND } from '#src/kernel/time.ts';
import { until } from '#test/harness/process.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, pages, read, refused } from './helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

onEachEngine(
  'the faults of a sandbox (reference: sandbox.3, sandbox.4)',
  (service) => {
    let shop: Shop;
    before(async () => {
      shop = await openShop(service());
    });
    afterEach(async () => {
      assert.equal((await shop.client.delete('sandbox/faults')).status, 204);
      for (const hook of await read(shop.client, 'webhooks')) await shop.client.delete(`webhooks/${hook.id}`);
    });
    const fault = (match: object, effect: string, more: object = {}) =>
      make(shop.client, 'sandbox/faults', { match, effect, ...more });
    const ORDERS = { method: 'POST', path: '/orders' };
    const body = () => ({ site_id: shop.site, lines: [{ product_id: shop.soup.id }] });
    const count = async () => (await pages(shop.client, 'orders?limit=5000')).flat().length;
    const shown = async ({ id }: Json): Promise<Json> =>
      (await read(shop.client, 'sandbox/faults')).find((each: Json) => each.id === id);

    it('fail as often as they are to, saying so, and then no more', async () => {
      const first = await fault(ORDERS, 'error', { status: 503, count: 2 });
      const own = await shop.client.get(`sandbox/faults/${first.id}`);
      assert.deepEqual(own.json, first);
      const before = await count();
      for (let left = 2; left > 0; left--) {
        const answer = await shop.client.post('orders', body());
        refused(answer, 503, 'temporarily_unavailable');
        assert.equal(answer.headers['x-sandbox-fault'], first.id_str);
        assert.equal(answer.headers['retry-after'], '1');
      }
      assert.equal(await count(), before);
      const answer = await shop.client.post('orders', body());
      assert.equal(answer.status, 201);
      assert.equal(answer.headers['x-sandbox-fault'], undefined);
      assert.deepEqual(await shown(first), { ...first, remaining: 0, hits: 2 });
      const stale = { headers: { 'if-match': own.headers.etag ?? '' } };
      refused(await shop.client.delete(`sandbox/faults/${first.id}`, stale), 412, 'precondition_failed');
      for (const [status, error] of [
        [429, 'rate_limit_exceeded'],
        [502, 'server_error'],
        [undefined, 'server_error'],
      ] as const) {
        await fault({ path: '/sites' }, 'error', { status, count: 1 });
        refused(await shop.client.get('sites'), status ?? 500, error);
      }
    });

    it('hit what is matched, never another company nor the sandbox itself', async () => {
      const { foreign } = service();
      const order = await shop.order();
      await fault({ path: '/orders/*' }, 'error');
      await fault({ path: '/v1/companies/me/sites/:site_id/checkins', method: 'GET' }, 'error');
      refused(await shop.client.get(`orders/${order.id}`), 500, 'server_error');
      refused(await shop.client.patch(`orders/${order.id}`, {}), 500, 'server_error');
      refused(await shop.client.get(`sites/${shop.site}/checkins`), 500, 'server_error');
      assert.equal((await shop.client.get('orders')).status, 200);
      assert.equal((await shop.client.get(`orders/${order.id}/lines`)).status, 200);
      refused(await foreign.get(`orders/${order.id}`), 404, 'not_found');
      invalidFields(
        await shop.client.post('sandbox/faults', { match: { path: '/sandbox/clock' }, effect: 'error' }),
        'match.path',
      );
      await fault({ path: '/*/*' }, 'error');
      assert.equal((await shop.client.get('sandbox/clock')).status, 200);
    });

    it('hit a batch as one call, and nothing in it', async () => {
      const [inside, whole] = [
        await fault({ path: '/sites', method: 'GET' }, 'error'),
        await fault({ path: '/batch' }, 'error', { count: 1 }),
      ];
      const batch = { requests: [{ method: 'GET', path: '/companies/me/sites' }] };
      const hit = await shop.client.post('batch', batch);
      refused(hit, 500, 'server_error');
      assert.equal(hit.headers['x-sandbox-fault'], whole.id_str);
      const { responses } = (await shop.client.post('batch', batch)).json;
      assert.deepEqual([responses[0].status, (await shown(inside)).hits], [200, 0]);
      refused(await shop.client.get('sites'), 500, 'server_error');
    });

    it('hit a share: none, or all', async () => {
      const none = await fault({ path: '/sites' }, 'error', { share: 0 });
      for (let asked = 0; asked < 20; asked++) assert.equal((await shop.client.get('sites')).status, 200);
      assert.equal((await shown(none)).hits, 0);
      await fault({ path: '/sites' }, 'error', { share: 1 });
      for (let asked = 0; asked < 20; asked++) assert.equal((await shop.client.get('sites')).status, 500);
    });

    it('cut the connection after the commit: no answer, and what was done stays', async () => {
      const before = await count();
      await fault(ORDERS, 'cut_after_commit', { count: 1 });
      const headers = { 'idempotency-key': `cut-${service().engine}` };
      await assert.rejects(shop.client.post('orders', body(), { headers }));
      assert.equal(await count(), before + 1);
      const again = await shop.client.post('orders', body(), { headers });
      assert.equal(again.status, 201);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.equal(await count(), before + 1);
    });

    it('do it twice, as a retry without looking does: once with a key', async () => {
      const before = await count();
      await fault(ORDERS, 'duplicate', { count: 2 });
      assert.equal((await shop.client.post('orders', body())).status, 201);
      assert.equal(await count(), before + 2);
      const headers = { 'idempotency-key': `twice-${service().engine}` };
      const answer = await shop.client.post('orders', body(), { headers });
      assert.equal(answer.headers['idempotent-replayed'], 'true');
      assert.equal(await count(), before + 3);
    });

    it('hold an answer up', async () => {
      const { ticker } = service();
      const slow = await fault({ path: '/sites' }, 'delay', { delay_ms: 30_000, count: 1 });
      const size = ticker.size;
      let answered = false;
      const asked = shop.client.get('sites').then((answer) => {
        answered = true;
        return answer;
      });
      await until('it waits', () => ticker.size > size);
      assert.equal(answered, false);
      ticker.tick();
      const answer = await asked;
      assert.equal(answer.status, 200);
      assert.equal(answer.headers['x-sandbox-fault'], slow.id_str);
      assert.equal(ticker.size, size);
    });

    it('are refused when they make no sense, or are too many', async () => {
      const path = '/orders';
      for (const [wrong, field] of [
        [{ match: { path }, effect: 'nothing' }, 'effect'],
        [{ match: { path }, effect: 'reorder' }, 'effect'],
        [{ match: { topic: 'orders/completed' }, effect: 'error' }, 'effect'],
        [{ match: { topic: 'orders/completed', path }, effect: 'delay' }, 'match'],
        [{ match: {}, effect: 'delay' }, 'match.path'],
        [{ match: { path: 'orders' }, effect: 'delay' }, 'match.path'],
        [{ match: { path }, effect: 'delay', delay_ms: 30_001 }, 'delay_ms'],
        [{ match: { path }, effect: 'error', delay_ms: 10 }, 'delay_ms'],
        [{ match: { path }, effect: 'delay', status: 500 }, 'status'],
        [{ match: { path }, effect: 'error', status: 430 }, 'status'],
        [{ match: { path }, effect: 'error', count: 1, share: 0.5 }, 'share'],
        [{ match: { path }, effect: 'error', share: 1.5 }, 'share'],
      ] as const) {
        invalidFields(await shop.client.post('sandbox/faults', wrong), field);
      }
      for (let made = 0; made < 20; made++) await fault({ path: '/nowhere' }, 'error', { count: 1 });
      const more = { match: { path: '/sites' }, effect: 'error', count: 1 };
      refused(await shop.client.post('sandbox/faults', more), 409, 'conflict');
    });

    it('double messages, hold them up, and swap them', async () => {
      const receiver = await Receiver.open();
      try {
        const topic = 'orders/completed';
        await make(shop.client, 'webhooks', { topic, address: `${receiver.url}/hook` });
        const sell = () => shop.order({ status: 'COMPLETE', lines: [{ product_id: shop.soup.id }] });
        await fault({ topic }, 'duplicate', { count: 1 });
        const order = await sell();
        const [one, two] = await receiver.until(2);
        assert.deepEqual([one?.json.id, two?.json.id], [order.id, order.id]);
        for (const name of ['webhook-id', 'x-service-event-number']) {
          assert.equal(one?.headers[name], two?.headers[name], name);
        }
        receiver.clear();

        await fault({ topic }, 'reorder', { delay_ms: 2_000, count: 2 });
        const [late, soon] = [await sell(), await sell()];
        await receiver.until(1);
        assert.deepEqual(
          receiver.received.map(({ json }) => json.id),
          [soon.id],
        );
        service().clock.advance(2n * SECOND);
        service().app.delivery?.engine.wake();
        await receiver.until(2);
        assert.deepEqual(
          receiver.received.map(({ json }) => json.id),
          [soon.id, late.id],
        );
        receiver.clear();

        await fault({ topic }, 'delay', { delay_ms: 3_600_000, count: 1 });
        const [held, next] = [await sell(), await sell()];
        await receiver.until(1);
        assert.equal(receiver.received[0]?.json.id, next.id);
        assert.equal((await shop.client.post('sandbox/clock', { advance: 'PT1H' })).status, 200);
        await receiver.until(2);
        assert.equal(receiver.received[1]?.json.id, held.id);
      } finally {
        receiver.close();
      }
    });
  },
  { ROLE: 'all' },
);
