// The disk of a shop is lost: what COPY_DIR holds is all there is (reference: operations.31). The service is killed while it sells; of
// the copies alone comes an installation with every order that was answered by the moment that they go up to.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { freshDatabase } from '#test/harness/service.ts';
import { makeFolder, runCli, type Server, serve, until } from '../harness/process.ts';

const ROUNDS = 3;
const UP_TO = /as it was at (\S+): (\d+) orders/;

/** Orders that were answered, and when. */
type Sold = Map<string, number>;

/** Sells until the server is killed; a sale that was not answered does not count. */
async function sell(server: Server, sold: Sold, least: number): Promise<void> {
  for (let count = 0; count < least; count++) {
    const answer = await server.post('orders', {
      site_id: server.card.sites[0].id,
      notes: `sale ${sold.size}`,
    });
    assert.equal(answer.status, 201, answer.text);
    sold.set(answer.json.id_str, Date.now());
  }
}

const figure = async (server: Server, name: string): Promise<number> => {
  const { text } = await server.get('/metrics');
  return Number(new RegExp(`^passbell_${name} (\\S+)$`, 'm').exec(text)?.[1]);
};

it('a shop that is killed again and again is restored of its encrypted copies', async () => {
  const place = makeFolder();
  const [key, copies] = [join(place, 'key'), join(place, 'copies')];
  mkdirSync(copies);
  const made = await runCli(['backup-key', '--to', key], {});
  const [recipient = ''] = made.stdout.split('\n');
  const env = { COPY_DIR: copies, COPY_RECIPIENTS: recipient };
  const sold: Sold = new Map();
  let server = await serve({ env });
  const { dir } = server;
  for (let round = 0; round < ROUNDS; round++) {
    await sell(server, sold, 15);
    const settled = Date.now();
    await until('what was sold is copied', async () => {
      // By the time it is asked at, not by that of the answer: what is behind then may not be there.
      const asked = Date.now();
      const lag = await figure(server, 'copy_lag_seconds');
      return (await figure(server, 'copy_bytes_total')) > 0 && asked - lag * 1000 > settled + 1;
    });
    const killing = sell(server, sold, 1_000).catch(() => undefined);
    await until('it sells', () => sold.size >= (round + 1) * 20);
    await server.stop('SIGKILL').catch(() => undefined);
    await killing;

    const restored = join(makeFolder(), 'data');
    const own = { DATA_DIR: restored, DATABASE_URL: '' };
    const done = await runCli(['restore', '--from', copies, '--key', key], own);
    assert.equal(done.code, 0, done.stderr);
    const [, upTo = '', count = '0'] = UP_TO.exec(done.stdout) ?? [];
    const at = Date.parse(upTo);
    assert.ok(at >= settled, `${upTo} is before ${new Date(settled).toISOString()}`);
    const answered = [...sold].filter(([, time]) => time <= at);
    assert.ok(answered.length >= (round + 1) * 15 && Number(count) >= answered.length, done.stdout);
    const doctor = await runCli(['doctor'], own);
    assert.equal(doctor.code, 0, doctor.stdout);
    const copy = await serve({ dir: restored, env: { SANDBOX: 'on' } });
    for (const [id] of answered.slice(-5)) assert.equal((await copy.get(`orders/${id}`)).status, 200, id);
    const all = (await copy.get('orders?limit=5000')).json.map((order: { id_str: string }) => order.id_str);
    assert.deepEqual(
      answered.filter(([id]) => !all.includes(id)),
      [],
    );
    await copy.stop();
    server = await serve({ dir, env });
  }
  // Earlier: with --at the state of then, without what was sold later.
  const early = join(makeFolder(), 'data');
  const times = [...sold.values()];
  const half = new Date(times[20] ?? 0).toISOString();
  const past = await runCli(['restore', '--from', copies, '--key', key, '--at', half], { DATA_DIR: early });
  assert.equal(past.code, 0, past.stderr);
  assert.ok(Number(UP_TO.exec(past.stdout)?.[2]) < sold.size);
  const list = await runCli(['copies'], env);
  assert.match(list.stdout, /^\d{8}T\d{9}Z-[0-9a-f]{8}: from \S+ to \S+, [\d.]+ MB, encrypted/);
  const plain = readFileSync(join(dir, 'secret.key'), 'utf8').trim();
  for (const folder of readdirSync(copies))
    for (const name of readdirSync(join(copies, folder)))
      assert.ok(!readFileSync(join(copies, folder, name)).includes(plain), name);
  assert.match((await runCli(['doctor'], { ...env, DATA_DIR: dir })).stdout, /^ok {3}copies: \S+, up to /m);
  const { stderr } = await server.stop();
  assert.doesNotMatch(stderr, /COPY_DIR cannot be written/);
});

it('copies are refused in words where they cannot be made or used', async () => {
  const copies = join(makeFolder(), 'copies');
  const url = await freshDatabase();
  const wrong = await runCli(['serve'], {
    COPY_DIR: copies,
    DATABASE_URL: url,
    DATA_DIR: join(makeFolder(), 'data'),
  });
  assert.notEqual(wrong.code, 0);
  assert.match(wrong.stderr, /COPY_DIR \(--copy-dir\) is for SQLite alone/);
  // A folder that is not there stops nothing: it is said, and sold all the same.
  const server = await serve({ env: { COPY_DIR: copies } });
  await until('the failure is counted', async () => (await figure(server, 'copy_failures_total')) > 0);
  const ready = await server.get('/readyz');
  assert.equal(ready.status, 200);
  assert.match(ready.text, /COPY_DIR cannot be written/);
  await sell(server, new Map(), 1);
  const { dir } = server;
  const { stderr } = await server.stop();
  assert.match(stderr, /COPY_DIR cannot be written: what is sold now is on this disk alone/);
  const none = await runCli(['restore', '--from', copies], { DATA_DIR: join(makeFolder(), 'data') });
  assert.match(none.stderr, /There is no file|There is no folder/);
  mkdirSync(copies);
  const empty = await runCli(['restore', '--from', copies], { DATA_DIR: join(makeFolder(), 'data') });
  assert.match(empty.stderr, /There is no whole copy in this folder/);
  const file = join(makeFolder(), 'file');
  writeFileSync(file, 'x');
  const at = await runCli(['restore', '--from', file, '--at', '2026-01-01T00:00:00Z'], {
    DATA_DIR: join(makeFolder(), 'data'),
  });
  assert.match(at.stderr, /--at is for a folder of copies/);
  const taken = await serve({ dir, env: { COPY_DIR: copies } });
  await until('there is a whole copy', async () =>
    (await runCli(['copies', '--from', copies])).stdout.includes(': from '),
  );
  await taken.stop();
  const full = await runCli(['restore', '--from', copies], { DATA_DIR: dir });
  assert.match(full.stderr, /is there already\. Restore into an empty data directory/);
});
