import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY, HOUR, SECOND } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { Receiver } from '#test/harness/receiver.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { invalidFields, make, read, refused } from './helpers.ts';
import { hire, signIn } from './operator-helpers.ts';
import { openShop, type Shop } from './order-helpers.ts';

/** In milliseconds. */
const ms = (time: string) => Date.parse(time);

onEachEngine(
  'the clock of a sandbox (reference: sandbox.1, sandbox.2)',
  (service) => {
    let shop: Shop;
    before(async () => {
      shop = await openShop(service());
    });
    const advance = async (duration: string): Promise<Json> => {
      const answer = await shop.client.post('sandbox/clock', { advance: duration });
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    /** What has a time of its own, by the clock of the service alone. */
    const serverTime = () => Number(service().clock.now() / 1000n);

    it('is for sandboxes alone, and says why', async () => {
      const { foreign } = service();
      assert.equal((await read(shop.client, '/v1/companies/me')).is_sandbox, true);
      assert.equal((await read(foreign, '/v1/companies/me')).is_sandbox, false);
      for (const [method, path] of [
        ['GET', 'sandbox/clock'],
        ['POST', 'sandbox/clock'],
        ['GET', 'sandbox/faults'],
        ['POST', 'sandbox/faults'],
        ['DELETE', 'sandbox/faults'],
        ['DELETE', 'sandbox/faults/1'],
        ['POST', 'sandbox/reset'],
      ] as const) {
        const answer = await foreign.ask(method, path, { body: {} });
        refused(answer, 403, 'access_denied');
        assert.match(answer.json.error_description, /no sandbox/);
      }
    });

    it('refuses what is no way forward', async () => {
      const now = (await read(shop.client, 'sandbox/clock')).now;
      for (const body of [
        {},
        { advance: 'PT1H', now },
        { advance: '-PT1H' },
        { advance: 'PT0S' },
        { advance: 'soon' },
      ]) {
        invalidFields(await shop.client.post('sandbox/clock', body), 'advance');
      }
      invalidFields(await shop.client.post('sandbox/clock', { advance: 'P11Y' }), 'advance');
      invalidFields(await shop.client.post('sandbox/clock', { now: '2001-01-01' }), 'now');
      assert.equal((await read(shop.client, 'sandbox/clock')).now, now);
    });

    it('moves the time of the company alone: records, events, the business day', async () => {
      const { foreign } = service();
      const before = await read(shop.client, 'sandbox/clock');
      const today = (await read(shop.client, 'reports/today')).day;
      const clock = await advance('P1DT2H');
      assert.equal(ms(clock.now) - ms(before.now), Number((DAY + 2n * HOUR) / 1000n));
      assert.equal(ms(clock.server_time), serverTime());
      const order = await shop.order({ status: 'COMPLETE' });
      assert.equal(ms(order.created_at), ms(clock.now));
      assert.equal(order.created_at, order.placed_at);
      const [event] = (await read(shop.client, 'events?topic=orders%2Fcompleted&limit=5000')).slice(-1);
      assert.ok(ms(event.created_at) >= ms(clock.now));
      const report = await read(shop.client, 'reports/today');
      assert.notEqual(report.day, today);
      assert.equal(report.totals.orders, 1);
      const made = await make(foreign, 'customers', { first_name: 'Elsewhere', phone: '1' });
      assert.equal(ms(made.created_at), serverTime());
    });

    it('goes on from there with real time, and to a moment', async () => {
      const { now } = await read(shop.client, 'sandbox/clock');
      service().clock.advance(5n * SECOND);
      assert.equal(ms((await read(shop.client, 'sandbox/clock')).now) - ms(now), 5_000);
      const to = new Date(ms(now) + 60_000).toISOString();
      const answer = await shop.client.post('sandbox/clock', { now: to });
      assert.equal(answer.json.now, to);
    });

    it('ends check-ins, sessions of staff and idempotency keys', async () => {
      const { foreign } = service();
      const guest = await make(shop.client, 'customers', { first_name: 'Guest', phone: '1' });
      await make(shop.client, `sites/${shop.site}/checkins`, { customer_id: guest.id, duration: 60 });
      const headers = { 'idempotency-key': 'once-a-day' };
      const body = { site_id: shop.site, lines: [{ product_id: shop.soup.id }] };
      const first = (await shop.client.post('orders', body, { headers })).json.id;
      const other = { site_id: service().foreignCard.sites[0].id };
      const elsewhere = (await foreign.post('orders', other, { headers })).json.id;
      await advance('PT59M');
      assert.equal((await read(shop.client, `sites/${shop.site}/checkins`)).length, 1);
      await advance('PT2M');
      assert.equal((await read(shop.client, `sites/${shop.site}/checkins`)).length, 0);
      assert.equal((await shop.client.post('orders', body, { headers })).json.id, first);
      await advance('PT24H');
      assert.notEqual((await shop.client.post('orders', body, { headers })).json.id, first);
      assert.equal((await foreign.post('orders', other, { headers })).json.id, elsewhere);
    });

    it('ends tokens', async () => {
      const { addon } = service().card;
      const token = async () => {
        const basic = Buffer.from(`${addon.client_id}:${addon.client_secret}`).toString('base64');
        const answer = await service()
          .as(`Basic ${basic}`)
          .ask('POST', '/oauth/token', {
            raw: 'grant_type=client_credentials',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          });
        assert.equal(answer.status, 200, answer.text);
        return service().as(`Bearer ${answer.json.access_token}`);
      };
      const one = await token();
      assert.equal((await one.get('sites')).status, 200);
      await advance('P31D');
      refused(await one.get('sites'), 401, 'invalid_token');
      assert.equal((await (await token()).get('sites')).status, 200);
      assert.equal((await shop.client.get('sites')).status, 200);
    });

    it('is seen by other processes within a second', async () => {
      const { app, clock } = service();
      const known = (await read(shop.client, 'sandbox/clock')).now;
      // As another process does it, that this one hears nothing of.
      await app.storage.write(async (tx) =>
        tx.run(
          sql`update event_counters set time_ahead = time_ahead + ${HOUR}
              where company_id = ${BigInt(service().card.company_id)}`,
        ),
      );
      clock.advance(SECOND);
      const made = await make(shop.client, 'customers', { first_name: 'Later', phone: '1' });
      assert.equal(ms(made.created_at) - ms(known), Number((HOUR + SECOND) / 1000n));
    });

    it('rejects orders that no register printed, and makes retries due', async () => {
      const { app, card } = service();
      const receiver = await Receiver.open();
      try {
        receiver.answer = (_message, response) => response.writeHead(500).end('no');
        await make(shop.client, 'webhooks', { topic: 'orders/completed', address: `${receiver.url}/hook` });
        await shop.order({ status: 'COMPLETE' });
        await receiver.until(1);
        const [hook] = await read(shop.client, 'webhooks');
        for (let attempts = 0; attempts === 0; ) {
          const [delivery] = await read(shop.client, `webhooks/${hook.id}/deliveries`);
          attempts = delivery.attempts.length;
        }
        receiver.answer = (_message, response) => response.writeHead(200).end();
        await advance('PT2M');
        const messages = await receiver.until(2);
        assert.equal(messages[0]?.body, messages[1]?.body);
      } finally {
        receiver.close();
      }
      const register = String(card.sites[0].registers[0].id);
      assert.equal((await shop.client.post(`registers/${register}/heartbeat`)).status, 200);
      const order = await make(shop.client, 'orders', {
        site_id: shop.site,
        register_id: register,
        status: 'ON_HOLD',
        pass_thru_printing: true,
        pass_thru_printing_register: register,
        lines: [{ product_id: shop.soup.id }],
      });
      assert.notEqual((await shop.read(order)).status, 'REJECTED');
      await app.sweep();
      assert.notEqual((await shop.read(order)).status, 'REJECTED');
      await advance('P1D');
      assert.equal((await shop.read(order)).status, 'REJECTED');
    });

    it('takes staff members from their registers', async () => {
      const member = await hire(shop.client);
      const register = await make(shop.client, 'registers', { name: 'Bar', site_id: shop.site });
      const seated = async () =>
        (await read(shop.client, `registers/${register.id_str}`)).current_staff_member;
      await signIn(service(), shop.client, register.id_str, member);
      await service().app.sweep();
      assert.equal(await seated(), Number(member.id));
      await advance('PT4H');
      await service().app.sweep();
      assert.equal(await seated(), null);
    });
  },
  { ROLE: 'all' },
);
