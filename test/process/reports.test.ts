// Reports of two services on one PostgreSQL: both add up, one of them is killed, and every order counts once.

import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import {
  makeFolder,
  PIZZA_PLACE,
  runCli,
  type Server,
  serve,
  until,
  withoutSlow,
} from '#test/harness/process.ts';
import { exact } from '#test/harness/report-model.ts';
import { freshDatabase, type Json } from '#test/harness/service.ts';

/** More than a report adds up by itself, so that something has to be done behind it. */
const ORDERS = 1_400;
const DAYS = 'from=2015-01-01&to=2015-12-31';

it('two services add up what a replay sends, and what one leaves when it is killed', async () => {
  const env = { DATABASE_URL: await freshDatabase() };
  const a = await serve({ env });
  const dir = join(makeFolder(), 'data');
  mkdirSync(dir);
  copyFileSync(join(a.dir, 'secret.key'), join(dir, 'secret.key'));
  const b = await serve({ env, dir });
  const token = a.card.addon.access_token;
  const { status, text } = await a.put(`sites/${a.card.sites[0].id}`, { timezone: 'UTC' });
  assert.equal(status, 200, text);

  const report = async (server: Server): Promise<Json> => {
    const answer = await server.get(`reports/day?${DAYS}`, { token });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const replaying = runCli(['replay', PIZZA_PLACE, '--limit', String(ORDERS)], { DATA_DIR: a.dir });
  await until('orders come in', async () => (await report(b)).totals.orders > ORDERS / 4);
  await b.stop('SIGKILL');
  const { code, stdout, stderr } = await replaying;
  assert.equal(code, 0, stdout + stderr);
  await until('all is added up', async () => (await report(a)).complete === true);

  const orders: Json[] = await a.list('orders/complete?limit=5000');
  assert.equal(orders.length, ORDERS);
  const days = new Map<string, bigint>();
  for (const { placed_at: at, total } of orders) {
    const day = at.slice(0, 10);
    days.set(day, (days.get(day) ?? 0n) + exact(total));
  }
  const { rows, totals } = await report(a);
  assert.deepEqual(
    rows.map((row: Json) => [row.day, exact(row.total)]),
    [...days].sort(([x], [y]) => (x < y ? -1 : 1)),
  );
  assert.equal(totals.orders, ORDERS);
  const { code: stopped, stderr: logged } = await a.stop();
  assert.equal(stopped, 0);
  assert.deepEqual(withoutSlow(logged), []);
});
