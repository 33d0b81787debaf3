// A fleet on one PostgreSQL whose connections are cut or swallowed under load: the registers notice little of it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Answer, FIRST_PRODUCT, makeFolder, type Server, serve } from '#test/harness/process.ts';
import { startProxy, type Wire } from '#test/harness/proxy.ts';
import { freshDatabase } from '#test/harness/service.ts';

/** Services of the fleet, and registers that sell at each. */
const SERVICES = 3;
const REGISTERS_EACH = 2;
/** How long the fleet may go without a success after its connections were swallowed, in ms. */
const SILENCE_LIMIT_MS = 10_000;
/** Orders that are asked for while connections are ended, and how many of these may be refused. */
const ORDERS = 150;
const REFUSED_SHARE = 0.01;
/** After how many answers all connections are ended again, in the middle of the orders that are being made. */
const END_EVERY = 4;
/** How long a register waits before it asks again, in ms, and how often it does. */
const PAUSE_MS = 100;
const MAX_TRIES = 300;

describe('a fleet whose database connections fail', () => {
  let url: string;
  let wire: Wire;
  const fleet: Server[] = [];
  let observer: pg.Client;
  let token: string;
  before(async () => {
    url = await freshDatabase();
    wire = await startProxy(url);
    const env = { DATABASE_URL: wire.url, LOG_LEVEL: 'silent' };
    const first = await serve({ env });
    const dirs = Array.from({ length: SERVICES - 1 }, () => {
      const dir = join(makeFolder(), 'data');
      mkdirSync(dir);
      copyFileSync(join(first.dir, 'secret.key'), join(dir, 'secret.key'));
      return dir;
    });
    fleet.push(first, ...(await Promise.all(dirs.map((dir) => serve({ env, dir })))));
    token = first.card.addon.access_token;
    observer = new pg.Client({ connectionString: url });
    await observer.connect();
  });
  after(async () => {
    await Promise.all(fleet.map((server) => server.stop()));
    await observer?.end();
    await wire?.close();
  });

  const sell = (server: Server, key: string): Promise<Answer> =>
    server.post(
      'orders',
      {
        site_id: fleet[0]?.card.sites[0].id,
        status: 'COMPLETE',
        notes: key,
        lines: [{ product_id: FIRST_PRODUCT }],
      },
      { token, headers: { 'idempotency-key': key } },
    );
  const registers = (work: (server: Server) => Promise<void>) =>
    Promise.all(fleet.flatMap((server) => Array.from({ length: REGISTERS_EACH }, () => work(server))));
  /** Every key made one order, and no other order was made. */
  const isComplete = async (keys: readonly string[]) => {
    const { rows } = await observer.query<{ notes: string }>(
      `select o.state::jsonb ->> 'notes' as notes from orders o`,
    );
    const made = rows.map(({ notes }) => notes).filter((notes) => keys.includes(notes));
    assert.deepEqual(made.toSorted(), keys.toSorted());
  };

  it('is not told when PostgreSQL ends connections again and again', async (t) => {
    const keys: string[] = [];
    const answers: Answer[] = [];
    let ended = 0;
    const endAll = async () => {
      const { rowCount } = await observer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      ended += rowCount ?? 0;
    };
    await registers(async (server) => {
      while (keys.length < ORDERS) {
        const key = randomUUID();
        keys.push(key);
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const answer = await sell(server, key);
          if (answers.push(answer) % END_EVERY === 0) await endAll();
          if (answer.status === 201) break;
          assert.ok([409, 503].includes(answer.status), answer.text);
        }
      }
    });

    const reasons = answers.filter(({ status }) => status !== 201).map(({ text }) => text);
    const refused = reasons.length;
    t.diagnostic(`${ended} connections ended, ${refused} of ${answers.length} answers refused`);
    assert.ok(ended > 20);
    assert.ok(refused <= answers.length * REFUSED_SHARE, `${refused} of ${answers.length}: ${reasons}`);
    await isComplete(keys);
  });

  it('goes on within seconds when the network swallows every connection it has', async (t) => {
    const keys: string[] = [];
    const statuses = new Map<number, number>();
    let last = performance.now();
    let longest = 0;
    let swallowedAt = Number.POSITIVE_INFINITY;
    const before = 60;
    const wanted = 180;
    await registers(async (server) => {
      while (keys.length < wanted) {
        const key = randomUUID();
        keys.push(key);
        if (keys.length === before) {
          wire.swallow();
          swallowedAt = performance.now();
        }
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const { status, text } = await sell(server, key);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 201) {
            const now = performance.now();
            if (now > swallowedAt) longest = Math.max(longest, now - last);
            last = now;
            break;
          }
          assert.ok([409, 503].includes(status), text);
          await sleep(PAUSE_MS);
        }
      }
    });
    t.diagnostic(`${Math.round(longest)} ms without a success; ${JSON.stringify([...statuses])}`);
    assert.ok(longest < SILENCE_LIMIT_MS, `${longest} ms without a success`);
    assert.equal(statuses.get(201), keys.length);
    await isComplete(keys);
  });
});
