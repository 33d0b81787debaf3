// The whole real year through a real service: every order, to the cent, and what reports make of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { PIZZA_PLACE, runCli, type Server, serve, until, withoutSlow } from '#test/harness/process.ts';
import { exact } from '#test/harness/report-model.ts';
import type { Json } from '#test/harness/service.ts';

const YEAR = 'from=2015-01-01&to=2015-12-31&limit=5000';

it('a year of a pizza place adds up', async (t) => {
  const server = await serve();
  // The data's times are taken as UTC; a site's days are those of its own clocks.
  const { status, text } = await server.put(`sites/${server.card.sites[0].id}`, { timezone: 'UTC' });
  assert.equal(status, 200, text);
  const { code, stdout, stderr } = await runCli(['replay', PIZZA_PLACE], { DATA_DIR: server.dir });
  assert.equal(code, 0, stdout + stderr);
  t.diagnostic(/^Sent .*$/m.exec(stdout)?.[0] ?? stdout);
  assert.match(stdout, /^Orders +21,350 +21,350$/m);
  assert.match(stdout, /^Lines +48,620 +48,620$/m);
  assert.match(stdout, /^Items +49,574 +49,574$/m);
  assert.match(stdout, /^Revenue +817,860\.05 +817,860\.05$/m);
  assert.match(stdout, /^Everything adds up: every order, all 12 months and all 358 days, to the cent\.$/m);
  const last = await server.get('orders?limit=1');
  assert.equal(last.json[0].id, 21_350, 'each order was made once');
  await reportsAgree(server);
  const { code: stopped, stderr: logged } = await server.stop();
  assert.equal(stopped, 0);
  assert.deepEqual(withoutSlow(logged), []);
});

async function report(server: Server, by: string): Promise<Json> {
  const answer = await server.get(`reports/${by}?${YEAR}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/** The reports of the year say what the data was published with. */
async function reportsAgree(server: Server): Promise<void> {
  const expected: Json = JSON.parse(readFileSync(join(PIZZA_PLACE, 'expected.json'), 'utf8'));
  await until('the year was added up', async () => (await report(server, 'day')).complete === true);
  const days = await report(server, 'day');
  const { orders, lines, items, total } = days.totals;
  assert.deepEqual(
    [orders, lines, items, exact(total)],
    [expected.orders, expected.lines, expected.pizzas_sold, exact(expected.revenue)],
  );
  assert.equal(days.rows.length, 358);
  const months = new Map<string, bigint>();
  for (const row of days.rows) {
    const day = expected.by_day[row.day];
    assert.deepEqual([row.orders, row.lines, row.items], [day.orders, day.lines, day.pizzas], row.day);
    assert.equal(exact(row.total), exact(day.revenue), row.day);
    const month = row.day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0n) + exact(row.total));
  }
  assert.deepEqual(
    Object.fromEntries(months),
    Object.fromEntries(
      Object.entries(expected.revenue_by_month).map(([month, revenue]) => [month, exact(revenue)]),
    ),
  );
  const categories = (await report(server, 'category')).rows;
  assert.deepEqual(
    Object.fromEntries(categories.map((row: Json) => [row.name, exact(row.total)])),
    Object.fromEntries(
      Object.entries(expected.revenue_by_category).map(([name, revenue]) => [name, exact(revenue)]),
    ),
  );
  // Of 96 variants five were never sold.
  const products = await report(server, 'product');
  assert.equal(products.rows.length, expected.pizza_variants - expected.unsold_variants.length);
  for (const by of ['hour', 'product', 'category', 'staff', 'register', 'order_type', 'source', 'site']) {
    const { rows, totals } = await report(server, by);
    const sum = rows.reduce((all: bigint, row: Json) => all + exact(row.total), 0n);
    assert.equal(sum, exact(expected.revenue), by);
    assert.equal(exact(totals.total), exact(expected.revenue), by);
  }
  const csv = await server.get(`reports/day.csv?${YEAR}`, { headers: { accept: 'text/csv' } });
  assert.equal(csv.status, 200, csv.text);
  assert.equal(csv.text.trimEnd().split('\r\n').length, 359);
}
