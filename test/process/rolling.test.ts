// A rolling restart behind a balancer that follows /readyz: no request is refused a connection.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_PRODUCT, makeFolder, type Server, serve, until } from '#test/harness/process.ts';
import { freshDatabase } from '#test/harness/service.ts';

/** How long a service says that it is not ready, and how often the balancer asks. */
const DRAIN_SECONDS = 2;
const PROBE_EVERY_MS = 100;
/** How long a stop may take after that, in ms. */
const STOP_LIMIT_MS = 10_000;
const REGISTERS = 4;

/** Sends requests to services that are ready, in turn. */
class Balancer {
  readonly #ready = new Set<Server>();
  readonly #servers = new Set<Server>();
  #turn = 0;
  #isOver = false;
  readonly #probing: Promise<void>;

  constructor(servers: readonly Server[]) {
    for (const server of servers) this.add(server);
    this.#probing = this.#probe();
  }

  add(server: Server): void {
    this.#servers.add(server);
    this.#ready.add(server);
  }

  has(server: Server): boolean {
    return this.#ready.has(server);
  }

  async #probe(): Promise<void> {
    while (!this.#isOver) {
      for (const server of this.#servers) {
        const status = await server.get('/readyz', { token: 'none' }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200) this.#ready.add(server);
        else this.#ready.delete(server);
        if (status === 0) this.#servers.delete(server);
      }
      await sleep(PROBE_EVERY_MS);
    }
  }

  next(): Server {
    const ready = [...this.#ready];
    const server = ready[this.#turn++ % ready.length];
    if (server === undefined) throw new Error('No service is ready.');
    return server;
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#probing;
  }
}

it('a rolling restart is noticed by no client', { timeout: 300_000 }, async (t) => {
  const env = { DATABASE_URL: await freshDatabase(), DRAIN_SECONDS: String(DRAIN_SECONDS) };
  const first = await serve({ env });
  const { card } = first;
  const token: string = card.addon.access_token;
  const start = () => {
    const dir = join(makeFolder(), 'data');
    mkdirSync(dir);
    copyFileSync(join(first.dir, 'secret.key'), join(dir, 'secret.key'));
    return serve({ env, dir });
  };
  const fleet = [first, await start()];
  const balancer = new Balancer(fleet);
  let asked = 0;
  let closing = 0;
  let isOver = false;
  const order = { site_id: card.sites[0].id, status: 'COMPLETE', lines: [{ product_id: FIRST_PRODUCT }] };
  const selling = Promise.all(
    Array.from({ length: REGISTERS }, async () => {
      while (!isOver) {
        const answer = await balancer.next().post('orders', order, { token });
        asked++;
        if (answer.headers.connection === 'close') closing++;
        assert.equal(answer.status, 201, answer.text);
      }
    }),
  );
  for (const old of [...fleet]) {
    const fresh = await start();
    balancer.add(fresh);
    fleet.push(fresh);
    const before = asked;
    await until('it is busy', () => asked > before + 5);
    const begun = performance.now();
    old.process.kill('SIGTERM');
    const { code } = await old.process.ended;
    assert.equal(code, 0);
    const took = performance.now() - begun;
    assert.ok(took >= DRAIN_SECONDS * 1000, 'it waits until the balancer knows');
    assert.ok(took < DRAIN_SECONDS * 1000 + STOP_LIMIT_MS, `${took} ms`);
    assert.equal(balancer.has(old), false);
  }
  isOver = true;
  await selling;
  await balancer.close();
  t.diagnostic(`${asked} orders, ${closing} answered by a service that was about to stop`);
  assert.ok(closing > 0, 'clients were asked to connect elsewhere');
  await Promise.all(fleet.slice(2).map((server) => server.stop('SIGINT')));
});

it('says why it is not ready, serves meanwhile, and a second signal ends the wait', async () => {
  const server = await serve({ env: { DRAIN_SECONDS: '300' } });
  server.process.kill('SIGTERM');
  await until('it says so', async () => (await server.get('/readyz')).status === 503);
  const ready = await server.get('/readyz');
  assert.deepEqual(ready.json.checks.service, { ok: false, reason: 'The service is stopping.' });
  assert.equal(ready.headers.connection, 'close');
  assert.equal((await server.get('orders')).status, 200);
  assert.equal((await server.stop()).code, 0);
});
