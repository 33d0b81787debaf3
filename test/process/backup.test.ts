// Encrypted back-ups by the command line.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { engineEnv, makeFolder, runCli, serve } from '../harness/process.ts';
import { ENGINES } from '../harness/service.ts';

for (const engine of ENGINES) {
  it(`an encrypted backup is made while the service runs, and restored by its key alone (${engine})`, async () => {
    const env = await engineEnv(engine);
    const server = await serve({ env });
    const order = await server.post('orders', { site_id: server.card.sites[0].id, notes: 'kept' });
    assert.equal(order.status, 201, order.text);
    const place = makeFolder();
    const [key, file] = [join(place, 'key'), join(place, 'saved')];
    const own = { ...env, DATA_DIR: server.dir };
    const made = await runCli(['backup-key', '--to', key], {});
    assert.equal(made.code, 0, made.stderr);
    const [recipient = ''] = made.stdout.split('\n');
    assert.match(recipient, /^age1/);
    const wrong = await runCli(['backup', '--to', file, '--encrypt', 'age1wrong'], own);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /"age1wrong" is no recipient/);
    assert.equal(existsSync(file), false);
    const saved = await runCli(['backup', '--to', file, '--encrypt', recipient], own);
    assert.equal(saved.code, 0, saved.stderr);
    assert.match(saved.stdout, new RegExp(`encrypted for ${recipient}`));
    await server.stop();
    const dir = join(makeFolder(), 'data');
    const other = { ...(await engineEnv(engine)), DATA_DIR: dir };
    const without = await runCli(['restore', '--from', file], other);
    assert.equal(without.code, 1);
    assert.match(without.stderr, /is encrypted\. Name the file of its key: --key <file>\./);
    const restored = await runCli(['restore', '--from', file, '--key', key], other);
    assert.equal(restored.code, 0, restored.stderr);
    const again = await serve({ dir, env: other });
    assert.equal((await again.get(`orders/${order.json.id_str}`)).json.notes, 'kept');
    await again.stop();
    assert.equal(
      readFileSync(join(dir, 'secret.key'), 'utf8'),
      readFileSync(join(server.dir, 'secret.key'), 'utf8'),
    );
    const plain = join(place, 'plain');
    assert.equal((await runCli(['backup', '--to', plain], other)).code, 0);
    const third = { ...(await engineEnv(engine)), DATA_DIR: join(makeFolder(), 'data') };
    const keyed = await runCli(['restore', '--from', plain, '--key', key], third);
    assert.equal(keyed.code, 1);
    assert.match(keyed.stderr, /is not encrypted/);
    // What is damaged changes nothing either: there is no lock, no database, no folder.
    writeFileSync(plain, readFileSync(plain).subarray(0, -100));
    const damaged = await runCli(['restore', '--from', plain], third);
    assert.equal(damaged.code, 1);
    assert.ok(damaged.stderr.includes(`The backup ${plain} is damaged: its end is missing.`), damaged.stderr);
    assert.equal(existsSync(third.DATA_DIR), false);
  });
}
