import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { RIGHTS } from '#src/company/rules/rights.ts';
import { type Answer, type Json, onEachEngine } from '#test/harness/service.ts';
import {
  change,
  drop,
  EventLog,
  inUse,
  invalidFields,
  make,
  read,
  refused,
  survivesSendingBack,
  UNKNOWN_ID,
} from './helpers.ts';
import { hire, permissionsOf, signIn } from './operator-helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

// Roles, everywhere or at a site (reference: staff.18).

onEachEngine('roles', (service) => {
  let shop: Shop;
  let voids: Json;
  let elsewhere: Json;
  before(async () => {
    shop = await openShop(service());
    voids = await make(shop.client, 'roles', { name: 'Shift lead', permissions: permissionsOf(['Void']) });
    const site = await newSite(shop.client);
    elsewhere = await make(shop.client, 'registers', { name: 'Elsewhere', site_id: site });
  });

  const staffWith = (roles: readonly object[], fields: object = {}) =>
    hire(shop.client, '4711', { permissions: [], roles, ...fields });
  const at = (register: string, member: Awaited<ReturnType<typeof hire>>) =>
    signIn(service(), shop.client, register, member);
  const denied = (answer: Answer): void => {
    refused(answer, 403, 'access_denied');
    assert.equal(answer.json.right, 'Void');
  };
  const voiding = async () => {
    const order = await shop.order({ status: 'ON_HOLD', lines: [{ product_id: shop.soup.id, quantity: 2 }] });
    return [`orders/${order.id}/lines/1`, { quantity: 1 }] as const;
  };

  it('let do what they have, everywhere or at their site alone, and no longer once they change', async () => {
    const { client } = shop;
    const role = await make(client, 'roles', {
      name: 'Lead',
      permissions: permissionsOf(['Void', 'Refund']),
    });
    await survivesSendingBack(client, `roles/${role.id}`);
    const everywhere = await staffWith([{ role_id: role.id }]);
    const here = await staffWith([{ role_id: role.id, site_id: shop.site }]);
    await survivesSendingBack(client, `staff/${here.id}`);
    for (const [member, register, rights] of [
      [everywhere, shop.register, ['Void', 'Refund']],
      [everywhere, elsewhere.id_str, ['Void', 'Refund']],
      [here, shop.register, ['Void', 'Refund']],
      [here, elsewhere.id_str, []],
    ] as const) {
      const { client: staff, session } = await at(register, member);
      assert.deepEqual(session.rights, rights);
      assert.deepEqual(
        (await read(shop.client, `registers/${register}/sessions/${session.id}`)).rights,
        rights,
      );
      const answer = await staff.put(...(await voiding()));
      if (rights.length > 0) assert.equal(answer.status, 200, answer.text);
      else denied(answer);
    }
    const signedIn = await at(shop.register, here);
    await change(client, `roles/${role.id}`, { permissions: permissionsOf(['Refund']) });
    denied(await signedIn.client.put(...(await voiding())));
  });

  it('are beside what somebody has of their own; an administrator has all that bind', async () => {
    const own = await staffWith([{ role_id: voids.id }], { permissions: permissionsOf(['XReport']) });
    assert.deepEqual((await at(shop.register, own)).session.rights, ['XReport', 'Void']);
    const admin = await staffWith([], { is_admin: true });
    assert.deepEqual((await at(shop.register, admin)).session.rights, RIGHTS);
  });

  it('let approve at their site alone', async () => {
    const { client, site, register } = shop;
    await hire(client, '8864', { permissions: [], roles: [{ role_id: voids.id, site_id: site }] });
    const ask = (where: string) =>
      client.post(`registers/${where}/approvals`, { pin: '8864', right: 'Void' });
    assert.equal((await ask(register)).status, 201);
    refused(await ask(elsewhere.id_str), 403, 'access_denied');
  });

  it('tell who could approve something at a register: with a PIN, and all that is asked for (reference: staff.21)', async () => {
    const { client, foreign } = service();
    const site = await newSite(client);
    const register = await make(client, 'registers', { name: 'Asked', site_id: site });
    const both = await make(client, 'roles', {
      name: 'Both',
      permissions: permissionsOf(['ZReport', 'XReport']),
    });
    const one = await make(client, 'roles', { name: 'One', permissions: permissionsOf(['XReport']) });
    const ours: Json[] = [];
    const hired = async (first_name: string, fields: object) => {
      const { id_str } = await make(client, 'staff', { first_name, pin: '4711', permissions: [], ...fields });
      ours.push(id_str);
    };
    await hired('admin', { is_admin: true });
    await hired('own', { permissions: permissionsOf(['XReport', 'ZReport']) });
    await hired('own in part', { permissions: permissionsOf(['XReport']) });
    await hired('no PIN', { permissions: permissionsOf(['XReport', 'ZReport']), pin: null });
    await hired('role', { roles: [{ role_id: both.id }] });
    await hired('role here', { roles: [{ role_id: both.id, site_id: site }] });
    await hired('role elsewhere', { roles: [{ role_id: both.id, site_id: shop.site }] });
    await hired('both ways', {
      roles: [{ role_id: one.id, site_id: site }],
      permissions: permissionsOf(['ZReport']),
    });
    await hired('codes of an add-on', {
      permissions: ['xreport', 'zreport'].map((code) => ({ code, name: code, domain: '"code":"XReport"' })),
    });
    const named = async (query: string): Promise<string[]> =>
      (await read(client, `registers/${register.id}/approvers?limit=5000${query}`))
        .filter(({ id_str }: Json) => ours.includes(id_str))
        .map(({ first_name: name }: Json) => name);
    assert.deepEqual(await named('&rights=XReport,ZReport'), [
      ...['admin', 'own', 'role', 'role here', 'both ways'],
    ]);
    assert.deepEqual(await named('&rights=XReport'), [
      ...['admin', 'own', 'own in part', 'role', 'role here', 'both ways'],
    ]);
    assert.deepEqual(await named('&rights=Void'), ['admin']);
    assert.equal((await named('')).length, 8, 'everybody with a PIN');
    const unknown = await client.get(`registers/${register.id}/approvers?rights=XReport,Nothing`);
    assert.equal(unknown.headers['x-ignored-parameters'], 'rights=Nothing');
    refused(await foreign.get(`registers/${register.id}/approvers`), 404, 'not_found');
  });

  it('name who could approve something, however many others stand before them', async () => {
    const { client } = await service().newCompany('Many staff');
    const site = await newSite(client);
    const register = await make(client, 'registers', { name: 'Asked', site_id: site });
    const none = await make(client, 'roles', { name: 'None' });
    const hired = (first_name: string, fields: object) =>
      make(client, 'staff', { first_name, pin: '4711', ...fields });
    const { id: first } = await hired('No', {});
    for (let at = 0; at < 510; at += 10)
      await Promise.all(Array.from({ length: 10 }, () => hired('No', { roles: [{ role_id: none.id }] })));
    await hired('Ada', { is_admin: true });
    await hired('Bea', { permissions: permissionsOf(['Void']) });
    const path = `registers/${register.id}/approvers?rights=Void&limit=1`;
    const { json, headers } = await client.get(`${path}&start=${first}`);
    assert.deepEqual([json.length, json[0].first_name], [1, 'Ada']);
    const next = headers['x-next-page'] ?? '';
    assert.ok(next !== '');
    assert.equal((await read(client, `${path}&start=${json[0].id}`))[0].first_name, 'Bea');
    // And who can sign in there, by a name (reference: staff.22).
    await hired('Zoë', { last_name: 'Müller-Bär' });
    await hired('Zoe', { last_name: 'Left', pin: null });
    const found = async (query: string): Promise<string[]> =>
      (await read(client, `registers/${register.id}/staff?${query}`)).map(
        ({ first_name: first, last_name: last }: Json) => [first, last].filter(Boolean).join(' '),
      );
    assert.deepEqual(await found('name=zoe'), ['Zoë Müller-Bär']);
    assert.deepEqual(await found('name=BAR%20%20ZO%C3%8B'), ['Zoë Müller-Bär']);
    assert.deepEqual(await found('name=zoe%20left'), []);
    assert.deepEqual(await found('name=%25'), []);
    assert.deepEqual(await found(`start=${json[0].id}`), ['Bea', 'Zoë Müller-Bär']);
    assert.equal((await found('name=no&limit=5000')).length, 511);
    const [, second] = await read(client, `registers/${register.id}/staff?name=no&limit=2`);
    const third = await read(client, `registers/${register.id}/staff?name=no&limit=1&start=${second.id}`);
    assert.ok(third[0].id > second.id);
    invalidFields(await client.get(`registers/${register.id}/staff?name=${'x'.repeat(256)}`), 'name');
    refused(await client.get(`registers/${UNKNOWN_ID}/staff`), 404, 'not_found');
    refused(await service().client.get(`registers/${register.id}/staff`), 404, 'not_found');
  });

  it('are shown as they were given, and refused where they or their sites do not exist', async () => {
    const { client, site } = shop;
    const member = await make(client, 'staff', {
      first_name: 'Ada',
      roles: [{ role_id: voids.id }, { role_id: voids.id_str, site_id: site }],
    });
    const [first, second] = (await read(client, `staff/${member.id}`)).roles;
    assert.deepEqual([first.role_id, first.site_id], [voids.id, null]);
    assert.deepEqual([second.role_id, second.site_id], [voids.id, Number(site)]);
    const put = (roles: unknown) => client.put(`staff/${member.id}`, { roles });
    invalidFields(await put([{ role_id: voids.id }, { role_id: UNKNOWN_ID }]), 'roles[1].role_id');
    invalidFields(await put([{ role_id: voids.id, site_id: UNKNOWN_ID }]), 'roles[0].site_id');
    invalidFields(await put([{ site_id: site }]), 'roles[0].role_id');
    invalidFields(await put(Array(101).fill({ role_id: voids.id })), 'roles');
    assert.equal((await read(client, `staff/${member.id}`)).roles.length, 2);
    await change(client, `staff/${member.id}`, { last_name: 'Lovelace' });
    assert.equal((await read(client, `staff/${member.id}`)).roles.length, 2);
  });

  it('and sites with them stay while somebody has them', async () => {
    const { client } = shop;
    const role = await make(client, 'roles', { name: 'Host' });
    const site = await newSite(client);
    const member = await make(client, 'staff', {
      first_name: 'Hob',
      roles: [{ role_id: role.id, site_id: site }],
    });
    inUse(await client.delete(`roles/${role.id}`), /used by staff who have it/);
    inUse(await client.delete(`sites/${site}`), /used by staff who have a role there/);
    await change(client, `staff/${member.id}`, { roles: [] });
    await drop(client, `roles/${role.id}`);
    await drop(client, `sites/${site}`);
  });

  it('tell of every change, in events and in the audit log', async () => {
    const { client } = shop;
    const log = await EventLog.open(client);
    const role = await make(client, 'roles', { name: 'Barista' });
    const renamed = await change(client, `roles/${role.id}`, { name: 'Head barista' });
    await drop(client, `roles/${role.id}`);
    const events = await log.take();
    assert.deepEqual(
      events.map(({ topic, payload }) => [topic, payload]),
      [
        ['roles/created', role],
        ['roles/updated', renamed],
        ['roles/deleted', renamed],
      ],
    );
    const entries = await read(client, `audit?record_kind=role&record_id=${role.id}`);
    const acts = entries.map(({ action }: Json) => action).sort();
    assert.deepEqual(acts, ['role.changed', 'role.created', 'role.deleted']);
  });
});
