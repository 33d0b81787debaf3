import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registers } from '#src/company/store.ts';
import { SECOND } from '#src/kernel/time.ts';
import { onEachEngine, type Service } from '#test/harness/service.ts';
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
  survivesSendingBack,
} from './helpers.ts';

// The company, its sites, registers and staff (reference: company.2 to company.8, staff.1).

const ADDRESS = {
  address: '1 Example St',
  city: 'Sydney',
  state: 'NSW',
  postal_code: '2000',
  country: 'AU',
};

onEachEngine('the company', (service) => {
  it('shows every field, at its id, as me and in the list of companies', async () => {
    const { client, card } = service();
    const company = await read(client, '/v1/companies/me');
    hasKeys(company, [
      ...COMMON,
      'name',
      'business_number',
      'currency',
      'timezone',
      'website',
      'image',
      'contact_staff_member',
      'is_sandbox',
      'receipt_header',
      'receipt_footer',
      'receipt_qr',
      'require_second_factor',
      ...['legal_name', 'tax_number', 'tax_rounding', 'rounding_mode', 'cash_rounding', 'ledger_codes'],
      ...['discounts_include_tax', 'invoice_numbers'],
      'negative_prices',
      ...['keep_events_days', 'keep_deliveries_days', 'keep_requests_days'],
      ...['keep_idempotency_keys_hours', 'keep_order_history_days'],
      'postal_address',
      'shipping_address',
    ]);
    assert.equal(company.id, card.company_id);
    assert.equal(company.id_str, String(card.company_id));
    assert.equal(company.currency, 'AUD');
    // The clock stands in the Australian summer.
    assert.deepEqual(company.timezone, { name: 'Australia/Sydney', offset: '+11:00' });
    assert.equal(company.business_number, null);
    assert.equal(company.contact_staff_member, null);
    assert.match(company.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(await read(client, `/v1/companies/${card.company_id}`), company);
    assert.deepEqual(await read(client, '/v1/companies'), [company]);
  });
});

onEachEngine('sites', (service) => {
  const SITE_KEYS = [
    ...COMMON,
    'name',
    'business_number',
    'contact_person',
    'mobile',
    'fax',
    'image',
    'website',
    'register_level_reconciliation',
    'code',
    'company_id',
    'currency',
    'timezone',
    'postal_address',
    'shipping_address',
    'email',
    'phone',
    'location',
    'price_list',
    'prep_time_minutes',
    'external_id',
    'metadata',
    'kitchen_tickets',
    'negative_prices',
    'language',
    'online_products_enabled',
    'default_pass_thru_register_id',
    ...['receipt_header', 'receipt_footer', 'legal_name', 'tax_number', 'tax_rounding', 'rounding_mode'],
    ...['cash_rounding', 'discounts_include_tax', 'invoice_numbers', 'counting', 'receipt_qr'],
  ];
  const FULL = {
    name: 'Quay',
    code: 'Q1',
    currency: 'NZD',
    timezone: 'Pacific/Auckland',
    postal_address: ADDRESS,
    shipping_address: { ...ADDRESS, address: 'Dock 4' },
    email: 'quay@example.com',
    phone: '+64 9 000 000',
    location: { latitude: -36.84853, longitude: 174.76349 },
    prep_time_minutes: 25,
    online_products_enabled: true,
  };

  it('need a name and inherit the rest from the company', async () => {
    const { client, card } = service();
    const base = await read(client, 'price_lists/base');
    const site = await make(client, 'sites', { name: 'Plain' });
    hasKeys(site, SITE_KEYS);
    assert.deepEqual(site, {
      ...site,
      name: 'Plain',
      code: null,
      company_id: card.company_id,
      currency: 'AUD',
      timezone: { name: 'Australia/Sydney', offset: '+11:00' },
      postal_address: null,
      shipping_address: null,
      email: null,
      phone: null,
      location: null,
      price_list: { id: base.id, id_str: base.id_str, name: base.name },
      prep_time_minutes: 0,
      online_products_enabled: false,
      default_pass_thru_register_id: null,
    });
    assert.equal(site.updated_at, site.created_at);
    assert.deepEqual(await read(client, `sites/${site.id_str}`), site);
    invalidFields(await client.post('sites', { code: 'nameless' }), 'name');
  });

  it('keep every field they are sent, and give it up only for null', async () => {
    const { client, clock } = service();
    const list = await make(client, 'price_lists', { name: 'Quay prices' });
    const site = await make(client, 'sites', { ...FULL, price_list_id: list.id });
    const shown = { ...FULL, timezone: { name: 'Pacific/Auckland', offset: '+13:00' } };
    assert.deepEqual(site, { ...site, ...shown });
    assert.deepEqual(site.price_list, { id: list.id, id_str: list.id_str, name: 'Quay prices' });

    clock.advance(SECOND);
    const renamed = await change(client, `sites/${site.id}`, { name: 'Quayside' });
    assert.notEqual(renamed.updated_at, site.updated_at);
    assert.deepEqual(renamed, { ...site, name: 'Quayside', updated_at: renamed.updated_at });
    const patched = await client.patch(`sites/${site.id}`, { code: 'Q2' });
    assert.deepEqual(patched.json, { ...renamed, code: 'Q2' });

    const cleared = await change(client, `sites/${site.id}`, {
      code: null,
      currency: null,
      timezone: null,
      postal_address: null,
      shipping_address: null,
      email: null,
      phone: null,
      location: null,
    });
    assert.equal(cleared.currency, 'AUD');
    assert.equal(cleared.timezone.name, 'Australia/Sydney');
    for (const field of ['code', 'postal_address', 'shipping_address', 'email', 'phone', 'location']) {
      assert.equal(cleared[field], null, field);
    }
    assert.deepEqual(cleared.price_list, site.price_list);
  });

  it('fill the parts of an address that are not given', async () => {
    const { client } = service();
    const site = await make(client, 'sites', {
      name: 'Pier',
      postal_address: { city: 'Perth', state: null },
    });
    assert.deepEqual(site.postal_address, {
      address: null,
      city: 'Perth',
      state: null,
      postal_code: null,
      country: null,
    });
  });

  it('can be sent back as they were read', async () => {
    const { client } = service();
    const full = await make(client, 'sites', FULL);
    await survivesSendingBack(client, `sites/${full.id}`);
    await change(client, `sites/${full.id}`, { cash_rounding: { increment: 0.05 } });
    await survivesSendingBack(client, `sites/${full.id}`);
    const plain = await make(client, 'sites', { name: 'Plain' });
    await survivesSendingBack(client, `sites/${plain.id}`);
  });

  it('go on following the company, sent back with a change', async () => {
    const { client } = service();
    const company = await read(client, '/v1/companies/me');
    const path = `sites/${(await make(client, 'sites', { name: 'Following' })).id}`;
    const log = await EventLog.open(client);
    await change(client, path, { ...(await read(client, path)), name: 'Renamed' });
    const [renamed] = await log.take();
    assert.deepEqual([renamed.changed, renamed.previous], [['name'], { name: 'Following' }]);
    await change(client, '/v1/companies/me', { timezone: 'Australia/Perth' });
    const following = await read(client, path);
    assert.equal(following.timezone.name, 'Australia/Perth');

    // Its own stays its own, also where the company has the same; only then it is told by its name.
    await change(client, path, { timezone: 'Europe/Berlin' });
    await change(client, '/v1/companies/me', { timezone: 'Europe/Berlin' });
    await log.take();
    await survivesSendingBack(client, path);
    await change(client, path, { ...(await read(client, path)), timezone: null });
    const [given] = await log.take();
    assert.deepEqual([given.topic, given.changed, given.previous], ['sites/updated', ['timezone'], {}]);
    await change(client, '/v1/companies/me', { timezone: company.timezone.name });
    assert.equal((await read(client, path)).timezone.name, company.timezone.name);
  });

  it('take a price list by price_list_id, or as they show it', async () => {
    const { client } = service();
    const one = await make(client, 'price_lists', { name: 'One' });
    const two = await make(client, 'price_lists', { name: 'Two' });
    const site = await make(client, 'sites', { name: 'Listed', price_list: { id: one.id_str } });
    assert.equal(site.price_list.id, one.id);
    const sent = { price_list: site.price_list, price_list_id: two.id };
    assert.equal((await change(client, `sites/${site.id}`, sent)).price_list.id, two.id);
  });

  it('refuse what is wrong, naming it', async () => {
    const { client, foreign } = service();
    const own = await make(client, 'sites', { name: 'Checked' });
    const [theirList] = await read(foreign, 'price_lists');
    const [theirRegister] = await read(foreign, 'registers');
    const [elsewhere] = await read(client, 'registers');
    await refusesEach(service(), 'PUT', `sites/${own.id}`, { code: 'good' }, [
      [{ name: null }, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'x'.repeat(256) }, 'name'],
      [{ code: 'x'.repeat(51) }, 'code'],
      [{ currency: 'aud' }, 'currency'],
      [{ currency: 'XXX' }, 'currency'],
      [{ currency: 'AUDD' }, 'currency'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ timezone: '+10:00' }, 'timezone'],
      [{ timezone: { offset: '+10:00' } }, 'timezone'],
      [{ postal_address: 'Sydney' }, 'postal_address'],
      [{ postal_address: { city: 5 } }, 'postal_address.city'],
      [{ shipping_address: { postal_code: 'x'.repeat(51) } }, 'shipping_address.postal_code'],
      [{ email: 'nowhere' }, 'email'],
      [{ phone: 5 }, 'phone'],
      [{ location: { latitude: 1 } }, 'location.longitude'],
      [{ location: { latitude: 90.1, longitude: 0 } }, 'location.latitude'],
      [{ location: { latitude: 0, longitude: '5' } }, 'location.longitude'],
      [{ prep_time_minutes: 1.5 }, 'prep_time_minutes'],
      [{ prep_time_minutes: 1441 }, 'prep_time_minutes'],
      [{ online_products_enabled: 'true' }, 'online_products_enabled'],
      [{ price_list_id: 0 }, 'price_list_id'],
      [{ price_list_id: '9223372036854775808' }, 'price_list_id'],
      [{ price_list_id: 987654321 }, 'price_list_id'],
      [{ price_list_id: theirList.id }, 'price_list_id'],
      [{ price_list: { id: theirList.id } }, 'price_list.id'],
      [{ price_list: { id_str: theirList.id_str } }, 'price_list.id_str'],
      [{ price_list: { id: own.price_list.id }, price_list_id: theirList.id }, 'price_list_id'],
      [{ default_pass_thru_register_id: theirRegister.id }, 'default_pass_thru_register_id'],
      // A register of this company, but of another site.
      [{ default_pass_thru_register_id: elsewhere.id }, 'default_pass_thru_register_id'],
      [
        { name: '', prep_time_minutes: -1, location: { latitude: 91, longitude: 0 } },
        'name',
        'prep_time_minutes',
        'location.latitude',
      ],
    ]);
    invalidFields(await client.post('sites', { name: 'New', price_list_id: theirList.id }), 'price_list_id');
  });

  it('ignore what only the service writes, and say so', async () => {
    const { client } = service();
    const site = await make(client, 'sites', { name: 'Ignoring' });
    const sent = {
      id: 5,
      company_id: 9,
      created_at: '2001-01-01',
      colour: 'red',
      location: { latitude: 1, longitude: 2, altitude: 3 },
    };
    const answer = await client.put(`sites/${site.id}`, sent);
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.headers['x-ignored-fields'], 'id, company_id, created_at, colour, location.altitude');
    assert.equal(answer.json.id, site.id);
    assert.equal(answer.json.created_at, site.created_at);
  });

  it('tell that they were made and changed, with what their GET shows', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const site = await make(client, 'sites', { name: 'Told', id: 5, created_at: '2001-01-01', counting: {} });
    const [made, ...none] = await log.take();
    assert.deepEqual(none, []);
    // What only the service writes was not taken.
    assert.deepEqual(made.changed, ['name']);
    assert.equal(made.topic, 'sites/created');
    assert.equal(made.resource_id, site.id);
    assert.deepEqual(made.site_ids, [site.id]);
    assert.deepEqual(made.payload, site);

    const renamed = await change(client, `sites/${site.id}`, { name: 'Retold', code: null });
    const [updated, ...more] = await log.take();
    assert.deepEqual(more, []);
    assert.equal(updated.topic, 'sites/updated');
    assert.deepEqual(updated.changed, ['name']);
    assert.deepEqual(updated.previous, { name: 'Told' });
    assert.deepEqual(updated.payload, renamed);

    await change(client, `sites/${site.id}`, { name: 'Retold' });
    assert.deepEqual(await log.take(), []);
    await drop(client, `sites/${site.id}`);
    assert.deepEqual(await log.topics(), ['sites/deleted']);
    refused(await client.get(`sites/${site.id}`), 404, 'not_found');
  });
});

/** Lets a register show a sign of life now, as its app does. */
async function sign(service: Service, register: { id: number }): Promise<void> {
  const company = BigInt(service.client.companyId);
  await service.app.storage.write(async (tx) => {
    const row = await registers.getForUpdate(tx, company, BigInt(register.id));
    assert.ok(row !== undefined);
    await registers.update(tx, { ...row, last_seen_at: service.clock.now() });
  });
}

onEachEngine('the status of sites', (service) => {
  it('follows the last sign of life of their registers', async () => {
    const { client, clock } = service();
    const site = await make(client, 'sites', { name: 'Online', online_products_enabled: true });
    const path = `sites/${site.id}/status`;
    const offline = {
      site_id: site.id,
      site_id_str: site.id_str,
      status: 'offline',
      online_ordering: 'offline',
      checkins: { count: 0 },
    };
    assert.deepEqual(await read(client, path), offline);

    const silent = await make(client, 'registers', { name: 'Silent', site_id: site.id });
    const register = await make(client, 'registers', { name: 'Till', site_id: site.id });
    assert.equal(register.status, 'offline');
    await sign(service(), register);
    const online = { ...offline, status: 'online', online_ordering: 'online' };
    assert.deepEqual(await read(client, path), online);
    assert.equal((await read(client, `registers/${register.id}`)).status, 'online');
    assert.equal((await read(client, `registers/${silent.id}`)).status, 'offline');

    // Enabled: a default pass-thru register; it is the silent one.
    await change(client, `sites/${site.id}`, { default_pass_thru_register_id: silent.id });
    const printing = { id: silent.id, id_str: silent.id_str, status: 'offline' };
    assert.deepEqual(await read(client, path), { ...online, pass_thru_printing_register: printing });
    await change(client, `sites/${site.id}`, { default_pass_thru_register_id: register.id });
    assert.equal((await read(client, path)).pass_thru_printing_register.status, 'online');

    await change(client, `sites/${site.id}`, { online_products_enabled: false });
    assert.equal((await read(client, path)).online_ordering, 'offline');

    clock.advance(30n * SECOND - 1n);
    assert.equal((await read(client, path)).status, 'online');
    clock.advance(1n);
    assert.equal((await read(client, path)).status, 'offline');
    assert.equal((await read(client, `registers/${register.id}`)).status, 'offline');
  });

  it('is listed for all of them', async () => {
    const { client } = service();
    const sites = await read(client, 'sites');
    const all = await read(client, 'status');
    assert.ok(all.length > 1);
    assert.deepEqual(
      all.map((each: { site_id: number }) => each.site_id),
      sites.map((each: { id: number }) => each.id),
    );
    for (const each of all) assert.deepEqual(await read(client, `sites/${each.site_id}/status`), each);
  });
});

onEachEngine('registers', (service) => {
  const FULL = {
    code: 'T2',
    name: 'Till 2',
    sale_prefix: 'S2-',
    return_prefix: 'R2-',
    assigned_to_device: true,
  };

  it('need a name and a site', async () => {
    const { client, card } = service();
    const register = await make(client, 'registers', { name: 'Plain', site_id: card.sites[0].id });
    hasKeys(register, [
      ...COMMON,
      'code',
      'name',
      'site_id',
      'company_id',
      'sale_prefix',
      'return_prefix',
      'current_staff_member',
      'assigned_to_device',
      'kitchen_printing',
      'status',
    ]);
    assert.deepEqual(register, {
      ...register,
      code: null,
      name: 'Plain',
      site_id: card.sites[0].id,
      company_id: card.company_id,
      sale_prefix: null,
      return_prefix: null,
      current_staff_member: null,
      assigned_to_device: false,
      status: 'offline',
    });
    invalidFields(await client.post('registers', {}), 'name', 'site_id');
  });

  it('keep every field they are sent, and give it up only for null', async () => {
    const { client, card } = service();
    const site = await make(client, 'sites', { name: 'Till site' });
    const sent = { ...FULL, site_id: site.id, current_staff_member: card.staff[0].id };
    const register = await make(client, 'registers', sent);
    assert.deepEqual(register, { ...register, ...sent });
    const renamed = await change(client, `registers/${register.id}`, { name: 'Till 3' });
    assert.deepEqual(renamed, { ...register, name: 'Till 3' });
    const empty = { code: null, sale_prefix: null, return_prefix: null, current_staff_member: null };
    assert.deepEqual(await change(client, `registers/${register.id}`, empty), {
      ...renamed,
      ...empty,
      current_staff_member_str: null,
    });
    await survivesSendingBack(client, `registers/${register.id}`);
  });

  it('are listed at their site, and can move while nothing uses them there', async () => {
    const { client } = service();
    const [from, to] = [
      await make(client, 'sites', { name: 'From' }),
      await make(client, 'sites', { name: 'To' }),
    ];
    const register = await make(client, 'registers', { name: 'Mover', site_id: from.id });
    assert.deepEqual(await read(client, `sites/${from.id}/registers`), [register]);
    assert.deepEqual(await read(client, `sites/${to.id}/registers`), []);
    const moved = await change(client, `registers/${register.id}`, { site_id: to.id });
    assert.deepEqual(await read(client, `sites/${from.id}/registers`), []);
    assert.deepEqual(await read(client, `sites/${to.id}/registers`), [moved]);
    await change(client, `sites/${to.id}`, { default_pass_thru_register_id: register.id });
    const refusal = await client.put(`registers/${register.id}`, { site_id: from.id });
    refused(refusal, 409, 'conflict');
    assert.match(refusal.json.error_description, /pass-thru/);
  });

  it('refuse what is wrong, naming it', async () => {
    const { client, foreignCard, card } = service();
    const register = await make(client, 'registers', { name: 'Checked', site_id: card.sites[0].id });
    await refusesEach(service(), 'PUT', `registers/${register.id}`, { code: 'good' }, [
      [{ name: '' }, 'name'],
      [{ site_id: null }, 'site_id'],
      [{ site_id: 987654321 }, 'site_id'],
      [{ site_id: foreignCard.sites[0].id }, 'site_id'],
      [{ site_id: {} }, 'site_id'],
      [{ sale_prefix: 'x'.repeat(11) }, 'sale_prefix'],
      [{ return_prefix: 3 }, 'return_prefix'],
      [{ current_staff_member: foreignCard.staff[0].id }, 'current_staff_member'],
      [{ current_staff_member: '12x' }, 'current_staff_member'],
      [{ assigned_to_device: 1 }, 'assigned_to_device'],
    ]);
  });

  it('tell that they were made, changed and deleted', async () => {
    const { client, card } = service();
    const log = await EventLog.open(client);
    const site = card.sites[0].id;
    const register = await make(client, 'registers', { name: 'Told', site_id: site });
    const renamed = await change(client, `registers/${register.id}`, { name: 'Retold' });
    await change(client, `registers/${register.id}`, { name: 'Retold' });
    await drop(client, `registers/${register.id}`);
    const events = await log.take();
    assert.deepEqual(
      events.map(({ topic, resource_id, site_ids, payload }) => ({ topic, resource_id, site_ids, payload })),
      [
        { topic: 'registers/created', resource_id: register.id, site_ids: [site], payload: register },
        { topic: 'registers/updated', resource_id: register.id, site_ids: [site], payload: renamed },
        { topic: 'registers/deleted', resource_id: register.id, site_ids: [site], payload: renamed },
      ],
    );
  });
});

onEachEngine('staff', (service) => {
  const STAFF_KEYS = [
    ...COMMON,
    ...[
      'first_name',
      'last_name',
      'primary_email_address',
      'email_addresses',
      'phone',
      'mobile',
      'fax',
      'image',
    ],
    ...['postal_address', 'shipping_address', 'is_admin', 'roles'],
  ];

  it('need a first name and show no permissions when they are admins', async () => {
    const { client, card } = service();
    const member = await make(client, 'staff', { first_name: 'Bo' });
    hasKeys(member, [...STAFF_KEYS, 'permissions']);
    assert.deepEqual(member, {
      ...member,
      first_name: 'Bo',
      last_name: null,
      primary_email_address: null,
      phone: null,
      is_admin: false,
      // What a staff member needs to sell.
      permissions: [{ code: 'FinishSale', name: 'Finish sales', domain: 'Sales' }],
    });
    hasKeys(await read(client, `staff/${card.staff[0].id}`), STAFF_KEYS);
    invalidFields(await client.post('staff', { last_name: 'Nobody' }), 'first_name');
  });

  it('keep every field they are sent, and give it up only for null', async () => {
    const { client } = service();
    const full = {
      first_name: 'Cy',
      last_name: 'Example',
      primary_email_address: 'cy@example.com',
      phone: '0400 111 222',
      is_admin: false,
      permissions: [{ code: 'refund', name: 'Refund orders', domain: 'orders' }],
    };
    const member = await make(client, 'staff', full);
    assert.deepEqual(member, { ...member, ...full });
    const empty = { last_name: null, primary_email_address: null, phone: null };
    const cleared = await change(client, `staff/${member.id}`, empty);
    assert.deepEqual(cleared, { ...member, ...empty });
    const { permissions: _hidden, ...asAdmin } = cleared;
    assert.deepEqual(await change(client, `staff/${member.id}`, { is_admin: true }), {
      ...asAdmin,
      is_admin: true,
    });
    await survivesSendingBack(client, `staff/${member.id}`);
    assert.deepEqual(await change(client, `staff/${member.id}`, { is_admin: false }), cleared);
  });

  it('refuse what is wrong, naming it', async () => {
    const { client } = service();
    const member = await make(client, 'staff', { first_name: 'Checked' });
    await refusesEach(service(), 'PUT', `staff/${member.id}`, { phone: '1' }, [
      [{ first_name: null }, 'first_name'],
      [{ primary_email_address: 'x' }, 'primary_email_address'],
      [{ permissions: {} }, 'permissions'],
      [{ permissions: [{ code: 'a', name: 'b' }] }, 'permissions[0].domain'],
      [{ permissions: [{ code: 'a', name: 'b', domain: 'c' }, 5] }, 'permissions[1]'],
      [{ permissions: [{ code: '', name: 'b', domain: 'c' }] }, 'permissions[0].code'],
    ]);
  });

  it('tell that they were made, changed and deleted', async () => {
    const { client } = service();
    const log = await EventLog.open(client);
    const member = await make(client, 'staff', { first_name: 'Quiet' });
    await change(client, `staff/${member.id}`, { last_name: 'Mouse' });
    await change(client, `staff/${member.id}`, { pin: '9753' });
    await drop(client, `staff/${member.id}`);
    const events = await log.take();
    assert.deepEqual(
      events.map(({ topic, changed, previous }) => [topic, changed, previous]),
      [
        ['staff/created', ['first_name'], null],
        ['staff/updated', ['last_name'], { last_name: null }],
        ['staff/updated', ['pin'], {}],
        ['staff/deleted', [], null],
      ],
    );
    assert.ok(!JSON.stringify(events).includes('9753'));
  });

  it('never show a PIN', async () => {
    const { client, card } = service();
    const answer = await client.get('staff');
    assert.equal(/"pin/i.test(answer.text), false);
    assert.equal(answer.text.includes(card.staff[0].pin), false);
  });
});
