// A database file that others hold, and a disk that is full: nothing is half done, everything else goes on.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { FIRST_PRODUCT, makeFolder, runCli, serve, until } from '#test/harness/process.ts';
import type { Json } from '#test/harness/service.ts';

it('a write waits for another process that holds the database, and reads go on', async () => {
  const server = await serve();
  const order = { site_id: server.card.sites[0].id, lines: [{ product_id: FIRST_PRODUCT }] };
  const first = await server.post('orders', order);
  const other = new DatabaseSync(join(server.dir, 'passbell.sqlite'));
  other.exec('begin immediate');
  let answered = false;
  const waiting = server.post('orders', order).then((answer) => {
    answered = true;
    return answer;
  });
  for (let count = 0; count < 20; count++) {
    assert.equal((await server.get(`orders/${first.json.id}`)).text, first.text);
  }
  assert.equal(answered, false);
  other.exec('commit');
  other.close();
  assert.equal((await waiting).status, 201);
  await server.stop();
});

const DISK_BYTES = 16 * 1024 * 1024;

/** A folder that is a disk of its own with how to unmount it; undefined where we may not mount one. */
function mountSmallDisk(): { folder: string; unmount: () => void } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const folder = join(makeFolder(), 'disk');
  mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  const unmount = () => {
    process.off('exit', unmount);
    // Lazily: after a failure a service may still be using it.
    spawnSync('umount', ['--lazy', folder]);
  };
  process.on('exit', unmount);
  return { folder, unmount };
}

/** Fills the disk to its last page; answers the file to delete. */
function fill(folder: string): string {
  const ballast = join(folder, 'ballast');
  for (const size of [1024 * 1024, 64 * 1024, 4096, 1]) {
    const piece = Buffer.alloc(size);
    for (let count = 0; count <= DISK_BYTES / size; count++) {
      try {
        appendFileSync(ballast, piece);
      } catch {
        break;
      }
    }
  }
  return ballast;
}

// Only root can mount a disk; elsewhere the storage's own tests of a full database have to do.
const disk = mountSmallDisk();
if (disk !== undefined) {
  it('a full disk refuses writes until there is room again, and nothing is half done', async (t) => {
    t.after(disk.unmount);
    const dir = join(disk.folder, 'data');
    const server = await serve({ dir, env: { LOG_LEVEL: 'silent' } });
    const site = server.card.sites[0].id;
    const lines = Array.from({ length: 20 }, (_, at) => ({ product_id: at + 1, notes: 'x'.repeat(100) }));
    const body = { site_id: site, status: 'COMPLETE', lines };
    const made = new Set<number>();
    const post = async (key?: string) => {
      const headers = key === undefined ? {} : { 'idempotency-key': key };
      const answer = await server.post('orders', body, { headers });
      if (answer.status === 201) made.add(answer.json.id);
      return answer;
    };
    for (let count = 0; count < 20; count++) assert.equal((await post()).status, 201);
    const menu = (await server.get('products?limit=1000')).text;

    const ballast = fill(disk.folder);
    // What the log of the database had in reserve is used up first.
    let refused: Json;
    for (let count = 0; count < 2000; count++) {
      refused = await post();
      if (refused.status !== 201) break;
    }
    const check = (answer: Json) => {
      assert.equal(answer.status, 503, answer.text);
      assert.equal(answer.json.error, 'temporarily_unavailable');
      assert.match(answer.json.error_description, /disk is full/);
      assert.equal(answer.headers['retry-after'], '1');
    };
    check(refused);
    const together = await Promise.all(Array.from({ length: 20 }, (_, at) => post(`key-${at}`)));
    for (const answer of together.filter(({ status }) => status !== 201)) check(answer);
    assert.ok(together.some(({ status }) => status === 503));
    const change = await server.put('products/1', { description: 'x'.repeat(1900) });
    if (change.status !== 200) check(change);
    check(await post('again'));

    // Reads go on, and so does the process.
    const whole = async () => {
      const orders = await server.list('orders?limit=500&fields=lines');
      assert.deepEqual(new Set(orders.map(({ id }) => id)), made, 'exactly what was answered 201');
      assert.equal(orders.length, made.size);
      for (const order of orders) assert.equal(order.lines.length, lines.length);
      const events = await server.list('events?limit=5000');
      assert.deepEqual(
        events.map(({ number }) => number),
        events.map((_, at) => at + 1),
        'no gap in the events',
      );
      assert.equal(events.filter(({ topic }) => topic === 'orders/completed').length, made.size);
    };
    await whole();
    assert.equal((await server.get('/healthz')).status, 200);
    const unready = await server.get('/readyz');
    assert.deepEqual([unready.status, unready.json.status], [503, 'not ready']);
    assert.deepEqual(unready.json.checks.writes, { ok: false, reason: 'The disk is full.' });
    assert.match((await server.get('/metrics')).text, /^passbell_ready\{check="writes"\} 0$/m);
    if (change.status !== 200) assert.equal((await server.get('products?limit=1000')).text, menu);
    const said = await runCli(['doctor'], { DATA_DIR: dir, PORT: '0' });
    assert.equal(said.code, 1);
    assert.match(said.stdout, /^BAD {2}disk: 0\.0 GB free\. Make room now/m);

    // Room again: the same service goes on, and a key that was refused is as good as new.
    rmSync(ballast);
    assert.equal((await post('again')).status, 201);
    const retried = await Promise.all(Array.from({ length: 20 }, (_, at) => post(`key-${at}`)));
    for (const { status, text } of retried) assert.equal(status, 201, text);
    await until('it is ready again', async () => (await server.get('/readyz')).status === 200);
    await whole();

    // And the files on the disk are sound.
    assert.equal((await server.stop()).code, 0);
    const next = await serve({ dir });
    assert.equal((await next.list('orders?limit=500')).length, made.size);
    const sound = await runCli(['doctor'], { DATA_DIR: dir, PORT: '0' });
    assert.match(sound.stdout, /^ok {3}database: SQLite/m);
    await next.stop();
  });
}
