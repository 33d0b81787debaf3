import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sweepCheckins } from '#src/checkins/store.ts';
import { SCOPES } from '#src/edge/scopes.ts';
import { HOUR, MINUTE } from '#src/kernel/time.ts';
import { raw } from '#src/storage/sql.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import {
  drop,
  EventLog,
  hasKeys,
  inUse,
  invalidFields,
  make,
  pages,
  read,
  refused,
  refusesEach,
  secondAddon,
  UNKNOWN_ID,
} from './helpers.ts';

const MANY = 20;
const MESSAGE = 'This customer is not checked in.';

onEachEngine('check-ins (reference: checkins.1 to checkins.6)', (service) => {
  let path: string;
  let site: Json;
  before(async () => {
    site = await make(service().client, 'sites', { name: 'The floor' });
    path = `sites/${site.id}/checkins`;
  });
  let count = 0;
  const guest = (): Promise<Json> =>
    make(service().client, 'customers', { first_name: `Guest ${++count}`, phone: '1' });
  /** 404 with the promised words in all the places they can be looked for (reference: checkins.5). */
  const notCheckedIn = async (method: string, address: string) => {
    const answer = await service().client.ask(method, address);
    refused(answer, 404, 'not_found');
    assert.deepEqual(answer.json, {
      ...{ error: 'not_found', error_description: MESSAGE, message: MESSAGE },
      reason: 'this_customer_is_not_checked_in',
    });
  };

  it('are made for two hours, read, listed and ended', async () => {
    const { client, clock } = service();
    const customer = await guest();
    const answer = await client.post(path, { customer_id: customer.id });
    assert.equal(answer.status, 201, answer.text);
    const checkin = answer.json;
    hasKeys(checkin, [
      'id',
      'id_str',
      'customer_id',
      'site_id',
      'start_time',
      'duration',
      'expires_at',
      'created_at',
      'updated_at',
    ]);
    const start = new Date(Number(clock.now() / 1000n)).toISOString();
    assert.deepEqual(
      [
        checkin.id,
        checkin.id_str,
        checkin.customer_id,
        checkin.site_id,
        checkin.start_time,
        checkin.duration,
      ],
      [customer.id, customer.id_str, customer.id, site.id, start, 120],
    );
    assert.equal(Date.parse(checkin.expires_at) - Date.parse(start), 120 * 60_000);
    const location = new URL(answer.headers.location ?? '').pathname;
    assert.equal(location, `/v1/companies/${client.companyId}/${path}/${customer.id}`);
    assert.equal((await client.get(location)).text, answer.text);
    assert.deepEqual(await read(client, path), [checkin]);
    await drop(client, `${path}/${customer.id}`);
    assert.deepEqual(await read(client, path), []);
    await notCheckedIn('GET', `${path}/${customer.id}`);
    await notCheckedIn('DELETE', `${path}/${customer.id}`);
    // Who has left may come again.
    await make(client, path, { customer_id: customer.id_str, duration: 5 });
    await drop(client, `${path}/${customer.id}`);
  });

  it('refuse every wrong duration and customer by name, and change nothing', async () => {
    const customer = await guest();
    const leaver = await guest();
    await drop(service().client, `customers/${leaver.id}`);
    const foreigner = await make(service().foreign, 'customers', { first_name: 'Foreign', phone: '1' });
    await refusesEach(service(), 'POST', path, { customer_id: customer.id }, [
      ...[4, 601, 5.5, '120', 0, -5, true, [], 1e30].map((duration) => [{ duration }, 'duration'] as const),
      [{ customer_id: undefined }, 'customer_id'],
      [{ customer_id: null }, 'customer_id'],
      [{ customer_id: 'x' }, 'customer_id'],
      [{ customer_id: UNKNOWN_ID }, 'customer_id'],
      [{ customer_id: leaver.id }, 'customer_id'],
      [{ customer_id: foreigner.id }, 'customer_id'],
      [{ customer_id: 'x', duration: 4 }, 'customer_id', 'duration'],
    ]);
    for (const duration of [5, 600]) {
      assert.equal(
        (await make(service().client, path, { customer_id: customer.id, duration })).duration,
        duration,
      );
      await drop(service().client, `${path}/${customer.id}`);
    }
    const answer = await service().client.post(path, { customer_id: customer.id, id: 9, site_id: 9 });
    assert.equal(answer.headers['x-ignored-fields'], 'id, site_id');
    await drop(service().client, `${path}/${customer.id}`);
  });

  it('are one per customer and site; at another site the customer may be as well', async () => {
    const { client } = service();
    const [customer, other] = [await guest(), await make(client, 'sites', { name: 'Next door' })];
    await make(client, path, { customer_id: customer.id });
    const again = await client.post(path, { customer_id: customer.id, duration: 10 });
    refused(again, 400, 'already_checked_in');
    assert.equal((await read(client, `${path}/${customer.id}`)).duration, 120);
    await make(client, `sites/${other.id}/checkins`, { customer_id: customer.id });
    await drop(client, `${path}/${customer.id}`);
    assert.equal((await read(client, `sites/${other.id}/checkins`)).length, 1);
  });

  it('show their customers on asking, to those who may read customers', async () => {
    const { client } = service();
    const customer = await guest();
    await make(client, path, { customer_id: customer.id });
    const own = `${path}/${customer.id}`;
    assert.equal('customer' in (await read(client, own)), false);
    const { customer: shown, ...rest } = await read(client, `${own}?expand=customer`);
    assert.deepEqual(rest, await read(client, own));
    assert.equal(shown.id_str, customer.id_str);
    assert.equal(shown.deleted, false);
    const all: Json[] = await read(client, `${path}?expand=customer`);
    assert.deepEqual(
      all.map((each) => each.customer.id_str),
      all.map((each) => each.customer_id_str),
    );
    invalidFields(await client.get(`${own}?expand=site`), 'expand');
    const lacking = await secondAddon(
      service(),
      SCOPES.filter((scope) => !scope.startsWith('customers')),
    );
    refused(await lacking.get(`${own}?expand=customer`), 403, 'insufficient_scope');
    assert.equal((await lacking.get(own)).status, 200);
    await drop(client, own);
  });

  describe('of many clients at once', () => {
    it('exactly one is made, and told once', async () => {
      const { client } = service();
      const other = await secondAddon(service());
      const customer = await guest();
      const log = await EventLog.open(client);
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(
          Array.from({ length: MANY }, (_, at) =>
            (at % 2 === 0 ? client : other).post(path, { customer_id: customer.id }),
          ),
        );
        assert.equal(answers.filter(({ status }) => status === 201).length, 1);
        for (const answer of answers) if (answer.status !== 201) refused(answer, 400, 'already_checked_in');
        assert.deepEqual(await log.topics(), ['checkins/created']);
        const ends = await Promise.all(
          Array.from({ length: MANY }, () => client.delete(`${path}/${customer.id}`)),
        );
        assert.equal(ends.filter(({ status }) => status === 204).length, 1);
        assert.equal(ends.filter(({ status }) => status === 404).length, MANY - 1);
        assert.deepEqual(await log.topics(), ['checkins/deleted']);
      }
    });

    it('exactly one takes the place of one that is over', async () => {
      const { client, clock } = service();
      const customer = await guest();
      await make(client, path, { customer_id: customer.id, duration: 5 });
      clock.advance(5n * MINUTE);
      const answers = await Promise.all(
        Array.from({ length: MANY }, () => client.post(path, { customer_id: customer.id })),
      );
      assert.equal(answers.filter(({ status }) => status === 201).length, 1);
      assert.equal(answers.filter(({ json }) => json.error === 'already_checked_in').length, MANY - 1);
      await drop(client, `${path}/${customer.id}`);
    });

    it('a customer who is deleted meanwhile is checked in before or not at all', async () => {
      const { client } = service();
      for (let round = 0; round < 5; round++) {
        const customer = await guest();
        const [made, deleted] = await Promise.all([
          client.post(path, { customer_id: customer.id }),
          client.delete(`customers/${customer.id}`),
        ]);
        assert.equal(deleted.status, 204);
        if (made.status === 201) await drop(client, `${path}/${customer.id}`);
        else invalidFields(made, 'customer_id');
      }
    });
  });

  it('end when their time is over, without an event; a new one can be made', async () => {
    const { client, clock } = service();
    const customer = await guest();
    const made = await make(client, path, { customer_id: customer.id, duration: 7 });
    const log = await EventLog.open(client);
    clock.advance(7n * MINUTE - 1n);
    assert.deepEqual(await read(client, path), [made]);
    refused(await client.post(path, { customer_id: customer.id }), 400, 'already_checked_in');
    clock.advance(1n);
    assert.deepEqual(await read(client, path), []);
    await notCheckedIn('GET', `${path}/${customer.id}`);
    await notCheckedIn('DELETE', `${path}/${customer.id}`);
    assert.deepEqual(await log.take(), []);
    const again = await make(client, path, { customer_id: customer.id });
    assert.notEqual(again.start_time, made.start_time);
    assert.deepEqual(await log.topics(), ['checkins/created']);
    await drop(client, `${path}/${customer.id}`);
  });

  it('are told with what their GET shows', async () => {
    const { client } = service();
    const customer = await make(client, 'customers', {
      first_name: 'Told',
      phone: '1',
      reference_id: 'mine',
    });
    const log = await EventLog.open(client);
    const made = await make(client, path, { customer_id: customer.id, duration: 60 });
    refused(await client.post(path, { customer_id: customer.id }), 400, 'already_checked_in');
    await drop(client, `${path}/${customer.id}`);
    const [begun, ended, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.deepEqual([begun.topic, ended.topic], ['checkins/created', 'checkins/deleted']);
    for (const event of [begun, ended]) {
      assert.equal(event.resource_id, customer.id);
      assert.deepEqual(event.site_ids, [site.id]);
      assert.deepEqual(event.payload, made);
    }
  });

  it('have a tag, which a check-out can name', async () => {
    const { client } = service();
    const customer = await guest();
    await make(client, path, { customer_id: customer.id });
    const address = `${path}/${customer.id}`;
    const { headers } = await client.get(address);
    const tag = headers.etag ?? '';
    assert.equal((await client.get(address, { headers: { 'if-none-match': tag } })).status, 304);
    refused(await client.delete(address, { headers: { 'if-match': '"other"' } }), 412, 'precondition_failed');
    assert.equal((await client.delete(address, { headers: { 'if-match': tag } })).status, 204);
    assert.equal((await client.delete(address, { headers: { 'if-match': tag } })).status, 404);
  });

  it('page by customer, without those that are over', async () => {
    const { client, clock } = service();
    const own = await make(client, 'sites', { name: 'Paged' });
    const here = `sites/${own.id}/checkins`;
    const customers: Json[] = [];
    for (let at = 0; at < 7; at++) customers.push(await guest());
    // The last come first.
    for (const [at, { id }] of [...customers.entries()].reverse())
      await make(client, here, { customer_id: id, duration: at === 3 ? 5 : 60 });
    clock.advance(6n * MINUTE);
    const wanted = customers.filter((_, at) => at !== 3).map(({ id }) => id);
    const seen = await pages(client, `${here}?limit=2`);
    assert.deepEqual(
      seen.map((page) => page.length),
      [2, 2, 2],
    );
    assert.deepEqual(
      seen.flat().map(({ id }) => id),
      wanted,
    );
  });

  it('are counted in the status of their site', async () => {
    const { client, clock } = service();
    const own = await make(client, 'sites', { name: 'Counted' });
    const status = () => read(client, `sites/${own.id}/status`);
    assert.deepEqual((await status()).checkins, { count: 0 });
    const [one, two] = [await guest(), await guest()];
    await make(client, `sites/${own.id}/checkins`, { customer_id: one.id, duration: 5 });
    await make(client, `sites/${own.id}/checkins`, { customer_id: two.id });
    assert.deepEqual((await status()).checkins, { count: 2 });
    const all = await read(client, 'status?limit=5000');
    assert.deepEqual(all.find((each: Json) => each.site_id === own.id).checkins, { count: 2 });
    clock.advance(5n * MINUTE);
    assert.deepEqual((await status()).checkins, { count: 1 });
    inUse(await client.delete(`sites/${own.id}`), /used by guests/);
    await drop(client, `sites/${own.id}/checkins/${two.id}`);
    // An expired check-in that is not swept yet does not stand in the way.
    await drop(client, `sites/${own.id}`);
    refused(await client.get(`sites/${own.id}/checkins`), 404, 'not_found');
  });

  it('belong to a site of the company', async () => {
    const { client, foreign, foreignCard } = service();
    const customer = await guest();
    for (const other of [UNKNOWN_ID, String(foreignCard.sites[0].id)]) {
      for (const [method, below] of [
        ['GET', ''],
        ['POST', ''],
        ['GET', `/${customer.id}`],
        ['DELETE', `/${customer.id}`],
      ] as const) {
        const answer = await client.ask(method, `sites/${other}/checkins${below}`, {
          ...(method === 'POST' ? { body: { customer_id: customer.id } } : {}),
        });
        refused(answer, 404, 'not_found');
        assert.equal(answer.json.message, undefined, 'it is the site that is not there');
      }
    }
    refused(await foreign.get(path), 404, 'not_found');
  });

  it('stay with a customer who is deleted, until they end', async () => {
    const { client } = service();
    const customer = await guest();
    await make(client, path, { customer_id: customer.id });
    await drop(client, `customers/${customer.id}`);
    assert.equal((await read(client, `${path}/${customer.id}`)).customer_id, customer.id);
    await drop(client, `${path}/${customer.id}`);
    invalidFields(await client.post(path, { customer_id: customer.id }), 'customer_id');
  });

  it('need a scope of their own', async () => {
    const customer = await guest();
    const reader = await secondAddon(service(), ['checkins:read', 'customers:write']);
    const writer = await secondAddon(service(), ['checkins:write']);
    refused(await reader.post(path, { customer_id: customer.id }), 403, 'insufficient_scope');
    assert.equal((await writer.post(path, { customer_id: customer.id })).status, 201);
    assert.equal((await reader.get(`${path}/${customer.id}`)).status, 200);
    refused(await reader.delete(`${path}/${customer.id}`), 403, 'insufficient_scope');
    assert.equal((await writer.delete(`${path}/${customer.id}`)).status, 204);
  });

  it('that are long over are swept away, so many at a time, and no others', async () => {
    const { client, clock, app } = service();
    const rows = () =>
      app.storage.read(async (tx) => {
        const row = await tx.get<{ n: bigint }>(raw('select count(*) as n from checkins'));
        return Number(row?.n);
      });
    const sweep = (limit: number) => app.storage.write((tx) => sweepCheckins(tx, clock.now(), limit));
    clock.advance(12n * HOUR);
    await sweep(1_000);
    assert.equal(await rows(), 0);
    for (let at = 0; at < 5; at++) await make(client, path, { customer_id: (await guest()).id, duration: 5 });
    const stays = await guest();
    await make(client, path, { customer_id: stays.id, duration: 600 });
    clock.advance(5n * MINUTE + HOUR - 1n);
    assert.equal(await sweep(1_000), 0);
    clock.advance(1n);
    assert.equal(await sweep(3), 3);
    assert.equal(await sweep(3), 2);
    assert.equal(await sweep(3), 0);
    assert.deepEqual(
      (await read(client, path)).map(({ id }: Json) => id),
      [stays.id],
    );
  });
});
