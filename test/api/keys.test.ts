// The key of an installation, changed while it serves (reference: operations.30): nothing that rests on it is lost, nothing
// is missed, and nothing of a key is shown.

import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { before, it } from 'node:test';
import { keyProblem } from '#src/keys/admit.ts';
import { addKey, dropKey, useKey } from '#src/keys/change.ts';
import { keyFile, openKeyring } from '#src/keys/file.ts';
import { HASHED, SEALED } from '#src/keys/sealed.ts';
import { reseal, standingOf } from '#src/keys/walk.ts';
import { readKeyChecks } from '#src/storage/key-checks.ts';
import type { Storage } from '#src/storage/port.ts';
import { readColumns } from '#src/storage/schema.ts';
import { raw } from '#src/storage/sql.ts';
import { until } from '#test/harness/process.ts';
import { type Json, onEachEngine } from '#test/harness/service.ts';
import { codeOf, firstStep, hireWithApp, type WithApp } from './account-helpers.ts';
import { change, make, read } from './helpers.ts';
import { hire, type Member, sessionsAt } from './operator-helpers.ts';
import { openShop } from './order-helpers.ts';
import { screenOf } from './screens.ts';

const random = { bytes: (count: number) => randomBytes(count) };
/** How long a code of an authenticator app holds. */
const STEP = 30_000_000n;
const HEADERS = { 'X-Own': 'a header of ours' };

/** A storage whose writes fail from the nth on, as those of a process that is killed. */
function killedAfter(storage: Storage, writes: number): Storage {
  let left = writes;
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'write' && left-- <= 0) return () => Promise.reject(new Error('killed'));
      return value.bind(target);
    },
  });
}

onEachEngine('the key of an installation (reference: operations.30)', (service) => {
  const storage = () => service().app.storage;
  const dir = () => service().config.dataDir;
  const file = () => readFileSync(keyFile(dir()), 'utf8');
  const ring = () => openKeyring(keyFile(dir()));
  const standing = () => standingOf(storage(), ring());
  const all = (text: string) => storage().read(async (tx) => tx.all<Json>(raw(text)));

  let webhook: Json;
  let member: Member;
  let ann: WithApp;
  let next: string;
  let receipt: string;
  let batchKey: string;
  let batched: string;

  /** Has the service seal, and answers by which key it did. */
  const sealsBy = async () => {
    for (const headers of [{}, HEADERS])
      await change(service().client, `webhooks/${webhook.id_str}`, { headers });
    const [row] = await all(`select headers from webhooks where id = ${webhook.id_str}`);
    return String(row?.headers).split('.')[1];
  };
  /** The service looks at the file, as it does every few seconds. */
  const tick = async () => {
    service().ticker.tick();
    await until('the service seals by the first key', async () => (await sealsBy()) === ring().first.id);
  };
  const batch = () =>
    service().client.post(
      'batch',
      { requests: [{ method: 'PUT', path: '/v1/companies/me', body: { website: null } }] },
      { headers: { 'idempotency-key': batchKey } },
    );
  const pinIsTaken = async (pin: string) => {
    const path = sessionsAt(String(service().card.sites[0].registers[0].id));
    return (await service().client.post(path, { staff_id: member.id, pin })).status === 201;
  };
  /** Asks for what has an address that follows from the key. */
  const keepAddresses = async () => {
    const { client } = service();
    const list = await client.get('orders?limit=1');
    const { pathname, search } = new URL(String(list.headers['x-next-page']));
    next = pathname + search;
    receipt = (await read(client, `orders/${list.json[0].id_str}/receipt/link`)).url;
    batchKey = randomUUID();
    const answer = await batch();
    assert.equal(answer.status, 200, answer.text);
    batched = answer.text;
  };

  /** Everything that rests on a key is as it was. */
  const check = async () => {
    const { client, clock } = service();
    const path = `webhooks/${webhook.id_str}`;
    assert.deepEqual((await read(client, path)).headers, HEADERS);
    const [delivery] = await read(client, `${path}/deliveries?limit=1`);
    const { headers } = await read(client, `${path}/deliveries/${delivery.id_str}/request`);
    assert.equal(headers['X-Own'], HEADERS['X-Own']);
    assert.equal((await client.get(next)).status, 200);
    const page = await service().send('GET', new URL(receipt).pathname, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 200, page.text);
    assert.equal(await pinIsTaken('0000'), false);
    assert.equal(await pinIsTaken(member.pin), true);
    assert.equal((await batch()).text, batched);
    clock.advance(3n * STEP);
    const form = await firstStep(service(), ann);
    const passed = await form.browser.submit(form.page, { code: codeOf(service(), ann.secret) });
    assert.equal(passed.status, 303, passed.text);
  };

  before(async () => {
    const { client, card } = service();
    webhook = await make(client, 'webhooks', {
      ...{ topic: 'taxes/updated', address: 'https://example.com/hook', format: 'json', headers: HEADERS },
    });
    await make(client, `webhooks/${webhook.id_str}/test`, {});
    await client.post('webhooks/signing_secret', {});
    member = await hire(client);
    ann = await hireWithApp(service());
    const owner = await screenOf(service(), card);
    await make(owner.client, 'invitations', { email: 'new@example.com', role: 'staff' });
    const shop = await openShop(service());
    for (let count = 0; count < 3; count++)
      await make(client, 'orders', {
        ...{ site_id: shop.site, status: 'COMPLETE', lines: [{ product_id: shop.soup.id, quantity: 1 }] },
        payments: [{ method_id: shop.cash, amount: 10 }],
      });
    await keepAddresses();
  });

  it('is known in all that rests on it', async () => {
    const columns = await storage().read((tx) => readColumns(tx, service().engine));
    const found: string[] = [];
    for (const { table, column, shape } of columns.filter((each) => each.shape.startsWith('text'))) {
      for (const [form, name] of [
        ['v_.%', 'sealed'],
        ['%h2.________.%', 'hashed'],
      ] as const) {
        const [row] = await all(`select count(*) as count from ${table} where ${column} like '${form}'`);
        if (Number(row?.count) > 0) found.push(`${name} ${table}.${column} ${shape.slice(0, 4)}`);
      }
    }
    const listed = [
      ...SEALED.map(({ table, column }) => `sealed ${table}.${column} text`),
      ...HASHED.map(({ table, column }) => `hashed ${table}.${column} text`),
    ];
    assert.deepEqual(found.toSorted(), listed.toSorted());
    const { keys, unopened, lost } = await standing();
    assert.deepEqual([keys.length, unopened.size, lost.size], [1, 0, 0]);
    assert.ok((keys[0]?.sealed ?? 0) >= SEALED.length);
    await check();
  });

  it('is changed step by step while the service runs, and dropped when nothing rests on it', async () => {
    const old = ring().first.id;
    const made = await addKey(dir(), random);
    const ids = () => ring().keys.map(({ id }) => id);
    assert.deepEqual(ids(), [old, made]);
    assert.equal(statSync(keyFile(dir())).mode & 0o777, 0o600);
    await tick();
    await check();
    await assert.rejects(dropKey(storage(), dir(), old, { isForced: false }), /is the first, so it seals/);
    await assert.rejects(useKey(storage(), dir(), '00000000'), /holds no key 00000000\. It holds: /);
    await useKey(storage(), dir(), made);
    assert.deepEqual(ids(), [made, old]);
    await tick();
    await check();
    await assert.rejects(dropKey(storage(), dir(), old, { isForced: true }), /rest \d+ sealed texts/);

    const done = await reseal(storage(), ring(), random);
    assert.deepEqual([done.unopened, done.isWhole], [0, true]);
    assert.ok(done.sealed > 0);
    assert.equal((await reseal(storage(), ring(), random)).sealed, 0);
    const [first, second] = (await standing()).keys;
    assert.deepEqual([first?.id, second?.id, second?.sealed], [made, old, 0]);
    await check();
    // The PIN was renewed when it was entered; the recovery codes were not.
    const [pin] = await all(`select pin_hash from staff where id = ${member.id}`);
    assert.match(pin?.pin_hash, new RegExp(`^h2\\.${made}\\.`));
    const refusal = /rest .*unused recovery codes.*To drop it all the same: --force\./;
    await assert.rejects(dropKey(storage(), dir(), old, { isForced: false }), refusal);
    await dropKey(storage(), dir(), old, { isForced: true });
    assert.deepEqual(ids(), [made]);
    // Addresses of receipts and of next pages end with the key that they were made with, and answers that may hold a secret.
    await until('the service has dropped the key', async () => {
      service().ticker.tick();
      return (await service().client.get(next)).status === 400;
    });
    assert.equal((await batch()).status, 422);
    await keepAddresses();
    await check();
    const { lost } = await standing();
    assert.ok([...lost.keys()].some(({ table }) => table === 'recovery_codes'));
    assert.equal(file().trim().split('\n').length, 1);
  });

  it('is brought to all texts although one is killed, two do it at once, and the service goes on with the old one', async () => {
    const old = ring().first.id;
    const made = await addKey(dir(), random);
    await useKey(storage(), dir(), made);
    const now = ring();
    const sealedByOld = async () =>
      (await standingOf(storage(), ring())).keys.find(({ id }) => id === old)?.sealed ?? 0;
    const total = await sealedByOld();
    await assert.rejects(reseal(killedAfter(storage(), 2), now, random), /killed/);
    const left = await sealedByOld();
    assert.ok(left > 0 && left < total, `${left} of ${total}`);
    assert.equal(await sealsBy(), old, 'the service has not looked yet');
    const [one, two] = await Promise.all([reseal(storage(), now, random), reseal(storage(), now, random)]);
    assert.ok(one.sealed + two.sealed >= left);
    assert.equal(await sealedByOld(), 0);
    await tick();
    await check();
  });

  it('that is missing is named by its id, and nothing of a key is said', async () => {
    const { first, keys } = ring();
    const checks = await storage().read(readKeyChecks);
    const [missing, ...more] = [...checks.named.keys()].filter((id) => id !== first.id);
    assert.deepEqual(more, []);
    const said = keyProblem('secret.key', [first], checks) ?? '';
    assert.match(said, new RegExp(`secrets sealed with key ${missing}, which secret\\.key does not hold`));
    assert.equal(keyProblem('secret.key', keys, checks), undefined);
    const [, old] = keys;
    assert.ok(old !== undefined);
    assert.equal(keyProblem('secret.key', [old], checks)?.includes(first.id), true);
    for (const line of file().trim().split('\n')) assert.ok(!said.includes(line));
  });
});
