import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lockCounted } from '#src/products/at-site.store.ts';
import { until } from '#test/harness/process.ts';
import { onEachEngine } from '#test/harness/service.ts';
import { lockWaits } from '#test/harness/storage.ts';
import {
  change,
  drop,
  EventLog,
  invalidFields,
  make,
  read,
  refused,
  refusesEach,
  survivesSendingBack,
} from './helpers.ts';

// What can be changed of the company, and what stands in the way.

const ADDRESS = {
  address: '1 Example St',
  city: 'Sydney',
  state: 'NSW',
  postal_code: '2000',
  country: 'AU',
};

/** A whole GIF of one pixel, which no printer of ours shows. */
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** A PNG of one pixel. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

onEachEngine('the company that is changed (reference: company.15, company.18)', (service) => {
  const COMPANY = '/v1/companies/me';
  const FULL = {
    name: 'Quay Trading',
    business_number: '51 824 753 556',
    website: 'https://quay.example/about',
    image: 'https://quay.example/logo.png',
    postal_address: ADDRESS,
    shipping_address: { ...ADDRESS, address: 'Dock 4', state: null },
    receipt_header: 'Quay\nשלום 宫保鸡丁 👩‍👩‍👧',
    receipt_footer: 'Thank you!\r\n\r\nwww.quay.example',
  };

  it('keeps every field as it was sent, and null unsets it', async () => {
    const { client } = service();
    const member = await make(client, 'staff', { first_name: 'Ann' });
    const before = await read(client, COMPANY);
    const full = { ...FULL, contact_staff_member: member.id };
    const after = await change(client, COMPANY, full);
    const twins = { contact_staff_member_str: member.id_str, updated_at: after.updated_at };
    assert.deepEqual(after, { ...before, ...full, ...twins });
    assert.deepEqual(await read(client, COMPANY), after);
    assert.deepEqual(await read(client, '/v1/companies'), [after]);
    const types = (await read(client, `${COMPANY}/addresses`)).map(({ type }: { type: string }) => type);
    assert.deepEqual(types, ['postal', 'shipping']);
    await survivesSendingBack(client, COMPANY);
    for (const [field, value] of Object.entries({ ...full })) {
      if (field === 'name') continue;
      const without = await change(client, COMPANY, { [field]: null });
      assert.equal(without[field], null, field);
      assert.deepEqual((await change(client, COMPANY, { [field]: value }))[field], value, field);
    }
    await change(client, COMPANY, { contact_staff_member: null });
    await drop(client, `staff/${member.id}`);
  });

  it('takes each text as long as it may be', async () => {
    const { client } = service();
    const longest = {
      name: 'n'.repeat(255),
      business_number: '1'.repeat(100),
      website: `https://a.example/${'w'.repeat(1982)}`,
      image: `https://a.example/${'i'.repeat(1982)}`,
      receipt_header: '\n'.repeat(500),
      // Counted as people count, not in code units.
      receipt_footer: '𝒜'.repeat(500),
    };
    const kept = await change(client, COMPANY, longest);
    assert.deepEqual({ ...kept, ...longest }, kept);
    await change(client, COMPANY, FULL);
  });

  it('refuses what it cannot be, by its name, and is as it was', async () => {
    await refusesEach(service(), 'PUT', COMPANY, FULL, [
      [{ name: null }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'n'.repeat(256) }, 'name'],
      [{ name: 5 }, 'name'],
      [{ business_number: '1'.repeat(101) }, 'business_number'],
      [{ business_number: 51 }, 'business_number'],
      [{ website: 'quay' }, 'website'],
      [{ website: 'javascript:alert(1)' }, 'website'],
      [{ website: `https://a.example/${'w'.repeat(1983)}` }, 'website'],
      [{ image: 'data:image/png;base64,AAAA' }, 'image'],
      [{ image: GIF }, 'image'],
      [{ image: 'https://user:secret@a.example/' }, 'image'],
      [{ postal_address: 'Sydney' }, 'postal_address'],
      [{ postal_address: { city: 5 } }, 'postal_address.city'],
      [{ postal_address: { address: 'a'.repeat(501) } }, 'postal_address.address'],
      [{ shipping_address: { postal_code: '1'.repeat(51) } }, 'shipping_address.postal_code'],
      [{ shipping_address: { country: 'c'.repeat(201) } }, 'shipping_address.country'],
      [{ contact_staff_member: 987654321987 }, 'contact_staff_member'],
      [{ contact_staff_member: 'Ann' }, 'contact_staff_member'],
      [{ timezone: null }, 'timezone'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: { name: 'Mars/Olympus' } }, 'timezone'],
      [{ receipt_header: 'h'.repeat(501) }, 'receipt_header'],
      [{ receipt_header: ['a', 'b'] }, 'receipt_header'],
      [{ receipt_header: 'a\u0000b' }, 'receipt_header'],
      [{ receipt_footer: '𝒜'.repeat(501) }, 'receipt_footer'],
      [{ receipt_footer: 5, name: '' }, 'receipt_footer', 'name'],
    ]);
  });

  it('refuses the staff member of another company as its contact', async () => {
    const { client, foreign } = service();
    const stranger = await make(foreign, 'staff', { first_name: 'Eve' });
    const answer = await client.put(COMPANY, { contact_staff_member: stranger.id });
    invalidFields(answer, 'contact_staff_member');
  });

  it('tells what changed and what it was, and nothing when nothing did', async () => {
    const { client } = service();
    await change(client, COMPANY, { receipt_header: null, receipt_footer: 'Thanks' });
    const log = await EventLog.open(client);
    const after = await change(client, COMPANY, { receipt_header: 'Hello', receipt_footer: 'Bye' });
    const [told, ...none] = await log.take();
    assert.deepEqual(none, []);
    assert.equal(told.topic, 'company/updated');
    assert.deepEqual(told.changed, ['receipt_header', 'receipt_footer']);
    assert.deepEqual(told.previous, { receipt_header: null, receipt_footer: 'Thanks' });
    assert.deepEqual(told.payload, after);
    await change(client, COMPANY, { receipt_header: 'Hello' });
    assert.deepEqual(await log.take(), []);
  });

  it('is changed by whoever has read it last', async () => {
    const { client } = service();
    const etag = String((await client.get(COMPANY)).headers.etag);
    const mine = await client.put(COMPANY, { receipt_header: 'Mine' }, { headers: { 'if-match': etag } });
    assert.equal(mine.status, 200, mine.text);
    const late = await client.put(COMPANY, { receipt_header: 'Late' }, { headers: { 'if-match': etag } });
    assert.equal(late.status, 412, late.text);
    assert.equal((await read(client, COMPANY)).receipt_header, 'Mine');
  });

  it('moves to another time zone while there is no order; the currency stays', async () => {
    const { client, card } = service();
    const before = await read(client, COMPANY);
    const moved = await change(client, COMPANY, { timezone: 'Pacific/Auckland' });
    assert.deepEqual(moved.timezone, { name: 'Pacific/Auckland', offset: '+13:00' });
    assert.deepEqual(
      (await change(client, COMPANY, { timezone: before.timezone })).timezone,
      before.timezone,
    );
    const ignored = await client.put(COMPANY, { currency: 'EUR' });
    assert.equal(ignored.headers['x-ignored-fields'], 'currency');
    assert.equal(ignored.json.currency, before.currency);
    await make(client, 'orders', { site_id: card.sites[0].id });
    const answer = await client.put(COMPANY, { timezone: 'Pacific/Auckland', name: 'Elsewhere' });
    refused(answer, 409, 'conflict');
    assert.match(answer.json.error_description, /time zone cannot be changed.*orders/);
    const now = await read(client, COMPANY);
    assert.deepEqual([now.timezone, now.name === 'Elsewhere'], [before.timezone, false]);
    // The one that it has may be sent with other fields.
    await survivesSendingBack(client, COMPANY);
  });

  it('a site keeps its currency once it has orders, deleted ones too (reference: company.26)', async () => {
    const { client } = service();
    const { timezone, currency } = await read(client, COMPANY);
    assert.equal(currency, 'AUD');
    for (const status of ['PENDING', 'COMPLETE', 'deleted']) {
      const site = await make(client, 'sites', { name: status, currency: 'USD', timezone: timezone.name });
      const path = `sites/${site.id}`;
      await change(client, path, { currency: 'JPY' });
      const product = await make(client, `${path}/products`, { name: 'Tea', unit_price: 10_000 });
      const lines = [{ product_id: product.id }];
      const other = status === 'deleted' ? 'SUBMITTED' : status;
      const order = await make(client, 'orders', { site_id: site.id, status: other, lines });
      if (status === 'deleted') assert.equal((await client.delete(`orders/${order.id}`)).status, 204);
      // Null is the company's, which is another one.
      for (const wanted of ['USD', null]) {
        const answer = await client.put(path, { currency: wanted, name: 'Elsewhere' });
        refused(answer, 409, 'conflict');
        assert.match(answer.json.error_description, /currency of this site.*Create a new site/);
      }
      assert.equal((await client.put(`${path}?dry_run=true`, { currency: 'USD' })).status, 409);
      const now = await read(client, path);
      assert.deepEqual([now.currency, now.name], ['JPY', status]);
      assert.equal((await change(client, path, { currency: 'JPY', name: 'Named' })).name, 'Named');
    }
    // One that has the company's may be told so.
    const site = await make(client, 'sites', { name: 'Same' });
    await make(client, 'orders', { site_id: site.id });
    assert.equal((await change(client, `sites/${site.id}`, { currency: 'AUD' })).currency, 'AUD');
    assert.equal((await change(client, `sites/${site.id}`, { currency: null })).currency, 'AUD');
    refused(await client.put(`sites/${site.id}`, { currency: 'EUR' }), 409, 'conflict');
  });

  it('a site never gets another currency beside its first order, which is waited for', async () => {
    const { client } = await service().newCompany('Coins');
    const { storage } = service().app;
    const company = BigInt(client.companyId);
    const site = await make(client, 'sites', { name: 'First', currency: 'JPY' });
    const counted = { name: 'Counted', unit_price: 10_000, availability: { amount: 9 } };
    const product = await make(client, `sites/${site.id}/products`, counted);
    const isPostgres = storage.engine === 'postgres';
    let made: ReturnType<typeof client.post> | undefined;
    let moved: ReturnType<typeof client.put> | undefined;
    await storage.write(async (tx) => {
      await lockCounted(tx, company, BigInt(site.id), [BigInt(product.id)]);
      const lines = [{ product_id: product.id }];
      made = client.post('orders', { site_id: site.id, status: 'PENDING', lines });
      if (isPostgres) await until('the order waits', async () => (await lockWaits(storage)) > 0n);
      let isOver = false;
      moved = client.put(`sites/${site.id}`, { currency: 'KWD' });
      void moved.then(() => {
        isOver = true;
      });
      if (isPostgres) await until('the change waits', async () => isOver || (await lockWaits(storage)) > 1n);
    });
    const [order, answer] = await Promise.all([made, moved]);
    assert.equal(order?.status, 201);
    assert.ok(answer !== undefined);
    // On SQLite the change may be the first that gets the writer.
    const isMoved = !isPostgres && answer.status === 200;
    if (!isMoved) refused(answer, 409, 'conflict');
    assert.equal((await read(client, `sites/${site.id}`)).currency, isMoved ? 'KWD' : 'JPY');
  });

  it('never moves to another time zone beside the first order, which is waited for', async () => {
    const { client } = await service().newCompany('Moving');
    const { storage } = service().app;
    const company = BigInt(client.companyId);
    const path = `/v1/companies/${company}`;
    const isPostgres = storage.engine === 'postgres';
    const waiting = () => lockWaits(storage);
    const [site] = await read(client, 'sites');
    const counted = { name: 'Counted', unit_price: 1, availability: { amount: 9 } };
    const product = await make(client, `sites/${site.id}/products`, counted);
    const { timezone } = await read(client, path);
    const order = { site_id: site.id, placed_at: '2026-01-05T12:00:00', status: 'PENDING' };
    let made: ReturnType<typeof client.post> | undefined;
    let moved: ReturnType<typeof client.put> | undefined;
    await storage.write(async (tx) => {
      // The order has read its time and waits for its stock; it is not there yet. On SQLite it waits for the writer.
      await lockCounted(tx, company, BigInt(site.id), [BigInt(product.id)]);
      made = client.post('orders', { ...order, lines: [{ product_id: product.id }] });
      if (isPostgres) await until('the order waits for its stock', async () => (await waiting()) > 0n);
      let isOver = false;
      moved = client.put(path, { timezone: 'Pacific/Auckland' });
      void moved.then(() => {
        isOver = true;
      });
      // What is over already is refused or wrong; it is looked at below.
      if (isPostgres) await until('the change waits', async () => isOver || (await waiting()) > 1n);
    });
    const [first, answer] = await Promise.all([made, moved]);
    assert.equal(first?.status, 201);
    assert.ok(answer !== undefined);
    // On SQLite the change may be the first that gets the writer: then the order is read in the new time zone.
    const isMoved = !isPostgres && answer.status === 200;
    const placed = isMoved ? '2026-01-04T23:00:00.000Z' : '2026-01-05T11:00:00.000Z';
    assert.equal(first.json.placed_at, placed);
    if (!isMoved) refused(answer, 409, 'conflict');
    const { name } = isMoved ? { name: 'Pacific/Auckland' } : timezone;
    assert.equal((await read(client, path)).timezone.name, name);
  });

  it('keeps a logo that is sent, of the company and of a site, and prints it (reference: company.20)', async () => {
    const { client, card } = service();
    const order = await make(client, 'orders', { site_id: card.sites[0].id, status: 'COMPLETE' });
    const pdf = async () =>
      (await client.get(`orders/${order.id_str}/pdf`, { headers: { accept: 'application/pdf' } })).bytes;
    await change(client, COMPANY, { image: 'https://far.example/logo.png' });
    const without = await pdf();
    assert.ok(!without.includes('/Subtype /Image'), 'A picture of another place was printed.');
    const { image } = await change(client, COMPANY, { image: PNG });
    assert.match(image, /^https:\/\/.*\/images\/[0-9]+\/[0-9a-f]{64}$/);
    assert.ok((await pdf()).includes('/Subtype /Image'));
    assert.deepEqual(await pdf(), await pdf());
    await survivesSendingBack(client, COMPANY);
    await change(client, COMPANY, { image: null });
    assert.deepEqual(await pdf(), without);
    const site = `sites/${card.sites[0].id}`;
    assert.equal((await change(client, site, { image: PNG })).image, image);
    assert.ok((await pdf()).includes('/Subtype /Image'));
    invalidFields(await client.put(site, { image: GIF }), 'image');
    await change(client, site, { image: null });
  });
});
