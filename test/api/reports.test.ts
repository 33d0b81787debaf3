import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BYTE_ORDER_MARK } from '#src/kernel/csv.ts';
import type { Fact } from '#src/kernel/event.ts';
import { DAY, HOUR, SECOND } from '#src/kernel/time.ts';
import { append } from '#src/outbox/append.ts';
import { Projector } from '#src/reports/projector.ts';
import { MAX_REST } from '#src/reports/store.ts';
import { sql } from '#src/storage/sql.ts';
import { openFaultyEdge } from '#test/harness/faults.ts';
import { type Client, type Json, onEachEngine, type Service } from '#test/harness/service.ts';
import { change, drop, invalidFields, make, read, refused, UNKNOWN_ID } from './helpers.ts';
import { newSite, newTax, openShop, type Shop } from './order-helpers.ts';

const CSV = { headers: { accept: 'text/csv' } };

/** Adds up what there is, as a service does in the background. */
function addUp({ app, clock }: Service): Promise<void> {
  const warn = (error: unknown) => assert.fail(String(error));
  return new Projector({ storage: app.storage, stopwatch: clock, warn }).catchUp();
}

const columnsOf = (report: Json, ...names: string[]) =>
  report.rows.map((row: Json) => names.map((name) => row[name]));

onEachEngine('a report', (service) => {
  let shop: Shop;
  let client: Client;
  before(async () => {
    shop = await openShop(service());
    client = shop.client;
  });

  /** A site with nothing sold yet, so that a report of it is of this test alone. */
  const fresh = (fields: object = {}) => newSite(client, { timezone: 'Australia/Sydney', ...fields });
  const product = (site: string, fields: object) =>
    make(client, `sites/${site}/products`, { unit_price: 5, ...fields });
  const sell = (site: string, fields: object): Promise<Json> =>
    shop.order({ site_id: site, status: 'COMPLETE', ...fields });
  const report = (by: string, site: string, query = '') =>
    read(client, `reports/${by}?site_id=${site}${query}`);

  it('shows exactly its fields, by name', async () => {
    const site = await fresh({ timezone: 'UTC', currency: 'EUR' });
    const vat = await newTax(client, 0.25);
    const pie = await product(site, {
      name: 'Pie',
      sku: 'PIE',
      unit_price: 10,
      cost_price_ex_tax: 3.125,
      taxes: [vat],
    });
    await sell(site, {
      lines: [{ product_id: pie.id, quantity: 2, price_variation: 0.9 }],
      placed_at: '2026-02-03T10:30:00Z',
      tip_service_amount: 1,
      payments: [
        {
          ...{ method_id: shop.cash, amount: 18, tip: 2.5, credit_card_surcharge: 0.2 },
          paid_at: '2026-02-03T10:35:00Z',
        },
      ],
    });
    const days = await report('day', site, '&from=2026-02-01&to=2026-02-28');
    const figures = {
      ...{ orders: 1, refunds: 0, lines: 1, items: 2 },
      ...{ total: 18, total_ex_tax: 14.4, total_tax: 3.6, discount: 2, average: 18, payments: 1, paid: 18 },
      ...{ cost: 6.25, margin: 8.15, without_cost: 0, rounding: 0 },
      ...{ tips: 1.5, tip_service_amount: 1, tip_service_paid: 1, credit_card_surcharge: 0.2 },
    };
    const { up_to_event: upTo, last_event: last, complete_until: until, ...rest } = days;
    assert.ok(Date.parse(until) <= Number(service().clock.now() / 1000n) + 1);
    assert.deepEqual(rest, {
      by: 'day',
      from: '2026-02-01',
      to: '2026-02-28',
      site_id: Number(site),
      site_id_str: site,
      currency: 'EUR',
      timezone: 'UTC',
      complete: true,
      totals: figures,
      row_count: 1,
      rows: [{ day: '2026-02-03', ...figures }],
    });
    assert.equal(upTo, last);
    assert.equal(last, (await read(client, 'events?limit=5000')).at(-1).number);
    const range = '&from=2026-02-03&to=2026-02-03';
    const { id, id_str } = pie;
    const sold = {
      ...{ total: 18, total_ex_tax: 14.4, total_tax: 3.6, discount: 2 },
      ...{ cost: 6.25, margin: 8.15, without_cost: 0 },
    };
    assert.deepEqual((await report('product', site, range)).rows, [
      {
        ...{ id, id_str, name: 'Pie', sku: 'PIE', deleted: false },
        ...{ orders: 1, refunds: 0, lines: 1, items: 2, ...sold },
      },
    ]);
    assert.deepEqual((await report('tax', site, range)).rows, [
      {
        ...{
          id: vat,
          id_str: String(vat),
          tax_id: vat,
          tax_id_str: String(vat),
          name: 'Tax 0.25',
          rate: 0.25,
        },
        ...{ orders: 1, refunds: 0, lines: 1, taxable: 14.4, tax: 3.6, exact: 3.6, amount: 3.6, rounding: 0 },
      },
    ]);
    assert.deepEqual((await report('tender', site, range)).rows, [
      {
        ...{ id: Number(shop.cash), id_str: shop.cash, name: service().card.payment_methods[0].name },
        ...{ orders: 1, refunds: 0, payments: 1, amount: 18, tip: 2.5 },
        ...{ credit_card_surcharge: 0.2, rounding: 0 },
      },
    ]);
    assert.deepEqual((await report('category', site, range)).rows, [
      { id: null, id_str: null, name: null, lines: 1, items: 2, ...sold },
    ]);
    const [hour] = (await report('hour', site, range)).rows;
    assert.deepEqual(hour, { hour: 10, ...figures });
    const [source] = (await report('source', site, range)).rows;
    assert.equal(source.id_str, String(source.id));
    assert.match(source.name, /./);
    assert.equal(source.total, 18);
    assert.deepEqual(columnsOf(await report('site', site, range), 'id_str', 'name', 'total'), [
      [site, 'Corner', 18],
    ]);
  });

  it('counts an order in the day it was placed, by the clocks of its site, also when they change', async () => {
    const site = await fresh({ timezone: 'America/New_York' });
    const pie = await product(site, { name: 'Pie' });
    // On 8 March the clocks go from 2 to 3, on 1 November from 2 back to 1.
    for (const placed_at of [
      '2026-03-08T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
      '2026-11-01T03:59:59Z',
      '2026-11-01T04:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-02T04:59:59Z',
      '2026-11-02T05:00:00Z',
    ]) {
      await sell(site, { placed_at, lines: [{ product_id: pie.id }] });
    }
    const check = async () => {
      assert.deepEqual(
        columnsOf(await report('day', site, '&from=2026-03-01&to=2026-11-30'), 'day', 'orders'),
        [
          ['2026-03-07', 1],
          ['2026-03-08', 2],
          ['2026-03-09', 1],
          ['2026-10-31', 1],
          ['2026-11-01', 4],
          ['2026-11-02', 1],
        ],
      );
      const hours = await report('hour', site, '&from=2026-11-01&to=2026-11-01');
      assert.deepEqual(columnsOf(hours, 'hour', 'orders'), [
        [0, 1],
        [1, 2],
        [23, 1],
      ]);
    };
    await check();
    await addUp(service());
    await check();
  });

  it('counts days anew when a site gets another time zone', async () => {
    const site = await fresh({ timezone: 'Pacific/Auckland' });
    const pie = await product(site, { name: 'Pie' });
    await sell(site, { placed_at: '2026-01-10T12:30:00Z', lines: [{ product_id: pie.id }] });
    const days = async () =>
      columnsOf(await report('day', site, '&from=2026-01-01&to=2026-01-31'), 'day', 'orders');
    assert.deepEqual(await days(), [['2026-01-11', 1]]);
    await addUp(service());
    assert.deepEqual(await days(), [['2026-01-11', 1]]);
    const rows = () =>
      service().app.storage.read(async (tx) =>
        tx.get<{ generations: bigint; count: bigint }>(
          sql`select count(distinct generation) as generations, count(*) as count from report_sums
              where company_id = ${BigInt(client.companyId)}`,
        ),
      );
    const before = await rows();
    await change(client, `sites/${site}`, { timezone: 'UTC' });
    assert.deepEqual(await days(), [['2026-01-10', 1]]);
    await addUp(service());
    assert.deepEqual(await days(), [['2026-01-10', 1]]);
    // Sums by the old clocks are gone, and everything else is as it was.
    assert.deepEqual({ ...(await rows()) }, { ...before });
    assert.equal(before?.generations, 1n);
  });

  it('names products and their categories as they are now, also when they are gone', async () => {
    const site = await fresh();
    const pie = await product(site, { name: 'Old pie', sku: 'OLD' });
    const cake = await product(site, { name: 'Cake' });
    const sweet = await make(client, 'categories', { name: 'Sweet' });
    await change(client, `categories/${sweet.id}/products`, { product_ids: [pie.id, cake.id] });
    await sell(site, { lines: [{ product_id: pie.id, quantity: 3 }, { product_id: cake.id }] });
    await addUp(service());
    assert.deepEqual(columnsOf(await report('category', site), 'name', 'lines', 'total'), [['Sweet', 2, 20]]);
    await change(client, `products/${pie.id}`, { name: 'New pie', sku: 'NEW' });
    await drop(client, `products/${pie.id}`);
    await drop(client, `categories/${sweet.id}/products/${cake.id}`);
    assert.deepEqual(columnsOf(await report('product', site), 'name', 'sku', 'deleted', 'total'), [
      ['New pie', 'NEW', true, 15],
      ['Cake', null, false, 5],
    ]);
    const total = (await report('category', site)).rows.reduce(
      (sum: number, row: Json) => sum + row.total,
      0,
    );
    assert.equal(total, 20);
  });

  it('names a tax that is gone as it was charged, and keeps its rates apart', async () => {
    const site = await fresh();
    const vat = await newTax(client, 0.1);
    const pie = await product(site, { name: 'Pie', unit_price: 11, taxes: [vat] });
    await sell(site, { lines: [{ product_id: pie.id }] });
    await change(client, `taxes/${vat}`, { rate: 0.2, name: 'Two words' });
    await sell(site, { lines: [{ product_id: pie.id, unit_price_inc_tax: 12 }] });
    await change(client, `taxes/${vat}`, { name: 'Last name' });
    const rows = () =>
      report('tax', site).then((found) => columnsOf(found, 'name', 'rate', 'taxable', 'tax'));
    assert.deepEqual(await rows(), [
      ['Last name', 0.2, 10, 2],
      ['Last name', 0.1, 10, 1],
    ]);
    await change(client, `products/${pie.id}`, { taxes: [] });
    await change(client, `sites/${site}/products/${pie.id}`, { taxes: [] });
    await drop(client, `taxes/${vat}`);
    await addUp(service());
    assert.deepEqual(await rows(), [
      ['Two words', 0.2, 10, 2],
      ['Tax 0.1', 0.1, 10, 1],
    ]);
  });

  it('counts by tender what was paid on a day, by the clocks of the site, whenever it was ordered', async () => {
    const site = await fresh({ timezone: 'Australia/Sydney' });
    const pie = await product(site, { name: 'Pie' });
    const paid = (paid_at: string, amount: number) => ({ method_id: shop.cash, amount, paid_at });
    await sell(site, {
      lines: [{ product_id: pie.id, quantity: 3 }],
      placed_at: '2026-02-01T02:00:00Z',
      // The second is of the 3rd there.
      payments: [paid('2026-02-01T02:00:00Z', 5), paid('2026-02-02T14:00:00Z', 10)],
    });
    const day = async (date: string) => {
      const found = await report('tender', site, `&from=${date}&to=${date}`);
      const { payments, paid: received, total } = found.totals;
      return [columnsOf(found, 'orders', 'payments', 'amount'), payments, received, total];
    };
    assert.deepEqual(await day('2026-02-01'), [[[1, 1, 5]], 1, 5, 15]);
    assert.deepEqual(await day('2026-02-02'), [[], 0, 0, 0]);
    assert.deepEqual(await day('2026-02-03'), [[[0, 1, 10]], 1, 10, 0]);
  });

  it('counts nothing that is not COMPLETE, and a refund in its own day', async () => {
    const site = await fresh({ timezone: 'UTC' });
    const pie = await product(site, { name: 'Pie' });
    const lines = [{ product_id: pie.id }];
    const open = await shop.order({ site_id: site, lines });
    await shop.order({ site_id: site, lines, status: 'REJECTED' });
    const sold = await sell(site, {
      lines,
      placed_at: '2026-02-01T12:00:00Z',
      payments: [{ method_id: shop.cash, amount: 5 }],
    });
    await make(client, 'orders', {
      site_id: site,
      original_order_id_str: sold.id_str,
      placed_at: '2026-02-02T12:00:00Z',
      lines: [{ product_id: pie.id, quantity: -1 }],
      payments: [{ method_id: shop.cash, amount: -5 }],
    });
    const days = await report('day', site, '&from=2026-02-01&to=2026-12-31');
    assert.deepEqual(columnsOf(days, 'day', 'orders', 'refunds', 'total', 'paid', 'average'), [
      ['2026-02-01', 1, 0, 5, 5, 5],
      ['2026-02-02', 1, 1, -5, -5, null],
    ]);
    assert.deepEqual([days.totals.total, days.totals.average], [0, 0]);
    await change(client, `orders/${open.id}`, { status: 'COMPLETE' });
    assert.equal((await report('day', site, '&from=2026-02-01&to=2026-12-31')).totals.orders, 3);
  });

  it('holds amounts of any size', async () => {
    const site = await fresh();
    const yacht = await product(site, { name: 'Yacht', unit_price: 100_000_000 });
    const lines = [{ product_id: yacht.id, quantity: 99.99 }];
    const each = 9_999_000_000;
    for (let count = 0; count < 12; count++) {
      await sell(site, { lines });
      await shop.order({ site_id: site, lines });
      if (count === 5) await addUp(service());
    }
    const check = async () => {
      for (const by of ['day', 'hour', 'product', 'site', 'source']) {
        const { totals, rows } = await report(by, site);
        assert.deepEqual([totals.total, totals.items, rows[0].total], [12 * each, 1199.88, 12 * each], by);
      }
      const { open_orders: open, totals } = await read(client, `reports/today?site_id=${site}`);
      assert.deepEqual([open[0].total, totals.total], [12 * each, 12 * each]);
    };
    await check();
    await addUp(service());
    await check();
  });

  it('shows as many rows as wanted, the largest first, and totals of all of them', async () => {
    const site = await fresh();
    for (const unit_price of [3, 9, 6]) {
      const pie = await product(site, { name: `Pie ${unit_price}`, unit_price });
      await sell(site, { lines: [{ product_id: pie.id }] });
    }
    const found = await report('product', site, '&limit=2');
    assert.deepEqual(columnsOf(found, 'name'), [['Pie 9'], ['Pie 6']]);
    assert.deepEqual([found.row_count, found.totals.total], [3, 18]);
    const file = await client.get(`reports/product.csv?site_id=${site}&limit=2`, CSV);
    assert.equal(file.text.trimEnd().split('\r\n').length, 4);
  });

  it('is of today when no day is named, by the clocks of the site', async () => {
    const ahead = await fresh({ timezone: 'Pacific/Auckland' });
    const found = await report('day', ahead);
    assert.deepEqual([found.from, found.to], ['2026-03-08', '2026-03-08']);
    const behind = await fresh({ timezone: 'America/New_York' });
    assert.equal((await report('day', behind)).to, '2026-03-07');
    assert.equal((await report('day', behind, '&to=2026-01-05')).from, '2026-01-05');
  });

  describe('is refused', () => {
    it('for days that are none, or in the wrong order', async () => {
      const { site } = shop;
      const asks = (query: string) => client.get(`reports/day?site_id=${site}&${query}`);
      for (const bad of ['2026-02-30', '2026-2-3', 'yesterday', '', '2026-02-03T00:00:00Z', '20260203']) {
        invalidFields(await asks(`from=${bad}`), 'from');
        invalidFields(await asks(`to=${bad}`), 'to');
        invalidFields(await client.get(`reports/day.csv?site_id=${site}&from=${bad}`, CSV), 'from');
      }
      invalidFields(await asks('from=2026-02-02&to=2026-02-01'), 'from');
      invalidFields(await asks('limit=0'), 'limit');
      invalidFields(await asks('limit=5001'), 'limit');
    });

    it('for sites that are none, or of somebody else', async () => {
      const foreign = String(service().foreignCard.sites[0].id);
      for (const id of [foreign, UNKNOWN_ID, '0', 'x', '']) {
        for (const path of ['reports/day', 'reports/today']) {
          invalidFields(await client.get(`${path}?site_id=${id}`), 'site_id');
        }
      }
    });

    it('by something unknown, naming what there is', async () => {
      for (const word of ['moon', 'DAY', 'constructor', '__proto__', 'staff_member']) {
        const answer = await client.get(`reports/${word}`);
        refused(answer, 404, 'not_found');
        assert.match(
          answer.json.error_description,
          /day, week, month, year, hour, product, category, .*site; and today and journal\./,
        );
        refused(await client.get(`reports/${word}/csv`, CSV), 404, 'not_found');
      }
    });

    it('when amounts of several currencies would be added', async () => {
      const { client: many } = await service().newCompany('Many currencies');
      const yen = await newSite(many, { currency: 'JPY', timezone: 'Asia/Tokyo', name: 'Yen' });
      const answer = await many.get('reports/day');
      invalidFields(answer, 'currency');
      assert.match(answer.json.errors[0].error_description, /EUR, JPY/);
      invalidFields(await many.get('reports/today'), 'currency');
      invalidFields(await many.get('reports/day?currency=USD'), 'currency');
      const pie = await make(many, `sites/${yen}/products`, { name: 'Pie', unit_price: 500 });
      await make(many, 'orders', { site_id: yen, status: 'COMPLETE', lines: [{ product_id: pie.id }] });
      assert.equal((await read(many, 'reports/day?currency=EUR')).totals.total, 0);
      const found = await read(many, `reports/day?currency=JPY&to=2026-03-08`);
      assert.deepEqual([found.currency, found.totals.total, found.timezone], ['JPY', 500, 'Asia/Tokyo']);
      invalidFields(await many.get(`reports/day?currency=EUR&site_id=${yen}`), 'currency');
    });
  });

  it('of one company has nothing of another, also when both sell', async () => {
    const { client: mine, card } = await service().newCompany('Mine');
    const site = card.sites[0].id;
    const pie = await make(mine, `sites/${site}/products`, { name: 'Pie', unit_price: 7 });
    await make(mine, 'orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: pie.id }] });
    const check = async () => {
      for (const by of ['day', 'product', 'source', 'site']) {
        const { rows, totals } = await read(mine, `reports/${by}`);
        assert.deepEqual([rows.length, totals.orders, totals.total], [1, 1, 7], by);
      }
    };
    await check();
    await addUp(service());
    await check();
    assert.equal((await service().foreign.get(`/v1/companies/${mine.companyId}/reports/day`)).status, 404);
  });

  describe('as a file', () => {
    it('has a head, numbers as they are, and names that no spreadsheet runs', async () => {
      const site = await fresh({ timezone: 'UTC' });
      const nasty = await product(site, { name: '=HYPERLINK("http://x"),"a', unit_price: 2.5 });
      const sold = await sell(site, {
        lines: [{ product_id: nasty.id, quantity: 2 }],
        payments: [{ method_id: shop.cash, amount: 5 }],
      });
      await make(client, 'orders', {
        site_id: site,
        original_order_id_str: sold.id_str,
        lines: [{ product_id: nasty.id, quantity: -2 }],
        payments: [{ method_id: shop.cash, amount: -5 }],
      });
      await make(client, 'orders', {
        ...{ site_id: site, status: 'COMPLETE' },
        lines: [{ product_id: nasty.id, quantity: -1 }],
      });
      const address = `reports/product.csv?site_id=${site}`;
      const answer = await client.get(address, CSV);
      assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8');
      assert.equal(
        answer.text,
        `${BYTE_ORDER_MARK}id,name,sku,deleted,orders,refunds,lines,items,total,total_ex_tax,total_tax,discount,cost,margin,without_cost\r\n` +
          `${nasty.id},"'=HYPERLINK(""http://x""),""a",,false,3,1,3,-1,-2.5,-2.5,0,0,0,0,-2.5\r\n`,
      );
      assert.equal((await client.get(`reports/product/csv?site_id=${site}`, CSV)).text, answer.text);
      // The extension says enough.
      assert.equal((await client.get(address, { without: ['accept'] })).text, answer.text);
      const again = await client.get(address, { headers: { 'if-none-match': answer.headers.etag ?? '' } });
      assert.equal(again.status, 304);
    });

    it('is CSV only', async () => {
      refused(await client.get('reports/day/csv'), 406, 'not_acceptable');
      refused(await client.get('reports/day', CSV), 406, 'not_acceptable');
      refused(await client.get('reports/today.csv', CSV), 404, 'not_found');
    });
  });

  describe('that is behind', () => {
    const complete = (company: string, count: number) => {
      const fact: Fact = {
        ...{ topic: 'orders/completed', resource: 1n, sites: [], changed: [] },
        payload: '{}',
      };
      return service().app.storage.write((tx) =>
        append(tx, BigInt(company), service().clock.now(), Array<Fact>(count).fill(fact)),
      );
    };

    it('says so, and is no file, until it has caught up', async () => {
      const { client: busy, card } = await service().newCompany('Busy');
      const site = card.sites[0].id;
      const pie = await make(busy, `sites/${site}/products`, { name: 'Pie', unit_price: 7 });
      await make(busy, 'orders', { site_id: site, status: 'COMPLETE', lines: [{ product_id: pie.id }] });
      await complete(busy.companyId, MAX_REST - 1);
      const whole = await read(busy, 'reports/day');
      assert.deepEqual([whole.complete, whole.totals.total], [true, 7]);
      await complete(busy.companyId, 1);
      const behind = await read(busy, 'reports/day');
      assert.equal(behind.last_event, whole.last_event + 1);
      assert.deepEqual(
        [behind.complete, behind.up_to_event, behind.totals.total],
        [true, behind.last_event, 7],
        'it was brought up to date first',
      );
      assert.equal((await read(busy, 'reports/today')).complete, true);
      await complete(busy.companyId, MAX_REST + 1);
      service().clock.advance(2n * SECOND);
      const edge = await openFaultyEdge(service());
      try {
        // Nothing adds up there.
        const ask = (path: string, headers = {}) =>
          edge.ask('GET', `/v1/companies/${busy.companyId}/${path}`, busy.token, { headers });
        const { json: old } = await ask('reports/day');
        assert.deepEqual([old.complete, old.up_to_event], [false, old.last_event - 1]);
        assert.ok(Date.parse(old.complete_until) < Number(service().clock.now() / 1000n) - 1000);
        assert.equal((await ask('reports/today')).json.complete, false);
        const file = await ask('reports/day.csv', CSV.headers);
        assert.deepEqual([file.status, file.json.error], [503, 'temporarily_unavailable']);
        assert.ok(Number(file.headers['retry-after']) > 0);
      } finally {
        await edge.close();
      }
      const after = await read(busy, 'reports/day');
      assert.deepEqual([after.complete, after.up_to_event, after.totals.total], [true, after.last_event, 7]);
      assert.equal((await busy.get('reports/day.csv', CSV)).status, 200);
    });
  });

  it('costs an order nothing: what completes one touches no sums', async () => {
    const edge = await openFaultyEdge(service());
    try {
      await addUp(service());
      const body = { site_id: shop.site, status: 'COMPLETE', lines: [{ product_id: shop.tea.id }] };
      const answer = await edge.ask('POST', `/v1/companies/${client.companyId}/orders`, client.token, {
        body,
      });
      assert.equal(answer.status, 201, answer.text);
      const { statements } = edge.storage;
      assert.ok(statements.some((text) => text.includes('insert into orders')));
      assert.deepEqual(
        statements.filter((text) => text.includes('report_')),
        [],
      );
    } finally {
      await edge.close();
    }
  });

  describe('of today', () => {
    it('has the hours beside those of a week ago, what is open, best sellers, and what needs attention', async () => {
      const site = await fresh({ timezone: 'UTC' });
      const { clock } = service();
      const [pie, cake] = [
        await product(site, { name: 'Pie' }),
        await product(site, { name: 'Cake', unit_price: 50, availability: { amount: 1 } }),
      ];
      const at = (ago: bigint) => new Date(Number((clock.now() - ago) / 1000n)).toISOString();
      await sell(site, { lines: [{ product_id: pie.id, quantity: 3 }, { product_id: cake.id }] });
      await sell(site, { placed_at: at(2n * HOUR), lines: [{ product_id: pie.id }] });
      await sell(site, { placed_at: at(7n * DAY), lines: [{ product_id: pie.id, quantity: 2 }] });
      await sell(site, { placed_at: at(DAY), lines: [{ product_id: pie.id, quantity: 9 }] });
      await shop.order({ site_id: site, lines: [{ product_id: pie.id, quantity: 4 }] });
      await shop.order({ site_id: site, status: 'ON_HOLD', lines: [{ product_id: pie.id }] });
      const gone = await shop.order({ site_id: site, lines: [{ product_id: pie.id }] });
      await drop(client, `orders/${gone.id}`);
      const register = await make(client, 'registers', { name: 'Front', site_id: site });
      await change(client, `sites/${site}`, { default_pass_thru_register_id: register.id });
      const check = async () => {
        const today = await read(client, `reports/today?site_id=${site}`);
        assert.equal(today.day, '2026-03-07');
        assert.deepEqual([today.totals.total, today.last_week.total], [70, 10]);
        assert.deepEqual([today.totals.orders, today.last_week.orders], [2, 1]);
        assert.deepEqual(today.hours[18], {
          ...{ hour: 18, orders: 1, total: 65 },
          last_week: { orders: 1, total: 10 },
        });
        assert.deepEqual(today.hours[16].total, 5);
        assert.equal(today.hours.length, 24);
        assert.deepEqual(
          today.best_sellers.map((each: Json) => [each.name, each.items, each.total]),
          [
            ['Pie', 4, 20],
            ['Cake', 1, 50],
          ],
        );
        assert.deepEqual(
          today.open_orders.map((each: Json) => [each.status, each.count, each.total]),
          [
            ['SUBMITTED', 1, 20],
            ['ON_HOLD', 1, 5],
            ['ACCEPTED', 0, 0],
            ['PENDING', 0, 0],
          ],
        );
        assert.deepEqual(today.attention, {
          out_of_stock: {
            more: false,
            products: [
              {
                id: cake.id,
                id_str: cake.id_str,
                name: 'Cake',
                site_id: Number(site),
                site_id_str: String(site),
                amount: 0,
              },
            ],
          },
          offline_registers: [
            {
              ...{ id: register.id, id_str: register.id_str, name: 'Front' },
              ...{ site_id: Number(site), site_id_str: String(site), last_seen_at: null },
            },
          ],
          print_troubles: { more: false, registers: [] },
        });
      };
      await check();
      await addUp(service());
      await check();
      await client.post(`registers/${register.id}/heartbeat`, {});
      await change(client, `sites/${site}/products/${cake.id}`, { availability: { amount: 3 } });
      const { attention } = await read(client, `reports/today?site_id=${site}`);
      assert.deepEqual(attention, {
        ...{ out_of_stock: { more: false, products: [] }, offline_registers: [] },
        print_troubles: { more: false, registers: [] },
      });
    });

    it('takes for each site the day it has there', async () => {
      const { client: wide, card } = await service().newCompany('Wide');
      const pie = await make(wide, 'products', { name: 'Pie', unit_price: 7 });
      const sites = [
        String(card.sites[0].id),
        await newSite(wide, { timezone: 'Pacific/Auckland' }),
        await newSite(wide, { timezone: 'America/New_York' }),
      ];
      for (const site_id of sites) {
        await change(wide, `sites/${site_id}/products/${pie.id}`, { availability: { is_available: true } });
        await make(wide, 'orders', { site_id, status: 'COMPLETE', lines: [{ product_id: pie.id }] });
      }
      // 18:30 UTC: it is tomorrow in Auckland already.
      const today = await read(wide, 'reports/today');
      assert.deepEqual([today.totals.orders, today.timezone, today.day], [3, null, '2026-03-07']);
      const busy = today.hours.filter((each: Json) => each.orders > 0).map((each: Json) => each.hour);
      assert.deepEqual(busy, [7, 13, 19]);
      assert.equal((await read(wide, 'reports/day')).totals.orders, 2);
      assert.equal((await read(wide, 'reports/day?to=2026-03-08&from=2026-03-07')).totals.orders, 3);
    });
  });
});
