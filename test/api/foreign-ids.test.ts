import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Route } from '#src/edge/route.ts';
import { ROUTES } from '#src/routes.ts';
import { ID_KINDS } from '#src/storage/port.ts';
import { sql } from '#src/storage/sql.ts';
import { type Answer, type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { CASES } from './cases/all.ts';
import { type Arranged, callerOf, createWorld, nameOf, pathOf, type World } from './cases/case.ts';
import { EXAMPLES, type Kinds, kindOf, kindsOf, NEVER_GOOD } from './foreign-examples.ts';
import { nameOfPlace, type Place, placesOf, valueAt, withValueAt } from './foreign-places.ts';
import { everythingOf, make, read, UNKNOWN_ID } from './helpers.ts';
import { EVERY_RIGHT, permissionsOf, signIn } from './operator-helpers.ts';

// Every place of every route that takes an id is sent the id of another company's record of that kind: the answer is that
// of an id that does not exist, and the other company stays as it is. The places are those of the description, so that a new
// field is tested by itself; where the case of its route is no good request with it, the test asks for an example.

/** Where the ids of each kind begin: long numbers, none of them a part of another one. */
const FIRST = 3_111_000_000n;

/** What leads nowhere where that is no id. */
const NOWHERE: Readonly<Record<string, string>> = { saleid: 'ZZZZZZZZ', group: 'nobody' };

/** Headers that differ from answer to answer. */
const PASSING = ['date', 'x-request-id', 'content-length'];

/** A company that may do everything, and one of everything in it. */
async function worldOf(service: Service, name: string): Promise<World> {
  const { client, card } = await service.newCompany(name);
  await service.app.storage.write(async (tx) =>
    tx.run(sql`update companies set is_sandbox = 1 where id = ${BigInt(card.company_id)}`),
  );
  const customer = await make(client, 'customers', { first_name: name, phone: '1' });
  return createWorld({ ...service, client, card: { ...card, customers: [customer] } });
}

/** A request with an id in a place. */
function withId(place: Place, arranged: Arranged, id: string): Arranged {
  if (place.where === 'path') return { ...arranged, params: { ...arranged.params, [place.name]: id } };
  if (place.where === 'body') return { ...arranged, body: withValueAt(arranged.body, place.steps, id) };
  const also = place.name === 'record_id' ? 'record_kind=product&' : '';
  return { ...arranged, query: `?${also}${place.name}=${id}` };
}

/** An answer but for the id that was sent. */
function told({ status, headers, text }: Answer, id: string): Json {
  const lasting = Object.entries(headers).filter(
    ([name]) => !PASSING.includes(name) && (status >= 400 || name !== 'etag'),
  );
  const plain = JSON.stringify([status, text, lasting]).replaceAll(id, '<id>');
  return JSON.parse(plain);
}

/** A new staff member, by id. */
async function hired(client: Client, fields: object): Promise<string> {
  return (await make(client, 'staff', { first_name: 'Olga', pin: '4711', ...fields })).id_str;
}

/** Whether a place is among some, by its name or as its twin. */
const isAmong = (places: readonly string[], route: Route, { name }: Place) =>
  places.includes(`${nameOf(route)} ${name.replace(/_str$/, '')}`);

const isGood = ({ status }: Answer) => status < 300;
const isRead = ({ method, access }: Route) => method === 'GET' || access === 'read';

onEachEngine('ids of another company', (service) => {
  let ours: World;
  let theirs: World;
  let own: Kinds;
  let foreign: Kinds;
  /** Requests of the other company, by route. */
  const their = new Map<string, Arranged>();
  /** The other company, before anything was tried. */
  let untouched: string;

  const remains = async () =>
    assert.ok(
      (await everythingOf(service(), theirs.client.companyId)) === untouched,
      'The other company has changed.',
    );

  before(async () => {
    for (const [at, kind] of ID_KINDS.entries())
      await service().app.storage.startIdsAt(kind, FIRST + BigInt(at) * 1_000_000n);
    [ours, theirs] = [await worldOf(service(), 'Ours'), await worldOf(service(), 'Theirs')];
    [own, foreign] = [await kindsOf(ours), await kindsOf(theirs)];
    for (const route of ROUTES) {
      const name = nameOf(route);
      if (placesOf(route).some(({ where, name: named }) => where === 'path' || named === 'start'))
        their.set(name, (await CASES[name]?.arrange?.(theirs)) ?? {});
    }
    untouched = await everythingOf(service(), theirs.client.companyId);
  });

  const request = (route: Route, arranged: Arranged, { client }: World, more = '') => {
    const { query = '' } = arranged;
    const whole = `${query}${query === '' ? '?' : '&'}${more}`;
    return pathOf(route.path, client.companyId, { ...arranged, query: more === '' ? query : whole });
  };
  const send = (route: Route, arranged: Arranged, more = '', by = ours): Promise<Answer> => {
    const { body, headers = {}, without = [] } = arranged;
    const ask = { headers, without, ...(body === undefined ? {} : { body }) };
    return callerOf(route, by).ask(route.method, request(route, arranged, by, more), ask);
  };

  /** The ids to send in a place, or why there are none. */
  async function idsFor(route: Route, place: Place): Promise<readonly string[]> {
    const name = nameOf(route);
    const arranged = their.get(name) ?? {};
    if (place.where === 'path') return [arranged.params?.[place.name] ?? ''];
    if (place.name === 'start') {
      const { json } = await send(route, { ...arranged, query: '?limit=1' }, '', theirs);
      // Entries of a log are counted by company: a number is one of our own as well.
      const id = BigInt(json?.[0]?.id_str ?? 0);
      return id < FIRST ? [] : [String(id)];
    }
    const kinds = kindOf(name, place);
    if (kinds === undefined) assert.fail('Say in FIELDS of foreign-examples.ts what it is the id of.');
    return kinds.map((kind) => foreign[kind]);
  }

  /** A request that is good with an id of our own in the place. */
  async function goodFor(
    route: Route,
    place: Place,
    known: readonly Arranged[],
    tried: Set<string>,
  ): Promise<Arranged> {
    const [base = {}] = known;
    if (place.where === 'path' || place.name === 'start' || isAmong(NEVER_GOOD, route, place)) return base;
    const isHeld = ({ body }: Arranged) =>
      place.where === 'body' && ['string', 'number'].includes(typeof valueAt(body, place.steps));
    const [kind] = kindOf(nameOf(route), place) ?? [];
    const good = known.find(isHeld) ?? withId(place, base, kind === undefined ? '' : own[kind]);
    const asked = JSON.stringify([good.params, good.query, good.body]);
    if (tried.has(asked)) return good;
    const answer = await send(route, good, isRead(route) ? '' : 'dry_run=true');
    assert.ok(isGood(answer), `EXAMPLES of foreign-examples.ts need one with it: ${asked} is ${answer.text}`);
    tried.add(asked);
    return good;
  }

  /** The answers to an id of another company and to one that does not exist are one. */
  async function isUnknown(route: Route, place: Place, good: Arranged, id: string): Promise<void> {
    const nowhere = NOWHERE[place.name] ?? UNKNOWN_ID;
    const here = await send(route, withId(place, good, id));
    const there = await send(route, withId(place, good, nowhere));
    assert.deepEqual(told(here, id), told(there, nowhere));
    // Of a filter nothing may be found; everything else has to be there.
    if (isGood(here) && place.where === 'query')
      assert.match(here.text.slice(0, 100), /^(?:\[\]|\ufeff[^\n]*\n?)?$/);
    else assert.ok(here.status === 404 || here.status === 400, here.text);
  }

  /** The same within a batch that is all or nothing, as one of several requests. */
  async function isUnknownInBatch(route: Route, place: Place, good: Arranged, id: string): Promise<void> {
    const nowhere = NOWHERE[place.name] ?? UNKNOWN_ID;
    const answers = [];
    for (const each of [id, nowhere]) {
      const { body, ...arranged } = withId(place, good, each);
      const requests = [
        { method: 'POST', path: '/v1/companies/me/customers', body: { first_name: 'Ada', phone: '1' } },
        {
          method: route.method,
          path: request(route, arranged, ours),
          ...(body === undefined ? {} : { body }),
        },
      ];
      const answer = await callerOf(route, ours).post('batch', { atomic: true, requests });
      const { status, body: refusal } = answer.json.responses?.[1] ?? answer.json;
      answers.push(JSON.parse(JSON.stringify([answer.status, status, refusal]).replaceAll(each, '<id>')));
    }
    assert.deepEqual(answers[0], answers[1]);
  }

  it('are looked for where the exceptions say', () => {
    const places = ROUTES.flatMap((route) => placesOf(route).map(({ name }) => `${nameOf(route)} ${name}`));
    for (const place of NEVER_GOOD) assert.ok(places.includes(place), `${place} is no place.`);
    assert.ok(places.length > 700, String(places.length));
  });

  for (const route of ROUTES) {
    const name = nameOf(route);
    const each = CASES[name];
    const places = placesOf(route);
    // The test of routes fails for one without a case.
    if (each === undefined || places.length === 0) continue;

    it(`${name} knows none`, async () => {
      const base = (await each.arrange?.(ours)) ?? {};
      const known = [base, ...((await EXAMPLES[name]?.(ours, base)) ?? [])];
      const tried = new Set<string>();
      const faults: string[] = [];
      for (const place of places) {
        try {
          const ids = await idsFor(route, place);
          const good = await goodFor(route, place, known, tried);
          for (const id of ids) await isUnknown(route, place, good, id);
        } catch (error) {
          faults.push(`${nameOfPlace(place)}: ${error instanceof Error ? error.message : error}`);
        }
      }
      const last = places.at(-1);
      if (faults.length === 0 && last !== undefined && !isRead(route)) {
        const [id = ''] = await idsFor(route, last);
        await isUnknownInBatch(route, last, await goodFor(route, last, known, tried), id);
      }
      if (faults.length > 0) assert.fail(faults.join('\n'));
      if (!isRead(route)) await remains();
    });
  }

  it('are none in the paths of order lists, the first one or a later one', async () => {
    const owners = { sites: 'site', registers: 'register', staff: 'staff', customers: 'customer' } as const;
    for (const [owner, kind] of Object.entries(owners)) {
      for (const path of [
        `${owner}/<id>/orders`,
        `orders/${owner}/<id>`,
        `sites/${ours.site}/${owner}/<id>/orders`,
      ]) {
        const [here, there] = await Promise.all(
          [foreign[kind], UNKNOWN_ID].map(async (id) =>
            told(await ours.client.get(path.replace('<id>', id)), id),
          ),
        );
        assert.deepEqual(here, there);
        assert.equal(here[0], 404, path);
      }
    }
  });

  it('are no approvals', async () => {
    const { register, product } = ours;
    const pin = { staff_id: await hired(theirs.client, EVERY_RIGHT), pin: '4711', right: 'ChangePrice' };
    const approval = await make(theirs.client, `registers/${theirs.register}/approvals`, pin);
    untouched = await everythingOf(service(), theirs.client.companyId);
    const member = {
      id: await hired(ours.client, { permissions: permissionsOf(['FinishSale']) }),
      pin: '4711',
    };
    const { client } = await signIn(service(), ours.client, register, member);
    const body = { site_id: ours.site, lines: [{ product_id: product, unit_price: 1 }] };
    const answers = [approval.id_str, UNKNOWN_ID].map(async (id) =>
      told(await client.post('orders', body, { headers: { 'x-approval': id } }), id),
    );
    const [here, there] = await Promise.all(answers);
    assert.deepEqual(here, there);
    assert.equal(here[0], 403);
    await remains();
  });

  it('nor are keys and cursors: each company has its own', async () => {
    const key = { headers: { 'idempotency-key': 'of-one-company' } };
    const sold = (world: World, notes: string) =>
      world.client.post('orders', { site_id: world.site, notes }, key);
    const first = await sold(theirs, 'theirs');
    untouched = await everythingOf(service(), theirs.client.companyId);
    const other = await sold(ours, 'ours');
    assert.deepEqual([first.status, other.status, other.json.notes], [201, 201, 'ours']);
    assert.equal(other.headers['idempotent-replayed'], undefined);
    for (const path of ['orders', 'products', 'customers', 'events', `sites/${theirs.site}/products`]) {
      const { headers } = await theirs.client.get(`${path}?limit=1`);
      const { pathname, search } = new URL(headers['x-next-page'] ?? '');
      const foreign = pathname.replace(theirs.client.companyId, ours.client.companyId) + search;
      for (const address of [`${pathname}${search}`, foreign]) {
        const answer = await ours.client.get(address);
        assert.ok(answer.status === 404 || answer.status === 400, `${address}: ${answer.text}`);
      }
    }
    await remains();
  });

  it('nor are names that an add-on or a person gave: each company has its own', async () => {
    const names = { external_id: 'E-1', reference_id: 'R-1', email: 'ada@example.com', phone: '0400' };
    const guest = { first_name: 'Theirs', ...names };
    const product = { name: 'Tea', sku: 'T-1', barcode: '4006381333931', unit_price: 4, external_id: 'E-1' };
    const order = { group_id: 'G-1', sale_number: 'S-1', external_id: 'E-1' };
    const fill = async (world: World) => {
      const { client, site } = world;
      await make(client, 'customers', guest);
      await make(client, `sites/${site}/products`, product);
      await make(client, 'orders', { site_id: site, ...order });
      await make(client, 'sites', { name: 'Second', external_id: 'E-1' });
    };
    await fill(theirs);
    untouched = await everythingOf(service(), theirs.client.companyId);
    const found = async (by: Client) => {
      const lists = [
        ...['external_id=E-1', 'reference_id=R-1', 'q=Theirs', 'phone=0400'].map(
          (query) => `customers?${query}`,
        ),
        ...['external_id=E-1', 'sku=T-1', 'barcode=4006381333931', 'exactname=Tea'].map(
          (query) => `products?${query}`,
        ),
        ...['external_id=E-1', 'group_id=G-1', 'sale_number=S-1'].map((query) => `orders?${query}`),
        'sites?external_id=E-1',
      ];
      const answers = await Promise.all(lists.map((path) => read(by, path)));
      return answers.map((list: Json) => list.length);
    };
    assert.deepEqual(new Set(await found(ours.client)), new Set([0]));
    const { status } = await ours.client.get('customers?email=ada@example.com');
    assert.equal(status, 404);
    // A customer who is named within an order is made here, and theirs is no match.
    const linked = await make(ours.client, 'orders', {
      site_id: ours.site,
      customer: { ...guest, first_name: 'Ours' },
    });
    assert.equal(linked.customer.first_name, 'Ours');
    await ours.client.delete(`orders/${linked.id_str}`);
    const { json: imported } = await ours.client.post('imports', {
      csv: 'sku,name,unit_price\nT-1,Our tea,5\n',
    });
    assert.deepEqual([imported.saved, imported.created], [true, 1]);
    await remains();
  });
});
