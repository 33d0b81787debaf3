// Sales of another system whose days a cash-up has closed (reference: imports.10).

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, it } from 'node:test';
import { DAY, HOUR } from '#src/kernel/time.ts';
import { Projector } from '#src/reports/projector.ts';
import { type Client, type Json, onEachEngine } from '#test/harness/service.ts';
import { make, read } from './helpers.ts';
import { newSite, openShop, type Shop } from './order-helpers.ts';

onEachEngine('moving in behind closed books', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });

  const time = (at: bigint) => new Date(Number(at / 1000n)).toISOString();
  const day = (at: bigint) => time(at).slice(0, 10);

  async function bring(site: string, rows: readonly string[]): Promise<Json> {
    const csv = `sale,time,sku,quantity,price,method,paid,paid_at\n${rows.join('\n')}\n`;
    const opened = await make(client, 'imports/open', {
      ...{ kind: 'sales', file_name: 'sales.csv', site_id: site },
      sha256: createHash('sha256').update(csv).digest('hex'),
    });
    const sent = await client.post(`imports/${opened.id_str}/rows`, { part: 1, csv, last: true });
    assert.equal(sent.status, 200, sent.text);
    return (await client.post(`imports/${opened.id_str}/close`, undefined)).json;
  }

  it('leaves cash-ups and the days they closed as they were, and counts today', async () => {
    const { clock, app } = service();
    // Noon.
    clock.advance(DAY - (clock.now() % DAY) + 12n * HOUR);
    const site = await newSite(client, { timezone: 'UTC' });
    const register = await make(client, 'registers', { name: 'Drawer', site_id: site });
    const soup = await make(client, `sites/${site}/products`, { name: 'Soup', sku: 'PAST', unit_price: 10 });
    const shift = await make(client, 'shifts', { register_id: register.id, float: 0 });
    await make(client, 'orders', {
      ...{ register_id: register.id, status: 'PENDING', lines: [{ product_id: soup.id }] },
      payments: [{ method_id: shop.cash, amount: 10 }],
    });
    const closed = await client.post(`shifts/${shift.id}/close`, { counted: 10 });
    assert.equal(closed.status, 200, closed.text);
    const then = clock.now();
    clock.advance(2n * DAY);
    const now = clock.now();
    const range = (at: bigint) => `from=${day(at)}&to=${day(at)}&site_id=${site}`;
    const cashup = await read(client, `cashups/${shift.id}`);
    const state = async () => ({
      cashup: await read(client, `cashups/${shift.id}`),
      x: await read(client, `shifts/${shift.id}/report`),
      day: (await read(client, `reports/day?${range(then)}`)).rows,
      tender: (await read(client, `reports/tender?${range(then)}`)).rows,
      journal: (await read(client, `reports/journal?${range(then)}`)).rows,
    });
    const before = await state();
    assert.equal(before.day[0].total, 10);

    const cash = (await read(client, `payment_methods/${shop.cash}`)).name;
    const done = await bring(site, [
      // Of the closed day, before anything was counted, and paid for on the closed day.
      `P-1,${time(then)},PAST,1,7.00,${cash},7.00,`,
      `P-2,${time(then - 40n * DAY)},PAST,1,5.00,${cash},5.00,`,
      `P-3,${time(then - 40n * DAY)},PAST,1,3.00,${cash},3.00,${time(then)}`,
    ]);
    assert.deepEqual([done.created, done.refused], [3, 0], JSON.stringify(done));
    assert.deepEqual(await state(), before, 'at once');
    const warn = (error: unknown) => assert.fail(String(error));
    await new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
    assert.deepEqual(await state(), before, 'when it was added up');
    assert.deepEqual(cashup, before.cashup);
    const totals = async (at: bigint) =>
      (await read(client, `reports/day?${range(at)}`)).rows.map(({ total, paid }: Json) => [total, paid]);
    // Both of the closed day are booked on the day they came in; what is of before the first shift is of its own.
    assert.deepEqual(await totals(now), [[10, 10]]);
    assert.deepEqual(await totals(then - 40n * DAY), [[5, 5]]);
    const orders = await read(client, `orders?site_id=${site}&limit=10`);
    const booked = orders.filter((each: Json) => each.booked_at !== null);
    assert.deepEqual(
      booked.map(({ booked_at: at }: Json) => at),
      [time(now), time(now)],
    );
  });
});
