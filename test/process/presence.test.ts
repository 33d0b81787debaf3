// The presence of registers across processes and restarts, in real time.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { engineEnv, makeFolder, type Server, serve, until } from '#test/harness/process.ts';
import { ENGINES, freshDatabase } from '#test/harness/service.ts';

/** Holds the first register's stream at a server. */
async function hold(server: Server, token: string): Promise<{ hangUp(): void; ended: Promise<void> }> {
  const options = server.request('GET', 'registers/1/stream', {
    token,
    headers: { accept: 'text/event-stream' },
  });
  const request = httpsRequest(options);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject).end();
  });
  request.on('error', () => undefined);
  assert.equal(response.statusCode, 200);
  const ended = new Promise<void>((resolve, reject) => {
    response.once('end', resolve).once('error', reject).resume();
  });
  return { hangUp: () => request.destroy(), ended };
}

const statusAt = async (server: Server, token: string): Promise<string> =>
  (await server.get('registers/1', { token })).json.status;

describe('a register whose stream is held', () => {
  for (const engine of ENGINES) {
    it(`is online after a restart; the stop ends the stream in order (${engine})`, async () => {
      const env = await engineEnv(engine);
      const dir = join(makeFolder(), 'data');
      const first = await serve({ env, dir });
      const token = first.card.addon.access_token;
      const { ended } = await hold(first, token);
      const { code, stderr } = await first.stop();
      await ended;
      assert.deepEqual([code, stderr], [0, '']);
      const second = await serve({ env, dir });
      assert.equal(await statusAt(second, token), 'online');
      await second.stop();
    });
  }

  it('is online at every process of a fleet, and offline at each when it is let go', async () => {
    const env = { DATABASE_URL: await freshDatabase() };
    const a = await serve({ env });
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(a.dir, 'secret.key'), join(dir, 'secret.key'));
    const b = await serve({ env, dir });
    const token = a.card.addon.access_token;
    const { hangUp, ended } = await hold(a, token);
    ended.catch(() => undefined);
    assert.equal(await statusAt(b, token), 'online');
    const other = await hold(b, token);
    other.ended.catch(() => undefined);
    // The other process has the later sign of life.
    hangUp();
    assert.equal((await a.get('/healthz')).status, 200);
    assert.equal(await statusAt(a, token), 'online');
    other.hangUp();
    await until('it is offline', async () => (await statusAt(a, token)) === 'offline');
    await Promise.all([a.stop(), b.stop()]);
  });
});
