import assert from 'node:assert/strict';
import { it } from 'node:test';
import { MAX_KEYS } from '#src/access/keys.store.ts';
import { devices } from '#src/access/store.ts';
import { keys as migration } from '#src/storage/migrations/013-keys.ts';
import { secretMakers } from '#src/storage/migrations/017-secret-makers.ts';
import { raw, sql } from '#src/storage/sql.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { Browser, consent, makeAddon, redeem } from './browser.ts';
import { change, drop, hasKeys, invalidFields, make, read, refused } from './helpers.ts';
import { hirePerson, letIn, openScreen, type Screen, screenAs, screenOf } from './screens.ts';

interface Leaver {
  readonly id: string;
  readonly email: string;
  readonly screen: Screen;
  /** The add-on's token they made, the device they let in, and the add-on they connected. */
  readonly token: Client;
  /** The add-on they made, by its client secret. */
  readonly secret: Client;
  readonly addon: string;
  readonly device: Client;
  readonly granted: Client;
  readonly register: string;
  readonly invitation: string;
  readonly link: string;
}

/** A manager who has made a key of each kind. */
async function leaverOf(service: Service): Promise<Leaver> {
  const { id, email, password } = await hirePerson(service, 'manager');
  const screen = await openScreen(service, { email, password }, service.client.companyId);
  const [site] = service.card.sites;
  const register = await make(service.client, 'registers', { name: `Of ${email}`, site_id: site.id });
  const own = await make(screen.client, 'addons', { name: `Own of ${email}`, scopes: ['orders:read'] });
  const { access_token } = await make(screen.client, `addons/${own.id_str}/access_token`, {});
  const { client: device } = await letIn(service, screen, register.id, `Till of ${email}`);
  const foreign = await makeAddon(service, {
    companyId: service.foreign.companyId,
    name: `Loyalty of ${email}`,
  });
  const code = await consent(screen.browser, foreign, {}, { company_id: service.client.companyId });
  const given = await redeem(service, foreign, code);
  const invited = { email: `friend-of-${email}`, role: 'manager' };
  const { id_str: invitation, link } = await make(screen.client, 'invitations', invited);
  return {
    id: String(id),
    email,
    screen,
    token: service.as(`Bearer ${access_token}`),
    secret: service.as(basicOf(own.client_id, own.client_secret)),
    addon: own.id_str,
    device,
    granted: service.as(`Bearer ${given.access_token}`),
    register: register.id_str,
    invitation,
    link,
  };
}

const basicOf = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

async function statusesOf({ token, secret, device, granted }: Leaver): Promise<number[]> {
  const answers = await Promise.all([token, secret, device, granted].map((client) => client.get('orders')));
  return answers.map(({ status }) => status);
}

/** What the audit log says of a member's keys, oldest first. */
async function toldOf(owner: Client, email: string): Promise<string[][]> {
  const lines = await read(owner, 'audit?limit=100');
  return lines
    .filter(({ action, subject }: Json) => action.startsWith('member.') && subject.includes(email))
    .map(({ action, subject }: Json) => [action, subject.replace(/ \(add-on \d+\)/, '')])
    .reverse();
}

onEachEngine('the keys of a member', (service) => {
  it('are listed: what was made, let in, connected and sent', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
    for (const key of keys) {
      hasKeys(key, [
        'key',
        'kind',
        'name',
        'addon_id',
        'addon_id_str',
        'register_id',
        'register_id_str',
        'last_used_at',
        'created_at',
      ]);
    }
    assert.deepEqual(
      keys.map(({ kind, name }: Json) => [kind, name]),
      [
        ['access_token', `Own of ${leaver.email}`],
        ['client_secret', `Own of ${leaver.email}`],
        ['device', `Till of ${leaver.email}`],
        ['grant', `Loyalty of ${leaver.email}`],
        ['invitation', `friend-of-${leaver.email}`],
      ],
    );
    assert.equal(keys[2].register_id_str, leaver.register);
    assert.equal(new Set(keys.map(({ key }: Json) => key)).size, 5);
    assert.deepEqual(await read(leaver.screen.client, `members/${leaver.id}/keys`), { keys }, 'of oneself');
    const other = await screenAs(service(), 'manager');
    refused(await other.client.get(`members/${leaver.id}/keys`), 403, 'access_denied');
    const foreign = await screenOf(service(), service().foreignCard);
    refused(await foreign.client.get(`members/${leaver.id}/keys`), 404, 'not_found');
  });

  it('are revoked with the membership, all of them, and the audit log says which', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    await make(leaver.granted, 'webhooks', {
      topic: 'customers/created',
      address: 'https://hooks.example.com/x',
    });
    assert.deepEqual(await statusesOf(leaver), [200, 200, 200, 200]);
    await drop(owner.client, `members/${leaver.id}`);
    assert.deepEqual(await statusesOf(leaver), [401, 401, 401, 401]);
    const path = new URL(leaver.link);
    assert.equal((await new Browser(service()).get(path.pathname + path.search)).status, 404);
    assert.equal(
      (await read(owner.client, `registers/${leaver.register}`)).assigned_to_device,
      false,
      'the register is free',
    );
    const hooks = await service().app.storage.read(async (tx) =>
      tx.all(sql`select id from webhooks where company_id = ${BigInt(service().client.companyId)}`),
    );
    assert.deepEqual(hooks, [], 'the add-on is told nothing more');
    const { email } = leaver;
    assert.deepEqual((await toldOf(owner.client, email)).slice(-6), [
      ['member.removed', email],
      ['member.key_revoked', `access token of Own of ${email}, by ${email}`],
      ['member.key_revoked', `client secret of Own of ${email}, by ${email}`],
      ['member.key_revoked', `device Till of ${email}, by ${email}`],
      ['member.key_revoked', `connection of Loyalty of ${email}, by ${email}`],
      ['member.key_revoked', `invitation of friend-of-${email}, by ${email}`],
    ]);
  });

  it('are kept where it is said so, and nothing happens when a key is not known', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
    const nameOf = (kind: string) => keys.find((each: Json) => each.kind === kind).key;
    const unknown = await owner.client.delete(`members/${leaver.id}?keep=${nameOf('device')},device-999999`);
    invalidFields(unknown, 'keep');
    assert.deepEqual(await statusesOf(leaver), [200, 200, 200, 200]);
    assert.equal((await leaver.screen.client.get('devices')).status, 200, 'still a member');
    // What came to be after the list was read is not in it, and is revoked.
    const { client: later } = await letIn(service(), leaver.screen, leaver.register, 'Later');
    await drop(owner.client, `members/${leaver.id}?keep=${nameOf('device')},${nameOf('grant')}`);
    assert.deepEqual(await statusesOf(leaver), [401, 401, 200, 200]);
    assert.equal((await later.get('orders')).status, 401);
    assert.equal(
      (await read(owner.client, `registers/${leaver.register}`)).assigned_to_device,
      true,
      'the register still has a device',
    );
    const { email } = leaver;
    const kept = (await toldOf(owner.client, email)).filter(([action]) => action === 'member.key_kept');
    assert.deepEqual(kept, [
      ['member.key_kept', `device Till of ${email}, by ${email}`],
      ['member.key_kept', `connection of Loyalty of ${email}, by ${email}`],
    ]);
  });

  it('stay what they are when the removal is refused', async () => {
    const leaver = await leaverOf(service());
    const other = await screenAs(service(), 'manager');
    refused(await other.client.delete(`members/${leaver.id}`), 403, 'access_denied');
    assert.deepEqual(await statusesOf(leaver), [200, 200, 200, 200]);
    await drop(leaver.screen.client, `members/${leaver.id}`);
    assert.deepEqual(await statusesOf(leaver), [401, 401, 401, 401], 'who leaves takes them along');
  });

  it('are revoked where the member runs the company no more, but for those that are kept', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const { email } = leaver;
    const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
    const device = keys.find(({ kind }: Json) => kind === 'device').key;
    await change(owner.client, `members/${leaver.id}`, { role: 'owner' });
    assert.deepEqual(await statusesOf(leaver), [200, 200, 200, 200], 'a rise takes nothing');
    const path = `members/${leaver.id}?keep=${device},device-999999`;
    invalidFields(await owner.client.put(path, { role: 'staff' }), 'keep');
    assert.equal(
      (await read(owner.client, 'members')).find((row: Json) => row.email === email).role,
      'owner',
    );
    await change(owner.client, `members/${leaver.id}?keep=${device}`, { role: 'staff' });
    assert.deepEqual(await statusesOf(leaver), [401, 401, 200, 401]);
    const link = new URL(leaver.link);
    assert.equal((await new Browser(service()).get(link.pathname + link.search)).status, 404);
    assert.deepEqual((await toldOf(owner.client, email)).slice(-6), [
      ['member.role_changed', `${email} from owner to staff`],
      ['member.key_revoked', `access token of Own of ${email}, by ${email}`],
      ['member.key_revoked', `client secret of Own of ${email}, by ${email}`],
      ['member.key_kept', `device Till of ${email}, by ${email}`],
      ['member.key_revoked', `connection of Loyalty of ${email}, by ${email}`],
      ['member.key_revoked', `invitation of friend-of-${email}, by ${email}`],
    ]);
  });

  it('of an owner who becomes a manager are kept, but for invitations of owners', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const { email } = leaver;
    await change(owner.client, `members/${leaver.id}`, { role: 'owner' });
    const second = await screenAs(service(), 'owner');
    const own = await make(second.client, 'invitations', { email: `heir-of-${email}`, role: 'owner' });
    const other = await make(second.client, 'invitations', { email: `aide-of-${email}`, role: 'manager' });
    const { id: seconds } = (await read(owner.client, 'members')).at(-1);
    const before = await read(owner.client, `members/${seconds}/keys`);
    assert.equal(before.keys.length, 2);
    await change(owner.client, `members/${seconds}`, { role: 'manager' });
    const opened = async ({ link }: Json) => {
      const { pathname, search } = new URL(link);
      return (await new Browser(service()).get(pathname + search)).status;
    };
    assert.deepEqual([await opened(own), await opened(other)], [404, 200]);
    assert.deepEqual(
      (await read(owner.client, 'audit?limit=2')).map(({ action }: Json) => action),
      ['member.key_revoked', 'member.role_changed'],
    );
  });

  it('leave what others made, also for the same add-on', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const shared = await makeAddon(service(), { companyId: service().foreign.companyId, name: 'Shared' });
    const clients: Client[] = [];
    for (const { browser } of [leaver.screen, owner]) {
      const code = await consent(browser, shared, {}, { company_id: service().client.companyId });
      clients.push(service().as(`Bearer ${(await redeem(service(), shared, code)).access_token}`));
    }
    const [theirs, others] = clients;
    assert.ok(theirs !== undefined && others !== undefined);
    const hook = await make(others, 'webhooks', {
      topic: 'customers/created',
      address: 'https://hooks.example.com/y',
    });
    await drop(owner.client, `members/${leaver.id}`);
    assert.equal((await theirs.get('orders')).status, 401);
    assert.equal((await others.get(`webhooks/${hook.id_str}`)).status, 200);
    assert.equal((await service().client.get('orders')).status, 200, 'the token of the command line');
  });

  it('are client secrets until somebody else made another one, and a day more', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const secrets = async () => {
      const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
      return keys.filter(({ kind }: Json) => kind === 'client_secret').length;
    };
    const { client_id } = await read(owner.client, `addons/${leaver.addon}`);
    const rotated = await owner.client.post(`addons/${leaver.addon}/secret`, {});
    const others = service().as(basicOf(client_id, rotated.json.client_secret));
    assert.equal(await secrets(), 1, 'theirs is still taken');
    assert.equal((await leaver.secret.get('orders')).status, 200);
    await drop(owner.client, `members/${leaver.id}`);
    assert.equal((await leaver.secret.get('orders')).status, 401);
    assert.equal((await others.get('orders')).status, 200, 'what somebody else made goes on');
  });

  it('give way to a secret that nobody knows, and a new one can be made', async () => {
    const owner = await screenOf(service(), service().card);
    const leaver = await leaverOf(service());
    const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
    const kept = keys.find(({ kind }: Json) => kind === 'client_secret').key;
    assert.equal(kept, `client_secret-${leaver.addon}`);
    // Made anew by themselves: both are theirs.
    const mine = await leaver.screen.client.post(`addons/${leaver.addon}/secret`, {});
    const { client_id } = await read(owner.client, `addons/${leaver.addon}`);
    const newer = service().as(basicOf(client_id, mine.json.client_secret));
    assert.deepEqual(
      [(await newer.get('orders')).status, (await leaver.secret.get('orders')).status],
      [200, 200],
    );
    await drop(owner.client, `members/${leaver.id}`);
    assert.deepEqual(
      [(await newer.get('orders')).status, (await leaver.secret.get('orders')).status],
      [401, 401],
    );
    const made = await owner.client.post(`addons/${leaver.addon}/secret`, {});
    const fresh = service().as(basicOf(client_id, made.json.client_secret));
    assert.equal((await fresh.get('orders')).status, 200);
  });

  it('of before the upgrade are known by the audit log', async () => {
    const owner = await screenOf(service(), service().card);
    // Entries of the log have milliseconds.
    service().clock.advance(1000n);
    const leaver = await leaverOf(service());
    const company = BigInt(service().client.companyId);
    const forgetMakers = () =>
      service().app.storage.write(async (tx) => {
        await tx.run(sql`update access_tokens set made_by = null where company_id = ${company}`);
        await tx.run(sql`update one_time_links set made_by = null where company_id = ${company}`);
        await tx.run(
          sql`update addons set secret_by = null, old_secret_by = null where company_id = ${company}`,
        );
        // The log as it was then.
        const columns = raw('company_id, id, user_id, actor, action, subject, address, created_at');
        await tx.run(
          sql`insert into audit_log (${columns}) select ${columns} from audit_entries where company_id = ${company}`,
        );
        for (const { statements } of [migration, secretMakers]) {
          for (const statement of statements(service().engine)) {
            if (statement.startsWith('update')) await tx.run(raw(statement));
          }
        }
        await tx.run(sql`delete from audit_log where company_id = ${company}`);
      });
    await forgetMakers();
    const { keys } = await read(owner.client, `members/${leaver.id}/keys`);
    assert.deepEqual(
      keys.map(({ kind }: Json) => kind),
      ['access_token', 'client_secret', 'device', 'grant', 'invitation'],
    );
    await change(owner.client, `members/${leaver.id}`, { role: 'owner' });
    assert.equal((await owner.client.post(`addons/${leaver.addon}/secret`, {})).status, 200);
    await forgetMakers();
    const before = await read(owner.client, `members/${leaver.id}/keys`);
    assert.equal(before.keys[1].kind, 'client_secret', 'the one before, for a day more');
  });

  it('are listed up to a number of each kind, from which on nobody is taken out', async () => {
    const owner = await screenOf(service(), service().card);
    const { id: user } = await hirePerson(service(), 'staff');
    const now = service().clock.now();
    const made = await service().app.storage.write(async (tx) => {
      const ids = await tx.ids('device', MAX_KEYS + 5);
      const stamps = { created_at: now, updated_at: now, last_used_at: null, revoked_at: null };
      const device = {
        company_id: BigInt(service().client.companyId),
        name: 'Till',
        kind: 'register',
      } as const;
      for (const id of ids) {
        await devices.insert(tx, { ...device, ...stamps, id, register_id: 1n, user_id: user });
      }
      return ids;
    });
    const { keys } = await read(owner.client, `members/${user}/keys`);
    assert.equal(keys.length, MAX_KEYS);
    assert.ok(keys.some(({ key }: Json) => key.includes(String(made[0]))));
    assert.ok(!keys.some(({ key }: Json) => key.includes(String(made.at(-1)))));
    refused(await owner.client.delete(`members/${user}`), 409, 'conflict');
    assert.equal((await read(owner.client, `members/${user}/keys`)).keys.length, MAX_KEYS);
  });
});
