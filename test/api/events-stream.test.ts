import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BYTES_PER_READ, EVENTS_PER_READ } from '#src/edge/events.ts';
import { hashSecret } from '#src/edge/secrets.ts';
import { BEAT_MS, LIFE_BEATS, MAX_PER_PATH } from '#src/edge/stream.ts';
import type { Fact } from '#src/kernel/event.ts';
import { type Micros, SECOND } from '#src/kernel/time.ts';
import { append } from '#src/outbox/append.ts';
import { eventsWithin } from '#src/outbox/log.ts';
import { openStorage } from '#src/storage/open.ts';
import { sql } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { eventsIn, type OpenStream, openStream } from '#test/harness/stream.ts';
import { change, make, read, refused, secondAddon } from './helpers.ts';

const BEAT: Micros = BigInt(BEAT_MS) * 1_000n;

// Intervals pass only when a test says so: what arrives without a tick was woken by its commit.
onEachEngine('the event log as a stream (reference: events.10, events.11)', (service) => {
  const open: OpenStream[] = [];
  const follow = async (query = '', client?: Client, more = {}): Promise<OpenStream> => {
    const stream = await openStream(service(), `events/stream${query}`, client, more);
    open.push(stream);
    assert.equal(stream.status, 200, stream.text());
    return stream;
  };
  const told = (stream: OpenStream) => eventsIn(stream.text());
  // Counted, not read: some streams here are of many megabytes.
  const countOf = (text: string) => text.slice(0, text.lastIndexOf('\n\n')).split('\ndata: ').length - 1;
  const tells = (stream: OpenStream, count: number) =>
    until(`${count} events have come`, () => countOf(stream.text()) >= count);
  const lastNumber = async (): Promise<number> =>
    (await read(service().client, 'events?limit=5000')).at(-1)?.number ?? 0;
  const tax = (client = service().client) => make(client, 'taxes', { code: 'T', name: 'Tax', rate: 0.1 });
  const tell = (count: number, payload: string, storage = service().app.storage) => {
    const facts = Array.from({ length: count }, (_, at): Fact => {
      const shown = `{"at":${at},"text":"${payload}"}`;
      return { topic: 'taxes/updated', resource: 1n, sites: [], changed: [], payload: shown };
    });
    const company = BigInt(service().client.companyId);
    return storage.write((tx) => append(tx, company, service().clock.now(), facts));
  };
  const beat = (count = 1) => {
    for (let beats = 0; beats < count; beats++) {
      service().clock.advance(BEAT);
      service().ticker.tick();
    }
  };
  afterEach(async () => {
    for (const stream of open.splice(0)) stream.hangUp();
    await until('all streams are closed', () => service().ticker.size === 0);
  });

  describe('tells what GET /events shows', () => {
    it('after a number, of all topics or some', async () => {
      const { client } = service();
      const after = await lastNumber();
      const made = await tax();
      await change(client, `taxes/${made.id}`, { name: 'Other' });
      await make(client, 'sites', { name: 'Place' });
      const shown = await read(client, `events?after=${after}`);
      assert.equal(shown.length, 3);
      const stream = await follow(`?after=${after}`);
      await tells(stream, 3);
      assert.deepEqual(
        told(stream),
        shown.map((json: Json) => ({ id: json.number, event: json.topic, json })),
      );
      assert.ok(stream.text().startsWith(`retry: 1000\nid: ${after}\n: here\n\n`));
      const some = await follow(`?after=${after}&topic=taxes/updated,sites/created`);
      await tells(some, 2);
      assert.deepEqual(
        told(some).map(({ event }) => event),
        ['taxes/updated', 'sites/created'],
      );
      const listed = await read(client, `events?after=${after}&topic=taxes/updated,sites/created`);
      assert.deepEqual(
        told(some).map(({ json }) => json),
        listed,
      );
    });

    it('as it happens, woken by the commit alone, and nothing of before when nothing is asked for', async () => {
      await tax();
      const before = await lastNumber();
      const stream = await follow();
      assert.ok(stream.text().startsWith(`retry: 1000\nid: ${before}\n`));
      for (let count = 1; count <= 5; count++) {
        await tax();
        await tells(stream, count);
      }
      assert.deepEqual(
        told(stream).map(({ id }) => id),
        [1, 2, 3, 4, 5].map((step) => before + step),
      );
    });

    it('with the reference that the add-on itself gave to a customer, and no other', async () => {
      const other = await secondAddon(service());
      const [mine, theirs] = [await follow(), await follow('', other)];
      await make(service().client, 'customers', { first_name: 'A', phone: '1', reference_id: 'mine' });
      await tells(mine, 1);
      await tells(theirs, 1);
      assert.equal(told(mine)[0]?.json.payload.reference_id, 'mine');
      assert.equal(told(theirs)[0]?.json.payload.reference_id, '');
    });

    it('to nobody but its own company', async () => {
      const { foreign } = service();
      const theirs = await follow('', foreign);
      const stream = await follow();
      await tax();
      await tells(stream, 1);
      await tax(foreign);
      await tells(theirs, 1);
      assert.deepEqual(
        told(theirs).map(({ json }) => String(json.company_id)),
        [foreign.companyId],
      );
    });

    it('found by a look now and then, when nobody wakes it', async () => {
      const { app, client } = service();
      const stream = await follow();
      const company = BigInt(client.companyId);
      await app.storage.write(async (tx) =>
        tx.run(sql`update event_counters set followed_until = 0 where company_id = ${company}`),
      );
      await tell(1, 'x');
      await tell(1, 'x');
      service().ticker.tick();
      await tells(stream, 2);
    });
  });

  it('wakes nobody while nobody follows that company', async () => {
    const { app, foreign } = service();
    let wakes = 0;
    const stop = app.storage.onWake(() => wakes++);
    // Who begins to listen on PostgreSQL is called once by that.
    if (service().engine === 'postgres') await until('it listens', () => wakes > 0);
    const awaken = async (client: Client): Promise<number> => {
      const before = wakes;
      await tax(client);
      return wakes - before;
    };
    service().clock.advance(10n * BEAT);
    assert.equal(await awaken(service().client), 0);
    await follow('', foreign);
    assert.equal(await awaken(service().client), 0);
    await follow();
    const before = wakes;
    assert.ok((await awaken(service().client)) > 0);
    // PostgreSQL notifies every listener once more, and this process among them.
    if (service().engine === 'postgres') await until('the echo has come', () => wakes === before + 2);
    service().clock.advance(10n * BEAT);
    assert.equal(await awaken(service().client), 0);
    stop();
  });

  it('is woken by the commits of other processes', async () => {
    if (service().engine === 'sqlite') return;
    const other = await openStorage(service().config);
    const stream = await follow();
    for (let count = 1; count <= 5; count++) {
      await tell(1, 'x', other);
      await tells(stream, count);
    }
    await other.close();
  });

  it('misses nothing and tells nothing twice, however often its client comes back', async () => {
    const begin = await lastNumber();
    let last = begin;
    let writing = true;
    let lives = 0;
    const writers = Array.from({ length: 4 }, async () => {
      // On a fast machine they go on until the client has come back: the network has a turn after each.
      for (let round = 0; round < 40 || (lives <= 3 && round < 4_000); round++) {
        await tell(1 + (round % 5), 'x'.repeat((round % 40) * 20));
        await turn();
      }
    });
    const written = Promise.all(writers).then(() => {
      writing = false;
    });
    const seen: number[] = [];
    const take = (stream: OpenStream) => {
      stream.hangUp();
      const ids = told(stream).map(({ id }) => id);
      seen.push(...ids);
      last = ids.at(-1) ?? last;
      lives++;
    };
    while (writing) {
      const stream = await follow('?after=0', undefined, { 'last-event-id': String(last) });
      // Cut wherever it is, also in the midst of an event.
      await until('the stream says something', () => stream.text() !== '' || !writing);
      take(stream);
    }
    await written;
    const end = await lastNumber();
    while (last < end) {
      const stream = await follow(`?after=${last}`);
      await tells(stream, 1);
      take(stream);
    }
    assert.ok(lives > 3, `it came back ${lives} times`);
    assert.deepEqual(
      seen,
      Array.from({ length: end - begin }, (_, at) => begin + at + 1),
    );
  });

  it('begins now behind a number that its log has not reached, and says so', async () => {
    await tax();
    const before = await lastNumber();
    const streams = [
      await follow('', undefined, { 'last-event-id': String(before + 1_000) }),
      await follow(`?after=${before + 2}`),
      await follow(`?after=${before + 2}`, undefined, { 'last-event-id': '' }),
      await follow('', undefined, { 'last-event-id': '' }),
    ];
    for (const stream of streams) assert.ok(stream.text().startsWith(`retry: 1000\nid: ${before}\n`));
    await tax();
    for (const stream of streams) {
      await tells(stream, 1);
      assert.deepEqual(
        told(stream).map(({ id }) => id),
        [before + 1],
      );
    }
  });

  it('reads no more at a time than it may, and tells all of it', async () => {
    const after = await lastNumber();
    await tell(3, 'x'.repeat(BYTES_PER_READ));
    await tell(5, 'y'.repeat(BYTES_PER_READ / 3));
    await tell(EVENTS_PER_READ + 5, 'z');
    const sizes: number[] = [];
    const company = BigInt(service().client.companyId);
    for (let at = BigInt(after); ; ) {
      const rows = await service().app.storage.read((tx) =>
        eventsWithin(tx, company, at, { topics: ['taxes/updated'] }, EVENTS_PER_READ, BYTES_PER_READ),
      );
      if (rows.length === 0) break;
      sizes.push(rows.length);
      at = rows.at(-1)?.number ?? at;
    }
    assert.deepEqual(sizes, [1, 1, 1, 3, EVENTS_PER_READ, 7]);
    const stream = await follow(`?after=${after}`);
    await tells(stream, EVENTS_PER_READ + 13);
    assert.deepEqual(
      told(stream).map(({ id }) => id - after),
      [...Array(EVENTS_PER_READ + 13).keys()].map((n) => n + 1),
    );
  });

  it('is cut when its client takes nothing, which loses nothing by that', async () => {
    const after = await lastNumber();
    const stream = await follow(`?after=${after}`);
    stream.stall();
    const other = await follow(`?after=${after}`);
    // More than the buffers of the network take.
    for (let count = 0; count < 30; count++) await tell(10, 'x'.repeat(100_000));
    await tells(other, 300);
    assert.equal(service().ticker.size, 3);
    // What the network still takes at the first beats is no standing still; its time is not over before the last.
    for (let beats = 0; beats < LIFE_BEATS - 2 && service().ticker.size > 2; beats++) {
      const said = other.more();
      beat();
      await said;
    }
    await until('it is cut', () => service().ticker.size === 2);
    assert.ok(told(stream).length < 300, 'all of it was taken');
    const last = told(stream).at(-1)?.id ?? after;
    const again = await follow(`?after=${last}`);
    await tells(again, 1);
    assert.equal(told(again)[0]?.id, last + 1);
  });

  it('ends when the token is revoked or has not the scope any more, before anything more is told', async () => {
    const { app, client, clock } = service();
    for (const set of [sql`revoked_at = ${clock.now()}`, sql`scopes = '["orders:read"]'`]) {
      const addon = await secondAddon(service(), ['webhooks']);
      const stream = await follow('', addon);
      const hash = hashSecret(addon.token.replace('Bearer ', ''));
      await app.storage.write(async (tx) =>
        tx.run(
          sql`update access_tokens set ${set} where company_id = ${BigInt(client.companyId)} and token_hash = ${hash}`,
        ),
      );
      // A token that was good is believed for a second.
      clock.advance(2n * SECOND);
      await tax();
      await stream.ends();
      assert.equal(told(stream).length, 0);
    }
  });

  it('is counted for each add-on by itself: one that has too many loses its own oldest', async () => {
    const other = await follow('', await secondAddon(service()));
    const streams: OpenStream[] = [];
    for (let count = 0; count <= MAX_PER_PATH; count++) streams.push(await follow());
    await streams[0]?.ends();
    await tax();
    for (const stream of [other, ...streams.slice(1)]) await tells(stream, 1);
  });

  it('is refused where it cannot go on, or is not allowed', async () => {
    const { client } = service();
    const ask = (query: string, more = {}) =>
      client.get(`events/stream${query}`, { headers: { accept: 'text/event-stream', ...more } });
    refused(await ask('?after=one'), 400, 'invalid_request', 'after');
    refused(await ask('?topic=taxes/updated,taxes/painted'), 400, 'invalid_request', 'topic');
    refused(await ask('', { 'last-event-id': 'x' }), 400, 'invalid_request', 'Last-Event-ID');
    refused(await client.get('events/stream'), 406, 'not_acceptable');
    const reader = await secondAddon(service(), ['orders:read']);
    const accept = { headers: { accept: 'text/event-stream' } };
    refused(await reader.get('events/stream', accept), 403, 'insufficient_scope');
    assert.equal(service().ticker.size, 0);
  });
});
