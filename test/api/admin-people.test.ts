import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { DAY } from '#src/kernel/time.ts';
import { COMMAND_LINE, makeInvitation } from '#src/people/links.ts';
import { membersOf, setMembership } from '#src/people/store.ts';
import { sql } from '#src/storage/sql.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { askToken, Browser, consent, makeAddon, redeem, type TestAddon } from './browser.ts';
import {
  change,
  drop,
  everythingOf,
  hasKeys,
  inUse,
  invalidFields,
  make,
  pages,
  read,
  refused,
} from './helpers.ts';
import { anotherToken, hirePerson, lineOf, openScreen, type Screen, screenAs, screenOf } from './screens.ts';

const random = { bytes: (count: number) => crypto.getRandomValues(Buffer.alloc(count)) };

/** A company of its own, at its owner's screen. */
async function found(service: Service, name: string): Promise<Screen & { card: Json; addon: Client }> {
  const { client, card } = await service.newCompany(name);
  return { ...(await screenOf(service, card)), card, addon: client };
}

/** What the audit log says, newest first. */
async function told(client: Client, count: number): Promise<string[][]> {
  const lines = await read(client, `audit?limit=${count}`);
  return lines.map(({ actor, action, subject }: Json) => [actor, action, subject]);
}

/** Connects an add-on to a company, on a screen of a user who may. */
async function connect(service: Service, { browser, client }: Screen, addon: TestAddon): Promise<Json> {
  const code = await consent(browser, addon, {}, { company_id: client.companyId });
  return redeem(service, addon, code);
}

onEachEngine('connected add-ons', (service) => {
  let owner: Screen & { card: Json; addon: Client };
  const foreignAddon = (name: string) =>
    makeAddon(service(), { name, companyId: service().foreign.companyId });
  before(async () => {
    owner = await found(service(), 'Grantor');
  });
  const grants = () => read(owner.client, 'grants?limit=5000');

  it('are listed with their maker, their scopes, who let them in and when', async () => {
    const addon = await foreignAddon('<Loyalty> & "more"');
    const before = service().clock.now();
    const given = await connect(service(), owner, addon);
    const [grant, ...others] = await grants();
    assert.deepEqual(others, []);
    hasKeys(grant, ['id', 'id_str', 'addon', 'scopes', 'user', 'last_used_at', 'created_at']);
    assert.deepEqual(
      [grant.addon.id_str, grant.addon.name, grant.addon.company.id_str, grant.addon.company.name],
      [addon.id.toString(), '<Loyalty> & "more"', service().foreign.companyId, 'Foreign'],
    );
    hasKeys(grant.user, ['id', 'id_str', 'email', 'name']);
    assert.equal(grant.user.email, owner.card.admin.email);
    assert.deepEqual(grant.scopes.toSorted(), given.scope.split(' ').toSorted());
    const at = (when: bigint) => new Date(Number(when / 1000n)).toISOString();
    assert.deepEqual([grant.created_at, grant.last_used_at], [at(before), at(before)]);
    service().clock.advance(120_000_000n);
    const client = service().as(`Bearer ${given.access_token}`);
    await client.get('sites', { headers: { 'x-request-id': `by-addon-${service().engine}` } });
    await lineOf(service(), owner.client, `by-addon-${service().engine}`);
    assert.equal((await grants())[0].last_used_at, at(service().clock.now()));
  });

  it('are disconnected: tokens die, webhooks stop, nothing more is told', async () => {
    const addon = await foreignAddon('Leaving');
    const first = await connect(service(), owner, addon);
    const second = await connect(service(), owner, addon);
    const clients = [first, second].map(({ access_token }) => service().as(`Bearer ${access_token}`));
    const [client] = clients;
    assert.ok(client !== undefined);
    const address = 'https://hooks.example.com/leaving';
    const [site] = owner.card.sites;
    await make(client, 'webhooks', { topic: 'customers/created', address });
    const order = await make(client, 'orders', { site_id: site.id, callback_uri: `${address}/order` });
    await make(owner.addon, 'customers', { first_name: 'Told', phone: '1' });
    await change(owner.addon, `orders/${order.id}`, { notes: 'x', status: 'ACCEPTED' });
    // The same add-on elsewhere is none of this company's business.
    const elsewhere = await found(service(), 'Elsewhere');
    const there = await connect(service(), elsewhere, addon);
    const kept = service().as(`Bearer ${there.access_token}`);
    await make(kept, 'webhooks', { topic: 'customers/created', address });

    const mine = (await grants()).filter((each: Json) => each.addon.name === 'Leaving');
    assert.equal(mine.length, 2);
    await drop(owner.client, `grants/${mine[0].id_str}`);
    assert.deepEqual(
      (await grants()).filter((each: Json) => each.addon.name === 'Leaving'),
      [],
    );
    for (const each of mine) refused(await owner.client.delete(`grants/${each.id_str}`), 404, 'not_found');
    for (const each of clients) refused(await each.get('sites'), 401, 'invalid_token');
    const fields = { grant_type: 'refresh_token', refresh_token: second.refresh_token };
    const { client_id, client_secret } = addon;
    refused(await askToken(service(), { ...fields, client_id, client_secret }), 400, 'invalid_grant');
    assert.deepEqual((await told(owner.client, 1))[0], [
      owner.card.admin.email,
      'addon.disconnected',
      `Leaving (add-on ${addon.id})`,
    ]);
    await make(owner.addon, 'customers', { first_name: 'Untold', phone: '1' });
    await change(owner.addon, `orders/${order.id}`, { status: 'REJECTED' });
    const rows = await service().app.storage.read(async (tx) =>
      tx.all(
        sql`select state, webhook_id from deliveries where company_id = ${BigInt(owner.client.companyId)} order by id`,
      ),
    );
    assert.deepEqual(
      rows.map(({ state }) => state),
      ['dead', 'dead'],
      'the webhook’s and the callback’s',
    );
    const counter = await service().app.storage.read(async (tx) =>
      tx.get(sql`select webhooks from event_counters where company_id = ${BigInt(owner.client.companyId)}`),
    );
    assert.equal(counter?.webhooks, 0n);
    assert.equal((await kept.get('webhooks')).json.length, 1);
    assert.equal((await read(elsewhere.client, 'grants')).length, 1);
  });

  it('can be connected again', async () => {
    const addon = await foreignAddon('Coming back');
    await connect(service(), owner, addon);
    const [{ id_str }] = (await grants()).filter((each: Json) => each.addon.name === 'Coming back');
    await drop(owner.client, `grants/${id_str}`);
    const again = await connect(service(), owner, addon);
    assert.equal((await service().as(`Bearer ${again.access_token}`).get('webhooks')).status, 200);
  });

  it('keep their webhooks when they are the company’s own: their secret still lets them in', async () => {
    const own = await makeAddon(service(), { name: 'Own', companyId: owner.client.companyId });
    const given = await connect(service(), owner, own);
    const body = { topic: 'orders/deleted', address: 'https://hooks.example.com/own' };
    await make(service().as(`Bearer ${given.access_token}`), 'webhooks', body);
    const [{ id_str }] = (await grants()).filter((each: Json) => each.addon.name === 'Own');
    await drop(owner.client, `grants/${id_str}`);
    const basic = Buffer.from(`${own.client_id}:${own.client_secret}`).toString('base64');
    assert.equal((await read(service().as(`Basic ${basic}`), 'webhooks')).length, 1);
  });

  it('are another company’s business only where they are let in', async () => {
    const stranger = await screenOf(service(), service().foreignCard);
    const [{ id_str }] = await grants();
    const before = await everythingOf(service(), owner.client.companyId);
    refused(await stranger.client.delete(`grants/${id_str}`), 404, 'not_found');
    assert.deepEqual(await read(stranger.client, 'grants'), []);
    assert.equal(await everythingOf(service(), owner.client.companyId), before);
  });
});

onEachEngine('members', (service) => {
  let owner: Screen & { card: Json; addon: Client };
  let manager: Screen;
  before(async () => {
    owner = await found(service(), 'Members');
    manager = await screenAs(service(), 'manager', owner.client.companyId);
  });
  const id = ({ browser: _, token: __, client }: Screen, email: string): Promise<string> =>
    read(client, 'members?limit=5000').then(
      (all) => all.find((each: Json) => each.email === email).id_str as string,
    );

  it('are listed for owners and managers', async () => {
    const all = await read(manager.client, 'members');
    assert.deepEqual(await read(owner.client, 'members'), all);
    hasKeys(all[0], ['id', 'id_str', 'email', 'name', 'role', 'has_second_factor', 'created_at']);
    assert.deepEqual(
      all.map(({ email, role }: Json) => [email, role]),
      [
        [owner.card.admin.email, 'owner'],
        [all[1].email, 'manager'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(all), /scrypt|password/);
  });

  it('have roles that owners change, which ends what the old role was given', async () => {
    const who = await hirePerson(service(), 'staff', owner.client.companyId);
    const screen = await openScreen(service(), who, owner.token.company_id);
    const answer = await owner.client.put(`members/${who.id}`, { role: 'manager' });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json.id_str, answer.json.role], [who.id.toString(), 'manager']);
    refused(await screen.client.get('sites'), 401, 'invalid_token');
    const more = await anotherToken(service(), screen.browser, owner.token.company_id);
    assert.equal((await more.client.get('members')).status, 200);
    assert.deepEqual(await told(owner.client, 1), [
      [owner.card.admin.email, 'member.role_changed', `${who.email} from staff to manager`],
    ]);
    await change(owner.client, `members/${who.id}`, { role: 'manager' });
    assert.equal((await more.client.get('members')).status, 200, 'what changes nothing ends nothing');
    await drop(owner.client, `members/${who.id}`);
    refused(await more.client.get('members'), 401, 'invalid_token');
    refused(await owner.client.put(`members/${who.id}`, { role: 'staff' }), 404, 'not_found');
    refused(await owner.client.delete(`members/${who.id}`), 404, 'not_found');
    assert.deepEqual(await told(owner.client, 1), [[owner.card.admin.email, 'member.removed', who.email]]);
  });

  it('are changed by owners alone; who wants to leave may', async () => {
    const who = await hirePerson(service(), 'staff', owner.client.companyId);
    const ownerId = await id(owner, owner.card.admin.email);
    const before = await everythingOf(service(), owner.client.companyId);
    for (const answer of [
      await manager.client.put(`members/${who.id}`, { role: 'manager' }),
      await manager.client.put(`members/${ownerId}`, { role: 'staff' }),
      await manager.client.delete(`members/${who.id}`),
      await manager.client.delete(`members/${ownerId}`),
    ]) {
      refused(answer, 403, 'access_denied');
    }
    for (const role of ['admin', '', null, 7, undefined]) {
      invalidFields(await owner.client.put(`members/${who.id}`, { role }), 'role');
    }
    assert.equal(await everythingOf(service(), owner.client.companyId), before);
    const leaver = await hirePerson(service(), 'manager', owner.client.companyId);
    const screen = await openScreen(service(), leaver, owner.token.company_id);
    // A member cannot give themselves a higher role.
    refused(await screen.client.put(`members/${leaver.id}`, { role: 'owner' }), 403, 'access_denied');
    await drop(screen.client, `members/${leaver.id}`);
    refused(await screen.client.get('members'), 401, 'invalid_token');
  });

  it('always have an owner among them', async () => {
    const ownerId = await id(owner, owner.card.admin.email);
    for (const answer of [
      await owner.client.put(`members/${ownerId}`, { role: 'staff' }),
      await owner.client.put(`members/${ownerId}`, { role: 'manager' }),
      await owner.client.delete(`members/${ownerId}`),
    ]) {
      inUse(answer, /no owner left/);
    }
    assert.equal((await change(owner.client, `members/${ownerId}`, { role: 'owner' })).role, 'owner');
    // Nor is the last one demoted by an invitation to something less.
    const company = BigInt(owner.client.companyId);
    const invitation = { company, email: owner.card.admin.email, role: 'staff' } as const;
    const makers = { now: service().clock.now(), random };
    const path = await service().app.storage.write((tx) =>
      makeInvitation(tx, invitation, COMMAND_LINE, makers),
    );
    const answer = await owner.browser.submit(await owner.browser.get(path), {});
    assert.equal(answer.status, 409);
    assert.match(answer.text, /last owner/);
    assert.equal(
      (await read(owner.client, 'members')).find((each: Json) => each.id_str === ownerId).role,
      'owner',
    );
    // With a second one the first can go.
    const second = await hirePerson(service(), 'owner', owner.client.companyId);
    const screen = await openScreen(service(), second, owner.token.company_id);
    await change(screen.client, `members/${ownerId}`, { role: 'manager' });
    inUse(await screen.client.delete(`members/${second.id}`), /no owner left/);
    await change(screen.client, `members/${ownerId}`, { role: 'owner' });
    owner = { ...owner, ...(await anotherToken(service(), owner.browser, owner.token.company_id)) };
  });

  it('keep an owner when two owners remove each other at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { card, client } = await service().newCompany(`Duel ${round} ${service().engine}`);
      const one = await screenOf(service(), card);
      const other = await hirePerson(service(), 'owner', client.companyId);
      const two = await openScreen(service(), other, card.company_id);
      const firstId = (await read(one.client, 'members'))[0].id_str;
      const answers = await Promise.all([
        one.client.delete(`members/${other.id}`),
        two.client.put(`members/${firstId}`, { role: 'staff' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      assert.ok(
        statuses.some((status) => status < 300),
        String(statuses),
      );
      const owners = (
        await service().app.storage.read((tx) => membersOf(tx, BigInt(client.companyId)))
      ).filter(({ role }) => role === 'owner');
      assert.equal(owners.length, 1, String(statuses));
    }
  });

  it('of one company are nothing to a manager of another', async () => {
    const stranger = await screenAs(service(), 'manager', service().foreign.companyId);
    const who = await hirePerson(service(), 'staff', owner.client.companyId);
    const foreignOwner = await screenOf(service(), service().foreignCard);
    for (const { client } of [stranger, foreignOwner]) {
      assert.doesNotMatch((await client.get('members?limit=5000')).text, new RegExp(who.email));
      refused(await client.put(`members/${who.id}`, { role: 'owner' }), 404, 'not_found');
      refused(await client.delete(`members/${who.id}`), 404, 'not_found');
      refused(await client.get(`/v1/companies/${owner.client.companyId}/members`), 404, 'not_found');
      refused(await client.get(`/v1/companies/${owner.client.companyId}/audit`), 404, 'not_found');
    }
    // A user who is in both companies has the role of each there.
    const now = service().clock.now();
    await service().app.storage.write((tx) =>
      setMembership(tx, BigInt(service().foreign.companyId), who.id, 'manager', now),
    );
    const both = await openScreen(service(), who, owner.token.company_id);
    refused(await both.client.get('members'), 403, 'insufficient_scope');
    const there = await anotherToken(service(), both.browser, service().foreignCard.company_id);
    assert.equal((await there.client.get('members')).status, 200);
    refused(await there.client.get(`/v1/companies/${owner.client.companyId}/members`), 404, 'not_found');
  });
});

onEachEngine('invitations', (service) => {
  let owner: Screen & { card: Json; addon: Client };
  before(async () => {
    owner = await found(service(), 'Inviting');
  });
  let count = 0;
  const email = () => `guest-${++count}-${service().engine}@example.com`;
  const invite = (fields: object = {}) =>
    make(owner.client, 'invitations', { email: email(), role: 'staff', ...fields });
  const open = () => read(owner.client, 'invitations?limit=5000');
  const pathOf = ({ link }: Json): string => link.replace(service().url, '');

  it('answer a link this once, by which somebody joins', async () => {
    const made = await invite({ role: 'manager' });
    hasKeys(made, ['id', 'id_str', 'email', 'role', 'created_at', 'expires_at', 'link', 'mailed']);
    const { link: _link, mailed: _mailed, ...view } = made;
    assert.deepEqual(await open(), [view]);
    assert.ok(!(await everythingOf(service(), owner.client.companyId)).includes(made.link.slice(-43)));
    const browser = new Browser(service());
    const password = 'a password of their own';
    const fields = { name: '<i>Guest</i>', password, again: password };
    const answer = await browser.submit(await browser.get(pathOf(made)), fields);
    assert.equal(answer.status, 303, answer.text);
    assert.deepEqual(await open(), []);
    const screen = await anotherToken(service(), browser, owner.token.company_id);
    assert.equal(screen.token.role, 'manager');
    const member = (await read(owner.client, 'members')).find((each: Json) => each.email === made.email);
    assert.deepEqual([member.name, member.role], ['<i>Guest</i>', 'manager']);
    assert.deepEqual(await told(owner.client, 2), [
      [made.email, 'member.joined', 'manager'],
      [owner.card.admin.email, 'member.invited', `${made.email} as manager`],
    ]);
    inUse(
      await owner.client.post('invitations', { email: made.email.toUpperCase(), role: 'staff' }),
      /member already/,
    );
  });

  it('are taken back, and end after a week', async () => {
    const made = await invite();
    await drop(owner.client, `invitations/${made.id_str}`);
    assert.equal((await new Browser(service()).get(pathOf(made))).status, 404);
    refused(await owner.client.delete(`invitations/${made.id_str}`), 404, 'not_found');
    assert.deepEqual(await told(owner.client, 1), [[owner.card.admin.email, 'member.uninvited', made.email]]);
    const late = await invite();
    const stranger = await screenOf(service(), service().foreignCard);
    refused(await stranger.client.delete(`invitations/${late.id_str}`), 404, 'not_found');
    assert.deepEqual(await read(stranger.client, 'invitations'), []);
    service().clock.advance(7n * DAY);
    owner = { ...owner, ...(await screenOf(service(), owner.card)) };
    assert.deepEqual(await open(), []);
    refused(await owner.client.delete(`invitations/${late.id_str}`), 404, 'not_found');
  });

  it('are refused with what they cannot be; a manager makes no owners', async () => {
    const manager = await screenAs(service(), 'manager', owner.client.companyId);
    const before = await everythingOf(service(), owner.client.companyId);
    for (const [body, field] of [
      [{ email: 'nobody', role: 'staff' }, 'email'],
      [{ email: 'a b@example.com', role: 'staff' }, 'email'],
      [{ email: '"><script>@example.com', role: 'staff' }, 'email'],
      [{ email: `${'x'.repeat(260)}@example.com`, role: 'staff' }, 'email'],
      [{ role: 'staff' }, 'email'],
      [{ email: email(), role: 'admin' }, 'role'],
      [{ email: email() }, 'role'],
    ] as const) {
      invalidFields(await owner.client.post('invitations', body), field);
    }
    refused(
      await manager.client.post('invitations', { email: email(), role: 'owner' }),
      403,
      'access_denied',
    );
    assert.equal(await everythingOf(service(), owner.client.companyId), before);
    for (const role of ['manager', 'staff']) {
      await make(manager.client, 'invitations', { email: email(), role });
    }
    await invite({ role: 'owner' });
  });

  it('are 200 at most', async () => {
    const crowded = await found(service(), 'Crowded');
    await service().app.storage.write(async (tx) => {
      const company_id = BigInt(crowded.client.companyId);
      for (let at = 0; at < 200; at++) {
        const given = { company: company_id, email: `x${at}@example.com`, role: 'staff' } as const;
        await makeInvitation(tx, given, COMMAND_LINE, { now: service().clock.now(), random });
      }
    });
    const one = { email: email(), role: 'staff' };
    inUse(await crowded.client.post('invitations', one), /At most 200/);
    const [{ id_str }] = await read(crowded.client, 'invitations');
    await drop(crowded.client, `invitations/${id_str}`);
    await make(crowded.client, 'invitations', one);
  });
});

onEachEngine('the audit log', (service) => {
  it('says who did what, when and from where, newest first, in pages', async () => {
    const owner = await found(service(), 'Audited');
    const names = Array.from({ length: 12 }, (_, at) => `Add-on ${at}`);
    for (const name of names) await make(owner.client, 'addons', { name, scopes: ['webhooks'] });
    const [newest] = await read(owner.client, 'audit');
    hasKeys(newest, [
      ...['id', 'id_str', 'user_id', 'user_id_str', 'actor', 'action', 'subject', 'address', 'created_at'],
      ...[
        'number',
        'company_id',
        'addon_id',
        'staff_id',
        'register_id',
        'site_id',
        'record_kind',
        'record_id',
      ],
      ...['before', 'after', 'reason', 'approved_by', 'previous_hash', 'hash'],
    ]);
    assert.equal(newest.actor, owner.card.admin.email);
    assert.equal(newest.address, '127.0.0.1');
    assert.equal(newest.created_at, new Date(Number(service().clock.now() / 1000n)).toISOString());
    const all = (await pages(owner.client, 'audit?limit=5')).flat();
    const made = all
      .filter(({ action }) => action === 'addon.created')
      .map(({ subject }) => subject.split(' (')[0]);
    assert.deepEqual(made, names.toReversed());
    assert.deepEqual(all, (await pages(owner.client, 'audit?limit=5000')).flat());
    const lone = await owner.client.get('audit?limit=5');
    const foreign = await screenOf(service(), service().foreignCard);
    const next = (lone.headers['x-next-page'] ?? '').replace(/^https:\/\/[^/]+/, '');
    const stolen = await foreign.client.get(next);
    assert.equal(stolen.status, 400, 'a cursor of one company is of no use in another');
  });

  it('keeps hostile names as the text they are', async () => {
    const owner = await found(service(), 'Hostile');
    for (const name of [
      '<script>alert(1)</script>',
      '"; drop table audit_log; --',
      '\u202eevil',
      '{{7*7}}',
      'ﷺ'.repeat(100),
    ]) {
      await make(owner.client, 'addons', { name, scopes: ['webhooks'] });
      assert.ok((await told(owner.client, 1))[0]?.[2]?.startsWith(`${name} (`));
    }
  });
});
