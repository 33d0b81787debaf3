import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { MAX_BODY } from '#src/edge/errors.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { BEAT_MS, LIFE_BEATS, MAX_PER_PATH } from '#src/edge/stream.ts';
import { type Micros, SECOND } from '#src/kernel/time.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { type OpenStream, openStream } from '#test/harness/stream.ts';
import { change, drop, EventLog, make, read, refused, secondAddon, UNKNOWN_ID } from './helpers.ts';

const BEAT: Micros = BigInt(BEAT_MS) * 1_000n;

onEachEngine('the presence of a register (reference: printing.1 to printing.5)', (service) => {
  const open: OpenStream[] = [];
  /** A site with a register that was never online. */
  const floor = async (): Promise<{ site: Json; register: Json }> => {
    const site = await make(service().client, 'sites', { name: 'Floor', online_products_enabled: true });
    return { site, register: await make(service().client, 'registers', { name: 'Till', site_id: site.id }) };
  };
  const hold = async (register: Json, client = service().client): Promise<OpenStream> => {
    const stream = await openStream(service(), `registers/${register.id}/stream`, client);
    open.push(stream);
    assert.equal(stream.status, 200, stream.text());
    return stream;
  };
  const statusOf = async (register: Json): Promise<string> =>
    (await read(service().client, `registers/${register.id}`)).status;
  const becomes = (register: Json, status: string) =>
    until(`the register is ${status}`, async () => (await statusOf(register)) === status);
  /** The time of one beat passes. */
  const beat = async (streams: readonly OpenStream[]): Promise<void> => {
    service().clock.advance(BEAT);
    const more = streams.map((stream) => stream.more());
    service().ticker.tick();
    assert.deepEqual(new Set(await Promise.all(more)), new Set([': here\n\n']));
  };
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.hangUp();
    await until('all streams are closed', () => service().ticker.size === 0);
  });

  describe('by heartbeats', () => {
    it('lasts 30 seconds after each, and no longer', async () => {
      const { client, clock } = service();
      const { site, register } = await floor();
      assert.equal(register.status, 'offline');
      const answer = await client.post(`registers/${register.id}/heartbeat`);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.json, { ...register, status: 'online' });
      assert.deepEqual(await read(client, `sites/${site.id}/status`), {
        site_id: site.id,
        site_id_str: site.id_str,
        status: 'online',
        online_ordering: 'online',
        checkins: { count: 0 },
      });
      clock.advance(29n * SECOND);
      await client.post(`registers/${register.id}/heartbeat`);
      clock.advance(30n * SECOND - 1n);
      assert.equal(await statusOf(register), 'online');
      clock.advance(1n);
      assert.equal(await statusOf(register), 'offline');
      assert.equal((await read(client, `sites/${site.id}/status`)).status, 'offline');
    });

    it('takes any body of any type, and none', async () => {
      const { client, clock } = service();
      const { register } = await floor();
      const typed = (type: string) => ({ headers: { 'content-type': type } });
      const without = ['content-type'];
      const asks = [
        { without },
        { without, raw: 'alive' },
        { without, headers: { 'content-length': '0' } },
        { ...typed('text/plain'), raw: 'alive' },
        { ...typed('application/json'), raw: '{' },
        typed('application/json'),
        typed('application/x-www-form-urlencoded'),
        { ...typed('no type at all'), raw: 'x' },
      ];
      for (const ask of asks) {
        clock.advance(60n * SECOND);
        assert.equal(await statusOf(register), 'offline');
        const answer = await client.ask('POST', `registers/${register.id}/heartbeat`, ask);
        assert.deepEqual([answer.status, answer.json?.status], [200, 'online'], JSON.stringify(ask));
      }
      const large = { without, raw: ' '.repeat(MAX_BODY + 1) };
      refused(
        await client.ask('POST', `registers/${register.id}/heartbeat`, large),
        413,
        'payload_too_large',
      );
    });

    it('is no change of the record: nothing is told, and updated_at stays', async () => {
      const { client, clock } = service();
      const { register } = await floor();
      const log = await EventLog.open(client);
      clock.advance(SECOND);
      await client.post(`registers/${register.id}/heartbeat`);
      clock.advance(30n * SECOND);
      const after = await read(client, `registers/${register.id}`);
      assert.deepEqual(after, register);
      assert.deepEqual(await log.take(), []);
    });

    it('stays when the register itself is changed, and the current staff member with it', async () => {
      const { client, card } = service();
      const { register } = await floor();
      await client.post(`registers/${register.id}/heartbeat`);
      const changed = await change(client, `registers/${register.id}`, {
        name: 'Renamed',
        current_staff_member: card.staff[0].id,
      });
      assert.deepEqual([changed.status, changed.current_staff_member], ['online', card.staff[0].id]);
      const listed = await read(client, `sites/${register.site_id}/registers`);
      assert.deepEqual(listed, [changed]);
      await change(client, `registers/${register.id}`, { current_staff_member: null });
    });

    it('shows at the default pass-thru register of a site and of all sites', async () => {
      const { client, clock } = service();
      const { site, register } = await floor();
      const printing = async () => {
        const all = await read(client, 'status?limit=5000');
        const own = all.find((each: Json) => each.site_id === site.id);
        assert.deepEqual(await read(client, `sites/${site.id}/status`), own);
        return own.pass_thru_printing_register;
      };
      await client.post(`registers/${register.id}/heartbeat`);
      assert.equal(await printing(), undefined, 'it is not enabled');
      await change(client, `sites/${site.id}`, { default_pass_thru_register_id: register.id });
      const shown = { id: register.id, id_str: register.id_str };
      assert.deepEqual(await printing(), { ...shown, status: 'online' });
      clock.advance(30n * SECOND);
      assert.deepEqual(await printing(), { ...shown, status: 'offline' });
    });

    it('is for those who take orders at a register of the company', async () => {
      const { client, foreign } = service();
      const { register } = await floor();
      const reader = await secondAddon(service(), ['orders:read', 'company:write']);
      const device = await secondAddon(service(), ['orders:write']);
      refused(await reader.post(`registers/${register.id}/heartbeat`), 403, 'insufficient_scope');
      refused(await foreign.post(`registers/${register.id}/heartbeat`), 404, 'not_found');
      refused(await client.post(`registers/${UNKNOWN_ID}/heartbeat`), 404, 'not_found');
      assert.equal(await statusOf(register), 'offline');
      assert.equal((await device.post(`registers/${register.id}/heartbeat`)).status, 200);
    });
  });

  describe('by a stream', () => {
    it('begins with it, goes on with every beat and ends with it', async () => {
      const { register } = await floor();
      const stream = await hold(register);
      assert.equal(stream.headers['content-type'], 'text/event-stream');
      assert.equal(stream.headers['cache-control'], 'no-store');
      assert.match(String(stream.headers['x-request-id']), /./);
      assert.equal(await statusOf(register), 'online');
      for (let beats = 0; beats < 5; beats++) {
        await beat([stream]);
        assert.equal(await statusOf(register), 'online');
      }
      stream.hangUp();
      // At once: no time passes.
      await becomes(register, 'offline');
    });

    it('runs out when no beat comes', async () => {
      const { register } = await floor();
      await hold(register);
      service().clock.advance(30n * SECOND);
      assert.equal(await statusOf(register), 'offline');
      service().ticker.tick();
      await becomes(register, 'online');
    });

    it('lasts while one of several is open, whichever was opened first', async () => {
      const { register } = await floor();
      for (const first of [0, 1]) {
        const streams = [await hold(register), await hold(register)];
        const [one, other] = first === 0 ? streams : [...streams].reverse();
        assert.ok(one !== undefined && other !== undefined);
        await beat(streams);
        one.hangUp();
        await until('one of them is closed', () => service().ticker.size === 1);
        await beat([other]);
        assert.equal(await statusOf(register), 'online');
        other.hangUp();
        await becomes(register, 'offline');
      }
    });

    it('that is let go leaves a later sign of life as it is', async () => {
      const { client, clock, ticker } = service();
      const { register } = await floor();
      const stream = await hold(register);
      clock.advance(SECOND);
      await client.post(`registers/${register.id}/heartbeat`);
      stream.hangUp();
      await until('it is closed', () => ticker.size === 0);
      // What the closing writes is written before this.
      await client.put(`registers/${register.id}`, { name: 'Still here' });
      clock.advance(29n * SECOND);
      assert.equal(await statusOf(register), 'online');
      clock.advance(SECOND);
      assert.equal(await statusOf(register), 'offline');
    });

    it('is ended after a while, and the register stays online until its app is back', async () => {
      const { register } = await floor();
      const stream = await hold(register);
      for (let beats = 1; beats < LIFE_BEATS; beats++) await beat([stream]);
      service().clock.advance(BEAT);
      service().ticker.tick();
      await stream.ends();
      assert.match(stream.text(), /^retry: 1000\n/);
      assert.equal(await statusOf(register), 'online');
      const next = await hold(register);
      await beat([next]);
      assert.equal(await statusOf(register), 'online');
    });

    it('gives way when a register has too many: the oldest ends, the newest is there', async () => {
      const { register } = await floor();
      const streams: OpenStream[] = [];
      for (let count = 0; count < MAX_PER_PATH; count++) streams.push(await hold(register));
      const newest = await hold(register);
      await streams[0]?.ends();
      assert.equal(await statusOf(register), 'online');
      await beat([...streams.slice(1), newest]);
    });

    it('ends when the token is revoked, or the register deleted', async () => {
      const { client, clock, ticker, app } = service();
      const { register } = await floor();
      const device = await secondAddon(service(), ['orders:write']);
      const stream = await hold(register, device);
      await beat([stream]);
      const hash = hashSecret(device.token.replace('Bearer ', ''));
      await app.storage.write((tx) =>
        Promise.resolve(
          tx.run(
            sql`update access_tokens set revoked_at = ${clock.now()} where company_id = ${BigInt(client.companyId)} and token_hash = ${hash}`,
          ),
        ),
      );
      clock.advance(BEAT);
      ticker.tick();
      await stream.ends();

      const other = await hold(register);
      await drop(client, `registers/${register.id}`);
      clock.advance(BEAT);
      ticker.tick();
      await other.ends();
    });

    it('is refused in JSON, before anything is opened', async () => {
      const { client, ticker } = service();
      const { register } = await floor();
      const path = `registers/${register.id}/stream`;
      const accept = { headers: { accept: 'text/event-stream' } };
      refused(await client.get(path), 406, 'not_acceptable');
      refused(await client.get(`${path}.json`), 406, 'not_acceptable');
      refused(await client.get(path, { without: ['accept'] }), 406, 'not_acceptable');
      refused(await client.get(`registers/${UNKNOWN_ID}/stream`, accept), 404, 'not_found');
      refused(await client.ask('POST', path, { ...accept, body: {} }), 405, 'method_not_allowed');
      const head = await client.ask('HEAD', path, { headers: { accept: '*/*' } });
      assert.deepEqual([head.status, head.headers.allow], [405, 'GET']);
      const reader = await secondAddon(service(), ['orders:read', 'company:write']);
      refused(await reader.get(path, accept), 403, 'insufficient_scope');
      assert.equal(ticker.size, 0);
      assert.equal(await statusOf(register), 'offline');
      for (const value of ['*/*', 'text/*', 'application/json;q=0.1, text/event-stream']) {
        assert.equal((await client.get(path, { headers: { accept: value } })).status, 200, value);
      }
    });
  });
});
